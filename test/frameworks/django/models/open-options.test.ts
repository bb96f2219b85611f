/** What is shown of models and fields where not all that they say of themselves can be told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toModels } from '../../../../src/frameworks/django/models/schema.ts';
import { manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

test('a table, a kind and a flag that the text does not tell are not made up without a word', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
from datetime import datetime
from django.db import models
NOW = datetime.now()
class Plain(models.Model):
    name = models.CharField(max_length=9, null=True)
class Table(models.Model):
    parts = models.ManyToManyField(Plain)
    class Meta:
        db_table = NOW.strftime("log_%Y")
class Kind(models.Model):
    class Meta:
        managed = NOW.year > 2030
class Flag(models.Model):
    name = models.CharField(max_length=9, null=NOW.year > 2030)
`,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const tables = models.filter(({ app }) => app === 'core').map(({ name, table }) => [name, table]);
  assert.deepEqual(tables, [
    ['Plain', 'core_plain'],
    ['Table', null],
    ['Table_parts', null],
    ['Kind', 'core_kind'],
    ['Flag', 'core_flag'],
  ]);
  assert.deepEqual(project.problems.map(({ code, message, line }) => [code, message.split(' ')[0], line]).sort(), [
    ['field_arguments_unknown', 'core.Flag.name', 15],
    ['options_unknown', 'core.Kind', 11],
    ['options_unknown', 'core.Table', 7],
  ]);
});

test('constraints and indexes of which not all can be told are said to be unknown, and those that can are shown', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
import os
from django.db import models
known = models.UniqueConstraint(fields=["a"], name="known")
def more():
    return [known] if os.urandom(1)[0] > 9 else []
class Base(models.Model):
    a = models.IntegerField()
    class Meta:
        abstract = True
        unique_together = more()
class Some(Base):
    class Meta:
        constraints = [known, *more()]
        indexes = []
class Open(Base):
    class Meta(Base.Meta):
        indexes = more()
class Whole(Base):
    class Meta:
        constraints = [*[known]]
`,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const shown = toModels(models.filter(({ app }) => app === 'core')).map(({ name, constraints }) => [
    name,
    constraints,
  ]);
  assert.deepEqual(shown, [
    ['Base', []],
    ['Some', ['known']],
    ['Open', []],
    ['Whole', ['known']],
  ]);
  assert.deepEqual(project.problems.map(({ code, message }) => [code, message.split(' than')[0]]).sort(), [
    ['options_unknown', 'core.Open may have other indexes'],
    ['options_unknown', 'core.Open may have other unique_together'],
    ['options_unknown', 'core.Some may have other constraints'],
  ]);
});

test('a model of an app that is not among the known ones is named by its package', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': 'import somewhere\nINSTALLED_APPS = somewhere.apps()\n',
    'core/__init__.py': '',
    'core/models.py':
      'from django.contrib.auth.models import Group\nfrom django.db import models\nclass Note(models.Model):\n    group = models.ForeignKey(Group, models.CASCADE)\n',
  });
  for (const sitePackages of [[], undefined]) {
    const { models } = readAll(root, sitePackages === undefined ? {} : { sitePackages });
    const note = models.find(({ id }) => id === 'core.Note');
    assert.equal(note?.fields.find(({ name }) => name === 'group')?.relation?.target, 'auth.Group');
  }
});

test('the table between two models has no pointers that are made up where the other model cannot be told', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
import random
from django.db import models
class Group(models.Model):
    many = models.ManyToManyField(random.choice(["core.Group", "auth.Group"]))
`,
  });
  const between = readAll(root, { sitePackages: [] }).models.find(({ name }) => name === 'Group_many');
  assert.deepEqual(
    [between?.fields.map(({ name }) => name), between?.mayHave, between?.options.size],
    [['id'], 'any', 0],
  );
});

test('an order that the text does not tell is left open: neither none, nor the name of what was called', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
import random
from django.db import models
from django.db.models.functions import Lower
class Each(models.Model):
    class Meta:
        ordering = ["id", random.choice(["a", "b"]), Lower("id"), models.F("id").desc()]
class All(models.Model):
    class Meta:
        ordering = random.choice([["id"], []])
class Neither(models.Model):
    class Meta:
        ordering = None
`,
  });
  const { models } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    models.flatMap(({ app, name, ordering }) => (app === 'core' ? [[name, ordering]] : [])),
    [
      ['Each', ['id', '…', 'Lower', 'OrderBy']],
      ['All', ['…']],
      ['Neither', []],
    ],
  );
});

test('a model that its own metaclass, or an attribute, adds fields to that nobody can tell is said to have more', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
from datetime import datetime
from django.db import models
YEARS = datetime.now().strftime("%Y").split("9")
def add_years(model):
    for year in YEARS:
        models.IntegerField(null=True).contribute_to_class(model, "in_" + year)
class YearBase(models.base.ModelBase):
    def __new__(mcs, name, bases, attrs):
        made = super().__new__(mcs, name, bases, attrs)
        if not made._meta.abstract:
            add_years(made)
        return made
class Yearly(models.Model, metaclass=YearBase):
    class Meta:
        abstract = True
class Report(Yearly):
    title = models.TextField()
class Years:
    def contribute_to_class(self, model, name):
        add_years(model)
class Budget(models.Model):
    years = Years()
class Plain(models.Model):
    title = models.TextField()
`,
  });
  const { project } = readAll(root);
  const said = project.problems.filter(({ code }) => code === 'fields_unknown');
  assert.deepEqual(
    said.map(({ message }) => message.split(' ')[0]),
    ['core.Report', 'core.Budget'],
  );
});
