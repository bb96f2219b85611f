/** `Choices` of django-model-utils, added to each other and asked for parts, with the package and without it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHOICES } from '../../../../src/frameworks/django/known/model-utils.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { decides, firstMigration, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const models = (last: string): string => `from django.db import models
from model_utils import Choices

DRAFTS = Choices("draft", "review")
FINALS = Choices(("done", "Done"), ("gone", "${last}"))
GROUPED = Choices(("Group", [("x", "X"), ("y", "why", "Y")]), ("z", "Z"))
EVERY = DRAFTS + FINALS

class Note(models.Model):
    KINDS = Choices((1, "one", "One"), (2, "two", "Two"))
    both = models.CharField(max_length=9, choices=DRAFTS + FINALS, default=FINALS.done)
    every = models.CharField(max_length=9, choices=EVERY + [("x", "X")], default=EVERY.draft)
    grouped = models.CharField(max_length=9, choices=[("", "None")] + GROUPED, default=GROUPED.why)
    part = models.IntegerField(choices=KINDS.subset("one"), default=KINDS.two)
    listed = models.CharField(max_length=len(EVERY) + 5, choices=list(DRAFTS) + list(FINALS), blank="draft" in EVERY)
    named = models.CharField(max_length=9, verbose_name=FINALS["done"], default=",".join(key for key, _ in DRAFTS)[:5])
`;

const drafts = '("draft", "draft"), ("review", "review")';
const finals = '("done", "Done"), ("gone", "Gone")';
const written = firstMigration([
  `"both", models.CharField(choices=[${drafts}, ${finals}], default="done", max_length=9)`,
  `"every", models.CharField(choices=[${drafts}, ${finals}, ("x", "X")], default="draft", max_length=9)`,
  '"grouped", models.CharField(choices=[("", "None"), ("Group", [("x", "X"), ("y", "Y")]), ("z", "Z")], default="y", max_length=9)',
  '"part", models.IntegerField(choices=[(1, "One")], default=2)',
  `"listed", models.CharField(blank=True, choices=[${drafts}, ${finals}], max_length=9)`,
  '"named", models.CharField(default="draft", max_length=9, verbose_name="Done")',
]);

const filesOf = (last: string): Record<string, string> => ({
  ...settings(),
  'core/models.py': models(last),
  ...written,
});

test('choices of a package that are added to each other or taken in part are held against migrations', (context) => {
  const installed = {
    'site-packages/model_utils/__init__.py': 'from .choices import Choices\n',
    'site-packages/model_utils/choices.py': CHOICES,
  };
  decides(context, { ...filesOf('Gone'), ...installed });
  decides(context, { ...filesOf('Over'), ...installed });
});

test('a clone without django-model-utils knows what its Choices hold', (context) => {
  const read = (last: string): unknown[] => {
    const root = writeProject(context, { ...filesOf(last), 'core/__init__.py': '' });
    const { project, models } = readAll(root, { sitePackages: [], djangoVersion: '5.2' });
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    const fields = detail.apps.flatMap(({ unmade }) => unmade.map(({ field }) => field));
    return [fields, detail.problems.map(({ message }) => message)];
  };
  assert.deepEqual(read('Gone'), [[], []]);
  // A later version of the package might say it otherwise: what is still an object of its class is left undecided.
  assert.deepEqual(read('Over')[0], ['listed']);
});
