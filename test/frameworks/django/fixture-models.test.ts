import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readFixtures } from '../../../src/frameworks/django/fixtures/read-fixtures.ts';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import type { ReadingInput } from '../../../src/frameworks/framework.ts';
import { inputFor, plainSettings, python, runProbe, writeProject } from './throwaway.ts';

const models = `from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models

class ColourField(models.CharField):
    pass

class Dated(models.Model):
    made_at = models.DateTimeField(null=True)
    class Meta:
        abstract = True

class Tag(Dated):
    word = models.CharField(max_length=9, primary_key=True)
    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.IntegerField()
    content_object = GenericForeignKey()
    def natural_key(self):
        return (self.word,)

class Place(models.Model):
    name = models.CharField(max_length=9, db_column="place_name")
    colour = ColourField(max_length=9)
    tags = GenericRelation(Tag)

class Shop(Place):
    owner = models.ForeignKey("auth.User", models.CASCADE, related_name="shops", null=True)
    partners = models.ManyToManyField("self")
    near = models.ManyToManyField(Place, related_name="+")

class Nice(Shop):
    class Meta:
        proxy = True
`;

const files = (more: Record<string, string> = {}): Record<string, string> => ({
  'proj/settings.py': plainSettings(['shop']),
  'shop/__init__.py': '',
  'shop/models.py': models,
  ...more,
});

const known = async (root: string, more: Partial<ReadingInput> = {}): Promise<string> =>
  (await read(inputFor(root, more), createReadingMemory())).fixtureNeeds;

/** What loaddata would do with each name, by the real Django's own deserializer; `None` is a value for every field that takes one. */
const refusedByDjango = (root: string, tried: readonly (readonly [string, string])[]): string[] => {
  const program = `
import json, os, sys
sys.path.insert(0, ${JSON.stringify(root)})
os.environ["DJANGO_SETTINGS_MODULE"] = "proj.settings"
import django
django.setup()
from django.core.exceptions import FieldDoesNotExist
from django.core.serializers.python import Deserializer
refused = []
for model, field in json.loads(sys.stdin.read()):
    try:
        list(Deserializer([{"model": model, "pk": 1, "fields": {field: None}}]))
    except FieldDoesNotExist:
        refused.append(f"{model}.{field}")
    except Exception:
        pass
print(json.dumps(refused))
`;
  return JSON.parse(
    execFileSync(python, ['-B', '-c', program], { input: JSON.stringify(tried) }).toString(),
  ) as string[];
};

const names = [
  ...[
    'id',
    'name',
    'place_name',
    'colour',
    'colour_id',
    'tags',
    'place_ptr',
    'place_ptr_id',
    'made_at',
    'Name',
    '',
    'pk',
  ],
  ...['owner', 'owner_id', 'owner_id_id', 'partners', 'near', 'shops', 'content_object', 'content_type_id', 'word'],
];

const fixture = (tried: readonly (readonly [string, string])[]): string =>
  JSON.stringify(tried.map(([model, field]) => ({ model, fields: { [field]: null } })));

const writeFixture = (root: string, text: string, name = 'start.json'): void => {
  mkdirSync(join(root, 'shop/fixtures'), { recursive: true });
  writeFileSync(join(root, 'shop/fixtures', name), text);
};

const toldFields = (root: string, fixtureNeeds: string): string[] =>
  readFixtures({ root }, fixtureNeeds).problems.flatMap(({ code, message }) => {
    const [, field, model] = /sets "(.*)" of (\S+),/.exec(message) ?? [];
    return code === 'fixture_unknown_field' ? [`${model}.${field}`] : [];
  });

test('the fields that are told as unknown are those that Django does not find, from text and from the project', async (t) => {
  const root = writeProject(t, files());
  const tried = ['shop.shop', 'shop.nice', 'shop.tag', 'auth.user'].flatMap((model) =>
    names.map((name) => [model, name] as const),
  );
  const refused = refusedByDjango(root, tried);
  assert.ok(refused.includes('shop.shop.place_name') && !refused.includes('shop.shop.owner_id'));
  const live = await known(root, { live: { readAt: '2026-01-01T00:00:00.000Z', output: runProbe(root) } });
  for (const source of [await known(root), live]) {
    const told = ['shop.shop', 'shop.nice', 'shop.tag', 'auth.user'].flatMap((model) => {
      writeFixture(root, fixture(tried.filter(([each]) => each === model)));
      return toldFields(root, source);
    });
    // A name by which others point back is found and then fails all the same.
    assert.deepEqual(
      told.filter((each) => each !== 'auth.user.shops'),
      refused,
    );
  }
});

