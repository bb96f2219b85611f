/** All models of a project, as Django's app registry would hold them once every app's models are imported. */
import type { Problem } from '../../../contract/index.ts';
import { type ClassValue, isA, isTagged, nameOf, unknown, type Value } from '../../../python/index.ts';
import { readyFunction } from '../project/apps.ts';
import type { ReadProject } from '../project/read-project.ts';
import { type BuildTools, type BuiltModel, buildModel, modelBases } from './build.ts';
import { followInit } from './field-arguments.ts';
import { createFieldClasses, type FieldClass, type FieldClasses } from './field-classes.ts';

export type Registry = {
  /** Abstract ones too, in the order they were made. */
  models: readonly BuiltModel[];
  /** By `app_label.Class` in any letter case; abstract ones are not there. */
  byId: ReadonlyMap<string, BuiltModel>;
  fieldClasses: FieldClasses;
  resolveTarget(value: Value | undefined, from: BuiltModel): BuiltModel | undefined;
};

/** Imports every app's models in order, then what `AppConfig.ready` imports, as `django.setup()` does. */
const importModels = (project: ReadProject): void => {
  for (const app of project.apps) project.modules.open(app.modelsModule);
  for (const app of project.apps) {
    try {
      readyFunction(app)?.call([unknown('the app')], new Map());
    } catch {
      // `ready` may raise on purpose; what it imported before counts.
    }
  }
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

/** A class whose base cannot be read is taken for a model when it looks like one. */
const looksLikeModel = (value: ClassValue, unread: readonly string[], fields: FieldClasses): boolean => {
  if (unread.length === 0 || !/(^|\.)\w*models?\w*(\.|$)/.test(value.module)) return false;
  if (unread.some((name) => /(Model|ModelBase|PluginBase)$|\.Abstract\w+$/.test(name))) return true;
  return [...value.names.values()].some((item) => isA(item, 'call') && fields.of(item.callee)?.djangoClass != null);
};

const settledKeywords = ['null', 'unique', 'primary_key', 'db_column', 'related_name', 'parent_link'];

const autoField = (path: string): FieldClass => ({ kind: 'field', path, djangoClass: path, value: null });

export const readRegistry = (project: ReadProject): Registry => {
  const { world, problems } = project;
  importModels(project);
  const fieldClasses = createFieldClasses((name) => world.engine.world.openReference(name));
  const appOf = createAppFinder(project);
  const built = new Map<ClassValue, BuiltModel | undefined>();
  const byId = new Map<string, BuiltModel>();
  let implicit = 0;

  const resolveName = (name: string, from: BuiltModel): BuiltModel | undefined =>
    byId.get((name.includes('.') ? name : `${from.app}.${name}`).toLowerCase());

  const resolveTarget = (value: Value | undefined, from: BuiltModel): BuiltModel | undefined => {
    if (value === 'self') return from;
    if (typeof value === 'string') return resolveName(value, from);
    if (isA(value, 'class')) return modelOf(value);
    const opened = isA(value, 'reference') ? world.engine.world.openReference(value.name) : undefined;
    if (typeof opened === 'string') return resolveName(opened, from);
    return isA(opened, 'class') ? modelOf(opened) : undefined;
  };

  /** Values that packages keep in modules which were not opened: `unique=app_settings.UNIQUE_EMAIL`. */
  const settle = (keywords: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> => {
    const settled = new Map<string, Value>();
    for (const key of settledKeywords) {
      const value = keywords.get(key);
      const opened = isA(value, 'reference') ? world.engine.world.openReference(value.name) : undefined;
      if (opened !== undefined && !isTagged(opened)) settled.set(key, opened);
    }
    return settled.size === 0 ? keywords : new Map([...keywords, ...settled]);
  };

  const autoFields = new Map(project.apps.map((app) => [app.label, app.defaultAutoField]));
  const tools: BuildTools = {
    fieldOf: (value) => {
      if (!isA(value, 'call')) return undefined;
      const fieldClass = fieldClasses.of(value.callee);
      if (fieldClass === undefined) return undefined;
      const given = { args: value.args, keywords: settle(value.keywords) };
      return { fieldClass, ...(fieldClass.value === null ? given : followInit(world, fieldClass.value, given)) };
    },
    appOf,
    autoFieldOf: (label) => autoField(autoFields.get(label ?? '') ?? project.defaultAutoField ?? ''),
    modelOf: (value) => modelOf(value),
    nextImplicit: () => --implicit,
    nextCounter: () => world.engine.serial++,
    resolveTarget,
  };

  function modelOf(value: ClassValue): BuiltModel | undefined {
    if (built.has(value)) return built.get(value);
    const { isModel, unread } = modelBases(value);
    const model = isModel || looksLikeModel(value, unread, fieldClasses) ? buildModel(value, tools) : undefined;
    built.set(value, model);
    if (model === undefined) return undefined;
    if (!isModel) problems.push(unknownBase(project, value, unread));
    if (!model.abstract && model.app !== null) byId.set(modelId(model).toLowerCase(), model);
    return model;
  }

  // Resolving field classes may open more modules: the list grows while it is walked.
  for (let at = 0; at < world.classes.length; at++) {
    const value = world.classes[at];
    if (value !== undefined) modelOf(value);
  }
  const models = [...built.values()].filter((model) => model !== undefined);
  return { models, byId, fieldClasses, resolveTarget };
};

const unknownBase = (project: ReadProject, value: ClassValue, unread: readonly string[]): Problem => ({
  code: 'unknown_base',
  severity: 'warning',
  message: `${nameOf(value)} is taken for a model, but its base ${unread.join(', ')} could not be read: inherited fields are missing.`,
  file: value.file === null ? null : project.modules.shownPath(value.file),
  line: value.line,
});
