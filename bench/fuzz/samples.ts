/** Files as they should be, with much of what each reader knows. */
import type { LiveData } from '../../src/frameworks/django/probe/live.ts';

export const python = `from django.db import models
from . import *
import os.path as p, sys

@decorated(x=[1, {"a": (2, 3)}], *args, **kwargs)
class Book(models.Model, metaclass=Meta):
    """Text with 'quotes' and \\\\ escapes"""
    title: str = models.CharField(f"{x!r:>{w}} {y['k']}", max_length=0x1F, choices=[(i, i) for i in range(3) if i])
    async def f(self, a, /, b=1, *c, **d) -> int:
        return lambda z: z if z else [*z]
    class Meta:
        ordering = ["-title"]

try:
    match value:
        case {"a": [1, 2]} | None if x: pass
except (A, B) as error:
    del a, b[1:2]
else:
    X += 1; y = z = not -1 ** 2 @ 3 or (yield) and 'a' not in "b" is not None
while True:
    for a, *b in c: break
`;

const settings = `import os
from pathlib import Path
import environ
from .base import *

BASE_DIR = Path(__file__).resolve().parent
env = environ.Env(DEBUG=(bool, False))
env.read_env(BASE_DIR / ".env")
SECRET_KEY = env("SECRET_KEY", default="of-no-use")
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "other", *(["shop.apps.ShopConfig"] if True else [])]
INSTALLED_APPS += [f"{name}" for name in ("extra",) if name in os.environ.get("EXTRA", "")]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
LOGGING = {"version": 1, "handlers": {"file": {"class": "logging.FileHandler", "filename": os.path.join(BASE_DIR, "a.log")}}}
TIME_ZONE = "Europe/Berlin"
try:
    from .local import *
except ImportError:
    pass
`;

const models = `from django.contrib.contenttypes.fields import GenericForeignKey
from django.db import models


class Kind(models.TextChoices):
    BOOK = "b", "Book"
    FILM = "f"


class Dated(models.Model):
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        get_latest_by = "made"


class Item(Dated):
    kind = models.CharField(max_length=1, choices=Kind.choices, default=Kind.BOOK)
    owner = models.ForeignKey("auth.User", models.CASCADE, related_name="%(class)s_items", null=True)
    parts = models.ManyToManyField("self", through="Part", symmetrical=False)
    about = GenericForeignKey("type", "number")

    class Meta(Dated.Meta):
        constraints = [models.UniqueConstraint(fields=["kind", "owner"], name="one_of_%(class)s", condition=models.Q(kind="b"))]
        indexes = [models.Index(models.F("kind").desc(), name="by_kind")]


class Part(models.Model):
    whole, part = (models.ForeignKey(Item, on_delete=models.PROTECT, related_name=name) for name in ("+", "wholes"))


for name in ("Red", "Blue"):
    globals()[name] = type(name, (Item,), {"__module__": __name__, "Meta": type("Meta", (), {"proxy": True})})
`;

export const migration = `from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


def forwards(apps, schema_editor):
    apps.get_model("shop", "Item").objects.update(name="x")


class Migration(migrations.Migration):
    initial = True
    replaces = [("shop", "0000_old")]
    run_before = [("other", "__first__")]
    dependencies = [("other", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            name="Item",
            fields=[("id", models.AutoField(primary_key=True)), ("owner", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=django.db.models.deletion.CASCADE))],
            options={"ordering": ["name"], "constraints": [models.CheckConstraint(check=models.Q(a__gt=1) & ~models.Q(b=2), name="c")]},
            bases=("shop.base", models.Model),
        ),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RenameModel("Item", "Thing")], database_operations=[]),
        migrations.RenameField("thing", "owner", "keeper"),
        migrations.RunPython(forwards, migrations.RunPython.noop),
        migrations.AlterUniqueTogether("thing", {("id", "keeper")}),
        migrations.RenameIndex("thing", new_name="n", old_fields=("id",)),
    ]
`;

const lock = `version = 1
requires-python = ">=3.10"

[[package]]
name = "django"
version = "4.2.11"
source = { registry = "https://packages.example/simple" }
dependencies = [{ name = "asgiref" }]
`;

