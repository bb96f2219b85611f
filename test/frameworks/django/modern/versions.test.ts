/** What a model's text comes to, and what of it is unmade, differs from one version of Django to the next. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createModel, fieldsOf, ID, readApp } from './text.ts';

const wayBack = `
class Item(models.Model):
    owner = models.ForeignKey("auth.User", models.CASCADE, related_name="%(class)ss")
    editor = models.ForeignKey("auth.User", models.CASCADE)

    class Meta:
        default_related_name = "item_set_of"
`;
const withNames = (owner: string, editor: string): string[] => {
  const field = 'on_delete=django.db.models.deletion.CASCADE, to="auth.user"';
  return [
    createModel(
      'Item',
      `${ID} ("owner", models.ForeignKey(${field}${owner})), ("editor", models.ForeignKey(${field}${editor})),`,
      'options={"default_related_name": "item_set_of"}',
    ),
  ];
};

test('the way back stands in migrations as the model names it since Django 4.0, and as it came to be before', (context) => {
  const changes = (version: string | null, operations: string[]): string[] =>
    readApp(context, { models: wayBack, operations, version }).unmade;
  const filledIn = withNames(', related_name="items"', ', related_name="item_set_of"');
  const written = withNames(', related_name="%(class)ss"', '');
  for (const operations of [filledIn, written]) assert.deepEqual(changes('3.2', operations), []);
  assert.deepEqual(changes('4.0', filledIn), ['Alter field editor on item', 'Alter field owner on item']);
  assert.deepEqual(changes('5.2', written), []);
  for (const operations of [filledIn, written]) assert.deepEqual(changes(null, operations), []);
});

test('a requirement that several series fit tells no change that only some of them would make', (context) => {
  const reading = (requirement: string): string[] =>
    readApp(context, {
      models: wayBack,
      operations: withNames(', related_name="items"', ', related_name="item_set_of"'),
      version: null,
      beforeReading: (root) => writeFileSync(join(root, 'requirements.txt'), `${requirement}\n`),
    }).unmade;
  for (const requirement of ['Django>=3.2', 'Django>=4.2', 'Django>=4.0,<6'])
    assert.deepEqual(reading(requirement), []);
  assert.equal(reading('Django>=4.2,<5').length, 2);
});

test('to_field that names the primary key is a change where a migration has it, since Django 4.0', (context) => {
  const models =
    '\nclass Item(models.Model):\n    owner = models.ForeignKey("auth.User", models.CASCADE, to_field="id")\n';
  const field = 'models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="auth.user", to_field="id")';
  const changes = (version: string | null): string[] =>
    readApp(context, { models, operations: [createModel('Item', `${ID} ("owner", ${field}),`)], version }).unmade;
  assert.deepEqual(changes('3.2'), []);
  assert.deepEqual(changes('4.2'), ['Alter field owner on item']);
  assert.deepEqual(changes(null), []);
});

test('a field that is renamed with its column kept is given the column first since Django 4.1, and afterwards before', (context) => {
  const models = '\nclass Item(models.Model):\n    birthday = models.DateField(db_column="born")\n';
  const operations = [createModel('Item', `${ID} ("born", models.DateField()),`)];
  const changes = (version: string): string[] => readApp(context, { models, operations, version }).unmade;
  assert.deepEqual(changes('4.0'), ['Rename field born on item to birthday', 'Alter field birthday on item']);
  assert.deepEqual(changes('4.1'), ['Alter field born on item', 'Rename field born on item to birthday']);
});

test('a function that gives the usual storage stands in migrations since Django 4.2', (context) => {
  const models = `from django.core.files.storage import default_storage

def usual():
    return default_storage

class Item(models.Model):
    paper = models.FileField(storage=usual)
`;
  const changes = (version: string | null, storage: string): string[] => {
    const operations = [createModel('Item', `${ID} ("paper", models.FileField(upload_to=""${storage})),`)];
    return readApp(context, { models, operations, version }).unmade;
  };
  for (const version of ['4.1', null]) assert.deepEqual(changes(version, ''), []);
  assert.deepEqual(changes('4.2', ''), ['Alter field paper on item']);
  for (const version of ['4.1', '4.2', null]) assert.deepEqual(changes(version, ', storage=core.models.usual'), []);
});

test('the indexes of a new model are part of it since Django 4.2, its constraints since 5.1', (context) => {
  const models = `
class Item(models.Model):
    size = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["size"], name="by_size")]
        constraints = [models.UniqueConstraint(fields=["size"], name="one_size")]
`;
  const changes = (version: string): string[] => readApp(context, { models, operations: [], version }).unmade;
  const [index, constraint] = [
    'Create index by_size on field(s) size of model item',
    'Create constraint one_size on model item',
  ];
  assert.deepEqual(changes('4.1'), ['Create model Item', index, constraint]);
  assert.deepEqual(changes('4.2'), ['Create model Item', constraint]);
  assert.deepEqual(changes('5.1'), ['Create model Item']);
});

test('of two abstract bases with a field of one name, the first counts since Django 4.0; before, both did', (context) => {
  const models = `
class Named(models.Model):
    name = models.TextField()

    class Meta:
        abstract = True

class Titled(models.Model):
    name = models.CharField(max_length=9)

    class Meta:
        abstract = True

class Item(Named, Titled):
    pass
`;
  const fields = (version: string | null): string[] =>
    fieldsOf(readApp(context, { models, operations: [], version }), 'Item').slice(1);
  assert.deepEqual(fields('3.2'), ['name:TextField', 'name:CharField']);
  for (const version of ['4.0', '5.2', null]) assert.deepEqual(fields(version), ['name:TextField']);
});

test('groups of choices may be written as mappings, lists and tuples in one another', (context) => {
  const models = `
class Item(models.Model):
    kind = models.IntegerField(choices={
        "first": {1: "one", 2: "two"},
        "second": ((3, "three"), [4, "four"]),
        0: "none",
    })
`;
  const lists = '[("first", [(1, "one"), (2, "two")]), ("second", [(3, "three"), (4, "%s")]), (0, "none")]';
  const unmade = (label: string): string[] => {
    const kind = `("kind", models.IntegerField(choices=${lists.replace('%s', label)})),`;
    return readApp(context, { models, operations: [createModel('Item', `${ID} ${kind}`)], version: '5.2' }).unmade;
  };
  assert.deepEqual(unmade('four'), []);
  assert.deepEqual(unmade('fourth'), ['Alter field kind on item']);
});

test('what a version of Django refuses in a model is told with its place, and only where every version that fits does', (context) => {
  const models = `
class Item(models.Model):
    a = models.IntegerField()
    b = models.IntegerField()

    class Meta:
        index_together = [("a", "b")]
        constraints = [
            models.CheckConstraint(check=models.Q(a__gt=0), name="positive"),
        ]
`;
  const places = (version: string | null): string[] =>
    readApp(context, { models, operations: [], version })
      .problems.filter(({ code }) => code === 'model_refused')
      .map(({ severity, file, line }) => `${severity} ${file}:${line}`);
  for (const version of ['5.0', null]) assert.deepEqual(places(version), []);
  assert.deepEqual(places('5.1'), ['error core/models.py:7']);
  assert.deepEqual(places('6.0'), ['error core/models.py:7', 'error core/models.py:10']);
});

test('what is put into a list of choices after a field took it is the field’s until 5.0, and of validators it is never', (context) => {
  const models = `
from django.core.validators import MaxLengthValidator, MinLengthValidator
COLOURS = [("r", "Red")]
CHECKS = [MinLengthValidator(2)]
class Item(models.Model):
    colour = models.CharField(max_length=5, choices=COLOURS, validators=CHECKS)
COLOURS.append(("g", "Green"))
CHECKS.append(MaxLengthValidator(4))
`;
  const changes = (version: string | null, choices: string): string[] => {
    const field = `models.CharField(max_length=5, choices=${choices}, validators=[django.core.validators.MinLengthValidator(2)])`;
    const operations = [createModel('Item', `${ID} ("colour", ${field}),`)];
    return readApp(context, { models, operations, version }).unmade;
  };
  const [first, both] = ['[("r", "Red")]', '[("r", "Red"), ("g", "Green")]'] as const;
  const altered = ['Alter field colour on item'];
  assert.deepEqual([changes('4.2', first), changes('4.2', both)], [altered, []]);
  assert.deepEqual([changes('5.0', first), changes('5.0', both)], [[], altered]);
  assert.deepEqual([changes(null, first), changes(null, both)], [[], []]);
});
