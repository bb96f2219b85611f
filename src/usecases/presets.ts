/** Presets: the framework's own from code, more by an administrator. Each is checked when it is stored and again when it runs. */
import type { Preset } from '../contract/index.ts';
import type { PresetDefinition } from '../frameworks/framework.ts';
import { type FieldErrors, InspectorError, invalid, notFound } from '../kit/errors.ts';
import type { Reading } from '../scanner/scanner.ts';
import type { StoredPreset } from '../store/queries/presets.ts';
import type { Context } from './context.ts';
import { findProjectFacts } from './doc-links.ts';
import { checkForm, type Form, httpUrlProblem, isOn } from './form.ts';

/** A preset ready to be queued. `argv` may hold parameters that the server fills in. */
export type RunnablePreset = { key: string; label: string; argv: PresetDefinition['argv']; timeoutMs: number | null };

type PendingMigration = { pendingApp: string; pendingMigration: string };

/** The next migration that the last scan found pending, the project's own apps first; undefined before a scan has ended. */
const findPendingMigration = async (
  context: Context,
  workspaceId: number,
): Promise<PendingMigration | null | undefined> => {
  const stored = await context.store.readings.find(workspaceId, 'next_pending');
  if (!stored) return undefined;
  const next = JSON.parse(stored.data) as Reading['nextPending'];
  return next && { pendingApp: next.app, pendingMigration: next.migration };
};

const nothingPending = 'No migration is pending in the last migrations scan, so there is no SQL to show.';
const notScanned =
  'The migrations have not been read yet, so that it is not known which one is next: run it again after a scan.';

const placeholders = { pendingApp: '<app>', pendingMigration: '<migration>' } as const;

/** `problem`: why the command could not be completed. */
export type ResolvedArgv = { argv: string[]; problem: string | null };

/** Fills in what the server knows about the workspace; what it does not know stays a placeholder, and the command incomplete. */
export const resolveArgv = async (
  context: Context,
  workspaceId: number | undefined,
  argv: PresetDefinition['argv'],
): Promise<ResolvedArgv> => {
  if (argv.every((token) => typeof token === 'string')) return { argv: [...argv], problem: null };
  const pending = workspaceId === undefined ? undefined : await findPendingMigration(context, workspaceId);
  const filled = argv.map((token) => (typeof token === 'string' ? token : (pending ?? placeholders)[token.parameter]));
  return { argv: filled, problem: pending ? null : pending === null ? nothingPending : notScanned };
};

export const commandText = (argv: readonly string[]): string => ['python', ...argv].join(' ');

type About = { workspaceId: number | undefined; version: string | null };

const presentBuiltIn = async (context: Context, preset: PresetDefinition, about: About): Promise<Preset> => ({
  key: preset.key,
  label: preset.label,
  description: preset.description,
  documentation_url: context.framework.documentationUrl(about.version, preset.documentationPath),
  icon: preset.icon,
  category: preset.category,
  requires_confirmation: preset.requiresConfirmation,
  command: commandText((await resolveArgv(context, about.workspaceId, preset.argv)).argv),
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

/** Those that an administrator added, which are the ones that can be changed and removed. */
const listAdded = async (context: Context): Promise<Preset[]> =>
  (await context.store.presets.list()).map(presentStored);

/** With a workspace, the documentation links are of its version, and its next pending migration stands in the command that shows one. */
export const listPresets = async (context: Context, slug: string | undefined, addedOnly = false): Promise<Preset[]> => {
  const added = await listAdded(context);
  if (addedOnly) return added;
  const workspace = slug ? await context.store.workspaces.findBySlug(slug) : undefined;
  if (slug && !workspace) throw invalid({ workspace: [`There is no workspace "${slug}".`] });
  const version = workspace ? ((await findProjectFacts(context, workspace.id))?.django_version ?? null) : null;
  const about = { workspaceId: workspace?.id, version };
  const builtIn = await Promise.all(context.framework.presets.map((preset) => presentBuiltIn(context, preset, about)));
  return [...builtIn, ...added];
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

type PresetColumns = Omit<StoredPreset, 'created_at'>;

/** The form as it is stored; `foundBefore`: what else is wrong with it. */
const columnsOf = async (context: Context, form: Form, foundBefore: FieldErrors = {}): Promise<PresetColumns> => {
  const { values, errors } = await checkForm('NewPreset', form);
  const found: FieldErrors = { ...foundBefore, ...errors };
  const argv = tokensOf(values.command ?? '');
  if (values.command !== undefined) {
    const verdict = context.runner.checkAllowlist(argv, context.framework.allowlist);
    if (!verdict.allowed) found.command = [verdict.reason];
  }
  const urlProblem = values.documentation_url && httpUrlProblem(values.documentation_url);
  if (urlProblem) found.documentation_url = [urlProblem];
  if (Object.keys(found).length > 0) throw invalid(found);
  return {
    key: values.key ?? '',
    label: values.label ?? '',
    description: values.description ?? '',
    documentation_url: values.documentation_url || context.framework.documentationUrl(null, 'ref/django-admin/'),
    icon: values.icon || 'terminal',
    category: values.category || 'Custom',
    requires_confirmation: isOn(values.requires_confirmation ?? 'on') ? 1 : 0,
    argv: JSON.stringify(argv),
  };
};

export const addPreset = async (context: Context, form: Form): Promise<Preset> => {
  const taken = { key: [`There is a preset "${form.key}" already.`] };
  const isTaken = form.key !== undefined && (await findPreset(context, form.key)) !== undefined;
  const row = { ...(await columnsOf(context, form, isTaken ? taken : {})), created_at: context.clock.now() };
  // By somebody else, at the same moment.
  if (!(await context.store.presets.insert(row))) throw invalid(taken);
  return presentStored(row);
};

const requireAdded = (context: Context, key: string, done: 'changed' | 'removed'): void => {
  if (context.framework.presets.some((preset) => preset.key === key))
    throw new InspectorError('forbidden', `The preset "${key}" is built in and cannot be ${done}.`);
};

const noSuchPreset = (key: string) => notFound(`There is no preset "${key}".`);

/** What is not sent stays as it is; so does the key, which runs are told by. */
export const changePreset = async (context: Context, key: string, form: Form): Promise<Preset> => {
  requireAdded(context, key, 'changed');
  const before = await context.store.presets.find(key);
  if (!before) throw noSuchPreset(key);
  const { requires_confirmation, ...texts } = presentStored(before);
  const kept = { ...texts, requires_confirmation: requires_confirmation ? 'on' : 'off' };
  const row = { ...before, ...(await columnsOf(context, { ...kept, ...form, key })) };
  if (!(await context.store.presets.update(key, row))) throw noSuchPreset(key);
  return presentStored(row);
};

export const removePreset = async (context: Context, key: string): Promise<void> => {
  requireAdded(context, key, 'removed');
  if (!(await context.store.presets.remove(key))) throw noSuchPreset(key);
};
