/** Code that asks classes what they have: Django's, by their text, held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../../agreement.ts';
import { readAll, writeProject } from '../../throwaway.ts';

const askedOfClasses = `from django.db import models
class Item(models.Model):
    code = models.SlugField()
    if hasattr(models.UniqueConstraint, "create_sql"):
        there = models.TextField()
    if hasattr(models.UniqueConstraint, "draw"):
        drawn = models.TextField()
    if hasattr(models.Model, "refresh_from_db") and hasattr(models.CharField, "get_attname"):
        above = models.TextField()
    if hasattr(models.Field, "_patched_by_us"):
        patched = models.TextField()
    if not getattr(models.Index, "min_name_length", 0):
        short = models.TextField()
models.Field._patched_by_us = True
class Other(models.Model):
    if hasattr(models.Field, "_patched_by_us"):
        patched = models.TextField()
    if hasattr(models.Field, "not a name("):
        odd = models.TextField()
`;

test('what a class of Django has is told by its text: an answer for the newest is not taken for one of the oldest', (context) => {
  const [item, other] = agrees(context, { ...settings(), 'core/models.py': askedOfClasses });
  assert.deepEqual(
    item?.fields.map(({ name }) => name),
    ['id', 'code', 'there', 'above', 'short'],
  );
  assert.deepEqual(
    other?.fields.map(({ name }) => name),
    ['id', 'patched'],
  );
});

test('what a class of Django may have from what made it is left open, and said', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
class Item(models.Model):
    if getattr(models.TextChoices, "do_not_call_in_templates", None):
        there = models.TextField()
    if hasattr(models.Manager, "get_or_create"):
        taken = models.TextField()
`,
  });
  const { project, models } = readAll(root);
  assert.deepEqual(
    models.find(({ name }) => name === 'Item')?.fields.map(({ name }) => name),
    ['id'],
  );
  assert.deepEqual(
    project.problems.map(({ code, line }) => [code, line]),
    [
      ['field_unknown', 4],
      ['field_unknown', 6],
    ],
  );
});
