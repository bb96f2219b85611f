import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readLogs } from '../../../../src/frameworks/django/logs/read-logs.ts';
import type { LogPosition } from '../../../../src/frameworks/framework.ts';
import { ownZone, utc } from './settings.ts';

let root: string;
let position: LogPosition;
/** Codes of what the last look could not read. */
let problems: string[];

describe('log files', () => {
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'logs-')));
    position = {};
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const line = (second: number, message: string): string =>
    `2025-11-15 03:07:${String(second).padStart(2, '0')} INFO ${message}\n`;

  const input = () => ({
    root,
    sitePackages: [],
    pythonVersion: null,
    djangoVersion: null,
    live: null,
    liveProblem: null,
  });

  const unreadUntil = (): string => {
    const reading = readLogs(input(), [], position, utc);
    position = JSON.parse(JSON.stringify(reading.position));
    return reading.unreadUntil === null ? 'all read' : new Date(reading.unreadUntil).toISOString().slice(11, 19);
  };

  test('up to which moment lines were left out is told, of a large file, of a flood and of copies that were there before', () => {
    const long = 'x'.repeat(2000);
    const fill = (second: number, count: number): string => line(second, long).repeat(count);
    writeFileSync(join(root, 'app.log'), fill(1, 20));
    assert.equal(unreadUntil(), 'all read');
    appendFileSync(join(root, 'app.log'), fill(2, 600) + fill(3, 10));
    assert.equal(unreadUntil(), '03:07:02', 'a flood');
    assert.equal(unreadUntil(), 'all read');
    writeFileSync(join(root, 'large.log'), fill(4, 300) + fill(5, 100));
    assert.equal(unreadUntil(), '03:07:04', 'a large file');
    writeFileSync(join(root, 'turned.log.1'), line(6, 'before'));
    writeFileSync(join(root, 'turned.log'), line(7, 'after'));
    assert.equal(unreadUntil(), '03:07:07', 'a copy');
    writeFileSync(join(root, 'many.log'), line(8, 'short').repeat(5500) + line(9, 'short').repeat(10));
    assert.equal(unreadUntil(), '03:07:08', 'many lines');
  });

  /** Reads on from where the last look stopped; the messages that are new. */
  const look = (logFiles: string[] = []): string[] => {
    const reading = readLogs(input(), logFiles, position, utc);
    position = JSON.parse(JSON.stringify(reading.position));
    problems = reading.problems.map(({ code }) => code);
    return reading.lines.map((entry) => entry.message);
  };

  test('a growing log gives each line once', () => {
    writeFileSync(join(root, 'app.log'), line(1, 'one') + line(2, 'two'));
    assert.deepEqual(look(), ['one', 'two']);
    assert.deepEqual(look(), []);
    appendFileSync(join(root, 'app.log'), line(3, 'three'));
    assert.deepEqual(look(), ['three']);
  });

  test('a log that was copied to its place, with all before it, goes on where it was', () => {
    writeFileSync(join(root, 'app.log'), line(1, 'one') + line(2, 'two'));
    look();
    cpSync(join(root, 'app.log'), join(root, 'copy'));
    renameSync(join(root, 'copy'), join(root, 'app.log'));
    appendFileSync(join(root, 'app.log'), line(3, 'three'));
    assert.deepEqual(look(), ['three']);
  });

  test('a line that is still being written waits for its end', () => {
    writeFileSync(join(root, 'app.log'), `${line(1, 'one')}2025-11-15 03:07:02 INFO tw`);
    assert.deepEqual(look(), ['one']);
    appendFileSync(join(root, 'app.log'), 'o\n');
    assert.deepEqual(look(), ['two']);
  });

  test('a file that ends without a line feed is read once nobody writes to it any more', () => {
    writeFileSync(join(root, 'app.log'), '2025-11-15 03:07:02 INFO end');
    utimesSync(join(root, 'app.log'), 1_700_000_000, 1_700_000_000);
    assert.deepEqual(look(), ['end']);
    assert.deepEqual(look(), []);
  });

  test('a traceback that is still being written is not torn', () => {
    const head = '2025-11-15 03:07:02 ERROR boom\nTraceback (most recent call last):\n  File "x.py", line 1\n';
    writeFileSync(join(root, 'app.log'), line(1, 'one') + head);
    assert.deepEqual(look(), ['one']);
    appendFileSync(join(root, 'app.log'), 'ValueError: é\n');
    const reading = readLogs(input(), [], position, utc);
    assert.equal(reading.lines.length, 1);
    assert.match(reading.lines[0]?.detail ?? '', /^Traceback[\s\S]*ValueError: é$/);
  });

  test('a rotated log loses nothing and repeats nothing', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(1, 'one'));
    look();
    appendFileSync(log, line(2, 'two, just before the rotation'));
    renameSync(log, `${log}.1`);
    writeFileSync(log, line(3, 'three'));
    assert.deepEqual(look(), ['two, just before the rotation', 'three']);
    renameSync(`${log}.1`, `${log}.2`);
    renameSync(log, `${log}.1`);
    assert.deepEqual(look(), [], 'between rename and first write there is no log');
    writeFileSync(log, line(4, 'four'));
    assert.deepEqual(look(), ['four']);
  });

  test('a log that was rotated several times between two looks is told with all its files, each line once', () => {
    const log = join(root, 'app.log');
    const rotate = (...text: string[]): void => {
      for (const at of [3, 2, 1]) if (existsSync(`${log}.${at}`)) renameSync(`${log}.${at}`, `${log}.${at + 1}`);
      renameSync(log, `${log}.1`);
      writeFileSync(log, text.join(''));
    };
    writeFileSync(`${log}.1`, line(0, 'from before the first look'));
    writeFileSync(log, line(1, 'one'));
    assert.deepEqual(look(), ['one']);
    appendFileSync(log, line(2, 'two'));
    rotate(line(3, 'three'));
    rotate(line(4, 'four'));
    rotate(line(5, 'five'));
    assert.deepEqual(look(), ['two', 'three', 'four', 'five']);
    assert.deepEqual(problems, [], 'nothing was skipped');
    appendFileSync(log, '2025-11-15 03:07:05 INFO the end without a line feed');
    rotate();
    assert.deepEqual(look(), ['the end without a line feed'], 'the new log is still empty');
    appendFileSync(log, line(6, 'six'));
    assert.deepEqual(look(), ['six']);
    // A process that has not noticed the rotation goes on writing to the old file: what was told is not told again.
    appendFileSync(`${log}.1`, line(6, 'late'));
    rotate(line(7, 'seven'));
    assert.deepEqual(look(), ['seven']);
  });

  test('the oldest of a log that was rotated away is missed, the files after it are told', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(1, 'one'));
    look();
    renameSync(log, join(root, 'gone'));
    writeFileSync(`${log}.1`, line(2, 'two'));
    writeFileSync(log, line(3, 'three'));
    assert.deepEqual(look(), ['two', 'three']);
  });

  test('a log that is copied and cut loses nothing and repeats nothing', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(1, 'one'));
    look();
    appendFileSync(log, line(2, 'two'));
    cpSync(log, `${log}.1`);
    truncateSync(log, 0);
    appendFileSync(log, line(3, 'three'));
    assert.deepEqual(look(), ['two', 'three']);
  });

  test('a log that was compressed before its end was read is named', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(1, 'one'));
    utimesSync(log, 1_700_000_000, 1_700_000_000);
    look();
    renameSync(log, join(root, 'gone'));
    writeFileSync(`${log}.1.gz`, 'packed');
    writeFileSync(`${log}.2.gz`, 'packed long ago');
    utimesSync(`${log}.2.gz`, 1_600_000_000, 1_600_000_000);
    writeFileSync(log, line(3, 'three'));
    const reading = readLogs(input(), [], position, utc);
    assert.deepEqual(
      reading.problems.map(({ code, file }) => [code, file]),
      [['log_skipped', 'app.log.1.gz']],
    );
    assert.deepEqual(
      reading.lines.map(({ message }) => message),
      ['three'],
    );
  });

  test('of files that were rotated in a flood the newest are read, and what was skipped is said', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(0, 'one'));
    look();
    renameSync(log, `${log}.5`);
    for (const at of [4, 3, 2, 1]) {
      writeFileSync(`${log}.${at}`, line(9 - at, `${at}${'x'.repeat(999)}`).repeat(600));
      utimesSync(`${log}.${at}`, 1_800_000_000 - at, 1_800_000_000 - at);
    }
    writeFileSync(log, line(9, 'newest'));
    const reading = readLogs(input(), [], position, utc);
    const told = new Set(reading.lines.map(({ message }) => message[0]));
    assert.deepEqual([...told], ['2', '1', 'n']);
    assert.ok(reading.problems.some(({ code }) => code === 'log_skipped'));
  });

  test('of more files than are looked at each time those are read that LOGGING names and then the newest, which is said', () => {
    for (let file = 1; file <= 50; file += 1) {
      writeFileSync(join(root, `${file}.log`), line(1, String(file)));
      utimesSync(join(root, `${file}.log`), 1_700_000_000 + file, 1_700_000_000 + file);
    }
    const read = new Set(look([join(root, '1.log')]));
    assert.deepEqual(
      [...read].map(Number).sort((a, b) => a - b),
      [1, ...Array.from({ length: 39 }, (_, at) => at + 12)],
    );
    assert.deepEqual(problems, ['logs_cut']);
  });

  test('rotated copies are not read as logs of their own', () => {
    for (const name of ['app.log', 'app.log.1', 'app.log.2025-11-14', 'app.1.log', 'app.log.2.gz'])
      writeFileSync(join(root, name), line(1, name));
    assert.deepEqual(look(), ['app.log']);
    for (const name of ['app-1.log', 'app_2025-11-14.log']) writeFileSync(join(root, name), line(1, name));
    assert.deepEqual(look().sort(), ['app-1.log', 'app_2025-11-14.log'], 'those of two workers, or of two handlers');
  });

  test('a log that was cut is read from its beginning, even when it has grown beyond where we were', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, line(1, 'one') + line(2, 'two'));
    look();
    truncateSync(log, 0);
    appendFileSync(log, line(3, 'three'));
    assert.deepEqual(look(), ['three']);
    truncateSync(log, 0);
    appendFileSync(log, line(4, 'four') + line(5, 'five') + line(6, 'six'));
    assert.deepEqual(look(), ['four', 'five', 'six']);
  });

  test('of a huge log only the end is read, beginning with a whole line', () => {
    const log = join(root, 'app.log');
    writeFileSync(log, '');
    truncateSync(log, 3 * 1024 ** 3);
    appendFileSync(log, `\n${line(1, 'x'.repeat(200)).repeat(3000)}`);
    const messages = look();
    assert.ok(messages.length > 1000 && messages.length < 1300, String(messages.length));
    assert.ok(messages.every((message) => message === 'x'.repeat(200)));
    appendFileSync(log, line(2, 'y'.repeat(1000)).repeat(2000));
    const reading = readLogs(input(), [], position, utc);
    assert.ok(reading.problems.some((problem) => problem.code === 'log_skipped'));
    assert.ok(reading.lines.length > 900 && reading.lines.length < 1100);
  });

  test('what is not a text file is named, not read, and never hangs', () => {
    writeFileSync(join(root, 'bin.log'), Buffer.from(Array.from({ length: 4096 }, (_, i) => i % 256)));
    execFileSync('mkfifo', [join(root, 'pipe.log')]);
    symlinkSync('/etc/passwd', join(root, 'passwd.log'));
    mkdirSync(join(root, 'folder.log'));
    const reading = readLogs(
      input(),
      [join(root, 'pipe.log'), join(root, 'passwd.log'), '/var/log/app.log', join(root, 'later.log')],
      {},
      ownZone,
    );
    assert.deepEqual(reading.lines, []);
    assert.deepEqual(reading.problems.map((problem) => problem.code).sort(), [
      'log_binary',
      'log_missing',
      'log_outside',
      'log_unreadable',
      'log_unreadable',
    ]);
  });

  test('a project without a log file is told what to do; of one that is named and not written yet, which it is', () => {
    const told = (logFiles: string[]) => {
      const reading = readLogs(input(), logFiles, position, ownZone);
      position = JSON.parse(JSON.stringify(reading.position));
      return reading.problems.map(({ severity, message }) => `${severity}: ${message}`).join('\n');
    };
    assert.match(told([]), /^info: There is no log file: LOGGING names none, .* give LOGGING a handler/);
    assert.match(told(['/var/log/shop.log']), /^info: LOGGING writes to \/var\/log\/shop\.log, [^\n]*$/);
    const file = join(root, 'logs/shop.log');
    assert.match(
      told([file]),
      /^info: LOGGING names logs\/shop\.log, which does not exist yet: .* Its folder does not/,
    );
    mkdirSync(join(root, 'logs'));
    assert.doesNotMatch(told([file]), /Its folder/);
    writeFileSync(file, line(1, 'one'));
    assert.equal(told([file]), '');
    renameSync(file, `${file}.1`);
    assert.equal(told([file]), '', 'between its rename and its first write it is not missing');
  });

  test('a log in UTF-16 is said to be one', () => {
    writeFileSync(join(root, 'wide.log'), Buffer.from('\ufeffERROR could not pay\r\n'.repeat(20), 'utf16le'));
    const { lines, problems } = readLogs(input(), [], {}, ownZone);
    assert.deepEqual(lines, []);
    assert.match(problems[0]?.message ?? '', /wide\.log is written in UTF-16 and is not read/);
  });

  test('lines of several files come in the order of their times, each with its source', () => {
    mkdirSync(join(root, 'logs'));
    writeFileSync(join(root, 'logs/a.txt'), line(1, 'one') + line(3, 'three'));
    writeFileSync(join(root, 'b.log'), line(2, 'two'));
    const reading = readLogs(input(), [join(root, 'logs/a.txt')], {}, utc);
    assert.deepEqual(
      reading.lines.map((entry) => [entry.source, entry.message]),
      [
        ['logs/a.txt', 'one'],
        ['b.log', 'two'],
        ['logs/a.txt', 'three'],
      ],
    );
    assert.equal(reading.files, 2);
  });

  test("times without a zone are in the project's TIME_ZONE, or Django's default where settings say nothing", () => {
    const at = (): (string | undefined)[] => readLogs(input(), [], {}).lines.map((entry) => entry.at);
    writeFileSync(join(root, 'app.log'), line(1, 'one'));
    writeFileSync(join(root, 'manage.py'), 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "conf")\n');
    writeFileSync(join(root, 'conf.py'), 'TIME_ZONE = "Asia/Tokyo"\nINSTALLED_APPS = []\n');
    assert.deepEqual(at(), ['2025-11-14T18:07:01.000Z']);
    const silent = join(root, 'silent');
    mkdirSync(silent);
    for (const name of ['app.log', 'manage.py']) renameSync(join(root, name), join(silent, name));
    writeFileSync(join(silent, 'conf.py'), 'INSTALLED_APPS = []\n');
    assert.deepEqual(
      readLogs({ ...input(), root: silent }, [], {}).lines.map((entry) => entry.at),
      ['2025-11-15T09:07:01.000Z'],
    );
  });

  test('a line after TIME_ZONE was edited is in the new zone, wherever the settings take it from', () => {
    const at = (): (string | undefined)[] => readLogs(input(), [], {}).lines.map((entry) => entry.at);
    writeFileSync(join(root, 'app.log'), line(1, 'one'));
    writeFileSync(join(root, 'manage.py'), 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "conf")\n');
    writeFileSync(join(root, 'conf.py'), 'from zone import *\nINSTALLED_APPS = []\n');
    writeFileSync(join(root, 'zone.py'), 'TIME_ZONE = "Asia/Tokyo"\n');
    assert.deepEqual(at(), ['2025-11-14T18:07:01.000Z']);
    writeFileSync(join(root, 'zone.py'), 'TIME_ZONE = "UTC"\n');
    assert.deepEqual(at(), ['2025-11-15T03:07:01.000Z']);
    writeFileSync(join(root, 'conf.py'), 'TIME_ZONE = "Asia/Tokyo"\nINSTALLED_APPS = []\n');
    assert.deepEqual(at(), ['2025-11-14T18:07:01.000Z']);
  });

  test('a line with a time beyond all dates, or nested without end, costs itself alone', () => {
    const odd = ['{"message": "one", "time": 1e300}', `{"message": "two", "time": "${'9'.repeat(40)}"}`];
    const deep = `{"message": ${'['.repeat(8000)}${']'.repeat(8000)}}`;
    const old = '0001-01-01 00:00:00 INFO zero';
    writeFileSync(join(root, 'app.log'), `${[...odd, deep, old].join('\n')}\n${line(1, 'last')}`);
    const { lines } = readLogs(input(), [], {}, utc);
    assert.deepEqual(lines.map((entry) => entry.message).sort(), [
      '0001-01-01 00:00:00 zero',
      'last',
      'one',
      'two',
      '…',
    ]);
    for (const { at } of lines) assert.match(at, /^20/);
  });

  test('a log may be named like a property of every object', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      writeFileSync(join(root, name), line(1, name));
      assert.deepEqual(look([join(root, name)]), [name]);
      assert.deepEqual(look([join(root, name)]), [], name);
    }
  });

  test('a log that was cut under its writer is read behind the gap that this leaves', () => {
    writeFileSync(join(root, 'app.log'), line(1, 'one').repeat(2000));
    look();
    truncateSync(join(root, 'app.log'), 0);
    writeFileSync(join(root, 'app.log'), Buffer.concat([Buffer.alloc(60_000), Buffer.from(line(2, 'two'))]));
    assert.deepEqual(look(), ['two']);
  });

  test('of a flood in many logs the newest lines are kept, so many as can be masked at once', () => {
    for (let file = 0; file < 10; file += 1)
      writeFileSync(join(root, `${file}.log`), line(file, `${file} `.repeat(5000)).repeat(25));
    look();
    for (let file = 0; file < 10; file += 1)
      appendFileSync(join(root, `${file}.log`), line(file + 10, `${file} `.repeat(5000)).repeat(100));
    const lines = look();
    assert.ok(lines.length > 300 && lines.join('').length < 4.2 * 1024 * 1024, String(lines.length));
    assert.ok(lines.at(-1)?.startsWith('9 '));
  });
});
