import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, gunzipSync } from 'node:zlib';
import { appended } from '../../src/scanner/checksum.ts';
import { pack, packWithList } from '../../src/scanner/pack.ts';

type Item = { owner: string; text: string };

const unpacked = (items: readonly Item[], frame: object = { at: 1 }, secrets: readonly string[] = []): unknown =>
  JSON.parse(
    gunzipSync(packWithList({ frame, list: 'items', items, ownerOf: ({ owner }) => owner }, secrets)).toString(),
  );

const itemsOf = (owner: string, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ owner, text: `${'ü€😀"\n'.repeat(index % 7)}${index}` }));

test('the checksum of texts one after the other is that of the whole', () => {
  const texts = ['', 'a', ',', 'x'.repeat(70_000), 'ü'.repeat(255), '\0\0\0'];
  const whole = texts.reduce(
    ({ checksum, text }, next) => ({
      checksum: appended(checksum, crc32(next), Buffer.byteLength(next)),
      text: text + next,
    }),
    { checksum: 0, text: '' },
  );
  assert.equal(whole.checksum, crc32(whole.text));
});

test('what is packed again after an edit is what was handed over, whatever was added, removed, changed or moved', () => {
  const items = [...itemsOf('a', 120), ...itemsOf('b', 3), ...itemsOf('c', 51)];
  const edits: ((list: Item[]) => void)[] = [
    () => undefined,
    (list) => list.splice(60, 1),
    (list) => list.splice(122, 0, { owner: 'b', text: 'new' }),
    (list) => list.splice(0, 1, { owner: 'a', text: 'changed' }),
    (list) => list.reverse(),
    (list) => list.splice(2, 50),
    (list) => list.splice(0),
  ];
  for (const [at, edit] of edits.entries()) {
    edit(items);
    assert.deepEqual(unpacked(items, { at }), { at, items });
  }
});

test('items that did not change are masked anew when the secrets changed', () => {
  const items = itemsOf('a', 3).concat({ owner: 'a', text: 'the key is hunter2' });
  assert.match(JSON.stringify(unpacked(items)), /hunter2/);
  assert.doesNotMatch(JSON.stringify(unpacked(items, { at: 1 }, ['hunter2'])), /hunter2/);
  assert.doesNotMatch(JSON.stringify(unpacked([], { note: 'hunter2' }, ['hunter2'])), /hunter2/);
});

test('a text alone is packed as gzip', () => {
  for (const text of ['', '{}', JSON.stringify(itemsOf('x', 500))])
    assert.equal(gunzipSync(pack(text)).toString(), text);
});
