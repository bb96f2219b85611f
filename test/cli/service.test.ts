import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Preset, TaskRun, Workspace } from '../../src/contract/index.ts';
import { Client, makeProject, slowSettings, until } from '../service.ts';

import { begin, environment, folder, inspector, main, serve, start } from './rig.ts';

describe('the command line with a service', () => {
  before(() => {
    makeProject(folder, 'shop');
  });

  test('prints its lines first, takes the project, and a second one joins it', async () => {
    const data = join(folder, 'joined');
    const service = await serve(['shop'], data);
    assert.match(service.lines[0] ?? '', /^Listening on http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.match(service.lines[1] ?? '', /^Open http:\/\/inspector\.localhost:\d+\/login\/\?token=[A-Za-z0-9_-]{43}$/);
    assert.match(service.lines[2] ?? '', /http:\/\/127\.0\.0\.1:\d+\/login\/\?token=/);
    makeProject(folder, 'second');
    const joined = await inspector(['second'], data);
    assert.equal(joined.code, 0, joined.err);
    assert.equal(joined.out.split('\n')[0], service.lines[0]);
    const unasked = await inspector(
      [
        '--auth',
        'off',
        '--run-timeout',
        '5',
        '--base-path',
        '/x',
        '--port',
        '18999',
        '--no-watch',
        '--tasks',
        'background',
      ],
      data,
    );
    assert.match(unasked.out, /^Open .*\?token=/m, 'the running service asks for a log-in whatever this call says');
    assert.equal(
      unasked.err,
      `The service runs already and keeps the settings that it was started with. Without effect: --port 18999, --base-path /x, --auth off, --run-timeout 5. To have them, stop it (Ctrl-C where it runs, or kill ${service.child.pid}) and give this command again.\n`,
      'and says which of its flags are not so',
    );
    const same = await inspector(['--auth', 'on', '--base-path', '/', '--port', String(service.port)], data);
    assert.equal(same.err, '');
    const again = await inspector(['second'], data);
    assert.equal(again.code, 0, 'a project that is known already is simply opened');
    const link = new URL((again.out.split('\n')[2] ?? '').trim().replace(/^or /, ''));
    const client = new Client(service.port);
    assert.equal((await client.get(link.pathname + link.search)).status, 302);
    assert.deepEqual(
      (await client.get('/api/workspaces/')).json<Workspace[]>().map((row) => row.slug),
      ['shop', 'second'],
    );
    assert.ok((await client.get('/api/presets/')).json<Preset[]>().length > 10);
    const run = await inspector(['run', 'shop', 'version', '--confirm-safe'], data);
    assert.equal(run.code, 0, run.err);
    const settings = await inspector(['config'], data);
    assert.match(settings.out, /^port\s+0\s+environment$/m, 'of this call');
    assert.ok(settings.out.includes(`runs at ${(service.lines[0] ?? '').split(' ').at(-1)} `), settings.out);
    assert.match(settings.out, /keeps the settings that it was started with/);
    const fresh = await inspector(['link'], data);
    assert.match(fresh.out, /^http:\/\/inspector\.localhost:\d+\/login/);
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0);
    assert.ok(!existsSync(join(data, 'service.json')));
  });

  test('a service that is open to the network says so at its start, to doctor, and to whom it refuses', async () => {
    const data = join(folder, 'open');
    const closed = await inspector(['doctor'], data);
    assert.doesNotMatch(closed.out, /network/);
    const child = start(['--host', '0.0.0.0'], data);
    const ended = once(child, 'close');
    const said = { out: '', err: '' };
    child.stdout?.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      said.err += chunk;
    });
    const warned =
      /listens on all interfaces \(--host 0\.0\.0\.0\) in plain HTTP: everyone in the network .*--public-url/s;
    await until(
      () => said.err,
      (err) => warned.test(err),
      'the warning',
    );
    assert.match(said.out, /^Listening on http:\/\/127\.0\.0\.1:\d+\/ and all other addresses of this machine\n/);
    assert.match(
      (await inspector(['doctor'], data)).out,
      /! network: listens on all interfaces .*\n +Leave --host out/,
    );
    const client = new Client(Number(/:(\d+)\//.exec(said.out)?.[1]));
    const refused = await client.get('/', { headers: { host: `192.168.1.20:${client.port}` } });
    assert.deepEqual([refused.status, /--public-url/.test(refused.text)], [421, true]);
    child.kill('SIGTERM');
    await ended;
  });

  test('whoever listens where a service was killed is sent nothing', async (t) => {
    const data = join(folder, 'killed');
    let asked = 0;
    const stranger = createServer((_request, response) => {
      asked += 1;
      response.end('[]');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    t.after(() => stranger.close());
    const service = await serve(['shop'], data);
    service.child.kill('SIGKILL');
    await service.ended;
    const file = join(data, 'service.json');
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), url }));
    const added = await inspector(['users', 'add', 'ada'], data, 'correct horse battery\n');
    assert.deepEqual([added.code, asked], [0, 0], added.err);
    const list = await inspector(['list', '--json'], data);
    assert.deepEqual([(JSON.parse(list.out) as Workspace[]).length, asked], [1, 0]);
  });

  test('a Node that is too old is told so, with what to do', async () => {
    const child = spawn(process.execPath, ['--no-experimental-strip-types', main, '--version']);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 69);
    assert.match(err, /needs Node 24.*Install it, .*npm run inspector/);
  });

  test('a stop in the moment it is up is a stop, not a fault', async () => {
    const child = start([], join(folder, 'up-and-down'));
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0, err);
    assert.doesNotMatch(err, /went wrong/);
  });

  test('Ctrl-C stops in order within five seconds, also while a command runs', async () => {
    const data = join(folder, 'stops');
    makeProject(folder, 'forever', {
      'config/settings.py': slowSettings(
        'import time, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)',
      ),
    });
    const service = await serve(['forever'], data);
    const client = new Client(service.port);
    const link = new URL((await inspector(['link'], data)).out.split('\n')[1] ?? '');
    await client.get(link.pathname + link.search);
    const queued = await client.post('/api/task-runs/', { workspace: 'forever', preset: 'check', confirm_safe: 'on' });
    const { id } = queued.json<{ task_run: TaskRun }>().task_run;
    await client.post('/api/task-runs/', { workspace: 'forever', preset: 'version', confirm_safe: 'on' });
    await until(
      async () => (await client.get(`/api/task-runs/${id}/`)).json<TaskRun>(),
      (run) => run.progress >= 10,
      'the command runs',
    );
    const started = Date.now();
    service.child.kill('SIGINT');
    assert.equal(await service.ended, 0);
    assert.ok(Date.now() - started < 5000, `${Date.now() - started} ms`);
    const stopped = JSON.parse((await inspector(['log', String(id), '--json'], data)).out) as TaskRun;
    assert.equal(stopped.status, 'cancelled');
    assert.equal(stopped.metadata.command.exit_code, 130);
    assert.equal(stopped.metadata.command.error, 'The service was stopped.');
    const waiting = JSON.parse((await inspector(['log', String(id + 1), '--json'], data)).out) as TaskRun;
    assert.equal(waiting.status, 'queued', 'what waited stays for the next start');
  });

  test('who follows a run is told when the service ends, with 69 and no stack trace', async () => {
    const data = join(folder, 'leaves');
    makeProject(folder, 'lasting', {
      'config/settings.py': slowSettings('print("begun")\nimport time\ntime.sleep(600)'),
    });
    const service = await serve(['lasting'], data);
    const run = begin(['run', 'lasting', 'check', '--confirm-safe'], data);
    const id = await until(
      async () => (JSON.parse((await inspector(['runs', 'lasting', '--json'], data)).out) as TaskRun[])[0]?.id,
      (found) => found !== undefined,
      'the run is there',
    );
    const follow = begin(['log', String(id), '--follow'], data);
    for (const { said } of [run, follow])
      await until(
        () => said.out,
        (out) => out.includes('begun'),
        'the run is followed',
      );
    service.child.kill('SIGKILL');
    for (const { code, err } of await Promise.all([run.ended, follow.ended])) {
      assert.equal(code, 69, err);
      assert.match(err, /does not answer any more/);
      assert.doesNotMatch(err, /went wrong inside|\n +at /);
    }
    const lost = JSON.parse((await inspector(['log', String(id), '--json'], data)).out) as TaskRun;
    assert.equal(lost.status, 'failed', 'and nobody is told that it still runs');
  });

  test('a link of a service that does not answer for a while is waited for; one of no service is refused', async () => {
    const data = join(folder, 'put-aside');
    const service = await serve([], data);
    service.child.kill('SIGSTOP');
    const waiting = begin(['link'], data);
    // Longer than one question to the service is waited for.
    await sleep(3500);
    service.child.kill('SIGCONT');
    assert.match((await waiting.ended).out, /^http:/);
    service.child.kill('SIGKILL');
    await service.ended;
    assert.match((await inspector(['link'], data)).err, /^No service runs on this data folder/);
  });

  test('a terminal that is closed ends its run in order', async () => {
    const data = join(folder, 'hangs-up');
    makeProject(folder, 'endless', {
      'config/settings.py': slowSettings('print("begun")\nimport time\ntime.sleep(600)'),
    });
    await inspector(['add', 'endless'], data);
    const child = start(['run', 'endless', 'check', '--confirm-safe'], data);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    await until(
      () => out,
      (text) => text.includes('begun'),
      'the command runs',
    );
    child.kill('SIGHUP');
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 130);
    const runs = JSON.parse((await inspector(['runs', 'endless', '--json'], data)).out) as TaskRun[];
    assert.equal(runs[0]?.status, 'cancelled');
  });

  test('a folder that cannot be a workspace is told before anything is started', async (t) => {
    const service = await serve([], join(folder, 'elsewhere'));
    t.after(() => service.child.kill('SIGTERM'));
    const data = join(folder, 'unstarted');
    makeProject(folder, 'leaves');
    const refusals: [path: string, words: RegExp][] = [
      [join(folder, 'nowhere'), /nowhere does not exist\. Check the spelling\./],
      [main, /inspector\.js is a file\. Choose the folder that holds it\./],
      [data, /holds the data of Workspace Inspector itself/],
    ];
    for (const [path, words] of refusals) {
      // On a port that is taken: whoever comes as far as to listen says so.
      const result = await inspector([path, '--port', String(service.port)], data);
      assert.deepEqual([result.code, result.out], [69, '']);
      assert.match(result.err, words);
    }
    await inspector(['add', 'leaves'], data);
    rmSync(join(folder, 'leaves'), { recursive: true });
    const known = await serve([join(folder, 'leaves')], data);
    assert.match(known.lines[0] ?? '', /^Listening on /, 'a workspace whose folder is away is opened');
    known.child.kill('SIGTERM');
    await known.ended;
  });

  test('a service that may open few files says so when it starts', {
    skip: process.platform !== 'linux' && 'prlimit is of Linux',
  }, async (t) => {
    const told = async (most: number): Promise<string> => {
      const argv = [
        `--nofile=${most}`,
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        main,
        '--auth',
        'off',
      ];
      const child = spawn('prlimit', argv, {
        cwd: folder,
        env: environment(join(folder, 'few')),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      t.after(() => child.kill('SIGKILL'));
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      await until(
        () => said,
        (text) => text.includes('inspector add PATH'),
        'the last of what it says',
      );
      child.kill('SIGTERM');
      await once(child, 'exit');
      return said;
    };
    assert.match(await told(200), /^At most 200 files may be open at once here\. .*Raise its limit \(`ulimit -n`/m);
    assert.doesNotMatch(await told(512), /files may be open/);
  });

  test('a port that is taken is told, not thrown', async () => {
    const service = await serve([], join(folder, 'taken'));
    const result = await inspector(['--port', String(service.port)], join(folder, 'taken-2'));
    assert.equal(result.code, 69);
    assert.match(result.err, /is taken by another program/);
    service.child.kill('SIGTERM');
    await service.ended;
  });
});