/** A project of which every file is read. */
export const project: Record<string, string> = {
  'manage.py':
    'import os, sys\nif __name__ == "__main__":\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")\n    sys.path.insert(0, "src")\n',
  'site/__init__.py': '',
  'site/settings.py': settings,
  'site/base.py': 'DEBUG = True\nAUTH_USER_MODEL = "auth.User"\nDEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n',
  '.env': 'export SECRET_KEY="a # b"\nDEBUG=on\nEXTRA=$DEBUG\nDATABASE_URL=postgres://u:p@h:5432/n?x=1\n',
  'shop/__init__.py': '',
  'shop/apps.py':
    'from django.apps import AppConfig\nclass ShopConfig(AppConfig):\n    name = "shop"\n    label = "shop"\n    default_auto_field = "django.db.models.AutoField"\n',
  'shop/models.py': models,
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': migration,
  'shop/migrations/0002_more.py': migration.replace('0000_old', '0001_initial').replace('"Item"', '"Other"'),
  'other/__init__.py': '',
  'other/models/__init__.py': 'from .item import *\n__all__ = ["Item"]\n',
  'other/models/item.py': models,
  'other/migrations/__init__.py': '',
  'other/migrations/0001_initial.py': migration.replaceAll('shop', 'other'),
  'requirements.txt':
    '-r requirements/base.txt\nDjango[argon2]>=3.2,<5  # one\n-e git+https://example.org/a.git#egg=a\n',
  'requirements/base.txt': 'django~=4.2 ; python_version >= "3.8"\n-r ../requirements.txt\n',
  'pyproject.toml':
    '[project]\nname = "site"\nrequires-python = ">=3.9"\ndependencies = [\n  "django>=4.2",\n]\n[tool.poetry.dependencies]\npython = "^3.10"\ndjango = { version = "^4.2", extras = ["bcrypt"] }\n[tool.pytest.ini_options]\nDJANGO_SETTINGS_MODULE = "site.settings"\n',
  'setup.cfg':
    '[options]\npython_requires = >=3.8\ninstall_requires =\n    django>=4\n[tool:pytest]\nDJANGO_SETTINGS_MODULE = site.settings\n',
  'uv.lock': lock,
  'poetry.lock': `${lock}\n[metadata]\npython-versions = "^3.10"\ncontent-hash = "00"\n`,
  'Pipfile.lock':
    '{"_meta": {"requires": {"python_version": "3.10"}}, "default": {"django": {"version": "==4.2.1"}}}\n',
  'runtime.txt': 'python-3.11.4\n',
};

export const fixtures: readonly string[] = [
  '[{"model": "shop.item", "pk": 1, "fields": {"kind": "b\\u00e9", "owner": ["a", 1.5e3, null, true]}}]\n',
  '{"model": "shop.item", "pk": 1, "fields": {"kind": "b"}}\n{"model": "shop.item", "fields": {}}\n',
  '<?xml version="1.0" encoding="utf-8"?>\n<django-objects version="1.0">\n  <object model="shop.item" pk="1"><field name="kind" type="CharField"><![CDATA[b]]>&amp;</field>\n  <field name="owner" rel="ManyToOneRel" to="auth.user"><None></None></field></object><!-- end -->\n</django-objects>\n',
  '- model: shop.item\n  pk: 1\n  fields:\n    kind: !!str "b"\n    made: 2024-01-01 10:00:00+00:00\n    note: >\n      folded\n    tags: [a, {b: c}]\n- &one {model: shop.item, fields: {kind: *one}}\n',
];

const traceback = `Traceback (most recent call last):
  File "/app/manage.py", line 22, in <module>
    main()
  File "/usr/lib/python3/dist-packages/django/db/models/fields/__init__.py", line 10, in get
    raise KeyError("x") from None
    ^^^^^^^^^^^^^^^^^^^^
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/shop/views.py", line 5, in show
django.db.utils.OperationalError: could not translate host name "db" to address: Temporary failure in name resolution
`;

