/** Where namespaces are refused, Landlock and the filter hold a command. The same promises as elsewhere, but for those that are named here. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import type { RunnerOptions } from '../../../src/runner/index.ts';
import { probe } from '../../../src/runner/sandbox/probe.ts';
import { findTools } from '../../../src/runner/sandbox/tools.ts';
import { begin, findProcesses, hashTree, makeFolder, makeProject, makeRunner, runOnce, until } from '../workbench.ts';
import { failed, listen, runHostile } from './hostile.ts';

const better: SandboxProfile[] = ['copy-on-write', 'read-only', 'private-copy'];
const makeReducedRunner = (t: TestContext, options: Partial<RunnerOptions> = {}) =>
  makeRunner(t, { without: better, ...options });

const state = await probe(await findTools(), { sandbox: 'auto', without: better, platform: process.platform });
const skip = state.profile !== 'reduced' && 'this kernel has no Landlock of version 6';

test('hostile settings write nothing, read nothing and reach nobody', { skip }, async (t) => {
  const { end, report, unix, port } = await runHostile(t, better);
  assert.equal(end.sandbox.profile, 'reduced');
  for (const place of ['workspace', 'tmp', '/usr/pwned', '/etc/pwned', '/dev/pwned', '/pwned'])
    failed(report, `write-${place}`);
  failed(report, 'write-/proc/sys/kernel/core_pattern');
  assert.equal(report['write-home'], 'did', 'into a folder that stands for its home');
  assert.deepEqual(end.sandbox.discarded, { files: 1, bytes: 5 }, 'which is thrown away');
  for (const index of [0, 1, 2, 3, 4]) failed(report, `read-${index}`);
  for (const name of ['list-0', 'list-1', 'connect-0', 'unix-socket', 'fifo', 'environ', 'init-environ', 'processes'])
    failed(report, name);
  assert.equal(port.connections() + unix.connections(), 0);
  for (const name of ['mount', 'remount', 'user-namespace', 'mknod', 'setuid', 'chroot', 'kill-parent'])
    failed(report, name);
  for (const name of ['ptrace', 'io_uring', 'keyctl', 'memfd', 'vsock']) failed(report, name);
  assert.equal(report.socketpair, 'did', 'asyncio still works');
});

test('with the network allowed a server of this machine is reached by its port, by a socket file never', {
  skip,
}, async (t) => {
  const { end, report, port, unix } = await runHostile(t, better, true);
  assert.equal(end.sandbox.network, true);
  assert.equal(report['connect-0'], 'did');
  assert.equal(port.connections(), 1);
  failed(report, 'unix-socket');
  assert.equal(unix.connections(), 0);
  for (const index of [0, 1, 2, 3, 4]) failed(report, `read-${index}`);
});

/** Runs Python of the test's own as the project's manage.py. */
const runPython = async (t: TestContext, code: string, options: Partial<RunnerOptions> = {}) => {
  const project = makeProject(t, 'misbehaves');
  writeFileSync(path.join(project, 'manage.py'), code);
  const before = hashTree(project);
  const end = await runOnce(makeReducedRunner(t, options), project);
  assert.equal(hashTree(project), before, 'contents, modes and times are as they were');
  return { end, project };
};

test('with the network allowed a socket of this machine that has a name and no file is reached under no profile', {
  skip,
}, async (t) => {
  const name = `\0inspector-test-${process.pid}`;
  const { connections } = await listen(t, name);
  const project = makeProject(t, 'plain');
  const script = `import socket
def reach(name):
    try:
        with socket.socket(socket.AF_UNIX) as end:
            end.connect(name)
        print("reached")
    except OSError as error:
        print(type(error).__name__)
reach("\\0${name.slice(1)}")
own = socket.socket(socket.AF_UNIX)
own.bind("\\0own")
own.listen()
reach("\\0own")
`;
  writeFileSync(path.join(project, 'manage.py'), script);
  for (const without of [[], ['copy-on-write'], ['copy-on-write', 'read-only']] as SandboxProfile[][]) {
    const end = await runOnce(makeRunner(t, { without }), project, { network: true });
    assert.deepEqual(end.lines, ['PermissionError', 'reached'], end.sandbox.profile);
  }
  assert.equal(connections(), 0);
});

