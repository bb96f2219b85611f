import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Preset, Status, TaskRun, Workspace } from '../../src/contract/index.ts';
import { Client, makeFolder, makeProject, slowSettings, until } from '../service.ts';

const main = fileURLToPath(new URL('../../bin/inspector.js', import.meta.url));

type Result = { code: number | null; out: string; err: string };

const folder = makeFolder();
const environment = (data: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  INSPECTOR_DATA_DIR: data,
  INSPECTOR_NO_OPEN: '1',
  INSPECTOR_PORT: '0',
  INSPECTOR_NO_WATCH: '1',
});

const start = (args: string[], data: string, cwd = folder): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd,
    env: environment(data),
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** `script` gives it a terminal; what it says there is all one. */
const startAtTerminal = (args: string[], data: string): ChildProcess =>
  spawn('script', ['-qec', [process.execPath, main, ...args].join(' '), '/dev/null'], {
    cwd: folder,
    env: { ...environment(data), TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const inspector = (args: string[], data: string, input = '', cwd = folder): Promise<Result> =>
  new Promise((resolve) => {
    const child = start(args, data, cwd);
    let out = '';
    let err = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin?.end(input);
  });

/** A service as a process of its own; resolves when it has printed its lines. */
const serve = async (
  args: string[],
  data: string,
  cwd = folder,
): Promise<{ child: ChildProcess; lines: string[]; port: number; ended: Promise<number | null> }> => {
  const child = start(args, data, cwd);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await until(
    () => out,
    (text) => /^ {2}or .*\n/m.test(text) || child.exitCode !== null,
    `service prints its lines (${err})`,
  );
  const lines = out.split('\n');
  return { child, lines, ended, port: Number(/:(\d+)\//.exec(lines[0] ?? '')?.[1]) };
};

after(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line without a service', () => {
  const data = join(folder, 'alone');
  before(() => {
    makeProject(folder, 'shop');
  });

  test('--version and --help answer at once, with examples and exit codes', async () => {
    const version = await inspector(['--version'], data);
    assert.match(version.out, /^workspace-inspector \d+\.\d+\.\d+\n$/);
    const help = await inspector(['--help'], data);
    assert.equal(help.code, 0);
    for (const word of ['Examples', 'Exit status', '--data-dir', 'doctor', 'run SLUG PRESET --confirm-safe'])
      assert.ok(help.out.includes(word), word);
    assert.match((await inspector(['run', '--help'], data)).out, /--confirm-safe/);
    assert.ok(!existsSync(data), 'and touch nothing');
  });

  test('wrong use is 64 with a hint and no stack trace', async () => {
    for (const args of [
      ['list', '--nonsense'],
      ['add'],
      ['run', 'shop'],
      ['--port', 'x'],
      ['--auth', 'maybe'],
      ['users', 'invent', 'x'],
      ['log', 'x'],
    ]) {
      const result = await inspector(args, data);
      assert.equal(result.code, 64, `${args.join(' ')}: ${result.err}`);
      assert.doesNotMatch(result.err, /\n\s+at /, args.join(' '));
    }
  });

  test('add, list, move, status and remove work on the store itself', async () => {
    const added = await inspector(['add', 'shop', '--name', 'Web shop', '--json'], data);
    assert.equal(added.code, 0, added.err);
    assert.equal((JSON.parse(added.out) as Workspace).slug, 'web-shop');
    const listed = JSON.parse((await inspector(['list', '--json'], data)).out) as Workspace[];
    assert.deepEqual(
      listed.map((workspace) => workspace.slug),
      ['web-shop'],
    );
    const elsewhere = makeProject(folder, 'moved/shop');
    const moved = await inspector(['move', 'web-shop', 'moved/shop', '--json'], data);
    assert.equal(moved.code, 0, moved.err);
    assert.equal((JSON.parse(moved.out) as Workspace).path, elsewhere);
    const status = JSON.parse((await inspector(['status', 'web-shop', '--json'], data)).out) as Status;
    assert.equal(status.workspace, 'web-shop');
    assert.equal(
      (await inspector(['--data-dir', data, 'remove', 'web-shop', '--yes'], data)).code,
      0,
      'a setting may stand before the command',
    );
    assert.deepEqual(JSON.parse((await inspector(['list', '--json'], data)).out), []);
  });

  test('without a terminal nothing is removed unless --yes says so', async () => {
    await inspector(['add', 'shop', '--slug', 'kept'], data);
    const refused = await inspector(['remove', 'kept'], data, 'y\n');
    assert.equal(refused.code, 64);
    assert.match(refused.err, /inspector remove kept --yes/);
    assert.equal(refused.out, '');
    const listed = (): Promise<string> => inspector(['list'], data).then(({ out }) => out);
    assert.match(await listed(), /^kept /m);
    assert.equal((await inspector(['remove', 'kept', '--yes'], data)).code, 0);
    assert.doesNotMatch(await listed(), /^kept /m);
  });

  test('a terminal is asked before a workspace is removed', async () => {
    await inspector(['add', 'shop', '--slug', 'asked'], data);
    const answer = async (word: string): Promise<Result> => {
      const child = startAtTerminal(['remove', 'asked'], data);
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
        if (/\[y\/N\]/.test(out)) child.stdin?.end(`${word}\n`);
      });
      const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
      return { code, out, err: '' };
    };
    const no = await answer('n');
    assert.equal(no.code, 1, no.out);
    assert.match(no.out, /Nothing was removed/);
    const yes = await answer('y');
    assert.equal(yes.code, 0, yes.out);
    assert.match(yes.out, /Removed asked/);
  });

  test('a table is coloured at a terminal, and its words are to be read', async () => {
    const data = join(folder, 'coloured-data');
    await inspector(['add', 'shop', '--slug', 'coloured'], data);
    await inspector(['run', 'coloured', 'version', '--confirm-safe'], data);
    const child = startAtTerminal(['runs', 'coloured'], data);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0, out);
    assert.match(out, /version {2}\u001b\[32msucceeded\u001b\[39m {2}/);
  });

  test('an argument that is empty, huge or named like a part of every object is refused in one sentence', async () => {
    const huge = 'a'.repeat(20_000);
    for (const args of [
      ['add', ''],
      ['move', 'nowhere', ''],
      ['backup', ''],
      [''],
      ['users', 'constructor', 'x'],
      ['schema', 'nowhere', '--format', 'constructor'],
    ])
      assert.equal((await inspector(args, data)).code, 64, args.join(' '));
    for (const args of [
      ['status', huge],
      ['runs', huge],
      ['users', 'remove', huge],
    ]) {
      const { code, err } = await inspector(args, data);
      assert.equal(code, 69, err);
      assert.doesNotMatch(err, /went wrong inside|\n.*\n/);
    }
  });

  test("a folder's name cannot steer the terminal", async () => {
    const odd = makeProject(folder, 'od\u001b]0;title\u0007d');
    symlinkSync(odd, join(folder, 'even'));
    const added = await inspector(['add', 'even', '--slug', 'even'], data);
    const twice = await inspector(['add', 'even'], data);
    rmSync(join(odd, 'manage.py'));
    const broken = await inspector(['add', 'even'], data);
    assert.equal(added.code, 0, added.err);
    assert.doesNotMatch(added.out + twice.err + broken.err, /[\u001b\u0007]/);
    assert.match(broken.err, /There is no manage.py in .*od\?/);
    await inspector(['remove', 'even', '--yes'], data);
  });

  test('a reader that has seen enough ends the program quietly, as for any Unix tool', async () => {
    for (const args of [['--help'], ['config', '--json'], ['users'], ['add', '--help']]) {
      const child = start(args, data);
      let err = '';
      child.stdout?.destroy();
      child.stderr?.on('data', (chunk) => {
        err += chunk;
      });
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(err, '', args.join(' '));
      assert.equal(code, 141, args.join(' '));
    }
  });

  test('an output that cannot be written is told in one sentence', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [main, '--help'], {
      env: environment(data),
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 1);
    assert.match(err, /^The output cannot be written: .*ENOSPC[^\n]*\n$/);
  });

  test('nothing is written to the current folder, however odd the environment', async () => {
    const cwd = join(folder, 'clean');
    mkdirSync(cwd);
    const home = join(folder, 'home');
    for (const odd of [{ HOME: '' }, { HOME: 'home' }, { HOME: home, XDG_DATA_HOME: 'data' }]) {
      const { INSPECTOR_DATA_DIR: _, ...plain } = environment(data);
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'config', '--json'], {
        cwd,
        env: { ...plain, ...odd },
      });
      const settings = JSON.parse(await text(child.stdout)) as Record<string, { value: string }>;
      const place = settings['data-dir']?.value ?? '';
      assert.ok(!place.startsWith(cwd) && place.endsWith('.local/share/workspace-inspector'), place);
    }
  });

  test('a lock or a service file that is none is told in one sentence', async () => {
    const odd = join(folder, 'odd-data');
    mkdirSync(join(odd, 'service.json'), { recursive: true });
    writeFileSync(join(odd, 'lock.sqlite3'), 'no database at all'.repeat(100));
    const broken = await inspector(['list'], odd);
    assert.equal(broken.code, 69);
    assert.match(broken.err, /^The lock .* cannot be used .* move it away/);
    rmSync(join(odd, 'lock.sqlite3'));
    assert.equal((await inspector(['list'], odd)).code, 0);
  });

  test('a folder that cannot be made is no data folder, and that is said at once', async () => {
    for (const place of ['/proc/inspector-data', '/proc/inspector/data', '/dev/null/data']) {
      const result = await inspector(['list'], place);
      assert.equal(result.code, place.startsWith('/dev') ? 64 : 69, result.err);
      assert.match(result.err, new RegExp(`${place}.* cannot be used: `));
      assert.doesNotMatch(result.err, /\n\s+at /);
    }
  });

  test('a refusal is 69 in the words of the service', async () => {
    const result = await inspector(['add', join(folder, 'nowhere')], data);
    assert.equal(result.code, 69);
    assert.match(result.err, /does not exist/);
    assert.equal((await inspector(['status', 'nowhere'], data)).code, 69);
    assert.equal((await inspector(['link'], data)).code, 69);
  });

  test('run prints the output and ends with the status of the command', async () => {
    await inspector(['add', 'shop'], data);
    const good = await inspector(['run', 'shop', 'check', '--confirm-safe'], data);
    assert.equal(good.code, 0, good.err);
    assert.match(good.out, /System check identified no issues/);
    assert.equal((await inspector(['run', 'shop', 'check'], data)).code, 64, 'not without the acknowledgement');
    makeProject(folder, 'broken', { 'config/settings.py': slowSettings('raise SystemExit(3)') });
    await inspector(['add', 'broken'], data);
    const bad = await inspector(['run', 'broken', 'check', '--confirm-safe', '--json'], data);
    assert.equal(bad.code, 3, bad.err);
    const run = JSON.parse(bad.out) as TaskRun;
    assert.equal(run.status, 'failed');
    const log = await inspector(['log', '1'], data);
    assert.match(log.out, /^\[\d\d:\d\d:\d\d\] System check/);
    assert.match((await inspector(['runs', 'shop'], data)).out, /check\s+succeeded/);
  });

  test('scan waits for its end and tells each kind once, also right after the project was added', async () => {
    makeProject(folder, 'fresh');
    await inspector(['add', 'fresh'], data);
    const all = await inspector(['scan', 'fresh'], data);
    assert.equal(all.code, 0, all.err);
    const told = all.out.trim().split('\n');
    assert.deepEqual(told.map((line) => line.split(/\s+/, 2).join(' ')).sort(), [
      'fixtures completed',
      'logs completed',
      'migrations completed',
      'schema completed',
    ]);
    const one = await inspector(['scan', 'fresh', '--kind', 'logs'], data);
    assert.match(one.out, /^logs\s+completed\s+0 new lines in 0 log files, 0 problems\n$/);
    assert.equal((await inspector(['scan', 'fresh', '--kind', 'tea'], data)).code, 69);
  });

  test('users are added with a password from stdin and never shown', async () => {
    assert.equal((await inspector(['users', 'add', 'ada', '--role', 'admin'], data, 'long enough\n')).code, 0);
    assert.equal((await inspector(['users', 'add', 'bob'], data, 'short\n')).code, 69);
    const listed = await inspector(['users'], data);
    assert.match(listed.out, /ada\s+admin/);
    assert.doesNotMatch(listed.out, /long enough/);
    assert.equal((await inspector(['users', 'remove', 'ada'], data)).code, 0);
  });

  test('config tells each setting and where it comes from; a flag beats the environment, which beats the file', async () => {
    mkdirSync(join(folder, 'conf'));
    writeFileSync(join(folder, 'conf', 'config.json'), JSON.stringify({ port: 1, 'run-timeout': 5, 'queue-limit': 7 }));
    const result = await inspector(['config', '--json', '--run-timeout', '9'], join(folder, 'conf'));
    const settings = JSON.parse(result.out) as Record<string, { value: unknown; source: string }>;
    assert.deepEqual(settings.port, { value: 0, source: 'environment' });
    assert.deepEqual(settings['run-timeout'], { value: 9, source: 'flag' });
    assert.deepEqual(settings['queue-limit'], { value: 7, source: 'file' });
    assert.deepEqual(settings['log-limit'], { value: 1048576, source: 'default' });
    assert.doesNotMatch((await inspector(['config'], join(folder, 'conf'))).out, /runs at/);
    writeFileSync(join(folder, 'conf', 'config.json'), '{"prot": 1}');
    const wrong = await inspector(['config'], join(folder, 'conf'));
    assert.equal(wrong.code, 64);
    assert.match(wrong.err, /no setting "prot"/);
  });

  test('backup writes a private copy and never over a file', async () => {
    const file = join(folder, 'copy.sqlite3');
    assert.equal((await inspector(['backup', file], data)).code, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal((await inspector(['backup', file], data)).code, 69);
    for (const [place, reason] of [
      [join(folder, 'nowhere', 'copy'), /the folder .*nowhere does not exist/],
      [join(file, 'copy'), /copy\.sqlite3 is not a folder/],
      ['/proc/copy', /unable to open database file/],
    ] as const) {
      const refused = await inspector(['backup', place], data);
      assert.equal(refused.code, 69);
      assert.match(refused.err, reason);
      assert.match(refused.err, /^The backup .* could not be written: .*\n$/);
    }
  });

  test('doctor looks at everything and says what to do', async () => {
    const result = await inspector(['doctor', '--json'], data);
    const findings = JSON.parse(result.out) as { subject: string; state: string }[];
    const subjects = findings.map((finding) => finding.subject);
    for (const subject of ['node', 'data folder', 'port', 'sandbox', 'browser', 'workspace shop'])
      assert.ok(subjects.includes(subject), subject);
    assert.equal(result.code, 0, result.out);
  });
});

describe('the command line with a service', () => {
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

  test('a Node that is too old is told so, with what to do', async () => {
    const child = spawn(process.execPath, ['--no-experimental-strip-types', main, '--version']);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 69);
    assert.match(err, /needs Node 24.*npm run inspector/);
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
    makeProject(folder, 'lasting', { 'config/settings.py': slowSettings('import time\ntime.sleep(600)') });
    const service = await serve(['lasting'], data);
    const run = inspector(['run', 'lasting', 'check', '--confirm-safe'], data);
    const id = await until(
      async () => (JSON.parse((await inspector(['runs', 'lasting', '--json'], data)).out) as TaskRun[])[0]?.id,
      (found) => found !== undefined,
      'the run is there',
    );
    const follow = inspector(['log', String(id), '--follow'], data);
    await until(
      async () => JSON.parse((await inspector(['log', String(id), '--json'], data)).out) as TaskRun,
      ({ progress }) => progress >= 10,
      'the run goes',
    );
    service.child.kill('SIGKILL');
    for (const { code, err } of await Promise.all([run, follow])) {
      assert.equal(code, 69, err);
      assert.match(err, /does not answer any more/);
      assert.doesNotMatch(err, /went wrong inside|\n +at /);
    }
    const lost = JSON.parse((await inspector(['log', String(id), '--json'], data)).out) as TaskRun;
    assert.equal(lost.status, 'failed', 'and nobody is told that it still runs');
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

  test('a port that is taken is told, not thrown', async () => {
    const service = await serve([], join(folder, 'taken'));
    const result = await inspector(['--port', String(service.port)], join(folder, 'taken-2'));
    assert.equal(result.code, 69);
    assert.match(result.err, /is taken by another program/);
    service.child.kill('SIGTERM');
    await service.ended;
  });
});
