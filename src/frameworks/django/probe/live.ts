/** The live registry as `probe.py` reports it: checked against this schema before a word of it is believed. */
import Type, { type Static } from 'typebox';
import { Relation } from '../../../contract/index.ts';
import { Nullable } from '../../../contract/shape.ts';

/**
 * A hostile project forges what it likes. A name longer than any path, and a text longer than anybody reads, are not believed; how much
 * there may be in all is asked in `parse-probe.ts`.
 */
const Text = Type.String({ maxLength: 4096 });
const LongText = Type.String({ maxLength: 64 * 1024 });
const Texts = Type.Array(Text);
const LongTexts = Type.Array(LongText);
const Version = Type.String({ maxLength: 64 });

export const LiveField = Type.Object({
  name: Text,
  type: Text,
  column: Nullable(Text),
  null: Type.Boolean(),
  primary_key: Type.Boolean(),
  unique: Type.Boolean(),
  implicit: Type.Boolean(),
  /** `app_label.Class` of the model whose field it is: a parent's for one that is inherited. */
  holder: Nullable(Text),
  relation: Nullable(Relation),
});
export type LiveField = Static<typeof LiveField>;

export const LiveModel = Type.Object({
  id: Text,
  app: Text,
  name: Text,
  module: Text,
  proxy: Type.Boolean(),
  managed: Type.Boolean(),
  swapped: Nullable(Text),
  auto_created: Type.Boolean(),
  table: Text,
  bases: Texts,
  ordering: LongTexts,
  constraints: LongTexts,
  indexes: LongTexts,
  unique_together: Type.Array(Texts),
  composite_key: Texts,
  fields: Type.Array(LiveField),
});
export type LiveModel = Static<typeof LiveModel>;

export const LiveMigration = Type.Object({
  app: Text,
  name: Text,
  dependencies: Texts,
  run_before: Texts,
  replaces: Texts,
});
export type LiveMigration = Static<typeof LiveMigration>;

export const LiveChange = Type.Object({
  app: Text,
  kind: Type.String({ maxLength: 4096, description: 'Class of the operation that makemigrations would write.' }),
  model: Nullable(Text),
  field: Nullable(Text),
  description: LongText,
});
export type LiveChange = Static<typeof LiveChange>;

export const LiveTables = Type.Object({
  is_exact: Type.Boolean({ description: 'Names that differ in capital letters alone are others.' }),
  tables: Type.Array(
    Type.Object({
      name: Text,
      columns: Nullable(Type.Array(Type.Object({ name: Text, needs_value: Type.Boolean() }))),
    }),
  ),
  /** Models that a router sends to another database. */
  elsewhere: Texts,
  /** Fields that this database has no column for: `app_label.Class.field`. */
  without_column: Texts,
});

export const LiveMigrations = Type.Object({
  disk: Type.Array(LiveMigration),
  applied: Type.Object({
    rows: Nullable(Type.Array(Type.Object({ app: Text, name: Text, applied: Nullable(Text) }))),
    problem: Nullable(LongText),
  }),
  tables: Nullable(LiveTables),
  unmade: Type.Object({ changes: Nullable(Type.Array(LiveChange)), problem: Nullable(LongText) }),
});
export type LiveMigrations = Static<typeof LiveMigrations>;

const format = Type.Literal(1);
const databases = Type.Array(Type.Object({ alias: Text, engine: Text, name: Text }));

/** What is reported when it is asked for databases alone. */
export const LiveDatabases = Type.Object({ format, databases });

export const LiveData = Type.Object({
  format,
  django: Version,
  python: Version,
  settings_module: Nullable(Text),
  auth_user_model: Text,
  default_auto_field: Nullable(Text),
  databases,
  fixture_dirs: Texts,
  apps: Type.Array(Type.Object({ label: Text, name: Text, path: Text })),
  models: Type.Array(LiveModel),
  migrations: Nullable(LiveMigrations),
  migrations_problem: Nullable(LongText),
  /** Where in the project's text that was. */
  migrations_place: Nullable(Type.Object({ file: Text, line: Nullable(Type.Integer({ minimum: 1 })) })),
});
export type LiveData = Static<typeof LiveData>;
