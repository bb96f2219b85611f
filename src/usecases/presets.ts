/** Presets: the framework's own from code, more by an administrator. Each is checked when it is stored and again when it runs. */
import type { Preset } from '../contract/index.ts';
import type { PresetDefinition } from '../frameworks/framework.ts';
import { type FieldErrors, InspectorError, invalid, notFound } from '../kit/errors.ts';
import type { StoredPreset } from '../store/queries/presets.ts';
import type { Context } from './context.ts';
import { findProjectFacts } from './doc-links.ts';
import { checkForm, type Form, httpUrlProblem, isOn } from './form.ts';

/** A preset ready to be queued. `argv` may hold parameters that the server fills in. */
export type RunnablePreset = { key: string; label: string; argv: PresetDefinition['argv']; timeoutMs: number | null };

const commandText = (argv: PresetDefinition['argv']): string =>
  [
    'python',
    ...argv.map((token) =>
      typeof token === 'string' ? token : `<${token.parameter === 'pendingApp' ? 'app' : 'migration'}>`,
    ),
  ].join(' ');

const presentBuiltIn = (context: Context, preset: PresetDefinition, version: string | null): Preset => ({
  key: preset.key,
  label: preset.label,
  description: preset.description,
  documentation_url: context.framework.documentationUrl(version, preset.documentationPath),
  icon: preset.icon,
  category: preset.category,
  requires_confirmation: preset.requiresConfirmation,
  command: commandText(preset.argv),
});

const presentStored = (row: StoredPreset): Preset => ({
  key: row.key,
  label: row.label,
  description: row.description,
  documentation_url: row.documentation_url,
  icon: row.icon,
  category: row.category,
  requires_confirmation: row.requires_confirmation === 1,
  command: commandText(JSON.parse(row.argv)),
});

/** With a workspace, the documentation links are those of its version. */
export const listPresets = async (context: Context, slug: string | undefined): Promise<Preset[]> => {
  const workspace = slug === undefined ? undefined : await context.store.workspaces.findBySlug(slug);
  const version = workspace ? ((await findProjectFacts(context, workspace.id))?.django_version ?? null) : null;
  const stored = await context.store.presets.list();
  return [
    ...context.framework.presets.map((preset) => presentBuiltIn(context, preset, version)),
    ...stored.map(presentStored),
  ];
};

export const findPreset = async (context: Context, key: string): Promise<RunnablePreset | undefined> => {
  const builtIn = context.framework.presets.find((preset) => preset.key === key);
  if (builtIn) return builtIn;
  const stored = await context.store.presets.find(key);
  return stored && { key: stored.key, label: stored.label, argv: JSON.parse(stored.argv), timeoutMs: null };
};

export const listPresetKeys = async (context: Context): Promise<string[]> => [
  ...context.framework.presets.map((preset) => preset.key),
  ...(await context.store.presets.list()).map((preset) => preset.key),
];

/** `python` in front is what people type; the tokens after it are what counts. No quoting: no allowed token needs any. */
const tokensOf = (command: string): string[] => {
  const tokens = command.split(' ').filter((token) => token !== '');
  return tokens[0] === 'python' ? tokens.slice(1) : tokens;
};

export const addPreset = async (context: Context, form: Form): Promise<Preset> => {
  const { values, errors } = await checkForm('NewPreset', form);
  const found: FieldErrors = { ...errors };
  const argv = tokensOf(values.command ?? '');
  if (values.command !== undefined) {
    const verdict = context.runner.checkAllowlist(argv, context.framework.allowlist);
    if (!verdict.allowed) found.command = [verdict.reason];
  }
  if (values.key && (await findPreset(context, values.key))) found.key = [`There is a preset "${values.key}" already.`];
  const urlProblem = values.documentation_url && httpUrlProblem(values.documentation_url);
  if (urlProblem) found.documentation_url = [urlProblem];
  if (Object.keys(found).length > 0) throw invalid(found);
  const row = {
    key: values.key ?? '',
    label: values.label ?? '',
    description: values.description ?? '',
    documentation_url: values.documentation_url || context.framework.documentationUrl(null, 'ref/django-admin/'),
    icon: values.icon || 'terminal',
    category: values.category || 'custom',
    requires_confirmation: isOn(values.requires_confirmation ?? 'on') ? 1 : 0,
    argv: JSON.stringify(argv),
    created_at: context.clock.now(),
  };
  await context.store.presets.insert(row);
  return presentStored(row);
};

export const removePreset = async (context: Context, key: string): Promise<void> => {
  if (context.framework.presets.some((preset) => preset.key === key)) {
    throw new InspectorError('forbidden', `The preset "${key}" is built in and cannot be removed.`);
  }
  if (!(await context.store.presets.remove(key))) throw notFound(`There is no preset "${key}".`);
};
