/** The small steps between bytes and lines, each on its own. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMasker } from '../../../src/masking/mask.ts';
import { breakLine, createLineAssembler, maxLineBytes } from '../../../src/runner/output/lines.ts';
import { createTail } from '../../../src/runner/output/tail.ts';
import { createTerminalText } from '../../../src/runner/output/terminal.ts';

/** The same text, cut at every place. */
const cuts = (text: string): string[][] =>
  Array.from({ length: text.length - 1 }, (_, index) => [text.slice(0, index + 1), text.slice(index + 1)]);

const clean = (pieces: string[]): string => {
  const terminal = createTerminalText();
  return pieces.map((piece) => terminal.push(piece)).join('') + terminal.end();
};

test('escape sequences vanish wherever a piece ends', () => {
  const text = 'a\x1b[1;31mb\x1b[0mc\x1b]0;title\x07d\x1b]8;;http://x\x1b\\e\x1bPq#\x1b\\f\x1b(Bg\x9b2Jh';
  assert.equal(clean([text]), 'abcdefgh');
  for (const pieces of cuts(text)) assert.equal(clean(pieces), 'abcdefgh', JSON.stringify(pieces));
});

test('a sequence that never ends swallows nothing but itself', () => {
  assert.equal(clean(['a\x1b]0;never', ' ends\nnext line']), 'a␛]0;never ends\nnext line');
  const long = clean([`\x1b]52;${'x'.repeat(10_000)}`, 'tail']);
  assert.ok(long.endsWith('tail') && !long.includes('\x1b'));
  assert.equal(clean(['lone \x1b']), 'lone ␛');
});

test('marks that turn the direction of writing are shown as what they are: nothing to read', () => {
  assert.equal(clean(['a\u202eb\u2066c\u2028d']), 'a\ufffdb\ufffdc\ufffdd');
});

const assemble = (pieces: string[], secrets: string[] = []): string[] => {
  const lines: string[] = [];
  const assembler = createLineAssembler(createMasker(secrets), (line) => lines.push(line));
  for (const piece of pieces) assembler.push(piece);
  assembler.end();
  return lines;
};

test('a progress bar leaves its last state, wherever a piece ends', () => {
  const text = 'one\r\n10%\r20%\r30%\ntwo\rthree\r\n\nfour\r';
  assert.deepEqual(assemble([text]), ['one', '30%', 'three', '', 'four']);
  for (const pieces of cuts(text))
    assert.deepEqual(assemble(pieces), ['one', '30%', 'three', '', 'four'], JSON.stringify(pieces));
});

test('a progress bar that never ends its line holds no memory', () => {
  const pieces = Array.from({ length: 20_000 }, (_, index) => `\r${index} of many ${'#'.repeat(50)}`);
  assert.deepEqual(assemble(pieces), [`19999 of many ${'#'.repeat(50)}`]);
});

test('long lines are broken between characters', () => {
  const line = '€'.repeat(10_000);
  const parts = breakLine(line);
  assert.equal(parts.join(''), line);
  for (const part of parts) assert.ok(Buffer.byteLength(part) <= maxLineBytes);
});

test('a secret is masked at any place of a line of any length', () => {
  const secret = 'canary/with=signs+1';
  for (const before of [0, 16_380, 49_140, 49_152, 65_530, 65_536, 98_300, 131_070]) {
    const line = `${'x'.repeat(before)}${secret}${'y'.repeat(70_000)}`;
    for (const size of [1000, 16_384, 65_536, line.length]) {
      const pieces = line.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      const text = assemble(pieces, [secret]).join('');
      assert.equal(text, `${'x'.repeat(before)}***${'y'.repeat(70_000)}`, `${before} in pieces of ${size}`);
    }
  }
});

test('a secret longer than we hold is masked to the end of its line', () => {
  const text = assemble([`x API_KEY='${'s'.repeat(200_000)}'\nnext`]).join('\n');
  assert.doesNotMatch(text, /ss/);
  assert.match(text, /next$/);
});

test('the tail keeps the last bytes of any stream', () => {
  const tail = createTail(10);
  for (const piece of ['abc', 'defgh', '', 'ijklmnopqrstuvwxyz', '0', '12']) tail.push(Buffer.from(piece));
  assert.equal(Buffer.from(tail.read().bytes).toString(), 'tuvwxyz012');
  const short = createTail(10);
  short.push(Buffer.from('abc'));
  assert.deepEqual(
    { ...short.read(), bytes: Buffer.from(short.read().bytes).toString() },
    { bytes: 'abc', whole: true },
  );
});
