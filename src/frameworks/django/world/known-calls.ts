/** Functions and methods that mean something to the reader of a Django project. */
import { dirname, resolve } from 'node:path';
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  createModule,
  dictOf,
  type FunctionValue,
  findPaths,
  firstOf,
  isA,
  isSequence,
  listOf,
  type ModuleValue,
  nameOf,
  Raised,
  type ReferenceValue,
  readModule,
  referenceTo,
  runModule,
  textOf,
  type Value,
} from '../../../python/index.ts';
import { nameDigest } from '../migrations/compare/parts.ts';
import type { ClassHooks } from './model-class/class-hooks.ts';
import { FROM_QUERYSET, fromQueryset } from './model-class/made-managers.ts';
import {
  askModel,
  HISTORY_RECORDS,
  isModelClass,
  registeredModel,
  registeredModels,
  startWaiting,
} from './model-class/registered-models.ts';
import { ENTRY_POINT_FUNCTIONS, findEntryPoints } from './modules/entry-points.ts';
import { importModule, openReference, runFile } from './modules/modules.ts';
import { isStandardLibrary } from './modules/standard-library.ts';
import { isSetting } from './setting-names.ts';
import type { WorldState } from './world-state.ts';

/** The files that a pattern of `include` names, in order. What lies outside counts as not there, which is said. */
const includedFiles = ({ path, outside, engine }: WorldState, at: string): string[] => {
  if (path.folderOf(at) === undefined) {
    outside.add(at);
    return [];
  }
  return at.includes('*') ? (findPaths(at, engine.world, { takesHidden: false, isDeep: false })?.sort() ?? []) : [at];
};

/** Names of files that a module has included: each is included once. */
const INCLUDED = '__included_files__';

/** django-split-settings: files evaluated in the namespace of the one that includes them. */
const include = (state: WorldState, call: Arguments, module: ModuleValue): null => {
  const before = module.names.get(INCLUDED);
  const included = isA(before, 'list') ? before : listOf([]);
  module.names.set(INCLUDED, included);
  for (const arg of call.args) {
    const pattern = textOf(isA(arg, 'call') ? arg.args[0] : arg);
    if (pattern === undefined || module.file === null) continue;
    for (const file of includedFiles(state, resolve(dirname(module.file), pattern))) {
      if (included.items.includes(file)) continue;
      included.items.push(file);
      runFile(state, file, module);
    }
  }
  return null;
};

/** `apps.get_model("shop.Order")`: the class where its app has it, which is imported for that; else its name, as good for a relation. */
export const modelByName = (state: WorldState, [first, second]: readonly Value[]): Value | undefined => {
  if (typeof first !== 'string') return undefined;
  const text = typeof second === 'string' ? `${first}.${second}` : first;
  const [label = '', name = ''] = text.split('.');
  const app = state.apps.find((each) => each.label === label);
  if (app !== undefined) importModule(state, `${app.name}.models`);
  return askModel(state, label, name) ?? text;
};

export const importByName = (state: WorldState, name: string): Value => {
  const answer = importModule(state, name);
  if (answer === 'missing') throw new Raised('ImportError', `There is no module named ${name}.`);
  const failed = typeof answer === 'object' ? answer.found.failed : undefined;
  if (failed !== undefined && state.engine.tries > 0) throw new Raised('ImportError', failed);
  return typeof answer === 'object' ? answer.found : referenceTo(name);
};

/** `import_module(".items", __name__)`: each further dot is a package up. */
const absoluteName = (name: string, anchor: Value | undefined): string | undefined => {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  if (dots === 0) return name;
  if (typeof anchor !== 'string') return undefined;
  const parts = anchor.split('.');
  return [...parts.slice(0, parts.length - dots + 1), name.slice(dots)].join('.');
};

/** None for a module that is not there, something for one that is. */
const findSpec = (state: WorldState, name: string): Value | undefined => {
  if (importModule(state, name) === 'missing') return null;
  // Settings are read as if what they ask for were there, as they are with what they try to import.
  const isAsked = state.apps.length === 0 && state.path.isAway(name);
  const isThere = isAsked || state.path.find(name) !== undefined || isStandardLibrary(name);
  return isThere ? createModule(`${name}.__spec__`, null) : undefined;
};

type App = { name: string; label: string; config?: ClassValue | undefined };

/** An app as `apps.get_app_configs()` gives it. */
export const APP_CONFIG = 'django.apps.config.AppConfig';

export const appConfig = (state: WorldState, { name, label, config }: App): Value => {
  const answer = importModule(state, name);
  const module = typeof answer === 'object' ? answer.found : referenceTo(name);
  const plain = referenceTo(APP_CONFIG);
  return {
    type: 'call',
    name: plain.name,
    callee: config ?? plain,
    args: [],
    keywords: new Map(),
    serial: 0,
    file: null,
    line: 0,
    state: new Map<string, Value>([
      ['name', name],
      ['label', label],
      ['module', module],
    ]),
  };
};

