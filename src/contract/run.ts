/** A run of a preset: the seed's Task run, and what stands beside `metadata.command`. */
import Type, { type Static } from 'typebox';
import { closed, Moment, Nullable, words } from './shape.ts';
import { RunStatus, statusFields } from './status.ts';

export const CommandMetadata = Type.Object(
  {
    raw: Type.String({ description: "The full command line; `python` stands for the workspace's interpreter." }),
    safe_prefix: Type.String({ description: 'The allowlist entry that the command matched.' }),
    workspace_path: Type.String(),
    exit_code: Type.Optional(Type.Integer()),
    duration_seconds: Type.Number(),
    output_lines: Type.Integer(),
    timed_out: Type.Boolean(),
    error: Type.Optional(Type.String({ description: 'Only when the run did not succeed: the root cause.' })),
  },
  closed,
);
export type CommandMetadata = Static<typeof CommandMetadata>;

export const SandboxProfile = words('copy-on-write', 'read-only', 'private-copy', 'seatbelt', 'reduced', 'none');
export type SandboxProfile = Static<typeof SandboxProfile>;

/** How a run is held, told from its start on: shown on the run, so that nobody has to trust a promise. */
export const SandboxFacts = Type.Object(
  {
    profile: SandboxProfile,
    interpreter: Nullable(Type.String()),
    network: Type.Boolean(),
    discarded: Type.Object(
      { files: Nullable(Type.Integer()), bytes: Nullable(Type.Integer()) },
      {
        ...closed,
        description:
          'What the run wrote, thrown away at its end. null until then, and in profiles that do not count it.',
      },
    ),
  },
  closed,
);
export type SandboxFacts = Static<typeof SandboxFacts>;

const CheckFinding = Type.Object(
  {
    level: words('critical', 'error', 'warning', 'info', 'debug'),
    id: Nullable(Type.String()),
    message: Type.String(),
    hint: Nullable(Type.String()),
    object: Nullable(Type.String()),
  },
  closed,
);

/** What a preset's output says, as data. `kind` tells which preset family it came from. */
export const RunResult = Type.Union([
  Type.Object({ kind: Type.Literal('check'), findings: Type.Array(CheckFinding), silenced: Type.Integer() }, closed),
  Type.Object(
    {
      kind: Type.Literal('migrations'),
      apps: Type.Array(
        Type.Object(
          {
            app: Type.String(),
            migrations: Type.Array(
              Type.Object({ name: Type.String(), applied: Type.Boolean(), squashed: Nullable(Type.Integer()) }, closed),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('settings'),
      settings: Type.Array(Type.Object({ key: Type.String(), value: Type.String(), changed: Type.Boolean() }, closed)),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('plan'),
      migrations: Type.Array(
        Type.Object({ app: Type.String(), name: Type.String(), operations: Type.Array(Type.String()) }, closed),
      ),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('changes'),
      apps: Type.Array(
        Type.Object(
          { app: Type.String(), migration: Nullable(Type.String()), changes: Type.Array(Type.String()) },
          closed,
        ),
      ),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('version'), version: Type.String() }, closed),
]);
export type RunResult = Static<typeof RunResult>;

export const RunMetadata = Type.Object(
  {
    command: CommandMetadata,
    workspace: Type.String(),
    note: Nullable(Type.String()),
    user: Type.String(),
    queued_at: Moment,
    started_at: Nullable(Moment),
    ended_at: Nullable(Moment),
    sandbox: Nullable(SandboxFacts),
    result: Nullable(RunResult),
    output: Type.Object(
      {
        bytes: Type.Integer({ description: 'Bytes of the whole output that are kept.' }),
        truncated: Type.Boolean({ description: 'The whole output was longer than the output limit.' }),
        log_cut_lines: Type.Integer({ description: 'Lines cut out of the middle of `log`.' }),
      },
      closed,
    ),
  },
  closed,
);
export type RunMetadata = Static<typeof RunMetadata>;

export const TaskRun = Type.Object(
  {
    id: Type.Integer(),
    preset: Type.String(),
    label: Type.String(),
    status: RunStatus,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    log: Type.String({ description: 'Lines, each with a bracketed time of day.' }),
    metadata: RunMetadata,
  },
  closed,
);
export type TaskRun = Static<typeof TaskRun>;

/** A run without its log, for lists. */
export const RunSummary = Type.Omit(TaskRun, ['log'], closed);
export type RunSummary = Static<typeof RunSummary>;

export const StatusWithRun = Type.Object({ ...statusFields, task_run: TaskRun }, closed);
export type StatusWithRun = Static<typeof StatusWithRun>;

export const LogLineNumbered = Type.Object(
  {
    seq: Type.Integer({
      description:
        'Counted from 1 through the cut: after a jump, the lines between were cut out of the log. The whole output has them, by the same numbers as long as no line is longer than 16 KiB: here such a line is broken into several.',
    }),
    text: Type.String(),
  },
  closed,
);
export type LogLineNumbered = Static<typeof LogLineNumbered>;

export const RunLogPage = Type.Object(
  {
    lines: Type.Array(LogLineNumbered),
    last: Type.Integer({ description: 'Ask again with `after=<last>`.' }),
    status: RunStatus,
    progress: Type.Integer(),
    command: CommandMetadata,
    sandbox: Nullable(SandboxFacts),
  },
  closed,
);
export type RunLogPage = Static<typeof RunLogPage>;

/** The form of POST /api/task-runs/. */
export const NewRun = Type.Object({
  workspace: Type.String({ minLength: 1 }),
  preset: Type.String({ minLength: 1 }),
  confirm_safe: Type.String({ description: '`on`, `true`, `1` or `yes`: acknowledges the read-only contract.' }),
  note: Type.Optional(Type.String({ maxLength: 280 })),
});
export type NewRun = Static<typeof NewRun>;

/** The form of POST /api/task-runs/<id>/again/. */
export const RunAgain = Type.Pick(NewRun, ['confirm_safe']);
export type RunAgain = Static<typeof RunAgain>;
