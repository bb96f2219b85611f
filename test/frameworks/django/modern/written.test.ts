/** Fields, choices and constraints as Django 5.2 writes them to a migration: no change where they are the same, one where they are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { djangoVersion } from '../../../django-python.ts';
import { askPython, runPython } from '../../../warm-python.ts';
import { plainSettings, writeProject } from '../throwaway.ts';
import { createModel, ID, readApp, readFiles } from './text.ts';

const autodetector = new URL('../migrations/autodetector.py', import.meta.url).pathname;

const models = `
import datetime
import decimal
import enum

from django.contrib.postgres.constraints import ExclusionConstraint
from django.db.models import F, Q, Value
from django.db.models.functions import Length, Lower
from django.db.models.lookups import Exact


class Day(datetime.date, models.Choices):
    FIRST = 1969, 7, 20, "First"
    LAST = 1972, 12, 11


class Price(decimal.Decimal, models.Choices):
    LOW = "1.50", "Low"
    HIGH = "2"


class Level(models.IntegerChoices):
    ONE = enum.auto(), "one"
    TWO = enum.auto()
    LIMIT = enum.nonmember(9)


class Word(models.TextChoices):
    A = "a", "Ah"


class Item(models.Model):
    day = models.DateField(choices=Day)
    price = models.DecimalField(max_digits=4, decimal_places=2, choices=Price.choices)
    level = models.IntegerField(choices=Level, db_default=Level.TWO)
    word = models.CharField(max_length=9, choices=Word.__members__.items())
    group = models.CharField(max_length=9, choices=[("g", {"a": "A"}), ("b", "B")])
    slug = models.SlugField(db_index=False)
    data = models.BinaryField(editable=True)
    small = models.GeneratedField(expression=Lower("word"), output_field=models.CharField(max_length=9), db_persist=True)

    class Meta:
        constraints = [
            ExclusionConstraint(name="apart", expressions=[(F("level"), "=")], index_type="gist"),
            models.CheckConstraint(condition=Exact(F("word"), Value("a")), name="exact"),
        ]
`;

const fields = `${ID}
    ("day", models.DateField(choices=[(datetime.date(1969, 7, 20), "First"), (datetime.date(1972, 12, 11), "Last")])),
    ("price", models.DecimalField(choices=[(decimal.Decimal("1.50"), "Low"), (decimal.Decimal("2"), "High")], decimal_places=2, max_digits=4)),
    ("level", models.IntegerField(choices=[(1, "one"), (2, "Two")], db_default=2)),
    ("word", models.CharField(choices=[("A", "a")], max_length=9)),
    ("group", models.CharField(choices=[("g", [("a", "A")]), ("b", "B")], max_length=9)),
    ("slug", models.SlugField(db_index=False)),
    ("data", models.BinaryField(editable=True)),
    ("small", models.GeneratedField(db_persist=True, expression=django.db.models.functions.text.Lower("word"), output_field=models.CharField(max_length=9))),`;
const constraints = `options={"constraints": [
    django.contrib.postgres.constraints.ExclusionConstraint(expressions=[(models.F("level"), "=")], name="apart"),
    models.CheckConstraint(condition=django.db.models.lookups.Exact(models.F("word"), models.Value("a")), name="exact")]}`;

/** An edit of the models each, and what is unmade then. */
const edits: readonly [from: string, to: string, unmade: string[]][] = [
  ['', '', []],
  ['1969, 7, 20', '1969, 7, 21', ['Alter field day on item']],
  ['"1.50"', '"1.60"', ['Alter field price on item']],
  ['"1.50"', '"1.5"', []],
  ['enum.auto(), "one"', 'enum.auto(), "uno"', ['Alter field level on item']],
  ['enum.nonmember(9)', '9', ['Alter field level on item']],
  ['Level.TWO)', 'Length(Value("ab")))', ['Alter field level on item']],
  ['A = "a"', 'A = "aa"', ['Alter field word on item']],
  ['{"a": "A"}', '{"a": "Ah"}', ['Alter field group on item']],
  ['SlugField(db_index=False)', 'SlugField()', ['Alter field slug on item']],
  ['BinaryField(editable=True)', 'BinaryField()', ['Alter field data on item']],
  [', index_type="gist"', '', []],
  ['"gist"', '"spgist"', ['Remove constraint apart from model item', 'Create constraint apart on model item']],
  [
    'Exact(F("word"), Value("a"))',
    'Q(word="a")',
    ['Remove constraint exact from model item', 'Create constraint exact on model item'],
  ],
];

const initial = `import datetime
import decimal

import django.contrib.postgres.constraints
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = [${createModel('Item', fields, constraints)}]
`;

const projectWith = (text: string): Record<string, string> => ({
  'requirements.txt': 'Django==5.2\n',
  'proj/__init__.py': '',
  'proj/settings.py': plainSettings(['core'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n'),
  'core/__init__.py': '',
  'core/models.py': `from django.db import models\n${text}`,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': initial,
});

const after = (from: string, to: string): string => {
  assert.ok(models.includes(from), from);
  return models.replace(from, to);
};

test('what Django 5.2 writes of choices, fields and constraints is no change, and an edit of them is the change it would make', (context) => {
  for (const [from, to, expected] of edits)
    assert.deepEqual(readFiles(context, projectWith(after(from, to))).unmade, expected, `${from} → ${to}`);
});

test('a running Django says the same of each of these edits', (context) => {
  const hasParts = runPython(['-c', 'import django.contrib.postgres.constraints']).status === 0;
  if (djangoVersion < 5.2 || !hasParts) {
    context.skip('Django 5.2 or newer and psycopg are not here');
    return;
  }
  for (const [from, to, expected] of edits) {
    const found = JSON.parse(askPython([autodetector, writeProject(context, projectWith(after(from, to)))]));
    assert.deepEqual(found.core ?? [], expected, `${from} → ${to}`);
  }
});

test('a lookup that begins with an underscore, the text of an entry, and lookups that cannot be told are no changes', (context) => {
  const read = (lookup: string) =>
    readApp(context, {
      version: '5.2',
      models: `
import inspect
from django.db.models.fields.json import KT
def told():
    return {part.name: 1 for part in inspect.signature(lambda size: 1).parameters.values()}
class Box(models.Model):
    _size = models.IntegerField()
    data = models.JSONField()
    class Meta:
        indexes = [models.Index(KT("data__a__b"), name="entry_idx", condition=models.Q(${lookup}))]
`,
      operations: [
        createModel(
          'Box',
          `${ID}("_size", models.IntegerField()), ("data", models.JSONField()),`,
          'options={"indexes": [models.Index(django.db.models.fields.json.KeyTextTransform("b", django.db.models.fields.json.KeyTextTransform("a", "data")), name="entry_idx", condition=models.Q(("_size", 1)))]}',
        ),
      ],
    }).unmade;
  assert.deepEqual(read('_size=1'), []);
  assert.deepEqual(read('**told()'), []);
  assert.equal(read('_size=2').length, 2);
});