/** `apps.app_configs`: by label. */
export const appConfigs = (state: WorldState): Value =>
  dictOf(state.apps.map((app) => [app.label, appConfig(state, app)]));

const CLASS_PREPARED = 'django.db.models.signals.class_prepared';

/** `class_prepared.connect(receiver)`: it is told of each model from now on. */
const connect = (state: WorldState, { args: [receiver], keywords }: Arguments): null => {
  // Models that are made afterwards rest on it.
  state.engine.foreignChanges++;
  if (!isA(receiver, 'function')) return null;
  // What history tables are made of is known without following how.
  const isOfHistory = `${receiver.module}.${receiver.name}`.startsWith(`${HISTORY_RECORDS}.`);
  if (!isOfHistory) state.prepared.push({ call: receiver, sender: keywords.get('sender') ?? null });
  return null;
};

/** `@receiver(class_prepared, sender=Model)` connects what it decorates. */
const connectDecorated = (
  state: WorldState,
  value: ClassValue | FunctionValue,
  { args, keywords }: CallValue,
): undefined => {
  const signals = args.flatMap((arg) => (isSequence(arg) ? arg.items : [arg]));
  if (signals.some((signal) => nameOf(signal) === CLASS_PREPARED)) connect(state, { args: [value], keywords });
};

