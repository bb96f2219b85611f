/** The folders that a developer has open: the sample, a large one, and one of their own in git, with a database and a log. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { djangoPython } from '../../test/django-python.ts';
import { copySampleTo } from '../../test/sample.ts';
import { writeProject } from '../generated-project.ts';

const environment = {
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  PYTHONDONTWRITEBYTECODE: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** What they type into a terminal; that it fails (a conflict, a broken model) is part of the day. */
export const command = (root: string, file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { cwd: root, env: environment, stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
};

export const git = (root: string, ...args: string[]): boolean => command(root, 'git', ...args);
export const manage = (root: string, ...args: string[]): boolean => command(root, djangoPython, 'manage.py', ...args);

const write = (root: string, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const settings = `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "a-key-of-the-day"
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "shop", "blog"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "var" / "shop.data"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGGING = {"version": 1, "disable_existing_loggers": False,
    "handlers": {"file": {"class": "logging.FileHandler", "filename": BASE_DIR / "var" / "journal.txt", "delay": True}},
    "loggers": {"shop": {"handlers": ["file"]}}}
`;

const manageFile = `import os, sys
if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

export const modelText = (name: string, fields: readonly string[]): string =>
  `\n\nclass ${name}(models.Model):\n${fields.map((field) => `    ${field} = models.CharField(max_length=40, default="")\n`).join('')}    made = models.DateTimeField(auto_now_add=True)\n`;

export const head = 'from django.db import models\n';

const shopFiles: Record<string, string> = {
  'manage.py': manageFile,
  '.gitignore': 'var/\n.venv/\n__pycache__/\nnode_modules/\n',
  'README.md': '# Shop\n',
  'requirements.txt': 'django==3.2.25\n',
  'config/__init__.py': '',
  'config/settings.py': settings,
  'shop/__init__.py': '',
  'shop/models.py': head + modelText('Item', ['title', 'code']) + modelText('Customer', ['name']),
  'shop/migrations/__init__.py': '',
  'shop/fixtures/items.json': '[{"model": "shop.item", "pk": 1, "fields": {"title": "Chair"}}]\n',
  'blog/__init__.py': '',
  'blog/models.py': head + modelText('Post', ['title']),
  'blog/migrations/__init__.py': '',
};

/** Two branches: one with another app and hundreds of modules more, one in which a model has another field. */
const makeBranches = (root: string): void => {
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'start');
  git(root, 'checkout', '-qb', 'stock');
  const modules = Array.from({ length: 300 }, (_, number): [string, string] => [
    `stock/parts/part${number}.py`,
    `LIMIT_${number} = ${number}\n`,
  ]);
  write(root, {
    'stock/__init__.py': '',
    'stock/models.py': head + modelText('Shelf', ['row']) + modelText('Box', ['row', 'size']),
    'stock/migrations/__init__.py': '',
    'config/settings.py': settings.replace('"blog"]', '"blog", "stock"]'),
    ...Object.fromEntries(modules),
  });
  manage(root, 'makemigrations', 'stock');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'stock');
  git(root, 'checkout', '-q', 'main');
  git(root, 'checkout', '-qb', 'titles');
  write(root, { 'blog/models.py': head + modelText('Post', ['title', 'subtitle']) + modelText('Tag', ['word']) });
  manage(root, 'makemigrations', 'blog');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'titles');
  git(root, 'checkout', '-q', 'main');
};

export const branches = ['main', 'stock', 'titles'];

export const makeShop = (root: string): void => {
  write(root, shopFiles);
  mkdirSync(join(root, 'var'));
  manage(root, 'makemigrations', 'shop', 'blog');
  makeBranches(root);
  manage(root, 'migrate');
  appendFileSync(join(root, 'var/journal.txt'), '');
};

export const makeAtlas = (root: string): void => {
  const samples = join(import.meta.dirname, '../../samples');
  copySampleTo(root);
  command(root, djangoPython, join(samples, 'make-sample.py'), '--project', root, '--fresh');
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'sample');
};

/** An environment whose Python is gone: the project is read from its text alone, which takes a tenth of the time. */
export const breakEnvironment = (root: string): void => {
  write(root, { '.venv/pyvenv.cfg': 'home = /gone/bin\nversion = 3.11.2\n', '.venv/bin/python': '' });
  if (existsSync(join(root, '.git'))) appendFileSync(join(root, '.git/info/exclude'), '.venv/\n');
};

/** Its manage.py starts no commands: nothing of it is made but by hand. */
export const makeLarge = (root: string): void => writeProject(root, { models: 300, migrations: 900 });
