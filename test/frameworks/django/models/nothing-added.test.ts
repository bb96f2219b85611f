/** Code that looks at models as they are made and adds no fields to them: nothing is said of any. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compareMigrations } from '../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { askLive, readAll, sitePackages, writeProject } from '../throwaway.ts';

/** Fails where anything is said, or where the project has changes to be made. */
const isQuiet = (context: TestContext, files: Record<string, string>): void => {
  agrees(context, { ...settings(), ...files });
  const root = writeProject(context, { 'core/__init__.py': '', ...settings(), ...files });
  const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
  assert.deepEqual(
    detail.problems.map(({ code }) => code),
    [],
  );
};

test('a metaclass that asks _meta for what no Meta says leaves nothing open', (context) => {
  const models = `from django.db import models
from django.db.models.base import ModelBase


class NamesManager(ModelBase):
    def __new__(mcs, name, bases, attrs):
        made = super().__new__(mcs, name, bases, attrs)
        if made._meta.base_manager_name is None:
            made._meta.base_manager_name = "objects"
        if made._meta.default_related_name or made._meta.order_with_respect_to or made._meta.get_latest_by:
            made.add_to_class("never", models.IntegerField())
        if not made._meta.managed or made._meta.select_on_save or made._meta.auto_created:
            made.add_to_class("neither", models.IntegerField())
        made._meta.default_manager_name = made._meta.default_manager.name
        return made


class Note(models.Model, metaclass=NamesManager):
    title = models.CharField(max_length=9)
`;
  isQuiet(context, { 'core/models.py': models, ...firstMigration(['"title", models.CharField(max_length=9)']) });
});

test('code that makes sure of a relation by what stands in its place on the class leaves nothing open', (context) => {
  const models = `from django.db import models
from django.db.models.base import ModelBase
from django.db.models.fields import related_descriptors


class Checked(ModelBase):
    def __new__(mcs, name, bases, attrs):
        made = super().__new__(mcs, name, bases, attrs)
        if not made._meta.abstract:
            mcs.master_of(made)
        return made

    @staticmethod
    def master_of(model):
        if not isinstance(model.master, models.fields.related.ForwardManyToOneDescriptor):
            raise TypeError("no master")
        if isinstance(vars(model)["master"], related_descriptors.ManyToManyDescriptor):
            raise TypeError("too many masters")
        return vars(model)["master"].field.remote_field.model


class Child(models.Model, metaclass=Checked):
    master = None

    class Meta:
        abstract = True


class Note(models.Model):
    title = models.CharField(max_length=9)


class NoteText(Child):
    master = models.ForeignKey(Note, models.CASCADE)
`;
  agrees(context, { ...settings(), 'core/models.py': models });
});

test('fields of own classes tell the names of their attributes, and whether they are relations', (context) => {
  const models = `from django.db import models
from django.db.models.signals import class_prepared


class Shout(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", 9)
        super().__init__(*args, **kwargs)


class Link(models.ForeignKey):
    pass


class Watch:
    def contribute_to_class(self, model, name):
        class_prepared.connect(self.look, sender=model)

    def look(self, sender, **kwargs):
        names = {field.attname for field in sender._meta.fields}
        links = [field.name for field in sender._meta.fields if field.is_relation and field.many_to_one]
        for name in names - {"id", "title", "other_id"}:
            models.IntegerField().contribute_to_class(sender, name + "_count")
        for name in links:
            if name != "other":
                models.IntegerField().contribute_to_class(sender, name + "_kind")


class Note(models.Model):
    title = Shout()
    other = Link("self", models.CASCADE)
    watch = Watch()
`;
  agrees(context, { ...settings(), 'core/models.py': models });
});

test('a field that takes what its class is told by the model writes that to the migration', (context) => {
  const models = `from django.db import models


class Slug(models.SlugField):
    def __init__(self, *args, populate_from=None, **kwargs):
        self.populate_from = populate_from
        super().__init__(*args, **kwargs)

    def contribute_to_class(self, cls, name):
        super().contribute_to_class(cls, name)
        if self.populate_from is None and cls._meta.ordering:
            self.populate_from = cls._meta.ordering[0]

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.populate_from is not None:
            kwargs["populate_from"] = self.populate_from
        return name, path, args, kwargs


class Note(models.Model):
    title = models.CharField(max_length=9)
    slug = Slug()

    class Meta:
        ordering = ["title"]
`;
  const fields = ['"title", models.CharField(max_length=9)', '"slug", core.models.Slug(populate_from="title")'];
  const migration = firstMigration(fields, 'import core.models');
  const path = 'core/migrations/0001_initial.py';
  const ordered =
    migration[path]?.replace(
      '            ],\n        ),',
      '            ],\n            options={"ordering": ["title"]},\n        ),',
    ) ?? '';
  isQuiet(context, { 'core/models.py': models, ...migration, [path]: ordered });
});

test('an attribute that is none yet, classes below one that is just made, and what can be called leave nothing open', (context) => {
  const models = `from django.db import models
from django.db.models.signals import class_prepared


class Part:
    def contribute_to_class(self, model, name):
        model.add_to_class("_" + name + "_cache", None)
        model.add_to_class("title", None)
        setattr(model, name, self)


class Soft(models.Manager):
    def contribute_to_class(self, model, name):
        super().contribute_to_class(model, name)
        for child in model.__subclasses__():
            models.IntegerField().contribute_to_class(child, "never")


def look(sender, **kwargs):
    for field in sender._meta.local_fields:
        if field.has_default() and callable(field.default):
            continue
        sender.last = field.name


class_prepared.connect(look)


class Note(models.Model):
    title = models.CharField(max_length=9, default=str)
    part = Part()
    objects = Soft()


class Child(Note):
    size = models.IntegerField(default=1)
`;
  agrees(context, { ...settings(), 'core/models.py': models });
});
