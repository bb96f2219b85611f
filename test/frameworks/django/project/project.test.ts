import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readProject } from '../../../../src/frameworks/django/project/read-project.ts';
import { inputFor, manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

const readIn = (
  context: TestContext,
  files: Record<string, string>,
  packages: Record<string, string> | null = null,
) => {
  const root = writeProject(context, files);
  const folder = join(root, '.venv/lib/python3.12/site-packages');
  const installed: Record<string, string> = packages === null ? {} : { 'django/__init__.py': '', ...packages };
  for (const [path, text] of Object.entries(installed)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { root, project: readProject(inputFor(root, { sitePackages: packages === null ? [] : [folder] })) };
};

const codes = (problems: readonly { code: string }[]): string[] => problems.map(({ code }) => code);

test('settings are followed through manage.py, imports with a star, a local file and .env', (context) => {
  const { root, project } = readIn(context, {
    'manage.py': `import os\nimport sys\nfrom dotenv import load_dotenv\nload_dotenv()\n${manage('config.settings.local').replace(/^.*\n/, '')}`,
    '.env': 'export DB_FILE="data/main.db"  # here\nAPI_TOKEN=tok-123456\nEXTRA=1\n',
    'config/__init__.py': '',
    'config/settings/__init__.py': '',
    'config/settings/base.py': `
import os
from pathlib import Path
ROOT = Path(__file__).resolve().parents[2]
DEBUG = False
LIMIT = None
LOCAL = ["blog", "shop.apps.ShopConfig"]
INSTALLED_APPS = ["django.contrib.auth"] + LOCAL
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ROOT / os.environ["DB_FILE"]}}
LOGGING = {"handlers": {"f": {"class": "logging.FileHandler", "filename": os.path.join(ROOT, "logs", "app.log")}, "c": {}}}
SECRET_KEY = "very-secret-value"
MAIL = {"HOST": "localhost", "PASSWORD": "mail-pw-99", "OPTIONS": [{"API_KEY": "key-77777"}]}
CACHE = "redis://user:p@ss-w0rd@host:1/0"
`,
    'config/settings/local.py': `
from .base import *
from .base import INSTALLED_APPS as ORIGINAL
DEBUG = True
if DEBUG:
    INSTALLED_APPS += ["debug_app"]
if os.environ.get("EXTRA"):
    INSTALLED_APPS = [*INSTALLED_APPS, "extra"]
try:
    from .secret import *
except ImportError:
    pass
AUTH_USER_MODEL = "blog.Writer"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"blog": "blog.db_migrations", "extra": None}
`,
    'blog/__init__.py': '',
    'shop/__init__.py': '',
    'shop/apps.py':
      'from django.apps import AppConfig\nclass ShopConfig(AppConfig):\n    name = "shop"\n    label = "store"\n    default_auto_field = "django.db.models.AutoField"\n',
    'debug_app/__init__.py': '',
    'extra/__init__.py': '',
    'README.md': '# Hello\n',
  });
  assert.equal(project.settings.module, 'config.settings.local');
  assert.equal(project.settings.values.get('LIMIT'), null);
  assert.deepEqual(
    project.apps.map(({ label, name, own, migrationsModule, defaultAutoField }) => [
      label,
      name,
      own,
      migrationsModule,
      defaultAutoField,
    ]),
    [
      ['auth', 'django.contrib.auth', false, 'django.contrib.auth.migrations', 'django.db.models.AutoField'],
      ['blog', 'blog', true, 'blog.db_migrations', 'django.db.models.BigAutoField'],
      ['store', 'shop', true, 'shop.migrations', 'django.db.models.AutoField'],
      ['debug_app', 'debug_app', true, 'debug_app.migrations', 'django.db.models.BigAutoField'],
      ['extra', 'extra', true, null, 'django.db.models.BigAutoField'],
    ],
  );
  assert.deepEqual(project.databases, [
    {
      alias: 'default',
      engine: 'django.db.backends.sqlite3',
      name: join(root, 'data/main.db'),
      file: join(root, 'data/main.db'),
    },
  ]);
  assert.deepEqual(project.logFiles, [join(root, 'logs/app.log')]);
  assert.deepEqual(project.secrets.sort(), ['key-77777', 'mail-pw-99', 'p@ss-w0rd', 'tok-123456', 'very-secret-value']);
  assert.equal(project.facts.auth_user_model, 'blog.Writer');
  assert.equal(project.facts.readme, 'README.md');
  assert.deepEqual(project.problems, []);
});

test('a password that is also the name of an app, of a database or of a field hides no name', (context) => {
  const database = { ENGINE: 'django.db.backends.postgresql', NAME: 'site', USER: 'postgres', PASSWORD: 'postgres' };
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(
      ['shop', 'acme.billing'],
      `DATABASES = {"default": ${JSON.stringify(database)}, "old": {"PASSWORD": "site"}}
EMAIL_HOST_PASSWORD = "shop"
CACHE_PASSWORD = "password"
PAYMENT_TOKEN = "billing"
API_KEY = "kept-secret"
`,
    ),
    'shop/__init__.py': '',
    'acme/billing/__init__.py': '',
  });
  assert.deepEqual(readProject(inputFor(root)).secrets.sort(), ['a-secret-of-the-test', 'kept-secret']);
});

