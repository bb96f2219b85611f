/** INSTALLED_APPS → apps, by the rules of Django's `AppConfig.create`. */
import { dirname } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder, Listing } from '../../../folder/folder.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  firstOf,
  isA,
  isSequence,
  Raised,
  type ReferenceValue,
  resolutionOrder,
  type Value,
} from '../../../python/index.ts';
import { isBuiltinApp } from '../world/modules/builtin-modules.ts';
import type { DjangoWorld } from '../world/world.ts';
import { sayClosed, sayClosedToSearch } from './closed-folders.ts';
import type { DjangoApp, Modules, Settings } from './project.ts';

/** The end of `<app>.apps.<Config>`. */
const CONFIG_PATH = /(\.apps)?\.\p{Lu}[^.]*$/u;
const APP_CONFIG = /^django\.apps(\.config)?\.AppConfig$/;

const isConfig = (value: Value | undefined): value is ClassValue =>
  isA(value, 'class') &&
  resolutionOrder(value)
    .slice(1)
    .some(
      (base) =>
        base.type === 'reference' &&
        (APP_CONFIG.test(base.name) || /App|Config/.test(base.name.slice(base.name.lastIndexOf('.')))),
    );

const attribute = (config: ClassValue, name: string): Value | undefined => {
  for (const base of resolutionOrder(config)) {
    const value = base.type === 'class' ? base.names.get(name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
};

const textAttribute = (config: ClassValue | undefined, name: string): string | undefined => {
  const value = config === undefined ? undefined : attribute(config, name);
  return typeof value === 'string' ? value : undefined;
};

/** The configuration class that Django picks from `<app>/apps.py`. */
const detectConfig = (world: DjangoWorld, app: string): ClassValue | undefined => {
  const module = world.modules.open(`${app}.apps`);
  const configs = [...(module?.names.values() ?? [])]
    .filter(isConfig)
    .filter((config) => attribute(config, 'default') !== false);
  if (configs.length === 1) return configs[0];
  const marked = configs.filter((config) => attribute(config, 'default') === true);
  return marked.length === 1 ? marked[0] : undefined;
};

const openClass = (world: DjangoWorld, dotted: string): ClassValue | undefined => {
  const dot = dotted.lastIndexOf('.');
  const value = dot === -1 ? undefined : world.modules.open(dotted.slice(0, dot))?.names.get(dotted.slice(dot + 1));
  if (isA(value, 'class')) return value;
  const opened = isA(value, 'reference') ? world.engine.world.openReference(value.name) : undefined;
  return isA(opened, 'class') ? opened : undefined;
};

/** Django imports the package first; until 4.0 it could name its configuration itself. */
const namedConfig = (world: DjangoWorld, entry: string, djangoVersion: string | null): string | undefined => {
  const named = world.modules.open(entry)?.names.get('default_app_config');
  if (djangoVersion !== null && Number.parseInt(djangoVersion, 10) >= 5) return undefined;
  if (/^4\.[1-9]/.test(djangoVersion ?? '')) return undefined;
  return typeof named === 'string' ? named : undefined;
};

type Entry = { name: string; config: ClassValue | undefined };

const resolveEntry = (world: DjangoWorld, entry: string, djangoVersion: string | null): Entry => {
  if (world.modules.find(entry) !== undefined || isBuiltinApp(entry)) {
    const named = namedConfig(world, entry, djangoVersion);
    const config = named === undefined ? detectConfig(world, entry) : openClass(world, named);
    return { name: textAttribute(config, 'name') ?? entry, config };
  }
  const config = openClass(world, entry);
  if (config !== undefined)
    return { name: textAttribute(config, 'name') ?? entry.replace(/\.apps\.[^.]+$/, ''), config };
  // Not to be found: an entry that ends like a class names `<app>.apps.<Config>`.
  return { name: entry.replace(CONFIG_PATH, ''), config: undefined };
};

/** An object with a `__contains__` and a `__getitem__` of its own, by which tests turn off the migrations of all apps. */
const answerFor = (object: CallValue, label: string): Value | undefined => {
  const ask = (name: string): Value | undefined => {
    const method = isA(object.callee, 'class') ? attribute(object.callee, name) : undefined;
    try {
      return isA(method, 'function') ? method.call([object, label], new Map()) : undefined;
    } catch (error) {
      if (error instanceof Raised) return undefined;
      throw error;
    }
  };
  const held = isA(object.held, 'dict') ? object.held.entries.get(label) : undefined;
  const isThere = ask('__contains__') ?? held !== undefined;
  return isThere === true ? firstOf(ask('__getitem__'), held) : undefined;
};

/** `MIGRATION_MODULES` moves an app's migrations, or with None turns them off. */
export const migrationsModule = (settings: Settings, label: string, name: string): string | null => {
  const moved = settings.values.get('MIGRATION_MODULES');
  const value = isA(moved, 'dict')
    ? moved.entries.get(label)
    : isA(moved, 'call')
      ? answerFor(moved, label)
      : undefined;
  if (value === null) return null;
  return typeof value === 'string' ? value : `${name}.migrations`;
};

type AutoField = Pick<DjangoApp, 'defaultAutoField' | 'isAutoFieldSure'>;

const readAutoField = (config: ClassValue | undefined, settings: Settings): AutoField => {
  const own = config === undefined ? undefined : attribute(config, 'default_auto_field');
  if (typeof own === 'string') return { defaultAutoField: own, isAutoFieldSure: true };
  const global = settings.values.get('DEFAULT_AUTO_FIELD');
  // A base of a package that is not at hand may say it as well.
  const isSilent = config === undefined || resolutionOrder(config).every(isTold);
  return {
    defaultAutoField: typeof global === 'string' ? global : null,
    isAutoFieldSure: own === undefined && isSilent,
  };
};

const isTold = (base: ClassValue | ReferenceValue): boolean =>
  base.type === 'class' || APP_CONFIG.test(base.name) || base.name === 'builtins.object';

export type ReadApp = DjangoApp & { config: ClassValue | undefined };

export const appAt = (
  modules: Modules,
  settings: Settings,
  label: string,
  name: string,
  config?: ClassValue | undefined,
): ReadApp => {
  const found = modules.find(name);
  return {
    label,
    name,
    own: found?.own ?? false,
    path: found === undefined ? null : dirname(found.file),
    migrationsModule: migrationsModule(settings, label, name),
    closedMigrations: null,
    ...readAutoField(config, settings),
    modelsModule: `${name}.models`,
    config,
  };
};

const createApp = ({ modules }: DjangoWorld, settings: Settings, { name, config }: Entry): ReadApp =>
  appAt(modules, settings, textAttribute(config, 'label') ?? name.split('.').at(-1) ?? name, name, config);

const entriesOf = (settings: Settings, problems: Problem[]): string[] => {
  const installed = settings.values.get('INSTALLED_APPS');
  const items = isSequence(installed) ? installed.items : [];
  const unreadable = items.filter((item) => typeof item !== 'string');
  if (unreadable.length > 0)
    problems.push({
      code: 'installed_apps_unresolved',
      severity: 'warning',
      message: `${unreadable.length} of the entries of INSTALLED_APPS could not be told from the text.`,
      file: null,
      line: null,
    });
  return [...new Set(items.filter((item) => typeof item === 'string'))];
};

/** Folders that look like apps: `apps.py`, `models.py` or a `migrations` package. */
const lookForApps = (folder: Folder): Listing =>
  folder.list({
    accept: (name, path) =>
      name === 'models.py' || name === 'apps.py' || /(^|\/)(models|migrations)\/__init__\.py$/.test(path),
    limits: { files: 2000, timeMs: 3000 },
  });

const guessEntries = ({ files }: Listing): string[] => {
  const folders = files.map((path) => path.replace(/\/?((models|migrations)\/__init__|models|apps)\.py$/, ''));
  return [...new Set(folders)].filter((path) => path !== '').map((path) => path.replaceAll('/', '.'));
};

/** The label of an app that is not at hand is a guess: `wagtail.users` has another than the project's `users`. */
export const isGuessed = ({ path, name }: DjangoApp): boolean => path === null && !name.startsWith('django.');

const MAX_SHOWN = 20;

/** A part of one of the project's own packages that is not there. */
const isOwnPart = ({ modules }: DjangoWorld, name: string): boolean => {
  const home = modules.find(name.split('.', 1)[0] ?? name);
  return home?.own === true && !home.isNamespace;
};

/** An app that is nowhere is missing; in a clone without packages, those of others are simply not at hand. */
const sayMissing = (
  world: DjangoWorld,
  apps: readonly ReadApp[],
  packagesKnown: boolean,
  problems: Problem[],
): void => {
  const give = (severity: Problem['severity'], message: string): void => {
    problems.push({ code: 'app_not_found', severity, message, file: null, line: null });
  };
  const away: string[] = [];
  for (const { name } of apps.filter(isGuessed))
    if (isOwnPart(world, name)) give('warning', `The app ${name} is not in the workspace.`);
    else if (packagesKnown)
      give('warning', `The app ${name} is neither in the workspace nor among its installed packages.`);
    else away.push(name);
  if (away.length === 0) return;
  const more = away.length > MAX_SHOWN ? ` and ${away.length - MAX_SHOWN} more` : '';
  const shown = `${away.slice(0, MAX_SHOWN).join(', ')}${more}`;
  give('info', `Apps of packages, which are not known in this workspace, were not read: ${shown}.`);
};

const sayUnsure = ({ name }: ReadApp, problems: Problem[]): void => {
  const message = `The default_auto_field of the app ${name} could not be told from the text; the one of the project was taken.`;
  problems.push({ code: 'setting_unresolved', severity: 'warning', message, file: null, line: null });
};

const sayTwice = (first: ReadApp, second: ReadApp, problems: Problem[]): void => {
  const message =
    first.name === second.name
      ? `INSTALLED_APPS has ${first.name} twice, which Django refuses.`
      : `${first.name} and ${second.name} have the same label, ${first.label}, which Django refuses; the first was read.`;
  problems.push({ code: 'app_label_taken', severity: 'warning', message, file: null, line: null });
};

/** Of apps with the same label: one whose label is a guess takes another; of two that are sure, Django would not start. */
const withOwnLabels = (apps: readonly ReadApp[], settings: Settings, problems: Problem[]): ReadApp[] => {
  const sure = new Map<string, ReadApp>();
  for (const app of apps) if (!isGuessed(app) && !sure.has(app.label)) sure.set(app.label, app);
  const taken = new Set(sure.keys());
  return apps.flatMap((app) => {
    const { name, label } = app;
    const owner = sure.get(label);
    if (owner === app) return [app];
    if (!isGuessed(app) && owner !== undefined) {
      sayTwice(owner, app, problems);
      return [];
    }
    const free = taken.has(label) ? name.replaceAll('.', '_') : label;
    if (taken.has(free)) return [];
    taken.add(free);
    return [{ ...app, label: free, migrationsModule: migrationsModule(settings, free, name) }];
  });
};

export const readApps = (
  world: DjangoWorld,
  settings: Settings,
  input: { folder: Folder; djangoVersion: string | null; packagesKnown: boolean; problems: Problem[] },
): ReadApp[] => {
  const search = settings.resolved ? null : lookForApps(input.folder);
  const entries = search === null ? entriesOf(settings, input.problems) : guessEntries(search);
  for (const entry of entries) world.appNames.add(entry.replace(CONFIG_PATH, ''));
  const apps = entries.map((entry) => {
    const app = createApp(world, settings, resolveEntry(world, entry, input.djangoVersion));
    world.appNames.add(app.name);
    return app;
  });
  const closed = sayClosed(world.modules, apps, input.problems);
  if (search !== null) sayClosedToSearch(input.folder, search, closed.folders, input.problems);
  const reachable = apps.filter(({ name }) => !closed.apps.has(name));
  sayMissing(world, reachable, input.packagesKnown, input.problems);
  for (const app of apps.filter(({ own, isAutoFieldSure }) => own && !isAutoFieldSure)) sayUnsure(app, input.problems);
  const told = apps.map((app) => ({ ...app, closedMigrations: closed.migrations.get(app.name) ?? null }));
  return withOwnLabels(told, settings, input.problems);
};

/** A method that the app's own configuration has: `ready`. */
export const ownMethod = ({ config }: ReadApp, name: string): FunctionValue | undefined => {
  const method = config === undefined ? undefined : attribute(config, name);
  return isA(method, 'function') ? method : undefined;
};
