/**
 * A project of all apps below a folder: the tests of Django itself, or of a package, are models that nobody wrote for this reader. Those that
 * Django does not start with are left out.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const base = ['contenttypes', 'auth', 'sites', 'sessions', 'messages', 'admin', 'staticfiles'].map(
  (name) => `django.contrib.${name}`,
);

// Of thousands of test files no more are tried: each costs a start of Django.
const MAX_APPS = 400;

type Found = { name: string; home: string };

const isPackage = (folder: string): boolean => existsSync(join(folder, '__init__.py'));

/** The dotted name by which a package is imported, and the folder that has to be on the path for it. */
const namedFrom = (folder: string, top: string): Found => {
  const parts: string[] = [];
  let home = folder;
  for (; home !== top && isPackage(home); home = dirname(home)) parts.unshift(basename(home));
  return { name: parts.join('.'), home: relative(top, home) };
};

const findApps = (folder: string, top = folder): Found[] => {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(?:\.|node_modules$|docs$)/.test(entry.name),
  );
  const hasModels = ['models.py', 'models/__init__.py'].some((file) => existsSync(join(folder, file)));
  const own = folder !== top && isPackage(folder) && hasModels ? [namedFrom(folder, top)] : [];
  return [...own, ...inside.flatMap(({ name }) => findApps(join(folder, name), top))];
};

const settings = (apps: readonly string[]): string => `SECRET_KEY = "truth"
SITE_ID = 1
STATIC_URL = "/static/"
ROOT_URLCONF = "truth_urls"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = ${JSON.stringify([...base, ...apps])}
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "truth.sqlite3"}}
`;

const manage = (homes: readonly string[]): string => `import os
import sys
HERE = os.path.dirname(os.path.abspath(__file__))
${homes.map((home) => `sys.path.insert(0, os.path.join(HERE, ${JSON.stringify(home)}))\n`).join('')}os.environ["DJANGO_SETTINGS_MODULE"] = "truth_settings"
if __name__ == "__main__":
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

/** Runs a program in a project that has started; whether it came to its end. */
export const runStarted = (python: string, root: string, program: string): boolean => {
  const start =
    'import runpy, sys\nsys.path.insert(0, ".")\nrunpy.run_path("manage.py")\nimport django\ndjango.setup()\n';
  const run = spawnSync(python, ['-B', '-W', 'ignore', '-c', start + program], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
  return run.status === 0;
};

/** Tries all of them at once; where that fails, each half of them, down to the single one that is left out. */
export const keepWorking = <T>(items: readonly T[], tryWith: (items: readonly T[]) => boolean): T[] => {
  const kept: T[] = [];
  const attempt = (group: readonly T[]): void => {
    if (group.length === 0) return;
    if (tryWith([...kept, ...group])) kept.push(...group);
    else if (group.length > 1) {
      const half = Math.ceil(group.length / 2);
      attempt(group.slice(0, half));
      attempt(group.slice(half));
    }
  };
  attempt(items);
  tryWith(kept);
  return kept;
};

const makeMigrations = `
import os
from django.apps import apps
from django.core.management import call_command
here = os.getcwd()
own = [app.label for app in apps.get_app_configs() if app.path.startswith(here) and list(app.get_models())]
call_command("makemigrations", *own, verbosity=0, interactive=False, skip_checks=True)
`;

const loadMigrations = `
from django.db.migrations.loader import MigrationLoader
assert not MigrationLoader(None).detect_conflicts()
`;

/** The folder copied to `root` as a project with its apps, and with the migrations that Django makes for them; their names. */
export const projectOfApps = (folder: string, root: string, python: string): string[] => {
  cpSync(folder, root, { recursive: true, verbatimSymlinks: true });
  const found = findApps(root).slice(0, MAX_APPS);
  writeFileSync(join(root, 'truth_urls.py'), 'urlpatterns = []\n');
  writeFileSync(join(root, 'manage.py'), manage([...new Set(found.map(({ home }) => home))].filter(Boolean)));
  const startsWith = (apps: readonly string[]): boolean => {
    writeFileSync(join(root, 'truth_settings.py'), settings(apps));
    return runStarted(python, root, loadMigrations);
  };
  const names = found.map(({ name }) => name);
  const kept = keepWorking(names, startsWith);
  runStarted(python, root, makeMigrations);
  // What Django writes it cannot always import.
  return keepWorking(kept, startsWith);
};
