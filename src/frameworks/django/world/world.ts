/** The world that a project's modules are evaluated in: its own files, its packages, its settings. */
import { resolve as resolvePath } from 'node:path';
import { homeFolder } from '../../../kit/home.ts';
import {
  type ClassValue,
  claim,
  createEngine,
  firstOf,
  isA,
  noteChange,
  type Value,
  type World,
} from '../../../python/index.ts';
import { knownPackages } from '../known/index.ts';
import { isAbstract } from '../models/meta.ts';
import type { Modules } from '../project/project.ts';
import { VARIABLE_NOT_SET } from '../project/settings/variables-not-set.ts';
import { connectionNamed } from './connections.ts';
import { constants } from './constants.ts';
import { noteAsked } from './data-files.ts';
import { createEnvironment } from './environment.ts';
import { createJournal } from './journal.ts';
import { appConfigs, callFunction, onDecorated } from './known-calls.ts';
import { callMethod, keyClass } from './known-methods.ts';
import { keepNames } from './model-class/bound-names.ts';
import { createClassHooks } from './model-class/class-hooks.ts';
import { turnField } from './model-class/fields/turned-fields.ts';
import { endWaiting, isModelClass, labelOf, registeredModel } from './model-class/registered-models.ts';
import { throughModel } from './model-class/through-models.ts';
import {
  closedName,
  createDjangoNames,
  homeInDjango,
  isClosedDjango,
  isDjango,
  isDjangoDefinition,
  mayBeMissing,
  moduleHas,
  patchModule,
} from './modules/closed-django.ts';
import { importModule, openModule, openReference } from './modules/modules.ts';
import { ownModuleLacks, ownModuleWasGiven } from './modules/own-modules.ts';
import { createSearchPath } from './modules/search-path.ts';
import { isLibraryDefinition } from './modules/standard-library.ts';
import { isSetting } from './setting-names.ts';
import { takenByDjango } from './taken-lists.ts';
import {
  addClass,
  addWarning,
  markHanded,
  markUnfollowed,
  mayAdd,
  type WorldInput,
  type WorldState,
} from './world-state.ts';

export type DjangoWorld = WorldState & { modules: Modules };

/** Django's own defaults for settings that models ask for. */
const globalSettings = new Map<string, Value>([
  ['AUTH_USER_MODEL', 'auth.User'],
  ['DEBUG', false],
  ['USE_I18N', true],
  ['TIME_ZONE', 'America/Chicago'],
  ['LANGUAGE_CODE', 'en-us'],
  ['MEDIA_ROOT', ''],
  ['MEDIA_URL', '/'],
  ['STATIC_ROOT', null],
  ['STATIC_URL', null],
  ['DEFAULT_TABLESPACE', ''],
  ['DEFAULT_INDEX_TABLESPACE', ''],
]);

/** Settings ask whether these are loaded to know whether tests run. */
const testRunners: ReadonlySet<string> = new Set(['pytest', '_pytest', 'nose', 'nose2', 'behave']);

const SETTINGS = 'django.conf.settings.';

const createResolve =
  (state: WorldState, facts: ReadonlyMap<string, Value>): World['resolve'] =>
  (name) => {
    if (/^django\.apps\.(registry\.)?apps\.app_configs$/.test(name)) return appConfigs(state);
    const connected = connectionNamed(state, name);
    if (connected !== undefined) return connected;
    if (!name.startsWith(SETTINGS)) return firstOf(facts.get(name), state.django.patched.get(name));
    const setting = name.slice(SETTINGS.length);
    if (setting === 'configured') return state.settings.size > 0;
    // On by default since 5.0.
    const ofVersion = setting === 'USE_TZ' ? !/^[1-4]\./.test(state.input.djangoVersion ?? '') : undefined;
    const known = firstOf(state.settings.get(setting), ofVersion, globalSettings.get(setting));
    return known === undefined && isSetting(setting) ? defaultsOf(state)?.get(setting) : known;
  };

/** As Django's own text has them, where that is at hand. */
const defaultsOf = (state: WorldState): ReadonlyMap<string, Value> | undefined =>
  state.settings.size > 0 ? openModule(state, 'django.conf.global_settings')?.names : undefined;

const isUnset = (state: WorldState, setting: string): boolean =>
  state.areSettingsWhole && !state.settings.has(setting) && defaultsOf(state)?.has(setting) === false;

/** What a loop or a function of the settings comes to again and again is said once. */
const isSaid = (
  { apps, input, path }: WorldState,
  { code, message, file, line }: { code: string; message: string; file: string; line: number },
): boolean =>
  apps.length === 0 &&
  input.problems.some(
    (said) =>
      said.line === line && said.code === code && said.message === message && said.file === path.shownPath(file),
  );

const FIELD = /^django\.db\.models\.(?:fields\.)?Field$/;
const doubtCodes = {
  package: 'package_not_at_hand',
  loop: 'loop_not_followed',
  condition: 'condition_not_known',
  variable: VARIABLE_NOT_SET,
};

// Settings that are kept as data are short; a database dump is not one of them.
const DATA_LIMIT_BYTES = 1024 * 1024;

