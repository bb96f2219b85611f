/** Code that asks classes what they have: Django's, by their text, held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from './agreement.ts';

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
