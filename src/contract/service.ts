import Type, { type Static } from 'typebox';
import { SandboxProfile } from './run.ts';
import { closed, Nullable, words } from './shape.ts';

export const SandboxState = Type.Object(
  {
    available: Type.Boolean(),
    profile: Nullable(SandboxProfile),
    reason: Nullable(Type.String({ description: 'Why a better profile is not in force.' })),
    remedy: Nullable(Type.String({ description: 'What to do about it.' })),
    proven: Type.Boolean({ description: 'Shown to hold by tests on this kind of system.' }),
  },
  closed,
);
export type SandboxState = Static<typeof SandboxState>;

export const Setting = Type.Object(
  {
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    source: words('default', 'file', 'environment', 'flag'),
    unit: Nullable(words('seconds', 'bytes')),
    help: Type.String({ description: 'What it is, in the words of `inspector --help`.' }),
  },
  closed,
);
export type Setting = Static<typeof Setting>;

export const ServiceState = Type.Object(
  { version: Type.String(), node: Type.String(), settings: Type.Record(Type.String(), Setting), sandbox: SandboxState },
  closed,
);
export type ServiceState = Static<typeof ServiceState>;

export const ErrorReply = Type.Object(
  {
    errors: Type.Record(Type.String(), Type.Array(Type.String())),
    code: Type.String(),
    choices: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What may be given in place of what was refused: folders of projects.',
      }),
    ),
  },
  closed,
);
export type ErrorReply = Static<typeof ErrorReply>;

export const InsightHistory = Type.Object(
  {
    series: Type.Array(
      Type.Object(
        { title: Type.String(), points: Type.Array(Type.Object({ at: Type.String(), value: Type.Number() }, closed)) },
        closed,
      ),
    ),
  },
  closed,
);
export type InsightHistory = Static<typeof InsightHistory>;

/** The form of POST /api/workspaces/<slug>/scans/. Without `kind`: all of them. */
export const NewScan = Type.Object({
  kind: Type.Optional(
    Type.String({ description: '`schema`, `migrations`, `logs` or `fixtures`; left out: all of them.' }),
  ),
});
export type NewScan = Static<typeof NewScan>;