export const logs: readonly string[] = [
  `INFO 2024-05-01 10:00:00,123 views 12 34 a message\n[01/May/2024 10:00:00] "GET /a HTTP/1.1" 200 12\nERROR:django.request:Internal Server Error: /a\n${traceback}`,
  '{"time": "2024-05-01T10:00:00.5Z", "level": "error", "message": "a \\u001b[31mb", "exc_info": "Traceback (most recent call last):\\nKeyError: 1"}\nts=2024-05-01T10:00:00Z level=warn msg="a b" err="c=d"\n',
  '[2024-05-01 10:00:00 +0000] [7] [INFO] Listening at: http://127.0.0.1:8000 (7)\nINFO:     127.0.0.1:1 - "GET / HTTP/1.1" 200 OK\nweb-1  | 2024-05-01 10:00:00.000 UTC [1] LOG:  ready\n127.0.0.1 - - [01/May/2024:10:00:00 +0200] "GET / HTTP/1.1" 500 1 "-" "x"\nMay  1 10:00:00 host app[1]: words\n',
];

/** Of the command that stands first. */
export const outputs: readonly (readonly [command: string, output: string])[] = [
  [
    'check',
    `System check identified some issues:\n\nERRORS:\nshop.Item.owner: (fields.E300) Field defines a relation with model 'X'.\n\tHINT: Add it.\n\nWARNINGS:\n?: (security.W004) No HSTS.\n\nSystem check identified 2 issues (1 silenced).\n`,
  ],
  [
    'showmigrations',
    'admin\n [X] 0001_initial (2024-05-01 10:00:00)\n [ ] 0002_logentry\nshop\n (no migrations)\nother\n [-] 0001_squashed_0002 (2 squashed migrations) run\n',
  ],
  [
    'diffsettings',
    "ALLOWED_HOSTS = ['a']  ###\nDATABASES = {'default': {'ENGINE': 'x'}}\n+ SECRET_KEY = 'a'\n- DEBUG = True\n",
  ],
  [
    'migrate',
    'Planned operations:\nshop.0001_initial\n    Create model Item\n    Raw Python operation -> Moves rows.\nother.0002_more\n    Add field a to item\n',
  ],
  [
    'makemigrations',
    "Migrations for 'shop':\n  shop/migrations/0002_item_a.py\n    + Add field a to item\n    - Remove field b\n    ~ Alter field c on item\nNo changes detected in app 'other'\n",
  ],
  ['version', '4.2.11\n'],
  ['check', traceback],
];

/** What the probe prints, before it is packed. */
export const registry: LiveData = {
  format: 1,
  django: '4.2.11',
  python: '3.11.2',
  settings_module: 'site.settings',
  auth_user_model: 'auth.User',
  default_auto_field: 'django.db.models.BigAutoField',
  databases: [{ alias: 'default', engine: 'django.db.backends.sqlite3', name: 'db.sqlite3' }],
  fixture_dirs: ['fixtures'],
  apps: [{ label: 'shop', name: 'shop', path: 'shop' }],
  models: [
    {
      id: 'shop.Item',
      app: 'shop',
      name: 'Item',
      module: 'shop.models',
      proxy: false,
      managed: true,
      swapped: null,
      auto_created: false,
      table: 'shop_item',
      bases: ['shop.Dated'],
      ordering: ['-kind'],
      constraints: ['one_of_item'],
      indexes: ['by_kind'],
      unique_together: [['kind', 'owner']],
      composite_key: [],
      fields: [
        {
          name: 'owner',
          type: 'ForeignKey',
          column: 'owner_id',
          null: true,
          primary_key: false,
          unique: false,
          implicit: false,
          holder: 'shop.Item',
          relation: {
            kind: 'foreign_key',
            target: 'auth.User',
            cardinality: 'n:1',
            through: null,
            on_delete: 'CASCADE',
            related_name: 'items',
            parent_link: false,
            to_field: 'id',
          },
        },
      ],
    },
  ],
  migrations: {
    disk: [{ app: 'shop', name: '0001_initial', dependencies: ['other.0001_initial'], run_before: [], replaces: [] }],
    applied: { rows: [{ app: 'shop', name: '0001_initial', applied: '2024-05-01T10:00:00+00:00' }], problem: null },
    tables: {
      is_exact: false,
      tables: [{ name: 'shop_item', columns: [{ name: 'id', needs_value: false }] }],
      elsewhere: ['other.Thing'],
      without_column: ['shop.Item.total'],
    },
    unmade: {
      changes: [{ app: 'shop', kind: 'AddField', model: 'item', field: 'a', description: 'Add field a to item' }],
      problem: null,
    },
  },
  migrations_problem: null,
  migrations_place: null,
};
