/** What code bases that many use do, in its smallest form: each was read wrong once. Held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const ID = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),';

const migrationOf = (operations: string, imports = ''): Record<string, string> => ({
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': `from django.db import migrations, models
${imports}
class Migration(migrations.Migration):
    initial = True
    operations = [
        ${operations}
    ]
`,
});

test('a relation that is added to a model once it is made stands behind those that it inherits', (context) => {
  agrees(context, {
    ...settings(),
    'core/apps.py': `from django.apps import AppConfig
class CoreConfig(AppConfig):
    name = "core"
    def ready(self):
        from django.contrib.contenttypes.fields import GenericRelation
        from .models import Entry, Person
        GenericRelation(Entry).contribute_to_class(Person, "index_entries")
`,
    'core/models.py': `from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
class Entry(models.Model):
    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.CharField(max_length=50)
    content_object = GenericForeignKey()
class Revised(models.Model):
    revisions = GenericRelation("core.Entry")
    class Meta:
        abstract = True
class Person(Revised):
    name = models.CharField(max_length=9)
    own = GenericRelation("core.Entry")
`,
  });
});

test('names of constraints are filled in as Python fills in a text', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Percent(models.Model):
    a = models.IntegerField()
    class Meta:
        constraints = [models.UniqueConstraint(fields=["a"], name="u_100%%_%(class)s")]
`,
    ...migrationOf(`migrations.CreateModel("Percent", [${ID} ("a", models.IntegerField())], options={
            "constraints": [models.UniqueConstraint(fields=("a",), name="u_100%_percent")]}),`),
  });
});

test('what a deconstruct of the project’s own leaves out of migrations is left out of each field as it says, and nothing else', (context) => {
  agrees(context, {
    ...settings(),
    'core/quiet.py': `from django.db import models
deconstruct = models.Field.deconstruct
class Configured:
    def __call__(self):
        return 120
def quiet(field):
    name, path, args, kwargs = deconstruct(field)
    for attribute in ("choices", "help_text", "verbose_name"):
        kwargs.pop(attribute, None)
    if isinstance(field, models.CharField):
        kwargs.pop("validators", None)
    return name, path, args, {key: value for key, value in kwargs.items() if not isinstance(value, Configured)}
`,
    'core/apps.py': `from django.apps import AppConfig
from django.db import models
from core.quiet import quiet
models.Field.deconstruct = quiet
class CoreConfig(AppConfig):
    name = "core"
`,
    'core/models.py': `from django.core.validators import MinLengthValidator, MinValueValidator
from django.db import models
from core.quiet import Configured
class Feed(models.Model):
    name = models.CharField("the name", max_length=9, validators=[MinLengthValidator(2)], choices=[("ab", "AB")])
    left = models.IntegerField(default=Configured())
    plain = models.IntegerField(default=120, help_text="In volts.")
    gone = models.IntegerField()
    checked = models.IntegerField(validators=[MinValueValidator(1)])
`,
    ...migrationOf(`migrations.CreateModel("Feed", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False)),
            ("name", models.CharField(max_length=9)),
            ("left", models.IntegerField()),
            ("plain", models.IntegerField()),
            ("gone", models.IntegerField(default=1)),
            ("checked", models.IntegerField()),
        ]),`),
  });
});

test('what a function of the project makes in a migration is not claimed to differ from what the model has', (context) => {
  agrees(context, {
    ...settings(),
    'core/build.py': `from django.db import models
def build_index(field):
    return models.Index(fields=[field], name=f"idx_{field}")
def build_field(**kwargs):
    return models.IntegerField(null=True, **kwargs)
`,
    'core/models.py': `from django.db import models
from core.build import build_field, build_index
class Item(models.Model):
    one = build_field()
    two = build_field(default=2)
    class Meta:
        indexes = [build_index("one"), build_index("two")]
`,
    ...migrationOf(
      `migrations.CreateModel("Item", [${ID} ("one", models.IntegerField(null=True))]),
        migrations.AddField("item", "two", build_field(default=2)),
        migrations.AddIndex("item", build_index("one")),
        migrations.AddIndex("item", build_index("two")),`,
      'from core.build import build_field, build_index',
    ),
  });
});

test('a manager that a function of a package makes is one, whatever the attribute is called', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/scoped/__init__.py': 'from .manager import ScopedManager\n',
    'site-packages/scoped/manager.py': `from django.db import models
def ScopedManager(base=models.Manager, **scopes):
    class Manager(base):
        def __init__(self):
            super().__init__()
    return Manager()
`,
    'core/models.py': `from django.db import models
from scoped import ScopedManager
class ActiveManager(ScopedManager(organizer="x").__class__):
    pass
class Note(models.Model):
    all = ScopedManager(organizer="x")
    objects = ActiveManager()
`,
    ...migrationOf(
      `migrations.CreateModel("Note", [${ID}], managers=[("all", django.db.models.manager.Manager())]),`,
      'import django.db.models.manager',
    ),
  });
});

test('of a model whose base is chosen by what the machine can do, the fields of one are not said to be all', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/bases.py': `import sqlite3
from django.db import connection, models
def fts5_available():
    database = sqlite3.connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE t USING fts5 (data);")
    except sqlite3.OperationalError:
        return False
    finally:
        database.close()
    return True
class BaseEntry(models.Model):
    norm = models.FloatField(default=1.0)
    class Meta:
        abstract = True
if connection.vendor == "sqlite" and fts5_available():
    class SearchableEntry(BaseEntry):
        title = models.TextField()
        class Meta:
            abstract = True
    AbstractEntry = SearchableEntry
else:
    AbstractEntry = BaseEntry
class Near(AbstractEntry):
    class Meta:
        abstract = True
class Plain(BaseEntry):
    class Meta:
        abstract = True
if fts5_available():
    Late = Near
else:
    Late = BaseEntry
Late = Plain
class Sure(Late):
    class Meta:
        abstract = True
`,
    'core/models.py': `from core.bases import AbstractEntry as Chosen, Near, Plain, Sure
class First(Chosen):
    pass
class Second(Near):
    pass
class Third(Plain):
    pass
class Fourth(Sure):
    pass
`,
  });
  const { models } = readAll(root);
  const shown = models.filter(({ app, abstract }) => app === 'core' && !abstract);
  assert.deepEqual(
    shown.map(({ name, mayHave }) => [name, mayHave]),
    [
      ['First', 'any'],
      ['Second', 'any'],
      ['Third', null],
      ['Fourth', null],
    ],
  );
});

test('a field that a function of a package makes, and one that its decorator adds, are fields of the model', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/madefields/__init__.py': `from django.db import models
def make_status(max_length=10):
    return models.CharField(max_length=max_length, default="new")
def choices():
    return [("a", "A"), ("b", "B")]
def stamped(cls):
    cls.add_to_class("stamp", models.DateTimeField(auto_now=True))
    return cls
def numbered(start=1):
    def decorate(cls):
        cls.add_to_class("number", models.IntegerField(default=start))
        return cls
    return decorate
STATES = tuple((each, each.title()) for each in ("one", "two"))
`,
    'core/models.py': `from django.db import models
from madefields import STATES, choices, make_status, numbered, stamped
@stamped
@numbered(start=3)
class Box(models.Model):
    status = make_status(max_length=12)
    kind = models.CharField(max_length=3, choices=choices())
    two = models.CharField(max_length=3, choices=STATES)
`,
  });
});

test('a condition that is put into another by its call stays there, as Django compares them', (context) => {
  const both = (left: string, right: string): Record<string, string> => ({
    'core/models.py': `from django.db import models
from django.db.models import Q
class Check(models.Model):
    status = models.CharField(max_length=6)
    class Meta:
        indexes = [models.Index(fields=["status"], condition=${left}, name="i")]
`,
    ...migrationOf(
      `migrations.CreateModel("Check", [${ID} ("status", models.CharField(max_length=6))], options={
            "indexes": [models.Index(fields=["status"], condition=${right}, name="i")]}),`,
      'from django.db.models import Q',
    ),
  });
  const pairs: [string, string][] = [
    ['Q(status="x") | Q(status="y")', 'Q(Q(status="x") | Q(status="y"))'],
    ['Q(Q(status="x") | Q(status="y"))', 'Q(Q(("status", "x"), ("status", "y"), _connector="OR"))'],
    ['Q(status="x") | Q(status="y")', 'Q(("status", "x"), ("status", "y"), _connector="OR")'],
    ['~Q(status="x")', 'Q(("status", "x"), _negated=True)'],
    ['Q(status="x") & ~Q(status="y")', 'Q(("status", "x"), Q(("status", "y"), _negated=True))'],
  ];
  for (const [left, right] of pairs) agrees(context, { ...settings(), ...both(left, right) });
});

test('what a receiver asks of _meta is answered, also where Django has no such thing', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
from django.db.models.signals import class_prepared
def patch(sender, **kwargs):
    if sender._meta.proxy_for_model:
        has_money_field = hasattr(sender._meta.proxy_for_model._meta, "has_money_field")
    else:
        has_money_field = hasattr(sender._meta, "has_money_field")
    if has_money_field:
        sender.add_to_class("extra", models.IntegerField(null=True))
class_prepared.connect(patch)
class MoneyField(models.DecimalField):
    def contribute_to_class(self, cls, name):
        cls._meta.has_money_field = True
        super().contribute_to_class(cls, name)
class Plain(models.Model):
    pass
class Order(models.Model):
    price = MoneyField(max_digits=9, decimal_places=2)
`,
  });
});

test('a decorator that goes over all that a model has and replaces its methods changes no field of it', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
def limited(model_class):
    for name in dir(model_class):
        attribute = getattr(model_class, name)
        if callable(attribute) and getattr(attribute, "alters_data", False):
            def override(*args, **kwargs):
                return attribute(*args, **kwargs)
            override.alters_data = True
            setattr(model_class, name, override)
    return model_class
@limited
class Box(models.Model):
    x = models.IntegerField()
    y = models.IntegerField(default=1)
`,
    ...migrationOf(`migrations.CreateModel("Box", [${ID} ("x", models.IntegerField())]),`),
  });
});

test('choices that are made of all that a class holds have what Python writes into it', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Status:
    OPEN = "open"
    DONE = "done"
class Told:
    """What a thing may be."""
    OPEN = "open"
class Thing(models.Model):
    named = models.CharField(max_length=99, choices=[(value, key) for key, value in vars(Status).items() if isinstance(value, str)])
    plain = models.CharField(max_length=9, choices=[(value, key) for key, value in vars(Told).items() if not key.startswith("_")])
`,
    ...migrationOf(`migrations.CreateModel("Thing", [${ID}
            ("named", models.CharField(max_length=99, choices=[("core.models", "__module__"), ("open", "OPEN"), ("done", "DONE")])),
            ("plain", models.CharField(max_length=9, choices=[("open", "OPEN")])),
        ]),`),
  });
});

test('a module in which a package that is not at hand decorates a class may have names beside it', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/store.py': `from hierarkey.models import GlobalSettingsBase, Hierarkey
hierarkey = Hierarkey(attribute_name="settings")
@hierarkey.set_global()
class Global(GlobalSettingsBase):
    pass
`,
    'core/plain.py': 'class Local:\n    pass\n',
    'core/models.py': 'from core.store import Global_SettingsStore\nfrom core.plain import Local_SettingsStore\n',
  });
  const { project } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    project.problems.map(({ message }) => message),
    ['There is no Local_SettingsStore in core.plain.'],
  );
});
