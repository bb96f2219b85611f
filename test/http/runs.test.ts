import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Preset, RunLogPage, RunSummary, Status, StatusWithRun, TaskRun } from '../../src/contract/index.ts';
import type { StoredRun } from '../../src/store/queries/runs.ts';
import { createLogRecorder } from '../../src/usecases/runs/log-recorder.ts';
import { hashTree } from '../runner/workbench.ts';
import {
  makeProject,
  queueRun,
  readStatus,
  scanOnly,
  slowSettings,
  startTestService,
  type TestService,
  until,
  waitForRun,
  waitForScans,
} from '../service.ts';

const ticking = slowSettings(
  'import time\nfor index in range(600):\n    print("tick", index, flush=True)\n    time.sleep(0.1)',
);

/** Fast, and far more than the log holds. */
const longList = 'print("app")\nfor index in range(20000):\n    print(f" [X] {index:04}_step")\n';

describe('runs from outside', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ 'queue-limit': '30', 'log-limit': '8192' });
    scanOnly(service, 'empty', 'pending', 'renewed');
    for (const [name, files] of [
      ['tiny', {}],
      ['ticks', { 'config/settings.py': ticking }],
      ['long', { 'manage.py': longList }],
      ['chatty', { 'config/settings.py': slowSettings('for index in range(2000):\n    print("line number", index)') }],
    ] as const) {
      const answer = await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, name, files) });
      assert.equal(answer.status, 201, answer.text);
    }
  });
  after(() => service.end());

  test('the log grows while the command runs, and a poll of the status sees the progress', async () => {
    const { id } = await queueRun(service.owner, 'ticks', 'check');
    const seen = await until(
      async () => (await service.owner.get(`/api/task-runs/${id}/log/?after=0`)).json<RunLogPage>(),
      (page) => page.lines.length >= 3 && page.status === 'running',
      'lines come while it runs',
    );
    assert.match(seen.lines[0]?.text ?? '', /^\[\d\d:\d\d:\d\d\] tick 0$/);
    const { output_lines, duration_seconds, exit_code } = seen.command;
    assert.ok(output_lines > 0 && output_lines <= seen.lines.length, 'with what is known of the command so far');
    assert.ok(duration_seconds > 0 && exit_code === undefined);
    const { sandbox } = (await service.owner.get(`/api/task-runs/${id}/`)).json<TaskRun>().metadata;
    assert.equal(sandbox?.network, false, 'and with how it is held');
    assert.match(sandbox?.interpreter ?? '', /python/);
    assert.deepEqual(seen.sandbox, sandbox);
    const later = (await service.owner.get(`/api/task-runs/${id}/log/?after=${seen.last}`)).json<RunLogPage>();
    assert.ok(later.lines.every((line) => line.seq > seen.last));
    const task = (await readStatus(service.owner, 'ticks')).tasks.find((entry) => entry.id === id);
    assert.ok(task && task.status === 'running' && task.progress >= 20 && task.progress < 100);
    const cancelled = (await service.owner.post(`/api/task-runs/${id}/cancel/`)).json<TaskRun>();
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelled.metadata.command.exit_code, 130);
    assert.equal(cancelled.metadata.sandbox?.profile, sandbox?.profile);
    assert.match(cancelled.log, /tick 0/, 'a cancelled run keeps the output it had written');
    const again = await service.owner.post(`/api/task-runs/${id}/cancel/`);
    assert.equal(again.status, 200);
    assert.equal(again.json<TaskRun>().status, 'cancelled');
  });

  test('Q03 X03 two runs of a workspace go one after the other, and a waiting one can be cancelled', async () => {
    const first = await queueRun(service.owner, 'ticks', 'check');
    const second = await queueRun(service.owner, 'ticks', 'version');
    await until(
      async () => (await service.owner.get(`/api/task-runs/${first.id}/`)).json<TaskRun>(),
      (run) => run.status === 'running',
      'the first runs',
    );
    assert.equal((await service.owner.get(`/api/task-runs/${second.id}/`)).json<TaskRun>().status, 'queued');
    assert.equal((await service.owner.post(`/api/task-runs/${second.id}/cancel/`)).json<TaskRun>().status, 'cancelled');
    await service.owner.post(`/api/task-runs/${first.id}/cancel/`);
    const ended = await waitForRun(service.owner, first.id);
    assert.equal((await service.owner.post(`/api/task-runs/${first.id}/cancel/`)).json<TaskRun>().status, ended.status);
    await until(
      async () => (await readStatus(service.owner, 'ticks')).log_excerpt.map(({ message }) => message),
      (messages) => messages.includes(`Run ${first.id} (${first.label}) cancelled.`),
      'the log says so once',
    );
  });

  test('a long log is cut in its middle and says so; the whole output is kept and served, by range too', async () => {
    const { id } = await queueRun(service.owner, 'chatty', 'version');
    const run = await waitForRun(service.owner, id);
    assert.equal(run.status, 'succeeded', run.metadata.command.error);
    assert.ok(Buffer.byteLength(run.log) <= 8192);
    assert.match(run.log, /line number 0\n/);
    assert.match(run.log, /\n… [\d,]+ lines cut …\n/);
    assert.match(run.log, /line number 1999\n/);
    assert.equal(run.metadata.command.output_lines, 2001);
    const { lines, last } = (await service.owner.get(`/api/task-runs/${id}/log/?after=1900`)).json<RunLogPage>();
    assert.equal(last, 2001, 'lines are numbered through the cut');
    assert.match(lines.find(({ seq }) => seq === 1991)?.text ?? '', /line number 1990$/);
    const whole = await service.owner.get(`/api/task-runs/${id}/output/`);
    assert.equal(whole.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(whole.headers['x-content-type-options'], 'nosniff');
    assert.equal(whole.text.split('\n').filter((line) => line.startsWith('line number')).length, 2000);
    const part = await service.owner.get(`/api/task-runs/${id}/output/`, { headers: { range: 'bytes=5-10' } });
    assert.equal(part.status, 206);
    assert.equal(part.text, whole.text.slice(5, 11));
    assert.equal(part.headers['content-range'], `bytes 5-10/${Buffer.byteLength(whole.text)}`);
    assert.equal(
      (await service.owner.get(`/api/task-runs/${id}/output/`, { headers: { range: 'bytes=99999999-' } })).status,
      416,
    );
    // The same run once more, told in forty batches: each has room, all of them have not.
    const { store } = service.app.context;
    const { id: _, ...row } = (await store.runs.find(id)) as StoredRun;
    const again = await store.runs.insert(row);
    const recorder = createLogRecorder(again.id, 8192);
    for (let at = 0; at < 40; at += 1)
      await recorder.append(store, [{ at, text: `${at} ${'x'.repeat(1000)}`, lines: 1 }], 0);
    const { log } = (await service.owner.get(`/api/task-runs/${again.id}/`)).json<TaskRun>();
    assert.ok(Buffer.byteLength(log) <= 8192, `${log.length}`);
    assert.match(log, /^\[[\d:]+\] 0 x.*\n… 32 lines cut …\n.*\] 39 x+$/s);
    assert.equal(recorder.cutLines(), 32);
  });

  test('what is there of an output that nobody counted to its end is given, and an empty file is not passed for it', async () => {
    const { id } = await queueRun(service.owner, 'chatty', 'version');
    await waitForRun(service.owner, id);
    const path = `/api/task-runs/${id}/output/`;
    const whole = (await service.owner.get(path)).text;
    // As a crash leaves it: printed lines, no size, and a file with some of them or none.
    await service.app.context.store.runs.forgetOutput([id]);
    const kept = await service.owner.get(path, { headers: { range: 'bytes=5-10' } });
    assert.equal(kept.status, 200);
    assert.equal(kept.text, whole);
    truncateSync(join(service.dataDir, 'output', `${id}.gz`));
    const nothing = await service.owner.get(path);
    assert.equal(nothing.status, 404);
    assert.equal(nothing.json().code, 'not_found');
  });

  test('a part of a large output is given without a file left open behind it', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { id } = await queueRun(service.owner, 'tiny', 'version');
    await waitForRun(service.owner, id);
    const file = join(service.dataDir, 'output', `${id}.gz`);
    const text = randomBytes(1024 * 1024).toString('hex');
    writeFileSync(file, gzipSync(text));
    await service.app.context.store.runs.transition(id, 'succeeded', { output_bytes: text.length });
    const ask = (range: string) => service.owner.get(`/api/task-runs/${id}/output/`, { headers: { range } });
    const part = await ask('bytes=0-9');
    assert.deepEqual([part.status, part.text], [206, text.slice(0, 10)]);
    assert.equal((await ask('bytes=99999999-')).status, 416);
    const isOpen = (descriptor: string): boolean => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`) === file;
      } catch {
        return false;
      }
    };
    await until(
      () => readdirSync('/proc/self/fd').filter(isOpen).length,
      (open) => open === 0,
      'the file is closed',
      2000,
    );
  });

  test('a result holds what the log had no room for', async () => {
    const { id } = await queueRun(service.owner, 'long', 'showmigrations');
    const { metadata, log } = await waitForRun(service.owner, id);
    assert.match(log, / lines cut …\n/);
    assert.ok(metadata.result?.kind === 'migrations');
    assert.equal(metadata.result.apps[0]?.migrations.length, 20_000);
    assert.equal(metadata.result.apps[0].migrations[12_345]?.name, '12345_step');
  });

  test('a run can be run again, only with the acknowledgement', async () => {
    const { id } = await queueRun(service.owner, 'tiny', 'version');
    await waitForRun(service.owner, id);
    assert.equal((await service.owner.post(`/api/task-runs/${id}/again/`)).status, 400);
    const again = await service.owner.post(`/api/task-runs/${id}/again/`, { confirm_safe: 'on' });
    assert.equal(again.status, 201);
    const run = again.json<StatusWithRun>().task_run;
    assert.equal(run.preset, 'version');
    assert.ok(run.id > id);
  });

  test('the list is filtered and paged', async () => {
    const page = (await service.owner.get('/api/task-runs/?workspace=ticks&status=cancelled')).json<RunSummary[]>();
    assert.ok(page.length >= 2);
    assert.ok(page.every((run) => run.status === 'cancelled' && run.metadata.workspace === 'ticks' && !('log' in run)));
    assert.equal((await service.owner.get('/api/task-runs/?status=odd')).status, 400);
    assert.equal((await service.owner.get('/api/task-runs/?workspace=nowhere')).status, 400);
  });

  test('sqlmigrate fails at once and says so when nothing is pending or nothing was scanned', async () => {
    const answer = await service.owner.post('/api/workspaces/', {
      path: makeProject(service.folder, 'empty', {
        'config/settings.py': 'SECRET_KEY="x"*50\nINSTALLED_APPS = []\nDATABASES = {}\n',
      }),
    });
    assert.equal(answer.status, 201);
    await waitForScans(service.owner, 'empty');
    const run = await queueRun(service.owner, 'empty', 'sqlmigrate');
    assert.equal(run.status, 'failed');
    assert.equal(run.progress, 100);
    assert.match(run.metadata.command.error ?? '', /No migration is pending/);
  });

  test('the command that shows SQL names the next pending migration before it runs, own apps first, and runs as named', async () => {
    const path = makeProject(service.folder, 'pending', {
      'config/settings.py': `${slowSettings('INSTALLED_APPS += ["books"]')}`,
      'books/__init__.py': '',
      'books/models.py': '',
      'books/migrations/__init__.py': '',
      'books/migrations/0001_initial.py':
        'from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n    initial = True\n',
    });
    assert.equal((await service.owner.post('/api/workspaces/', { path })).status, 201);
    await waitForScans(service.owner, 'pending');
    const commandOf = async (query: string) =>
      (await service.owner.get(`/api/presets/${query}`)).json<Preset[]>().find((preset) => preset.key === 'sqlmigrate')
        ?.command;
    assert.equal(await commandOf('?workspace=pending'), 'python manage.py sqlmigrate books 0001_initial');
    assert.equal(await commandOf('?workspace=empty'), 'python manage.py sqlmigrate <app> <migration>');
    assert.equal(await commandOf(''), 'python manage.py sqlmigrate <app> <migration>');
    assert.deepEqual((await service.owner.get('/api/presets/?workspace=nope')).json().errors, {
      workspace: ['There is no workspace "nope".'],
    });
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'pending', 'sqlmigrate')).id);
    assert.equal(run.metadata.command.raw, await commandOf('?workspace=pending'));
    assert.equal(run.status, 'succeeded', run.log);
  });

  test('a workspace is the same after a run, byte for byte, also when its settings write', async () => {
    const root = makeProject(service.folder, 'writes', {
      'config/settings.py': slowSettings(
        'open(BASE_DIR / "pwned", "w").write("x")\nimport os\nos.chmod(BASE_DIR / "manage.py", 0o777)',
      ),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    const before = hashTree(root);
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'writes', 'check')).id);
    assert.equal(run.status, 'succeeded', run.metadata.command.error);
    assert.equal(run.metadata.sandbox?.profile, 'copy-on-write');
    assert.ok((run.metadata.sandbox?.discarded.files ?? 0) >= 1, 'and the run says what was thrown away');
    assert.equal(hashTree(root), before);
  });

  test('a secret that is new in the settings is masked though nothing is watched', async (t) => {
    const says = (secret: string): string => slowSettings(`SECRET_KEY = "${secret}"\nprint("it says", SECRET_KEY)`);
    const root = makeProject(service.folder, 'renewed', { 'config/settings.py': says('first-planted-value-1') });
    await service.owner.post('/api/workspaces/', { path: root });
    await waitForScans(service.owner, 'renewed');
    const before = await waitForRun(service.owner, (await queueRun(service.owner, 'renewed', 'check')).id);
    assert.match(before.log, /it says \*\*\*/);
    makeProject(service.folder, 'renewed', { 'config/settings.py': says('second-planted-value-2') });
    const { clock } = service.app.context;
    const { ticks } = clock;
    t.mock.method(clock, 'ticks', () => ticks() + 1001);
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'renewed', 'check')).id);
    assert.match(run.log, /it says \*\*\*/);
  });

  test('results stand beside the text, and the check becomes an insight', async () => {
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'tiny', 'showmigrations')).id);
    assert.equal(run.metadata.result?.kind, 'migrations');
    await waitForRun(service.owner, (await queueRun(service.owner, 'tiny', 'check')).id);
    const status = await until(
      () => readStatus(service.owner, 'tiny'),
      (payload: Status) => payload.insights.some((insight) => insight.title === 'System check'),
      'the check is an insight',
    );
    assert.equal(status.insights.find((insight) => insight.title === 'System check')?.value, 'no findings');
  });

  test('a run that fails tells its root cause', async () => {
    const path = makeProject(service.folder, 'fails', {
      'config/settings.py': slowSettings('import no_such_module_here'),
    });
    await service.owner.post('/api/workspaces/', { path });
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'fails', 'check')).id);
    assert.equal(run.status, 'failed');
    assert.match(
      run.metadata.command.error ?? '',
      /module "no_such_module_here" is neither in the workspace nor installed/,
    );
  });

  test('a root cause is found at the end of however much was printed before it', async () => {
    const path = makeProject(service.folder, 'floods', {
      'config/settings.py': slowSettings('for _ in range(60000): print("x" * 99)\nimport no_such_module_here'),
    });
    await service.owner.post('/api/workspaces/', { path });
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'floods', 'check')).id);
    assert.match(
      run.metadata.command.error ?? '',
      /module "no_such_module_here" is neither in the workspace nor installed/,
    );
  });

  test('Q02 beyond the bound a run is 429 with Retry-After, and those before it stay', async () => {
    const first = await queueRun(service.owner, 'ticks', 'check');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        service.owner.post('/api/task-runs/', { workspace: 'ticks', preset: 'version', confirm_safe: 'on' }),
      ),
    );
    const full = answers.filter((answer) => answer.status === 429);
    assert.ok(full.length >= 9, `${full.length} refused`);
    assert.ok(
      full.every((answer) => answer.json().code === 'rate_limited' && Number(answer.headers['retry-after']) > 0),
    );
    for (const answer of answers.filter(({ status }) => status === 201)) {
      await service.owner.post(`/api/task-runs/${answer.json<StatusWithRun>().task_run.id}/cancel/`);
    }
    await service.owner.post(`/api/task-runs/${first.id}/cancel/`);
  });
});

test('Q02 runs of a workspace go in the order in which they were asked for', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  for (const name of ['one', 'two'])
    await service.owner.post('/api/workspaces/', {
      path: makeProject(service.folder, name, { 'manage.py': 'print("3.2")\n' }),
    });
  const asked: Record<string, number[]> = { one: [], two: [] };
  for (let index = 0; index < 20; index += 1) {
    const name = index % 3 === 0 ? 'two' : 'one';
    asked[name]?.push((await queueRun(service.owner, name, 'version')).id);
  }
  for (const ids of Object.values(asked)) {
    for (const id of ids) assert.equal((await waitForRun(service.owner, id)).status, 'succeeded');
    const rows = await Promise.all(ids.map((id) => service.app.context.store.runs.find(id)));
    const started = rows.map((row) => row?.started_at ?? 0);
    assert.deepEqual(
      started,
      started.toSorted((a, b) => a - b),
    );
    for (const [index, row] of rows.entries())
      assert.ok((rows[index + 1]?.started_at ?? Number.POSITIVE_INFINITY) >= (row?.ended_at ?? 0), 'one at a time');
  }
});

test('--tasks immediate answers when the run has ended', async () => {
  const service = await startTestService({ tasks: 'immediate' });
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  const run = await queueRun(service.owner, 'tiny', 'version');
  assert.equal(run.status, 'succeeded', run.metadata.command.error);
  assert.equal(run.metadata.command.exit_code, 0);
  await service.end();
});

test('S16 without a sandbox a run is refused with what to do, unless the operator chose none', async () => {
  const service = await startTestService();
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  const { context } = service.app;
  context.sandbox = async () => ({
    available: false,
    profile: null,
    reason: 'No bubblewrap.',
    remedy: 'Install it.',
    proven: false,
  });
  const answer = await service.owner.post('/api/task-runs/', {
    workspace: 'tiny',
    preset: 'check',
    confirm_safe: 'on',
  });
  assert.equal(answer.status, 503);
  assert.equal(answer.json().code, 'sandbox_unavailable');
  assert.match(answer.text, /Install it/);
  assert.deepEqual(await context.store.runs.list({ limit: 10 }), [], 'and nothing was stored');
  await service.end();
});

test('a POST that is repeated with its key is answered with its run, also when the sandbox is gone meanwhile', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  const fields = { workspace: 'tiny', preset: 'version', confirm_safe: 'on' };
  const post = (key: string) => service.owner.post('/api/task-runs/', fields, { headers: { 'idempotency-key': key } });
  const first = (await post('once')).json<StatusWithRun>().task_run;
  const { context } = service.app;
  context.sandbox = async () => ({ available: false, profile: null, reason: 'Gone.', remedy: null, proven: false });
  const repeated = await post('once');
  assert.equal(repeated.status, 201, repeated.text);
  assert.equal(repeated.json<StatusWithRun>().task_run.id, first.id);
  const other = await post('another');
  assert.equal(other.status, 503);
  assert.equal(other.json().code, 'sandbox_unavailable');
  assert.equal((await context.store.runs.list({ limit: 10 })).length, 1);
});

test('a larger run-timeout holds for a preset with a time of its own, too, a smaller one does not', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  const { options, store } = service.app.context;
  for (const [setting, expected] of [
    [1_000_000, 1_000_000],
    [30_000, 300_000],
  ]) {
    options.runTimeoutMs = setting ?? 0;
    const { id } = await queueRun(service.owner, 'tiny', 'dumpdata');
    assert.equal((await store.runs.find(id))?.timeout_ms, expected);
  }
});