test('a database that an environment variable names is said to be unknown, and its password is never shown', (context) => {
  const { project } = readIn(context, {
    'proj/settings.py': `import dj_database_url, os
INSTALLED_APPS = []
DATABASES = {"default": dj_database_url.config(), "other": dj_database_url.parse("postgres://me:hidden-pw@db:5432/shop"), "memory": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
`,
  });
  assert.deepEqual(project.databases, [
    { alias: 'other', engine: 'django.db.backends.postgresql', name: 'shop', file: null },
    { alias: 'memory', engine: 'django.db.backends.sqlite3', name: ':memory:', file: null },
  ]);
  assert.deepEqual(codes(project.problems), ['database_unresolved']);
  assert.ok(!JSON.stringify([project.facts, project.problems]).includes('hidden-pw'));
});

test('the configuration of an app is picked as Django picks it', (context) => {
  const config = (name: string, more = ''): string =>
    `class ${name}(AppConfig):\n    name = "pkg.many"\n    label = "${name.toLowerCase()}"\n${more}`;
  const { project } = readIn(context, {
    'proj/settings.py':
      'INSTALLED_APPS = ["pkg.one", "pkg.many", "pkg.named", "space.inside", "pkg.gone.apps.GoneConfig"]\n',
    'pkg/__init__.py': '',
    'pkg/one/__init__.py': '',
    'pkg/one/apps.py':
      'from django.apps import AppConfig as Base\nclass OneConfig(Base):\n    name = __name__.rsplit(".", 1)[0]\n    label = "first"\n',
    'pkg/many/__init__.py': '',
    'pkg/many/apps.py': `from django.apps import AppConfig\n${config('A')}${config('B', '    default = True\n')}${config('C', '    default = False\n')}`,
    'pkg/named/__init__.py': 'default_app_config = "pkg.named.conf.NamedConfig"\n',
    'pkg/named/conf.py':
      'from django.apps import AppConfig\nclass NamedConfig(AppConfig):\n    name = "pkg.named"\n    label = "by_name"\n',
    'space/inside/__init__.py': '',
  });
  assert.deepEqual(
    project.apps.map(({ label, name }) => [label, name]),
    [
      ['first', 'pkg.one'],
      ['b', 'pkg.many'],
      ['by_name', 'pkg.named'],
      ['inside', 'space.inside'],
      ['gone', 'pkg.gone'],
    ],
  );
  assert.deepEqual(codes(project.problems), ['app_not_found']);
});

