import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { parseLine } from '../../../../src/frameworks/django/logs/lines/formats.ts';
import { assertWithin } from '../../../processor-time.ts';

const moment = Date.UTC(2025, 10, 15, 3, 7, 10);
const iso = new Date(moment).toISOString();

const grouped = (text: string, writtenAt = moment) => groupLines({ text, source: 'a.log', writtenAt, timeZone: 'UTC' });
const group = (text: string, writtenAt = moment) => grouped(text, writtenAt).lines;
const said = (text: string, writtenAt = moment) =>
  group(text, writtenAt).map(({ at, level, logger, message }) => [at, level, logger, message]);

test('a line of keys and values is read by its keys, in whatever order and by whatever name they stand', () => {
  for (const line of [
    'ts=2025-11-15T03:07:10Z level=error logger=shop msg="could not pay" order=7',
    'order=7 lvl=ERROR message="could not pay" name=shop timestamp=2025-11-15T03:07:10Z',
    'time="2025-11-15 03:07:10" severity=err logger=shop order=7 event="could not pay"',
    `ts=${moment / 1000} order=7 level=error logger=shop msg="could not pay"`,
    'order=7 asctime=2025-11-15 03:07:10,000 levelname=ERROR logger=shop msg=could not pay',
  ]) {
    const { at, level, logger, message, detail } = parseLine(line, 'UTC');
    assert.deepEqual(
      [at, level, logger, message, detail],
      [moment, 'error', 'shop', 'could not pay', 'order: 7'],
      line,
    );
  }
  const trace = parseLine(String.raw`level=info msg="a \"b\"" exception="Traceback:\n  File \"x\""`, 'UTC');
  assert.deepEqual([trace.message, trace.detail], ['a "b"', 'Traceback:\n  File "x"']);
});

test('a sentence that holds a level or a message of its own is not read as keys and values', () => {
  for (const line of [
    'retrying with level=error msg="x"',
    'level=error is what to look for',
    'a=b c=d msg=hello',
    'level=high msg=flood',
    'SELECT x WHERE level=error',
    'level="error msg=x',
  ]) {
    const { at, level, message, shape } = parseLine(line, 'UTC');
    assert.deepEqual([at, level, message, shape], [undefined, 'info', line, 'plain']);
  }
});

