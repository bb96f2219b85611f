/** A data folder that another process has: whoever comes is told by whom. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { RunSummary, Status } from '../../src/contract/index.ts';
import { writeCommandFile } from '../../src/service-file.ts';
import { takeLock } from '../../src/store/lock.ts';
import { makeProject, slowSettings, until } from '../service.ts';

import { begin, folder, inspector, start } from './rig.ts';

describe('a data folder that is taken', () => {
  test('a command beside a run without a service says at once for which it waits, and works when that has ended', async (t) => {
    const data = join(folder, 'busy');
    makeProject(folder, 'busy-project', {
      'config/settings.py': slowSettings('print("begun", flush=True)\nimport time\ntime.sleep(600)'),
    });
    await inspector(['add', 'busy-project'], data);
    const run = start(['run', 'busy-project', 'check', '--confirm-safe'], data);
    t.after(() => run.kill('SIGKILL'));
    const ended = new Promise((resolve) => run.on('close', resolve));
    let out = '';
    run.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    await until(
      () => out,
      (text) => text.includes('begun'),
      'the command runs',
    );
    const waiting = begin(['list'], data);
    const told = await until(
      () => waiting.said.err,
      (text) => text.includes('\n'),
      'the command that waits says so',
      8000,
    );
    const who = `\`inspector run busy-project check --confirm-safe\` (process ${run.pid}, since `;
    assert.ok(told.startsWith(`Another command is at work on the data folder ${data}: ${who}`), told);
    assert.match(told, /since \d\d:\d\d:\d\d\)\. Waiting for it …\n$/);
    run.kill('SIGINT');
    assert.equal(await ended, 130);
    const { code, out: listed, err } = await waiting.ended;
    assert.equal(code, 0, err);
    assert.match(listed, /^busy-project /);
  });

  test('one that waited in vain is refused by the name of the other; a process that says nothing has none', async () => {
    const refusals = ['unnamed', 'named'].map(async (name) => {
      const data = join(folder, name);
      await inspector(['list'], data);
      const lock = takeLock(data);
      if (name === 'named') writeCommandFile(data, { pid: process.pid, command: 'inspector run x', since: 0 });
      const { code, err } = await inspector(['list'], data);
      lock?.release();
      assert.equal(code, 69, err);
      return err;
    });
    const [unnamed = '', named = ''] = await Promise.all(refusals);
    assert.match(
      unnamed,
      /^Another process has the data folder .* but does not answer\. End it, or use another [^\n]*\n$/,
    );
    assert.match(
      named,
      /\nAnother command is at work .*`inspector run x` \(process \d+, .* Try again when it has ended/,
    );
  });
});

test('a run without a service leaves the runs that wait to the next service: it would cancel them when it ends', async () => {
  const data = join(folder, 'left');
  const slow = slowSettings('import time\ntime.sleep(60)');
  makeProject(folder, 'waits', { 'config/settings.py': slow });
  makeProject(folder, 'asked');
  for (const name of ['waits', 'asked']) await inspector(['add', name], data);
  const order = ['version', '--confirm-safe'];
  await inspector(['run', 'waits', ...order, '--run-timeout', '1'], data);
  const store = new DatabaseSync(join(data, 'inspector.sqlite3'));
  store.exec("UPDATE runs SET status = 'queued', started_at = NULL, ended_at = NULL, exit_code = NULL, error = NULL");
  store.close();
  assert.equal((await inspector(['run', 'asked', ...order], data)).code, 0);
  const [waiting] = JSON.parse((await inspector(['runs', 'waits', '--json'], data)).out) as RunSummary[];
  assert.equal(waiting?.status, 'queued');
});

test('a scan without a service that Ctrl-C cuts short waits for the next one, and is not told as failed', async () => {
  const data = join(folder, 'cut-data');
  makeProject(folder, 'cut', { 'config/settings.py': slowSettings('import time\ntime.sleep(600)') });
  await inspector(['add', 'cut'], data);
  const child = start(['scan', 'cut'], data);
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const scansNow = () => {
    const file = new DatabaseSync(join(data, 'inspector.sqlite3'), { readOnly: true });
    const rows = file.prepare("SELECT status, summary FROM scans WHERE kind = 'schema'").all();
    file.close();
    return rows.map(({ status, summary }) => `${status}: ${summary}`);
  };
  await until(scansNow, ([scan]) => scan === 'running: Asking the project itself', 'the project is asked');
  child.kill('SIGINT');
  assert.equal(await ended, 130, err);
  assert.equal(err, 'Cut short: the next service or scan reads it anew.\n');
  assert.deepEqual(scansNow(), ['pending: Waiting']);
});

test('a scan without a service leaves what waits of other projects to the next service', async () => {
  const data = join(folder, 'left-scans');
  for (const name of ['first', 'wanted']) {
    makeProject(folder, name);
    await inspector(['add', name], data);
  }
  assert.equal((await inspector(['scan', 'wanted'], data)).code, 0);
  const statuses = async (slug: string) => {
    const { scans } = JSON.parse((await inspector(['status', slug, '--json'], data)).out) as Status;
    return [...new Set(scans.map(({ status }) => status))];
  };
  assert.deepEqual([await statuses('first'), await statuses('wanted')], [['pending'], ['completed']]);
});
