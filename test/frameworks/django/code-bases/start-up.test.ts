/** Apps that decide as they start what they have, as packages of today do it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const accounts = {
  'site-packages/accounts/__init__.py': '',
  'site-packages/accounts/app_settings.py': `from django.apps import apps


class AppSettings:
    def __init__(self, prefix):
        self.prefix = prefix

    @property
    def SITES_ENABLED(self):
        return apps.is_installed("django.contrib.sites")

    @property
    def TEAMS_ENABLED(self):
        return apps.is_installed("accounts.teams")

    @property
    def DEFAULT_AUTO_FIELD(self):
        from accounts.utils import get_setting

        return get_setting(self.prefix + "DEFAULT_AUTO_FIELD", None)


_app_settings = AppSettings("ACCOUNTS_")


def __getattr__(name):
    return getattr(_app_settings, name)
`,
  'site-packages/accounts/utils.py': `from django.conf import settings
from django.utils.module_loading import import_string

from accounts import app_settings


def import_callable(path_or_callable):
    if not callable(path_or_callable):
        found = import_string(path_or_callable)
    else:
        found = path_or_callable
    return found


def get_setting(name, otherwise):
    getter = getattr(settings, "ACCOUNTS_GETTER", lambda name, otherwise: getattr(settings, name, otherwise))
    return import_callable(getter)(name, otherwise)
`,
  'site-packages/accounts/apps.py': `from django.apps import AppConfig

from accounts import app_settings


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = app_settings.DEFAULT_AUTO_FIELD or "django.db.models.SmallAutoField"
`,
  'site-packages/accounts/models.py': `from django.db import models
import accounts.app_settings
from accounts.app_settings import TEAMS_ENABLED


class Provider(models.Model):
    name = models.CharField(max_length=9)
    if accounts.app_settings.SITES_ENABLED:
        sites = models.ManyToManyField("sites.Site")
    if TEAMS_ENABLED:
        teams = models.IntegerField()
`,
};

const toolbar = {
  'site-packages/toolbar/__init__.py': '',
  'site-packages/toolbar/config.py': `from functools import cache
from django.conf import settings

DEFAULTS = {"STORE": "toolbar.store.Memory", "SIZE": 25}


@cache
def get_config():
    config = DEFAULTS.copy()
    config.update(getattr(settings, "TOOLBAR_CONFIG", {}))
    return config
`.replace('from functools import cache', 'from functools import lru_cache as cache'),
  'site-packages/toolbar/apps.py': `from django.apps import AppConfig
from django.conf import settings
from toolbar import config


class ToolbarConfig(AppConfig):
    name = "toolbar"

    def ready(self):
        hide_migrations(self.name)

    def import_models(self):
        if config.get_config()["STORE"] == "toolbar.store.Database":
            return super().import_models()
        self.models = {}


def hide_migrations(name):
    if config.get_config()["STORE"] != "toolbar.store.Database":
        settings.MIGRATION_MODULES.setdefault(name, None)
`,
  'site-packages/toolbar/models.py':
    'from django.db import models\n\n\nclass Entry(models.Model):\n    data = models.TextField()\n',
  'site-packages/toolbar/migrations/__init__.py': '',
  'site-packages/toolbar/migrations/0001_initial.py':
    'from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n    initial = True\n    dependencies = []\n    operations = [migrations.CreateModel("Entry", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")), ("data", models.TextField())])]\n',
};

const core = {
  'core/models.py': 'from django.db import models\n\n\nclass Thing(models.Model):\n    name = models.TextField()\n',
};

const idsOf = (models: readonly { id: string }[]): string[] => models.map(({ id }) => id);

test('what a package asks of its own settings, which a function of the module answers, decides over fields', (context) => {
  agrees(context, { ...settings('', ['django.contrib.sites', 'accounts']), ...accounts, ...core });
});

test('a key of a class that an app leaves to the running code is said to be open, and is no change', (context) => {
  const root = writeProject(context, {
    ...settings('DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n'),
    ...firstMigration(['"text", models.TextField()']),
    'core/__init__.py': '',
    'core/apps.py': `import time
from django.apps import AppConfig

class CoreConfig(AppConfig):
    name = "core"
    default_auto_field = f"django.db.models.{'Auto' if time.time() else 'BigAuto'}Field"
`,
    'core/models.py': 'from django.db import models\n\nclass Note(models.Model):\n    text = models.TextField()\n',
  });
  const reading = readAll(root);
  const { apps } = readMigrations({ ...reading, live: null, liveProblem: null }).detail;
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
  const said = reading.project.problems.map(({ message }) => message);
  assert.ok(said.some((message) => message.startsWith('The default_auto_field of the app core could not be told')));
});

for (const [store, kept] of [
  ['Memory', false],
  ['Database', true],
] as const)
  test(`an app that ${kept ? 'imports' : 'leaves'} its models, and ${kept ? 'shows' : 'hides'} its migrations, as it starts is read so`, (context) => {
    const more = `TOOLBAR_CONFIG = {"STORE": "toolbar.store.${store}"}\n`;
    const models = agrees(context, { ...settings(more, ['toolbar']), ...toolbar, ...core });
    assert.deepEqual(idsOf(models), ['core.Thing']);
  });

test('models that an app leaves as it starts are not there, whoever imports them afterwards', (context) => {
  const own = Object.fromEntries(
    Object.entries(toolbar).map(([path, text]) => [path.replace('site-packages/', ''), text]),
  );
  agrees(context, {
    ...settings('', ['toolbar']),
    ...own,
    'core/models.py': `from django.db import models
from toolbar.models import Entry


class Thing(models.Model):
    name = models.TextField()
    latest = models.Manager()
`,
  });
});

test('what the configuration of an app imports when it is made hears of every model, those of apps before it, too', (context) => {
  const [note] = agrees(context, {
    'proj/settings.py': plainSettings(['core', 'extras.apps.ExtrasConfig']),
    'extras/__init__.py': '',
    'extras/apps.py': `from django.apps import AppConfig
class ExtrasConfig(AppConfig):
    name = "extras"
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from extras import fields
`,
    'extras/fields.py': `from django.db import models
from django.db.models.signals import class_prepared
def add_size(sender, **kwargs):
    if sender.__name__ == "Note":
        models.IntegerField(default=0).contribute_to_class(sender, "size")
class_prepared.connect(add_size)
`,
    'core/models.py': `from django.db import models
class Note(models.Model):
    pass
`,
  });
  assert.deepEqual(
    note?.fields.map(({ name }) => name),
    ['id', 'size'],
  );
});
