/** The small steps between bytes and lines, each on its own. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { maxLogLineBytes } from '../../../src/contract/words.ts';
import { createMasker } from '../../../src/masking/mask.ts';
import { findSafeStart } from '../../../src/masking/safe-start.ts';
import { createCollector } from '../../../src/runner/output/collect.ts';
import { keepNothing } from '../../../src/runner/output/keep.ts';
import { breakLine, createLineAssembler } from '../../../src/runner/output/lines.ts';
import { createTail } from '../../../src/runner/output/tail.ts';
import { createTerminalText } from '../../../src/runner/output/terminal.ts';
import { assertWithin } from '../../processor-time.ts';

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

test('X04 output that is made to take long is cleaned and cut in the time of any other', () => {
  for (const piece of ['@\x9d', '\x90a', '\x1b]', '\x1b[0', '\x9b1;', '\\"', "'\\", '"a']) {
    const text = piece.repeat(65_536 / piece.length);
    assertWithin(
      500,
      () => {
        clean([text]);
        findSafeStart(Buffer.from(`${text}\n`));
      },
      `64 KiB of ${JSON.stringify(piece)}`,
    );
  }
});

test('marks that turn the direction of writing are shown as what they are: nothing to read', () => {
  assert.equal(clean(['a\u202eb\u2066c\u2028d']), 'a\ufffdb\ufffdc\ufffdd');
});

/** The lines as the log has them, and what is kept. */
const assembleBoth = (pieces: string[], secrets: string[] = []): { lines: string[]; kept: string } => {
  const lines: string[] = [];
  let kept = '';
  const assembler = createLineAssembler(createMasker(secrets), (text, count, whole = `${text}\n`) => {
    const block = count === 0 ? [] : text.split('\n');
    assert.equal(block.length, count);
    lines.push(...block);
    kept += whole;
  });
  for (const piece of pieces) assembler.push(piece);
  assembler.end();
  return { lines, kept };
};

const assemble = (pieces: string[], secrets: string[] = []): string[] => assembleBoth(pieces, secrets).lines;

test('a progress bar leaves its last state, wherever a piece ends', () => {
  const text = 'one\r\n10%\r20%\r30%\ntwo\rthree\r\n\nfour\r';
  assert.deepEqual(assemble([text]), ['one', '30%', 'three', '', 'four']);
  for (const pieces of cuts(text))
    assert.deepEqual(assemble(pieces), ['one', '30%', 'three', '', 'four'], JSON.stringify(pieces));
});

test('X04 a line or a progress bar that never ends holds no memory', () => {
  let letGo = 0;
  const assembler = createLineAssembler(createMasker([]), (text) => {
    letGo += text.length;
  });
  for (let piece = 1; piece <= 64; piece += 1) {
    assembler.push('z'.repeat(16_384));
    assert.ok(piece * 16_384 - letGo < 100_000, `${piece * 16_384 - letGo} characters are held`);
  }
  const pieces = Array.from({ length: 20_000 }, (_, index) => `\r${index} of many ${'#'.repeat(50)}`);
  assert.deepEqual(assemble(pieces), [`19999 of many ${'#'.repeat(50)}`]);
});

test('X06 long lines are broken between characters, also those that are too long to be held', () => {
  const line = '€'.repeat(10_000);
  const parts = breakLine(line);
  assert.equal(parts.join(''), line);
  for (const part of parts) assert.ok(Buffer.byteLength(part) <= maxLogLineBytes);
  for (const before of ['', 'x', '€', 'x€']) {
    const longer = before + '😀'.repeat(60_000);
    assert.equal(assemble([longer]).join(''), longer, before);
    assert.equal(assemble(longer.match(/.{1,8000}/gu) ?? []).join(''), longer, before);
  }
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
  for (const secret of [`API_KEY='${'s'.repeat(200_000)}'`, `api_keys = [${"'ss', ".repeat(30_000)}]`])
    for (const size of [1000, 16_384, 300_000]) {
      const pieces = `x ${secret}\nnext`.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { lines, kept } = assembleBoth(pieces);
      for (const text of [lines.join('\n'), kept]) assert.doesNotMatch(text, /ss/);
      assert.equal(lines.at(-1), 'next', `${secret.slice(0, 10)} in pieces of ${size}`);
      assert.match(kept, /^x [^\n]+\nnext\n$/);
    }
});

test('a line too long to be held is never cut between a secret and what tells that it is one', () => {
  // Such a line is let go in parts of 48 KiB.
  for (const [before, secret, after] of [
    ["password='", 'c4n4ryc4n4ry', "'"],
    ['"password": "', 'c4n4ryc4n4ry', '"'],
    ['postgres://bob:', 'c4n4ryc4n4ry', '@db/x'],
    ['Bearer ', 'c4n4ryc4n4ryc4n4ry', ''],
    ['-----BEGIN PRIVATE KEY-----', 'c4n4ryc4n4ry', '-----END PRIVATE KEY-----'],
    [`"tokens": ["", ${'1, '.repeat(20)}"`, 'c4n4ryc4n4ry', '"]'],
  ] as const)
    for (let at = 48 * 1024 - 100; at < 48 * 1024; at += 4) {
      const [start, end] = [`${'x'.repeat(at)} `, ` ${'y'.repeat(20_000)}`];
      const text = assemble([start + before + secret + after + end]).join('');
      assert.equal(text, `${start}${before}***${after}${end}`, `${before} at ${at}`);
    }
});

