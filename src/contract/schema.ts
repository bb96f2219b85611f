/** The rich form of the schema: what `GET /api/workspaces/<slug>/schema/` answers. */
import Type, { type Static } from 'typebox';
import { closed, Nullable, Problem, Provenance, SourceRef, words } from './shape.ts';

export const Relation = Type.Object(
  {
    kind: words('foreign_key', 'one_to_one', 'many_to_many', 'generic'),
    target: Nullable(Type.String({ description: '`app_label.Class`; null for a generic relation to anything.' })),
    cardinality: words('n:1', '1:1', 'n:m', '1:n'),
    through: Nullable(Type.String({ description: '`app_label.Class` of the model in between.' })),
    on_delete: Nullable(Type.String()),
    related_name: Nullable(Type.String()),
    parent_link: Type.Boolean(),
    to_field: Nullable(Type.String({ description: 'Field of the target that it points at; null: its primary key.' })),
  },
  closed,
);
export type Relation = Static<typeof Relation>;

export const Field = Type.Object(
  {
    name: Type.String(),
    type: Type.String({ description: 'Class of the field, e.g. `CharField`.' }),
    column: Nullable(Type.String()),
    null: Type.Boolean(),
    primary_key: Type.Boolean(),
    unique: Type.Boolean(),
    implicit: Type.Boolean({ description: 'Added by Django (`id`, parent pointer), not written in the class.' }),
    inherited_from: Nullable(Type.String()),
    relation: Nullable(Relation),
    source: Nullable(SourceRef),
  },
  closed,
);
export type Field = Static<typeof Field>;

export const Model = Type.Object(
  {
    id: Type.String({ description: '`app_label.Class`' }),
    name: Type.String({ description: 'Class, or `app_label.Class` where two apps share the name.' }),
    app: Type.String({ description: 'App label.' }),
    kind: words('model', 'proxy', 'abstract', 'through', 'swapped', 'unmanaged'),
    own: Type.Boolean({ description: 'Written in the workspace rather than installed.' }),
    table: Nullable(Type.String({ description: 'Null for an abstract model, and where the text does not tell it.' })),
    bases: Type.Array(Type.String()),
    ordering: Type.Array(Type.String()),
    constraints: Type.Array(Type.String()),
    indexes: Type.Array(Type.String()),
    unique_together: Type.Array(Type.Array(Type.String())),
    composite_key: Type.Array(Type.String(), {
      description: 'The fields that are its primary key together (Django 5.2); empty where one field is.',
    }),
    fields: Type.Array(Field),
    source: Nullable(SourceRef),
  },
  closed,
);
export type Model = Static<typeof Model>;

export const AppFacts = Type.Object(
  {
    label: Type.String({ description: 'Short label, `auth`.' }),
    name: Type.String({ description: 'Dotted name, `django.contrib.auth`.' }),
    own: Type.Boolean(),
    path: Nullable(Type.String()),
    models: Type.Integer(),
    has_migrations: Type.Boolean(),
  },
  closed,
);
export type AppFacts = Static<typeof AppFacts>;

/** Where the static reading and the live registry disagree; the live one is shown. */
export const Difference = Type.Object({ subject: Type.String(), static: Type.String(), live: Type.String() }, closed);
export type Difference = Static<typeof Difference>;

export const DatabaseFacts = Type.Object(
  {
    alias: Type.String(),
    engine: Type.String(),
    name: Type.String({ description: 'Name or path, without user and password.' }),
    file: Nullable(Type.String({ description: 'Absolute path of an SQLite file.' })),
  },
  closed,
);
export type DatabaseFacts = Static<typeof DatabaseFacts>;

export const ProjectFacts = Type.Object(
  {
    settings_module: Nullable(Type.String()),
    django_version: Nullable(Type.String()),
    django_version_source: Nullable(Type.String({ description: 'File that tells the version.' })),
    python_version: Nullable(Type.String()),
    auth_user_model: Type.String(),
    default_auto_field: Nullable(Type.String()),
    databases: Type.Array(DatabaseFacts),
    readme: Nullable(Type.String()),
  },
  closed,
);
export type ProjectFacts = Static<typeof ProjectFacts>;

export const SchemaDetail = Type.Object(
  {
    provenance: Provenance,
    project: ProjectFacts,
    apps: Type.Array(AppFacts),
    models: Type.Array(Model),
    differences: Type.Array(Difference),
    problems: Type.Array(Problem),
  },
  closed,
);
export type SchemaDetail = Static<typeof SchemaDetail>;
