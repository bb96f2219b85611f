import Type, { type Static } from 'typebox';
import { closed, Moment, Nullable, words } from './shape.ts';

/** The Python that runs the workspace's commands, found by reading, never by running it. */
export const Interpreter = Type.Object(
  {
    path: Type.String(),
    origin: words('override', 'workspace', 'system'),
    python_version: Nullable(Type.String()),
    django_version: Nullable(Type.String()),
  },
  closed,
);
export type Interpreter = Static<typeof Interpreter>;

export const Workspace = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    path: Type.String(),
    python: Nullable(Type.String({ description: 'Interpreter chosen by hand; null: looked for.' })),
    interpreter: Nullable(Interpreter),
    interpreter_problem: Nullable(
      Type.String({ description: 'Why the folder or no interpreter can be used, and what to do.' }),
    ),
    network: Type.Boolean({ description: 'Runs may use the network (for a database server).' }),
    environment: Type.Array(Type.String(), { description: 'Names of environment variables handed to runs.' }),
    docs_url: Nullable(Type.String()),
    description: Type.String(),
    colour: Type.String(),
    created_at: Moment,
    available: Type.Boolean({ description: 'The folder and its manage.py are there now.' }),
  },
  closed,
);
export type Workspace = Static<typeof Workspace>;

const editable = {
  name: Type.Optional(Type.String({ maxLength: 80 })),
  python: Type.Optional(Type.String({ maxLength: 4096 })),
  network: Type.Optional(Type.String({ description: '`on`, `true`, `1` or `yes`; anything else is off.' })),
  environment: Type.Optional(Type.String({ maxLength: 2000, description: 'Names, separated by spaces or commas.' })),
  docs_url: Type.Optional(Type.String({ maxLength: 2000 })),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  colour: Type.Optional(Type.String({ maxLength: 7, description: '`#rrggbb`' })),
};

const path = Type.String({ minLength: 1, maxLength: 4096 });

export const NewWorkspace = Type.Object({
  path,
  slug: Type.Optional(Type.String({ maxLength: 50 })),
  ...editable,
});
export type NewWorkspace = Static<typeof NewWorkspace>;

export const WorkspaceChanges = Type.Object({ path: Type.Optional(path), ...editable });
export type WorkspaceChanges = Static<typeof WorkspaceChanges>;

/** What a folder holds, before it is added. */
export const Detection = Type.Object(
  {
    path: Type.String({ description: 'Canonical path.' }),
    name: Type.String(),
    slug: Type.String({ description: 'The slug it would get.' }),
    django_version: Nullable(Type.String()),
    interpreter: Nullable(Interpreter),
    settings_module: Nullable(Type.String()),
    databases: Type.Array(
      Type.Object(
        {
          alias: Type.String(),
          engine: Type.String(),
          name: Type.String(),
          reachable: words('file', 'missing', 'network'),
        },
        closed,
      ),
    ),
    apps: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
  },
  closed,
);
export type Detection = Static<typeof Detection>;

export const FolderCompletion = Type.Object(
  { folders: Type.Array(Type.Object({ path: Type.String(), project: Type.Boolean() }, closed)) },
  closed,
);
export type FolderCompletion = Static<typeof FolderCompletion>;

export const DocLinkRecord = Type.Object(
  {
    id: Type.Integer(),
    workspace: Nullable(Type.String({ description: 'null: for every workspace.' })),
    title: Type.String(),
    url: Type.String(),
  },
  closed,
);
export type DocLinkRecord = Static<typeof DocLinkRecord>;

export const NewDocLink = Type.Object({
  workspace: Type.Optional(Type.String()),
  title: Type.String({ minLength: 1, maxLength: 80 }),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
});
export type NewDocLink = Static<typeof NewDocLink>;

export const DocLinkChanges = Type.Partial(NewDocLink);
export type DocLinkChanges = Static<typeof DocLinkChanges>;
