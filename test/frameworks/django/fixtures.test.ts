import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { countJson, countJsonLines } from '../../../src/frameworks/django/fixtures/json.ts';
import { readFixtures } from '../../../src/frameworks/django/fixtures/read-fixtures.ts';
import { countXml } from '../../../src/frameworks/django/fixtures/xml.ts';
import { countYaml } from '../../../src/frameworks/django/fixtures/yaml.ts';
import { djangoPython } from '../../django-python.ts';

let root: string;

describe('fixtures', () => {
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'fixtures-')));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };

  const models = JSON.stringify({
    models: ['contenttypes.ContentType', 'sites.Site', 'shop.Book'].map((id) => ({ id, fields: null })),
    doubts: [],
    folders: { named: [], problems: [] },
  });

  // As Django writes it where PyYAML is installed, which a machine need not have.
  const dumpedYaml = `- model: contenttypes.contenttype
  pk: 1
  fields:
    app_label: 'a: b'
    model: "- model: x\\n  pk: 2\\n\\"q\\""
- model: sites.site
  pk: 1
  fields:
    domain: ''
    name: <g> & {é}
- model: sites.site
  pk: 2
  fields:
    domain: ''
    name: '#h'
`;

  /** What Django itself writes, in a format it offers. */
  const dumped = (format: string): string =>
    format === 'yaml'
      ? dumpedYaml
      : execFileSync(djangoPython, [
          '-c',
          `
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.sites'])
django.setup()
from django.contrib.contenttypes.models import ContentType
from django.contrib.sites.models import Site
from django.core import serializers
objects = [ContentType(pk=1, app_label='a: b', model='- model: x\\n  pk: 2\\n"q"'), Site(pk=1, name='<g> & {é}'), Site(pk=2, name='#h')]
print(serializers.serialize('${format}', objects, indent=2))
`,
        ]).toString();

  for (const format of ['json', 'jsonl', 'xml', 'yaml']) {
    test(`the objects of a ${format} fixture that Django wrote are counted by model`, () => {
      write(`shop/fixtures/start.${format}`, dumped(format));
      const reading = readFixtures({ root }, models);
      assert.deepEqual(reading.problems, []);
      assert.deepEqual(reading.files, [
        {
          file: `shop/fixtures/start.${format}`,
          app: 'shop',
          format,
          objects: 3,
          models: [
            { model: 'contenttypes.contenttype', objects: 1, exists: true, unclear: false },
            { model: 'sites.site', objects: 2, exists: true, unclear: false },
          ],
        },
      ]);
    });
  }

  test('a model that does not exist is named', () => {
    write(
      'shop/fixtures/a.json',
      '[{"model": "shop.book", "pk": 1, "fields": {}}, {"model": "shop.gone", "pk": 1, "fields": {}}]',
    );
    const reading = readFixtures({ root }, models);
    assert.deepEqual(
      reading.files[0]?.models.map((model) => [model.model, model.exists]),
      [
        ['shop.book', true],
        ['shop.gone', false],
      ],
    );
    assert.deepEqual(
      reading.problems.map((problem) => [problem.code, problem.message]),
      [['fixture_unknown_model', 'The fixture holds objects of shop.gone, a model that does not exist.']],
    );
  });

  test('a fixture that does not parse is named with its line', () => {
    write('shop/models.py', '');
    write('shop/fixtures/a.json', '[\n  {"model": "shop.book",\n   "pk": 1,\n   "fields": {"title": "x",}}\n]\n');
    write(
      'shop/fixtures/b.xml',
      '<?xml version="1.0"?>\n<django-objects version="1.0">\n<object model="shop.book">\n</django-objects>',
    );
    write('shop/fixtures/c.jsonl', '{"model": "shop.book", "fields": {}}\n\n{"model": \n');
    const reading = readFixtures({ root }, models);
    assert.deepEqual(
      reading.problems.map((problem) => [problem.code, problem.file, problem.line]),
      [
        ['fixture_syntax', 'shop/fixtures/a.json', 4],
        ['fixture_syntax', 'shop/fixtures/b.xml', 4],
        ['fixture_syntax', 'shop/fixtures/c.jsonl', 3],
      ],
    );
  });

  test("data of tests in a folder called fixtures is not taken for Django's", () => {
    write('tests/fixtures/answer.json', '{"status": "ok"}');
    write('tests/fixtures/broken.json', '{"status": ');
    assert.deepEqual(readFixtures({ root }, models).files, []);
    assert.deepEqual(readFixtures({ root }, models).problems, []);
  });

  test('packed fixtures are read where that is safe, else noted, and their objects not counted', () => {
    write('shop/fixtures/a.json.gz', gzipSync('[{"model": "shop.book", "fields": {}}]'));
    write('shop/fixtures/b.json.zip', 'PK');
    write('shop/fixtures/c.json.gz', 'no gzip');
    write('shop/fixtures/d.json.gz', gzipSync(Buffer.alloc(200 * 1024 * 1024)));
    const reading = readFixtures({ root }, models);
    assert.deepEqual(
      reading.files.map((file) => [file.format, file.objects]),
      [
        ['json.gz', 1],
        ['json.zip', null],
        ['json.gz', null],
        ['json.gz', null],
      ],
    );
    assert.deepEqual(
      reading.problems.map((problem) => problem.code),
      ['fixture_not_read', 'fixture_not_read', 'fixture_not_read'],
    );
  });

  test('YAML beyond the plain list is said to be not read, and nothing is guessed', () => {
    for (const text of [
      '- &a\n  model: shop.book\n',
      '- {model: shop.book, pk: 1}\n',
      '- model: *x\n',
      'a: 1\n',
      '- model: !!python/object:os.system shop\n',
      '-\tmodel: x\n',
    ]) {
      const count = countYaml(text);
      assert.equal(count.notRead, true, text);
      assert.equal(count.models.size, 0, text);
    }
  });

  test('of JSON the objects and their own fields count, whatever else they hold', () => {
    const book =
      '{"model": "shop.book", "fields": {"title": 1, "meta": {"fields": {"no": 1}}}, "more": {"fields": {"no": 1}}}';
    const pen = '{"fields": {"no": 1}, "fields": {"colour": []}, "model": "shop.pen", "pk": ["no"]}';
    const { fields } = countJson(`[${book}, ${pen}]`);
    assert.deepEqual(
      [...fields].map(([model, names]) => [model, ...names.keys()]),
      [
        ['shop.book', 'title', 'meta'],
        ['shop.pen', 'colour'],
      ],
    );
  });

  test('of XML the objects and their own fields count, whatever quotes their attributes stand in', () => {
    const object = '<object model="shop.book" pk="1"><field name="title">x</field><note name="no"/></object>';
    const other = '<field name="no"/><other><field name="no"/></other>';
    const text = `<django-objects version="1.0">\n${object}${object}${other}</django-objects>`;
    for (const count of [countXml(text), countXml(text.replaceAll('"', "'"))]) {
      assert.deepEqual([...count.models], [['shop.book', 2]]);
      assert.deepEqual(
        [...count.fields].map(([model, names]) => [model, ...names.keys()]),
        [['shop.book', 'title']],
      );
    }
  });

  test('a document type in XML is refused', () => {
    const count = countXml('<!DOCTYPE x [<!ENTITY a "b">]>\n<django-objects/>');
    assert.match(count.error?.message ?? '', /document type/);
  });

  test("what Python's json accepts is accepted and what it refuses is refused", () => {
    for (const text of [
      '[]',
      '[{"model": "a.b", "fields": {"x": NaN, "y": -Infinity, "z": [1.5e3, {"model": "no.no"}]}}]',
    ]) {
      assert.equal(countJson(text).error, null, text);
    }
    assert.deepEqual([...countJson('[{"model":"a.b","f":[{"model":"c.d"}]}]').models], [['a.b', 1]]);
    for (const text of [
      '',
      '[',
      '[1,]',
      '{"a" 1}',
      '["\u0001"]',
      '[01]',
      '[] x',
      '["a',
      '{a: 1}',
      "['a']",
      '"\\x"',
      '[1 2]',
    ]) {
      assert.notEqual(countJson(text).error, null, JSON.stringify(text));
    }
    assert.notEqual(countJson('['.repeat(100_000)).error, null);
  });

  test('links out of the project and odd files are refused without a hang', () => {
    mkdirSync(join(root, 'shop/fixtures'), { recursive: true });
    symlinkSync('/etc/passwd', join(root, 'shop/fixtures/a.json'));
    execFileSync('mkfifo', [join(root, 'shop/fixtures/b.json')]);
    assert.deepEqual(readFixtures({ root }, models), { files: [], problems: [] });
  });

  test('what is nested or repeated beyond all sense never takes long', () => {
    const before = performance.now();
    for (const hard of ['<', '<a ', '<a b="', '[', '{"a":', '- ', '  ', '<!--', '"\\']) {
      for (const read of [countJson, countJsonLines, countXml, countYaml]) read(hard.repeat(50_000));
    }
    assert.ok(performance.now() - before < 40_000);
  });

  test('a fixture is read however many escapes its texts, and attributes its tags, have', () => {
    const text = '\\u0436'.repeat(2_000_000);
    const json = countJson(`[{"model": "shop.book", "fields": {"title": "${text}", "isbn": 1}}]`);
    assert.equal(json.error, null);
    assert.deepEqual([...(json.fields.get('shop.book') ?? new Map()).keys()], ['title', 'isbn']);
    assert.match(countJson(`["${text}\\x"]`).error?.message ?? '', /end of the string/);
    const quoted = '\\"'.repeat(2_000_000);
    assert.equal(countYaml(`- model: shop.book\n  fields:\n    title: "${quoted}"\n`).models.get('shop.book'), 1);
    const tag = `<django-objects><object model="shop.book"${' a="b"'.repeat(1_000_000)}></object></django-objects>`;
    assert.equal(countXml(tag).error?.message, 'A tag is not well formed.');
  });
});
