/** The world that a project's modules are evaluated in: its own files, its packages, its settings. */
import { dirname, join, resolve as resolvePath } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import {
  type Arguments,
  attributeOf,
  type ClassValue,
  createEngine,
  createModule,
  dictOf,
  type Engine,
  firstOf,
  type ImportAnswer,
  isA,
  listOf,
  type ModuleValue,
  moduleScope,
  readModule,
  referenceTo,
  runModule,
  textOf,
  tupleOf,
  type Value,
  type World,
} from '../../../python/index.ts';
import { builtinModule } from './builtin-modules.ts';
import { createClassHooks } from './class-hooks.ts';
import { createEnvironment, type ProjectEnvironment } from './environment.ts';
import type { ModuleFile, Modules } from './project.ts';
import { createSearchPath, type SearchPath } from './search-path.ts';
import { isStandardLibrary } from './standard-library.ts';

export type DjangoWorld = {
  engine: Engine;
  modules: Modules;
  environment: ProjectEnvironment;
  /** Settings by name, filled once they are read; `settings.X` in other modules resolves to them. */
  settings: Map<string, Value>;
  /** Every class that was made, in the order Python would make them. */
  classes: ClassValue[];
  /** Dotted names of the installed apps: their modules are opened, those of other packages only when a name of them is needed. */
  appNames: Set<string>;
  /** Passed what `super().__init__(…)` is called with, while a field class is followed. */
  onSuperInit: ((call: Arguments) => void) | null;
  runFile(file: string, name: string, into?: ModuleValue): ModuleValue | undefined;
};

export type WorldInput = {
  folder: Folder;
  sitePackages: readonly string[];
  pythonVersion: string | null;
  djangoVersion: string | null;
  problems: Problem[];
};

const versionTuple = (version: string | null, fallback: readonly number[]): Value => {
  const parts = version?.split('.').map((part) => Number.parseInt(part, 10)) ?? fallback;
  return tupleOf([...parts.filter((part) => !Number.isNaN(part)), 'final', 0]);
};

/** Facts of Python and Django that code asks for before it decides something. */
const constants = (input: WorldInput, path: SearchPath): Map<string, Value> =>
  new Map<string, Value>([
    ['sys.path', path.entries],
    ['sys.argv', listOf(['manage.py'])],
    ['sys.platform', 'linux'],
    ['sys.version_info', versionTuple(input.pythonVersion, [3, 12, 0])],
    ['sys.modules', dictOf([], true)],
    ['os.name', 'posix'],
    ['os.sep', '/'],
    ['os.path.sep', '/'],
    ['os.pardir', '..'],
    ['os.curdir', '.'],
    ['typing.TYPE_CHECKING', false],
    ['django.VERSION', versionTuple(input.djangoVersion, [5, 2, 0])],
  ]);

