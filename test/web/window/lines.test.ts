import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import type { LogLine, LogPage } from '../../../src/contract/index.ts';
import { asText, cutMessage, fold, joinNewest, questionOf, wholeText } from '../../../src/web/pages/logs/fold.ts';
import { diffLines, hunks, samenessOf } from '../../../src/web/pages/runs/diff.ts';
import { timeOf, withoutTime } from '../../../src/web/parts/log-view/line-time.ts';
import { pause } from '../../../src/web/parts/log-view/pause.ts';
import { isHit, patternOf, pieces, placeAfter } from '../../../src/web/parts/matching/marking.ts';
import { matchLines } from '../../../src/web/parts/matching/match.ts';

const line = (id: number, message: string, more: Partial<LogLine> = {}): LogLine => ({
  id,
  at: `2026-11-15T03:00:${String(id).padStart(2, '0')}.000Z`,
  level: 'info',
  source: 'logs/app.log',
  logger: null,
  message,
  detail: null,
  ...more,
});

/** Applies a difference to the old lines; what comes out must be the new ones. */
function apply(before: readonly string[], now: readonly string[]): void {
  const lines = diffLines(before, now);
  assert.ok(lines);
  assert.deepEqual(
    lines.filter((each) => each.kind !== 'added').map((each) => each.text),
    before,
  );
  assert.deepEqual(
    lines.filter((each) => each.kind !== 'removed').map((each) => each.text),
    now,
  );
  for (const each of lines) {
    if (each.before !== null) assert.equal(before[each.before - 1], each.text);
    if (each.now !== null) assert.equal(now[each.now - 1], each.text);
  }
}

test('a run that is followed for hours leaves nothing behind with each pause, and is let go at once', async () => {
  const stop = new AbortController();
  for (let times = 0; times < 50; times++) await pause(0, stop.signal);
  const waiting = pause(3_600_000, stop.signal);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
  stop.abort();
  await waiting;
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
});

test('a difference of two outputs turns the one into the other, whatever they hold', () => {
  apply([], []);
  apply([], ['a']);
  apply(['a'], []);
  apply(['a', 'b', 'c'], ['a', 'c']);
  apply(['a', 'b', 'c', 'a', 'b', 'b', 'a'], ['c', 'b', 'a', 'b', 'a', 'c']);
  let seed = 7;
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed;
  };
  for (let round = 0; round < 300; round++) {
    const make = () => Array.from({ length: next() % 12 }, () => 'abcd'[next() % 4] ?? '');
    apply(make(), make());
  }
});

test('a difference of few edits is the shortest one', () => {
  const lines = diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd']);
  assert.deepEqual(
    lines?.map((each) => each.kind),
    ['same', 'removed', 'added', 'same', 'same'],
  );
});

test('outputs that have next to nothing in common are not compared', () => {
  const many = (prefix: string) => Array.from({ length: 1500 }, (_, index) => `${prefix}${index}`);
  assert.equal(diffLines(many('a'), many('b')), null);
});

test('equal stretches between changes become a count', () => {
  const before = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const now = before.with(20, 'changed');
  const found = hunks(diffLines(before, now) ?? []);
  assert.deepEqual(
    found.map((hunk) => [hunk.skipped, hunk.lines.length]),
    [
      [17, 8],
      [16, 0],
    ],
  );
});

test('a message of kilobytes begins with some lines of it, and nothing of it is lost', () => {
  for (const message of ['short', 'word '.repeat(90), `GET /${'x'.repeat(480)}`]) {
    assert.deepEqual(cutMessage(message), { shown: message, rest: '' });
  }
  for (const message of ['SELECT column, '.repeat(300), `payload ${'x'.repeat(4_000)}`, '🦉'.repeat(450)]) {
    const { shown, rest } = cutMessage(message);
    assert.equal(shown + rest, message);
    assert.ok([...shown].length >= 300 && [...shown].length <= 400, `${shown.length} characters`);
  }
  assert.match(cutMessage('SELECT column, '.repeat(300)).rest, /^ /, 'not cut between words');
});

test('lines that repeat are folded only while they say exactly the same', () => {
  const groups = fold([
    line(1, 'Not Found'),
    line(2, 'Not Found'),
    line(3, 'Not Found', { level: 'error' }),
    line(4, 'Not Found', { level: 'error', detail: 'Traceback' }),
    line(5, 'Not Found'),
  ]);
  assert.deepEqual(
    groups.map((group) => [group.first.id, group.last.id, group.count]),
    [
      [1, 2, 2],
      [3, 3, 1],
      [4, 4, 1],
      [5, 5, 1],
    ],
  );
});

