/** What a reading becomes: the rich resource that is stored whole, and the seed's short forms that stand in the status payload. */
import type {
  App,
  FixturesDetail,
  MigrationsDetail,
  ProjectFacts,
  SchemaDetail,
  SchemaNode,
} from '../../contract/index.ts';
import type { StaticReading } from '../../frameworks/framework.ts';
import { withThousands } from '../../kit/numbers.ts';
import type { Context } from '../context.ts';
import { countOwnModels, isShownApp, migrationFigures, renewInsights, schemaFigures } from './insights.ts';

const save = async (context: Context, workspaceId: number, kind: string, data: unknown): Promise<void> => {
  const secrets = context.projects.get(workspaceId)?.secrets ?? [];
  await context.store.readings.save({
    workspace_id: workspaceId,
    kind,
    data: withoutSecrets(context, data, secrets),
    read_at: context.clock.now(),
  });
};

/** A literal of the settings may stand in a default or a message: masked before it is stored. Almost never there, so looked for first. */
const withoutSecrets = (context: Context, data: unknown, secrets: readonly string[]): string => {
  const text = JSON.stringify(data);
  if (!secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))) return text;
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? context.runner.mask(value, secrets) : value,
  );
};

/** The project's own models and those they point at. */
const nodesOf = (schema: SchemaDetail): SchemaNode[] => {
  const byId = new Map(schema.models.map((model) => [model.id, model]));
  const shown = new Set(
    schema.models
      .filter((model) => model.own && model.kind !== 'abstract' && model.kind !== 'through')
      .map((model) => model.id),
  );
  for (const id of [...shown]) {
    for (const field of byId.get(id)?.fields ?? [])
      if (field.relation?.target && byId.has(field.relation.target)) shown.add(field.relation.target);
  }
  return schema.models
    .filter((model) => shown.has(model.id))
    .map((model) => ({
      name: model.name,
      fields: model.fields.map((field) => field.name),
      relations: [
        ...new Set(
          model.fields.flatMap((field) =>
            field.relation?.target ? (byId.get(field.relation.target)?.name ?? field.relation.target) : [],
          ),
        ),
      ],
    }));
};

/** Every installed app that has models or migrations, the project's own first, then by label. */
const appsOf = (schema: SchemaDetail, migrations: MigrationsDetail): App[] => {
  const pending = new Map(migrations.apps.map((app) => [app.label, app.pending]));
  return schema.apps
    .filter(isShownApp)
    .sort((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name))
    .map((app) => ({ label: app.name, pending_migrations: pending.get(app.label) ?? 0, models: app.models }));
};

export const publishSchema = async (context: Context, workspaceId: number, reading: StaticReading): Promise<string> => {
  await save(context, workspaceId, 'schema', reading.schema);
  await save(context, workspaceId, 'project', reading.project satisfies ProjectFacts);
  await save(context, workspaceId, 'nodes', { nodes: nodesOf(reading.schema) });
  await save(context, workspaceId, 'apps', appsOf(reading.schema, reading.migrations));
  context.board.touch(workspaceId, 'schema', 'apps', 'doc_links');
  const apps = reading.schema.apps.filter((app) => app.own && app.models > 0);
  return `${plural(countOwnModels(reading.schema), 'model')} in ${plural(apps.length, 'app')}, ${plural(reading.schema.problems.length, 'problem')}`;
};

export const publishMigrations = async (
  context: Context,
  workspaceId: number,
  reading: StaticReading,
): Promise<string> => {
  const { apps, applied } = reading.migrations;
  await save(context, workspaceId, 'migrations', reading.migrations);
  await save(context, workspaceId, 'apps', appsOf(reading.schema, reading.migrations));
  context.board.touch(workspaceId, 'apps');
  const total = apps.reduce((sum, app) => sum + app.migrations.length, 0);
  const pending = apps.reduce((sum, app) => sum + app.pending, 0);
  const unmade = apps.reduce((sum, app) => sum + app.unmade.length, 0);
  const words = `${plural(total, 'migration')} in ${plural(apps.filter((app) => app.migrations.length > 0).length, 'app')}, ${pending} pending, ${plural(unmade, 'unmade change')}`;
  return applied.source === 'unknown' ? `${words} (applied state unknown)` : words;
};

export const publishFixtures = async (
  context: Context,
  workspaceId: number,
  detail: FixturesDetail,
): Promise<string> => {
  await save(context, workspaceId, 'fixtures', detail);
  const objects = detail.files.reduce((sum, file) => sum + file.objects, 0);
  await renewInsights(context, workspaceId, 'fixtures', [
    { title: 'Fixture problems', value: String(detail.problems.length) },
  ]);
  return `${plural(objects, 'object')} in ${plural(detail.files.length, 'fixture')}, ${plural(detail.problems.length, 'problem')}`;
};

export const renewSchemaInsights = (context: Context, workspaceId: number, reading: StaticReading): Promise<void> =>
  renewInsights(context, workspaceId, 'schema', schemaFigures(context, reading.schema));

export const renewMigrationInsights = (context: Context, workspaceId: number, reading: StaticReading): Promise<void> =>
  renewInsights(context, workspaceId, 'migrations', migrationFigures(reading.migrations));

export const plural = (number: number, noun: string): string =>
  `${withThousands(number)} ${noun}${number === 1 ? '' : 's'}`;
