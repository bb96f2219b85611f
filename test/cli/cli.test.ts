import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import type { Status, TaskRun, UserRecord, Workspace } from '../../src/contract/index.ts';
import { makeProject, slowSettings } from '../service.ts';

import { environment, folder, inspector, main, type Result, start, startAtTerminal } from './rig.ts';

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
      ['scan', 'shop', '--kind', 'nonsense'],
      ['satus', '--json'],
    ]) {
      const result = await inspector(args, data);
      assert.equal(result.code, 64, `${args.join(' ')}: ${result.err}`);
      assert.doesNotMatch(result.err, /\n\s+at /, args.join(' '));
    }
  });

  test('an option without its value, or with one that it does not take, is told by its name', async () => {
    const told = async (...args: string[]) => {
      const { code, err } = await inspector(args, data);
      assert.equal(code, 64, args.join(' '));
      return err;
    };
    const help = (name: string) => `Try: inspector ${name}--help\n`;
    assert.equal(await told('scan', 'shop', '--kind'), `--kind needs a value.\n${help('scan ')}`);
    assert.equal(await told('--port'), `--port needs a value.\n${help('')}`);
    assert.equal(
      await told('run', 'shop', 'check', '--confirm-safe', '--note', '--json'),
      `--note needs a value. One that begins with a dash is given as --note=…\n${help('run ')}`,
    );
    assert.equal(await told('list', '--json=1'), `--json takes no value.\n${help('list ')}`);
    assert.equal(await told('users', 'add'), `Use: inspector users [add|remove|password NAME]\n${help('users ')}`);
    assert.match(await told('run', 'shop', 'check'), /^Say --confirm-safe /);
    assert.ok(!existsSync(data), 'before anything is opened');
  });

  test('what is not known is told with where the known ones are', async () => {
    const told = async (...args: string[]) => (await inspector(args, data)).err;
    for (const args of [
      ['status', 'nowhere'],
      ['run', 'nowhere', 'check', '--confirm-safe'],
      ['runs', 'nowhere'],
    ])
      assert.equal(await told(...args), 'There is no workspace "nowhere".\nTry: inspector list\n');
    assert.equal(await told('log', '99'), 'There is no run 99.\nTry: inspector runs SLUG\n');
    assert.equal(await told('users', 'remove', 'nobody'), 'There is no user "nobody".\nTry: inspector users\n');
    assert.equal(await told('list', '--jsn'), 'There is no option --jsn here.\nTry: inspector list --help\n');
    assert.equal((await inspector(['help', 'list'], data)).out, (await inspector(['list', '--help'], data)).out);
    assert.match((await inspector(['help', '--data-dir', data], data)).out, /^Workspace Inspector/);
    assert.equal(await told('help', 'toString'), 'There is no command "toString".\nTry: inspector --help\n');
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

  test('what runs are given is changed by name, and refused where it is none; allowing the network says what that means', async () => {
    await inspector(['add', 'shop', '--slug', 'changed', '--environment', 'ONE'], data);
    const allowed = await inspector(
      ['change', 'changed', '--name', 'New name', '--network', 'on', '--environment', 'DATABASE_URL,TWO'],
      data,
    );
    assert.equal(allowed.code, 0, allowed.err);
    assert.match(allowed.out, /^name +New name\npython +\S+\nnetwork +on\nenvironment +DATABASE_URL TWO\n$/);
    assert.match(allowed.err, /role that can only read/);
    const given = ['change', 'changed', '--network', 'off', '--environment', '', '--json'];
    const { network, environment, name } = JSON.parse((await inspector(given, data)).out) as Workspace;
    assert.deepEqual([network, environment, name], [false, [], 'New name']);
    const unclear = await inspector(['change', 'changed', '--network', 'maybe'], data);
    assert.deepEqual([unclear.code, unclear.err], [64, '--network is on or off.\n']);
    const refused = await inspector(['change', 'changed', '--environment', 'PYTHONPATH'], data);
    assert.equal(refused.code, 69);
    assert.match(refused.err, /"PYTHONPATH" cannot be handed to runs/);
    assert.equal((await inspector(['remove', 'changed', '--yes'], data)).code, 0);
  });

  test('without a terminal nothing is removed unless --yes says so', async () => {
    await inspector(['add', 'shop', '--slug', 'kept'], data);
    const refused = await inspector(['remove', 'kept'], data, 'y\n');
    assert.equal(refused.code, 64);
    assert.match(refused.err, /inspector remove kept --yes/);
    const nowhere = await inspector(['remove', 'nowhere'], data);
    assert.deepEqual(
      [nowhere.code, nowhere.err],
      [69, 'There is no workspace "nowhere".\nTry: inspector list\n'],
      'and nobody is asked about what is not there',
    );
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
    const atTerminal = async (...args: string[]): Promise<string> => {
      const child = startAtTerminal(args, data);
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
      });
      assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0, out);
      return out;
    };
    assert.match(await atTerminal('runs', 'coloured'), /version {2}\u001b\[32msucceeded\u001b\[39m {2}/);
    assert.match(await atTerminal('config'), /\nauth {2,}on {2,}\u001b\[2mdefault\u001b\[22m\r\n/);
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
      assert.doesNotMatch(err, /went wrong inside|\n(?!Try: ).*\n/);
    }
  });

  test('a folder with several projects is refused with the same command for each of them', async () => {
    const [first, second] = ["shop's", 'wiki'].map((name) => makeProject(join(folder, 'several'), name));
    const quoted = `'${first?.replace("'", "'\\''")}'`;
    const refused = `There is no manage.py in ${join(folder, 'several')}. Choose one of these:`;
    const added = await inspector(['add', '--slug', 'one', 'several'], data);
    assert.deepEqual(added.err.trimEnd().split('\n  '), [
      refused,
      `inspector add --slug one ${quoted}`,
      `inspector add --slug one ${second}`,
    ]);
    assert.equal(added.code, 69);
    const served = await inspector(['several', '--no-open'], data);
    assert.deepEqual(served.err.trimEnd().split('\n  '), [
      refused,
      `inspector ${quoted} --no-open`,
      `inspector ${second} --no-open`,
    ]);
  });

  test("a folder's name cannot steer the terminal", async () => {
    const odd = makeProject(folder, 'od\u001b]0;title\u0007d\u202etxt');
    symlinkSync(odd, join(folder, 'even'));
    const added = await inspector(['add', 'even', '--slug', 'even'], data);
    const twice = await inspector(['add', 'even'], data);
    rmSync(join(odd, 'manage.py'));
    const broken = await inspector(['add', 'even'], data);
    assert.equal(added.code, 0, added.err);
    assert.doesNotMatch(added.out + twice.err + broken.err, /[\u001b\u0007\u202e]/);
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

  test('a service that says nothing, stopped at its terminal say, is not waited for', { timeout: 60_000 }, async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const data = join(folder, 'silent');
    mkdirSync(data);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    writeFileSync(join(data, 'service.json'), JSON.stringify({ pid: 1, url, session: 's', csrf: 'c' }));
    const result = await inspector(['list'], data);
    silent.close();
    assert.deepEqual([result.code, result.err], [0, 'No workspace yet: inspector add PATH\n']);
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
    const { scans } = JSON.parse((await inspector(['status', 'shop', '--json'], data)).out) as Status;
    assert.deepEqual(
      scans.map(({ status }) => status),
      ['pending', 'pending', 'pending', 'pending'],
      'and leaves what else waits to the next service, rather than begin it and end it half way',
    );
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

  test('scan waits for its end, and reads and tells each kind once, also right after the project was added', async () => {
    makeProject(folder, 'fresh', { 'site.log': '2026-11-19 10:00:00 INFO shop: opened\n' });
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
    assert.match(all.out, /^logs\s+completed\s+1 new line in 1 log file, 0 problems$/m);
    const { scans } = JSON.parse((await inspector(['status', 'fresh', '--json'], data)).out) as Status;
    assert.equal(scans.length, 4, JSON.stringify(scans));
    const one = await inspector(['scan', 'fresh', '--kind', 'logs'], data);
    assert.match(one.out, /^logs\s+completed\s+0 new lines in 1 log file, 0 problems\n$/);
    assert.equal((await inspector(['scan', 'fresh', '--kind', 'tea'], data)).code, 64);
  });

  test('users are added with a password from stdin and never shown', async () => {
    const added = await inspector(['users', 'add', 'ada', '--role', 'admin', '--json'], data, 'long enough\n');
    const { name, role, has_password } = JSON.parse(added.out) as UserRecord;
    assert.deepEqual([name, role, has_password], ['ada', 'admin', true]);
    assert.equal((await inspector(['users', 'add', 'bob'], data, 'short\n')).code, 69);
    assert.equal((await inspector(['users', 'add', 'bob'], data)).err, 'The password is required.\n');
    assert.match(
      (await inspector(['users', 'add', 'b b'], data, 'long enough\n')).err,
      /^"b b" .* Letters a to z, digits/,
    );
    const unchanged = await inspector(['users', 'password', 'ada', '--role', 'viewer'], data, 'long enough too\n');
    assert.deepEqual(
      [unchanged.code, unchanged.err],
      [64, 'A role is given to a new user only: inspector users add NAME --role …\n'],
    );
    const listed = await inspector(['users'], data);
    assert.match(listed.out, /ada\s+admin/);
    assert.doesNotMatch(listed.out, /long enough/);
    assert.equal((await inspector(['users', 'remove', 'ada'], data)).code, 0);
  });

  test('a new password that is empty is refused: nothing was changed, and saying otherwise would leave the old one in force', async () => {
    await inspector(['users', 'add', 'eve'], data, 'long enough\n');
    for (const input of ['', '\n']) {
      const { code, out, err } = await inspector(['users', 'password', 'eve'], data, input);
      assert.deepEqual([code, out, err], [69, '', 'The password is required.\n']);
    }
    const nobody = await inspector(['users', 'password', 'nobody'], data);
    assert.equal(nobody.err, 'There is no user "nobody".\nTry: inspector users\n', 'before a password is asked for');
    assert.equal((await inspector(['users', 'remove', 'eve'], data)).code, 0);
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
    await inspector(['list'], data);
    assert.equal((await inspector(['backup', file], data)).code, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (const [place, reason] of [
      [file, /there is a file already/],
      [folder, /it is a folder\. Name a file in it\./],
      [join(folder, 'nowhere', 'copy'), /the folder .*nowhere does not exist/],
      [join(file, 'copy'), /copy\.sqlite3 is not a folder/],
      ['/proc/copy', /no such file or directory/],
      [join(folder, 'shop', 'copy'), /it would lie in the project .*shop, where nothing is written/],
    ] as const) {
      const refused = await inspector(['backup', place], data);
      assert.equal(refused.code, 69);
      assert.match(refused.err, reason);
      assert.match(refused.err, /^The backup .* could not be written: .*\n$/);
    }
    const wrong = await inspector(['backup', join(folder, 'none'), '--data-dir', join(folder, 'shop')], data);
    assert.match(wrong.err, /There is no store in the data folder/);
    for (const made of ['none', 'shop/inspector.sqlite3', 'shop/copy'])
      assert.ok(!existsSync(join(folder, made)), made);
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