test('new lines of a stream are put before the known ones, and with a gap between them all is read anew', () => {
  const page = (from: number, to: number, before: number | null): LogPage => ({
    lines: Array.from({ length: from - to + 1 }, (_, index) => line(from - index, 'x')),
    before,
    sources: [],
    problems: [],
  });
  const ids = (joined: LogPage) => joined.lines.map((each) => each.id);
  const known = page(10, 7, 7);
  const joined = joinNewest(page(12, 9, 9), known);
  assert.deepEqual([ids(joined), joined.before], [[12, 11, 10, 9, 8, 7], 7]);
  const newest = page(15, 12, 12);
  assert.equal(joinNewest(newest, known), newest, 'line 11 would be missing');
  assert.equal(joinNewest(newest, undefined), newest);
  const whole = page(12, 11, null);
  assert.equal(joinNewest(whole, known), whole, 'the service keeps no older lines any more');
});

test('copied lines keep their tracebacks', () => {
  assert.match(
    asText([line(1, 'Oops', { detail: 'Traceback\n  File' })]),
    /INFO logs\/app\.log Oops\nTraceback\n {2}File$/,
  );
});

test('text between slashes is a regular expression, everything else is text', () => {
  const { text, regex: none, broken, marks } = questionOf('/favicon.ico');
  assert.deepEqual([text, none, broken], ['/favicon.ico', null, false]);
  assert.ok(marks?.test('GET /FAVICON.ICO'));
  assert.equal(questionOf('/a(b/').broken, true);
  const { regex } = questionOf('/loan \\d+/');
  assert.ok(regex);
  const texts = [line(1, 'Loan 812 is overdue'), line(2, 'x', { detail: 'about loan 3' }), line(3, 'loans')].map(
    wholeText,
  );
  assert.deepEqual(matchLines({ source: regex.source, flags: regex.flags, texts }), { hits: [0, 1], slow: false });
});

test('an expression that takes too long on a line is told from one that does not match', () => {
  const texts = ['short', `${'a'.repeat(22)}!`, 'short'];
  assert.deepEqual(matchLines({ source: '(a+)+$', flags: 'gi', texts }), { hits: [], slow: true });
  assert.deepEqual(matchLines({ source: 'a+!$', flags: 'gi', texts }), { hits: [1], slow: false });
});

test('only lines that a search found are marked', () => {
  const hits = [0, 3, 4, 90_000];
  assert.deepEqual(
    [0, 1, 3, 4, 5, 90_000, 90_001].filter((index) => isHit(hits, index)),
    hits,
  );
  assert.equal(isHit([], 0), false);
});

test('the way through what was found goes round, and back from the start leads to the last', () => {
  const way = (step: 1 | -1) => [-1, 0, 1, 2].map((place) => placeAfter(place, step, 3));
  assert.deepEqual(way(1), [0, 1, 2, 0]);
  assert.deepEqual(way(-1), [2, 2, 0, 1]);
});

test('a search marks every match of a line and loses no letter', () => {
  for (const [text, wanted, regex] of [
    ['a.b.a', '.', false],
    ['aaa', 'a', false],
    ['nothing', 'x', false],
    ['abc', 'b*', true],
    ['', 'a', false],
  ] as const) {
    const found = pieces(text, patternOf(wanted, regex));
    assert.equal(found.map((piece) => piece.text).join(''), text);
  }
  assert.deepEqual(
    pieces('a.b.a', patternOf('.', false)).map((piece) => piece.match),
    [false, true, false, true, false],
  );
  assert.equal(patternOf('(', true), undefined);
});

test('the time of a line is cut off, and only the time', () => {
  assert.equal(timeOf('[03:04:05] [x] done'), '03:04:05');
  assert.equal(withoutTime('[03:04:05] [x] done'), '[x] done');
  assert.equal(withoutTime('[03:04:05]   indented'), '  indented');
  assert.equal(withoutTime('[X] 0001_initial'), '[X] 0001_initial');
});

test('two outputs are said to be the same only where both were kept whole', () => {
  const same = diffLines(['a', 'b'], ['a', 'b']) ?? [];
  assert.equal(samenessOf(same, 0), 'same');
  assert.equal(samenessOf(same, 40), 'sameKept');
  assert.equal(samenessOf(diffLines(['a'], ['b']) ?? [], 40), null);
});
