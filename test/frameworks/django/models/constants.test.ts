/** Values that Django itself holds, and that models are made of: held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadModel } from '../../../../src/frameworks/django/models/model.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { manage, readAll, sitePackages, writeProject } from '../throwaway.ts';

test('a relation to what Django calls "self" points at its own model', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
from django.db.models.fields import related
from django.db.models.fields.related import RECURSIVE_RELATIONSHIP_CONSTANT

class Note(models.Model):
    parent = models.ForeignKey(RECURSIVE_RELATIONSHIP_CONSTANT, models.CASCADE, related_name="+")
    others = models.ManyToManyField(related.RECURSIVE_RELATIONSHIP_CONSTANT)
`,
    ...firstMigration([
      '"parent", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="core.note")',
      '"others", models.ManyToManyField(related_name="_core_note_others_+", to="core.Note")',
    ]),
  });
  const [note] = models.filter(({ name }) => name === 'Note');
  assert.deepEqual(
    note?.fields.map(({ relation }) => relation?.target),
    [undefined, 'core.Note', 'core.Note'],
  );
});

test('what kind of database there is decides fields, by whatever name it is asked for', (context) => {
  const files = (other: string): Record<string, string> => ({
    ...settings(`DATABASES["other"] = {"ENGINE": "django.db.backends.${other}", "NAME": "x"}`),
    'core/models.py': `from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.utils import DEFAULT_DB_ALIAS as USUAL

class Note(models.Model):
    if connections["default"].vendor == "sqlite":
        a = models.IntegerField()
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        b = models.IntegerField()
    if connections["other"].vendor == "postgresql":
        c = models.IntegerField(null=connections[USUAL].vendor == "sqlite")
    if connection.alias == USUAL:
        d = models.IntegerField()
`,
  });
  const namesOf = (models: readonly ReadModel[]): string[] | undefined =>
    models.find(({ name }) => name === 'Note')?.fields.map(({ name }) => name);
  assert.deepEqual(namesOf(agrees(context, files('sqlite3'))), ['id', 'a', 'd']);
  // Asked by the text alone: the real one would need a driver.
  const root = writeProject(context, { 'manage.py': manage(), 'core/__init__.py': '', ...files('postgresql') });
  assert.deepEqual(namesOf(readAll(root, { sitePackages }).models), ['id', 'a', 'c', 'd']);
});

test('choices of the days and months that Python names, and the length of a hash, are what the migration has or has not', (context) => {
  agrees(context, {
    ...settings(),
    ...firstMigration([
      '"day", models.IntegerField(choices=[(0, "Monday"), (1, "Tuesday"), (2, "Wednesday"), (3, "Thursday"), (4, "Friday"), (5, "Saturday"), (6, "Sunday")])',
      '"month", models.IntegerField(choices=[(1, "Jan"), (2, "Feb")])',
      '"mark", models.CharField(max_length=64)',
    ]),
    'core/models.py': `import calendar
import hashlib
from calendar import month_name
from django.db import models

class Note(models.Model):
    day = models.IntegerField(choices=list(enumerate(calendar.day_name)))
    month = models.IntegerField(choices=[(at, month_name[at]) for at in range(1, 3)])
    mark = models.CharField(max_length=hashlib.sha512().digest_size)
`,
  });
});