/** Where a later Python fits as well, only what holds since that one is sure. */
const isSincePython = ({ pythonVersion, pythonFit }: WorldInput, minor: number): boolean | undefined => {
  const [major = 3, own] = pythonVersion?.split('.').map(Number) ?? [];
  if (own === undefined || Number.isNaN(own) || pythonFit === 'some') return undefined;
  return major > 3 || own >= minor || (pythonFit === 'one' ? false : undefined);
};

type Part<Keys extends keyof World> = Pick<World, Keys>;

/** What code asks of the folders that it may see. */
const filesPart = (
  state: WorldState,
): Part<'exists' | 'readText' | 'entries' | 'onOutside' | 'cwd' | 'home' | 'isSincePython'> => {
  const { path } = state;
  const { root } = state.input.folder;
  return {
    exists: (file, kind) => {
      const at = resolvePath(root, file);
      const view = path.folderOf(at);
      if (view === undefined) return undefined;
      noteAsked(state, at);
      return (kind !== 'folder' && view.isFile(at)) || (kind !== 'file' && view.isFolder(at));
    },
    readText: (file) => {
      const at = resolvePath(root, file);
      noteAsked(state, at);
      const read = path.folderOf(at)?.readText(at, DATA_LIMIT_BYTES);
      return read?.ok ? read.value : undefined;
    },
    entries: (folder) => {
      const at = resolvePath(root, folder);
      noteAsked(state, at, 'names');
      return path
        .folderOf(at)
        ?.entries(at)
        .map(({ name, kind }) => ({ name, isFolder: kind === 'folder' }));
    },
    onOutside: (asked) => {
      state.outside.add(resolvePath(root, asked));
    },
    cwd: root,
    isSincePython: (minor) => isSincePython(state.input, minor),
    home: homeFolder(),
  };
};

const environmentPart = (state: WorldState): Part<'environment' | 'setEnvironment' | 'variables' | 'onVariables'> => {
  const { environment } = state;
  return {
    environment: environment.get,
    setEnvironment: (name, value) => {
      state.engine.foreignChanges++;
      if (value === undefined) environment.unset(name);
      else environment.set(name, value);
    },
    variables: environment.entries,
    onVariables: (entries) => {
      for (const [name, value] of entries) environment.aside.push([name, value]);
    },
  };
};

/** What an import finds. */
const importsPart = (
  state: WorldState,
): Part<
  'importModule' | 'loadedModule' | 'isAway' | 'mayFail' | 'readsSettings' | 'onTried' | 'openReference' | 'homeOf'
> => {
  const { path } = state;
  const readsSettings = (): boolean => state.apps.length === 0;
  return {
    importModule: (name, whole) => importModule(state, name, whole),
    loadedModule: (name) => state.opened.get(name) ?? (testRunners.has(name) ? false : undefined),
    // Settings are read as if what they try to import were there: most that they try for is.
    isAway: (name) => !readsSettings() && path.isAway(name),
    mayFail: (name) => !readsSettings() && (path.isAway(name) || mayBeMissing(state, name)),
    readsSettings,
    onTried: (name) => {
      if (readsSettings() && path.isAway(name)) state.assumed.add(name.replace(/\..*/, ''));
    },
    openReference: (name) => openReference(state, name),
    homeOf: (name) => {
      if (isClosedDjango(name)) return homeInDjango(state, name);
      const opened = openReference(state, name);
      return isA(opened, 'class') ? opened : undefined;
    },
  };
};

/** What modules hold: facts of Python and Django, and what a project puts in their place. */
const namesPart = (
  state: WorldState,
): Part<'resolve' | 'closedName' | 'isDefinition' | 'moduleHas' | 'moduleLacks' | 'moduleWasGiven' | 'patchModule'> => {
  const facts = constants(state.input, state.path);
  for (const value of facts.values()) claim(value, state.input);
  // What Django does not have is told by its version alone where it is not at hand: that counts where someone is prepared for it.
  const hasName: World['moduleHas'] = (module, name) => {
    if (`${module}.` === SETTINGS && isSetting(name))
      return state.engine.tries > 0 && isUnset(state, name) ? false : undefined;
    const has = moduleHas(state, module, name);
    return has === false && state.engine.tries === 0 && state.input.packages.length === 0 ? undefined : has;
  };
  return {
    resolve: createResolve(state, facts),
    closedName: (module, name, askedBy) => {
      const { patched } = state.django;
      // What Django's own modules import is there.
      if (!isDjango(askedBy) && hasName(module, name) === false) return undefined;
      return patched.size > 0 && patched.has(`${module}.${name}`) ? undefined : closedName(module, name);
    },
    isDefinition: (name) =>
      isLibraryDefinition(name) ||
      isDjangoDefinition(state, name) ||
      (importModule(state, name) !== 'missing' && state.path.find(name) !== undefined),
    moduleHas: hasName,
    moduleLacks: (module, name) => ownModuleLacks(state, module, name),
    moduleWasGiven: (module, name) => ownModuleWasGiven(state, module, name),
    patchModule: (module, name, value) => {
      if (name === 'deconstruct' && FIELD.test(module)) {
        state.fieldDeconstruct = value;
        state.engine.foreignChanges++;
      }
      if (patchModule(state, module, name, value)) state.engine.foreignChanges++;
    },
  };
};

