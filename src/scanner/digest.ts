/** From what a framework read to what the service keeps of it. */
import type {
  App,
  FixtureFile,
  FixturesDetail,
  MigrationsDetail,
  Model,
  Problem,
  SchemaDetail,
  SchemaNode,
} from '../contract/index.ts';
import type { LogPosition, LogReading, ModelsReading, ReadLogLine, StaticReading } from '../frameworks/framework.ts';
import { hasSameItems } from '../kit/same-items.ts';
import { maskedJson, maskedText } from '../masking/json.ts';
import { createMaskers, type Masker } from '../masking/mask.ts';
import { endsOpenKey } from '../masking/safe-start.ts';
import { maxOpenLines } from '../masking/spans.ts';
import { pack, packWithList } from './pack.ts';
import { createListMemory } from './same-list.ts';
import type { FixturesReading, MigrationCounts, ModelCounts, ModelsDigest, Packed, Reading } from './scanner.ts';

const isShownModel = ({ own, kind }: Model): boolean => own && kind !== 'abstract' && kind !== 'through';

const targets = new WeakMap<Model, readonly string[]>();

/** What a model points at, each once. */
const targetsOf = (model: Model): readonly string[] => {
  const known = targets.get(model);
  if (known) return known;
  const found = [...new Set(model.fields.flatMap(({ relation }) => relation?.target ?? []))];
  targets.set(model, found);
  return found;
};

/** The project's own models and those they point at. */
const shownModels = ({ models }: SchemaDetail, byId: ReadonlyMap<string, Model>): Model[] => {
  const shown = new Set<Model>();
  for (const model of models.filter(isShownModel)) {
    shown.add(model);
    for (const id of targetsOf(model)) {
      const target = byId.get(id);
      if (target) shown.add(target);
    }
  }
  return models.filter((model) => shown.has(model));
};

const relationsOf = (model: Model, byId: ReadonlyMap<string, Model>): string[] => [
  ...new Set(targetsOf(model).map((id) => byId.get(id)?.name ?? id)),
];

/** What was written of a model, and what that points at by then: another model of the same name gives them others. */
const nodeTexts = new WeakMap<Model, { relations: readonly string[]; text: string }>();

const nodeText = (model: Model, byId: ReadonlyMap<string, Model>): string => {
  const relations = relationsOf(model, byId);
  const known = nodeTexts.get(model);
  if (known && hasSameItems(known.relations, relations)) return known.text;
  const node: SchemaNode = { name: model.name, fields: model.fields.map(({ name }) => name), relations };
  const text = JSON.stringify(node);
  nodeTexts.set(model, { relations, text });
  return text;
};

const writeNodes = (schema: SchemaDetail): string => {
  const byId = new Map(schema.models.map((model) => [model.id, model]));
  return `{"nodes":[${shownModels(schema, byId)
    .map((model) => nodeText(model, byId))
    .join(',')}]}`;
};

const rememberNodes = createListMemory<string>();

const nodesJson = (schema: SchemaDetail, secrets: readonly string[]): string =>
  rememberNodes(schema.models, secrets.join('\0'), () => maskedText(writeNodes(schema), secrets));

/** Apps with nothing to show (no models, no migrations) are left out of the payload and of its figures. */
const isShownApp = (app: SchemaDetail['apps'][number], { cutApps }: ModelsReading): boolean =>
  app.models > 0 || app.has_migrations || cutApps.includes(app.label);

/** A text by which names are in order, app2 before app10. `Intl` could tell, but takes longer to load than all else here. */
const placeOf = (name: string): string => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** Every shown app, the project's own first, then by name. */
const appsOf = (reading: StaticReading): App[] => {
  const { schema, migrations, cutApps } = reading;
  const pending = new Map(migrations.apps.map((app) => [app.label, app.pending]));
  return schema.apps
    .filter((app) => isShownApp(app, reading))
    .sort((a, b) => Number(b.own) - Number(a.own) || (placeOf(a.name) < placeOf(b.name) ? -1 : 1))
    .map((app) => ({
      label: app.name,
      pending_migrations: pending.get(app.label) ?? 0,
      // What was found of one whose text breaks off is not their number.
      ...(cutApps.includes(app.label) ? {} : { models: app.models }),
    }));
};

/** A note, of what could not be told say, is none. */
const isProblem = ({ severity }: Problem): boolean => severity !== 'info';

const modelCounts = (reading: ModelsReading): ModelCounts => {
  const { schema } = reading;
  const own = schema.apps.filter((app) => app.own);
  return {
    installedApps: schema.apps.length,
    shownApps: schema.apps.filter((app) => isShownApp(app, reading)).length,
    ownApps: own.filter((app) => app.models > 0).length,
    // Tables that Django makes for many-to-many fields and abstract bases do not count.
    ownModels: own.reduce((total, app) => total + app.models, 0),
    schemaProblems: schema.problems.filter(isProblem).length,
  };
};

