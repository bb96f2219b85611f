/** What is told of an app whose models hold something that nobody can tell, held against makemigrations. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { unmadeOf } from '../../../../bench/truth/migrations.ts';
import type { MigrationsDetail } from '../../../../src/contract/index.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import type { ReadModel } from '../../../../src/frameworks/django/models/model.ts';
import { withLiveChanges } from '../../../../src/frameworks/django/probe/merge-migrations.ts';
import { askLive, plainSettings, readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

/** `more`: further models, as operations. */
const made = (models: Record<string, string>, more = ''): string => `import decimal
import re
import django.core.validators
from django.db import migrations, models
import core.models
class Migration(migrations.Migration):
    initial = True
    operations = [${Object.entries(models)
      .map(([name, fields]) => `migrations.CreateModel("${name}", [${id}${fields}]),`)
      .join('\n        ')}
        ${more}]
`;

/** `WORDS` is something that nobody can tell from the text: `["one", "two"]`. */
const head = `import random
from django.db import models
WORDS = eval('["one", "two"]')
`;

const descriptionsOf = ({ apps }: MigrationsDetail): string[] =>
  apps.flatMap(({ unmade }) => unmade.map(({ description }) => description));

type Told = { told: string[]; open: number; codes: string[]; models: readonly ReadModel[] };

/** What is told of the app; fails where makemigrations does not say it, and where neither is said nor left open what it says. */
export const tell = (
  context: TestContext,
  models: string,
  before: Record<string, string>,
  files = {},
  more = '',
): Told => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core'], 'DEFAULT_AUTO_FIELD = "django.db.models.AutoField"\n'),
    'core/__init__.py': '',
    'core/models.py': head + models,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': made(before, more),
    ...files,
  });
  const { project, models: read } = readAll(root);
  const { detail } = readMigrations({ project, models: read, live: null, liveProblem: null });
  const running = askLive(root);
  const answered = withLiveChanges(detail, running);
  const live = unmadeOf(answered, running.django);
  const [first, then] = [detail, answered].map(descriptionsOf);
  const shared = (ones: string[] = [], others: string[] = []): string[] => ones.filter((one) => others.includes(one));
  assert.deepEqual(shared(then, first), shared(first, then), 'none trades places when the project has answered');
  const told = unmadeOf(detail, running.django);
  assert.deepEqual(
    [...told].filter((change) => !live.has(change)),
    [],
    'told, but not so',
  );
  const open = detail.problems.filter(({ code }) => code === 'change_unclear').length;
  if (open === 0)
    assert.deepEqual(
      [...live].filter((change) => !told.has(change)),
      [],
      'neither told nor left open',
    );
  return { told: [...told].sort(), open, codes: project.problems.map(({ code }) => code), models: read };
};

export const name = ', ("name", models.CharField(max_length=9))';
export const both = { Kept: name, Gone: name };
export const kept = `
class Kept(models.Model):
    fresh = models.TextField(default="")
`;
export const plain = ['core field_added kept fresh', 'core field_removed kept name', 'core model_removed gone'];
