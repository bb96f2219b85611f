import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupLines } from '../../../../src/frameworks/django/logs/grouping.ts';
import { parseLine } from '../../../../src/frameworks/django/logs/lines/formats.ts';
import { parseTimestamp } from '../../../../src/frameworks/django/logs/lines/timestamps.ts';
import { logSettingsOf } from '../../../../src/frameworks/django/logs/log-settings.ts';
import { plainSettings, writeProject } from '../throwaway.ts';

const moment = Date.UTC(2025, 10, 15, 3, 7, 10);
const hour = 3_600_000;

const said = (line: string, timeZone = 'UTC') => {
  const { at, level, logger, message } = parseLine(line, timeZone);
  return [at ?? null, level, logger, message];
};

test('a clock of twelve hours is read as one, and 12 begins each half of the day', () => {
  assert.deepEqual(said('2025-11-15 03:07:10 PM ERROR x'), [moment + 12 * hour, 'error', null, 'x']);
  assert.deepEqual(said('11/15/2025 03:07:10 PM ERROR x'), [moment + 12 * hour, 'error', null, 'x']);
  assert.equal(parseTimestamp('2025-11-15 12:07:10 AM', 'UTC'), moment - 3 * hour);
  assert.equal(parseTimestamp('2025-11-15 12:07:10 PM', 'UTC'), moment + 9 * hour);
  assert.equal(parseTimestamp('2025-11-15 13:07:10 PM', 'UTC'), undefined);
});

test('a zone is read as it is written: by its hours alone and by a name that means one zone', () => {
  assert.deepEqual(said('2025-11-15 04:07:10+01 ERROR x', 'America/Chicago'), [moment, 'error', null, 'x']);
  assert.deepEqual(said('2025-11-15 04:07:10 CET ERROR x', 'America/Chicago'), [moment, 'error', null, 'x']);
  assert.deepEqual(said('[2025-11-14 22:07:10 EST] ERROR x'), [moment, 'error', null, 'x']);
  // Of several zones that are called so, the project's own.
  assert.deepEqual(said('2025-11-14 21:07:10 CST ERROR x', 'America/Chicago'), [moment, 'error', null, 'x']);
  assert.deepEqual(said('2025-11-15 11:07:10 CST ERROR x', 'Asia/Shanghai'), [moment, 'error', null, 'x']);
  assert.deepEqual(said('2025-11-15 03:07:10 GET is no zone'), [moment, 'info', null, 'GET is no zone']);
});

test('a date is read in the orders that can mean one day only', () => {
  for (const text of [
    '2025-11-15 03:07.10 [error    ] x',
    '15.11.2025 03:07:10 ERROR x',
    'Sat, 15 Nov 2025 03:07:10 ERROR x',
    '15-Nov-2025 03:07:10 ERROR x',
    'Sat Nov 15 03:07:10 2025 - ERROR - x',
  ])
    assert.deepEqual(said(text), [moment, 'error', null, 'x'], text);
  assert.deepEqual(said('2025-11-15 03:07 ERROR x'), [moment - 10_000, 'error', null, 'x']);
});

test('a time that does not tell which leaves the level known and stays readable', () => {
  assert.deepEqual(said('03:07:10,123 - shop.views - ERROR - x'), [null, 'error', 'shop.views', '03:07:10,123 x']);
  assert.deepEqual(said('11-15 03:07 shop ERROR x'), [null, 'error', 'shop', '11-15 03:07 x']);
  assert.deepEqual(said('03/04/2025 03:07:10 ERROR x'), [null, 'error', null, '03/04/2025 03:07:10 x']);
  assert.deepEqual(said('ERROR 03:07:10 is too late'), [null, 'error', null, '03:07:10 is too late']);
});

test('a line that tells its time without a day is of the last day that had that time before the line after it', () => {
  const writtenAt = Date.UTC(2025, 10, 15, 10, 0, 30);
  const at = (text: string, timeZone = 'UTC') =>
    groupLines({ text, source: 'a.log', writtenAt, timeZone }).lines.map((line) => line.at.slice(8, 19));
  const text = '22:00:00 ERROR a\n23:59:59 INFO b\n00:00:01 INFO c\nno time\n09:59:58 INFO d\n';
  assert.deepEqual(at(text), ['14T22:00:00', '14T23:59:59', '15T00:00:01', '15T09:59:58']);
  // There it is 4 in the morning.
  assert.deepEqual(at(text, 'America/Chicago').slice(0, 2), ['14T04:00:00', '14T05:59:59']);
  assert.deepEqual(at('10:00:31 INFO a\n10:00:30 INFO b\n'), ['15T10:00:31', '15T10:00:30']);
  assert.deepEqual(at('[09:00:00] ERROR a\n2025-11-15 09:30:00 INFO b\n'), ['15T09:00:00', '15T09:30:00']);
  assert.deepEqual(at('12:00:01 web.1  | ERROR a\n'), ['14T12:00:01']);
});

