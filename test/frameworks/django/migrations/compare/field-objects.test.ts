/** Fields that code changes after they are made, or that several names share: told as Django has them, or left open. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compare } from '../../../../../bench/truth/compare.ts';
import { compareMigrations } from '../../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { askLive, plainSettings, readAll, writeProject } from '../../throwaway.ts';
import { tell } from '../untold.ts';

const table = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, field]) => `, ("${name}", models.${field})`)
    .join('');

test('a column that a property decides is what that gives, whatever is set; a change of one that the class sets is not claimed', (context) => {
  const code = `
class Answered(models.CharField):
    @property
    def db_column(self):
        return "own_column"
    @db_column.setter
    def db_column(self, value):
        pass
class Late(models.CharField):
    def contribute_to_class(self, cls, name, **kwargs):
        self.db_column = "late_" + name
        super().contribute_to_class(cls, name, **kwargs)
class Made(models.CharField):
    def __init__(self, *args, **kwargs):
        self.max_length = 3
        super().__init__(*args, **kwargs)
        self.db_column = "made"
class A(models.Model):
    answered = Answered(max_length=3)
    late = Late(max_length=3)
    made = Made(max_length=3)
    new = models.IntegerField(default=0)
`;
  const fields = { answered: 'own_column', late: 'late_late', made: 'made' };
  const classes = { answered: 'Answered', late: 'Late', made: 'Made' };
  const before = Object.entries(fields)
    .map(
      ([name, column]) => `, ("${name}", core.models.${classes[name as 'late']}(db_column="${column}", max_length=3))`,
    )
    .join('');
  const { told, open, models } = tell(context, code, { A: before });
  assert.deepEqual([told, open], [['core field_added a new'], 1]);
  const columns = models.find(({ name }) => name === 'A')?.fields.map(({ name, column }) => [name, column]);
  assert.deepEqual(columns, [
    ['id', 'id'],
    ['answered', 'own_column'],
    ['late', 'late_late'],
    ['made', 'made'],
    ['new', 'new'],
  ]);
});

test('a field that two models take has the name by which the first took it', (context) => {
  const code = `
common = models.CharField(max_length=3)
other = models.IntegerField(default=0)
class Plain:
    unrelated = other
class A(models.Model):
    x = common
class B(models.Model):
    y = common
    z = other
`;
  const char = { x: 'CharField(max_length=3)' };
  const before = { A: table(char), B: table({ ...char, z: 'IntegerField(default=0)' }) };
  assert.deepEqual(tell(context, code, before).told, []);
});

const fieldsOf = (context: TestContext, code: string): string[] => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models\n${code}`,
  });
  const { models } = readAll(root);
  assert.ok(compare(askLive(root), [], models).models.right > 0);
  return models.filter(({ app }) => app === 'core').flatMap(({ fields }) => fields.map(({ name }) => name));
};

test('of two names for one field of a model the first is its name', (context) => {
  const code =
    'class A(models.Model):\n    a = b = models.CharField(max_length=3)\n    c = models.IntegerField()\n    d = c\n';
  assert.deepEqual(fieldsOf(context, code), ['id', 'a', 'c']);
});

test('what hangs on the name of a member that is equal to its value is left open', (context) => {
  const code = `
import enum
class Size(enum.IntEnum):
    ONE = 1
    TWO = 2
first = Size.ONE
def wide(size):
    return 7 if size.name == "ONE" else 8
class A(models.Model):
    a = models.CharField(max_length=5 if getattr(first, "name", None) == "ONE" else 6)
    b = models.CharField(max_length=5 if first.name == "ONE" else 6)
    c = models.CharField(max_length=wide(first))
    d = models.CharField(max_length=9, default=first.name)
    e = models.CharField(max_length=len([s for s in Size if s.name == "ONE"]) + 4)
    f = models.IntegerField(choices=[(s.value, s.name) for s in Size])
    if first.name == "ONE":
        g = models.IntegerField(default=0)
    new = models.TextField(default="")
`;
  const five = 'CharField(max_length=5)';
  const before = table({
    ...{ a: five, b: five, c: 'CharField(max_length=7)', d: 'CharField(default="ONE", max_length=9)', e: five },
    ...{ f: 'IntegerField(choices=[(1, "ONE"), (2, "TWO")])', g: 'IntegerField(default=0)' },
  });
  assert.deepEqual(tell(context, code, { A: before }).told, ['core field_added a new']);
});

test('an object in the place of a function, or a function in that of an object, is a change', (context) => {
  agrees(context, {
    ...settings(),
    ...firstMigration(
      [
        '"file", models.FileField(upload_to=core.models.upload)',
        '"word", models.CharField(max_length=5, validators=[django.core.validators.MinLengthValidator(1)])',
        '"text", models.TextField(validators=[core.models.check])',
        '"slug", models.CharField(max_length=5, validators=[django.core.validators.EmailValidator()])',
      ],
      'import core.models\nimport django.core.validators\n',
    ),
    'core/models.py': `from django.core.validators import MinLengthValidator, validate_email
from django.db import models
from django.utils.deconstruct import deconstructible

def upload(instance, name):
    return name

def check(value):
    pass

@deconstructible
class UploadTo:
    def __init__(self, folder):
        self.folder = folder
    def __call__(self, instance, name):
        return self.folder + name
    def __eq__(self, other):
        return self.folder == other.folder

class Note(models.Model):
    file = models.FileField(upload_to=UploadTo("a"))
    word = models.CharField(max_length=5, validators=[check])
    text = models.TextField(validators=[MinLengthValidator(1)])
    slug = models.CharField(max_length=5, validators=[validate_email])
`,
  });
});

test('choices of an enumeration made by a call, and a field that says it is of another class, are held against migrations', (context) => {
  agrees(context, {
    ...settings(),
    ...firstMigration(
      [
        '"medal", models.CharField(choices=[("GOLD", "Gold"), ("OLD_TIN", "Old Tin")], max_length=9)',
        '"step", models.IntegerField(choices=[(1, "One"), (2, "Two")])',
        '"kept", core.models.UpperField(max_length=9, upper=False)',
        '"wider", core.models.UpperField(max_length=8)',
        '"plain", models.CharField(max_length=9)',
      ],
      'import core.models\n',
    ),
    'core/models.py': `from django.db import models

Medal = models.TextChoices("Medal", "GOLD OLD_TIN")
Step = models.IntegerChoices("Step", [("ONE", 1), ("TWO", 3)])

class UpperField(models.CharField):
    def __init__(self, *args, upper=True, **kwargs):
        self.upper = upper
        super().__init__(*args, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

class Note(models.Model):
    medal = models.CharField(max_length=9, choices=Medal.choices)
    step = models.IntegerField(choices=Step.choices)
    kept = UpperField(max_length=9)
    wider = UpperField(max_length=9)
    plain = UpperField(max_length=9)
`,
  });
});

test('a migration may have a field of Django by another name, from a module that passes it on', (context) => {
  const filesWith = (length: number): Record<string, string> => ({
    ...settings(),
    'core/__init__.py': '',
    'core/fields.py':
      'from django.db.models import *\nfrom django.db.models import CharField as Text\nfrom django.utils.timezone import now\n',
    'core/models.py': `from django.db import models
from django.utils import timezone
from core import fields


class Note(models.Model):
    text = fields.Text("a text", max_length=${length})
    made = models.DateTimeField("made", default=timezone.now)
    place = fields.FilePathField("a place", path="/tmp")
    owner = fields.ForeignKey("self", models.CASCADE, null=True)
`,
    ...firstMigration(
      [
        '"text", Text("a text", max_length=5)',
        '"made", core.fields.DateTimeField("made", default=core.fields.now)',
        '"place", core.fields.FilePathField("a place", None, "/tmp")',
        '"owner", core.fields.ForeignKey("core.note", core.fields.CASCADE, null=True)',
      ],
      'import core.fields\nfrom ..fields import Text\n',
    ),
  });
  const changes = (length: number): string[] => {
    const root = writeProject(context, filesWith(length));
    const { project, models } = readAll(root);
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
    assert.deepEqual(detail.problems, []);
    return detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description));
  };
  assert.deepEqual(changes(5), []);
  assert.deepEqual(changes(6), ['Alter field text on note']);
});

test('choices that an object of an own class holds are held against migrations', (context) => {
  const filesWith = (label: string): Record<string, string> => ({
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models

class Kinds:
    def __init__(self, *kinds):
        self.pairs, self.by_name = [], {}
        for kind in kinds:
            self.store(kind if isinstance(kind, tuple) else (kind, kind))
    def store(self, pair):
        self.pairs.append(pair)
        self.by_name[pair[0]] = pair[0]
    def __iter__(self):
        return iter(self.pairs)
    def __len__(self):
        return len(self.pairs)
    def __getattr__(self, name):
        try:
            return self.by_name[name]
        except KeyError:
            raise AttributeError(name)
    def __add__(self, other):
        other = other.pairs if isinstance(other, self.__class__) else list(other)
        return Kinds(*(self.pairs + other))

KINDS = Kinds("draft", ("live", "${label}"))

class Note(models.Model):
    kind = models.CharField(max_length=9, choices=KINDS, default=KINDS.draft)
    more = models.CharField(max_length=9, choices=KINDS + [("gone", "Gone")])
    both = models.CharField(max_length=9, choices=KINDS + Kinds("gone"))
`,
    ...firstMigration([
      '"kind", models.CharField(choices=[("draft", "draft"), ("live", "Live")], default="draft", max_length=9)',
      '"more", models.CharField(choices=[("draft", "draft"), ("live", "Live"), ("gone", "Gone")], max_length=9)',
      '"both", models.CharField(choices=[("draft", "draft"), ("live", "Live"), ("gone", "gone")], max_length=9)',
    ]),
  });
  for (const label of ['Live', 'Online']) agrees(context, filesWith(label));
  const { project, models } = readAll(writeProject(context, filesWith('Live')));
  assert.deepEqual(readMigrations({ project, models, live: null, liveProblem: null }).detail.problems, []);
});
