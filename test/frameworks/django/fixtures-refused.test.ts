import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readFixtures } from '../../../src/frameworks/django/fixtures/read-fixtures.ts';

const needs = JSON.stringify({
  models: [{ id: 'shop.Item', fields: ['id', 'name'] }],
  doubts: [],
  folders: { named: [], problems: [] },
});

/** The problems of one fixture, each with its line. */
const problemsOf = (name: string, content: string | Buffer): string[] => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fixtures-')));
  try {
    const file = join(root, 'shop/fixtures', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(join(root, 'shop/models.py'), '');
    writeFileSync(file, content);
    return readFixtures({ root }, needs).problems.map(
      ({ code, message, line }) => `${code} ${line}: ${message.replace('The fixture does not parse: ', '')}`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const item = '{"model": "shop.item", "pk": 1, "fields": {"name": "é"}}';

test('a fixture that Django cannot decode is told: JSON with a byte order mark, and what is not UTF-8', () => {
  const inMark = 'fixture_syntax 1: It begins with a byte order mark, which loaddata does not take in JSON.';
  assert.deepEqual(problemsOf('a.json', `\ufeff[${item}]`), [inMark]);
  assert.deepEqual(problemsOf('a.jsonl', `\ufeff${item}\n`), []);
  const inLine = (line: number) => [`fixture_syntax ${line}: It is not encoded in UTF-8.`];
  assert.deepEqual(problemsOf('a.json', Buffer.from(`[\n${item}]`, 'latin1')), inLine(2));
  assert.deepEqual(problemsOf('a.json', Buffer.from(`\ufeff[${item}]`, 'utf16le')), inLine(1));
  assert.deepEqual(problemsOf('a.jsonl', Buffer.from(`${item}\n`, 'latin1')), inLine(1));
  const yaml = '- model: shop.item\n  pk: 1\n  fields:\n    name: é\n';
  assert.deepEqual(problemsOf('a.yaml', yaml), []);
  assert.deepEqual(problemsOf('a.yaml', Buffer.from(yaml, 'latin1')), inLine(4));
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><django-objects version="1.0"><object model="shop.item" pk="1"><field name="name">é</field></object></django-objects>\n`;
  assert.deepEqual(problemsOf('a.xml', Buffer.from(xml('iso-8859-1'), 'latin1')), []);
  assert.deepEqual(problemsOf('a.xml', Buffer.from(`\ufeff${xml('utf-16')}`, 'utf16le')), [
    'fixture_not_read null: A fixture in UTF-16 is not read.',
  ]);
});

test('an item that is no object, or has no model or fields, is told wherever it stands', () => {
  assert.deepEqual(problemsOf('a.json', `[{"pk": 1},\n${item}]`), ['fixture_syntax 1: An object has no "model".']);
  assert.deepEqual(problemsOf('a.json', `[${item},\n5]`), ['fixture_syntax 2: An item is no object.']);
  assert.deepEqual(problemsOf('a.json', `[[],\n${item}]`), ['fixture_syntax 1: An item is no object.']);
  for (const other of ['5', `[${item}]`, '"x"', 'null'])
    assert.deepEqual(problemsOf('a.jsonl', `${item}\n\n${other}\n`), ['fixture_syntax 3: An item is no object.']);
  const bare = ['fixture_syntax 1: An object has no "fields".'];
  assert.deepEqual(problemsOf('a.json', '[{"model": "shop.item", "pk": 1}]'), bare);
  assert.deepEqual(problemsOf('a.json', '[{"model": "shop.item", "fields": null}]'), bare);
  assert.deepEqual(problemsOf('a.json', '[{"model": "shop.item", "fields": {}}]'), []);
  assert.deepEqual(problemsOf('a.yaml', '- model: shop.item\n  pk: 1\n'), bare);
  // What does not parse is found first.
  assert.deepEqual(problemsOf('a.json', `[{"pk": 1}, ${item},\n]`), [
    'fixture_syntax 2: Expected a value after the comma, found "]".',
  ]);
});

test('a model is found by its name in any case, and by the label of its app as that is written', () => {
  assert.deepEqual(problemsOf('a.json', '[{"model": "shop.ITEM", "fields": {}}]'), []);
  assert.deepEqual(problemsOf('a.json', '[{"model": "Shop.item", "fields": {}}]'), [
    'fixture_unknown_model null: The fixture holds objects of Shop.item, a model that does not exist.',
  ]);
});

test('XML with a bare ampersand, an entity that nobody declared or text behind its end is told', () => {
  const xml = (value: string, after = '') =>
    `<django-objects version="1.0">\n<object model="shop.item" pk="1"><field name="name">${value}</field></object></django-objects>${after}`;
  const sign = ['fixture_syntax 2: A sign in a text is not well formed.'];
  assert.deepEqual(problemsOf('a.xml', xml('a & b')), sign);
  assert.deepEqual(problemsOf('a.xml', xml('a&nbsp;b')), sign);
  assert.deepEqual(problemsOf('a.xml', xml('a\u0001b')), sign);
  assert.deepEqual(problemsOf('a.xml', xml('a &amp; &#233; &#xe9; <![CDATA[ & ]]> ü', '\n<!-- end & -->\n')), []);
  assert.deepEqual(problemsOf('a.xml', xml('a', ' more')), [
    'fixture_syntax 2: There is text outside of the outermost element.',
  ]);
});

test('half of a sign in a text of a field is told with its line, a whole one and an escaped backslash are not', () => {
  const withName = (name: string) => `[\n{"model": "shop.item", "fields": {"name": "${name}"}}]`;
  const told = problemsOf('a.json', withName(String.raw`a\ud800b`));
  assert.deepEqual(
    told.map((line) => line.split(':')[0]),
    ['fixture_half_sign 2'],
  );
  for (const name of [String.raw`\ud83d\ude00`, String.raw`\\ud800`, String.raw`\u00e9`])
    assert.deepEqual(problemsOf('a.json', withName(name)), []);
  // A JSONField takes it, as it keeps the escape.
  assert.deepEqual(problemsOf('a.json', '[{"model": "shop.item", "fields": {"name": ["\\ud800"]}}]'), []);
});

test('YAML in a file that ends in yml is told: loaddata does not find it', () => {
  const yaml = '- model: shop.item\n  pk: 1\n  fields: {}\n';
  const told = [
    'fixture_format null: loaddata knows no format yml, unless SERIALIZATION_MODULES names it: call the file .yaml.',
  ];
  assert.deepEqual(problemsOf('a.yml', yaml), told);
  assert.deepEqual(problemsOf('a.yml.gz', gzipSync(yaml)), told);
  assert.deepEqual(problemsOf('a.yaml', yaml), []);
});

test('an empty file is taken by loaddata as XML and as lines of JSON, and by no other format', () => {
  const none = ['fixture_not_a_fixture null: The file holds no serialised objects.'];
  assert.deepEqual(problemsOf('a.xml', ''), none);
  assert.deepEqual(problemsOf('a.jsonl', ''), none);
  assert.deepEqual(problemsOf('a.xml', ' \n'), ['fixture_syntax 1: There is no element.']);
  assert.deepEqual(problemsOf('a.yaml', '# nothing\n'), ['fixture_syntax 1: There is no list of objects.']);
});
