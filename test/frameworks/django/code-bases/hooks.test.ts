/** Code that takes part in making models, held against the real Django. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { askLive, plainSettings, readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

test('fields that are added to each model once it is prepared', (context) => {
  agrees(context, {
    ...settings('EXTRA = {"core.Post": [("rank", "IntegerField")]}\n'),
    'core/__init__.py': `
from django.conf import settings
from django.db.models.signals import class_prepared
from django.dispatch import receiver
from django.utils.module_loading import import_string
def add(sender, **kwargs):
    for name, kind in settings.EXTRA.get(sender._meta.label, []):
        import_string("django.db.models." + kind)(null=True).contribute_to_class(sender, name)
class_prepared.connect(add)
@receiver(class_prepared)
def mark(sender, **kwargs):
    if sender.__name__ == "Other":
        from django.db import models
        sender.add_to_class("marked", models.BooleanField(default=True))
`,
    'core/models.py':
      'from django.db import models\nclass Post(models.Model):\n    title = models.TextField()\nclass Other(models.Model):\n    pass\n',
  });
});

test('a project whose manage.py configures the settings itself', (context) => {
  const root = writeProject(context, {
    'manage.py': `
import os, sys
from django.conf import settings
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(os.path.dirname(os.path.abspath(__file__)), "db")}}
if not settings.configured:
    settings.configure(SECRET_KEY="a-secret-of-the-test", DATABASES=DATABASES, INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "core"])
if __name__ == "__main__":
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`,
    'core/__init__.py': '',
    'core/models.py': 'from django.db import models\nclass Page(models.Model):\n    pass\n',
  });
  const { project, models } = readAll(root);
  const live = askLive(root);
  assert.deepEqual(
    project.apps.map(({ label }) => label),
    live.apps.map(({ label }) => label),
  );
  assert.ok(models.some((model) => model.id === 'core.Page'));
  assert.deepEqual(project.problems, []);
});

test('fields that deconstruct to arguments by position, or set their choices when they get a model', (context) => {
  const files = (name: string): Record<string, string> => ({
    'proj/settings.py': plainSettings(['core']),
    'core/fields.py': `
from django.db import models
class Natural(models.CharField):
    def __init__(self, target, *args, **kwargs):
        self.target = target
        super().__init__(*args, **kwargs)
    def deconstruct(self):
        kwargs = super().deconstruct()[3]
        return self.name, "core.fields.Natural", [self.target], kwargs
class Status(models.CharField):
    def contribute_to_class(self, cls, name):
        self.choices = cls.STATUS
        super().contribute_to_class(cls, name)
class Hidden(models.CharField):
    def deconstruct(self):
        name, path, args, kwargs = models.CharField.deconstruct(self)
        del kwargs["choices"]
        return name, "django.db.models.CharField", args, kwargs
`,
    'core/models.py': `
from core.fields import Hidden, Natural, Status
from django.db import models
class Item(models.Model):
    STATUS = [("a", "A")]
    name = models.CharField(max_length=9)
    sorted = Natural("${name}", max_length=9)
    status = Status(max_length=1)
    hidden = Hidden(max_length=1, choices=[("x", "X")])
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
import core.fields
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Item", [${id},
        ("name", models.CharField(max_length=9)),
        ("sorted", core.fields.Natural("name", max_length=9)),
        ("status", core.fields.Status(choices=[("a", "A")], max_length=1)),
        ("hidden", models.CharField(max_length=1)),
    ])]
`,
  });
  for (const name of ['name', 'status']) agrees(context, files(name));
});

test('a metaclass that makes proxies of children, and gives their fields to the parent', (context) => {
  agrees(context, {
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/kinds.py': `
from django.db import models
from django.db.models.base import ModelBase
from django.db.models.fields import Field

class KindBase(ModelBase):
    def __new__(mcs, name, bases, attrs, **kwargs):
        waiting = list(bases)
        while waiting:
            found = waiting.pop()
            if isinstance(found, KindBase) and not found._meta.abstract:
                if not found._meta.proxy:
                    break
                waiting.extend(found.__bases__)
        else:
            found = None
        if found:
            class Meta:
                pass
            Meta = attrs.get("Meta", Meta)
            Meta.proxy = True
            if not hasattr(Meta, "app_label"):
                Meta.app_label = found._meta.app_label
            attrs["Meta"] = Meta
            for key in [key for key, value in attrs.items() if isinstance(value, Field)]:
                attrs.pop(key).contribute_to_class(found, key)
        return super().__new__(mcs, name, bases, attrs, **kwargs)

class Kind(models.Model, metaclass=KindBase):
    kind = models.CharField(max_length=9)
    class Meta:
        abstract = True
`,
    'core/models.py': `
from django.db import models
from .kinds import Kind

class Animal(Kind):
    name = models.CharField(max_length=9)

class Cat(Animal):
    mice = models.EmailField(null=True)
    friends = models.ManyToManyField("Animal")

class BigCat(Cat):
    class Meta:
        verbose_name = "big"

class Stone(Kind):
    pass

class Pebble(Stone):
    pass
`,
  });
});

test('fields that code takes off a model, or changes as it goes over them', (context) => {
  agrees(context, {
    ...settings('AUTH_USER_MODEL = "core.Person"'),
    'core/models.py': `
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.base import ModelBase

class Fewer(ModelBase):
    def __init__(cls, name, bases, namespace):
        unused = [field for field in cls._meta.local_fields if field.name in ("is_staff", "is_superuser")]
        for field in unused:
            cls._meta.local_fields.remove(field)
        cls._meta._expire_cache()

class Person(AbstractUser, metaclass=Fewer):
    nick = models.CharField(max_length=9)

def without(base, *names):
    class Rest(base):
        class Meta:
            abstract = True
    for field in [field for field in Rest._meta.local_fields if field.name in names]:
        Rest._meta.local_fields.remove(field)
    return Rest

class Address(models.Model):
    street = models.CharField(max_length=9)
    phone = models.CharField(max_length=9)
    class Meta:
        abstract = True

class Home(without(Address, "phone")):
    pass

class Office(Address):
    floor = models.IntegerField()

for field in Office._meta.local_fields:
    if field.name in ("street", "phone"):
        field.null = True

class Region(models.Model):
    code = models.BigIntegerField(unique=True)

class House(models.Model):
    region = models.BigIntegerField(null=True)

def point(model, name, to):
    field = model._meta.get_field(name)
    model._meta.local_fields.remove(field)
    models.ForeignKey(to, models.CASCADE, null=field.null, db_column=name).contribute_to_class(model, name)

point(House, "region", Region)
`,
  });
});

test('a metaclass that looks for the model behind proxies and mixins (Evennia)', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
from django.db.models.base import ModelBase

class Typed(ModelBase):
    def __new__(cls, name, bases, attrs):
        def behind(bases):
            if not hasattr(bases, "__iter__"):
                bases = [bases]
            for base in bases:
                try:
                    if base._meta.proxy or base._meta.abstract:
                        for parent in base._meta.parents:
                            return behind(parent)
                except AttributeError:
                    continue
                else:
                    return base
                return None
        model = behind(bases)
        if not model:
            raise TypeError(f"{name} has no model.")
        if "Meta" not in attrs:
            class Meta:
                proxy = True
                app_label = model._meta.app_label
            attrs["Meta"] = Meta
        attrs["Meta"].proxy = True
        return ModelBase.__new__(cls, name, bases, attrs)

class Stored(models.Model):
    key = models.TextField()
    class Meta:
        ordering = ["key"]

class Plain:
    strength = 1

class Thing(Stored, metaclass=Typed):
    pass
class Character(Plain, Thing):
    pass
class Hero(Character):
    class Meta:
        app_label = "core"
`,
  });
});

test('fields that bring a model to go through, or a column before their own (django-sortedm2m, django-money)', (context) => {
  agrees(context, {
    ...settings(),
    'core/fields.py': `
from django.db import models
from django.db.models import NOT_PROVIDED, Field
class Sorted(models.ManyToManyField):
    def __init__(self, to, **kwargs):
        super().__init__(to, **kwargs)
        self.help_text = kwargs.get("help_text", None)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs
    def contribute_to_class(self, cls, name, **kwargs):
        super(models.ManyToManyField, self).contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract and not self.remote_field.through and not cls._meta.swapped:
            self.remote_field.through = between(self, cls)
        self.m2m_db_table = lambda: "sorted"
def between(field, model):
    to = field.remote_field.model._meta.model_name
    meta = type("Meta", (), {"auto_created": model, "app_label": model._meta.app_label, "ordering": ["rank"],
        "db_table": "sorted", "unique_together": ((model._meta.model_name, to),)})
    return type("%s_%s" % (model._meta.object_name, field.name), (models.Model,), {
        "Meta": meta,
        "__module__": model.__module__,
        model._meta.model_name: models.ForeignKey(model, related_name="+", on_delete=models.CASCADE),
        to: models.ForeignKey(field.remote_field.model, related_name="+", on_delete=models.CASCADE),
        "rank": models.IntegerField(),
    })
class Amount(models.DecimalField):
    def __init__(self, *args, default=NOT_PROVIDED, unit="EUR", **kwargs):
        if isinstance(default, str):
            default = len(default)
        if not unit and default not in (None, NOT_PROVIDED):
            unit = "XXX"
        self.unit = unit
        super().__init__(*args, default=default, **kwargs)
        self.creation_counter += 1
        Field.creation_counter += 1
    def contribute_to_class(self, cls, name):
        unit = models.CharField(max_length=3, default=self.unit, null=self.unit is None)
        unit.creation_counter = self.creation_counter - 1
        cls.add_to_class(name + "_unit", unit)
        super().contribute_to_class(cls, name)
`,
    'core/models.py': `
from django.db import models
from core.fields import Amount, Sorted
class Song(models.Model):
    title = models.TextField()
    price = Amount(max_digits=5, decimal_places=2)
    other = Amount(max_digits=5, decimal_places=2, unit=None, null=True)
    length = models.IntegerField()
class List(models.Model):
    songs = Sorted(Song, blank=True)
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
import core.fields
key = ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel("Song", [key, ("title", models.TextField()),
            ("price_unit", models.CharField(default="EUR", max_length=3)),
            ("price", core.fields.Amount(decimal_places=2, max_digits=5)),
            ("other_unit", models.CharField(default=None, max_length=3, null=True)),
            ("other", core.fields.Amount(decimal_places=2, max_digits=5, null=True)),
            ("length", models.IntegerField())]),
        migrations.CreateModel("List", [key, ("songs", core.fields.Sorted(blank=True, help_text=None, to="core.Song"))]),
    ]
`,
  });
});

test('what is no field makes its fields once, in the abstract model: its children have them where that has them', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Pair(property):
    def __init__(self, target):
        self.target = target
    def contribute_to_class(self, cls, name):
        setattr(cls, name, self)
        models.ForeignKey(self.target, models.SET_NULL, null=True, related_name="+").contribute_to_class(cls, name + "_key")
        models.TextField(default="").contribute_to_class(cls, name + "_text")
class Base(models.Model):
    kind = Pair("auth.Group")
    size = models.IntegerField()
    class Meta:
        abstract = True
class Between(Base):
    place = Pair("auth.User")
    class Meta:
        abstract = True
class Note(Between):
    title = models.TextField()
    other = Pair("auth.User")
`,
  });
});
