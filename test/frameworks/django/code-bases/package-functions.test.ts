/** What functions of packages that are no apps make of models and fields, held against the real Django. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { readAll, sitePackages, writeProject } from '../throwaway.ts';

test('a function of a package that is no app may add fields to models that it is given, and make others of them', (context) => {
  const made = agrees(context, {
    ...settings(),
    'site-packages/vendor/__init__.py': '',
    'site-packages/vendor/tracking.py': `from django.db import models
def track_field(model, name):
    model.add_to_class(name + "_changed", models.DateTimeField(null=True))
    type(model.__name__ + name.title() + "Log", (models.Model,), {"__module__": model.__module__, "at": models.DateTimeField()})
def events(label):
    def decorate(model):
        return type(str(model.__name__ + label), (models.Model,), {"__module__": model.__module__, "of": models.ForeignKey(model, models.CASCADE)}) and model
    return decorate
def seen(model):
    return model
`,
    'core/models.py': `from django.db import models
from vendor.tracking import events, seen, track_field
def tracked(*names):
    def decorate(model):
        for name in names:
            track_field(model, name)
        return model
    return decorate
@tracked("size", "name")
class Box(models.Model):
    size = models.IntegerField()
    name = models.CharField(max_length=5)
@events("Event")
class Crate(models.Model):
    pass
seen(Crate)
`,
  });
  assert.deepEqual(made.map(({ name }) => name).sort(), ['Box', 'BoxNameLog', 'BoxSizeLog', 'Crate', 'CrateEvent']);
});

test('what a package makes of a field is said not to be shown where it cannot be followed, and is no removed field', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'site-packages/vault.py': `from django.db import models
KINDS = {}
class Hidden:
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, "vault.encrypt", [self.kind(*args, **kwargs)], {}
def kind_of(kind):
    if id(kind) not in KINDS:
        KINDS[id(kind)] = type("Hidden" + kind.__name__, (Hidden, kind), {"kind": kind})
    return KINDS[id(kind)]
def encrypt(field):
    name, path, args, kwargs = field.deconstruct()
    return kind_of(field.__class__)(*args, **kwargs)
`,
    'core/models.py': `from django.db import models
from vault import encrypt
class Note(models.Model):
    title = models.TextField()
    secret = encrypt(models.CharField(max_length=5))
    shouted = models.ExpressionWrapper(models.F("title"), output_field=models.TextField())
`,
    ...firstMigration(
      ['"title", models.TextField()', '"secret", vault.encrypt(models.CharField(max_length=5))'],
      'import vault',
    ),
  });
  for (const packages of [[join(root, 'site-packages'), ...sitePackages], []]) {
    const { project, models } = readAll(root, { sitePackages: packages, djangoVersion: '5.2' });
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.deepEqual(
      detail.apps.flatMap(({ unmade }) => unmade),
      [],
    );
    assert.deepEqual(
      project.problems.filter(({ code }) => code === 'field_unknown').map(({ message }) => message),
      ['core.Note.secret is not shown: what vault.encrypt makes of a field could not be told.'],
    );
  }
});

test('what a class makes that could not be told is said not to be shown where it is made as a field', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
KINDS = {}
def kind_of(kind):
    if id(kind) not in KINDS:
        KINDS[id(kind)] = type("Loud" + kind.__name__, (kind,), {})
    return KINDS[id(kind)]
def made(name):
    return KINDS[id(name)]
class Note(models.Model):
    title = models.TextField()
    loud = kind_of(models.TextField)()
    short = made("short")(max_length=5)
    counted = made("counted")(5)
`,
  });
  const { project } = readAll(root, { sitePackages, djangoVersion: '5.2' });
  assert.deepEqual(
    project.problems.map(({ message, line }) => [message, line]),
    [
      ['core.Note.loud is not shown: what core.models.kind_of makes could not be told.', 11],
      ['core.Note.short is not shown: what core.models.made makes could not be told.', 12],
    ],
  );
});
