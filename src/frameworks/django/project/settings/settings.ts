/** From `manage.py` to the settings: which module it names, and what that module and those it imports say. */
import { basename, dirname, join } from 'node:path';
import type { Problem } from '../../../../contract/index.ts';
import type { Folder } from '../../../../folder/folder.ts';
import {
  createModule,
  dictOf,
  hasOpenNames,
  heldUnless,
  isA,
  isSequence,
  type ModuleValue,
  Raised,
  readModule,
  runModule,
  type Value,
} from '../../../../python/index.ts';
import { isSetting } from '../../world/setting-names.ts';
import type { DjangoWorld } from '../../world/world.ts';
import { addWarning } from '../../world/world-state.ts';
import type { Settings } from '../project.ts';
import { configurationOf } from './configurations.ts';

const VARIABLE = 'DJANGO_SETTINGS_MODULE';

/** What evaluation could not see, e.g. in a `while` or a function that is not called, is found by its look. */
const findInText = (text: string): string | undefined =>
  /DJANGO_SETTINGS_MODULE["']\s*[,\]]\s*(?:=\s*)?["']([^"'\s]+)["']/.exec(text)?.[1];

/** Evaluates `manage.py` as Python would run it: it names the settings and may add to the search path. */
const readManage = (world: DjangoWorld, folder: Folder): string | undefined => {
  const read = folder.readText('manage.py');
  if (!read.ok) return undefined;
  const file = join(folder.root, 'manage.py');
  const syntax = readModule(read.value);
  for (const { line, message } of syntax.problems) addWarning(world, 'syntax_error', message, { file, line });
  runModule(world.engine, createModule('__main__', file), syntax);
  return world.environment.get(VARIABLE) ?? findInText(read.value);
};

/** In files of variables and of tools; pytest takes it as an option, too. */
const findSet = (text: string): string | undefined =>
  /^[ \t]*(?:export[ \t]+)?DJANGO_SETTINGS_MODULE\s*=\s*["']?([^"'\s#;]+)|[ \t"'=]--ds[= ]([\w.]+)/m
    .exec(text)
    ?.slice(1)
    .find(Boolean);

type Naming = { name: string; file: string };

/** Settings modules that other files name, for a project whose `manage.py` does not. */
const namedElsewhere = (folder: Folder, files: readonly string[]): Naming[] => {
  const found: Naming[] = [];
  const look = (file: string, find: (text: string) => string | undefined): void => {
    const read = folder.readText(file);
    const name = read.ok ? find(read.value) : undefined;
    if (name !== undefined && found.every((other) => other.name !== name)) found.push({ name, file });
  };
  // Who runs commands has these set.
  for (const file of ['.env', '.envrc']) look(file, findSet);
  for (const file of files.filter((path) => /(^|\/)(wsgi|asgi|celery)\.py$/.test(path))) look(file, findInText);
  for (const file of ['pytest.ini', 'setup.cfg', 'tox.ini', 'pyproject.toml'])
    if (found.length === 0) look(file, findSet);
  return found;
};

/** The only one there is. */
const onlySettings = (files: readonly string[]): string | undefined => {
  const [only, ...more] = files.filter((path) => /(^|\/)settings(\.py|\/__init__\.py)$/.test(path));
  if (only === undefined || more.length > 0) return undefined;
  const path = basename(only) === '__init__.py' ? dirname(only) : only.replace(/\.py$/, '');
  return path.replaceAll('/', '.');
};

const EXAMPLES = ['example', 'sample', 'template', 'dist'];
const BESIDE = ['base', 'common', 'defaults', 'default', 'settings'];

/** `proj.settings.local`, which nobody commits: what it is made from, or would build on, lies beside it. */
const besideMissing = (name: string): string[] => {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const examples = EXAMPLES.map((last) => `${name}_${last}`);
  return [
    ...examples,
    ...BESIDE.map((last) => (parent === '' ? last : `${parent}.${last}`)),
    ...(parent === '' ? [] : [parent]),
  ];
};

/** Not of one that answers by itself. */
const heldIn = (value: Value): Value | undefined => {
  const data = heldUnless(value, '__getitem__', '__contains__');
  return data === value ? undefined : data;
};

/** Of objects that are dicts or lists by their class, what they hold, also inside of one another. */
const asData = (value: Value): Value => {
  const data = heldIn(value) ?? value;
  if (!isA(data, 'dict') || ![...data.entries.values()].some((part) => heldIn(part) !== undefined)) return data;
  return dictOf(
    [...data.entries].map(([key, part]) => [key, asData(part)] as const),
    data.partial,
  );
};

/** A setting that is imported from a package whose module was not opened. */
const opened = (world: DjangoWorld, value: Value): Value => {
  const found = isA(value, 'reference') ? world.engine.world.openReference(value.name) : undefined;
  return asData(found === undefined ? value : found);
};

const hasApps = (names: ReadonlyMap<string, Value>): boolean => isSequence(names.get('INSTALLED_APPS'));

const listFiles = (folder: Folder): string[] =>
  folder.list({ accept: (name) => name.endsWith('.py'), limits: { files: 5000, depth: 4, timeMs: 2000 } }).files;

type Give = (code: string, message: string, file?: string) => void;

/** Where `manage.py` leaves it open: one that other files name, else the only one there is. */
const chooseModule = (folder: Folder, give: Give): string | undefined => {
  const files = listFiles(folder);
  const [first, ...others] = namedElsewhere(folder, files);
  if (first !== undefined && others.length > 0)
    give(
      'settings_ambiguous',
      `manage.py leaves the settings module open. ${first.name} was read, which ${first.file} names; ${others
        .map(({ name, file }) => `${file} names ${name}`)
        .join(', ')}.`,
    );
  return first?.name ?? onlySettings(files);
};

/** The module, or another that may stand for one that is not in the workspace, which is said. */
const openSettings = (world: DjangoWorld, folder: Folder, name: string, give: Give): ModuleValue | undefined => {
  const module = world.modules.open(name);
  if (module !== undefined) return module;
  const files = listFiles(folder);
  const named = namedElsewhere(folder, files).map((other) => other.name);
  for (const other of [...besideMissing(name), ...named, onlySettings(files) ?? name]) {
    const found = world.modules.find(other)?.own ? world.modules.open(other) : undefined;
    if (found === undefined || !hasApps(found.names)) continue;
    give('settings_not_found', `The settings module ${name} is not in the workspace; ${other} was read in its place.`);
    return found;
  }
  give('settings_not_found', `The settings module ${name} could not be found; apps were looked for by their folders.`);
  return undefined;
};

const MAX_SHOWN = 3;

/** What lies outside counts as not there, as a variable of the environment counts as not set. */
const sayOutside = ({ outside }: DjangoWorld, problems: Problem[]): void => {
  if (outside.size === 0) return;
  const shown = [...outside].slice(0, MAX_SHOWN);
  const more = outside.size > MAX_SHOWN ? ` and ${outside.size - MAX_SHOWN} more` : '';
  problems.push({
    code: 'outside_workspace',
    severity: 'info',
    message: `The settings look for files outside the workspace, which are not read: ${shown.join(', ')}${more}. They were read as on a machine that has none of them.`,
    file: null,
    line: null,
  });
};

/** What such a package reads in files and variables of its own may replace any setting. */
const sayHanded = ({ handedTo }: DjangoWorld, give: Give, file: string | undefined): void => {
  for (const name of handedTo)
    give(
      'settings_handed_over',
      `The settings hand over to ${name}, which reads files and variables of its own: those are not read here, and may replace any setting that is told.`,
      file,
    );
};

/**
 * Settings that a module answers for by `__getattr__`. Django takes those alone that `dir()` names: without a `__dir__` of the module's own there
 * are none. null: which they are cannot be told.
 */
const answeredBy = ({ names }: ModuleValue): [string, Value][] | null => {
  const [list, answer] = [names.get('__dir__'), names.get('__getattr__')];
  if (!isA(list, 'function')) return list === undefined ? [] : null;
  try {
    const told = list.call([], new Map());
    if (!isSequence(told) || !told.items.every((name) => typeof name === 'string')) return null;
    const asked = told.items.filter((name) => isSetting(name) && !names.has(name));
    if (asked.length > 0 && !isA(answer, 'function')) return null;
    return asked.map((name) => [name, isA(answer, 'function') ? answer.call([name], new Map()) : null]);
  } catch (error) {
    // Someone else's function may raise, on purpose or because we know too little.
    if (!(error instanceof Raised)) throw error;
    return null;
  }
};

export const readSettings = (world: DjangoWorld, folder: Folder, problems: Problem[]): Settings => {
  const give: Give = (code, message, file = 'manage.py') => {
    problems.push({ code, severity: 'warning', message, file, line: null });
  };
  const named = readManage(world, folder);
  // What `settings.configure` was given needs no module.
  const isConfigured = world.settings.has('INSTALLED_APPS');
  const values = world.settings;
  const name = named ?? (isConfigured ? undefined : chooseModule(folder, give));
  if (name === undefined && isConfigured)
    return { module: null, file: join(folder.root, 'manage.py'), values, resolved: hasApps(values) };
  if (name === undefined) {
    give('settings_not_found', 'manage.py names no settings module; apps were looked for by their folders.');
    return { module: null, file: null, values, resolved: false };
  }
  const before = problems.length;
  const module = openSettings(world, folder, name, give);
  if (module === undefined) return { module: name, file: null, values, resolved: false };
  const isBroken = problems.slice(before).some(({ code }) => code === 'syntax_error');
  const answered = answeredBy(module);
  for (const [key, value] of [...module.names, ...configurationOf(world, module.names), ...(answered ?? [])])
    if (isSetting(key)) world.settings.set(key, opened(world, value));
  const isOpen = hasOpenNames(module);
  // Where Python stops, others may stand behind; of a text that it cannot read nobody knows what was meant.
  const isRead = module.stars.length === 0 && module.stopped !== true && !isBroken;
  world.areSettingsWhole = isRead && answered !== null && world.handedTo.size === 0 && !isOpen;
  sayOutside(world, problems);
  const shown = module.file === null ? undefined : world.modules.shownPath(module.file);
  if (answered === null)
    give(
      'settings_handed_over',
      'The settings name some of their own by a function __dir__, which could not be followed: those are not read here.',
      shown,
    );
  if (isOpen)
    give(
      'settings_handed_over',
      'The settings are given names by code that could not be followed: those are not read here, and may replace any setting that is told.',
      shown,
    );
  sayHanded(world, give, shown);
  const resolved = hasApps(values);
  if (!resolved)
    give(
      'installed_apps_unresolved',
      `INSTALLED_APPS of ${module.name} could not be told from the text; apps were looked for by their folders.`,
      shown,
    );
  return { module: module.name, file: module.file, values, resolved };
};
