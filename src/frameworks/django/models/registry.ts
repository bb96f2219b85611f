/** All models of a project, as Django's app registry would hold them once every app's models are imported. */
import type { Problem } from '../../../contract/index.ts';
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  firstOf,
  isA,
  isTagged,
  nameOf,
  openBody,
  type Value,
} from '../../../python/index.ts';
import type { ReadProject } from '../project/read-project.ts';
import { type Started, startApps } from '../project/start-up.ts';
import { TARGET, THROUGH, WAY_BACK } from '../world/model-class/fields/contributions.ts';
import { makeThrough } from '../world/model-class/through-models.ts';
import { looksLikeClass } from '../world/modules/standard-library.ts';
import type { DjangoWorld } from '../world/world.ts';
import { addProblem } from '../world/world-state.ts';
import { type BuildTools, type BuiltModel, buildModel } from './build.ts';
import { type OwnField, ownFieldOf } from './fields/deconstruct.ts';
import { fieldInstance, followInit, setLater, withChanges } from './fields/field-arguments.ts';
import { createFieldClasses, type FieldClass, type FieldClasses } from './fields/field-classes.ts';
import { classSetOn, mayBeField, NO_FIELD, openValue } from './fields/maybe-field.ts';
import { generatedClasses } from './made/generated.ts';
import type { Maker } from './made/made-classes.ts';
import { type Made, make, type Remembering, stillHolds, takeAgain } from './memory.ts';
import { hasModelMeta, isAbstract } from './meta.ts';
import { awayBase, modelBases, placeOf, UNKNOWN_BASE, unknownBase } from './model-bases.ts';
import { refusedIn } from './refused.ts';

export type Registry = Started & {
  /** Abstract ones too, in the order they were made. */
  models: readonly BuiltModel[];
  /** By `app_label.Class` in any letter case; abstract ones are not there. */
  byId: ReadonlyMap<string, BuiltModel>;
  fieldClasses: FieldClasses;
  resolveTarget(value: Value | undefined, from: BuiltModel): BuiltModel | undefined;
};

/** The app that a module belongs to: the one with the longest name that it starts with. */
const createAppFinder = (project: ReadProject): ((module: string) => string | null) => {
  const apps = [...project.apps].sort((a, b) => b.name.length - a.name.length);
  const known = new Map<string, string | null>();
  return (module) => {
    const found = known.get(module);
    if (found !== undefined) return found;
    const app = apps.find(({ name }) => module === name || module.startsWith(`${name}.`));
    known.set(module, app?.label ?? null);
    return app?.label ?? null;
  };
};

export const modelId = (model: BuiltModel): string => `${model.app ?? model.module}.${model.name}`;

const keys = new WeakMap<BuiltModel, string>();

/** In the case in which models are looked for; kept, as each rescan asks every model for it. */
export const modelKey = (model: BuiltModel): string => {
  const known = keys.get(model);
  if (known !== undefined) return known;
  const key = modelId(model).toLowerCase();
  keys.set(model, key);
  return key;
};

/** Packages whose models are other things. */
const FOREIGN =
  /^(?:pydantic|sqlmodel|sqlalchemy|mongoengine|peewee|msgspec|rest_framework|ninja|graphene\w*|strawberry\w*|factory)\b/;