test('a log line behind what syslog, journald, Kubernetes or Docker write in front keeps its level, time and logger', () => {
  for (const [line, expected] of [
    ['<34>1 2025-11-15T03:07:10.000Z host app 12 ID7 - ERROR boom', [iso, 'error', 'app', 'boom']],
    ['2025-11-15T03:07:10.000000+00:00 app[web.1]: ERROR boom', [iso, 'error', 'web.1', 'boom']],
    [
      '2025-11-15T03:07:10.000000+00:00 heroku[router]: at=error code=H12 desc="Request timeout"',
      [iso, 'error', 'router', 'at=error code=H12 desc="Request timeout"'],
    ],
    ['<34>1 2025-11-15T03:07:10Z host app - - [x@1 a="]"] boom', [iso, 'critical', 'app', 'boom [x@1 a="]"]']],
    ['2025-11-15T04:07:10+0100 host gunicorn[123]: ERROR boom', [iso, 'error', 'gunicorn', 'boom']],
    ['2025-11-15T03:07:10.000000+00:00 host gunicorn[123]: quiet', [iso, 'info', 'gunicorn', 'quiet']],
    [
      '2025-11-15T03:07:12+0000 host gunicorn[123]: [2025-11-15 03:07:10 +0000] [7] [WARNING] slow',
      [iso, 'warning', 'gunicorn.error', 'slow'],
    ],
    ['2025-11-15T03:07:10.0Z stderr F WARNING:shop.views:cold', [iso, 'warning', 'shop.views', 'cold']],
    [
      '2025-11-15T03:07:12.1Z stdout F {"ts":"2025-11-15T03:07:10Z","level":"error","msg":"x"}',
      [iso, 'error', null, 'x'],
    ],
    ['2025-11-15T03:07:10.000000000Z CRITICAL full', [iso, 'critical', null, 'full']],
    ['2025-11-15T03:07:10Z {"level":"error","message":"x"}', [iso, 'error', null, 'x']],
    ['web-1  | 2025-11-15 03:07:10,000 ERROR shop.views: boom', [iso, 'error', 'shop.views', 'boom']],
    ['shop_web_1 | 2025-11-15T03:07:10Z boom', [iso, 'info', 'shop_web_1', 'boom']],
    ['web-1  | ERROR boom', [iso, 'error', 'web-1', 'boom']],
    ['web-1  | 2025-11-15T03:07:10.000000000Z ERROR boom', [iso, 'error', 'web-1', 'boom']],
    ['web-1  | level=error msg=boom', [iso, 'error', 'web-1', 'boom']],
    ['web  | ERROR boom', [iso, 'error', 'web', 'boom']],
    ['my.shop_web     | [2025-11-15 03:07:10 +0000] [7] [WARNING] slow', [iso, 'warning', 'gunicorn.error', 'slow']],
    ['03:07:10 web.1  | ERROR boom', [iso, 'error', 'web.1', '03:07:10 boom']],
    ['03:07:10 web.1  | listening', [iso, 'info', 'web.1', '03:07:10 listening']],
    ['03:07:10 system | web.1 stopped', [iso, 'info', 'system', '03:07:10 web.1 stopped']],
    ['03:07:10 worker | WARNING:shop.tasks:cold', [iso, 'warning', 'shop.tasks', '03:07:10 cold']],
    ['12:00:01 web.1  | 2025-11-15 03:07:10,000 ERROR shop.views: boom', [iso, 'error', 'shop.views', 'boom']],
    [
      String.raw`{"log":"ERROR \u001b[31mboom\u001b[0m\n","stream":"stderr","time":"2025-11-15T03:07:10Z"}`,
      [iso, 'error', null, 'boom'],
    ],
    [
      String.raw`{"log":"quiet\n","stream":"stdout","attrs":{"tag":"web"},"time":"2025-11-15T03:07:10.000000000Z"}`,
      [iso, 'info', null, 'quiet'],
    ],
    ['2025-11-15 03:07:10.000 UTC [1234] LOG:  duration: 7 ms', [iso, 'info', 'postgres', 'duration: 7 ms']],
    ['2025-11-15 04:07:10.000 CET [1234-1] bob@shop FATAL:  no', [iso, 'critical', 'postgres/bob@shop', 'no']],
    ['2025-11-15 00:07:10.000 -03 [1234] PANIC:  out of room', [iso, 'critical', 'postgres', 'out of room']],
    ['2025-11-15 03:07:10 UTC:10.0.0.5(5432):bob@shop:[1234]:ERROR:  no', [iso, 'error', 'postgres/bob@shop', 'no']],
    ['2025-11-15 03:07:10 UTC [1] DEBUG3:  deep', [iso, 'debug', 'postgres', 'deep']],
    ['db-1   | 2025-11-15 03:07:10.000 UTC [1] LOG:  ready', [iso, 'info', 'postgres', 'ready']],
    ['db  | 2025-11-15 03:07:10.000 UTC [1] WARNING:  cold', [iso, 'warning', 'postgres', 'cold']],
  ] as const)
    assert.deepEqual(said(line), [expected], line);
});

test('a time of syslog is in the newest year in which it is not after the file was written, by the clock of the machine', () => {
  const local = (year: number, month: number, day: number) => new Date(year, month, day, 3, 7, 10).toISOString();
  const june = Date.UTC(2024, 5, 1);
  for (const [time, at] of [
    ['May 31 03:07:10', local(2024, 4, 31)],
    ['Nov 15 03:07:10', local(2023, 10, 15)],
    ['Feb 29 03:07:10', local(2024, 1, 29)],
    ['Jan  5 03:07:10', local(2024, 0, 5)],
  ] as const)
    assert.deepEqual(said(`${time} host gunicorn[12]: ERROR boom`, june), [[at, 'error', 'gunicorn', 'boom']]);
  assert.deepEqual(said('Feb 29 03:07:10 host django: WARNING x', Date.UTC(2023, 5, 1)), [
    [local(2020, 1, 29), 'warning', 'django', 'x'],
  ]);
  assert.deepEqual(said('<11>May 31 03:07:10 host app: x', june), [[local(2024, 4, 31), 'error', 'app', 'x']]);
  assert.deepEqual(said('May 31 03:07:10 ERROR shop: boom', june), [[local(2024, 4, 31), 'error', null, 'shop: boom']]);
});

