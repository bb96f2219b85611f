/** What a run prints reaches whoever asked for it, however fast it comes. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Preset, TaskRun } from '../../src/contract/index.ts';
import { makeProject, slowSettings } from '../service.ts';

import { folder, inspector, serve, start } from './rig.ts';

const count = 20_000;
const numbers = Array.from({ length: count }, (_, at) => `line number ${at}`);
/** A log so small that its middle is cut before anybody could have read it. */
const smallLog = ['--log-limit', '4096'];
const order = ['run', 'flood', 'version', '--confirm-safe'];

/** The lines of the flood and the cuts between them; the command prints a line of its own at the end. */
const toldOf = (out: string): string[] => out.split('\n').filter((line) => /line number|^…/.test(line));

/** How many cuts there are. Every line stands at its number, counted through these, to the last one. */
const cutsIn = (out: string): number => {
  let next = 0;
  let cuts = 0;
  for (const line of toldOf(out)) {
    const cut = /^… ([\d,]+) lines? cut …$/.exec(line)?.[1];
    if (cut === undefined) assert.match(line, new RegExp(`line number ${next}$`));
    next += cut === undefined ? 1 : Number(cut.replaceAll(',', ''));
    cuts += cut === undefined ? 0 : 1;
  }
  assert.equal(next, count);
  return cuts;
};

const newestId = async (data: string): Promise<number> =>
  (JSON.parse((await inspector(['runs', 'flood', '--json'], data)).out) as TaskRun[])[0]?.id ?? 0;

describe('the output of a run', () => {
  before(() => {
    const flood = `print("\\n".join(f"line number {at}" for at in range(${count})))`;
    makeProject(folder, 'flood', { 'config/settings.py': slowSettings(flood) });
  });

  test('run prints every line of a flood, though the log keeps its ends only', async () => {
    const data = join(folder, 'flood-alone');
    await inspector(['add', 'flood'], data);
    const { code, out, err } = await inspector([...order, ...smallLog], data);
    assert.equal(code, 0, err);
    assert.deepEqual(toldOf(out), numbers);
    assert.match(out, /line number 19999\n\d+\.\d+[^\n]*\n$/, 'to its end');
  });

  test('run prints every line that a running service has', async (t) => {
    const data = join(folder, 'flood-served');
    const service = await serve(['flood', ...smallLog], data);
    t.after(() => service.child.kill('SIGTERM') && service.ended);
    const { code, out, err } = await inspector(order, data);
    assert.equal(code, 0, err);
    assert.deepEqual(toldOf(out), numbers);
  });

  test('run prints a line of any length as one, and so does the kept output', async () => {
    const data = join(folder, 'flood-long');
    const long = JSON.stringify({ text: 'é'.repeat(150_000) });
    const settings = slowSettings('print("before")\nprint(\'{"text":"\' + "é" * 150_000 + \'"}\')\nprint("after")');
    makeProject(folder, 'long', { 'config/settings.py': settings });
    await inspector(['add', 'long'], data);
    const { code, out, err } = await inspector(['run', 'long', 'version', '--confirm-safe'], data);
    assert.equal(code, 0, err);
    assert.ok(out.startsWith(`before\n${long}\nafter\n`), `${out.length}`);
  });

  test('lines that are kept nowhere are said to be cut, in their place', async () => {
    const data = join(folder, 'flood-unkept');
    await inspector(['add', 'flood'], data);
    const { out } = await inspector([...order, ...smallLog, '--keep-output', '0'], data);
    const followed = await inspector(['log', String(await newestId(data)), '--follow'], data);
    const log = await inspector(['log', String(await newestId(data))], data);
    assert.equal(followed.out, log.out, 'and who follows a log that has ended gets the log');
    assert.equal(cutsIn(followed.out), 1);
    // On a busy machine `run` may have followed all of it before it was cut.
    assert.ok(cutsIn(out) <= 1);
  });

  test('is told as it comes and ended by Ctrl-C, also of a service that answers when a run has ended', async (t) => {
    const data = join(folder, 'waits-data');
    makeProject(folder, 'waits', { 'config/settings.py': slowSettings('import time; print("begun"); time.sleep(40)') });
    await inspector(['add', 'waits'], data);
    const run = start(['run', 'waits', 'check', '--confirm-safe', '--tasks', 'immediate'], data);
    t.after(() => run.kill('SIGKILL'));
    const ended = new Promise((resolve) => run.on('close', resolve));
    await new Promise((resolve) => run.stdout?.once('data', resolve));
    run.kill('SIGINT');
    assert.equal(await ended, 130);
  });

  test('whoever has read enough of a run ends it in order, and is told of the output that was closed', async (t) => {
    const data = join(folder, 'enough-data');
    const ticks = 'import time\nfor tick in range(400):\n    print("tick", tick, flush=True)\n    time.sleep(0.1)';
    makeProject(folder, 'enough', { 'config/settings.py': slowSettings(ticks) });
    await inspector(['add', 'enough'], data);
    const run = start(['run', 'enough', 'check', '--confirm-safe'], data);
    t.after(() => run.kill('SIGKILL'));
    const ended = new Promise((resolve) => run.on('close', resolve));
    await new Promise((resolve) => run.stdout?.once('data', resolve));
    run.stdout?.destroy();
    assert.equal(await ended, 141);
    const [kept] = JSON.parse((await inspector(['runs', 'enough', '--json'], data)).out) as TaskRun[];
    assert.equal(kept?.status, 'cancelled');
  });
});

