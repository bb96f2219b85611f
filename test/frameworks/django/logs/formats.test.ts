import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { parseLine } from '../../../../src/frameworks/django/logs/lines/formats.ts';
import { parseTimestamp } from '../../../../src/frameworks/django/logs/lines/timestamps.ts';
import { assertWithin } from '../../../processor-time.ts';

const moment = Date.UTC(2025, 10, 15, 3, 7, 10);

/** line → [time in UTC or null, level, logger, message] */
const cases: [string, string, [number | null, string, string | null, string]][] = [
  [
    "Django's verbose",
    'ERROR 2025-11-15 03:07:10,123 views 4711 140735 Payment refused',
    [moment + 123, 'error', 'views', 'Payment refused'],
  ],
  ["Django's simple", 'WARNING Cache is cold', [null, 'warning', null, 'Cache is cold']],
  [
    'runserver',
    '[15/Nov/2025 03:07:10] "GET /admin/ HTTP/1.1" 200 1234',
    [moment, 'info', 'django.server', '"GET /admin/ HTTP/1.1" 200 1234'],
  ],
  [
    'runserver, 404',
    '[15/Nov/2025 03:07:10] "GET /x HTTP/1.1" 404 12',
    [moment, 'warning', 'django.server', '"GET /x HTTP/1.1" 404 12'],
  ],
  [
    'runserver, 500',
    '[15/Nov/2025 03:07:10] "POST /x HTTP/1.1" 500 12',
    [moment, 'error', 'django.server', '"POST /x HTTP/1.1" 500 12'],
  ],
  [
    'gunicorn error log',
    '[2025-11-15 04:07:10 +0100] [4711] [INFO] Starting gunicorn 20.1.0',
    [moment, 'info', 'gunicorn.error', 'Starting gunicorn 20.1.0'],
  ],
  [
    'gunicorn access log',
    '127.0.0.1 - - [15/Nov/2025:03:07:10 +0000] "GET / HTTP/1.1" 502 12 "-" "curl/8.5"',
    [moment, 'error', 'access', '127.0.0.1 "GET / HTTP/1.1" 502 12 "-" "curl/8.5"'],
  ],
  [
    'uvicorn access',
    'INFO:     127.0.0.1:52340 - "GET / HTTP/1.1" 200 OK',
    [null, 'info', 'uvicorn.access', '127.0.0.1:52340 - "GET / HTTP/1.1" 200 OK'],
  ],
  [
    'gunicorn behind a socket',
    ' - - [15/Nov/2025:03:07:10 +0000] "GET / HTTP/1.0" 502 12 "-" "curl/8.5"',
    [moment, 'error', 'access', '"GET / HTTP/1.0" 502 12 "-" "curl/8.5"'],
  ],
  [
    'uvicorn behind a socket',
    'INFO:      - "GET / HTTP/1.0" 500 Internal Server Error',
    [null, 'error', 'uvicorn.access', '"GET / HTTP/1.0" 500 Internal Server Error'],
  ],
  ['uvicorn', 'INFO:     Application startup complete.', [null, 'info', null, 'Application startup complete.']],
  ["Python's default", 'WARNING:django.request:Not Found: /x', [null, 'warning', 'django.request', 'Not Found: /x']],
  [
    'time - logger - level',
    '2025-11-15 03:07:10,123 - shop.views - ERROR - Boom',
    [moment + 123, 'error', 'shop.views', 'Boom'],
  ],
  ['time level [logger]', '2025-11-15 03:07:10 DEBUG [shop.views:42] Boom', [moment, 'debug', 'shop.views', 'Boom']],
  [
    '[time] level logger:',
    '[2025-11-15 03:07:10,5] CRITICAL shop.views: Boom',
    [moment + 500, 'critical', 'shop.views', 'Boom'],
  ],
  [
    'celery',
    '[2025-11-15 03:07:10,123: WARNING/MainProcess] lost a worker',
    [moment + 123, 'warning', 'celery/MainProcess', 'lost a worker'],
  ],
  [
    'loguru',
    '2025-11-15 03:07:10.123 | SUCCESS  | shop.views:buy:42 - sold',
    [moment + 123, 'info', 'shop.views:buy:42', 'sold'],
  ],
  ['structlog', '2025-11-15T03:07:10Z [warning  ] cache cold', [moment, 'warning', null, 'cache cold']],
  [
    'structlog with keys and values',
    `timestamp='2025-11-15T03:07:10Z' level='error' event='it\\'s lost: "x"' logger='shop.views' ip=None ids=[1, 2] user=<User: bob>`,
    [moment, 'error', 'shop.views', `it's lost: "x"`],
  ],
  [
    'dramatiq',
    '[2025-11-15 03:07:10,123] [PID 7] [MainThread] [dramatiq.MainProcess] [ERROR] Boom',
    [moment + 123, 'error', 'dramatiq.MainProcess', '[PID 7] [MainThread] Boom'],
  ],
  [
    'Airflow',
    '[2025-11-15T03:07:10.000+0000] {views.py:42} WARNING - Boom',
    [moment, 'warning', null, '{views.py:42} Boom'],
  ],
  [
    'process and thread in brackets',
    '2025-11-15 03:07:10 [4711:140735] ERROR Boom',
    [moment, 'error', null, '[4711:140735] Boom'],
  ],
  [
    'logger:line - level',
    '2025-11-15 03:07:10 - shop.views:42 - ERROR - Boom',
    [moment, 'error', 'shop.views', 'Boom'],
  ],
  ['logger[process] level', '2025-11-15 03:07:10 shop.views[7] ERROR Boom', [moment, 'error', 'shop.views', 'Boom']],
  ['rich', '[11/15/25 03:07:10] ERROR    Boom', [null, 'error', null, '[11/15/25 03:07:10] Boom']],
  [
    'granian',
    '[2025-11-15 04:07:10 +0100] 127.0.0.1 - "GET / HTTP/1.1" 500 1.234',
    [moment, 'error', 'access', '127.0.0.1 "GET / HTTP/1.1" 500 1.234'],
  ],
  ['supervisor', '2025-11-15 03:07:10,123 ERRO pool is full', [moment + 123, 'error', null, 'pool is full']],
  ['supervisor, debug', '2025-11-15 03:07:10,123 DEBG fd 7 closed', [moment + 123, 'debug', null, 'fd 7 closed']],
  ['time only', '2025-11-15T03:07:10Z something happened', [moment, 'info', null, 'something happened']],
  [
    'a word that is no level',
    '2025-11-15 03:07:10 error rates are fine',
    [moment, 'info', null, 'error rates are fine'],
  ],
  [
    'request logger without a format',
    'Internal Server Error: /buy/',
    [null, 'error', 'django.request', 'Internal Server Error: /buy/'],
  ],
  ['request logger, 404', 'Not Found: /favicon.ico', [null, 'warning', 'django.request', 'Not Found: /favicon.ico']],
  [
    'anything else',
    'Watching for file changes with StatReloader',
    [null, 'info', null, 'Watching for file changes with StatReloader'],
  ],
  [
    'JSON',
    '{"timestamp":"2025-11-15T03:07:10.123Z","level":"ERROR","logger":"shop","message":"Boom"}',
    [moment + 123, 'error', 'shop', 'Boom'],
  ],
  ['JSON with numbers', `{"ts":${moment / 1000},"levelno":30,"event":"cold"}`, [moment, 'warning', null, 'cold']],
];