test('apps in a folder that manage.py adds to the path are found, and third-party ones are told apart from own ones', (context) => {
  const { project } = readIn(
    context,
    {
      'manage.py': manage().replace(
        'def main():\n',
        'from pathlib import Path\n\n\ndef main():\n    sys.path.insert(0, str(Path(__file__).parent.resolve() / "apps"))\n',
      ),
      'proj/settings.py':
        'INSTALLED_APPS = ["inner", "other_pkg"]\ntry:\n    import missing_thing\n    INSTALLED_APPS.append("missing_thing")\nexcept ImportError:\n    pass\n',
      'apps/inner/__init__.py': '',
    },
    { 'other_pkg/__init__.py': '', 'Django-4.2.16.dist-info/METADATA': '' },
  );
  assert.deepEqual(
    project.apps.map(({ label, own }) => [label, own]),
    [
      ['inner', true],
      ['other_pkg', false],
    ],
  );
  assert.equal(project.facts.django_version, '4.2.16');
  assert.equal(project.facts.django_version_source, 'site-packages/Django-4.2.16.dist-info');
});

test('a checkout of Django tells its version itself', (context) => {
  const { project } = readIn(
    context,
    { 'proj/settings.py': 'import django\nINSTALLED_APPS = ["old"] if django.VERSION < (5, 1) else ["new"]\n' },
    { 'django/__init__.py': 'VERSION = (5, 0, 7, "final", 0)\n' },
  );
  assert.equal(project.facts.django_version, '5.0.7');
  assert.equal(project.facts.django_version_source, 'site-packages/django/__init__.py');
  assert.deepEqual(
    project.apps.map(({ label }) => label),
    ['old'],
  );
});

test('django-configurations, split settings and settings in a package are read', (context) => {
  const classes = readIn(context, {
    'manage.py': manage().replace(
      'def main():\n',
      'def main():\n    os.environ.setdefault("DJANGO_CONFIGURATION", "Dev")\n',
    ),
    'proj/settings.py':
      'from configurations import Configuration\nclass Base(Configuration):\n    INSTALLED_APPS = ["a"]\n    DEBUG = False\nclass Dev(Base):\n    INSTALLED_APPS = Base.INSTALLED_APPS + ["b"]\n',
    'a/__init__.py': '',
    'b/__init__.py': '',
  });
  assert.deepEqual(
    classes.project.apps.map(({ label }) => label),
    ['a', 'b'],
  );
  const split = readIn(context, {
    'proj/settings/__init__.py':
      'from split_settings.tools import include, optional\ninclude("parts/base.py", "parts/more_*.py", optional("local.py"))\n',
    'proj/settings/parts/base.py': 'INSTALLED_APPS = ["a"]\n',
    'proj/settings/parts/more_apps.py': 'INSTALLED_APPS += ["b"]\n',
    'a/__init__.py': '',
    'b/__init__.py': '',
  });
  assert.deepEqual(
    split.project.apps.map(({ label }) => label),
    ['a', 'b'],
  );
});

test('where settings cannot be found, folders that look like apps are taken and that is said', (context) => {
  const { project } = readIn(context, {
    'manage.py': 'print("nothing here")\n',
    'shop/__init__.py': '',
    'shop/models.py': 'from django.db import models\n',
    'deep/inner/__init__.py': '',
    'deep/inner/migrations/__init__.py': '',
    'docs/conf.py': '',
  });
  assert.equal(project.settings.resolved, false);
  assert.deepEqual(project.apps.map(({ name }) => name).sort(), ['deep.inner', 'shop']);
  assert.deepEqual(codes(project.problems), ['settings_not_found']);
});

