/** The models of a project with their fields in Django's order, auto-created ones included. */
import type { Problem, Relation } from '../../../contract/index.ts';
import { isA, nameOf, truthOf, tupleOf, type Value } from '../../../python/index.ts';
import { managersOf } from '../migrations/compare/managers.ts';
import { installedLabels } from '../project/gaps.ts';
import type { ReadProject } from '../project/read-project.ts';
import { record } from '../world/journal.ts';
import { isAddedLater } from '../world/model-class/class-hooks.ts';
import { changedInMeta, takenOrdering } from '../world/model-class/model-meta.ts';
import { MODEL } from '../world/model-class/registered-models.ts';
import { askedThrough, isThrough } from '../world/model-class/through-models.ts';
import { addProblem } from '../world/world-state.ts';
import type { BuiltField, BuiltModel } from './build.ts';
import { allFields } from './fields/all-fields.ts';
import { isColumnless, isComposite, isPlainObject } from './fields/field-classes.ts';
import { createMemory, type Made, make, type Remembering, stillHolds, takeAgain } from './memory.ts';
import { writtenOrdering } from './meta.ts';
import type { MaybeFields, ReadField, ReadModel } from './model.ts';
import { isChanged, isOpen, isUnsure, sayNotInstalled, sayOpenParts } from './open-parts.ts';
import { modelId, modelKey, type Registry, readRegistry } from './registry.ts';
import { createTargets, isAutoThrough, relationOf, type Targets } from './relations.ts';
import { isOfPackage, sourceOf } from './sources.ts';

type Reading = { project: ReadProject; registry: Registry; targets: Targets; remembering: Remembering };

const columnOf = (field: BuiltField): string | null => {
  const { kind } = field.fieldClass;
  if (kind !== 'field' && kind !== 'foreign_key' && kind !== 'one_to_one') return null;
  if (isComposite(field.fieldClass) || isPlainObject(field.fieldClass) || isColumnless(field.fieldClass)) return null;
  const written = (field.placed ?? field.keywords).get('db_column');
  const name = field.placedName ?? field.name;
  const attname = kind === 'field' ? name : `${name}_id`;
  const isObject = field.fieldClass.djangoClass === 'django.db.models.ForeignObject';
  const column = typeof written === 'string' ? written : isObject ? null : attname;
  const own = field.own?.columnOf?.(name, { attname, column });
  return own === undefined ? column : own;
};

/** `null="True"` is taken for true, as Python does. */
const isTruth = (value: Value | undefined): boolean => value !== undefined && truthOf(value) === true;

/** What a NullBooleanField is made with is given by its class. */
const isNull = ({ keywords, fieldClass: { djangoClass } }: BuiltField): boolean =>
  isTruth(keywords.get('null')) || djangoClass === 'django.db.models.NullBooleanField';

const inheritedFrom = (field: BuiltField, model: BuiltModel): string | null => {
  const holder = field.heldBy ?? field.holder;
  if (holder !== model && holder !== null) return modelId(holder);
  return field.origin === null || field.origin === model.value ? null : (nameOf(field.origin) ?? null);
};

const readField = (
  field: BuiltField,
  model: BuiltModel,
  { project, targets }: Reading,
  isSwapped: boolean,
): ReadField => {
  const { fieldClass, keywords } = field;
  return {
    name: field.name,
    classPath: fieldClass.path,
    kind: fieldClass.kind,
    djangoClass: fieldClass.djangoClass,
    args: field.args,
    keywords,
    own: field.own,
    counter: field.counter,
    column: columnOf(field),
    null: isNull(field),
    primaryKey: field.primaryKey,
    unique: isTruth(keywords.get('unique')) || field.primaryKey || fieldClass.kind === 'one_to_one',
    implicit: field.implicit || keywords.get('auto_created') === true || isMadeFor(model),
    inheritedFrom: inheritedFrom(field, model),
    relation: relationOf(field, targets, isSwapped),
    source: sourceOf(project, field.file, field.line),
  };
};

/** The model that a setting puts in this one's place, when it does. */
const swappedBy = (model: BuiltModel, project: ReadProject): string | null => {
  const swappable = model.options.get('swappable');
  if (typeof swappable !== 'string') return null;
  const chosen = project.settings.values.get(swappable);
  if (typeof chosen !== 'string') return null;
  return chosen.toLowerCase() === modelKey(model) ? null : chosen;
};

/** A field of another model made it, to go through. */
const isMadeFor = ({ options }: BuiltModel): boolean => isA(options.get('auto_created'), 'class');

const isManaged = ({ value, options }: BuiltModel): boolean =>
  (changedInMeta(value, 'managed') ?? options.get('managed')) !== false;

