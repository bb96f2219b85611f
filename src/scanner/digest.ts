/** From what a framework read to what the service keeps of it. */
import { gzipSync } from 'node:zlib';
import type { App, FixturesDetail, MigrationsDetail, SchemaDetail, SchemaNode } from '../contract/index.ts';
import type { StaticReading } from '../frameworks/framework.ts';
import { maskedJson } from '../masking/json.ts';
import type { FixturesReading, Packed, Reading, ReadingCounts } from './scanner.ts';

/** Fast rather than small: it shrinks such JSON more than tenfold in a millisecond per megabyte. */
const pack = (text: string): Packed => gzipSync(text, { level: 1 });

/** JSON of items that a framework hands over again as long as nothing about them changed. */
const remembered = new WeakMap<object, string>();

const itemText = (item: object): string => {
  let text = remembered.get(item);
  if (text === undefined) {
    text = JSON.stringify(item);
    remembered.set(item, text);
  }
  return text;
};

/** JSON of an object one of whose lists holds most of it. */
const textWithList = <K extends string>(data: Record<K, readonly object[]>, list: K): string => {
  const members = Object.entries<unknown>(data).map(([key, value]) => {
    const text = key === list ? `[${data[list].map(itemText).join(',')}]` : JSON.stringify(value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${members.join(',')}}`;
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

/** Apps with nothing to show (no models, no migrations) are left out of the payload and of its figures. */
const isShownApp = (app: SchemaDetail['apps'][number]): boolean => app.models > 0 || app.has_migrations;

/** Every shown app, the project's own first, then by name. */
const appsOf = (schema: SchemaDetail, migrations: MigrationsDetail): App[] => {
  const pending = new Map(migrations.apps.map((app) => [app.label, app.pending]));
  return schema.apps
    .filter(isShownApp)
    .sort((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name))
    .map((app) => ({ label: app.name, pending_migrations: pending.get(app.label) ?? 0, models: app.models }));
};

const countsOf = (schema: SchemaDetail, { apps }: MigrationsDetail): ReadingCounts => {
  const sum = (of: (app: MigrationsDetail['apps'][number]) => number): number =>
    apps.reduce((total, app) => total + of(app), 0);
  const own = schema.apps.filter((app) => app.own);
  return {
    shownApps: schema.apps.filter(isShownApp).length,
    ownApps: own.filter((app) => app.models > 0).length,
    // Tables that Django makes for many-to-many fields and abstract bases do not count.
    ownModels: own.reduce((total, app) => total + app.models, 0),
    schemaProblems: schema.problems.length,
    migrations: sum((app) => app.migrations.length),
    migratedApps: apps.filter((app) => app.migrations.length > 0).length,
    pending: sum((app) => app.pending),
    unmade: sum((app) => app.unmade.length),
    conflicts: sum((app) => Number(app.conflict)),
  };
};

/** The project's own apps first. */
const nextPendingOf = ({ apps }: MigrationsDetail): Reading['nextPending'] => {
  for (const app of [...apps].sort((a, b) => Number(b.own) - Number(a.own))) {
    const migration = app.migrations.find((candidate) => candidate.state === 'pending');
    if (migration) return { app: app.label, migration: migration.name };
  }
  return null;
};

export const digestReading = ({ project, schema, migrations, secrets, logFiles }: StaticReading): Reading => ({
  djangoVersion: project.django_version,
  sqliteFiles: project.databases.flatMap((database) => database.file ?? []),
  logFiles,
  secrets,
  schema: pack(maskedJson(schema, secrets, textWithList(schema, 'models'))),
  migrations: pack(maskedJson(migrations, secrets, textWithList(migrations, 'apps'))),
  project: maskedJson(project, secrets),
  nodes: maskedJson({ nodes: nodesOf(schema) }, secrets),
  apps: maskedJson(appsOf(schema, migrations), secrets),
  modelIds: schema.models.map((model) => model.id),
  counts: countsOf(schema, migrations),
  applied: { source: migrations.applied.source, note: migrations.applied.note },
  nextPending: nextPendingOf(migrations),
});

export const digestFixtures = ({ files, problems }: FixturesDetail, secrets: readonly string[]): FixturesReading => ({
  fixtures: pack(maskedJson({ files, problems } satisfies FixturesDetail, secrets)),
  files: files.length,
  objects: files.reduce((sum, file) => sum + file.objects, 0),
  problems: problems.length,
});