test('the version of Django is told by lock files and requirements when nothing is installed', (context) => {
  const version = (files: Record<string, string>): [string | null, string | null] => {
    const { facts } = readIn(context, { 'proj/settings.py': 'INSTALLED_APPS = []\n', ...files }).project;
    return [facts.django_version, facts.django_version_source];
  };
  assert.deepEqual(version({ 'uv.lock': '[[package]]\nname = "django"\nversion = "5.1.2"\n' }), ['5.1.2', 'uv.lock']);
  assert.deepEqual(version({ 'poetry.lock': '[[package]]\nname = "Django"\nversion = "4.2"\n' }), [
    '4.2',
    'poetry.lock',
  ]);
  assert.deepEqual(version({ 'Pipfile.lock': '{"default": {"django": {"hashes": [], "version": "==3.2.1"}}}' }), [
    '3.2.1',
    'Pipfile.lock',
  ]);
  assert.deepEqual(version({ 'requirements/base.txt': 'djangorestframework==3\nDjango>=4.1,<5 # why\n' }), [
    '>=4.1,<5',
    'requirements/base.txt',
  ]);
  assert.deepEqual(version({ 'requirements.txt': 'django\n' }), [null, null]);
  assert.deepEqual(version({ 'requirements.txt': 'django-environ==0.11\nDjango<6.0,>=5.2\n' }), [
    '5.2',
    'requirements.txt',
  ]);
  assert.deepEqual(version({ 'pyproject.toml': 'dependencies = [\n  "django (>=5.2.1,<6.0.0)",\n]\n' }), [
    '5.2.1',
    'pyproject.toml',
  ]);
  assert.deepEqual(
    version({ 'pyproject.toml': '[tool.poetry.dependencies]\ndjango = {version = "^5.1", extras = ["bcrypt"]}\n' }),
    ['^5.1', 'pyproject.toml'],
  );
  assert.deepEqual(version({ 'requirements.txt': 'django2fa==2.0\nDjango>=4.2\n' }), ['>=4.2', 'requirements.txt']);
  assert.deepEqual(version({ 'pyproject.toml': 'dependencies = [\n  "django-filter>=2",\n  "Django~=5.0.1",\n]\n' }), [
    '5.0.1',
    'pyproject.toml',
  ]);
  assert.deepEqual(version({}), [null, null]);
  // What was worked out from the other, wherever it lies, before what is installed by hand.
  assert.deepEqual(
    version({
      'requirements/base.in': 'Django>=4.2\n',
      'requirements/dev.txt': 'Django==5.0.1\n',
      'requirements/site/main.txt': 'django[argon2]==4.2.7 \\\n    --hash=sha256:00\n',
    }),
    ['4.2.7', 'requirements/site/main.txt'],
  );
  assert.deepEqual(
    version({ 'requirements/default.txt': 'Django~=4.2.0\n', 'docs/requirements.txt': 'Django==1.1.1\n' }),
    ['4.2.0', 'requirements/default.txt'],
  );
});

test('the version of Python is told by what names one, else as it is asked for', (context) => {
  const version = (files: Record<string, string>): string | null =>
    readIn(context, { 'proj/settings.py': 'INSTALLED_APPS = []\n', ...files }).project.facts.python_version;
  assert.equal(
    version({ '.python-version': '# pinned\n3.12.4\n', 'pyproject.toml': 'requires-python = ">=3.10"\n' }),
    '3.12.4',
  );
  assert.equal(version({ '.tool-versions': 'nodejs 20.1.0\npython 3.11.9\n' }), '3.11.9');
  assert.equal(version({ 'Pipfile.lock': '{"_meta": {"requires": {"python_version": "3.9"}}}' }), '3.9');
  assert.equal(version({ 'pyproject.toml': '[project]\nrequires-python = ">=3.10, <3.14"\n' }), '>=3.10,<3.14');
  assert.equal(version({ 'pyproject.toml': '[project]\nrequires-python = "==3.12.11"\n' }), '3.12.11');
  assert.equal(version({ 'setup.cfg': '[options]\npython_requires = >=3.8\n' }), '>=3.8');
  assert.equal(version({ 'uv.lock': 'version = 1\nrequires-python = ">=3.13"\n' }), '>=3.13');
  assert.equal(version({ 'requirements.txt': 'django\n' }), null);
});

