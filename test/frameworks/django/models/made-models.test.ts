/** Ways of writing models that random projects showed to be read wrongly, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../../../bench/truth/compare.ts';
import { askLive, plainSettings, readAll, writeProject } from '../throwaway.ts';

const agrees = (root: string): void => {
  const { project, models } = readAll(root);
  const comparison = compare(askLive(root), project.apps, models);
  assert.deepEqual(comparison.differences, []);
  assert.ok(comparison.models.total > 0);
};

const files = (models: string, more: Record<string, string> = {}): Record<string, string> => ({
  'proj/settings.py': plainSettings(['shop']),
  'shop/__init__.py': '',
  'shop/models.py': `from django.db import models\n${models}`,
  ...more,
});

test('decorators, partial calls and classes that functions make give the fields of the real Django', (context) => {
  agrees(
    writeProject(
      context,
      files(`
import functools


def stamped(cls):
    cls.add_to_class("stamp", models.DateTimeField(null=True))
    return cls


def with_field(name, **options):
    def change(cls):
        models.CharField(max_length=5, **options).contribute_to_class(cls, name)
        return cls
    return change


def pointing_at(target):
    class Pointing(models.Model):
        class Meta:
            abstract = True

    Pointing.add_to_class(target.lower(), models.ForeignKey(target, on_delete=models.CASCADE, related_name="+"))
    return Pointing


class Peer(models.Model):
    Short = functools.partial(models.CharField, max_length=4)
    one = Short()
    vars()["two"] = Short(null=True)
    locals().update({"three": Short(unique=True)})
    other_name = models.CharField("by another name", "given", max_length=5)
    last = models.CharField(name="called", max_length=5)


@with_field("late", default="x")
@stamped
class Thing(models.Model):
    word = models.TextField()


class Both(pointing_at("Peer"), pointing_at("Thing")):
    word = models.TextField()


if hasattr(models, "JSONField"):
    class Rich(models.Model):
        data = models.JSONField()
`),
    ),
  );
});

test('a field points at the model that its class makes for it', (context) => {
  agrees(
    writeProject(
      context,
      files(`
class Label(models.Model):
    word = models.CharField(max_length=9)

    class Meta:
        abstract = True


class Pointing:
    def __init__(self, to=None, **kwargs):
        self.makes = to is None
        super().__init__(to="-" if to is None else to, **kwargs)

    def contribute_to_class(self, cls, name, **kwargs):
        if self.makes and not cls._meta.abstract:
            self.made = type("Labels_%s_%s" % (cls.__name__, name), (Label,), {"__module__": cls.__module__})
            self.remote_field.model = self.made
        super().contribute_to_class(cls, name, **kwargs)


class Labels(Pointing, models.ManyToManyField):
    pass


class OneLabel(Pointing, models.ForeignKey):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("on_delete", models.CASCADE)
        super().__init__(*args, **kwargs)


class Labelled(models.Model):
    kinds = Labels()

    class Meta:
        abstract = True


class Book(Labelled):
    label = OneLabel()


class Film(Labelled):
    label = OneLabel(Book)
`),
    ),
  );
});

test('a field that adds another to models but not to abstract ones adds it to those that inherit it', (context) => {
  agrees(
    writeProject(
      context,
      files(`
class Measure(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.CharField(max_length=3).contribute_to_class(cls, name + "_unit")


class Measured(models.Model):
    width = Measure()

    class Meta:
        abstract = True


class Named(Measured):
    name = models.TextField()

    class Meta:
        abstract = True


class Board(Named):
    height = Measure()


class Plank(Board):
    word = models.TextField()


class Other(Measured):
    width = models.TextField()
`),
    ),
  );
});

test('Meta of a model that is not abstract is that of its abstract base, as Django leaves it', (context) => {
  agrees(
    writeProject(
      context,
      files(`
class Tracked(models.Model):
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["created"]
        indexes = [models.Index(fields=["id"])]


class Page(Tracked):
    class Meta(Tracked.Meta):
        ordering = Tracked.Meta.ordering + ["id"]
        indexes = []
        managed = False


class SubPage(Page):
    class Meta(Page.Meta):
        indexes = []
        verbose_name = "sub"


class OtherPage(Page):
    class Meta:
        ordering = Page.Meta.ordering + ["-id"]


class LookPage(Page):
    class Meta:
        proxy = True
`),
    ),
  );
});

test('models that a package imports by name, relative to itself, are found', (context) => {
  const { 'shop/models.py': _, ...rest } = files('');
  agrees(
    writeProject(context, {
      ...rest,
      'shop/models/__init__.py':
        'import importlib\nfor name in ("items", "orders"):\n    importlib.import_module("." + name, __name__)\nimportlib.import_module("..more", package=__name__)\n',
      'shop/models/items.py': 'from django.db import models\nclass Item(models.Model):\n    pass\n',
      'shop/models/orders.py': 'from django.db import models\nclass Order(models.Model):\n    pass\n',
      'shop/more.py': 'from django.db import models\nclass More(models.Model):\n    pass\n',
    }),
  );
});

test('order, names of indexes and tables in between are those that Django makes up', (context) => {
  agrees(
    writeProject(
      context,
      files(`
from django.db.models import F


class Peer(models.Model):
    key = models.CharField(max_length=9, db_column="the_key")

    class Meta:
        db_table = '"odd"."peers"'
        ordering = [F("key").desc(nulls_last=True), "id"]
        indexes = [models.Index(fields=["-key", "id"]), models.Index(fields=["id"], name="%(app_label)s_%(class)s_i")]


class Child(Peer):
    peers = models.ManyToManyField(Peer, related_name="+")
    friends = models.ManyToManyField("self")


class Grandchild(Child):
    class Meta:
        managed = False
        ordering = []


class Look(Peer):
    class Meta:
        proxy = True


class Kept(models.Model):
    child = models.ForeignKey(Child, on_delete=models.CASCADE)
    kin = models.ManyToManyField(Grandchild)

    class Meta:
        managed = False
        order_with_respect_to = "child"


class Left(models.Model):
    note = models.TextField()
    to = models.ForeignKey(Peer, on_delete=models.CASCADE, related_name="+")

    class Meta:
        abstract = True


class Right(models.Model):
    note = models.CharField(max_length=3)
    to = models.IntegerField()

    class Meta:
        abstract = True


class Middle(Left, Right):
    pass
`),
    ),
  );
});
