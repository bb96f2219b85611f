import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLogs } from '../../../../src/frameworks/django/logs/read-logs.ts';
import type { LogReading } from '../../../../src/frameworks/framework.ts';
import { utc } from './settings.ts';

const line = (second: number, message: string): string => `2025-11-15 03:07:0${second} INFO ${message}\n`;

test('a log that loguru or logrotate moves to a name that ends as before is not told twice', (context) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'logs-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const input = { root, sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
  let reading: LogReading | undefined;
  const look = (): string[] => {
    reading = readLogs(input, [], reading?.position ?? {}, utc);
    return reading.lines.map(({ message }) => message);
  };
  const log = join(root, 'app.log');
  writeFileSync(log, line(1, 'one'));
  look();
  for (const [index, name] of [
    ...['app.2025-11-15_03-07-10_123456.log', 'app.2025-11-15_03-07-10_123456.2.log'],
    ...['app-20251115.log', 'app-2025-11-15.log', 'app.20251115.log'],
  ].entries()) {
    appendFileSync(log, line(index + 2, `just before ${name}`));
    renameSync(log, join(root, name));
    writeFileSync(log, line(index + 2, `after ${name}`));
    assert.deepEqual(look(), [`just before ${name}`, `after ${name}`]);
  }
  appendFileSync(log, line(8, 'packed'));
  rmSync(log);
  writeFileSync(join(root, 'app.2025-11-16_03-07-10_123456.log.zip'), 'PK');
  writeFileSync(log, line(9, 'nine'));
  assert.deepEqual(look(), ['nine']);
  assert.deepEqual(
    reading?.problems.map(({ code }) => code),
    ['log_skipped'],
  );
});