test('settings that read the service’s own environment, loop, or lead out of the folder find nothing', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `import os
INSTALLED_APPS = ["app"]
PATH_OF_SERVICE = os.environ.get("PATH")
while True:
    INSTALLED_APPS.append("again")
from proj import circle
`,
    'proj/circle.py': 'from proj.settings import *\nfrom proj import circle\n',
    'app/__init__.py': '',
  });
  symlinkSync('/etc', join(root, 'outside'));
  symlinkSync(root, join(root, 'app/loop'));
  const project = readProject(inputFor(root, { sitePackages: [] }));
  assert.equal(project.settings.values.get('PATH_OF_SERVICE'), null);
  assert.equal(project.modules.find('outside'), undefined);
  assert.ok(project.apps.some(({ name }) => name === 'app'));
});

test('a settings file too large to be one is refused with a problem instead of being read', (context) => {
  const { project } = readIn(context, { 'proj/settings.py': `INSTALLED_APPS = []\n${'# filler\n'.repeat(1_000_000)}` });
  assert.ok(codes(project.problems).includes('file_unreadable'));
  assert.equal(project.settings.resolved, false);
});

test('plain settings of a new project are read with no problem at all', (context) => {
  const { project } = readIn(context, { 'proj/settings.py': plainSettings([]) });
  assert.deepEqual(project.problems, []);
  assert.deepEqual(project.secrets, ['a-secret-of-the-test']);
});

test('folders that a project looks for when it starts are told, so that a run has them', (context) => {
  const { project } = readIn(context, {
    'proj/settings.py': plainSettings(
      [],
      `MEDIA_ROOT = "/srv/media"
STATIC_ROOT = BASE_DIR.parent / "static"
STATICFILES_DIRS = [("docs", "/srv/docs")]
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": "/srv/cache"},
    "other": {"BACKEND": "django.core.cache.backends.memcached.PyMemcacheCache", "LOCATION": "/srv/memcached.sock"},
}
`,
    ),
  });
  const folders = ['/srv/docs', '/srv/media', join(project.root, '../static'), '/srv/cache'];
  assert.deepEqual(project.checkedFolders, folders);
});

test('settings that come from an installed package are read there', (context) => {
  const { project } = readIn(
    context,
    {
      'proj/settings.py':
        'from company.base import *\nfrom company.more import EXTRA\nINSTALLED_APPS = INSTALLED_APPS + EXTRA + ["shop"]\n',
      'shop/__init__.py': '',
    },
    {
      'company/__init__.py': '',
      'company/base.py': 'INSTALLED_APPS = ["company"]\nAUTH_USER_MODEL = "company.Person"\n',
      'company/more.py': 'EXTRA = ["company.part"]\n',
      'company/part/__init__.py': '',
    },
  );
  assert.deepEqual(
    project.apps.map(({ name, own }) => [name, own]),
    [
      ['company', false],
      ['company.part', false],
      ['shop', true],
    ],
  );
  assert.equal(project.authUserModel, 'company.Person');
});

test('a database with PostGIS brings the models of its backend', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(
      ['django.contrib.gis'],
      'DATABASES["default"] = {"ENGINE": "django.contrib.gis.db.backends.postgis", "NAME": "places"}',
    ),
  });
  const ids = readAll(root).models.flatMap(({ id, managed }) => (id.startsWith('gis.') && !managed ? [id] : []));
  assert.deepEqual(ids, ['gis.PostGISGeometryColumns', 'gis.PostGISSpatialRefSys']);
});

test('the Django of the interpreter is held against the one that the project asks for', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings([]),
    'requirements.txt': 'Django==1.11.29\n',
  });
  const { problems, facts } = readProject(inputFor(root));
  assert.deepEqual(
    problems.map(({ code, file }) => [code, file]),
    [['other_django', 'requirements.txt']],
  );
  assert.notEqual(facts.django_version, '1.11.29', 'what is shown is what the interpreter has');
});