for (const [name, line, [at, level, logger, message]] of cases) {
  test(`a line as ${name} writes it is understood`, () => {
    const parsed = parseLine(line, 'UTC');
    assert.deepEqual([parsed.at ?? null, parsed.level, parsed.logger, parsed.message], [at, level, logger, message]);
  });
}

test("a time without a zone is in the project's zone, in summer and in winter", () => {
  assert.equal(parseTimestamp('2025-07-01 12:00:00', 'Europe/Berlin'), Date.UTC(2025, 6, 1, 10));
  assert.equal(parseTimestamp('2025-12-01 12:00:00', 'Europe/Berlin'), Date.UTC(2025, 11, 1, 11));
  assert.equal(parseTimestamp('2025-12-01 12:00:00', 'America/Chicago'), Date.UTC(2025, 11, 1, 18));
  assert.equal(parseTimestamp('2025-12-01 12:00:00', null), new Date(2025, 11, 1, 12).getTime());
  assert.equal(parseTimestamp('2025-12-01 12:00:00', 'No/Where'), new Date(2025, 11, 1, 12).getTime());
  assert.equal(parseTimestamp('2025-03-30 01:30:00', 'Europe/Berlin'), Date.UTC(2025, 2, 30, 0, 30));
  assert.equal(parseTimestamp('2025-03-30 03:30:00', 'Europe/Berlin'), Date.UTC(2025, 2, 30, 1, 30));
  assert.equal(parseTimestamp('2025-12-01 12:00:00', 'Asia/Kolkata'), Date.UTC(2025, 11, 1, 6, 30));
});

