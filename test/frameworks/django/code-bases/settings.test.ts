/** Settings in the ways of well-known code bases, held against the real Django. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { read } from '../../../../src/frameworks/django/read.ts';
import { agrees } from '../agreement.ts';
import { askLive, inputFor, manage, plainSettings, readAll, runProbe, writeProject } from '../throwaway.ts';

const model = { 'core/models.py': 'from django.db import models\nclass Item(models.Model):\n    pass\n' };

const common = `
SECRET_KEY = "a-secret-of-the-test"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes"]
`;

test('python-decouple finds its file from the folder of the settings upwards, or where it is told to look', (context) => {
  const made = agrees(context, {
    ...model,
    'conf/.env': 'EXTRA=yes\nNAMES=core, other\nPORT=5\n',
    'settings.ini': '[settings]\nFROM_INI=on\n',
    'proj/settings.py': `${common}
from pathlib import Path
from decouple import AutoConfig, Config, Csv, RepositoryEnv, config as found
here = Path(__file__).resolve().parent.parent
config = AutoConfig(search_path=here / "conf")
if config("EXTRA", cast=bool, default=False) and found("FROM_INI", cast=bool):
    INSTALLED_APPS += [name for name in config("NAMES", cast=Csv()) if name == "core"]
if config("PORT", cast=lambda text: int(text) + 1) != 6 or config("ABSENT", "x") != "x":
    INSTALLED_APPS += ["not.there"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": here.joinpath(config("EXTRA") + ".db")}}
`,
    'site-packages/decouple.py': `
import os
class Csv:
    def __init__(self, cast=str): self.cast = cast
    def __call__(self, value): return [self.cast(part.strip()) for part in value.split(",")]
def parse(path):
    pairs = [line.split("=", 1) for line in open(path).read().split("\\n") if "=" in line]
    return {key: value for key, value in pairs}
class RepositoryEnv:
    def __init__(self, path): self.data = parse(path)
class Config:
    def __init__(self, repository): self.data = repository.data
    def __call__(self, name, default="<none>", cast=None):
        value = os.environ.get(name, self.data.get(name, default))
        if value == "<none>": raise ValueError(name)
        if cast is bool: return value in (True, "yes", "on", "1")
        return cast(value) if cast else value
class AutoConfig(Config):
    def __init__(self, search_path): self.data = parse(os.path.join(search_path, ".env"))
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
class Found(Config):
    def __init__(self): self.data = parse(os.path.join(root, "settings.ini"))
config = Found()
`,
  });
  assert.deepEqual(
    made.map(({ id }) => id),
    ['core.Item'],
  );
});

test('configparser tells what its files say; one outside the project counts as not there, which is said', (context) => {
  agrees(context, {
    ...model,
    'proj/site.cfg':
      '[DEFAULT]\nbase = data\n[db]\n; a comment\nname = %(base)s.sqlite3\nports = 1\n\t2\n[flags]\nextra: yes\n',
    'proj/settings.py': `${common}
import configparser, os
config = configparser.ConfigParser()
config.read([os.path.join(os.path.dirname(__file__), "site.cfg"), os.path.join(os.path.dirname(__file__), "none.cfg")])
if config.getboolean("flags", "extra") and config.has_option("db", "name") and not config.has_section("none"):
    INSTALLED_APPS += [config.get("none", "app", fallback="core")]
if config["db"]["ports"].split() != ["1", "2"] or config.sections() != ["db", "flags"]:
    INSTALLED_APPS += ["not.there"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": config["db"]["name"]}}
`,
  });
  const root = writeProject(context, {
    'proj/settings.py': `${common}
import configparser
config = configparser.RawConfigParser()
config.read("/etc/some-service/some.conf")
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": config.get("db", "name", fallback="x")}}
`,
  });
  const { problems, databases } = readAll(root).project;
  assert.deepEqual(
    databases.map(({ name }) => name),
    ['x'],
  );
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['outside_workspace', 'info']],
  );
  assert.match(problems[0]?.message ?? '', /not read: \/etc\/some-service\/some\.conf\. /);
});

const configurations = {
  'site-packages/configurations/__init__.py': `
import os
from . import values
class Configuration:
    pass
def setup():
    import importlib, django
    module = importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    made = getattr(module, os.environ["DJANGO_CONFIGURATION"])()
    for name in [name for name in dir(made) if name.isupper()]:
        if isinstance(getattr(made, name), values.Value):
            setattr(type(made), name, getattr(made, name).setup(name))
    for name in [name for name in dir(made) if name.isupper()]:
        value = getattr(made, name)
        setattr(module, name, value() if callable(value) else value)
    django.setup()
`,
  'site-packages/configurations/values.py': `
import os
class Value:
    def __init__(self, default=None): self.default = default
    def setup(self, name): return os.environ.get("DJANGO_" + name, self.default)
class ListValue(Value): pass
`,
};

test('django-configurations: values, properties that build on those of their bases, and methods', (context) => {
  agrees(context, {
    ...model,
    ...configurations,
    'manage.py': manage().replace(
      '"proj.settings")',
      '"proj.settings")\n    os.environ.setdefault("DJANGO_CONFIGURATION", "Dev")\n    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))',
    ),
    'proj/settings.py': `
from configurations import Configuration, values
class Users:
    @property
    def AUTH_USER_MODEL(self):
        return self.USERS + ".Account"
class Base(Users, Configuration):
    SECRET_KEY = values.Value("a-secret-of-the-test")
    USERS = "accounts"
    DEFAULT_AUTO_FIELD = values.Value("django.db.models.BigAutoField")
    INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "accounts"]
    def DATABASES(self):
        return {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
class Dev(Base):
    @property
    def INSTALLED_APPS(self):
        return super().INSTALLED_APPS + ["core"]
class Prod(Base):
    INSTALLED_APPS = Base.INSTALLED_APPS + ["not.there"]
`,
    'accounts/__init__.py': '',
    'accounts/models.py':
      'from django.contrib.auth.models import AbstractUser\nclass Account(AbstractUser):\n    pass\n',
  });
});

test('the package around a module is imported before it, and may import it itself', (context) => {
  agrees(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/models/__init__.py': 'from .base import *\nfrom .things import *\n',
    'core/models/base.py':
      'from .fields.small import SmallField\n__all__ = ("Base",)\nfrom django.db import models\nclass Base(models.Model):\n    size = SmallField()\n    class Meta:\n        abstract = True\n',
    'core/models/fields/__init__.py': 'from .small import *\n',
    'core/models/fields/small.py':
      'from django.db import models\n__all__ = ("SmallField",)\nclass SmallField(models.IntegerField):\n    pass\n',
    'core/models/things.py':
      'from core.models.base import Base\nfrom core.models.fields import SmallField\nclass Thing(Base):\n    more = SmallField(null=True)\n',
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
import core.models.fields.small
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Thing", [
        ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("size", core.models.fields.small.SmallField()),
        ("more", core.models.fields.small.SmallField(null=True)),
    ], options={"abstract": False})]
`,
  });
});

test('a database whose name is made by code that cannot be followed is said to be unclear', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `${common}
import socket
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": socket.gethostname() + ".db"}}
`,
  });
  assert.equal(askLive(root).databases.length, 1);
  const { facts, problems } = readAll(root).project;
  assert.equal(facts.databases[0]?.engine, 'django.db.backends.sqlite3');
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['database_unresolved'],
  );
});

test('a folder that manage.py puts on the path without its place is that beside it', (context) => {
  agrees(context, {
    'manage.py': manage('conf').replace('def main():\n', 'def main():\n    sys.path.append("src")\n'),
    'src/conf.py': plainSettings(['inner', 'core']),
    'src/inner/__init__.py': '',
    'src/inner/models.py': 'from django.db import models\nclass Item(models.Model):\n    name = models.TextField()\n',
  });
});

test('apps that are found by where their folders lie', (context) => {
  const made = agrees(context, {
    'apps/__init__.py': '',
    'apps/core/__init__.py': '',
    'apps/core/models.py': model['core/models.py'],
    'apps/blog/__init__.py': '',
    'apps/blog/models.py': model['core/models.py'],
    'apps/notes/README': '',
    'proj/settings.py': `${common}
import os
from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
folders = sorted(folder for folder in (BASE_DIR / "apps").iterdir() if (folder / "__init__.py").is_file())
INSTALLED_APPS += [".".join(folder.relative_to(BASE_DIR).parts) for folder in folders if folder.name != "blog"]
INSTALLED_APPS.append(os.path.relpath(folders[0], BASE_DIR).replace(os.sep, "."))
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
`,
  });
  assert.deepEqual(
    made.map(({ id }) => id),
    ['core.Item'],
  );
});

test('hidden files fit a pattern of pathlib, and none of glob', (context) => {
  agrees(context, {
    ...model,
    'conf/.local': '',
    'proj/settings.py': `${common}
import glob
from pathlib import Path
conf = Path(__file__).resolve().parent.parent / "conf"
if [path.name for path in conf.glob("*")] == [".local"] and glob.glob(str(conf / "*")) == []:
    INSTALLED_APPS.append("core")
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
`,
  });
});

test('a database that the text does not tell is no problem once the project has told it', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `${common}
import socket
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": socket.gethostname() + ".db"}}
`,
  });
  const told = async (output: string | null) => {
    const live = output === null ? null : { output, readAt: '2026-01-02T03:04:05.000Z' };
    const { project, problems } = (await read(inputFor(root, { live }))).schema;
    return [problems.map(({ code }) => code), project.databases.map(({ name }) => name)];
  };
  assert.deepEqual(await told(null), [['database_unresolved'], ['']]);
  assert.deepEqual(await told(runProbe(root)), [[], [`${hostname()}.db`]]);
});

test('an object that is handed the names of the settings puts its own among them as it is made', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `${plainSettings(['core'])}
class Site:
    def __init__(self, names, *apps):
        self.update(names, apps)
    def update(self, names, apps):
        names.update(INSTALLED_APPS=[*names["INSTALLED_APPS"], *apps], SITE=self)
Site(globals(), "extra")
`,
    'core/__init__.py': '',
    'extra/__init__.py': '',
  });
  const { project } = readAll(root);
  assert.deepEqual(
    project.apps.filter(({ own }) => own).map(({ label }) => label),
    ['core', 'extra'],
  );
});

test('apps that an object adds to a list as it is made are there, and one whose variable is not set keeps what it had', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `${plainSettings(['core'])}
import os
class Registry:
    def __init__(self, apps):
        self.apps = apps
        for name in ("extra", "more"):
            self.apps.append(name)
Registry(INSTALLED_APPS)
class Config:
    def __init__(self):
        self.zone = "Europe/Paris"
        self.key = os.environ["KEY_OF_THE_TEST"]
config = Config()
TIME_ZONE = config.zone
`,
    ...Object.fromEntries(['core', 'extra', 'more'].map((name) => [`${name}/__init__.py`, ''])),
  });
  const { project } = readAll(root);
  assert.deepEqual(
    project.apps.filter(({ own }) => own).map(({ label }) => label),
    ['core', 'extra', 'more'],
  );
  assert.equal(project.settings.values.get('TIME_ZONE'), 'Europe/Paris');
  assert.deepEqual(
    project.problems.map(({ message }) => message),
    ['The environment variable KEY_OF_THE_TEST is not set.'],
  );
});

test('dots in an import count from the package that a module says it is of', (context) => {
  agrees(context, {
    ...model,
    'shop/__init__.py': '',
    'shop/proj/__init__.py': '',
    'shop/config.py': 'APPS = ["core"]\n',
    'proj/settings.py': `__package__ = "shop.proj"
from ..config import APPS
${plainSettings([])}
INSTALLED_APPS += APPS
`,
  });
});

test('settings that manage.py names by the name Django has for their variable are found', (context) => {
  agrees(context, {
    ...model,
    'manage.py': manage('conf')
      .replaceAll('"DJANGO_SETTINGS_MODULE"', 'ENVIRONMENT_VARIABLE')
      .replace('import sys\n', 'import sys\nfrom django.conf import ENVIRONMENT_VARIABLE\n'),
    'conf.py': plainSettings(['core']),
  });
});
