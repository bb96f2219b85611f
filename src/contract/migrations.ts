/** Migration files, the database's record and the models held against each other: `GET /api/workspaces/<slug>/migrations/`. */
import Type, { type Static } from 'typebox';
import { closed, Moment, Nullable, Problem, Provenance, SourceRef, words } from './shape.ts';

export const UnmadeChange = Type.Object(
  {
    app: Type.String(),
    kind: words(
      'model_added',
      'model_removed',
      'model_renamed',
      'field_added',
      'field_removed',
      'field_altered',
      'field_renamed',
      'options_altered',
      'index_changed',
      'constraint_changed',
      'table_altered',
      'managers_altered',
    ),
    model: Type.String(),
    field: Nullable(Type.String()),
    description: Type.String({ description: 'e.g. "Add field isbn to book".' }),
    source: Nullable(SourceRef),
  },
  closed,
);
export type UnmadeChange = Static<typeof UnmadeChange>;

export const MigrationOperation = Type.Object(
  {
    kind: Type.String({ description: 'Class of the operation.' }),
    description: Type.String(),
    model: Nullable(Type.String()),
    field: Nullable(Type.String({ description: 'The field it is about, by the name it has afterwards.' })),
  },
  closed,
);
export type MigrationOperation = Static<typeof MigrationOperation>;

export const Migration = Type.Object(
  {
    app: Type.String(),
    name: Type.String(),
    state: words('applied', 'pending', 'file_missing', 'squashed'),
    applied_at: Nullable(Moment),
    leaf: Type.Boolean(),
    dependencies: Type.Array(Type.String({ description: '`app.name`' })),
    run_before: Type.Array(Type.String()),
    replaces: Type.Array(Type.String()),
    operations: Type.Array(MigrationOperation),
    source: Nullable(SourceRef),
  },
  closed,
);
export type Migration = Static<typeof Migration>;

export const MigrationApp = Type.Object(
  {
    label: Type.String(),
    name: Type.String({ description: 'Dotted name.' }),
    own: Type.Boolean(),
    pending: Type.Integer(),
    conflict: Type.Boolean({ description: 'More than one leaf: `makemigrations --merge` is due.' }),
    migrations: Type.Array(Migration),
    unmade: Type.Array(UnmadeChange),
  },
  closed,
);
export type MigrationApp = Static<typeof MigrationApp>;

export const MigrationsDetail = Type.Object(
  {
    applied: Provenance,
    database: Nullable(Type.String({ description: 'The database whose record was read.' })),
    tables: Nullable(
      Type.Integer({
        description:
          'Tables that the models need and that were looked for in the database; null where its tables were not read. What differs is among the problems.',
      }),
    ),
    apps: Type.Array(MigrationApp),
    problems: Type.Array(Problem),
  },
  closed,
);
export type MigrationsDetail = Static<typeof MigrationsDetail>;
