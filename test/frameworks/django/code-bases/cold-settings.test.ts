/** Settings of clones: what is not committed, lies elsewhere or is set on the machine that a project runs on. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ReadProject } from '../../../../src/frameworks/django/project/read-project.ts';
import { agrees } from '../agreement.ts';
import { manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

const model = { 'core/models.py': 'from django.db import models\nclass Item(models.Model):\n    pass\n' };

const readCold = (context: TestContext, files: Record<string, string>): ReadProject =>
  readAll(writeProject(context, { 'core/__init__.py': '', 'core/models.py': '', ...files }), { sitePackages: [] })
    .project;

const said = ({ problems }: ReadProject): string[] =>
  problems.filter(({ code }) => code !== 'app_not_found').map(({ message }) => message);

test('classes that hand their attributes and properties over to the module of the settings', (context) => {
  agrees(context, {
    ...model,
    'proj/classes.py': `
import inspect
import sys
class Base:
    SECRET_KEY = "a-secret-of-the-test"
    ROOT = "/srv"
    extra = 1
    @property
    def INSTALLED_APPS(self):
        return ["django.contrib.auth", "django.contrib.contenttypes"]
    @classmethod
    def export(cls, name):
        module = sys.modules[name]
        for member, value in inspect.getmembers(cls()):
            if member.isupper():
                setattr(module, member, value)
`,
    'proj/settings.py': `
from .classes import Base
class Here(Base):
    @property
    def INSTALLED_APPS(self):
        return super().INSTALLED_APPS + ["core"]
    @property
    def DATABASES(self):
        return {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": self.ROOT + "/x.sqlite3"}}
Here.export(__name__)
DEBUG = [name for name in dir(Here()) if name.isupper()] == ["DATABASES", "INSTALLED_APPS", "ROOT", "SECRET_KEY"]
if not DEBUG:
    INSTALLED_APPS += ["not.there"]
`,
  });
});

test('files outside of the workspace count as not there, in every way to ask for them', (context) => {
  const project = readCold(context, {
    'proj/settings.py': `${plainSettings(['core'])}
import configparser, glob, os
from dotenv import load_dotenv
if os.path.exists("/etc/shop.conf"):
    load_dotenv("/etc/shop.conf")
    INSTALLED_APPS += ["never"]
config = configparser.ConfigParser()
config.read([os.path.expanduser("~/.shop.cfg"), "shop.cfg"])
if Path("../outside.env").exists() or glob.glob("/etc/shop.d/*.py") or config.has_section("shop"):
    DEBUG = True
load_dotenv("/run/secrets/env")
TIME_ZONE = config.get("locale", "zone", fallback="UTC")
`,
  });
  assert.deepEqual(
    project.apps.map(({ name }) => name),
    ['django.contrib.auth', 'django.contrib.contenttypes', 'core'],
  );
  assert.equal(project.settings.values.get('TIME_ZONE'), 'UTC');
  assert.equal(said(project).length, 1);
  assert.match(
    said(project)[0] ?? '',
    /^The settings look for files outside the workspace, which are not read: \/etc\/shop\.conf, \/\S+\/\.shop\.cfg, \/\S+\/outside\.env and 2 more\. /,
  );
});

test('a settings module that is not in the workspace is stood for by what it builds on, else by what else is named', (context) => {
  const cold = (settings: string, files: Record<string, string>): [string | null, string[]] => {
    const project = readCold(context, { 'manage.py': manage(settings), ...files });
    assert.ok(project.apps.some(({ name }) => name === 'core'));
    return [project.settings.module, said(project)];
  };
  const sentence = (missing: string, found: string): string[] => [
    `The settings module ${missing} is not in the workspace; ${found} was read in its place.`,
  ];
  assert.deepEqual(
    cold('proj.conf.local', { 'proj/conf/__init__.py': '', 'proj/conf/base.py': plainSettings(['core']) }),
    ['proj.conf.base', sentence('proj.conf.local', 'proj.conf.base')],
  );
  assert.deepEqual(cold('proj.settings_local', { 'proj/settings.py': plainSettings(['core']) }), [
    'proj.settings',
    sentence('proj.settings_local', 'proj.settings'),
  ]);
  assert.deepEqual(
    cold('private', {
      'proj/production.py': plainSettings(['core']),
      'proj/wsgi.py': 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "proj.production")\n',
    }),
    ['proj.production', sentence('private', 'proj.production')],
  );
  assert.deepEqual(cold('proj.settings', { 'proj/settings_example.py': plainSettings(['core']) }), [
    'proj.settings_example',
    sentence('proj.settings', 'proj.settings_example'),
  ]);
  assert.deepEqual(cold('private', { 'proj/empty.py': '' }), [
    'private',
    ['The settings module private could not be found; apps were looked for by their folders.'],
  ]);
});

test('a project that leaves the choice of its settings to the command line says which were read', (context) => {
  const wsgi = (name: string): string => `import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "${name}")\n`;
  const project = readCold(context, {
    'manage.py': `
import argparse, os, sys
parser = argparse.ArgumentParser()
parser.add_argument("--site", default="shop")
known, rest = parser.parse_known_args()
os.environ["DJANGO_SETTINGS_MODULE"] = known.site + ".conf"
`,
    'shop/__init__.py': '',
    'shop/conf.py': plainSettings(['core']),
    'shop/wsgi.py': wsgi('shop.conf'),
    'staff/__init__.py': '',
    'staff/conf.py': plainSettings([]),
    'staff/wsgi.py': wsgi('staff.conf'),
  });
  assert.equal(project.settings.module, 'shop.conf');
  assert.deepEqual(said(project), [
    'manage.py leaves the settings module open. shop.conf was read, which shop/wsgi.py names; staff/wsgi.py names staff.conf.',
  ]);
});

test('where manage.py names no settings, those of a file of variables or of pytest are read', (context) => {
  const settingsBy = (files: Record<string, string>) => {
    const project = readCold(context, {
      'manage.py':
        'import sys\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n',
      'shop/__init__.py': '',
      'shop/local.py': plainSettings(['core']),
      'shop/live.py': plainSettings([]),
      ...files,
    });
    return [project.settings.module, ...said(project)];
  };
  const wsgi = 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.live")\n';
  assert.deepEqual(settingsBy({ '.env': '# local\nDEBUG=1\nDJANGO_SETTINGS_MODULE="shop.local"\n' }), ['shop.local']);
  assert.deepEqual(settingsBy({ '.envrc': 'layout python\nexport DJANGO_SETTINGS_MODULE=shop.local\n' }), [
    'shop.local',
  ]);
  assert.deepEqual(settingsBy({ 'pytest.ini': '[pytest]\naddopts = -q --ds=shop.local --reuse-db\n' }), ['shop.local']);
  assert.deepEqual(settingsBy({ '.env': 'DJANGO_SETTINGS_MODULE=shop.local\n', 'shop/wsgi.py': wsgi }), [
    'shop.local',
    'manage.py leaves the settings module open. shop.local was read, which .env names; shop/wsgi.py names shop.live.',
  ]);
});

test('a database that is left empty on purpose is none, and is not said to be unknown', (context) => {
  const read = (databases: string): unknown[] => {
    const project = readCold(context, {
      'proj/settings.py': `${plainSettings(['core'])}\nimport package\nDATABASES = ${databases}\n`,
    });
    return [project.databases.map(({ alias }) => alias), ...said(project)];
  };
  const users = '"users": {"ENGINE": "django.db.backends.sqlite3", "NAME": "users.sqlite3"}';
  assert.deepEqual(read(`{"default": {}, ${users}}`), [['users']]);
  assert.deepEqual(read(`{"default": {**package.database()}, ${users}}`), [
    ['users'],
    'The database default could not be told from the text; it may be named by an environment variable.',
  ]);
});

test('a database and a log whose variable is not set keep what is written beside it', (context) => {
  const project = readCold(context, {
    'proj/settings.py': `${plainSettings(['core'])}
import os
from decouple import config
DATABASES = {
    "default": {"ENGINE": "django.db.backends.postgresql", "NAME": config("SHOP_DB"), "HOST": "db"},
    "old": {"ENGINE": "django.db.backends.mysql", "NAME": "old", "PASSWORD": os.environ["OLD_PASSWORD"]},
}
LOGGING: dict = {"version": 1, "handlers": {
    "away": {"class": "logging.FileHandler", "filename": os.environ["LOG_DIR"] + "/a.log"},
    "here": {"class": "logging.FileHandler", "filename": BASE_DIR / "here.log"},
}}
`,
  });
  assert.deepEqual(
    project.databases.map(({ alias, engine, name }) => [alias, engine, name]),
    [
      ['default', 'django.db.backends.postgresql', ''],
      ['old', 'django.db.backends.mysql', 'old'],
    ],
  );
  assert.equal(project.logFiles.length, 1);
  assert.deepEqual(said(project), [
    'The environment variable SHOP_DB is not set.',
    'The environment variable OLD_PASSWORD is not set.',
    'The environment variable LOG_DIR is not set.',
    'The database default could not be told from the text; it may be named by an environment variable.',
    'The file of the log handler away could not be told from the text; logs are looked for by their file names.',
  ]);
});

test('a setting that cannot be told is said, with what was taken for it', (context) => {
  const project = readCold(context, {
    'requirements.txt': 'Django==4.2.9\n',
    'proj/settings.py': `${plainSettings(['core'])}
import package, socket
AUTH_USER_MODEL = package.user_model()
DEFAULT_AUTO_FIELD = package.auto_field
LOGGING = {"version": 1, "handlers": {
    "main": {"class": "logging.FileHandler", "filename": "logs/" + socket.gethostname() + ".log"},
    "other": {"class": "logging.FileHandler", "filename": BASE_DIR / "other.log"},
    "screen": {"class": "logging.StreamHandler"},
}}
DATABASES["second"] = {"ENGINE": "django.db.backends.postgresql", "NAME": package.environ.get("NAME")}
`,
  });
  assert.deepEqual(said(project), [
    'The database second could not be told from the text; it may be named by an environment variable.',
    'AUTH_USER_MODEL could not be told from the text; auth.User was taken.',
    'DEFAULT_AUTO_FIELD could not be told from the text; django.db.models.AutoField was taken.',
    'The file of the log handler main could not be told from the text; logs are looked for by their file names.',
  ]);
  assert.equal(project.isAutoFieldSure, false);
  assert.equal(project.logFiles.length, 1);

  const none = readCold(context, {
    'proj/settings.py': 'import package\nINSTALLED_APPS = package.apps()\n',
    'core/migrations/__init__.py': '',
  });
  assert.equal(none.settings.resolved, false);
  assert.deepEqual(said(none), [
    'INSTALLED_APPS of proj.settings could not be told from the text; apps were looked for by their folders.',
  ]);
});

test('settings that ask for tests, for packages and for what stops them are read as a command would run them', (context) => {
  const project = readCold(context, {
    'proj/settings.py': `${plainSettings(['core'])}
import importlib.util, os, sys
if "pytest" in sys.modules or "test" in sys.argv:
    INSTALLED_APPS += ["never"]
if importlib.util.find_spec("debug_toolbar") is not None:
    INSTALLED_APPS.append("debug_toolbar")
for again in range(3):
    if not os.environ.get("SHOP_URL"):
        raise RuntimeError("Set SHOP_URL")
`,
  });
  assert.deepEqual(
    project.apps.map(({ name }) => name),
    ['django.contrib.auth', 'django.contrib.contenttypes', 'core', 'debug_toolbar'],
  );
  assert.deepEqual(said(project).slice(0, 1), ['Python raises RuntimeError here: Set SHOP_URL']);
});

const trying = `${plainSettings(['core'])}
import importlib.util
try:
    import debug_toolbar
    INSTALLED_APPS.append("debug_toolbar")
except ImportError:
    pass
try:
    from rest_framework.views import APIView
except ImportError:
    APIView = None
if importlib.util.find_spec("django_extensions"):
    INSTALLED_APPS.append("django_extensions")
try:
    import json, core.models
except ImportError:
    pass
`;

test('packages that settings only try for are said to be taken for installed, but for those that requirements name', (context) => {
  const assumed = (files: Record<string, string>): string[] =>
    readCold(context, { 'proj/settings.py': trying, ...files })
      .problems.filter(({ code }) => code === 'package_assumed')
      .map(({ message }) => message);
  const words = (names: string): string =>
    `The settings try to import ${names}; whether that is installed is not known here. They were read as if it were.`;
  assert.deepEqual(assumed({}), [words('debug_toolbar, rest_framework, django_extensions')]);
  assert.deepEqual(assumed({ 'requirements/dev.txt': 'django-debug-toolbar==4.2\ndjango_extensions>=3\n' }), [
    words('rest_framework'),
  ]);
  const poetry = '[tool.poetry.dependencies]\ndjango-debug-toolbar = "^4"\ndjangorestframework = "*"\n';
  assert.deepEqual(assumed({ 'pyproject.toml': poetry, Pipfile: 'django-extensions = "*"\n' }), []);
  const locked = '[[package]]\nname = "django-debug-toolbar"\n[[package]]\nname = "djangorestframework-simplejwt"\n';
  assert.deepEqual(assumed({ 'uv.lock': locked }), [words('rest_framework, django_extensions')]);
});

test('apps that are not at hand keep their place, whatever label they are thought to have', (context) => {
  const config = (label: string): string =>
    `from django.apps import AppConfig\nclass Config(AppConfig):\n    name = "${label}.users"\n    label = "people"\n`;
  const project = readCold(context, {
    'proj/settings.py': plainSettings([
      'cms.admin',
      'cms.users',
      'django.contrib.admin',
      'core',
      'users',
      'a.users',
      'b.users',
    ]),
    'users/__init__.py': '',
    'a/users/__init__.py': '',
    'a/users/apps.py': config('a'),
    'b/users/__init__.py': '',
    'b/users/apps.py': config('b'),
  });
  assert.deepEqual(
    project.apps.slice(2).map(({ label, name }) => [label, name]),
    [
      ['cms_admin', 'cms.admin'],
      ['cms_users', 'cms.users'],
      ['admin', 'django.contrib.admin'],
      ['core', 'core'],
      ['users', 'users'],
      ['people', 'a.users'],
    ],
  );
  assert.deepEqual(said(project), [
    'a.users and b.users have the same label, people, which Django refuses; the first was read.',
  ]);
});

test('where Python would stop is said once, not with all that follows from it', (context) => {
  const project = readCold(context, {
    'proj/settings.py': `${plainSettings(['core'])}
import os
import proj.configuration as configuration
if not hasattr(configuration, "HOSTS"):
    HOSTS = configuration.HOSTS
for name in configuration.PLUGINS:
    INSTALLED_APPS.append(name)
KEY = os.environ["SHOP_KEY"]
`,
  });
  assert.deepEqual(said(project), [
    'There is no module named proj.configuration.',
    'The environment variable SHOP_KEY is not set.',
    '1 of the entries of INSTALLED_APPS could not be told from the text.',
  ]);
});

test('a workspace that is itself a package is found by its own name', (context) => {
  const root = join(writeProject(context, {}), 'shop');
  for (const [file, text] of Object.entries({
    'manage.py': manage('shop.settings'),
    '__init__.py': 'NAME = "shop.core"\n',
    'settings.py': 'from shop import NAME\nINSTALLED_APPS = [NAME]\n',
    'core/__init__.py': '',
  })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { project } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    project.apps.map(({ name, own }) => [name, own]),
    [['shop.core', true]],
  );
  assert.deepEqual(project.problems, []);
});

test('apps of packages are named in one sentence where no packages are known; one that should be here is missing', (context) => {
  const { problems } = readCold(context, {
    'proj/settings.py': plainSettings(['core', 'taggit', 'proj.gone', 'rest_framework.authtoken']),
  });
  assert.deepEqual(
    problems.map(({ severity, message }) => [severity, message]),
    [
      ['warning', 'The app proj.gone is not in the workspace.'],
      [
        'info',
        'Apps of packages, which are not known in this workspace, were not read: taggit, rest_framework.authtoken.',
      ],
    ],
  );
});