const tableOf = (model: BuiltModel): string | null => {
  if (model.abstract) return null;
  const changed = changedInMeta(model.value, 'db_table');
  if (model.proxy && changed === undefined)
    return model.concrete === null || model.concrete === model ? null : tableOf(model.concrete);
  const written = changed ?? model.options.get('db_table');
  if (written !== undefined && truthOf(written) !== false) return typeof written === 'string' ? written : null;
  return `${model.app}_${model.name.toLowerCase()}`;
};

/** As `_meta` has it in the end: a model of its own takes over what its parent is ordered by, unless that is abstract. */
const orderingOf = (model: BuiltModel): string[] => {
  const changed = changedInMeta(model.value, 'ordering');
  return changed === undefined ? orderingWhenMade(model) : writtenOrdering(changed);
};

const orderingWhenMade = (model: BuiltModel): string[] => {
  if (!model.abstract && typeof model.options.get('order_with_respect_to') === 'string') return ['_order'];
  if (model.options.has('ordering') || model.abstract) return writtenOrdering(model.options.get('ordering'));
  const taken = takenOrdering(model.value);
  if (taken !== undefined) return writtenOrdering(taken);
  const [parent] = model.bases;
  return parent === undefined || parent.abstract ? [] : orderingWhenMade(parent);
};

const baseNames = (model: BuiltModel): string[] =>
  (model.value?.bases ?? []).flatMap((base) => {
    const built = model.bases.find((candidate) => isA(base, 'class') && candidate.value === base);
    if (built !== undefined && !built.abstract) return [modelId(built)];
    const given = isA(base, 'class') ? base.names.get('__qualname__') : undefined;
    const name = isA(base, 'class') && typeof given === 'string' ? `${base.module}.${given}` : nameOf(base);
    return name === undefined || name === 'builtins.object' || MODEL.test(name) ? [] : [name];
  });

/** Attributes that could not be read, of the class itself and of what it inherits. */
const mayHave = (model: BuiltModel, { project, registry }: Reading): MaybeFields => {
  if (isOpen(model) || isChanged(model, project) || isUnsure(model, project) || registry.isOpen) return 'any';
  return model.unread;
};

const readModel = (model: BuiltModel, reading: Reading): ReadModel => {
  const { project } = reading;
  sayOpenParts(model, project);
  const swappable = model.options.get('swappable');
  const swapped = swappedBy(model, project);
  const read = (field: BuiltField): ReadField => readField(field, model, reading, swapped !== null);
  const known = new Map(allFields(model).map((field) => [field, read(field)]));
  const pick = (fields: readonly BuiltField[]): ReadField[] => fields.map((field) => known.get(field) ?? read(field));
  const file = model.value?.file ?? null;
  return {
    id: modelId(model),
    app: model.app ?? '',
    name: model.name,
    abstract: model.abstract,
    proxy: model.proxy,
    managed: isManaged(model),
    swappable: typeof swappable === 'string' ? swappable : null,
    swapped,
    autoCreated: isMadeFor(model),
    own: file !== null && !isOfPackage(project.modules.shownPath(file)),
    table: tableOf(model),
    options: model.options,
    ordering: orderingOf(model),
    bases: baseNames(model),
    localFields: pick(model.localFields),
    localManyToMany: pick(model.localManyToMany),
    privateFields: pick(model.privateFields),
    fields: [...known.values()],
    unsure: isUnsure(model, project),
    isOpen: isOpen(model),
    mayHave: mayHave(model, reading),
    isKeyOpen: model.isKeyOpen,
    managers: model.abstract ? [] : managersOf(model, project.world.engine.world.openReference),
    source: sourceOf(project, file, model.value?.line ?? 0),
    value: model.value,
  };
};

const FOREIGN_KEY = 'django.db.models.ForeignKey';

const throughField = (name: string, target: string | null, through: string, counter: number): ReadField => {
  const relation: Relation = {
    kind: 'foreign_key',
    target,
    cardinality: 'n:1',
    through: null,
    on_delete: 'CASCADE',
    related_name: `${through}+`,
    parent_link: false,
    to_field: null,
  };
  return {
    name,
    classPath: FOREIGN_KEY,
    kind: 'foreign_key',
    djangoClass: FOREIGN_KEY,
    args: [],
    keywords: new Map<string, Value>(),
    own: null,
    counter,
    column: `${name}_id`,
    null: false,
    primaryKey: false,
    unique: false,
    implicit: true,
    inheritedFrom: null,
    relation,
    source: null,
  };
};