test('lines of uWSGI and Apache, and the levels of system logs, are understood', () => {
  const request = 'GET / => generated 12 bytes in 3 msecs (HTTP/1.1 500) 3 headers in 90 bytes';
  const uwsgi = `[pid: 7|app: 0|req: 1/1] 127.0.0.1 () {42 vars in 675 bytes} [Sat Nov 15 03:07:10 2025] ${request}`;
  assert.deepEqual(said(uwsgi), [moment, 'error', 'uwsgi', request]);
  assert.deepEqual(said('[Sat Nov 15 03:07:10.123456 2025] [wsgi:error] [pid 1:tid 2] boom'), [
    moment + 123,
    'error',
    'apache',
    '[pid 1:tid 2] boom',
  ]);
  assert.deepEqual(said('2025/11/15 03:07:10 [crit] 1#1: full'), [moment, 'critical', null, '1#1: full']);
  assert.deepEqual(said('2025-11-15 03:07:10,000 CRIT full'), [moment, 'critical', null, 'full']);
});

test('what Django says of a refused request on a bare console is a warning of its own, whatever the status', () => {
  const { lines } = groupLines({
    text: 'INFO started\nUnauthorized: /api/\nToo Many Requests: /api/\nConflict: /api/\nBad Gateway: /api/\n',
    source: 'a.log',
    writtenAt: moment,
    timeZone: 'UTC',
  });
  assert.deepEqual(
    lines.map(({ level, logger }) => [level, logger]),
    [
      ['info', null],
      ['warning', 'django.request'],
      ['warning', 'django.request'],
      ['warning', 'django.request'],
      ['error', 'django.request'],
    ],
  );
});

test('a line that only has as many letters as a status is no warning of a refused request', () => {
  for (const line of ['Note: all is well', 'Done: 7 of 7', 'Conflict: two of them', 'Abc Defghij: /x'])
    assert.deepEqual(said(line), [null, 'info', null, line]);
});

test('what loguru serialises is read by its record, with the traceback that its text ends with', () => {
  const record = {
    level: { icon: 'x', name: 'ERROR', no: 40 },
    message: 'boom',
    name: 'shop',
    time: { repr: '2025-11-15 03:07:10+00:00', timestamp: moment / 1000 },
  };
  const trace = 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: x';
  const parsed = parseLine(JSON.stringify({ text: `… - boom\n${trace}\n`, record }), 'UTC');
  assert.deepEqual([parsed.at, parsed.level, parsed.logger, parsed.message], [moment, 'error', 'shop', 'boom']);
  assert.equal(parsed.detail, trace);
});

test('a JSON line is read by what its keys hold: parts of an exception are kept, and a word may be a level where a number is none', () => {
  const json = (fields: object) => parseLine(JSON.stringify({ message: 'x', ...fields }), 'UTC');
  const exception = [{ exc_type: 'ZeroDivisionError', exc_value: 'division by zero' }];
  assert.equal(json({ exception }).detail, JSON.stringify(exception));
  assert.equal(json({ exception, level: 'warning' }).level, 'warning');
  assert.equal(json({ exc_info: true, level: 'info' }).detail, null);
  assert.deepEqual([json({ status: 'error' }).level, json({ status: 500 }).level], ['error', 'info']);
  assert.deepEqual([json({ lvl: 'warn' }).level, json({ level: 'v1', severity: 'ERROR' }).level], ['warning', 'error']);
});

test('the zone that Django has where settings name none is not taken for that of settings which are not all here', (context) => {
  const zoneOf = (more: string) => {
    const root = writeProject(context, { 'proj/__init__.py': '', 'proj/settings.py': plainSettings([], more) });
    return logSettingsOf({
      root,
      sitePackages: [],
      pythonVersion: null,
      djangoVersion: null,
      live: null,
      liveProblem: null,
    }).timeZone;
  };
  assert.equal(zoneOf(''), 'America/Chicago');
  assert.equal(zoneOf('from company.settings import *\n'), null);
  assert.equal(zoneOf('from company.settings import *\nTIME_ZONE = "Asia/Tokyo"\n'), 'Asia/Tokyo');
});