test('what only looks like the head of syslog or of a container stays the text that it is', () => {
  for (const line of [
    'item-1 | 5 | 7',
    'name  | count',
    'name | ERROR count',
    '12:00:01 stock | 5',
    '25 web.1 | ERROR x',
    '{"log":"a","stream":"river","time":"2025-11-15T03:07:10Z"}',
    '{"log":7,"stream":"stdout","time":"2025-11-15T03:07:10Z"}',
    'web-1 exited with code 1',
    'Foo 15 03:07:10 host app: x',
    'May be 03:07:10 that it fails: x',
    '<b>1 bold</b>',
    '<999>1 2025-11-15T03:07:10Z host app 12 - - x',
  ])
    assert.deepEqual(said(line), [[iso, 'info', null, line]]);
  assert.deepEqual(said('2025-11-15T03:07:10Z could connect: no'), [[iso, 'info', null, 'could connect: no']]);
  const [table] = group('INFO stock:\nitem-1 | 5\nitem-2 | ERRORS 7\n');
  assert.equal(table?.detail, 'item-1 | 5\nitem-2 | ERRORS 7');
});

const traceback = [
  'Traceback (most recent call last):',
  '  File "views.py", line 3, in buy',
  '    pay()',
  'ValueError: bad',
];
const heads = {
  syslog: 'Nov 15 03:07:10 host gunicorn[123]: ',
  journald: '2025-11-15T03:07:10+0000 host gunicorn[123]: ',
  Kubernetes: '2025-11-15T03:07:10.1Z stderr F ',
  'docker compose': 'web-1  | ',
  'docker compose with times': 'web-1  | 2025-11-15T03:07:10.123456789Z ',
  'docker compose, for a container that was given a name,': 'web  | ',
  'docker compose of a database': 'db  | 2025-11-15T03:07:10.123456789Z ',
};

for (const [name, head] of Object.entries(heads)) {
  test(`a traceback of which ${name} heads each line stays with the line it belongs to`, () => {
    const text = ['ERROR could not pay', ...traceback, 'WARNING next'].map((line) => `${head}${line}\n`).join('');
    assert.deepEqual(
      group(text).map(({ level, message, detail }) => [level, message, detail]),
      [
        ['error', 'could not pay', traceback.join('\n')],
        ['warning', 'next', null],
      ],
    );
    const [alone, after] = group([...traceback, 'WARNING next'].map((line) => `${head}${line}\n`).join(''));
    assert.deepEqual([alone?.level, alone?.message, after?.message], ['error', 'ValueError: bad', 'next']);
  });
}

test('a traceback that Docker keeps line by line, or that foreman heads, stays with the line it belongs to', () => {
  const kept = (line: string) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2025-11-15T03:07:10.5Z' });
  const headed = (line: string) => `12:00:01 worker.1 | ${line}`;
  for (const [write, clock] of [
    [kept, ''],
    [headed, '12:00:01 '],
  ] as const) {
    const text = ['ERROR could not pay', ...traceback, 'WARNING next'].map((line) => `${write(line)}\n`).join('');
    assert.deepEqual(
      group(text).map(({ level, message, detail }) => [level, message, detail]),
      [
        ['error', `${clock}could not pay`, traceback.join('\n')],
        ['warning', `${clock}next`, null],
      ],
    );
  }
  const part = (log: string) => `${JSON.stringify({ log, stream: 'stdout', time: '2025-11-15T03:07:10Z' })}\n`;
  const [line, next] = group(part('ERROR a long ') + part('line\n') + part('INFO next\n'));
  assert.deepEqual([line?.level, line?.message, next?.message], ['error', 'a long line', 'next']);
});

