/** From what a framework read to what the service keeps of it. */
import { gzipSync } from 'node:zlib';
import type { App, FixturesDetail, MigrationsDetail, SchemaDetail, SchemaNode } from '../contract/index.ts';
import type { StaticReading } from '../frameworks/framework.ts';
import { holdsSecret, maskedJson } from '../masking/json.ts';
import type { FixturesReading, Packed, Reading, ReadingCounts } from './scanner.ts';

/** Fast rather than small: it shrinks such JSON more than tenfold in a millisecond per megabyte. */
const pack = (json: string | Buffer): Packed => gzipSync(json, { level: 1 });

/** JSON of items that a framework hands over again as long as nothing about them changed. As bytes: they lie outside the heap. */
const remembered = new WeakMap<object, Buffer>();

const bytesOf = (item: object): Buffer => {
  let bytes = remembered.get(item);
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(item));
    remembered.set(item, bytes);
  }
  return bytes;
};

const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** An object one of whose lists holds most of it. */
const packWithList = <K extends string>(
  data: Record<K, readonly object[]>,
  list: K,
  secrets: readonly string[],
): Packed => {
  const { [list]: items, ...frame } = data;
  const pieces = [Buffer.from(`${JSON.stringify(frame).slice(0, -1)},${JSON.stringify(list)}:`), open];
  for (const [index, item] of items.entries()) {
    if (index > 0) pieces.push(comma);
    pieces.push(bytesOf(item));
  }
  pieces.push(close, Buffer.from('}'));
  const json = Buffer.concat(pieces);
  return pack(holdsSecret(json, secrets) ? maskedJson(data, secrets) : json);
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

/** Every shown app, the project's own first, then by name: app2 before app10. */
const appsOf = (schema: SchemaDetail, migrations: MigrationsDetail): App[] => {
  const pending = new Map(migrations.apps.map((app) => [app.label, app.pending]));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return schema.apps
    .filter(isShownApp)
    .sort((a, b) => Number(b.own) - Number(a.own) || compare(a.name, b.name))
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
  schema: packWithList(schema, 'models', secrets),
  migrations: packWithList(migrations, 'apps', secrets),
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
