/** Managers made from a queryset, and classes that say what they hold, as migrations keep them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareMigrations } from '../../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { settings } from '../../agreement.ts';
import { askLive, lacking, readAll, runCommand, writeProject } from '../../throwaway.ts';

const typed = `from typing import Generic, TypeVar
from django.db import models

T = TypeVar("T", bound=models.Model)

class Found(models.QuerySet["FAQ"]):
    pass

class Plain(models.Manager["FAQ"]):
    pass

class Other(models.Manager["FAQ"]):
    pass

class Kept(models.Manager[T]):
    use_in_migrations = True

class FAQ(models.Model):
    text = models.TextField()
    objects = Other.from_queryset(Found)()

class Answer(models.Model):
    faq = models.ForeignKey["FAQ"](FAQ, on_delete=models.CASCADE)
    objects = models.Manager["FAQ"].from_queryset(Found)()
    other = Plain()

class Note(models.Model):
    faq = models.ForeignKey[FAQ, FAQ]("FAQ", on_delete=models.CASCADE)
    objects = Kept["Note"]()
    plain = models.Manager["FAQ"]()
`;

// A module of Django 5.0: fields of older ones do not say what they hold.
const lacksTypes = lacking('django.db.models.fields.generated');

test('managers that are made from a queryset, and classes that say what they hold, are compared like any other', {
  skip: lacksTypes,
}, (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': typed,
    'core/migrations/__init__.py': '',
  });
  runCommand(root, 'makemigrations', 'core');
  const told = (): { changes: string[]; problems: string[] } => {
    const { project, models } = readAll(root);
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
    return {
      changes: detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
      problems: [...project.problems, ...detail.problems].map(({ message }) => message),
    };
  };
  assert.deepEqual(told(), { changes: [], problems: [] });
  writeFileSync(
    join(root, 'core/models.py'),
    typed.replace(
      'class Plain(models.Manager["FAQ"]):\n    pass',
      'class Plain(models.Manager["FAQ"]):\n    use_in_migrations = True',
    ),
  );
  assert.deepEqual(told().changes, ['Change managers on answer']);
});