/** Django's own defaults for settings that models ask for. */
const globalSettings = new Map<string, Value>([
  ['AUTH_USER_MODEL', 'auth.User'],
  ['DEBUG', false],
  ['USE_TZ', false],
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

/** Parts of Django that say nothing about a project's models: never opened. */
const isClosedDjango = (name: string): boolean =>
  /^django(\.|$)/.test(name) && !/^django\.contrib\.\w+/.test(name)
    ? true
    : /^django\.contrib\.(gis|postgres)\b/.test(name);

/** `path` below `parent`, by dotted names. */
const isWithin = (parent: string, name: string): boolean => name === parent || name.startsWith(`${parent}.`);

export const createWorld = (input: WorldInput): DjangoWorld => {
  const { folder, problems } = input;
  const path = createSearchPath(folder, input.sitePackages);
  const environment = createEnvironment(folder);
  const settings = new Map<string, Value>();
  const classes: ClassValue[] = [];
  const appNames = new Set<string>();
  const facts = constants(input, path);
  const answers = new Map<string, ImportAnswer>();
  const opened = new Map<string, ModuleValue | undefined>();
  let filesRead = 0;

  const problem = (code: string, message: string, file: string | null, line: number | null): void => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ code, severity: 'warning', message, file: file === null ? null : path.shownPath(file), line });
  };

  const readSource = (file: string): string | undefined => {
    const read = path.folderOf(file)?.readText(file);
    if (read?.ok) {
      filesRead++;
      return read.value;
    }
    if (read !== undefined && read.refusal !== 'missing') problem('file_unreadable', read.message, file, null);
    return undefined;
  };

  const run = (module: ModuleValue, text: string, own: boolean): void => {
    const syntax = readModule(text);
    if (own) for (const { line, message } of syntax.problems) problem('syntax_error', message, module.file, line);
    runModule(engine, module, syntax);
  };

  /** Evaluates a module and remembers it before it runs, as Python does: modules import each other in circles. */
  const open = (name: string): ModuleValue | undefined => {
    if (opened.has(name)) return opened.get(name);
    const found = path.find(name);
    const source = found === undefined || found.isNamespace ? undefined : readSource(found.file);
    const text = source ?? (found === undefined ? builtinModule(name) : found.isNamespace ? '' : undefined);
    if (text === undefined) {
      opened.set(name, undefined);
      return undefined;
    }
    const module = createModule(name, found?.file ?? null);
    opened.set(name, module);
    answers.set(name, { found: module });
    const dot = name.lastIndexOf('.');
    if (dot !== -1 && found?.own) importModule(name.slice(0, dot));
    run(module, text, found?.own ?? false);
    return module;
  };

  /**
   * Own modules are always opened. Of packages, those that may define models: in an installed app what speaks of models, elsewhere
   * what defines abstract ones, because Django orders inherited fields by when their module was imported.
   */
  const isWorthOpening = (name: string, found: ModuleFile): boolean => {
    if (found.own || found.isNamespace) return true;
    if (isClosedDjango(name)) return false;
    const read = found.folder.readText(found.file);
    if (!read.ok) return false;
    if (/\babstract\s*=/.test(read.value)) return true;
    return [...appNames].some((app) => isWithin(app, name)) && /\bmodels\b/.test(read.value);
  };

  const decide = (name: string): ImportAnswer => {
    const top = name.split('.', 1)[0] ?? name;
    const found = path.find(name);
    if (found !== undefined) {
      const module = isWorthOpening(name, found) ? open(name) : undefined;
      return module === undefined ? 'closed' : { found: module };
    }
    if (isStandardLibrary(name)) return 'closed';
    const home = path.find(top);
    // A part of one of the project's own packages that is not there is missing; of an installed one it may be compiled.
    if (home !== undefined) return home.own && !home.isNamespace ? 'missing' : 'closed';
    const built = builtinModule(name) === undefined ? undefined : open(name);
    if (built !== undefined) return { found: built };
    return path.mayExist(top) === false ? 'missing' : 'closed';
  };

  function importModule(name: string): ImportAnswer {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = decide(name);
    // While it was decided the module may have been opened through another one.
    const final = answers.get(name) ?? answer;
    answers.set(name, final);
    return final;
  }

  const openReference = (name: string): Value | undefined => {
    if (isClosedDjango(name) || isStandardLibrary(name)) return undefined;
    const dot = name.lastIndexOf('.');
    if (dot === -1) return undefined;
    const holder = open(name.slice(0, dot));
    const value = holder?.names.get(name.slice(dot + 1));
    if (value !== undefined)
      return isA(value, 'reference') && value.name !== name ? (openReference(value.name) ?? value) : value;
    // A part of something in a module: `app.models.Outer.Inner`, `app.settings.configured.USER_MODEL`.
    const outer = holder === undefined ? openReference(name.slice(0, dot)) : undefined;
    if (isA(outer, 'class')) return outer.names.get(name.slice(dot + 1));
    if (!isA(outer, 'call')) return undefined;
    const part = attributeOf(outer, name.slice(dot + 1), moduleScope(engine, createModule(name, outer.file)));
    return isA(part, 'unknown') ? undefined : part;
  };

  const resolve = (name: string): Value | undefined => {
    if (name.startsWith(SETTINGS))
      return firstOf(settings.get(name.slice(SETTINGS.length)), globalSettings.get(name.slice(SETTINGS.length)));
    return facts.get(name);
  };

  const runFile = (file: string, name: string, into?: ModuleValue): ModuleValue | undefined => {
    const text = readSource(file);
    if (text === undefined) return undefined;
    const module = into === undefined ? createModule(name, file) : { ...into, file };
    run(module, text, path.isOwn(file));
    return module;
  };

  /** django-split-settings: files evaluated in the namespace of the one that includes them. */
  const include = (call: Arguments, module: ModuleValue): Value => {
    for (const arg of call.args) {
      const given = isA(arg, 'call') ? arg.args[0] : arg;
      const pattern = textOf(given);
      if (pattern === undefined || module.file === null) continue;
      const at = join(dirname(module.file), pattern);
      const files = pattern.includes('*')
        ? (path.folderOf(at)?.entries(dirname(at)) ?? [])
            .filter((e) => e.name.endsWith('.py'))
            .map((e) => join(dirname(at), e.name))
        : [at];
      for (const file of files) runFile(file, module.name, module);
    }
    return null;
  };

  const hooks = createClassHooks(openReference);
  const world: World = {
    importModule,
    environment: environment.get,
    setEnvironment: environment.set,
    loadEnvironment: (file) =>
      environment.load(file === null ? null : resolvePath(folder.root, file), join(folder.root, 'manage.py')),
    exists: (file) => {
      const at = resolvePath(folder.root, file);
      const view = path.folderOf(at);
      return view === undefined ? undefined : view.isFile(at) || view.isFolder(at);
    },
    cwd: folder.root,
    resolve,
    openReference,
    onClass: (value) => {
      classes.push(value);
      hooks.onClass(value);
    },
    attribute: hooks.attribute,
    call: (name, call, module) => {
      if (name === 'builtins.super.__new__') return hooks.superNew();
      if (name === 'split_settings.tools.include') return include(call, module);
      const [first] = call.args;
      if (name === 'importlib.import_module' && typeof first === 'string') {
        const answer = importModule(first);
        return typeof answer === 'object' ? answer.found : referenceTo(first);
      }
      if (name === 'django.utils.module_loading.import_string' && typeof first === 'string')
        return firstOf(openReference(first), referenceTo(first));
      if (name === 'django.apps.apps.is_installed' && typeof first === 'string') return appNames.has(first);
      if (name === 'django.contrib.auth.get_user_model') return settings.get('AUTH_USER_MODEL') ?? 'auth.User';
      return name === 'django.get_version' ? (input.djangoVersion ?? undefined) : undefined;
    },
    callMethod: (object, name, call) => {
      if (name === '__new__' && isA(object, 'call') && object.name === 'builtins.super') return hooks.superNew();
      const meant = hooks.callMethod(object, name, call);
      return meant === undefined ? callMethod(shared, object, name, call) : meant;
    },
    note: ({ file, line, message }) => {
      if (file !== null && path.isOwn(file)) problem('not_evaluated', message, file, line);
    },
  };
  const engine = createEngine(world);
  const modules: Modules = {
    find: path.find,
    open,
    filesRead: () => filesRead,
    shownPath: path.shownPath,
  };
  const shared: DjangoWorld = { engine, modules, environment, settings, classes, appNames, onSuperInit: null, runFile };
  return shared;
};

const SETTINGS = 'django.conf.settings.';
// Someone else's project may be broken everywhere: a list of problems is for reading.
const MAX_PROBLEMS = 200;

/** Fields that are added to a model after its class was written, and what a field class passes on to its base. */
const callMethod = (world: DjangoWorld, object: Value, name: string, call: Arguments): Value | undefined => {
  const [first, second] = call.args;
  if (name === 'add_to_class' && isA(object, 'class') && typeof first === 'string' && second !== undefined) {
    object.names.set(first, second);
    return null;
  }
  if (name === 'contribute_to_class' && isA(first, 'class') && typeof second === 'string' && isA(object, 'call')) {
    first.names.set(second, object);
    return null;
  }
  if (
    name === '__init__' &&
    world.onSuperInit !== null &&
    (isA(object, 'call') || isA(object, 'class') || isA(object, 'reference'))
  ) {
    world.onSuperInit(isA(object, 'call') ? call : { args: call.args.slice(1), keywords: call.keywords });
    return null;
  }
  return undefined;
};
