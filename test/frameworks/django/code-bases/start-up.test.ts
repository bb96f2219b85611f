/** Apps that decide as they start what they have, as packages of today do it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';

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


_app_settings = AppSettings("ACCOUNTS_")


def __getattr__(name):
    return getattr(_app_settings, name)
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