test('modes, owners, times and attributes of files that it may read stay as they are', { skip }, async (t) => {
  const { end } = await runPython(
    t,
    `
import array, fcntl, os
def attempt(name, action):
    try:
        action()
        print(name, "did")
    except OSError as error:
        print(name, "failed", error.errno)
attempt("chmod", lambda: os.chmod("manage.py", 0o777))
attempt("fchmod", lambda: os.fchmod(os.open("manage.py", os.O_RDONLY), 0o777))
attempt("chown", lambda: os.chown("manage.py", os.getuid(), os.getgid()))
attempt("utime", lambda: os.utime("manage.py", (1, 1)))
attempt("xattr", lambda: os.setxattr("manage.py", "user.x", b"y"))
attempt("flags", lambda: fcntl.ioctl(os.open("manage.py", os.O_RDONLY), 0x40086602, array.array("l", [64])))
attempt("truncate", lambda: os.truncate("manage.py", 0))
attempt("rename", lambda: os.rename("manage.py", "gone.py"))
attempt("link", lambda: os.link("manage.py", os.environ["HOME"] + "/linked"))
attempt("unlink", lambda: os.unlink("manage.py"))
attempt("mkdir", lambda: os.mkdir("made"))
attempt("socket-file", lambda: os.mkfifo("fifo"))
attempt("nice", lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19))
`,
  );
  assert.equal(end.exitCode, 0, end.text);
  assert.equal(end.lines.length, 13);
  for (const line of end.lines) assert.match(line, / failed /);
});

test('no other process of this user is signalled, seen or traced', { skip }, async (t) => {
  const victim = spawn('sleep', ['60'], { env: { CANARY: 'canary-of-another-process' } });
  t.after(() => victim.kill('SIGKILL'));
  const { end } = await runPython(
    t,
    `
import os, signal
for name, action in {
    "signal": lambda: os.kill(${victim.pid}, signal.SIGTERM),
    "parent": lambda: os.kill(os.getppid(), signal.SIGKILL),
    "environ": lambda: open("/proc/${victim.pid}/environ").read(),
    "command": lambda: open("/proc/${victim.pid}/cmdline").read(),
    "list": lambda: os.listdir("/proc"),
}.items():
    try:
        print(name, "did", action())
    except OSError as error:
        print(name, "failed", error.errno)
`,
  );
  assert.equal(end.exitCode, 0, end.text);
  for (const line of end.lines) assert.match(line, / failed /);
  assert.equal(victim.exitCode ?? victim.signalCode, null);
});

test('a link in the workspace leads nowhere else', { skip }, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const elsewhere = makeFolder(t);
  writeFileSync(path.join(elsewhere, 'secret'), 'private');
  symlinkSync(elsewhere, path.join(project, 'out'));
  writeFileSync(path.join(project, 'manage.py'), 'print(open("out/secret").read())\n');
  const end = await runOnce(makeReducedRunner(t), project);
  assert.equal(end.exitCode, 1);
  assert.doesNotMatch(end.text, /private$/m);
});

test('a command is ended with its whole tree by itself, by a cancel and by its time-out', { skip }, async (t) => {
  const runner = makeReducedRunner(t);
  const project = makeProject(t, 'misbehaves');
  const daemon = await runOnce(runner, project, { behaviour: 'daemonizes' });
  assert.deepEqual([daemon.exitCode, daemon.text], [0, 'left a daemon behind']);
  assert.deepEqual(findProcesses(project), [], 'a daemon ends with the run');
  const late = await runOnce(runner, project, { behaviour: 'forever', timeoutMs: 1500 });
  assert.equal(late.exitCode, 124);
  assert.deepEqual(findProcesses(project), []);
  const run = begin(runner, project, { behaviour: 'forever' });
  await until(() => run.text().includes('ready'), 'its first line');
  run.cancel();
  assert.deepEqual([(await run.finished).exitCode, findProcesses(project)], [130, []]);
  for (const [how, code] of [
    ['3', 3],
    ['signal:SIGSEGV', 139],
  ] as const) {
    assert.equal((await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: how } })).exitCode, code);
  }
});

