/** Values that Django itself holds, and that models are made of: held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from './agreement.ts';

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
  const [note] = agrees(context, {
    ...settings('DATABASES["other"] = {"ENGINE": "django.db.backends.postgresql", "NAME": "x"}'),
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
  assert.deepEqual(
    note?.fields.map(({ name }) => name),
    ['id', 'a', 'c', 'd'],
  );
});