/** Whether it makes classes: another one names it as that, or its methods are given bases. */
const isMetaclass = ({ project }: State, value: ClassValue): boolean =>
  ['__new__', '__init__'].some((name) => {
    const method = value.names.get(name);
    return isA(method, 'function') && /^\(\s*\w+,\s*\w+,\s*bases\b/.test(method.statement?.source ?? '');
  }) || project.world.classes.some(({ keywords }) => keywords.get('metaclass') === value);

/** A class whose base cannot be read is taken for a model when it looks like one, when a base of it does, or when migrations make a model of it. */
const looksLikeModel = (state: State, value: ClassValue, unread: readonly string[]): boolean => {
  if (unread.length === 0 || !value.module.includes('model') || isMetaclass(state, value)) return false;
  if (unread.some((name) => FOREIGN.test(name))) return false;
  if (unread.some((name) => /(Model|ModelBase|PluginBase)$|\.Abstract[^.]+$/.test(name)) || hasModelMeta(value))
    return true;
  if (value.bases.some((base) => isA(base, 'class') && modelOf(state, base) !== undefined)) return true;
  if (state.project.away.isMade(state.tools.appOf(value.module), value.name)) return true;
  return [...value.names.values()].some(
    (item) => isA(item, 'call') && state.fieldClasses.of(item.callee) !== undefined,
  );
};

/** Classes that were not taken for a model, and may be one by a base that cannot be read, or in any app: `app.class` in small letters. */
const findMaybeModels = ({ built, tools, project }: State): string[] =>
  [...built].flatMap(([value, model]) => {
    if (model !== undefined || !(value.isMaybe || placeless.has(value) || modelBases(value).unread.length > 0))
      return [];
    const labels = placeless.has(value) ? project.apps.map(({ label }) => label) : [tools.appOf(value.module)];
    return labels.map((label) => `${label}.${value.name}`.toLowerCase());
  });

const autoField = (path: string): FieldClass => ({ kind: 'field', path, djangoClass: path, value: null });

const settledKeywords = ['null', 'unique', 'primary_key', 'db_column', 'related_name', 'parent_link'];

/** Values that packages keep in modules which were not opened: `unique=app_settings.UNIQUE_EMAIL`. */
const settle = (world: DjangoWorld, keywords: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> => {
  let settled: Map<string, Value> | undefined;
  for (const key of settledKeywords) {
    const value = keywords.get(key);
    const opened = openValue(world, value);
    if (opened === undefined || isTagged(opened)) continue;
    settled ??= new Map(keywords);
    settled.set(key, opened);
  }
  return settled ?? keywords;
};

type State = {
  project: ReadProject;
  fieldClasses: FieldClasses;
  built: Map<ClassValue, BuiltModel | undefined>;
  byId: Map<string, BuiltModel>;
  tools: BuildTools;
  remembering: Remembering;
};

const findById = ({ byId, remembering: { lookups } }: State, id: string): BuiltModel | undefined => {
  const found = byId.get(id);
  lookups?.set(id, found);
  return found;
};

const resolveTarget = (state: State, value: Value | undefined, from: BuiltModel): BuiltModel | undefined => {
  if (value === 'self') return from;
  if (typeof value === 'string')
    return findById(state, (value.includes('.') ? value : `${from.app}.${value}`).toLowerCase());
  if (isA(value, 'class')) return modelOf(state, value);
  const opened = openValue(state.project.world, value);
  return typeof opened === 'string' || isA(opened, 'class') ? resolveTarget(state, opened, from) : undefined;
};

type GivenField = Arguments & { own: OwnField | null };

/** Its class may have made it go through a model of its own. */
const goneThrough = <F extends GivenField>(field: F, through: Value | undefined): F =>
  through === undefined ? field : { ...field, keywords: new Map(field.keywords).set('through', through) };

/** Its class may have made it point elsewhere than it was told to: the field of the model, not its copies nor what a migration makes of it. */
const pointedAt = <F extends GivenField>(field: F, target: Value | undefined): F => {
  if (target === undefined) return field;
  const { own, args, keywords } = field;
  const deconstruct: OwnField['deconstruct'] = (given, place) => {
    const written = own?.deconstruct(given, place);
    if (written === undefined || place.relation === undefined) return written;
    const label = place.relation.to?.toLowerCase();
    return { ...written, kwargs: new Map(written.kwargs).set('to', label ?? target) };
  };
  return {
    ...field,
    own: own && { ...own, deconstruct },
    args: args.length > 0 ? [target, ...args.slice(1)] : args,
    keywords: args.length > 0 ? keywords : new Map(keywords).set('to', target),
  };
};

/** Its class may have named its way back: since Django 4.0 migrations have the name that it was given. */
const namedBack = <F extends GivenField>(field: F, name: Value | undefined, isWritten: boolean): F => {
  if (name === undefined) return field;
  const { own, keywords } = field;
  const asGiven = new Map(keywords);
  const deconstruct: OwnField['deconstruct'] = (given, place) =>
    own?.deconstruct(isWritten ? given : { ...given, keywords: asGiven }, place);
  return { ...field, own: own && { ...own, deconstruct }, keywords: new Map(keywords).set('related_name', name) };
};

/** What a function of a package that is not opened gives stands in the place of its call: `status = make_status()`. */
const madeByPackage = (world: DjangoWorld, call: CallValue): CallValue => {
  const isNamed =
    isA(call.callee, 'reference') && !NO_FIELD.test(call.callee.name) && !looksLikeClass(call.callee.name);
  const made = isNamed ? openValue(world, call) : undefined;
  return isA(made, 'call') ? { ...made, serial: call.serial, file: call.file, line: call.line } : call;
};

const fieldOf = (
  { project: { world, django }, fieldClasses }: State,
  item: Value,
): ReturnType<BuildTools['fieldOf']> => {
  if (!isA(item, 'call')) return undefined;
  const value = madeByPackage(world, item);
  const set = classSetOn(value);
  const fieldClass = fieldClasses.of(set ?? value.callee);
  if (fieldClass === undefined) return undefined;
  const made = set === undefined ? value : { ...value, callee: set };
  const given = { args: value.args, keywords: settle(world, withChanges(made, django.isBefore(4, 0))) };
  const own = ownFieldOf(world, fieldClass, given, value.state);
  if (fieldClass.value === null) return { fieldClass, own, ...given };
  const self = fieldInstance(world, fieldClass.value);
  const { call, isWhole } = followInit(world, fieldClass.value, given, self);
  // Only what points at a model has to be told by position even so; for all others the places may have names of the class's own.
  const args = isWhole || fieldClass.kind !== 'field' ? call.args : [];
  const changed = changedLater({ fieldClass, own, args, keywords: call.keywords }, setLater(value, self.state));
  const named = namedBack(changed, value.state?.get(WAY_BACK), django.isBefore(4, 0));
  return pointedAt(goneThrough(named, value.state?.get(THROUGH)), value.state?.get(TARGET));
};

/** Migrations may hold it otherwise: they have the field as it was made. */
const changedLater = <F extends GivenField>(field: F, set: readonly [string, Value][]): F => {
  if (set.length === 0) return field;
  const { own } = field;
  const names = new Set(set.map(([name]) => name).filter((name) => !own?.asPlaced.has(name)));
  const settled = new Set([...(own?.settled ?? []), ...names]);
  const told = new Set([...(own?.told ?? [])].filter((name) => !names.has(name)));
  return { ...field, own: own && { ...own, settled, told }, keywords: new Map([...field.keywords, ...set]) };
};

/** A base of a package that is not at hand, or an attribute that may be a field, brings one. */
const mayHaveKey = ({ order, value, unread }: BuiltModel, isAway: (name: string) => boolean): boolean => {
  if (order.some((ancestor) => ancestor.type === 'reference' && isAway(ancestor.name))) return true;
  return [...(unread ?? [])].some((name) => {
    const item = value?.names.get(name);
    return name === 'id' || (isA(item, 'call') && item.keywords.get('primary_key') === true);
  });
};

const createTools = (state: State): BuildTools => {
  const { project } = state;
  const autoFields = new Map(project.apps.map((app) => [app.label, app.defaultAutoField]));
  const { next } = state.remembering;
  return {
    fieldOf: (value) => fieldOf(state, value),
    mayBeField: (value) => mayBeField(project, value),
    mayHaveKey: (model) =>
      model.value?.bases.includes(openBody) === true ||
      (project.away.isCold && mayHaveKey(model, project.modules.isAway)),
    mayBecomeField: (value) =>
      isA(value, 'function') &&
      value.decorators.length > 0 &&
      value.decorators.some((decorator) => project.modules.isAway(nameOf(decorator) ?? 'builtins')),
    appOf: createAppFinder(project),
    openValue: (value) => openValue(project.world, value),
    doublesFields: project.django.isBefore(4, 0),
    listsEqualOnce: !project.django.isBefore(5, 0),
    autoFieldOf: (label) => autoField(autoFields.get(label ?? '') ?? project.defaultAutoField ?? ''),
    modelOf: (value) => modelOf(state, value),
    nextImplicit: () => --next.implicitCounter,
    nextCounter: () => project.world.engine.serial++,
    resolveTarget: (value, from) => resolveTarget(state, value, from),
  };
};

/** A model, if the class is one. */
const build = (state: State, value: ClassValue): BuiltModel | undefined => {
  const { project } = state;
  const { isModel, unread } = modelBases(value);
  if (!isModel && !looksLikeModel(state, value, unread)) return undefined;
  if (value.isMaybe && !isAbstract(value)) return undefined;
  const model = buildModel(value, state.tools);
  if (leaveOutPlaceless(project, model)) return undefined;
  if (!isModel) addProblem(project.world, unknownBase(project, value, unread));
  else if (project.away.isCold && !model.abstract && unread.length > 0)
    addProblem(project.world, awayBase(project, value, unread));
  else if (!model.abstract && unread.includes(UNKNOWN_BASE)) addProblem(project.world, openModel(project, model));
  for (const { message, file, line } of refusedIn(value, model, project.django))
    addProblem(project.world, {
      code: 'model_refused',
      severity: 'error',
      message,
      ...placeOf(project, { file, line }),
    });
  return model;
};

/** What the last reading made of a class, if the same would come of it now; what it inherits is asked for first. */
const findLastBuild = (state: State, value: ClassValue): Made<BuiltModel | undefined> | undefined => {
  const { last } = state.remembering;
  const made = last.builds.get(value);
  if (made === undefined || !stillHolds(made, state.remembering, (id) => state.byId.get(id))) return undefined;
  for (const ancestor of made.value?.order.slice(1) ?? [])
    if (ancestor.type === 'class' && modelOf(state, ancestor) !== last.builds.get(ancestor)?.value) return undefined;
  return made;
};

/** `Meta.apps = Apps()`: a model of another registry, as tests and throwaway models have. */
const isElsewhere = ({ options }: BuiltModel): boolean => {
  const apps = options.get('apps');
  return apps !== undefined && /^django\.apps\.(registry\.)?Apps$/.test(nameOf(apps) ?? '');
};

function modelOf(state: State, value: ClassValue): BuiltModel | undefined {
  const { built, byId, project, remembering } = state;
  if (built.has(value)) return built.get(value);
  const before = findLastBuild(state, value);
  if (before !== undefined) takeAgain(project.world, before);
  const made = before ?? make(project.world, remembering, value, () => build(state, value));
  const model = made.value;
  remembering.next.builds.set(value, made);
  built.set(value, model);
  if (model !== undefined && !model.abstract && model.app !== null && !isElsewhere(model))
    byId.set(modelKey(model), model);
  return model;
}

export const readRegistry = (project: ReadProject, remembering: Remembering): Registry => {
  const { world } = project;
  const { openReference, resolve } = world.engine.world;
  const started = startApps(project);
  const start: Omit<State, 'tools'> = {
    project,
    fieldClasses: createFieldClasses(openReference, project.away.isField),
    built: new Map(),
    byId: new Map(),
    remembering,
  };
  const state = start as State;
  state.tools = createTools(state);
  const serial = (): number => world.engine.serial++;
  const maker: Maker = {
    django: project.django,
    serial,
    appOf: state.tools.appOf,
    openReference: (name) => firstOf(resolve(name), openReference(name)),
    isAway: project.modules.isAway,
    throughOf: (model, { name, args, keywords }) => {
      const named = keywords.get('through');
      if (named != null) return resolveTarget(state, named, model);
      const { value, app } = model;
      const made = value && app && makeThrough({ label: app, serial }, value, name, { args, keywords });
      return made ? buildModel(made, state.tools) : undefined;
    },
  };
  // Resolving field classes may open more modules, packages make models from others: the list grows while it is walked.
  for (let at = 0; at < world.classes.length; at++) {
    const value = world.classes[at];
    const model = value === undefined ? undefined : modelOf(state, value);
    if (model !== undefined) world.classes.push(...generatedClasses(model, maker));
  }
  project.maybeModels.clear();
  for (const label of findMaybeModels(state)) project.maybeModels.add(label);
  return {
    models: [...state.built.values()].filter((model) => model !== undefined),
    byId: state.byId,
    fieldClasses: state.fieldClasses,
    ...started,
    resolveTarget: (value, from) => resolveTarget(state, value, from),
  };
};

/** `type(name, bases, attrs)`, and bases that a function gives, of which not all could be told. */
const openModel = (project: ReadProject, model: BuiltModel): Problem => ({
  code: 'fields_unknown',
  severity: 'warning',
  message: `${modelId(model)} may have more fields than are shown: not all that it is made of could be told.`,
  file: null,
  line: null,
  ...(model.value && placeOf(project, model.value)),
});

const placeless = new WeakSet<ClassValue>();

/** A model that code gives a module or a label which cannot be told: in the app of that code it most likely is not. True where it is one. */
const leaveOutPlaceless = (project: ReadProject, { value, name, abstract, options }: BuiltModel): boolean => {
  const label = options.get('app_label');
  const isTold = typeof label === 'string' || (label === undefined && !value?.isAnywhere);
  if (value === null || abstract || isTold) return false;
  placeless.add(value);
  addProblem(project.world, {
    code: 'not_evaluated',
    severity: 'warning',
    message: `A model ${name} is made whose app could not be told; it is missing.`,
    ...placeOf(project, value),
  });
  return true;
};