/** The model that Django makes for a many-to-many field that names none. */
const autoThrough = (
  owner: ReadModel,
  field: ReadField,
  autoFieldPath: string,
  isTargetManaged: boolean,
  added: readonly ReadField[],
): ReadModel => {
  const name = `${owner.name}_${field.name}`;
  const target = field.relation?.target ?? null;
  const [from, to] = [owner.name.toLowerCase(), target?.split('.').at(-1)?.toLowerCase()];
  const [here = from, there] = from === to ? [`from_${from}`, `to_${to}`] : [from, to];
  const written = field.keywords.get('db_table') ?? null;
  const around = owner.table?.replace(/^"(.*)"$/, '$1');
  const id: ReadField = {
    ...throughField('id', null, name, -1),
    classPath: autoFieldPath,
    djangoClass: autoFieldPath,
    kind: 'field',
    column: 'id',
    primaryKey: true,
    unique: true,
    relation: null,
  };
  // How both are called depends on the target.
  const pointers =
    there === undefined ? [] : [throughField(here, owner.id, name, 0), throughField(there, target, name, 1)];
  const fields = [id, ...pointers, ...added];
  return {
    id: `${owner.app}.${name}`,
    app: owner.app,
    name,
    abstract: false,
    proxy: false,
    managed: owner.managed || isTargetManaged,
    swappable: null,
    swapped: null,
    autoCreated: true,
    own: owner.own,
    table: typeof written === 'string' ? written : written === null && around ? `${around}_${field.name}` : null,
    options: new Map(there === undefined ? [] : [['unique_together', tupleOf([here, there])]]),
    ordering: [],
    bases: [],
    localFields: fields,
    localManyToMany: [],
    privateFields: [],
    fields,
    unsure: false,
    isOpen: owner.isOpen || there === undefined,
    mayHave: there === undefined ? 'any' : null,
    isKeyOpen: false,
    managers: [],
    source: field.source,
    value: null,
  };
};

/** What code has added to the model that Django makes for a field: `Book.authors.through.add_to_class(…)`. */
const addedTo = (owner: BuiltModel, { name }: BuiltField, reading: Reading): ReadField[] => {
  const item = owner.value?.names.get(name);
  const made = isA(item, 'call') ? askedThrough(item) : undefined;
  const through = made && reading.registry.resolveTarget(made, owner);
  const added = through?.localFields.filter((field) => isAddedLater(made?.names.get(field.name))) ?? [];
  return through === undefined
    ? []
    : added.map((field) => ({ ...readField(field, through, reading, false), implicit: true }));
};

/** A model and those that Django makes for it. */
const readWithThroughs = (built: BuiltModel, reading: Reading): ReadModel[] => {
  const { project } = reading;
  const model = readModel(built, reading);
  if (model.abstract || model.swapped !== null) return [model];
  const throughs = built.localManyToMany.filter(isAutoThrough).flatMap((field) => {
    const read = model.localManyToMany.find((candidate) => candidate.name === field.name);
    const app = project.apps.find(({ label }) => label === model.app);
    const auto = app?.defaultAutoField ?? project.defaultAutoField ?? '';
    const target = reading.registry.resolveTarget(read?.relation?.target ?? undefined, built);
    const isTargetManaged = target === undefined || isManaged(target);
    return read === undefined ? [] : [autoThrough(model, read, auto, isTargetManaged, addedTo(built, field, reading))];
  });
  return [model, ...throughs];
};

/** What the last reading made of a model, if the same would come of it now. */
const findLastRead = (
  built: BuiltModel,
  { registry, remembering }: Reading,
): Made<readonly ReadModel[]> | undefined => {
  const made = remembering.last.isOpen === registry.isOpen ? remembering.last.reads.get(built) : undefined;
  return made && stillHolds(made, remembering, (id) => registry.byId.get(id)) ? made : undefined;
};

const readAll = (project: ReadProject, remembering: Remembering): ReadModel[] => {
  const { world } = project;
  const registry = readRegistry(project, remembering);
  remembering.next.isOpen = registry.isOpen;
  const say = (problem: Problem): boolean => addProblem(world, problem);
  const targets = createTargets(registry, say, project.modules.shownPath, project.away.labelOf);
  const reading: Reading = { project, registry, targets, remembering };
  const installed = installedLabels(project);
  return registry.models.flatMap((built) => {
    if (!built.abstract && registry.byId.get(modelKey(built)) !== built) return [];
    if (isThrough(built.value)) return [];
    if (!built.abstract && registry.withoutModels.has(built.app ?? '')) return [];
    if (!built.abstract && installed?.has(built.app ?? '') === false) {
      sayNotInstalled(built, project);
      return [];
    }
    const before = findLastRead(built, reading);
    if (before !== undefined) takeAgain(world, before);
    const made = before ?? make(world, remembering, built, () => readWithThroughs(built, reading));
    remembering.next.reads.set(built, made);
    return made.value;
  });
};

const firstTime = (): Remembering => ({
  last: createMemory(),
  next: createMemory(),
  affected: new Set(),
  lookups: null,
});

export const readModels = (project: ReadProject, remembering = firstTime()): ReadModel[] => {
  const { world } = project;
  let models: ReadModel[] = [];
  record(world.journal, world.engine, project, null, () => {
    models = readAll(project, remembering);
  });
  return models;
};
