/** The seed's status payload, word for word: its fields, their order and their types. Nothing is added at these levels. */
import Type, { type Static } from 'typebox';
import { closed, words } from './shape.ts';
import { runStatuses, scanKinds, scanStatuses } from './words.ts';

export const Insight = Type.Object(
  {
    title: Type.String(),
    value: Type.String({ description: 'Carried as text, even when numeric.' }),
    delta: Type.Optional(Type.String({ description: 'What changed since the scan before, or a note.' })),
  },
  closed,
);
export type Insight = Static<typeof Insight>;

export const App = Type.Object(
  {
    label: Type.String({ description: 'Dotted name of the app.' }),
    pending_migrations: Type.Integer({ minimum: 0 }),
    models: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type App = Static<typeof App>;

export const SchemaNode = Type.Object(
  { name: Type.String(), fields: Type.Array(Type.String()), relations: Type.Array(Type.String()) },
  closed,
);
export type SchemaNode = Static<typeof SchemaNode>;

export const LogEntry = Type.Object(
  {
    timestamp: Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d$', description: "Time of day on the service's machine." }),
    level: Type.String(),
    message: Type.String({ description: 'The beginning of a long one, which then says so; the logs have the whole.' }),
  },
  closed,
);
export type LogEntry = Static<typeof LogEntry>;

export const ScanKind = words(...scanKinds);
export type ScanKind = Static<typeof ScanKind>;

export const ScanStatus = words(...scanStatuses);
export type ScanStatus = Static<typeof ScanStatus>;

export const Scan = Type.Object(
  {
    id: Type.Integer(),
    kind: ScanKind,
    status: ScanStatus,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    summary: Type.String(),
  },
  closed,
);
export type Scan = Static<typeof Scan>;

export const RunStatus = words(...runStatuses);
export type RunStatus = Static<typeof RunStatus>;

export const Task = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    status: RunStatus,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
  },
  closed,
);
export type Task = Static<typeof Task>;

export const DocLink = Type.Object(
  { title: Type.String(), url: Type.String({ description: 'Absolute URL.' }) },
  closed,
);
export type DocLink = Static<typeof DocLink>;

export const statusFields = {
  workspace: Type.String({ description: 'Workspace slug.' }),
  insights: Type.Array(Insight),
  apps: Type.Array(App),
  schema: Type.Object({ nodes: Type.Array(SchemaNode) }, closed),
  log_excerpt: Type.Array(LogEntry),
  scans: Type.Array(Scan),
  tasks: Type.Array(Task),
  doc_links: Type.Array(DocLink),
};

export const Status = Type.Object(statusFields, closed);
export type Status = Static<typeof Status>;