test('what only looks like a time is none', () => {
  for (const text of ['2025-99-01 12:00:00', '2025-11-32 12:00:00', '2025-11-15 24:00:00', '2025-11-15 12:60:00'])
    assert.equal(parseTimestamp(text, 'UTC'), undefined, text);
});

test('a JSON line is understood whatever unit its time has and by whatever number its level goes', () => {
  const json = (fields: object) => parseLine(JSON.stringify({ message: 'x', ...fields }), 'UTC');
  for (const time of [moment / 1000, moment, moment * 1000, moment * 1e6, String(moment / 1000)])
    assert.equal(json({ time }).at, moment, String(time));
  assert.equal(json({ time: 12 }).at, undefined);
  assert.deepEqual(
    [10, 20, 30, 40, 50].map((level) => json({ level }).level),
    ['debug', 'info', 'warning', 'error', 'critical'],
  );
  assert.deepEqual([json({ exc_info: null, exc_text: '' }).level, json({ exc_info: null }).detail], ['info', null]);
  assert.deepEqual([json({ exc_text: 'Boom' }).level, json({ exc_text: 'Boom' }).detail], ['error', 'Boom']);
});

const group = (text: string) => groupLines({ text, source: 'a.log', writtenAt: moment, timeZone: 'UTC' }).lines;

test('a line or detail that is too long is cut between two words: half a secret would not be masked', () => {
  const secret = 'canary-4f81c2d9e7';
  for (const before of [16_365, 16_367, 16_375, 16_383]) {
    const [line] = group(`${'x'.repeat(100)} ${'y'.repeat(before - 102)} ${secret} ${'z'.repeat(99)}`);
    assert.match(line?.message ?? '', before < 16_368 ? /y canary-4f81c2d9e7…$/ : /y…$/, String(before));
  }
  const [json] = group(`{"text":"${'x'.repeat(16_300)}","id":1,"note":"${'y'.repeat(30)}${secret}${'z'.repeat(99)}"`);
  assert.match(json?.message ?? '', /"id":1…$/, 'also where it has no spaces');
  const detail = group(`start\n${`  ${'d'.repeat(997)}\n`.repeat(32)}  ${'d'.repeat(757)} ${secret} z\n`)[0]?.detail;
  assert.match(detail ?? '', /d…$/);
  const emoji = group(`x${'😀'.repeat(10_000)}`)[0]?.message ?? '';
  assert.ok(emoji.isWellFormed() && emoji.length > 16_000);
});

const traceback = `Traceback (most recent call last):
  File "views.py", line 3, in buy
    boom()
ValueError: bad

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "views.py", line 5, in buy
    raise Refused() from None
shop.Refused`;

test('a traceback belongs to the line that announces it', () => {
  const lines = group(
    `ERROR 2025-11-15 03:07:10,000 log 1 2 Internal Server Error: /buy/\n${traceback}\nINFO 2025-11-15 03:07:11,000 log 1 2 next\n`,
  );
  assert.equal(lines.length, 2);
  assert.equal(lines[0]?.message, 'Internal Server Error: /buy/');
  assert.equal(lines[0]?.detail, traceback);
  assert.equal(lines[1]?.message, 'next');
  assert.equal(lines[1]?.detail, null);
});

test('a traceback of a bare console belongs to its request message, and the request line stands alone', () => {
  const lines = group(
    `Internal Server Error: /buy/\n${traceback}\n[15/Nov/2025 03:07:10] "GET /buy/ HTTP/1.1" 500 99\nNot Found: /x\n[15/Nov/2025 03:07:11] "GET /x HTTP/1.1" 404 9\n`,
  );
  assert.deepEqual(
    lines.map((line) => [line.level, line.message.slice(0, 21), line.detail === null]),
    [
      ['error', 'Internal Server Error', false],
      ['error', '"GET /buy/ HTTP/1.1" ', true],
      ['warning', 'Not Found: /x', true],
      ['warning', '"GET /x HTTP/1.1" 404', true],
    ],
  );
});

