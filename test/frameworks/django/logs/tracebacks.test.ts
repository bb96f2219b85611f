import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { readLogs } from '../../../../src/frameworks/django/logs/read-logs.ts';
import { utc } from './settings.ts';

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

test('a traceback in the message of a line is of that line, with its level and time, and named by what was said before it or by its end', () => {
  const rest = '\n  File "x.py", line 1, in f\nValueError: boom';
  const said = (line: string) =>
    group(`2025-11-15 03:07:10 INFO fine\n${line}${rest}\n2025-11-15 03:07:12 INFO after\n`).lines;
  const trace = `Traceback (most recent call last):${rest}`;
  for (const [line, level, message] of [
    ['2025-11-15 03:07:11 ERROR Traceback (most recent call last):', 'error', 'ValueError: boom'],
    ['2025-11-15 03:07:11 WARNING shop: Not paid: Traceback (most recent call last):', 'warning', 'shop: Not paid'],
    ['[2025-11-15 03:07:11,000: ERROR/Worker-1] Not paid - Traceback (most recent call last):', 'error', 'Not paid'],
    ['CRITICAL:shop:Traceback (most recent call last):', 'critical', 'ValueError: boom'],
    ['2025-11-15 03:07:11 Traceback (most recent call last):', 'error', 'ValueError: boom'],
    ['03:07:11 [Q] ERROR Failed: Traceback (most recent call last):', 'error', '03:07:11 Failed'],
  ] as const) {
    const told = said(line).map((each) => [each.level, each.message, each.detail]);
    assert.deepEqual(
      told,
      [
        ['info', 'fine', null],
        [level, message, trace],
        ['info', 'after', null],
      ],
      line,
    );
  }
  assert.deepEqual(
    said('Traceback (most recent call last):').map(({ message, detail }) => [message, detail]),
    [
      ['fine', trace],
      ['after', null],
    ],
  );
});

test('an exception that no logger tells is an error: under the line that announces it, and apart from one that does not', () => {
  const trace = 'Traceback (most recent call last):\n  File "x.py", line 1, in f\nValueError: boom';
  const link = 'During handling of the above exception, another exception occurred:';
  for (const [text, expected] of [
    [
      `Watching for file changes\nException in thread django-main-thread:\n${trace}\n`,
      [
        ['info', 'Watching for file changes', null],
        ['error', 'Exception in thread django-main-thread:', trace],
      ],
    ],
    [
      `Performing system checks...\n\n${trace}\n`,
      [
        ['info', 'Performing system checks...', null],
        ['error', 'ValueError: boom', trace],
      ],
    ],
    [`Could not send the mail\n${trace}\n`, [['error', 'Could not send the mail', trace]]],
    [
      `INFO up\n--- Logging error ---\n${trace}\nCall stack:\n  File "x.py", line 9, in g\nMessage: 'a'\nArguments: (1,)\nINFO on\n`,
      [
        ['info', 'up', null],
        [
          'error',
          '--- Logging error ---',
          `${trace}\nCall stack:\n  File "x.py", line 9, in g\nMessage: 'a'\nArguments: (1,)`,
        ],
        ['info', 'on', null],
      ],
    ],
    [
      `INFO up\nException ignored in: <function Pool.__del__ at 0x7f>\n${trace}\n`,
      [
        ['info', 'up', null],
        ['error', 'Exception ignored in: <function Pool.__del__ at 0x7f>', trace],
      ],
    ],
    [`Bad Request: /x\n${trace}\n`, [['warning', 'Bad Request: /x', trace]]],
    [
      `ERROR failed\n${trace}\n${trace}\n`,
      [
        ['error', 'failed', trace],
        ['error', 'ValueError: boom', trace],
      ],
    ],
    [`ERROR failed\n${trace}\n\n${link}\n\n${trace}\n`, [['error', 'failed', `${trace}\n\n${link}\n\n${trace}`]]],
    [
      `web-1  | INFO up\nweb-1  | Exception in thread Thread-1:\n${trace.replaceAll(/^/gm, 'web-1  | ')}\n`,
      [
        ['info', 'up', null],
        ['error', 'Exception in thread Thread-1:', trace],
      ],
    ],
  ] as const)
    assert.deepEqual(
      group(text).lines.map(({ level, message, detail }) => [level, message, detail]),
      expected,
    );
});

test('an unfinished traceback in another encoding than UTF-8 is awaited without telling again what came before', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'logs-')));
  try {
    const input = { root, sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
    const file = join(root, 'app.log');
    const head = `2025-11-15 03:07:01 INFO one\n2025-11-15 03:07:02 ERROR ${'é'.repeat(40)}\nTraceback (most recent call last):\n  File "x.py", line 1\n`;
    writeFileSync(file, Buffer.from(head, 'latin1'));
    const first = readLogs(input, [], {}, utc);
    appendFileSync(file, 'ValueError: x\n');
    const second = readLogs(input, [], first.position, utc);
    assert.deepEqual(
      [first, second].map(({ lines }) => lines.map(({ at }) => at.slice(17, 19))),
      [['01'], ['02']],
    );
    assert.match(second.lines[0]?.detail ?? '', /^Traceback[\s\S]*ValueError: x$/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
