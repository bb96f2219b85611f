import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { readLogs } from '../../../../src/frameworks/django/logs/read-logs.ts';

const group = (text: string) => groupLines({ text, source: 'a.log', writtenAt: 0, timeZone: 'UTC' });

/** As Python 3.11 and later print it. */
const exceptionGroup = `  + Exception Group Traceback (most recent call last):
  |   File "tasks.py", line 3, in all_of_them
  |     raise ExceptionGroup("two failed", errors)
  | ExceptionGroup: two failed (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "tasks.py", line 9, in one
    | ValueError: one
    +---------------- 2 ----------------
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | KeyError: 'two'
      +------------------------------------`;
const ended = `${exceptionGroup}\n    +------------------------------------`;

test('a group of exceptions ends where it is drawn to end: the line after it is one of its own', () => {
  for (const drawn of [exceptionGroup, ended]) {
    const { lines } = group(`ERROR failed\n${drawn}\nERROR next\nINFO last\n`);
    assert.deepEqual(
      lines.map(({ level, message, detail }) => [level, message, detail]),
      [
        ['error', 'failed', drawn],
        ['error', 'next', null],
        ['info', 'last', null],
      ],
    );
  }
});

test('a group of exceptions that nothing announces is named by the outermost, and what it led to belongs to it', () => {
  assert.deepEqual(
    group(`${ended}\n`).lines.map(({ level, message }) => [level, message]),
    [['error', 'ExceptionGroup: two failed (2 sub-exceptions)']],
  );
  const link = 'The above exception was the direct cause of the following exception:';
  const { lines } = group(
    `${ended}\n\n${link}\n\nTraceback (most recent call last):\n  File "x.py", line 1\nValueError: x\nERROR next\n`,
  );
  assert.deepEqual(
    lines.map(({ message }) => message),
    ['ValueError: x', 'next'],
  );
});

test('a group of exceptions is whole when it is drawn to its end, and awaited before that', () => {
  assert.equal(group(`ERROR failed\n${ended}\n`).unfinished, 0);
  assert.equal(
    group(`INFO before\nERROR failed\n${exceptionGroup.split('\n').slice(0, 3).join('\n')}\n`).unfinished,
    4,
  );
});

test('a traceback that another process wrote into, or that never came to its end, takes no line of the log', () => {
  const cut = 'Traceback (most recent call last):\n  File "x.py", line 1, in f';
  const { lines } = group(
    `2025-11-15 03:07:10 ERROR failed\n${cut}\n2025-11-15 03:07:11 CRITICAL another\n[15/Nov/2025 03:07:12] "GET / HTTP/1.1" 500 9\n`,
  );
  assert.deepEqual(
    lines.map(({ level, message }) => [level, message]),
    [
      ['error', 'failed'],
      ['critical', 'another'],
      ['error', '"GET / HTTP/1.1" 500 9'],
    ],
  );
});

test('an unfinished traceback in another encoding than UTF-8 is awaited without telling again what came before', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'logs-')));
  try {
    const input = { root, sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
    const file = join(root, 'app.log');
    const head = `2025-11-15 03:07:01 INFO one\n2025-11-15 03:07:02 ERROR ${'é'.repeat(40)}\nTraceback (most recent call last):\n  File "x.py", line 1\n`;
    writeFileSync(file, Buffer.from(head, 'latin1'));
    const first = readLogs(input, [], {}, 'UTC');
    appendFileSync(file, 'ValueError: x\n');
    const second = readLogs(input, [], first.position, 'UTC');
    assert.deepEqual(
      [first, second].map(({ lines }) => lines.map(({ at }) => at.slice(17, 19))),
      [['01'], ['02']],
    );
    assert.match(second.lines[0]?.detail ?? '', /^Traceback[\s\S]*ValueError: x$/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