const migrationCounts = ({ apps, problems }: MigrationsDetail): MigrationCounts => {
  const sum = (of: (app: MigrationsDetail['apps'][number]) => number): number =>
    apps.reduce((total, app) => total + of(app), 0);
  return {
    migrations: sum((app) => app.migrations.length),
    migratedApps: apps.filter((app) => app.migrations.length > 0).length,
    pending: sum((app) => app.pending),
    unmade: sum((app) => app.unmade.length),
    closedApps: problems.filter(({ code }) => code === 'migrations_unreadable').length,
    unclear: problems.filter(({ code }) => code === 'change_unclear').length,
    conflicts: sum((app) => Number(app.conflict)),
    migrationProblems: problems.filter((problem) => isProblem(problem) && problem.code !== 'migration_conflict').length,
  };
};

const packSchema = ({ models, ...frame }: SchemaDetail, secrets: readonly string[]): Packed =>
  packWithList({ frame, list: 'models', items: models, ownerOf: ({ app }) => app }, secrets);

const packMigrations = ({ apps, ...frame }: MigrationsDetail, secrets: readonly string[]): Packed =>
  packWithList({ frame, list: 'apps', items: apps, ownerOf: ({ label }) => label }, secrets);

export const digestModels = (reading: ModelsReading): ModelsDigest => {
  const { project, schema, appsProblem, modelsProblem, fixtureNeeds, secrets, shownNames, areDatabasesTold } = reading;
  const { pathFolders, logFiles, checkedFolders, dataFiles } = reading;
  return {
    djangoVersion: project.django_version,
    sqliteFiles: project.databases.flatMap((database) => database.file ?? []),
    areDatabasesTold,
    pathFolders,
    logFiles,
    checkedFolders,
    dataFiles,
    secrets,
    shownNames,
    schema: packSchema(schema, secrets),
    project: maskedJson(project, secrets),
    nodes: nodesJson(schema, secrets),
    fixtureNeeds,
    counts: modelCounts(reading),
    provenance: { source: schema.provenance.source, note: schema.provenance.note },
    appsProblem,
    modelsProblem,
  };
};

export const digestReading = (reading: StaticReading): Reading => {
  const { migrations, record, recorded, nextPending, secrets } = reading;
  const models = digestModels(reading);
  return {
    ...models,
    migrations: packMigrations(migrations, secrets),
    apps: maskedJson(appsOf(reading), secrets),
    counts: { ...models.counts, ...migrationCounts(migrations) },
    applied: { source: migrations.applied.source, note: migrations.applied.note },
    record,
    recorded,
    nextPending,
  };
};

const textOf = ({ message, detail }: ReadLogLine): string => (detail === null ? message : `${message}\n${detail}`);

/**
 * Here rather than in the service: what a hostile project logs may take long to look through. The lines of a file are followed, from one
 * reading to the next: a private key that is printed over several may be a message, its detail and the messages after it, and
 * what came before the first of them may have been left out. `before`: where the reading began.
 */
export const maskLogs = (reading: LogReading, secrets: readonly string[], before: LogPosition): LogReading => {
  const create = createMaskers(secrets);
  const keyLines = new Map(Object.entries(before).map(([source, { keyLines = 0 }]) => [source, keyLines]));
  const maskers = new Map<string, Masker>();
  for (const [source, lines] of Map.groupBy(reading.lines, (line) => line.source)) {
    const isInKey = endsOpenKey(lines.slice(0, maxOpenLines).map(textOf));
    maskers.set(source, create(isInKey ? maxOpenLines : keyLines.get(source)));
  }
  const lines = reading.lines.map((line) => {
    const masker = maskers.get(line.source) ?? create();
    masker.startEntry();
    const message = masker.maskText(line.message);
    return { ...line, message, detail: line.detail === null ? null : masker.maskText(line.detail) };
  });
  const position = Object.entries(reading.position).map(([source, place]) => {
    const left = maskers.get(source)?.keyLines() ?? keyLines.get(source) ?? 0;
    return [source, left > 0 ? { ...place, keyLines: left } : place];
  });
  return { ...reading, lines, position: Object.fromEntries(position) };
};

/** One that does not parse was read: it is a problem, and counted there. */
const isBroken = ({ file }: FixtureFile, { problems }: FixturesDetail): boolean =>
  problems.some((problem) => problem.code === 'fixture_syntax' && problem.file === file);

export const digestFixtures = (fixtures: FixturesDetail, secrets: readonly string[]): FixturesReading => ({
  fixtures: pack(maskedJson(fixtures, secrets)),
  files: fixtures.files.length,
  objects: fixtures.files.reduce((sum, file) => sum + (file.objects ?? 0), 0),
  unread: fixtures.files.filter((file) => file.objects === null && !isBroken(file, fixtures)).length,
  problems: fixtures.problems.filter(isProblem).length,
  unclear: fixtures.files.filter(({ models }) => models.some((model) => model.unclear)).length,
  foldersProblem: fixtures.problems.find(({ code }) => code === 'fixture_folders_unresolved')?.message ?? null,
});
