import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { readWrittenBy, type WrittenFormat } from '../../../../src/frameworks/django/logs/lines/written-format.ts';
import { readLogs } from '../../../../src/frameworks/django/logs/read-logs.ts';
import { assertWithin } from '../../../processor-time.ts';
import { inputFor, plainSettings, python, writeProject } from '../throwaway.ts';

const moment = Date.UTC(2025, 3, 3, 17, 7, 10);

/** What Python's own `logging` writes by each of them. */
const program = `
import json, logging, sys
for format, datefmt, style in json.load(sys.stdin):
    record = logging.LogRecord("shop.views", logging.ERROR, "/srv/shop/views.py", 42, "Could not pay", (), None, "pay")
    record.created, record.msecs, record.request_id = ${moment / 1000}, 123.0, "r-7"
    print(logging.Formatter(format, datefmt, style).format(record))
`;
const writtenBy = (formats: readonly WrittenFormat[]): string[] =>
  execFileSync(python, ['-c', program], {
    input: JSON.stringify(formats.map(({ format, datefmt, style }) => [format, datefmt, style])),
    env: { TZ: 'UTC' },
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

const seconds = (at = ''): number => Math.trunc((Date.parse(at) - moment) / 1000);

const read = (line: string, format: WrittenFormat) => {
  const formats = [readWrittenBy(format) ?? assert.fail(format.format)];
  const [told] = groupLines({ text: line, source: 'a.log', writtenAt: 0, timeZone: 'UTC', formats }).lines;
  return [seconds(told?.at), told?.level, told?.logger, told?.message];
};

const percent = (format: string, datefmt: string | null = null): WrittenFormat => ({ format, datefmt, style: '%' });

test('a line is read by the format that the project names for it: its time, level, logger, and what else it says', () => {
  const told: [WrittenFormat, ReturnType<typeof read>][] = [
    [percent('[%(asctime)s][%(levelname)s][%(name)s] %(message)s'), [0, 'error', 'shop.views', 'Could not pay']],
    [percent('%(name)s: %(levelname)s at %(asctime)s: %(message)s'), [0, 'error', 'shop.views', 'Could not pay']],
    [
      percent('%(asctime)s - %(name)s.%(funcName)s() - %(levelname)s - %(message)s'),
      [0, 'error', 'shop.views', 'pay Could not pay'],
    ],
    [
      percent('%(levelname)-8s [%(asctime)s] [%(request_id)s] %(name)s: %(message)s'),
      [0, 'error', 'shop.views', '[r-7] Could not pay'],
    ],
    [
      percent('%(asctime)s %(pathname)s %(levelname)s [P%(process)d L%(lineno)s] %(message)s'),
      [0, 'error', null, '/srv/shop/views.py Could not pay'],
    ],
    [
      percent('%(asctime)s [%(process)d] [%(levelname)10s] [%(filename)s:%(lineno)d] - %(message)s'),
      [0, 'error', null, '[views.py:42] - Could not pay'],
    ],
    [percent('%(levelname).1s %(asctime)s %(module)s:%(lineno)d] %(message)s'), [0, 'error', 'views', 'Could not pay']],
    [percent('%(asctime)s [%(levelno)s] %(message)s'), [0, 'error', null, 'Could not pay']],
    [percent('%(created)f %(threadName)s %(levelname)s: %(message)s'), [0, 'error', null, 'Could not pay']],
    [
      percent('%(log_color)s%(levelname)s%(reset)s %(asctime)s req=%(request_id)s %(message)s [%(lineno)d]'),
      [0, 'error', null, 'req=r-7 Could not pay [42]'],
    ],
    [
      { format: '{asctime} | {levelname:<8} | {name} | {message}', datefmt: null, style: '{' },
      [0, 'error', 'shop.views', 'Could not pay'],
    ],
    [
      { format: ['$asctime $', '{levelname} $name $message'].join(''), datefmt: null, style: '$' },
      [0, 'error', 'shop.views', 'Could not pay'],
    ],
  ].map(([format, expected]) => [format, expected] as [WrittenFormat, ReturnType<typeof read>]);
  // Only colorlog has a value for colours.
  const plain = told.map(([format]) => ({
    ...format,
    format: format.format.replaceAll(/%\((?:log_color|reset)\)s/g, ''),
  }));
  const lines = writtenBy(plain);
  for (const [index, [format, expected]] of told.entries())
    assert.deepEqual(read(lines[index] ?? '', format), expected, format.format);
});

test('a time is read as the format of the project writes it, also where its order means two days', () => {
  const of = (datefmt: string, format = '%(asctime)s %(levelname)s %(message)s') => percent(format, datefmt);
  const whole = [
    '%d/%m/%Y %H:%M:%S',
    '%m/%d/%Y %I:%M:%S %p',
    '%Y-%m-%d,%H:%M:%S',
    '%y%m%d %H:%M:%S',
    '%B %d, %Y %H:%M:%S',
  ];
  const others = ['%c', '%d-%b-%y %T', '%F %T %z', '%a, %e %b %Y %X %Z', '%Y%m%dT%H%M%S'];
  const formats = [...whole, ...others].map((datefmt) => of(datefmt));
  for (const [index, line] of writtenBy(formats).entries()) {
    const format = formats[index] as WrittenFormat;
    assert.deepEqual(read(line, format), [0, 'error', null, 'Could not pay'], line);
  }
  const apart = of('%d.%m.%Y %H:%M:%S', '%(asctime)s,%(msecs)03d %(levelname)s %(message)s');
  const readApart = readWrittenBy(apart) ?? assert.fail();
  assert.equal(readApart(writtenBy([apart])[0] ?? '', 'UTC')?.at, moment + 123);
  const clock = of('%H:%M:%S');
  assert.deepEqual(read(writtenBy([clock])[0] ?? '', clock).slice(1), ['error', null, '17:07:10 Could not pay']);
});

test('a line that another program wrote, or at a level that is not known, is read as before', () => {
  const format = percent('%(asctime)s %(levelname)s %(message)s', '%d/%m/%Y %H:%M:%S');
  assert.deepEqual(read('[03/Apr/2025 17:07:10] "GET / HTTP/1.1" 500 9', format), [
    0,
    'error',
    'django.server',
    '"GET / HTTP/1.1" 500 9',
  ]);
  assert.deepEqual(read('2025-04-03 17:07:10 shop WARNING slow', format), [0, 'warning', 'shop', 'slow']);
  assert.deepEqual(read('03/04/2025 17:07:10 LOUD x', format).slice(1), ['info', null, '03/04/2025 17:07:10 LOUD x']);
  for (const vague of ['%(message)s', '%(asctime)s %(message)s', '%(name)s%(levelname)s %(message)s', '%(levelname)s'])
    assert.equal(readWrittenBy(percent(vague)), undefined, vague);
  assert.equal(readWrittenBy({ format: '%(levelname)s %(message)s', datefmt: null, style: '?' }), undefined);
  assert.equal(readWrittenBy(percent('%(asctime)s %(levelname)s %(message)s', '%Y %Q')), undefined);
});

test('a line of another format loses no word to a logger or a thread that the format has in its place', () => {
  const named = percent('%(levelname)s %(name)s %(message)s');
  for (const [line, logger, message] of [
    ['ERROR Could not pay', null, 'Could not pay'],
    ['ERROR shop.views Could not pay', 'shop.views', 'Could not pay'],
    ['ERROR shop Could not pay', 'shop', 'Could not pay'],
  ] as const) {
    const read = readWrittenBy(named, new Set(['shop']))?.(line, 'UTC');
    assert.deepEqual([read?.level, read?.logger, read?.message], ['error', logger, message], line);
  }
  const others: [string, string, string | null, string][] = [
    ['%(levelname)s %(threadName)s: %(message)s', 'ERROR Payment: refused', null, 'Payment: refused'],
    ['%(levelname)s %(threadName)s: %(message)s', 'ERROR MainThread: refused', null, 'refused'],
    ['%(levelname)s %(module)s %(message)s', 'ERROR Could not pay', null, 'Could not pay'],
    ['%(levelname)s %(module)s %(lineno)d %(message)s', 'ERROR views 42 refused', 'views', 'refused'],
  ];
  for (const [format, line, logger, message] of others) {
    const read = readWrittenBy(percent(format))?.(line, 'UTC');
    assert.deepEqual([read?.logger, read?.message], [logger, message], line);
  }
});

test('formats are found in the settings, and lines are read by those as soon as they are written there', (context) => {
  const formatter = (datefmt: string) => `LOGGING = {
    "version": 1,
    "formatters": {
        "short": {"format": "%(levelname)s %(message)s"},
        "own": {"()": "shop.log.Formatter", "fmt": "<%(asctime)s> %(name)s/%(levelname)s: %(message)s", "datefmt": "${datefmt}"},
    },
}
TIME_ZONE = "UTC"
`;
  const settings = (datefmt: string) => plainSettings([], formatter(datefmt));
  const root = writeProject(context, {
    'proj/settings.py': settings('%d/%m/%Y %H:%M:%S'),
    'app.log':
      '<03/04/2025 17:07:10> shop/ERROR: one\nTraceback (most recent call last):\n  File "x.py"\nValueError: x\nWARNING two\n',
  });
  const told = () =>
    readLogs(inputFor(root), [], {}).lines.map(({ at, level, logger, message, detail }) => [
      ...[at.slice(0, 10), level, logger, message],
      detail?.split('\n').length ?? 0,
    ]);
  assert.deepEqual(told(), [
    ['2025-04-03', 'error', 'shop', 'one', 3],
    ['2025-04-03', 'warning', null, 'two', 0],
  ]);
  writeFileSync(join(root, 'proj/settings.py'), settings('%m/%d/%Y %H:%M:%S'));
  assert.equal(told()[0]?.[0], '2025-03-04');
});

test('no format that a project names makes its lines take long to read', () => {
  const names = ['threadName', 'a', 'b', 'name', 'filename', 'funcName', 'c', 'd', 'e'];
  const hostile = [' ', '-', '.', 'x'].map((between) =>
    percent(`${names.map((name) => `%(${name})s`).join(between)}${between}%(levelname)s %(message)s`),
  );
  const formats = hostile.flatMap((format) => readWrittenBy(format) ?? []);
  assert.equal(formats.length, hostile.length);
  const text =
    `${['a '.repeat(8000), '-'.repeat(16_000), `${'.x'.repeat(8000)}`, ' '.repeat(16_000)].join('\n')}\n`.repeat(20);
  assertWithin(1000, () => void groupLines({ text, source: 'a.log', writtenAt: 0, timeZone: 'UTC', formats }));
});