test('a traceback that nothing announces is an error named by its exception', () => {
  const [line] = group(`[15/Nov/2025 03:07:10] "GET / HTTP/1.1" 500 99\n${traceback}\n`).slice(1);
  assert.equal(line?.level, 'error');
  assert.equal(line?.message, 'shop.Refused');
  assert.equal(line?.detail, traceback);
  assert.equal(line?.at, new Date(moment).toISOString());
});

test('a traceback is named by its last exception, whatever that says on further lines', () => {
  const chained = `${traceback}\n\nDuring handling of the above exception, another exception occurred:\n\n${traceback.replace('shop.Refused', 'shop.Late')}`;
  assert.deepEqual(
    group(`${chained}\n  since noon\n\n`).map(({ level, message }) => [level, message]),
    [['error', 'shop.Late']],
  );
});

test('a request that came by a socket, whose line begins with a blank, is none of what was written before', () => {
  const access = ' - - [15/Nov/2025:03:07:10 +0000] "GET /buy/ HTTP/1.0" 500 12 "-" "-"';
  const lines = group(
    `[2025-11-15 03:07:09 +0000] [7] [INFO] Booting worker\n${access}\nERROR Boom\n - a list\n${access}\n${access}\n`,
  );
  assert.deepEqual(
    lines.map(({ level, logger, detail }) => [level, logger, detail]),
    [
      ['info', 'gunicorn.error', null],
      ['error', 'access', null],
      ['error', null, ' - a list'],
      ['error', 'access', null],
      ['error', 'access', null],
    ],
  );
});

test('an empty line after a request is no line of the log', () => {
  const access = '[15/Nov/2025 03:07:10] "GET / HTTP/1.1" 200 99';
  assert.equal(group(`${access}\n\n \n${access}\n`).length, 2);
});

test('the further lines of a message belong to it', () => {
  const lines = group('2025-11-15 03:07:10 INFO Query:\nSELECT 1\n  FROM x\n2025-11-15 03:07:11 INFO done\n');
  assert.deepEqual(
    lines.map((line) => [line.message, line.detail]),
    [
      ['Query:', 'SELECT 1\n  FROM x'],
      ['done', null],
    ],
  );
});

test('lines without a time take that of the line before, or of the file', () => {
  assert.deepEqual(
    group('plain one\nplain two\n').map((line) => line.at),
    [new Date(moment).toISOString(), new Date(moment).toISOString()],
  );
  const lines = group('[15/Nov/2025 04:00:00] "GET / HTTP/1.1" 200 1\nNot Found: /x\n');
  assert.equal(lines[1]?.at, '2025-11-15T04:00:00.000Z');
});

test('marks that turn the direction of writing, and codes of old terminals, leave a log line readable as it was written', () => {
  const [line] = group('ERROR paid \u202e001\u2066 \u009b31mred\u2028INFO\n');
  assert.equal(line?.message, 'paid \ufffd001\ufffd 31mred\ufffdINFO');
});

test('terminal codes and control characters are dropped, endless lines and details cut', () => {
  const [line] = group('\u001b[31mERROR\u001b[0m \u001b]52;c;aGk=\u0007red\u0000\u0008 alert\n');
  assert.equal(line?.message, 'red alert');
  assert.equal(line?.level, 'error');
  const [long] = group(`INFO ${'x'.repeat(100_000)}\n`);
  assert.ok((long?.message.length ?? 0) < 17_000);
  const [many] = group(`2025-11-15 03:07:10 INFO x\n${'  more\n'.repeat(5000)}`);
  assert.match(many?.detail ?? '', /… 4600 lines cut …$/);
});

test('a sign or a word that is repeated beyond all sense never takes long', () => {
  for (const hard of [' ', '[', '-', ':', '2025-11-15 03:07:10 ', 'INFO ', '"', '{', 'a.', 'a:'])
    assertWithin(3000, () => group(hard.repeat(20_000)), JSON.stringify(hard));
});
