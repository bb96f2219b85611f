/** Models that code has a hand in: deep inheritance, fields changed later, packages that add, rename and choose. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { askLive, plainSettings, readAll, writeProject } from '../throwaway.ts';

test('each model of a long line has the pointers of all its parents, a diamond has those of both sides', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class A(models.Model):
    a = models.IntegerField()

class B(A):
    b = models.IntegerField()

class C(B):
    c = models.IntegerField()

class D(C):
    d = models.IntegerField()

class Left(B):
    up = models.OneToOneField(B, models.CASCADE, parent_link=True)

class Right(B):
    right = models.IntegerField()

class Both(Left, Right):
    pass

class DProxy(D):
    class Meta:
        proxy = True
`,
  });
  const names = models.find(({ name }) => name === 'D')?.fields.map(({ name }) => name);
  assert.deepEqual(names, ['id', 'a', 'a_ptr', 'b', 'b_ptr', 'c', 'c_ptr', 'd']);
});

test('what is set on a field after its class was made counts, for that model alone', (context) => {
  const models = agrees(context, {
    ...settings('AUTH_USER_MODEL = "core.Member"\n'),
    'core/models.py': `from django.contrib.auth.models import AbstractUser
from django.db import models

class Named(models.Model):
    name = models.CharField(max_length=50)
    note = models.TextField()

    class Meta:
        abstract = True

class Member(AbstractUser):
    pass

class Short(Named):
    member = models.ForeignKey(Member, models.CASCADE)

class Long(Named):
    pass

Short._meta.get_field("member").remote_field.on_delete = models.PROTECT
Member._meta.get_field("email")._unique = True
Short._meta.get_field("name").null = True
setattr(Long._meta.get_field("note"), "null", True)
`,
  });
  const field = (model: string, name: string) =>
    models.find((candidate) => candidate.name === model)?.fields.find((candidate) => candidate.name === name);
  assert.equal(field('Member', 'email')?.unique, true);
  assert.equal(field('Short', 'name')?.null, true);
  assert.equal(field('Long', 'name')?.null, false);
  assert.equal(field('Short', 'name')?.inheritedFrom, 'core.models.Named');
});

test('a field that brings others with it brings them to the children of an abstract model too', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/fields.py': `from django.db import models

class Priced(models.DecimalField):
    def __init__(self, *args, currency="EUR", **kwargs):
        self.currency = currency
        kwargs.setdefault("max_digits", 9)
        kwargs.setdefault("decimal_places", 2)
        super().__init__(*args, **kwargs)

    def contribute_to_class(self, cls, name, **kwargs):
        if not cls._meta.abstract:
            unit = models.CharField(max_length=3, default=self.currency, null=self.null)
            unit.creation_counter = self.creation_counter + 1
            cls.add_to_class(name + "_unit", unit)
        super().contribute_to_class(cls, name, **kwargs)
`,
    'core/models.py': `from django.db import models
from core.fields import Priced

class Sold(models.Model):
    price = Priced(null=True)

    class Meta:
        abstract = True

class Pear(Sold):
    pass

class Apple(Sold):
    weight = models.IntegerField()
`,
  });
  assert.ok(models.every(({ abstract, fields }) => abstract || fields.some(({ name }) => name === 'price_unit')));
});

test('a package that is not an app may choose the model, name the setting that swaps one, and keep its own settings', (context) => {
  const models = agrees(context, {
    ...settings('CORE_PLACE_MODEL = "core.Venue"\nMAKER = {"OWNER": "auth.Group"}\n'),
    'site-packages/chooser/__init__.py': `from django.conf import settings

def name_of(app, model):
    return "%s_%s_MODEL" % (app.upper(), model.upper())

def chosen(app, model):
    default = "{}.{}".format(app, model)
    return getattr(settings, name_of(app, model), default) if hasattr(settings, name_of(app, model)) else default
`,
    'site-packages/chooser/conf.py': `from django.conf import settings

VALUES = getattr(settings, "MAKER", {})
VALUES.setdefault("OWNER", "auth.User")
`,
    'core/models.py': `import chooser
from chooser.conf import VALUES
from django.conf import settings
from django.db import models

KEEPER = getattr(settings, chooser.name_of("core", "Keeper"), None) or settings.AUTH_USER_MODEL

class Place(models.Model):
    class Meta:
        swappable = chooser.name_of("core", "Place")

class Venue(models.Model):
    owner = models.ForeignKey(VALUES["OWNER"], models.CASCADE)

class Event(models.Model):
    place = models.ForeignKey(chooser.chosen("core", "Place"), models.CASCADE)
    keeper = models.ForeignKey(chooser.chosen("auth", "User"), models.CASCADE)
    second = models.ForeignKey(KEEPER, models.CASCADE, related_name="+")
`,
  });
  assert.equal(models.find(({ name }) => name === 'Place')?.swapped, 'core.Venue');
});

test('what a field is made with is not mixed up with other objects that are made meanwhile', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/units/__init__.py': `class Lazy(object):
    def __init__(self, name):
        super(Lazy, self).__init__()
        self.name = name

class Remembered(Lazy):
    def __init__(self, name, extra=None):
        super().__init__(name)

metre = Remembered("metre")
label = metre.name
GRAM = bool(label)
`,
    'core/models.py': `import units
from django.db import models

class Measure(models.FloatField):
    def __init__(self, unit=None, *args, **kwargs):
        if not unit or not units.GRAM:
            raise TypeError("a unit is needed")
        super(Measure, self).__init__(*args, **kwargs)

class Host(object):
    def __init__(self, size=None):
        self.size = size

class Hosted(models.CharField, Host):
    def __init__(self, size=None, **kwargs):
        Host.__init__(self, size=size)
        models.CharField.__init__(self, max_length=5, **kwargs)

class Parcel(models.Model):
    weight = Measure(unit=units.GRAM, null=True, unique=True)
    host = Hosted(size=3, null=True)
`,
  });
});

test('what functions, decorators and partial calls make of models and fields is there', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from functools import partial
from django.contrib.auth.models import User
from django.db import models

def beside(parent):
    name = parent._meta.verbose_name.replace(" ", "_")

    class Beside(models.Model):
        locals()[name] = models.OneToOneField(parent, models.CASCADE, primary_key=True)

        class Meta:
            abstract = True

    return Beside

class BlogPost(models.Model):
    pass

class Profile(beside(User)):
    nick = models.CharField(max_length=9)

def in_languages(*names):
    def add(cls):
        for name in names:
            for language in ("de", "fr"):
                cls.add_to_class("%s_%s" % (name, language), models.CharField(max_length=9, null=True))
        return cls
    return add

Short = partial(models.CharField, max_length=5)

@in_languages("title")
class Page(models.Model):
    title = Short(unique=True)
    code = Short(max_length=2, null=True)

class Extra(beside(BlogPost)):
    pass
`,
  });
});

test('a metaclass is handed what stands beside the bases of its class', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Tabled(models.base.ModelBase):
    def __new__(mcs, name, bases, attrs, prefix=None, **kwargs):
        if prefix:
            attrs["Meta"] = type("Meta", (), {"db_table": f"{prefix}_{name.lower()}"})
        return super().__new__(mcs, name, bases, attrs, **kwargs)
class Note(models.Model, metaclass=Tabled, prefix="my"):
    pass
`,
    ...firstMigration([]),
  });
});

test('a setting whose value cannot be told is not taken for one that is missing', (context) => {
  const root = writeProject(context, {
    ...settings('import time\nMODE = "beta" if time.time() > 0 else "plain"\n'),
    'core/__init__.py': '',
    'core/models.py': `from django.conf import settings
from django.db import models

class Note(models.Model):
    if getattr(settings, "MODE", "").startswith("beta"):
        mode = models.TextField()
`,
  });
  const { models } = readAll(root);
  const note = models.find(({ id }) => id === 'core.Note');
  assert.deepEqual(note?.mayHave, new Set(['mode']));
});

test('a model that a method makes when another is prepared is not called removed, and nothing of it is made up', (context) => {
  const former = '[("key", models.BigAutoField(primary_key=True, serialize=False)), ("title", models.TextField())]';
  const files = (fields: string): Record<string, string> => ({
    ...settings(),
    ...firstMigration(
      ['"title", models.TextField()'],
      '',
      `        migrations.CreateModel("FormerNote", ${former}),\n`,
    ),
    'core/__init__.py': '',
    'core/models.py': `import random
from django.db import models
from django.db.models import signals
class Records:
    def contribute_to_class(self, cls, name):
        signals.class_prepared.connect(self.finalize, weak=False, sender=cls)
    def finalize(self, sender, **kwargs):
        attrs = {"__module__": sender.__module__, "key": models.BigAutoField(primary_key=True)}
        for field in ${fields}:
            if not getattr(field, "primary_key", False):
                attrs[field.name] = models.TextField()
        globals()["FormerNote"] = type("Former" + sender.__name__, (models.Model,), attrs)
class Note(models.Model):
    title = models.TextField()
    records = Records()
`,
  });
  agrees(context, files('sender._meta.fields'));
  const root = writeProject(context, files('random.sample(sender._meta.fields, len(sender._meta.fields))'));
  const live = askLive(root).models.map(({ id }) => id);
  assert.deepEqual(live.filter((id) => id.startsWith('core.')).sort(), ['core.FormerNote', 'core.Note']);
  const { project, models } = readAll(root);
  assert.deepEqual(models.find(({ name }) => name === 'FormerNote')?.fields, []);
  const { apps } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
});

test('models that are asked for once all are made, and what their _meta tells of fields', (context) => {
  agrees(context, {
    'proj/settings.py': plainSettings(['core.apps.CoreConfig']),
    'core/apps.py': `
from django.apps import AppConfig, apps
class CoreConfig(AppConfig):
    name = "core"
    def ready(self):
        from django.db import models
        Doc = apps.get_model(app_label="core", model_name="Doc")
        Doc.add_to_class(name="late", value=models.IntegerField(null=True))
        models.ManyToManyField(self.get_model("Tag"), related_name="docs").contribute_to_class(cls=Doc, name="tags")
        for model in self.get_models():
            if not model._meta.parents:
                model.add_to_class("stamp", models.DateField(null=True))
        self.get_model("Paper").add_to_class("seen", models.DateField(null=True))
        for model in apps.get_models():
            if model._meta.label == "core.Tag":
                model.add_to_class("every", models.BooleanField(default=False))
                model._meta.managed = False
`,
    'core/models.py': `
from django.db import models
class Stamped(models.Model):
    first = models.IntegerField()
    class Meta:
        abstract = True
class Doc(Stamped):
    title = models.TextField()
    many = models.ManyToManyField("self")
class Tag(models.Model):
    code = models.CharField(max_length=3, primary_key=True)
class Paper(Doc):
    sheets = models.IntegerField()
class Copy(models.Model):
    for field in (*Doc._meta.fields, *Tag._meta.local_fields, *Paper._meta.local_fields, *Doc._meta.local_many_to_many):
        locals()["of_" + field.name] = models.IntegerField()
    names = models.CharField(max_length=len("".join(field.name for field in Paper._meta.fields)))
    del field
for field in Paper._meta.fields:
    if field.name in ("title", "sheets"):
        field.null = True
`,
  });
});

test('modules that a package names in __all__ are imported with everything of it', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models/__init__.py': '__all__ = ["notes"]\nfrom . import *\nfrom core.parts import *\n',
    'core/models/notes.py': 'from django.db import models\nclass Note(models.Model): pass\n',
    'core/parts/__init__.py':
      'from os.path import basename, dirname, join\nfrom glob import glob\n__all__ = [basename(f)[:-3] for f in glob(join(dirname(__file__), "*.py")) if not f.endswith("__init__.py")]\n',
    'core/parts/pages.py':
      'from django.db import models\nclass Page(models.Model):\n    class Meta:\n        app_label = "core"\n',
  });
  assert.deepEqual(models.map(({ name }) => name).sort(), ['Note', 'Page']);
});

test('models that ask which database there is, and for settings that only Django itself has', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.conf import settings
from django.db import connection, models

if connection.vendor == "sqlite":
    class Light(models.Model):
        language = models.CharField(max_length=len(settings.LANGUAGES), choices=settings.LANGUAGES)
else:
    class Heavy(models.Model):
        pass
if hasattr(settings, "SESSION_COOKIE_AGE") and not hasattr(settings, "NOBODY_KNOWS_IT"):
    class Kept(models.Model):
        age = models.IntegerField(default=settings.SESSION_COOKIE_AGE)
`,
  });
  assert.deepEqual(
    models.map(({ name }) => name),
    ['Light', 'Kept'],
  );
});
