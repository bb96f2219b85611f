/** From a form to a stored run. Nothing that a client sends becomes part of a command: it names a preset, the server knows the rest. */
import { type FieldErrors, InspectorError, invalid } from '../../kit/errors.ts';
import { hashToken } from '../../kit/ids.ts';
import type { StoredRun } from '../../store/queries/runs.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { StoreNouns } from '../../store/store.ts';
import type { Actor, Context } from '../context.ts';
import { checkForm, type Form, isOn } from '../form.ts';
import {
  commandText,
  findPreset,
  listPresetKeys,
  type ResolvedArgv,
  type RunnablePreset,
  resolveArgv,
} from '../presets.ts';

const keyMemoryMs = 24 * 3_600_000;

type Wanted = { workspace: StoredWorkspace; preset: RunnablePreset; note: string | null };

export const unknownWorkspace = (slug: string): FieldErrors => ({ workspace: [`There is no workspace "${slug}".`] });

const readWanted = async (context: Context, form: Form): Promise<Wanted> => {
  const { values, errors } = await checkForm('NewRun', form);
  const found: FieldErrors = { ...errors };
  const workspace =
    values.workspace === undefined ? undefined : await context.store.workspaces.findBySlug(values.workspace);
  if (values.workspace !== undefined && !workspace) Object.assign(found, unknownWorkspace(values.workspace));
  const preset = values.preset === undefined ? undefined : await findPreset(context, values.preset);
  if (values.preset !== undefined && !preset) {
    found.preset = [`"${values.preset}" is not a preset. Allowed: ${(await listPresetKeys(context)).join(', ')}.`];
  }
  if (!isOn(form.confirm_safe)) found.confirm_safe = ['Confirm the read-only contract: confirm_safe must be on.'];
  if (!workspace || !preset || Object.keys(found).length > 0) throw invalid(found);
  return { workspace, preset, note: values.note?.trim() || null };
};

const rowOf = (context: Context, actor: Actor, wanted: Wanted, resolved: ResolvedArgv) => {
  const { workspace, preset, note } = wanted;
  const verdict = context.runner.checkAllowlist(resolved.argv, context.framework.allowlist);
  const refusal = verdict.allowed ? null : `The command is not on the allowlist: ${verdict.reason}`;
  const problem = resolved.problem ?? refusal;
  const now = context.clock.now();
  return {
    workspace_id: workspace.id,
    preset: preset.key,
    label: preset.label,
    // queued → failed at once when it could never be started.
    ...(problem === null
      ? { status: 'queued' as const, progress: 0, exit_code: null, error: null, ended_at: null }
      : { status: 'failed' as const, progress: 100, exit_code: 126, error: problem, ended_at: now }),
    user_name: actor.name,
    note,
    argv: JSON.stringify(resolved.argv),
    raw: commandText(resolved.argv),
    safe_prefix: verdict.allowed
      ? verdict.safePrefix
      : preset.argv
          .filter((token) => typeof token === 'string')
          .slice(0, 2)
          .join(' '),
    workspace_path: workspace.path,
    timeout_ms: Math.max(preset.timeoutMs ?? 0, context.options.runTimeoutMs),
    queued_at: now,
    started_at: null,
    duration_ms: 0,
    output_lines: 0,
    timed_out: 0,
    sandbox: null,
    result: null,
    output_bytes: 0,
    output_truncated: 0,
    log_cut_lines: 0,
  };
};

/** Why no run may be stored: no sandbox can hold it. */
const findSandboxProblem = async (context: Context): Promise<InspectorError | undefined> => {
  const state = await context.sandbox();
  if (state.available) return undefined;
  return new InspectorError('sandbox_unavailable', [state.reason, state.remedy].filter(Boolean).join(' '));
};

const fieldsOf = (wanted: Wanted): string =>
  hashToken(JSON.stringify([wanted.workspace.slug, wanted.preset.key, wanted.note]));

export type QueuedRun = { run: StoredRun; workspace: StoredWorkspace };

const checkKey = (key: string | undefined): void => {
  if (key !== undefined && (key.length > 255 || !/^[\x21-\x7e]+$/.test(key))) {
    throw invalid({
      __all__: [
        'An Idempotency-Key has 1 to 255 signs of ASCII that can be seen: letters a to z, digits and punctuation, no spaces.',
      ],
    });
  }
};

/** The run that this key started before, if any. */
const findEarlier = async (
  context: Context,
  store: StoreNouns,
  actor: Actor,
  wanted: Wanted,
  key: string,
): Promise<StoredRun | undefined> => {
  await store.runs.forgetIdempotentBefore(context.clock.now() - keyMemoryMs);
  const earlier = await store.runs.findIdempotent(actor.name, key);
  if (earlier && earlier.fields !== fieldsOf(wanted)) {
    throw invalid({ __all__: ['This Idempotency-Key was used with other fields. Use a new key.'] });
  }
  return earlier && store.runs.find(earlier.run_id);
};

const requireRoom = async ({ options }: Context, store: StoreNouns): Promise<void> => {
  if ((await store.runs.countQueued()) < options.queueLimit) return;
  const words = `${options.queueLimit} runs are waiting already. Try again when some have ended.`;
  throw new InspectorError('rate_limited', words, { retryAfterSeconds: 5 });
};

/** Stores the run and answers for it; the queue is woken and does the rest. */
export const queueRun = async (
  context: Context,
  actor: Actor,
  form: Form,
  idempotencyKey: string | undefined,
): Promise<QueuedRun> => {
  const wanted = await readWanted(context, form);
  checkKey(idempotencyKey);
  const sandboxProblem = await findSandboxProblem(context);
  // Looked up while the run is stored, so that it is known when the run starts. Whether it is there is for the run to say.
  void context.runner.findInterpreter(wanted.workspace.path, wanted.workspace.python).catch(() => undefined);
  const resolved = await resolveArgv(context, wanted.workspace.id, wanted.preset.argv);
  const run = await context.store.transaction(async (store) => {
    const first = idempotencyKey && (await findEarlier(context, store, actor, wanted, idempotencyKey));
    if (first) return first;
    if (sandboxProblem) throw sandboxProblem;
    // It may have been removed since it was looked up.
    if (!(await store.workspaces.findById(wanted.workspace.id))) throw invalid(unknownWorkspace(wanted.workspace.slug));
    await requireRoom(context, store);
    const stored = await store.runs.insert(rowOf(context, actor, wanted, resolved));
    if (idempotencyKey !== undefined) {
      const remembered = { user_name: actor.name, key: idempotencyKey, fields: fieldsOf(wanted) };
      await store.runs.rememberIdempotent({ ...remembered, run_id: stored.id, created_at: context.clock.now() });
    }
    return stored;
  }, 'soon');
  context.board.touch(wanted.workspace.id, 'tasks');
  context.wakeQueue();
  // The run may begin meanwhile: it only reads. Its id is given out when it is safe.
  await context.store.onDisk();
  return { run, workspace: wanted.workspace };
};