test('after kill -9 of the service nothing of a command is alive', { skip }, async (t) => {
  const project = makeProject(t, 'misbehaves');
  writeFileSync(
    path.join(project, 'manage.py'),
    'import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        os.setsid()\nprint("ready", flush=True)\ntime.sleep(60)\n',
  );
  const service = path.join(import.meta.dirname, '../../fixtures/service.ts');
  const child = spawn(process.execPath, [service, makeFolder(t), project, '2', better.join(',')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const others = (): number[] => findProcesses(project).filter((pid) => pid !== child.pid);
  await until(() => others().length >= 16, 'eight processes of each command');
  child.kill('SIGKILL');
  await until(() => others().length === 0, 'the end of every one', 20_000);
});

test('limits are set inside, and processes are counted without a control group', { skip }, async (t) => {
  const runner = makeReducedRunner(t, { limits: { cpuSeconds: 7, fileBytes: 32 * 1024 * 1024, openFiles: 512 } });
  const { text } = await runOnce(runner, makeProject(t, 'misbehaves'), { behaviour: 'reports_limits' });
  assert.match(text, /RLIMIT_CPU 7 7/);
  assert.match(text, /RLIMIT_FSIZE 33554432 33554432/);
  assert.match(text, /RLIMIT_NOFILE 512 512/);
  assert.match(text, /RLIMIT_CORE ([01]) \1/);
  const watched = makeReducedRunner(t, { limits: { processes: 20 }, controlGroups: false });
  const project = makeProject(t, 'misbehaves');
  writeFileSync(
    path.join(project, 'manage.py'),
    'import os, time\nfor _ in range(40):\n    if os.fork() == 0:\n        time.sleep(30)\ntime.sleep(30)\n',
  );
  const end = await runOnce(watched, project);
  assert.match(end.cause ?? '', /more than the 20 processes/, end.text);
  assert.deepEqual(findProcesses(project), []);
});

test('a real project is read; one that writes to its own folder fails and is told why', { skip }, async (t) => {
  const scratchDir = makeFolder(t);
  const runner = makeReducedRunner(t, { scratchDir });
  const plain = makeProject(t, 'plain', { migrated: true });
  const before = hashTree(plain);
  const shown = await runOnce(runner, plain, { argv: ['showmigrations', 'books'] });
  assert.deepEqual([shown.exitCode, shown.text], [0, 'books\n [X] 0001_initial\n [X] 0002_book_isbn']);
  assert.equal(hashTree(plain), before);
  const logs = makeProject(t, 'logs-to-file');
  const end = await runOnce(runner, logs);
  assert.notEqual(end.exitCode, 0);
  assert.match(end.cause ?? '', /wanted to open .*reduced sandbox, in which the project is read-only/);
  const missing = await runOnce(runner, makeProject(t, 'plain'), { argv: ['showmigrations'] });
  assert.match(missing.cause ?? '', /write beside its database|does not exist yet/, missing.text);
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), [], 'its folders are gone');
});

test('a script of our own runs with the workspace as its folder, and the environment is from zero', {
  skip,
}, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const folder = makeFolder(t);
  const script = path.join(folder, 'probe.py');
  writeFileSync(script, 'import os, sys\nprint(os.getcwd(), sys.argv[1:], os.environ.get("SERVICE_CANARY"))\n');
  process.env.SERVICE_CANARY = 'canary';
  t.after(() => delete process.env.SERVICE_CANARY);
  const end = await runOnce(makeReducedRunner(t), project, { command: { kind: 'script', file: script, argv: ['x'] } });
  assert.equal(end.text, `${project} ['x'] None`);
});

test("the Python that confines is the system's, and reads nothing of a workspace", { skip }, async (t) => {
  const project = makeProject(t, 'misbehaves');
  for (const name of ['json.py', 'ctypes.py', 'sitecustomize.py', 'usercustomize.py']) {
    writeFileSync(path.join(project, name), 'open("/tmp/pwned-by-import", "w")\n');
  }
  mkdirSync(path.join(project, 'bin'));
  writeFileSync(path.join(project, 'bin', 'python3'), '#!/bin/sh\ntouch /tmp/pwned-by-import\n', { mode: 0o755 });
  await runOnce(makeReducedRunner(t), project, { behaviour: 'exits', environment: { HOW: '0', PYTHONPATH: project } });
  assert.equal(existsSync('/tmp/pwned-by-import'), false);
  const tools = await findTools();
  assert.match(tools.python3 ?? '', /^\/usr\/(local\/)?bin\/python3$/);
});

test('a supervisor that is killed, by a machine without memory say, leaves none of its tree behind', {
  skip,
}, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const run = begin(makeReducedRunner(t), project, { behaviour: 'forever_apart' });
  await until(() => run.text().includes('ready'), 'its first line');
  const [command] = findProcesses(project);
  const fields = readFileSync(`/proc/${command}/stat`, 'utf8').replace(/^.*\)/, '').split(' ');
  // The supervisor began the session that all of them are in.
  process.kill(Number(fields[4]), 'SIGKILL');
  await run.ended;
  await until(() => findProcesses(project).length === 0, 'nobody is left');
});
