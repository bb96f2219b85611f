import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLine } from '../../../src/contract/index.ts';
import { excerptOf } from '../../../src/contract/words.ts';
import { withMoments } from '../../../src/web/pages/overview/excerpt.ts';

const now = new Date(2026, 10, 17, 15, 0, 0).getTime();
const at = (day: number, hour: number, second: number) => new Date(2026, 10, day, hour, 0, second);
const entry = (moment: Date, message: string) => ({
  timestamp: moment.toTimeString().slice(0, 8),
  level: 'error',
  message,
});
const line = (moment: Date, message: string): LogLine => ({
  id: moment.getTime(),
  at: moment.toISOString(),
  level: 'error',
  source: 'logs/a.log',
  logger: null,
  message,
  detail: null,
});

const days = (entries: Parameters<typeof withMoments>[0], lines: LogLine[]) =>
  withMoments(entries, lines, now).map((shown) => [
    shown.at === null ? null : new Date(shown.at).getDate(),
    shown.beginsDay,
  ]);

test('lines of another day than today begin with their day, and so do those of today after them', () => {
  const moments = [at(15, 9, 1), at(15, 9, 1), at(17, 8, 2), at(17, 9, 3)];
  const entries = moments.map((moment) => entry(moment, 'refused'));
  const lines = moments.map((moment) => line(moment, 'refused')).reverse();
  assert.deepEqual(days(entries, lines), [
    [15, true],
    [15, false],
    [17, true],
    [17, false],
  ]);
  assert.deepEqual(days(entries.slice(2), lines), [
    [17, false],
    [17, false],
  ]);
});

test('a line that the stream has not told yet takes no day of an older one that says the same', () => {
  const entries = [entry(at(15, 9, 1), 'refused'), entry(at(17, 14, 30), 'refused')];
  assert.deepEqual(days(entries, [line(at(15, 9, 1), 'refused')]), [
    [15, true],
    [null, false],
  ]);
  assert.deepEqual(days(entries, []), [
    [null, false],
    [null, false],
  ]);
});

test('a long line, of which the status has the beginning, is found in the stream', () => {
  const moment = at(15, 9, 1);
  const message = 'x'.repeat(5000);
  assert.deepEqual(days([entry(moment, excerptOf(message))], [line(moment, message)]), [[15, true]]);
});