test('status names the day of log lines that are not of today', async () => {
  const data = join(folder, 'dated');
  const log = `2021-03-04T12:00:00Z ERROR shop: long ago\n${new Date().toISOString()} ERROR shop: of today\n`;
  makeProject(folder, 'dated-shop', { 'app.log': log });
  await inspector(['add', 'dated-shop', '--slug', 'shop'], data);
  await inspector(['scan', 'shop', '--kind', 'logs'], data);
  const { out } = await inspector(['status', 'shop'], data);
  assert.match(out, /^2021-03-0[45] \d\d:\d\d:00 error {4}shop: long ago$/m);
  assert.match(out, /^\d\d:\d\d:\d\d error {4}shop: of today$/m);
});

test('status says of what there is nothing that there is nothing', async () => {
  const data = join(folder, 'bare');
  makeProject(folder, 'bare-shop');
  await inspector(['add', 'bare-shop', '--slug', 'shop'], data);
  const { out } = await inspector(['status', 'shop'], data);
  assert.match(out, /^Runs\nNone yet\.$/m);
  assert.match(out, /^Apps\n\S/m);
  assert.doesNotMatch(out, /^[A-Z]\w+\n(?:\n|$(?![\s\S]))/m, 'no heading stands alone');
});

test('what was never read is not told as if there were nothing in it, and without a service how to have it read', async () => {
  const data = join(folder, 'unread');
  makeProject(folder, 'unread-shop');
  await inspector(['add', 'unread-shop', '--slug', 'shop'], data);
  // Its result is an insight, before there is any of a scan.
  assert.equal((await inspector(['run', 'shop', 'check', '--confirm-safe'], data)).code, 0);
  const { out } = await inspector(['status', 'shop'], data);
  assert.match(out, /^System check {2}no findings$/m);
  assert.match(out, /^Apps\nNot read yet\.$/m);
  assert.match(out, /^Nobody reads it without a service\. Try: inspector scan shop$/m);
  const schema = await inspector(['schema', 'shop'], data);
  const words = '"shop" has not been read yet. Nobody reads it without a service. Try: inspector scan shop\n';
  assert.deepEqual([schema.code, schema.err], [69, words]);
  const next = await inspector(['run', 'shop', 'sqlmigrate', '--confirm-safe'], data);
  assert.equal(next.code, 126);
  assert.match(next.err, /^The migrations have not been read yet, so that it is not known which one is next:/);
  assert.equal((await inspector(['scan', 'shop'], data)).code, 0);
  const later = (await inspector(['status', 'shop'], data)).out;
  assert.match(later, /^Apps\ndjango\.contrib\.auth /m);
  assert.doesNotMatch(later, /Nobody reads it/);
});

test('status tells the problems that the scans count, each with its place, the worst first', async () => {
  const data = join(folder, 'wrong');
  const models = 'from django.db import models\n\nclass Order(models.Model:\n    pass\n';
  const files = { 'shop/__init__.py': '', 'shop/models.py': models, 'requirements.txt': 'Django==1.11\n' };
  const settings = 'SECRET_KEY = "x"\nINSTALLED_APPS = ["shop"]\nDEFAULT_AUTO_FIELD = "django.db.models.AutoField"\n';
  makeProject(folder, 'wrong-shop', { ...files, 'config/settings.py': settings });
  await inspector(['add', 'wrong-shop', '--slug', 'shop'], data);
  assert.doesNotMatch((await inspector(['status', 'shop'], data)).out, /Problems/, 'nothing was read yet');
  await inspector(['scan', 'shop'], data);
  const { out, code, err } = await inspector(['status', 'shop'], data);
  assert.equal(code, 0, err);
  const rows = /^Problems\n((?:.+\n)+)/m.exec(out)?.[1] ?? '';
  assert.match(rows, /^warning {2}shop\/models\.py:\d +\S/m);
  assert.match(
    rows,
    /^warning {2}requirements\.txt +requirements\.txt asks for Django 1\.11, and the interpreter has /m,
  );
});

test('status tells of each kind of scan the newest, as the window does; runs says that there are none', async () => {
  const data = join(folder, 'scanned');
  makeProject(folder, 'scanned-shop');
  await inspector(['add', 'scanned-shop', '--slug', 'shop'], data);
  for (const kind of ['logs', 'logs', 'fixtures']) await inspector(['scan', 'shop', '--kind', kind], data);
  const { out } = await inspector(['status', 'shop'], data);
  const rows = /^Scans\n((?:.+\n)+)/m.exec(out)?.[1]?.trim().split('\n') ?? [];
  assert.deepEqual(rows.map((row) => row.split(/ +/)[1]).sort(), ['fixtures', 'logs', 'migrations', 'schema'], out);
  assert.match(rows.find((row) => row.includes(' logs ')) ?? '', /completed/);
  const runs = await inspector(['runs', 'shop'], data);
  assert.deepEqual([runs.code, runs.out, runs.err], [0, '', 'No run yet: inspector presets shop\n']);
});

test('presets lists what can be run by the names that run takes, and knows no workspace that is not there', async () => {
  const data = join(folder, 'offered');
  makeProject(folder, 'offers');
  await inspector(['add', 'offers'], data);
  const { code, out } = await inspector(['presets', 'offers'], data);
  assert.equal(code, 0);
  assert.match(out, /^check +python manage\.py check +Django's system check framework/m);
  const listed = JSON.parse((await inspector(['presets', 'offers', '--json'], data)).out) as Preset[];
  assert.deepEqual(
    listed.map(({ key }) => key),
    out.match(/^\S+/gm),
  );
  const refused = await inspector(['presets', 'nowhere'], data);
  assert.deepEqual([refused.code, refused.err], [69, 'There is no workspace "nowhere".\nTry: inspector list\n']);
});