/** Adds fields to a model that it is given, or makes another: `type(name, bases, names)`, a class in a function. */
const CHANGES_MODELS =
  /\.(?:add_to_class|contribute_to_class)\(|(?<![.\w])type\((?![\w.]*\))|\bclass\s+\w+\([^)]*Model\b/;

/** A function of a package that is not opened for anything else; one that stands beside such code may hand on to it. */
const changingFunction = (state: WorldState, name: string): FunctionValue | undefined => {
  if (/^(?:django|builtins)\./.test(name)) return undefined;
  const found = openReference(state, name);
  if (!isA(found, 'function')) return undefined;
  return CHANGES_MODELS.test(found.statement?.source ?? '') || state.adders.has(found.module) ? found : undefined;
};

/** `@stamped`, and what `@stamped(by="day")` gives. */
const changingDecorator = (state: WorldState, decorator: CallValue | ReferenceValue): FunctionValue | undefined => {
  const named = isA(decorator, 'call') ? decorator.callee : decorator;
  const found = isA(named, 'reference') ? changingFunction(state, named.name) : undefined;
  const made = isA(decorator, 'call') ? found?.call(decorator.args, decorator.keywords) : found;
  return isA(made, 'function') ? made : undefined;
};

const isModel = (value: Value): boolean => isA(value, 'class') && isModelClass(value);

export const onDecorated = (
  state: WorldState,
  value: ClassValue | FunctionValue,
  decorator: CallValue | ReferenceValue,
): FunctionValue | undefined => {
  if (isA(decorator, 'call') && decorator.name === 'django.dispatch.receiver')
    return connectDecorated(state, value, decorator);
  return isA(value, 'class') ? changingDecorator(state, decorator) : undefined;
};

/** `settings.configure(…)`: a project without a module of settings. */
const configure = (state: WorldState, { args: [defaults], keywords }: Arguments): null => {
  const given = isA(defaults, 'module') || isA(defaults, 'class') ? [...defaults.names] : [];
  for (const [name, value] of [...given, ...keywords]) if (isSetting(name)) state.settings.set(name, value);
  return null;
};

/** `autodiscover_modules("translation")`: the module of that name in each app that has one. */
const autodiscover = (state: WorldState, names: readonly Value[]): null => {
  for (const { name } of state.apps)
    for (const part of names)
      if (typeof part === 'string' && state.path.find(`${name}.${part}`) !== undefined)
        importModule(state, `${name}.${part}`);
  return null;
};

const hasSubmodule = (state: WorldState, [holder, name]: readonly Value[]): boolean | undefined => {
  const parent = nameOf(holder);
  if (parent === undefined || typeof name !== 'string' || state.path.find(parent) === undefined) return undefined;
  return state.path.find(`${parent}.${name}`) !== undefined;
};

/** What Django itself knows of the installed apps. */
const callRegistry = (state: WorldState, name: string, { args, keywords }: Arguments): Value | undefined => {
  switch (name.replace(/^django\.apps\.(registry\.)?apps\./, 'apps.')) {
    case 'apps.get_app_configs':
      return listOf(state.apps.map((app) => appConfig(state, app)));
    case 'apps.get_app_config': {
      const app = state.apps.find(({ label }) => label === args[0]);
      return app && appConfig(state, app);
    }
    case 'apps.get_model':
      return modelByName(state, [
        args[0] ?? keywords.get('app_label') ?? null,
        args[1] ?? keywords.get('model_name') ?? null,
      ]);
    case 'apps.get_models':
      return registeredModels(
        state,
        state.apps.map(({ label }) => label),
      );
    case 'apps.get_registered_model':
      return registeredModel(state, args);
    case 'apps.is_installed':
      return typeof args[0] === 'string' ? state.appNames.has(args[0]) : undefined;
    case 'django.utils.module_loading.autodiscover_modules':
      return autodiscover(state, args);
    case 'django.utils.module_loading.module_has_submodule':
      return hasSubmodule(state, args);
    default:
      return undefined;
  }
};

/** A name that is too long for a database: its begin, and a digest of it. */
const cutName = (name: string, { args, keywords }: Arguments): string | undefined => {
  const given = args[1] ?? keywords.get('length') ?? null;
  const length = nameOf(given) === 'django.db.models.Index.max_name_length' ? 30 : given;
  const digits = args[2] ?? keywords.get('hash_len') ?? 4;
  if (name.includes('"') || typeof digits !== 'number') return undefined;
  if (length === null || (typeof length === 'number' && name.length <= length)) return name;
  return typeof length === 'number' ? name.slice(0, length - digits) + nameDigest([name], digits) : undefined;
};

const KEY_TEXT = 'django.db.models.fields.json.KeyTextTransform';

/** `KT("data__a__b")`: the text of an entry, as migrations write it. */
const keyTransforms = (lookup: string): Value => {
  const [field = '', ...keys] = lookup.split('__');
  const callee = referenceTo(KEY_TEXT);
  return keys.reduce<Value>(
    (inner, key) => ({
      type: 'call',
      name: KEY_TEXT,
      callee,
      args: [key, inner],
      keywords: new Map(),
      serial: 0,
      file: null,
      line: 0,
    }),
    field,
  );
};

// Text that executes itself must end.
const MAX_DEPTH = 40;

/** `exec(open("local.py").read())`: statements in the namespace of the module that does it. */
const runExec = (state: WorldState, text: string, module: ModuleValue): null => {
  const { engine } = state;
  if (engine.depth >= MAX_DEPTH) return null;
  engine.depth++;
  try {
    runModule(engine, module, readModule(text));
  } finally {
    engine.depth--;
  }
  return null;
};

export const callFunction = (
  state: WorldState,
  hooks: ClassHooks,
  name: string,
  call: Arguments,
  module: ModuleValue,
): Value | undefined => {
  const [first] = call.args;
  switch (name) {
    case 'builtins.super.__new__':
      return hooks.superNew(call);
    case 'django.db.models.Field.deconstruct':
    case 'django.db.models.fields.Field.deconstruct':
      return state.onSuperMethod?.name === 'deconstruct' ? state.onSuperMethod.call() : undefined;
    case 'split_settings.tools.include':
      return include(state, call, module);
    case 'dynaconf.DjangoDynaconf':
      state.handedTo.add('dynaconf');
      return undefined;
    case 'django.contrib.auth.get_user_model':
      return modelByName(state, [state.settings.get('AUTH_USER_MODEL') ?? 'auth.User']);
    case `${CLASS_PREPARED}.connect`:
      return connect(state, call);
    case 'django.db.models.fields.related.lazy_related_operation':
    case 'django.apps.apps.lazy_model_operation':
    case 'django.apps.registry.apps.lazy_model_operation':
      return startWaiting(state, hooks, name, call);
    case 'django.conf.settings.configure':
      return configure(state, call);
    case 'django.get_version':
    case 'django.utils.version.get_version':
      return state.input.isDjangoExact ? (state.input.djangoVersion ?? undefined) : undefined;
  }
  if (ENTRY_POINT_FUNCTIONS.has(name)) return findEntryPoints(state, call);
  if (name.startsWith('django.apps.') || name.startsWith('django.utils.module_loading.')) {
    const answer = callRegistry(state, name, call);
    if (answer !== undefined) return answer;
  }
  if (name.endsWith(FROM_QUERYSET)) return fromQueryset(call, name, (other) => openReference(state, other));
  if (call.args.some(isModel)) return changingFunction(state, name)?.call(call.args, call.keywords);
  if (typeof first !== 'string') return undefined;
  switch (name) {
    case 'builtins.exec':
      return runExec(state, first, module);
    case 'builtins.__import__': {
      const module = importByName(state, first);
      // Without names to take from it, the package around it is given.
      return call.keywords.has('fromlist') || call.args.length > 3
        ? module
        : importByName(state, first.split('.')[0] ?? first);
    }
    case 'importlib.import_module': {
      const name = absoluteName(first, call.args[1] ?? call.keywords.get('package'));
      return name === undefined ? undefined : importByName(state, name);
    }
    case 'django.db.models.fields.json.KT':
    case 'django.db.models.fields.json.KeyTextTransform.from_lookup':
      return keyTransforms(first);
    case 'django.db.backends.utils.truncate_name':
      return cutName(first, call);
    case 'importlib.util.find_spec':
      state.engine.world.onTried(first);
      return findSpec(state, first);
    case 'django.utils.module_loading.import_string':
      return firstOf(openReference(state, first), referenceTo(first));
    default:
      return undefined;
  }
};
