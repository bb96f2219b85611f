/** From `manage.py` to the settings: which module it names, and what that module and those it imports say. */
import { basename, dirname, join } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import { createModule, isA, isSequence, readModule, runModule, type Value } from '../../../python/index.ts';
import type { DjangoWorld } from '../world/world.ts';
import { configurationOf } from './configurations.ts';
import type { Settings } from './project.ts';

const VARIABLE = 'DJANGO_SETTINGS_MODULE';

/** What evaluation could not see, e.g. in a `while` or a function that is not called, is found by its look. */
const findInText = (text: string): string | undefined =>
  /DJANGO_SETTINGS_MODULE["']\s*[,\]]\s*=?\s*["']([\w.]+)["']/.exec(text)?.[1];

/** Evaluates `manage.py` as Python would run it: it names the settings and may add to the search path. */
const readManage = (world: DjangoWorld, folder: Folder): string | undefined => {
  const read = folder.readText('manage.py');
  if (!read.ok) return undefined;
  const module = createModule('__main__', join(folder.root, 'manage.py'));
  runModule(world.engine, module, readModule(read.value));
  return world.environment.get(VARIABLE) ?? findInText(read.value);
};

/** Other files that name the settings module, for a project whose `manage.py` does not. */
const elsewhere = (folder: Folder, files: readonly string[]): string | undefined => {
  for (const file of files.filter((path) => /(^|\/)(wsgi|asgi|celery)\.py$/.test(path))) {
    const read = folder.readText(file);
    const found = read.ok ? findInText(read.value) : undefined;
    if (found !== undefined) return found;
  }
  for (const file of ['pytest.ini', 'setup.cfg', 'tox.ini', 'pyproject.toml']) {
    const read = folder.readText(file);
    const found = read.ok ? /^\s*DJANGO_SETTINGS_MODULE\s*=\s*["']?([\w.]+)/m.exec(read.value)?.[1] : undefined;
    if (found !== undefined) return found;
  }
  const [only, ...more] = files.filter((path) => /(^|\/)settings(\.py|\/__init__\.py)$/.test(path));
  if (only === undefined || more.length > 0) return undefined;
  const path = basename(only) === '__init__.py' ? dirname(only) : only.replace(/\.py$/, '');
  return path.replaceAll('/', '.');
};

const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

/** A setting that is imported from a package whose module was not opened. */
const opened = (world: DjangoWorld, value: Value): Value => {
  const found = isA(value, 'reference') ? world.engine.world.openReference(value.name) : undefined;
  return found === undefined ? value : found;
};

const isResolved = ({ settings }: DjangoWorld): boolean => isSequence(settings.get('INSTALLED_APPS'));

const listFiles = (folder: Folder): string[] =>
  folder.list({ accept: (name) => name.endsWith('.py'), limits: { files: 5000, depth: 4, timeMs: 2000 } }).files;

export const readSettings = (world: DjangoWorld, folder: Folder, problems: Problem[]): Settings => {
  const named = readManage(world, folder);
  // What `settings.configure` was given needs no module.
  const isConfigured = world.settings.has('INSTALLED_APPS');
  const name = named ?? (isConfigured ? undefined : elsewhere(folder, listFiles(folder)));
  const give = (code: string, message: string): void => {
    problems.push({ code, severity: 'warning', message, file: 'manage.py', line: null });
  };
  if (name === undefined && isConfigured)
    return { module: null, file: join(folder.root, 'manage.py'), values: world.settings, resolved: isResolved(world) };
  if (name === undefined) {
    give('settings_not_found', 'manage.py names no settings module; apps were looked for by their folders.');
    return { module: null, file: null, values: world.settings, resolved: false };
  }
  const module = world.modules.open(name);
  if (module === undefined) {
    give(
      'settings_not_found',
      `The settings module ${name} could not be found; apps were looked for by their folders.`,
    );
    return { module: name, file: null, values: world.settings, resolved: false };
  }
  for (const [key, value] of [...module.names, ...configurationOf(world, module.names)])
    if (isSetting(key)) world.settings.set(key, opened(world, value));
  return {
    module: name,
    file: module.file,
    values: world.settings,
    resolved: isResolved(world),
  };
};
