/** A hostile project changes nothing and learns nothing. Every test runs the real Django in the real sandbox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import { listVisible } from '../../../src/runner/prepare.ts';
import { djangoInterpreter, djangoPython } from '../../django-python.ts';
import { believesInModes, hashTree, makeFolder, makeProject, makeRunner, manage, runOnce } from '../workbench.ts';
import { failed, inNamespacesOfItsOwn, runHostile } from './hostile.ts';

test('S02 S03 S04 S08 S17 hostile settings write nothing, read nothing, reach nobody and learn nothing', async (t) => {
  const { end, report, unix, port } = await runHostile(t, []);
  assert.equal(end.sandbox.profile, 'copy-on-write');
  assert.equal(existsSync('/tmp/pwned-by-hostile-settings'), false);
  for (const name of ['write-workspace', 'write-home', 'write-tmp'])
    assert.equal(report[name], 'did', 'it believes so');
  assert.ok((end.sandbox.discarded.files ?? 0) >= 3, 'and the run says what was thrown away');
  for (const place of ['/usr/pwned', '/etc/pwned', '/dev/pwned', '/pwned', '/proc/sys/kernel/core_pattern']) {
    failed(report, `write-${place}`);
  }
  for (const index of [0, 1, 2, 3, 4]) failed(report, `read-${index}`);
  failed(report, 'list-0');
  failed(report, 'list-1');
  failed(report, 'connect-0');
  failed(report, 'unix-socket');
  failed(report, 'fifo');
  assert.equal(port.connections() + unix.connections(), 0);
  for (const name of ['mount', 'remount', 'user-namespace', 'mknod', 'setuid', 'chroot', 'kill-parent'])
    failed(report, name);
  for (const name of ['ptrace', 'io_uring', 'keyctl', 'memfd', 'vsock']) failed(report, name);
  assert.equal(report.socketpair, 'did', 'asyncio still works');
  assert.equal(report.hostname, 'sandbox');
  inNamespacesOfItsOwn(report, ['ipc', 'mnt', 'net', 'pid', 'user', 'uts']);
  assert.doesNotMatch(`${report.environ}${report['init-environ']}`, /canary-of-the-service/);
  const own = /^\['\/dev\/null', ('\/dev\/null', )*'[^']+\/pipe-\d+', '[^']+\/pipe-\d+'\]$/;
  assert.match(report.descriptors ?? '', own, 'no descriptor but the three standard ones leads anywhere');
});

test('S03 links in an environment of the project and beside its database have nothing of this machine shown', async (t) => {
  const home = makeFolder(t);
  const project = path.join(home, 'code/shop');
  const environment = path.join(project, '.venv');
  for (const folder of [path.join(home, '.ssh'), path.join(environment, 'bin')]) mkdirSync(folder, { recursive: true });
  for (const name of ['.netrc', '.ssh/id_ed25519']) writeFileSync(path.join(home, name), 'private');
  const { basePrefix, path: python } = djangoInterpreter;
  writeFileSync(path.join(environment, 'pyvenv.cfg'), `home = ${basePrefix}/bin\n`);
  symlinkSync(python, path.join(environment, 'bin/python'));
  const library = readdirSync(path.join(basePrefix, 'lib')).find((name) => /^python3\.\d+$/.test(name)) ?? '';
  mkdirSync(path.join(environment, 'lib', library), { recursive: true });
  symlinkSync('../../../../../.ssh', path.join(environment, 'lib', library, 'site-packages'));
  execFileSync(djangoPython, [
    '-c',
    'import sqlite3,sys; sqlite3.connect(sys.argv[1]).execute("pragma journal_mode=wal")',
    path.join(project, 'db.sqlite3'),
  ]);
  for (const part of ['-wal', '-shm']) {
    rmSync(path.join(project, `db.sqlite3${part}`), { force: true });
    symlinkSync('../../.netrc', path.join(project, `db.sqlite3${part}`));
  }
  const tried = [path.join(home, '.ssh/id_ed25519'), path.join(home, '.netrc'), 'db.sqlite3-wal', 'db.sqlite3-shm'];
  writeFileSync(
    path.join(project, 'manage.py'),
    `for name in ${JSON.stringify(tried)}:\n    try:\n        print(open(name).read())\n    except OSError:\n        print("held")\n`,
  );
  const before = hashTree(home);
  for (const without of [[], ['copy-on-write'], ['copy-on-write', 'read-only', 'private-copy']] as SandboxProfile[][]) {
    const runner = makeRunner(t, { homeDir: home, without });
    const finding = await runner.findInterpreter(project, null);
    assert.ok('found' in finding, JSON.stringify(finding));
    const end = await runOnce(runner, project, { interpreter: finding.found });
    assert.deepEqual(end.lines, Array(4).fill('held'), `${end.sandbox.profile}: ${end.cause}`);
  }
  assert.equal(hashTree(home), before);
});

test('S03 of a program that is named like a Python and has no library nothing is shown but itself', async (t) => {
  const home = makeFolder(t);
  const [project, program] = [path.join(home, 'code/shop'), path.join(home, 'work/tools/python3')];
  for (const folder of [path.join(project, '.venv/bin'), path.dirname(program)]) mkdirSync(folder, { recursive: true });
  copyFileSync(djangoInterpreter.path, program);
  writeFileSync(path.join(project, '.venv/pyvenv.cfg'), `home = ${djangoInterpreter.basePrefix}/bin\n`);
  symlinkSync(program, path.join(project, '.venv/bin/python'));
  const finding = await makeRunner(t, { homeDir: home }).findInterpreter(project, null);
  assert.ok('found' in finding, JSON.stringify(finding));
  const visible = listVisible(finding.found, project, home, []);
  assert.deepEqual(
    visible.filter((file) => file.startsWith(home)),
    [program],
  );
  const wide = { ...finding.found, prefix: home, basePrefix: path.dirname(home) };
  assert.ok(!listVisible(wide, project, home, []).some((file) => home.startsWith(file)), 'nor the home folder');
  symlinkSync(home, `${home}-link`);
  t.after(() => rmSync(`${home}-link`));
  assert.ok(!listVisible(wide, project, `${home}-link`, []).includes(home), 'also where that is a link');
  mkdirSync(path.join(home, '.git'));
  const linked = makeRunner(t, { homeDir: `${home}-link` });
  assert.deepEqual(await linked.findSiblings(path.join(home, 'code'), ['../work']), [], 'nor is it a repository');
  const kept = listVisible(finding.found, project, home, [path.dirname(program)]);
  assert.ok(!kept.includes(program), 'nor what is the service’s own');
});

test('S03 a link to a folder around the project is no environment of its own', async (t) => {
  const around = makeFolder(t);
  const project = path.join(around, 'shop');
  for (const folder of [project, path.join(around, 'bin')]) mkdirSync(folder);
  // As an archive may leave it in a folder of downloads.
  writeFileSync(path.join(around, 'pyvenv.cfg'), `home = ${djangoInterpreter.basePrefix}/bin\n`);
  symlinkSync(djangoInterpreter.path, path.join(around, 'bin/python'));
  symlinkSync('..', path.join(project, '.venv'));
  const runner = makeRunner(t);
  const finding = await runner.findInterpreter(project, null);
  assert.ok('problem' in finding && /a folder around the project/.test(finding.problem), JSON.stringify(finding));
  assert.ok('found' in (await runner.findInterpreter(project, around)), 'unless its user chooses it');
});

test('S07 the devices that a command of root sees, and the descriptors that it was given, keep their modes', async (t) => {
  const project = path.join(makeFolder(t), 'shop');
  mkdirSync(project);
  const devices = ['/dev/null', '/dev/zero', '/dev/urandom'];
  // The modes that they have: what counts is that nobody could set them.
  writeFileSync(
    path.join(project, 'manage.py'),
    `import os
for place in [0, *${JSON.stringify(devices)}]:
    try:
        os.chmod(place, os.stat(place).st_mode & 0o777)
        os.setxattr(place, "user.x", b"x")
    except OSError:
        pass
with open("made", "w") as made:
    os.chmod(made.fileno(), 0o600)
print("tried")
`,
  );
  const changes = (): bigint[] => devices.map((device) => statSync(device, { bigint: true }).ctimeNs);
  const before = changes();
  for (const without of [[], ['copy-on-write'], ['copy-on-write', 'read-only']] as SandboxProfile[][]) {
    const end = await runOnce(makeRunner(t, { without }), project);
    assert.equal(end.lines[0], 'tried', end.text);
    assert.deepEqual(changes(), before, end.sandbox.profile);
  }
});

test('S03 a project that lies in a folder "lib" and brings a library along has nothing around it taken for an installation', async (t) => {
  const around = makeFolder(t);
  const project = path.join(around, 'lib');
  for (const folder of ['python3.12', '.venv/bin']) mkdirSync(path.join(project, folder), { recursive: true });
  writeFileSync(path.join(project, 'python3.12/os.py'), '');
  writeFileSync(path.join(around, 'private'), 'private');
  const tried = JSON.stringify(path.join(around, 'private'));
  writeFileSync(path.join(project, 'manage.py'), `import os\nprint(os.path.exists(${tried}))\n`);
  const python = path.join(project, '.venv/bin/python');
  const runner = makeRunner(t);
  // What names the folder: `home` in the first, where its program lies in the second.
  for (const [home, program] of [
    [path.join(around, 'bin'), djangoInterpreter.path],
    [path.join(djangoInterpreter.basePrefix, 'bin'), path.join(project, 'python3')],
  ] as const) {
    writeFileSync(path.join(project, '.venv/pyvenv.cfg'), `home = ${home}\n`);
    copyFileSync(djangoInterpreter.path, path.join(project, 'python3'));
    rmSync(python, { force: true });
    symlinkSync(program, python);
    const finding = await runner.findInterpreter(project, null);
    assert.ok('found' in finding, JSON.stringify(finding));
    const end = await runOnce(runner, project, { interpreter: finding.found });
    assert.deepEqual(end.lines, ['False'], `${home}: ${end.cause}`);
  }
});

test('S07 S01 an app that overrides showmigrations to delete rows and files leaves the project as it was', async (t) => {
  const project = makeProject(t, 'overrides-showmigrations', { migrated: true });
  const count = (): string =>
    execFileSync(
      djangoPython,
      [
        '-c',
        'import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute("select count(*) from shadow_row").fetchone()[0])',
        path.join(project, 'db.sqlite3'),
      ],
      { encoding: 'utf8' },
    ).trim();
  manage(
    project,
    'shell',
    '-c',
    'from shadow.models import Row; Row.objects.create(text="a"); Row.objects.create(text="b")',
  );
  const before = hashTree(project);
  const end = await runOnce(makeRunner(t), project, { argv: ['showmigrations'] });
  assert.equal(end.exitCode, 0, end.text);
  for (const name of ['write-file', 'chmod', 'utime'])
    assert.match(end.text, new RegExp(`did ${name}`), 'it believes so');
  assert.match(end.text, /failed delete-rows/, 'the database itself is bound read-only');
  assert.match(end.text, / \[X\] 0001_initial/);
  assert.ok((end.sandbox.discarded.files ?? 0) >= (believesInModes ? 3 : 4), JSON.stringify(end.sandbox.discarded));
  assert.equal(hashTree(project), before);
  assert.equal(count(), '2');
});

test('S10 a missing database gives all migrations unapplied and creates no file', async (t) => {
  const project = makeProject(t, 'plain');
  const before = hashTree(project);
  const end = await runOnce(makeRunner(t), project, { argv: ['showmigrations'] });
  assert.equal(end.exitCode, 0);
  assert.match(end.text, /books\n \[ \] 0001_initial\n \[ \] 0002_book_isbn/);
  assert.equal(existsSync(path.join(project, 'db.sqlite3')), false);
  assert.equal(hashTree(project), before);
});

test('S13 a project that logs to a file in its folder and to /dev/stdout passes its check and leaves no log', async (t) => {
  const project = makeProject(t, 'logs-to-file');
  const before = hashTree(project);
  const end = await runOnce(makeRunner(t), project);
  assert.equal(end.exitCode, 0, end.text);
  assert.ok((end.sandbox.discarded.files ?? 0) >= 1);
  assert.equal(hashTree(project), before);
});

test('L09 nothing of the environment of the service or of an .env file reaches a command', async (t) => {
  const project = makeProject(t, 'misbehaves');
  writeFileSync(path.join(project, '.env'), 'DJANGO_SETTINGS_MODULE=evil\nLD_PRELOAD=/tmp/evil.so\n');
  for (const name of ['DJANGO_SETTINGS_MODULE', 'PYTHONSTARTUP', 'PYTHONPATH', 'LD_PRELOAD']) {
    const old = process.env[name];
    process.env[name] = '/nowhere/evil';
    t.after(() => {
      if (old === undefined) delete process.env[name];
      else process.env[name] = old;
    });
  }
  const end = await runOnce(makeRunner(t), project, { behaviour: 'reports_limits' });
  const names = /ENV (.*)/.exec(end.text)?.[1] ?? '';
  assert.doesNotMatch(names, /DJANGO_SETTINGS_MODULE|PYTHONSTARTUP|PYTHONPATH|LD_PRELOAD/);
  assert.match(names, /'BEHAVIOUR', 'HOME', 'LANG', 'NO_COLOR', 'PATH', /);
  assert.match(end.text, new RegExp(`CWD ${project}`));
});

test('P08 a workspace with a strange name works like any other', async (t) => {
  const folder = makeFolder(t);
  const runner = makeRunner(t);
  for (const name of ['a:b', 'a,b', 'a"b', "a'b", 'a\\b', 'a b', 'é', 'a\nb', '-x', '$HOME', '`id`', '%41?#']) {
    const project = makeProject(t, 'misbehaves', { at: path.join(folder, name) });
    const before = hashTree(project);
    const end = await runOnce(runner, project, { behaviour: 'reports_limits' });
    assert.equal(end.exitCode, 0, `${name}: ${end.cause} ${end.text}`);
    assert.ok(end.text.endsWith(`\nCWD ${project}`), `${name}: ${end.text}`);
    assert.equal(end.sandbox.profile, 'copy-on-write');
    assert.equal(hashTree(project), before);
  }
});

test('P05 P07 a workspace that is gone or has no usable manage.py fails at once and says why', async (t) => {
  const runner = makeRunner(t);
  const tryWith = async (change: (file: string) => void, expected: RegExp): Promise<void> => {
    const project = makeProject(t, 'misbehaves');
    change(path.join(project, 'manage.py'));
    const end = await runOnce(runner, project, { behaviour: 'exits' });
    assert.equal(end.ended, 'could_not_start');
    assert.equal(end.exitCode, 126);
    assert.match(end.cause ?? '', expected);
    assert.equal(end.started, false);
  };
  await tryWith((file) => rmSync(file), /has no manage\.py/);
  await tryWith((file) => writeFileSync(file, ''), /is empty/);
  await tryWith((file) => {
    rmSync(file);
    mkdirSync(file);
  }, /not a regular file/);
  await tryWith((file) => {
    rmSync(file);
    execFileSync('mkfifo', [file]);
  }, /not a regular file/);
  await tryWith((file) => {
    rmSync(file);
    execFileSync('ln', ['-s', '/etc/passwd', file]);
  }, /leads out of the workspace/);
  await tryWith((file) => rmSync(path.dirname(file), { recursive: true }), /folder is not there any more/);
  await tryWith((file) => {
    renameSync(path.dirname(file), `${path.dirname(file)}-moved`);
    symlinkSync(`${path.dirname(file)}-moved`, path.dirname(file));
  }, /path is not canonical/);
  if (process.getuid?.() !== 0) await tryWith((file) => chmodSync(file, 0), /cannot be read/);
});

test('where overlays are refused, hostile settings are held by the read-only profile just the same', async (t) => {
  const { end, report, unix, port } = await runHostile(t, ['copy-on-write']);
  assert.equal(end.sandbox.profile, 'read-only');
  failed(report, 'write-workspace');
  for (const index of [0, 1, 2, 3, 4]) failed(report, `read-${index}`);
  for (const name of ['connect-0', 'unix-socket', 'mount', 'user-namespace', 'ptrace', 'io_uring'])
    failed(report, name);
  assert.equal(port.connections() + unix.connections(), 0);
  inNamespacesOfItsOwn(report, ['ipc', 'mnt', 'net', 'pid', 'user', 'uts']);
});

test('with the network allowed a server of this machine is reached, and everything else is held as before', async (t) => {
  const { end, report, port } = await runHostile(t, [], true);
  assert.equal(end.sandbox.network, true);
  assert.equal(report['connect-0'], 'did');
  assert.equal(port.connections(), 1);
  assert.match(
    report['unix-socket'] ?? '',
    /ConnectionRefused/,
    'sockets are allowed, but the one in the workspace is another inode',
  );
  for (const index of [0, 1, 2, 3, 4]) failed(report, `read-${index}`);
  for (const name of ['mount', 'user-namespace', 'ptrace', 'io_uring', 'vsock', 'kill-parent']) failed(report, name);
  inNamespacesOfItsOwn(report, ['ipc', 'mnt', 'pid', 'user', 'uts']);
  assert.match(report.environ ?? '', /PGOPTIONS=-c default_transaction_read_only=on/);
});