test('what PostgreSQL says of an error stays with it, also where another connection wrote in between', () => {
  const at = '2025-11-15 03:07:10.000 UTC';
  const lines = group(
    [
      `${at} [1] ERROR:  relation "x" does not exist at character 15`,
      `${at} [2] LOG:  duration: 7 ms`,
      `${at} [1] HINT:  Look again.`,
      `${at} [1] STATEMENT:  SELECT *`,
      '\tFROM x',
      `${at} [1] LOG:  done`,
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    lines.map(({ level, message, detail }) => [level, message, detail]),
    [
      ['error', 'relation "x" does not exist at character 15', 'HINT:  Look again.\nSTATEMENT:  SELECT *\n\tFROM x'],
      ['info', 'duration: 7 ms', null],
      ['info', 'done', null],
    ],
  );
});

test('colours and control characters that JSON writes as escapes are left out like others', () => {
  const [line] = group(
    String.raw`{"level":"error","message":"\u001b[31mboom\u001b[0m\u0000","exception":"Traceback\n  \u001b[1mx"}`,
  );
  assert.deepEqual([line?.message, line?.detail], ['boom', 'Traceback\n  x']);
});

test('a traceback into which another container wrote stays whole, and so does what that wrote', () => {
  const [first = '', ...rest] = traceback;
  const lines = group(
    [
      'web-1  | ERROR could not pay',
      `web-1  | ${first}`,
      'db-1   | 2025-11-15 03:07:10 ERROR deadlock',
      ...rest.map((line) => `web-1  | ${line}`),
      'db-1   | of two',
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    lines.map(({ logger, message, detail }) => [logger, message, detail]),
    [
      ['web-1', 'could not pay', traceback.join('\n')],
      ['db-1', 'deadlock', 'of two'],
    ],
  );
});

test('further lines of a journal that are only indented belong to theirs, and a message of its own time does not', () => {
  const head = '2025-11-15T03:07:10+0000 host gunicorn[1]: ';
  const later = '2025-11-15T03:07:20+0000 host gunicorn[1]: ';
  const [first, second] = group(`${head}ERROR boom\n${' '.repeat(40)}more\n${later}quiet\n`);
  assert.deepEqual([first?.detail?.trim(), second?.message, second?.level], ['more', 'quiet', 'info']);
});

test('what stands between headed lines without a head is a line of its own, and a traceback with line feeds is not', () => {
  const lines = group('web-1  | ERROR boom\nweb-1 exited with code 1\n');
  assert.deepEqual(
    lines.map(({ message, level }) => [message, level]),
    [
      ['boom', 'error'],
      ['web-1 exited with code 1', 'info'],
    ],
  );
  const link = 'During handling of the above exception, another exception occurred:';
  const chained = [...traceback, '', link, '', ...traceback].join('\n');
  const [raw, ...others] = group(`Nov 15 03:07:10 host app[1]: ERROR boom\n${chained}\n`);
  assert.deepEqual([raw?.detail, others.length], [chained, 0]);
});

test('a line that Kubernetes had to break is one line', () => {
  const head = '2025-11-15T03:07:10Z stdout';
  const [line, next] = group(`${head} P {"level":"error",\n${head} F "message":"x"}\n${head} F INFO next\n`);
  assert.deepEqual([line?.level, line?.message, next?.message], ['error', 'x', 'next']);
});

test('an unfinished traceback behind a head is awaited with all that began after it', () => {
  const { unfinished, whole } = grouped(
    'web-1  | ERROR a\nweb-1  | ERROR b\nweb-1  | Traceback (most recent call last):\n',
  );
  assert.deepEqual([unfinished, whole], [2, 1]);
});

test('seconds since the epoch before a level, blanks that are tabs and the mark of an encoding hide no level', () => {
  assert.deepEqual(said(`${moment / 1000}.5 ERROR boom\n${moment} WARNING cold\n`), [
    [new Date(moment + 500).toISOString(), 'error', null, 'boom'],
    [iso, 'warning', null, 'cold'],
  ]);
  assert.deepEqual(said('\ufeffERROR boom\r\nWARNING\tcold\r\n'), [
    [iso, 'error', null, 'boom'],
    [iso, 'warning', null, 'cold'],
  ]);
  assert.deepEqual(said('1234567890 rows read'), [[iso, 'info', null, '1234567890 rows read']]);
  assert.deepEqual(said('2025-99-15 03:07:10 x'), [[iso, 'info', null, '2025-99-15 03:07:10 x']]);
});

const longTrace = `Traceback (most recent call last):\n${'  File "/app/a.py", line 1, in f\n    x = 1\n'.repeat(1500)}KeyError: 1`;
const longRecord = JSON.stringify({ event: 'failed', exception: longTrace, level: 'error', timestamp: iso });

test('JSON of any length up to 256 KiB tells its level and its time, also where Docker or Kubernetes cut it into pieces', () => {
  const pieces = longRecord.match(/.{1,16384}/gs) ?? [];
  const docker = pieces.map((piece, at) => {
    const log = at === pieces.length - 1 ? `${piece}\n` : piece;
    return `${JSON.stringify({ log, stream: 'stdout', time: iso })}\n`;
  });
  const kubernetes = pieces.map((piece, at) => `${iso} stdout ${at === pieces.length - 1 ? 'F' : 'P'} ${piece}\n`);
  for (const text of [`${longRecord}\n`, `web-1  | ${longRecord}\n`, docker.join(''), kubernetes.join('')]) {
    const [line, ...others] = group(text);
    assert.deepEqual([line?.at, line?.level, line?.message], [iso, 'error', 'failed']);
    assert.match(line?.detail ?? '', /^Traceback/);
    assert.ok((line?.detail?.length ?? 0) <= 33_000);
    assert.deepEqual(others, []);
  }
  const [large] = group(`{"level": "error", "message": "${'x '.repeat(20_000)}"}\n`);
  assert.equal(large?.level, 'error');
  assert.ok((large?.message.length ?? 0) < 17_000);
  const [broken] = group(`{"level": "error", "message": "${'x '.repeat(200_000)}"}\n`);
  assert.ok((broken?.message.length ?? 0) < 17_000);
});

test('of a line whose writer is not done with it nothing is lost: it is left for the next look', () => {
  const text = `${iso} stdout F before\n${iso} stdout P the first half, \n`;
  const grouping = groupLines({ text, source: 'a.log', writtenAt: moment, timeZone: 'UTC' });
  assert.deepEqual([grouping.unfinished, grouping.whole], [1, 1]);
  assert.deepEqual(
    grouping.lines.map(({ message }) => message),
    ['before', 'the first half,'],
  );
});

test('a line that is made to take long is read in the time of any other', () => {
  const pieces = [
    'a=b ',
    'a="',
    'level=x msg=',
    'a-1 ',
    'a-1 | ',
    '<1>1 ',
    '<1>1 2025-11-15T03:07:10Z h a - - [',
    'x[1',
    'a_1',
  ];
  for (const piece of [
    ...pieces,
    'Nov 15 03:07:10 ',
    '2025-11-15T03:07:10Z ',
    '2025-11-15T03:07:10Z stdout P ',
    '12:00:01 web.1 ',
    'a  | ',
    '2025-11-15 03:07:10 UTC [1] ',
    '2025-11-15 03:07:10 UTC:a@b:[1]:',
    '{"log":"',
    '"a":1,',
    '\\"',
    'a=\\',
  ])
    for (const lead of ['', '{', 'a="', 'Nov 15 03:07:10 ', '<1>1 2025-11-15T03:07:10Z h a - - ["']) {
      const line = lead + piece.repeat(Math.ceil(1_048_576 / piece.length));
      assertWithin(
        1000,
        () => {
          group(line);
          for (let times = 0; times < 64; times += 1) group(line.slice(0, 16_384));
        },
        `1 MiB of ${JSON.stringify(piece)} behind ${JSON.stringify(lead)}`,
      );
    }
});