/** What classes and calls do to the models there are. */
const modelsPart = (
  state: WorldState,
): Part<
  | 'namedClass'
  | 'onClass'
  | 'onNameless'
  | 'isFinished'
  | 'attribute'
  | 'onTurned'
  | 'onUndecided'
  | 'onDecorated'
  | 'call'
  | 'callMethod'
  | 'taken'
> => {
  const add = (value: ClassValue): void => {
    addClass(state, value);
    keepNames(state.engine, value);
  };
  const hooks = createClassHooks({
    openReference: (name) => openReference(state, name),
    labelOf: (value) => labelOf(state, value),
    keyOf: (value) => keyClass(state, labelOf(state, value)),
    hasIndexTogether: Number.parseFloat(state.input.djangoVersion ?? 'Infinity') < 5.1,
    onChange: (value) => noteChange(state.engine, value),
    prepared: state.prepared,
    classes: () => state.classes,
    onAnother: add,
  });
  return {
    namedClass: (name) => registeredModel(state, name.split('.')),
    onClass: (value) => {
      add(value);
      const made = hooks.onClass(value);
      if (state.waiting.length > 0) endWaiting(state, hooks, value);
      return made;
    },
    onNameless: (value) => tellNameless(state, value),
    isFinished: hooks.isFinished,
    attribute: (object, name) =>
      object.type === 'call' && name === 'through' ? throughModel(state, object) : hooks.attribute(object, name),
    onTurned: turnField,
    onUndecided: (module, args) => {
      if (state.path.isAway(module)) markHanded(state, args, hooks);
      else if (state.adders.size > 0 && mayAdd(state, module))
        for (const arg of args) markUnfollowed(state, arg, isOwnModule(state, module) ? null : hooks);
    },
    onDecorated: (value, decorator) => onDecorated(state, value, decorator),
    call: (name, call, module) => callFunction(state, hooks, name, call, module),
    callMethod: (object, name, call) => callMethod(state, hooks, object, name, call),
    taken: (call) => takenByDjango(call, state.input),
  };
};

/** A model of whatever name: none of those that only migrations know is surely gone. It stands in the module that it says, where that is the project's. */
const tellNameless = (state: WorldState, value: ClassValue): void => {
  if (!isModelClass(value) || isAbstract(value) || state.engine.aside > 0) return;
  const home = state.path.find(value.module);
  const message = 'A model is made whose name could not be told; it is missing.';
  if (value.file !== null && state.path.isOwn(value.file)) addWarning(state, 'not_evaluated', message, value);
  else if (home?.own) addWarning(state, 'not_evaluated', message, { file: home.file, line: null });
};

/** In the project's own text. */
const isOwnModule = ({ path }: WorldState, module: string): boolean => path.find(module)?.own === true;

const noteDoubt =
  (state: WorldState): World['note'] =>
  ({ file, line, message, doubt }) => {
    if (file === null || !state.path.isOwn(file) || state.engine.aside > 0) return;
    const plain = state.engine.world.readsSettings() ? 'settings_not_evaluated' : 'not_evaluated';
    const code = doubt === undefined ? plain : doubtCodes[doubt];
    if (!isSaid(state, { code, message, file, line })) addWarning(state, code, message, { file, line });
  };

const createView = (state: WorldState): World => ({
  known: knownPackages,
  ...filesPart(state),
  ...environmentPart(state),
  ...importsPart(state),
  ...namesPart(state),
  ...modelsPart(state),
  note: noteDoubt(state),
});

export const createWorld = (input: WorldInput): DjangoWorld => {
  const path = createSearchPath(input.folder, input.packages);
  const state: Omit<WorldState, 'engine'> = {
    input,
    path,
    environment: createEnvironment(homeFolder()),
    settings: new Map(),
    areSettingsWhole: false,
    classes: [],
    outside: new Set(),
    handedTo: new Set(),
    assumed: new Set(),
    asked: new Set(),
    appNames: new Set(),
    apps: [],
    defaultAutoField: null,
    areModelsReady: false,
    adders: new Set(),
    prepared: [],
    waiting: [],
    unfollowed: new WeakSet(),
    handed: new Set(),
    answers: new Map(),
    opened: new Map(),
    django: createDjangoNames(),
    lastText: null,
    filesRead: new Set(),
    worthOpening: new Map(),
    journal: createJournal(),
    fieldDeconstruct: null,
    onSuperInit: null,
    onSuperMethod: null,
  };
  const world = state as DjangoWorld;
  world.engine = createEngine(createView(world));
  world.engine.owner = input;
  world.modules = {
    find: path.find,
    open: (name) => openModule(world, name),
    filesRead: () => world.filesRead.size,
    shownPath: path.shownPath,
    isAway: path.isAway,
  };
  return world;
};