test('X04 X06 where an output is cut, neither half a character nor half a secret is left', () => {
  const secret = 'canary-4f81c2d9e7';
  // Two bytes a line: in the log each costs far more.
  const flood = 'z\n'.repeat(63);
  const collect = (...pieces: (string | Buffer)[]): string[] => {
    const lines: string[] = [];
    const kept: string[] = [];
    const show = (text: string): void => void lines.push(...text.split('\n'));
    const collector = createCollector(1000, () => createMasker([secret]), show, {
      ...keepNothing,
      write: (text) => void kept.push(text),
    });
    for (const piece of pieces) collector.push(Buffer.from(piece));
    const totals = collector.end();
    assert.ok(totals.truncated);
    const whole = kept.join('');
    assert.equal(totals.bytes, Buffer.byteLength(whole));
    assert.ok(whole.endsWith('\n') && whole.replaceAll('\n', '') === lines.join(''));
    return lines.filter((line) => line !== 'z');
  };
  const [euro, rest] = [Buffer.from('€'), `${secret.slice(8)} b\nlast\n`];
  const notKept = (what: string): string => `… ${what} beyond the output limit is not kept …`;
  assert.deepEqual(collect(`${flood}a ${secret.slice(0, 8)}`, rest), [notKept('1 line'), 'last']);
  const halves = [Buffer.concat([Buffer.from(flood), euro.subarray(0, 1)]), euro.subarray(1), ' b\nlast\n'];
  assert.deepEqual(collect(...halves), [notKept('1 line'), 'last']);
  assert.deepEqual(collect(flood, 'first\nlast\n'), ['first', 'last'], 'between two lines nothing is lost');
  // A line without an end, of which the last 256 KiB begin wherever they do.
  for (const before of [1, 2, 3]) {
    const shown = collect(`${flood}x`, '€'.repeat(100_000), secret, 'y'.repeat(before), '😀'.repeat(60_000));
    assert.equal(shown[0], notKept('A part of a line'));
    assert.match(shown.slice(1).join(''), /^€+\*{3}y+(😀){60000}$/u, String(before));
  }
  const inside = collect(`${flood}x`, secret, 'y'.repeat(256 * 1024 - 8));
  assert.match(inside.slice(1).join(''), /^y{200000,}$/);
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

test('lines that nothing has to be done to pass in one block; a secret, a bar or a long line among them is still seen', () => {
  const blocks: [string, number][] = [];
  const assembler = createLineAssembler(createMasker(['hush-hush']), (text, lines) => blocks.push([text, lines]));
  assembler.push(`${'z\n'.repeat(1000)}ha`);
  assembler.push('lf\nx hush-hush y\nnext\n');
  assembler.push(`10%\r20%\n${'l'.repeat(maxLogLineBytes + 5)}\nlast`);
  assembler.end();
  assert.deepEqual(blocks, [
    ['z\n'.repeat(1000).slice(0, -1), 1000],
    ['half\nx *** y\nnext', 3],
    [`20%\n${'l'.repeat(maxLogLineBytes)}\nlllll`, 3],
    ['last', 1],
  ]);
});

test('a line of any length is kept as it was printed, however its pieces came; the log has it in short ones', () => {
  const long = (size: number, sign: string): string => `[${sign.repeat(size)}]`;
  const text = ['a', long(20_000, 'x'), '', long(300_000, 'é'), 'b', long(65_536, 'y'), long(200_000, 'z')].join('\n');
  for (const size of [1000, 16_384, 65_536, 100_000, text.length]) {
    for (const end of ['', '\n']) {
      const given = text + end;
      const pieces = Array.from({ length: Math.ceil(given.length / size) }, (_, at) =>
        given.slice(at * size, (at + 1) * size),
      );
      const { lines, kept } = assembleBoth(pieces);
      assert.ok(kept === `${text}\n`, `pieces of ${size}`);
      assert.ok(lines.join('') === text.replaceAll('\n', ''));
      for (const line of lines) assert.ok(Buffer.byteLength(line) <= maxLogLineBytes);
    }
  }
});

test('the end of a text whose middle is unknown begins after whatever was open before it', () => {
  const start = (text: string): string => text.slice(findSafeStart(Buffer.from(text)));
  assert.equal(start("  'inner-secret',\n  'another',\n]\nplain\nend"), 'plain\nend');
  assert.equal(start('MIIEpAIB\nAAKCAQEA\n-----END RSA PRIVATE KEY-----\nplain\n'), 'plain\n');
  assert.equal(start('a (b) [c]\n{\n}\n":)"\nend\n'), 'a (b) [c]\n{\n}\n":)"\nend\n', 'what closes was opened here');
  assert.equal(start('-----BEGIN PRIVATE KEY-----\nM\n-----END PRIVATE KEY-----\nx\n').slice(0, 10), '-----BEGIN');
  assert.equal(start(`${'z\n'.repeat(300)}]\nend\n`).length, 300 * 2 + 6, 'longer than any secret is believed to be');
});
