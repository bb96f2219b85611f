/** Models in the contract's form. */
import { relative } from 'node:path';
import type { AppFacts, Field, Model } from '../../../contract/index.ts';
import { intern } from '../../../python/index.ts';
import { namedParts } from '../migrations/compare/model-states.ts';
import type { ReadProject } from '../project/read-project.ts';
import { changedInMeta } from '../world/model-class/model-meta.ts';
import { COMPOSITE_KEY } from './fields/field-classes.ts';
import { namedOf, togetherOf } from './meta.ts';
import type { ReadField, ReadModel } from './model.ts';

const toField = (field: ReadField): Field => ({
  name: field.name,
  type: intern(field.classPath.slice(field.classPath.lastIndexOf('.') + 1)),
  column: field.column,
  null: field.null,
  primary_key: field.primaryKey,
  unique: field.unique,
  implicit: field.implicit,
  inherited_from: field.inheritedFrom,
  relation: field.relation,
  source: field.source,
});

const kindOf = (model: ReadModel): Model['kind'] => {
  if (model.abstract) return 'abstract';
  if (model.swapped !== null) return 'swapped';
  if (model.proxy) return 'proxy';
  if (model.autoCreated) return 'through';
  return model.managed ? 'model' : 'unmanaged';
};

/** A model is named by its class, and by `app_label.Class` where two apps share the name. */
export const displayNames = (models: readonly { id: string; name: string }[]): Map<string, string> => {
  const counts = new Map<string, number>();
  for (const { name } of models) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(models.map(({ id, name }) => [id, (counts.get(name) ?? 0) > 1 ? id : name]));
};

/** By their names: a relation may be named by its column, too. None where not all can be told. */
const compositeKeyOf = ({ fields }: ReadModel): string[] => {
  const key = fields.find(({ djangoClass }) => djangoClass === COMPOSITE_KEY);
  const names = (key?.args ?? []).map(
    (arg) => fields.find(({ name, relation }) => name === arg || (relation !== null && `${name}_id` === arg))?.name,
  );
  return names.includes(undefined) ? [] : names.filter((name) => name !== undefined);
};

const toModel = (model: ReadModel, name: string): Model => ({
  id: model.id,
  name,
  app: model.app,
  kind: kindOf(model),
  own: model.own,
  table: model.table,
  bases: [...model.bases],
  ordering: [...model.ordering],
  constraints: namedOf(namedParts(model, 'constraints')),
  indexes: namedOf(namedParts(model, 'indexes')),
  unique_together: togetherOf(changedInMeta(model.value, 'unique_together') ?? model.options.get('unique_together')),
  composite_key: compositeKeyOf(model),
  fields: model.fields.map(toField),
  source: model.source,
});

/** A model that was read anew is another object: how it is shown is kept with it. */
const shown = new WeakMap<ReadModel, Model>();

export const toModels = (models: readonly ReadModel[]): Model[] => {
  const names = displayNames(models);
  return models.map((model) => {
    const name = names.get(model.id) ?? model.name;
    const known = shown.get(model);
    if (known?.name === name) return known;
    const made = toModel(model, name);
    shown.set(model, made);
    return made;
  });
};

/** Models that count for an app: those that `apps.get_models()` gives. */
export const isCounted = (model: { kind: Model['kind'] }): boolean =>
  model.kind !== 'abstract' && model.kind !== 'swapped' && model.kind !== 'through';

/** Every installed app, the project's own first, then by label. */
export const toApps = (project: ReadProject, models: readonly Model[]): AppFacts[] => {
  const counts = new Map<string, number>();
  for (const model of models) if (isCounted(model)) counts.set(model.app, (counts.get(model.app) ?? 0) + 1);
  return project.apps
    .map((app) => {
      const migrations = app.migrationsModule === null ? undefined : project.modules.find(app.migrationsModule);
      return {
        label: app.label,
        name: app.name,
        own: app.own,
        path:
          app.path === null
            ? null
            : app.own
              ? relative(project.root, app.path) || '.'
              : project.modules.shownPath(app.path),
        models: counts.get(app.label) ?? 0,
        has_migrations: migrations?.isPackage === true && !migrations.isNamespace,
      };
    })
    .sort((a, b) => Number(b.own) - Number(a.own) || (a.label < b.label ? -1 : 1));
};
