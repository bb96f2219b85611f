/** What objects of the project, and methods of their bases, do to models and fields, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

const migration = (fields: string): Record<string, string> => ({
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': `
import core.fields
import django.db.models.deletion
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.CreateModel("Item", [${id}, ${fields}])]
`,
});

test('a decorator may be an object that can be called, a method or a function with some of its arguments', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
import functools
from django.db import models

class Flags:
    def __init__(self, *names):
        self.names = names
    def __call__(self, model):
        for name in self.names:
            model.add_to_class(name, models.BooleanField(default=False))
        return model

class Catalogue:
    def __init__(self):
        self.models = []
    def enter(self, model):
        self.models.append(model)
        models.CharField(max_length=9, default="").contribute_to_class(model, "code")
        return model
    @classmethod
    def count(cls, model):
        model.add_to_class("count", models.IntegerField(null=True))
        return model

def ranked(model, by):
    model.add_to_class(by, models.IntegerField(default=0))
    return model

flagged, catalogue = Flags("hot", "new"), Catalogue()

@flagged
class Tea(models.Model):
    pass
@Flags("strong")
class Coffee(models.Model):
    pass
@catalogue.enter
@Catalogue.count
class Cup(models.Model):
    pass
@functools.partial(ranked, by="rank")
class Guest(models.Model):
    pass
`,
  });
});

test('methods of base classes are followed: fields that a field brings along, metaclasses on metaclasses', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models

class Counted(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", 7)
        self.suffix = "_count"
        super(Counted, self).__init__(*args, **kwargs)
    def contribute_to_class(self, cls, name, **kwargs):
        super(Counted, self).contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.IntegerField(null=True).contribute_to_class(cls, name + self.suffix)

class Noted(Counted):
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        cls.add_to_class(name + "_note", models.TextField(null=True))

class Stamped(models.base.ModelBase):
    def __new__(mcs, name, bases, attrs, **kwargs):
        made = super().__new__(mcs, name, bases, attrs, **kwargs)
        if not made._meta.abstract:
            made.add_to_class("stamp", models.IntegerField(null=True))
        return made

class Linked(Stamped):
    def __new__(mcs, name, bases, attrs, **kwargs):
        if [base for base in bases if isinstance(base, Linked)] and "parent" not in attrs:
            attrs["parent"] = models.IntegerField(null=True)
        return super().__new__(mcs, name, bases, attrs, **kwargs)

class Deeper(Linked):
    pass

class Page(models.Model):
    title = Noted()
    teaser = Counted()
class Root(models.Model, metaclass=Linked):
    name = models.TextField()
class Leaf(Root):
    size = models.IntegerField()
class Other(models.Model, metaclass=Deeper):
    pass
`,
  });
});

test('a field class may keep its target to itself, name its way back when it gets a model, and take texts for truth', (context) => {
  const files = {
    ...settings(),
    'core/fields.py': `
from django.db import models

class Wording(models.ForeignKey):
    to = "auth.Group"
    def __init__(self, **kwargs):
        kwargs.pop("to", None)
        kwargs.setdefault("null", "yes")
        kwargs.setdefault("on_delete", models.SET_NULL)
        super().__init__(self.to, **kwargs)
        for validator in list(self.validators):
            self.checked = True

class NamedBack(models.ForeignKey):
    def __init__(self, *args, related_name=None, **kwargs):
        super().__init__(*args, related_name=related_name, **kwargs)
        self.names_itself = related_name is None
    def contribute_to_class(self, cls, *args, **kwargs):
        super().contribute_to_class(cls, *args, **kwargs)
        if self.names_itself and not cls._meta.abstract:
            self.remote_field.related_name = "all_" + cls._meta.model_name

class LooseForeignKey(models.BigIntegerField):
    def __init__(self, model, *, after="keep", **kwargs):
        self.points_at, self.after = model, after
        kwargs.setdefault("db_index", True)
        super().__init__(**kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if "db_index" in kwargs:
            del kwargs["db_index"]
        else:
            kwargs["db_index"] = False
        return name, path, [self.points_at, *args], dict(after=self.after, **kwargs)
`,
    ...migration(`
        ("title", core.fields.Wording(null="yes", on_delete=django.db.models.deletion.SET_NULL, to="auth.group")),
        ("user", core.fields.NamedBack(on_delete=django.db.models.deletion.CASCADE, related_name="all_item", to="auth.user")),
        ("loose", core.fields.LooseForeignKey("auth.User", after="keep", null=True)),
    `),
  };
  const models = (after: string): string => `
from core.fields import LooseForeignKey, NamedBack, Wording
from django.db import models
class Item(models.Model):
    title = Wording()
    user = NamedBack("auth.User", on_delete=models.CASCADE)
    loose = LooseForeignKey("auth.User", after="${after}", null=True)
`;
  for (const after of ['keep', 'drop']) {
    const [item] = agrees(context, { ...files, 'core/models.py': models(after) });
    const title = item?.fields.find(({ name }) => name === 'title');
    assert.deepEqual([title?.null, title?.relation?.target], [true, 'auth.Group']);
  }
});

test('a field that adds itself as a private one is no part of the table', (context) => {
  agrees(context, {
    ...settings(),
    'core/fields.py': `
from django.db import models
class Trail(models.Field):
    one_to_many = True
    def __init__(self, field):
        super().__init__(editable=False)
        self.field = field
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, private_only=True, **kwargs)
        setattr(cls, self.attname, self)
class Subject(models.Field):
    concrete = False
    def contribute_to_class(self, cls, name, **kwargs):
        self.name, self.model = name, cls
        cls._meta.add_field(self, private=True)
        setattr(cls, name, self)
`,
    'core/models.py': `
from core.fields import Subject, Trail
from django.db import models
class Item(models.Model):
    trail = Trail("path")
    subject = Subject()
    path = models.TextField()
`,
    ...migration('("path", models.TextField())'),
  });
});

test('what is set on _meta of a finished model shows, and is no change to be migrated', (context) => {
  agrees(context, {
    ...settings(),
    'core/__init__.py': `
from django.db.models.signals import class_prepared
def shorten(sender, **kwargs):
    if sender._meta.app_label == "core":
        sender._meta.db_table = "c_" + sender._meta.db_table.split("_", 1)[1]
class_prepared.connect(shorten)
`,
    'core/models.py': `
from django.db import models
class Item(models.Model):
    name = models.TextField()
    class Meta:
        indexes = [models.Index(fields=["name"], name="by_name")]
class Sorted(models.Model):
    name = models.TextField()
Sorted._meta.ordering = ["-name"]
`,
  });
});

test('models are made on what get_user_model and the registry give', (context) => {
  agrees(context, {
    ...settings('', ['base']),
    'base/__init__.py': '',
    'base/models.py': 'from django.db import models\nclass Team(models.Model):\n    name = models.TextField()\n',
    'core/models.py': `
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models
User = get_user_model()
class Reviewer(User):
    class Meta:
        proxy = True
        ordering = ["first_name"]
class Member(get_user_model()):
    level = models.IntegerField()
class Squad(apps.get_model("base", "Team", require_ready=False)):
    size = models.IntegerField()
class Review(models.Model):
    by = models.ForeignKey(Reviewer, on_delete=models.CASCADE)
    of = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
`,
  });
});

test('what a function of a package decides about a model is found out', (context) => {
  agrees(context, {
    ...settings('', ['trees']),
    'site-packages/trees/__init__.py': '',
    'site-packages/trees/tools.py': `
def holder(model):
    bases = list(model.mro())
    while bases:
        base = bases.pop()
        if hasattr(base, "_tree") and not base._meta.abstract:
            return base
    return None
`,
    'site-packages/trees/models.py': `
from django.db import models
from trees.tools import holder
class TreeBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs):
        attrs["_tree"] = True
        made = super().__new__(meta, name, bases, attrs)
        if holder(made) is made:
            models.IntegerField(default=0).contribute_to_class(made, "level")
        return made
class Tree(models.Model, metaclass=TreeBase):
    class Meta:
        abstract = True
`,
    'core/models.py': `
from django.db import models
from trees.models import Tree
class Named(models.Model):
    name = models.TextField()
    class Meta:
        abstract = True
class Place(Named, Tree):
    class Meta:
        abstract = True
class Shelf(Place):
    width = models.IntegerField()
class Board(Shelf):
    depth = models.IntegerField()
`,
  });
});

test('models that a metaclass is called for, or types.new_class, are there', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `
import types
from django.db import models
from django.db.models.base import ModelBase
class Base(models.Model):
    class Meta:
        abstract = True
class Counting(ModelBase):
    def __new__(mcs, name, bases, attrs):
        return super().__new__(mcs, name, bases, {**attrs, "count": models.IntegerField(default=0)})
def filled(body):
    body.update({"__module__": __name__, "size": models.IntegerField()})
One = types.new_class("One", (Base,), {}, filled)
Two = type(Base)("Two", (Base,), {"__module__": __name__, "text": models.TextField()})
Three = ModelBase("Three", (models.Model,), {"__module__": __name__, "day": models.DateField()})
`,
  });
  assert.deepEqual(
    models
      .filter(({ abstract }) => !abstract)
      .map(({ name }) => name)
      .sort(),
    ['One', 'Three', 'Two'],
  );
});

test('what a field names in a migration has the name it was made with, whatever it is called where it comes from', (context) => {
  const made = migration(
    '("size", core.fields.SizeField(null=True, unit=units.lengths.Metre)), ("count", models.IntegerField(default=units.lengths.one, validators=[units.lengths.check]))',
  );
  agrees(context, {
    ...settings(),
    ...made,
    'core/migrations/0001_initial.py': `import units.lengths\n${made['core/migrations/0001_initial.py']}`,
    'site-packages/units/__init__.py': 'from units.lengths import *\n',
    'site-packages/units/lengths.py': `
class Metre:
    pass
def one():
    return 1
def check(value):
    pass
def other(value):
    pass
Meter, first, checked = Metre, one, check
`,
    'core/fields.py': `
from django.db import models
class SizeField(models.FloatField):
    def __init__(self, verbose_name=None, name=None, unit=None, *args, **kwargs):
        self.unit = unit
        super(SizeField, self).__init__(verbose_name, name, *args, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super(SizeField, self).deconstruct()
        kwargs["unit"] = self.unit
        return name, path, args, kwargs
`,
    'core/models.py': `
from django.db import models
from units import Meter, checked, first
from core.fields import SizeField
class Item(models.Model):
    size = SizeField(unit=Meter, null=True)
    count = models.IntegerField(default=first, validators=[checked])
`,
  });
});
