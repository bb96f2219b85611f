import Type from 'typebox';
import type { Migration, MigrationApp, MigrationsDetail } from '../../contract/index.ts';
import { notFound } from '../../kit/errors.ts';
import { firstRows, placeOf } from '../answer.ts';
import { type Tool, tool } from '../tool.ts';
import { ofWorkspace, readScanned, slugOf } from '../workspace.ts';

const migrationRow = ({ name, state, applied_at, operations, dependencies, source, ...rest }: Migration) => ({
  name,
  state,
  applied_at,
  operations: operations.map(({ description }) => description),
  dependencies,
  replaces: rest.replaces,
  leaf: rest.leaf,
  at: placeOf(source),
});

const unmadeRows = ({ unmade }: MigrationApp) =>
  unmade.map(({ description, source }) => ({ change: description, at: placeOf(source) }));

/** Where these are told, no unmade change of those apps only means that none was found. */
export const undecidedOf = ({ problems }: MigrationsDetail): string[] =>
  problems
    .filter(({ code }) => code === 'change_unclear' || code === 'migrations_unreadable')
    .map(({ message }) => message);

/** What is to be done in an app, and where it stands. */
const appRow = (app: MigrationApp) => ({
  app: app.label,
  own: app.own,
  migrations: app.migrations.length,
  pending: app.migrations.filter(({ state }) => state === 'pending').map(({ name }) => name),
  file_missing: app.migrations.filter(({ state }) => state === 'file_missing').map(({ name }) => name),
  leaves: app.migrations.filter(({ leaf }) => leaf).map(({ name }) => name),
  conflict: app.conflict,
  unmade_changes: unmadeRows(app),
});

const findApp = (apps: readonly MigrationApp[], label: string): MigrationApp => {
  const app = apps.find((one) => one.label === label || one.name === label);
  if (app) return app;
  const others = apps.length === 0 ? 'No app has any.' : `Those that do: ${apps.map((one) => one.label).join(', ')}.`;
  throw notFound(`No app "${label}" has migrations. ${others}`);
};

export const migrationTools: readonly Tool[] = [
  tool({
    name: 'list_migrations',
    title: 'Migrations of a project',
    description:
      'Migration files held against the models and the database: per app what is pending, conflicts, applied migrations whose file is missing, ' +
      'and unmade changes (what makemigrations would write). With `app`: each of its migrations with operations and state, newest first.',
    input: Type.Object({
      ...ofWorkspace,
      app: Type.Optional(Type.String({ description: 'App label: tell this app whole.' })),
    }),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const { detail, scanning } = await readScanned<MigrationsDetail>(call, slug, 'migrations');
      const common = {
        workspace: slug,
        scanning,
        applied_from: detail.applied,
        database: detail.database,
        unmade_changes_undecided: undecidedOf(detail),
      };
      if (input.app === undefined) {
        const { rows, more } = firstRows(detail.apps.map(appRow), 'ask for an `app`.');
        return { ...common, apps: rows, more };
      }
      const app = findApp(detail.apps, input.app);
      const { rows, more } = firstRows(app.migrations.toReversed().map(migrationRow), 'older ones are in its folder.');
      return {
        ...common,
        app: app.label,
        conflict: app.conflict,
        unmade_changes: unmadeRows(app),
        migrations: rows,
        more,
      };
    },
  }),
];
