/** The live registry over the static reading: live facts are shown, what text alone knows is kept, differences are told. */
import type { AppFacts, DatabaseFacts, Difference, Field, Model, ProjectFacts } from '../../../contract/index.ts';
import { displayNames, isCounted } from '../models/schema.ts';
import { isDatabase, isSqlite } from '../project/facts.ts';
import type { LiveData, LiveField, LiveModel } from './live.ts';

export type Merged = { project: ProjectFacts; apps: AppFacts[]; models: Model[]; differences: Difference[] };
export type Static = { project: ProjectFacts; apps: readonly AppFacts[]; models: readonly Model[] };

const kindOf = (model: LiveModel): Model['kind'] => {
  if (model.swapped !== null) return 'swapped';
  if (model.proxy) return 'proxy';
  if (model.auto_created) return 'through';
  return model.managed ? 'model' : 'unmanaged';
};

const mergeField = (live: LiveField, model: LiveModel, read: Field | undefined): Field => {
  const { holder, ...facts } = live;
  const inherited = holder !== null && holder !== model.id ? holder : null;
  return { ...facts, inherited_from: inherited ?? read?.inherited_from ?? null, source: read?.source ?? null };
};

const mergeModel = (live: LiveModel, read: Model | undefined, own: boolean): Model => ({
  id: live.id,
  name: live.name,
  app: live.app,
  kind: kindOf(live),
  own: read?.own ?? own,
  table: live.table,
  bases: live.bases,
  ordering: live.ordering,
  constraints: live.constraints,
  indexes: live.indexes,
  unique_together: live.unique_together,
  composite_key: live.composite_key,
  fields: live.fields.map((field) =>
    mergeField(
      field,
      live,
      read?.fields.find(({ name }) => name === field.name),
    ),
  ),
  source: read?.source ?? null,
});

const listed = (fields: readonly { name: string }[]): string => fields.map(({ name }) => name).join(', ');

const described = (field: Field | LiveField): string => {
  const parts = [
    field.type,
    field.null ? 'null' : '',
    field.relation === null ? '' : `→ ${field.relation.target ?? 'anything'}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
};

const modelDifferences = (live: LiveModel, read: Model): Difference[] => {
  const found: Difference[] = [];
  if (listed(live.fields) !== listed(read.fields))
    found.push({ subject: `fields of ${live.id}`, static: listed(read.fields), live: listed(live.fields) });
  for (const field of live.fields) {
    const other = read.fields.find(({ name }) => name === field.name);
    if (other !== undefined && described(other) !== described(field))
      found.push({ subject: `${live.id}.${field.name}`, static: described(other), live: described(field) });
  }
  // A text that does not tell it says nothing else.
  if (read.table !== null && read.table !== live.table)
    found.push({ subject: `table of ${live.id}`, static: read.table, live: live.table });
  return found;
};

const mergeApps = (apps: readonly AppFacts[], live: LiveData, models: readonly Model[]): AppFacts[] =>
  live.apps
    .map((app) => {
      const known = apps.find(({ label }) => label === app.label);
      return {
        label: app.label,
        name: app.name,
        own: known?.own ?? false,
        path: known?.path ?? null,
        models: models.filter((model) => model.app === app.label && isCounted(model)).length,
        has_migrations:
          known?.has_migrations ?? live.migrations?.disk.some((migration) => migration.app === app.label) ?? false,
      };
    })
    .sort((a, b) => Number(b.own) - Number(a.own) || (a.label < b.label ? -1 : 1));

const appDifferences = (read: Static, live: LiveData): Difference[] => {
  const [text, asked] = [read.apps.map(({ label }) => label).sort(), live.apps.map(({ label }) => label).sort()];
  return text.join() === asked.join()
    ? []
    : [{ subject: 'installed apps', static: text.join(', '), live: asked.join(', ') }];
};

/** Text knows where a database file lies, the live settings which databases there are. */
const mergeDatabases = (read: Static, live: LiveData): DatabaseFacts[] =>
  live.databases.filter(isDatabase).map((database) => {
    const known = read.project.databases.find(
      ({ alias, engine }) => alias === database.alias && engine === database.engine,
    );
    const isFile = isSqlite(database.engine) && database.name.startsWith('/');
    return { ...database, file: isFile ? database.name : (known?.file ?? null) };
  });

/** As the text has them, what it does not know last: else every answer of the project would move models that are the same. */
const inOrderOf = (read: readonly Model[], models: readonly Model[]): Model[] => {
  const places = new Map(read.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Model): number => places.get(id) ?? read.length;
  return models.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** `apps`: those of the running project, as far as text knows them. */
export const mergeSchema = (read: Static, live: LiveData, apps: readonly AppFacts[]): Merged => {
  const known = new Map(read.models.filter(({ kind }) => kind !== 'abstract').map((model) => [model.id, model]));
  const ownApps = new Set(apps.filter(({ own }) => own).map(({ label }) => label));
  const differences = appDifferences(read, live);
  const merged = live.models.map((model) => {
    const text = known.get(model.id);
    known.delete(model.id);
    if (text === undefined) differences.push({ subject: model.id, static: 'not found', live: 'registered' });
    else differences.push(...modelDifferences(model, text));
    return mergeModel(model, text, ownApps.has(model.app));
  });
  for (const id of known.keys()) differences.push({ subject: id, static: 'found', live: 'not registered' });
  const all = inOrderOf(read.models, [...merged, ...read.models.filter(({ kind }) => kind === 'abstract')]);
  // A static name may already be `app.Class`: names are given anew, from the classes.
  const classes = all.map(({ id }) => ({ id, name: id.slice(id.lastIndexOf('.') + 1) }));
  const names = displayNames(classes);
  const models = all.map((model) => ({ ...model, name: names.get(model.id) ?? model.name }));
  return {
    project: {
      ...read.project,
      settings_module: live.settings_module ?? read.project.settings_module,
      django_version: live.django,
      django_version_source:
        read.project.django_version === live.django ? read.project.django_version_source : 'the running project',
      python_version: live.python,
      auth_user_model: live.auth_user_model,
      default_auto_field: live.default_auto_field ?? read.project.default_auto_field,
      databases: mergeDatabases(read, live),
    },
    apps: mergeApps(apps, live, models),
    models,
    differences,
  };
};