test('an unknown field is told once, with the line where it first stands', async (t) => {
  const root = writeProject(t, files());
  const object = (name: string) => `{"model": "shop.place", "fields": {"name": "x",\n "${name}": {"deep": 1}}}`;
  writeFixture(root, `[\n${object('size')},\n${object('size')},\n${object('colour')}]`);
  writeFixture(root, `\n${object('name').replace('\n', '')}\n${object('size').replace('\n', '')}\n`, 'b.jsonl');
  writeFixture(
    root,
    '<django-objects version="1.0">\n<object model="shop.place" pk="1">\n<field name="name">x</field>\n<field name="size">\n<natural>x</natural></field>\n</object></django-objects>',
    'c.xml',
  );
  writeFixture(
    root,
    '- model: shop.place\n  fields:\n    name: |\n      size: 3\n    tags:\n    - size: 2\n    size: 1\n    colour: "a\n    weight: b"\n- fields: {size: 3}\n  model: shop.place\n',
    'd.yaml',
  );
  assert.deepEqual(
    readFixtures({ root }, await known(root)).problems.map(({ message, file, line }) => [message, file, line]),
    [
      ['b.jsonl', 3],
      ['c.xml', 4],
      ['d.yaml', 7],
      ['start.json', 3],
    ].map(([name, line]) => [
      'The fixture sets "size" of shop.place, a field that the model does not have.',
      `shop/fixtures/${name}`,
      line,
    ]),
  );
});

/** Codes and messages for a fixture with a model and a field that are not there. */
const problemsOf = async (
  t: TestContext,
  more: Record<string, string>,
  input: Partial<ReadingInput> = {},
): Promise<string[][]> => {
  const root = writeProject(t, files(more));
  writeFixture(root, '[{"model": "shop.product", "fields": {}}, {"model": "shop.place", "fields": {"size": 1}}]');
  const { problems, files: read } = readFixtures({ root }, await known(root, input));
  // Not sure is not missing.
  assert.deepEqual(read[0]?.models[0], { model: 'shop.product', objects: 1, exists: true, unclear: true });
  return problems.map(({ code, severity, message }) => [code, severity, message]);
};

test('while a file does not parse, what it may hold is not said to be missing', async (t) => {
  const broken = `${models}\nclass Product(models.Model:\n    name = models.CharField()\n`;
  const because = 'Whether shop.product exists cannot be told: shop/models.py could not be read to its end.';
  assert.deepEqual(await problemsOf(t, { 'shop/models.py': broken }), [['fixture_model_unclear', 'info', because]]);
  const elsewhere = { 'shop/models.py': `from .base import *\n${models}`, 'shop/base.py': 'class Size(' };
  assert.deepEqual(
    (await problemsOf(t, elsewhere)).map(([code]) => code),
    ['fixture_model_unclear'],
  );
});

test('without settings, packages or an app that can be found, a model is not said to be missing', async (t) => {
  const doubts = [
    await problemsOf(t, {}, { sitePackages: [] }),
    await problemsOf(t, { 'proj/settings.py': 'import os\nINSTALLED_APPS = os.environ["APPS"].split()\n' }),
    await problemsOf(t, { 'proj/settings.py': `${plainSettings(['shop'])}\nINSTALLED_APPS += [unknown()]\n` }),
  ];
  for (const problems of doubts)
    assert.ok(
      problems.length > 0 && problems.every(([code]) => code !== 'fixture_unknown_model'),
      JSON.stringify(problems),
    );
});

test('before the models were read, nothing is said about them', (t) => {
  const root = writeProject(t, files());
  writeFixture(root, '[{"model": "shop.product", "fields": {"size": 1}}]');
  assert.deepEqual(
    readFixtures({ root }, null).problems.map(({ message }) => message),
    ['Whether shop.product exists cannot be told: its models have not been read yet.'],
  );
});

test('a model whose fields are known in part is not held against them', async (t) => {
  const lost = `from lost.models import Base\nfrom django.db import models\nclass Place(Base):\n    name = models.CharField()\n`;
  const problems = await problemsOf(t, { 'shop/models.py': lost });
  assert.ok(problems.every(([code]) => code !== 'fixture_unknown_field'));
});
