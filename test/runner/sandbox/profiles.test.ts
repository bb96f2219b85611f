/** The lesser profiles, the probe that chooses among them, and the texts that cannot be tried here. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import { copyPrivately } from '../../../src/runner/sandbox/private-copy.ts';
import { probe } from '../../../src/runner/sandbox/probe.ts';
import { explainRefusal } from '../../../src/runner/sandbox/remedies.ts';
import { makeSeatbeltProfile } from '../../../src/runner/sandbox/seatbelt.ts';
import { findTools } from '../../../src/runner/sandbox/tools.ts';
import {
  believesInModes,
  findProcesses,
  hashTree,
  makeFolder,
  makeProject,
  makeRunner,
  runOnce,
} from '../workbench.ts';

test('this machine allows the copy-on-write profile', async (t) => {
  const state = await makeRunner(t).probeSandbox();
  assert.deepEqual(state, { available: true, profile: 'copy-on-write', reason: null, remedy: null, proven: true });
});

test('S10 S13 read-only: a check passes, and a run that needs to write is tried again in a private copy', async (t) => {
  const runner = makeRunner(t, { without: ['copy-on-write'] });
  assert.equal((await runner.probeSandbox()).profile, 'read-only');
  const plain = makeProject(t, 'plain', { migrated: true });
  const end = await runOnce(runner, plain, { argv: ['showmigrations', 'books'] });
  assert.equal(end.text, 'books\n [X] 0001_initial\n [X] 0002_book_isbn');
  assert.equal(end.sandbox.profile, 'read-only');
  const logs = makeProject(t, 'logs-to-file');
  const before = hashTree(logs);
  const second = await runOnce(runner, logs);
  assert.equal(second.exitCode, 0, second.text);
  assert.equal(second.sandbox.profile, 'private-copy');
  assert.match(second.text, /^System check identified no issues/m);
  assert.doesNotMatch(second.text, /Read-only file system/, 'nothing of the first try is left');
  assert.equal(hashTree(logs), before);
  const fresh = makeProject(t, 'plain');
  const untouched = hashTree(fresh);
  const third = await runOnce(runner, fresh, { argv: ['showmigrations', 'books'] });
  assert.equal(third.text, 'books\n [ ] 0001_initial\n [ ] 0002_book_isbn', 'its database is not there yet');
  assert.deepEqual([third.sandbox.profile, hashTree(fresh)], ['private-copy', untouched]);
});

test('private copy: the project may write to its copy, which is gone afterwards', async (t) => {
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir, without: ['copy-on-write', 'read-only'] });
  const project = makeProject(t, 'overrides-showmigrations', { migrated: true });
  mkdirSync(path.join(project, '.venv'));
  writeFileSync(path.join(project, '.venv', 'kept'), 'x');
  const before = hashTree(project);
  const end = await runOnce(runner, project, { argv: ['showmigrations'] });
  assert.equal(end.sandbox.profile, 'private-copy');
  assert.equal(end.exitCode, 0, end.text);
  assert.match(end.text, /did write-file/);
  assert.match(end.text, /failed write-beside OSError/);
  assert.match(end.text, believesInModes ? /did chmod-beside/ : /failed chmod-beside OSError/);
  assert.equal(hashTree(project), before);
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
});

test('private copy: folders so deep that no path leads to the last, and of any name, are gone with the run', async (t) => {
  const [project, scratchDir] = [makeFolder(t), makeFolder(t)];
  const deep = `import os
os.makedirs(b"odd\\xff/inner")
os.chmod(b"odd\\xff", 0)
for _ in range(50):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
print("deep")
`;
  writeFileSync(path.join(project, 'manage.py'), deep);
  const runner = makeRunner(t, { scratchDir, without: ['copy-on-write', 'read-only'] });
  // Of ten one was left behind: a removal that has failed goes on in other places for a while.
  for (let run = 0; run < 10; run += 1) assert.equal((await runOnce(runner, project)).text, 'deep');
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
});

test('what an earlier service left and cannot be removed keeps no service from starting', {
  skip: process.getuid?.() !== 0 && 'mounting needs root',
}, async (t) => {
  const scratchDir = makeFolder(t);
  const kept = path.join(scratchDir, 'runs/kept');
  mkdirSync(kept, { recursive: true });
  mkdirSync(path.join(scratchDir, 'runs/left'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', kept]);
  try {
    await makeRunner(t, { scratchDir }).clearLeftovers();
    assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), ['kept']);
  } finally {
    execFileSync('umount', [kept]);
  }
});

test('private copy: folders and links count as files do, and a run that is ended is not copied any further', async (t) => {
  const [project, target] = [makeFolder(t), makeFolder(t)];
  const copyTo = (name: string, most: number) =>
    copyPrivately(project, path.join(target, name), new AbortController().signal, most);
  mkdirSync(path.join(project, 'folder'));
  for (let count = 0; count < 9; count += 1) symlinkSync('nowhere', path.join(project, `link-${count}`));
  const copy = await copyTo('a part', 9);
  assert.ok(!copy.ok && /too large to be copied/.test(copy.problem), JSON.stringify(copy));
  assert.deepEqual(await copyTo('all', 10), { ok: true, shown: [], copied: { bytes: 0, files: 10 } });
  await copyPrivately(project, path.join(target, 'ended'), AbortSignal.abort());
  assert.deepEqual(readdirSync(path.join(target, 'ended')), []);
});

test('private copy: a disk that has no room for all of the project is told, and no command runs on a part of it', {
  skip: process.getuid?.() !== 0 && 'mounting needs root',
}, async (t) => {
  const scratchDir = path.join(makeFolder(t), 'small');
  mkdirSync(scratchDir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', scratchDir]);
  const project = makeProject(t, 'plain');
  writeFileSync(path.join(project, 'large.json'), Buffer.alloc(4 * 1024 * 1024, ' '));
  const runner = makeRunner(t, { scratchDir, without: ['copy-on-write', 'read-only'] });
  try {
    const end = await runOnce(runner, project);
    assert.deepEqual([end.exitCode, end.text], [126, '']);
    assert.match(end.cause ?? '', /The disk with the data folder is full/);
    assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
  } finally {
    execFileSync('umount', ['-l', scratchDir]);
  }
});

test('none: only when the operator chose it, and every run says so', async (t) => {
  const runner = makeRunner(t, { sandbox: 'none' });
  const state = await runner.probeSandbox();
  assert.equal(state.profile, 'none');
  assert.equal(state.proven, false);
  assert.match(state.reason ?? '', /--sandbox none/);
  const project = makeProject(t, 'misbehaves');
  const end = await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '3' } });
  assert.deepEqual([end.exitCode, end.sandbox.profile, end.text], [3, 'none', 'out\nerr']);
  assert.equal(end.sandbox.network, true, 'nothing keeps it from the network');
  const late = await runOnce(runner, project, { behaviour: 'forever', timeoutMs: 700 });
  assert.equal(late.exitCode, 124);
  assert.deepEqual(findProcesses(project), []);
});

test('none: what a daemon of an earlier run goes on to write stands in no other run', async (t) => {
  const runner = makeRunner(t, { sandbox: 'none' });
  const [first, second] = [makeProject(t, 'misbehaves'), makeProject(t, 'misbehaves')];
  const [begun, gone] = [path.join(second, 'begun'), path.join(first, 'gone')].map((file) => JSON.stringify(file));
  const daemon = `import os, time
if os.fork() == 0:
    os.setsid()
    while not os.path.exists(${begun}):
        time.sleep(0.01)
    try:
        os.write(1, b"of another run\\n")
    except OSError:
        pass
    open(${gone}, "w").close()
    os._exit(0)
`;
  const own = `import os, time
open(${begun}, "w").close()
while not os.path.exists(${gone}):
    time.sleep(0.01)
print("own")
`;
  writeFileSync(path.join(first, 'manage.py'), daemon);
  writeFileSync(path.join(second, 'manage.py'), own);
  await runOnce(runner, first);
  const end = await runOnce(runner, second);
  assert.deepEqual(end.lines, ['own']);
});

test('S16 a machine without a sandbox refuses to run and says what to do', async (t) => {
  const runner = makeRunner(t, { findTools: () => findTools(['/nowhere']) });
  const state = await runner.probeSandbox();
  assert.equal(state.available, false);
  assert.equal(state.profile, null);
  assert.match(state.reason ?? '', /bubblewrap \(bwrap\) is not installed/);
  assert.match(state.remedy ?? '', /apt install bubblewrap/);
  const project = makeProject(t, 'misbehaves');
  const end = await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '0' } });
  assert.deepEqual([end.ended, end.exitCode], ['could_not_start', 126]);
  assert.match(end.cause ?? '', /apt install bubblewrap/);
  assert.equal(end.text, '');
});

test('S16 where user namespaces are refused the probe says so', async (t) => {
  // A bwrap that answers as a real one does on such a machine.
  const folder = makeFolder(t);
  const fake = path.join(folder, 'bwrap');
  writeFileSync(fake, '#!/bin/sh\necho "bwrap: Creating new namespace failed: Operation not permitted" >&2\nexit 1\n');
  chmodSync(fake, 0o755);
  const tools = await findTools();
  const ask = (without: SandboxProfile[]) =>
    probe({ ...tools, bwrap: fake }, { sandbox: 'auto', without, platform: 'linux' });
  const reduced = await ask([]);
  assert.equal(reduced.profile, 'reduced', 'this kernel has Landlock');
  const state = await ask(['reduced']);
  assert.equal(state.available, false);
  assert.equal(reduced.remedy, state.remedy, 'a better profile is as near as ever');
  assert.match(state.reason ?? '', /does not let programs make user namespaces/);
  assert.match(state.remedy ?? '', /sysctl/);
});

test('a machine that is too busy to answer is given no looser sandbox for it', async (t) => {
  const slow = path.join(makeFolder(t), 'bwrap');
  writeFileSync(slow, '#!/bin/sh\nexec sleep 30\n');
  chmodSync(slow, 0o755);
  const tools = await findTools();
  const looked = [tools, { ...tools, bwrap: slow }];
  const runner = makeRunner(t, { findTools: async () => looked.shift() ?? tools });
  const first = await runner.probeSandbox();
  const without: SandboxProfile[] = ['copy-on-write', 'read-only', 'private-copy'];
  const [again, state] = await Promise.all([
    runner.probeSandbox(),
    probe({ ...tools, bwrap: slow }, { sandbox: 'auto', without, platform: 'linux' }),
  ]);
  assert.deepEqual(again, first, 'what it allowed before counts');
  assert.deepEqual([state.available, state.profile], [false, null], 'not even where Landlock could answer');
  assert.match(state.reason ?? '', /too busy.*within 5 seconds/);
});

test('every refusal has a remedy', () => {
  const texts = [
    ['bwrap: setting up uid map: Permission denied', /AppArmor/],
    ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /AppArmor/],
    ['unshare: write failed /proc/self/uid_map: Operation not permitted', /AppArmor/],
    ['unshare: unshare failed: Operation not permitted', /user namespaces/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /container/],
    ['mount: /tmp/merged: wrong fs type, bad option, bad superblock on overlay', /overlay/],
    ["bwrap: Can't find source path /home/ada/shop/.venv: Permission denied", /none of the rights of root/],
    ['something new', /could not be built: something new/],
  ] as const;
  for (const [said, reason] of texts) {
    const found = explainRefusal(said);
    assert.match(found.reason ?? '', reason);
    assert.ok((found.remedy ?? '').length > 20);
  }
});

test('programs are looked up in the system, never in a workspace or on PATH', async (t) => {
  const folder = makeFolder(t);
  writeFileSync(path.join(folder, 'bwrap'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
  const old = process.env.PATH;
  process.env.PATH = `${folder}:${old}`;
  t.after(() => {
    process.env.PATH = old;
  });
  const tools = await findTools();
  for (const file of Object.values(tools)) assert.ok(path.isAbsolute(file) && !file.startsWith(folder));
  await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), { behaviour: 'exits', environment: { HOW: '0' } });
  assert.equal(existsSync(path.join(folder, 'pwned')), false);
});

test('a workspace with something mounted inside it runs in the next profile', {
  skip: process.getuid?.() !== 0 && 'mounting needs root',
}, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const inner = path.join(project, 'volume');
  mkdirSync(inner);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', inner]);
  try {
    const end = await runOnce(makeRunner(t), project, { behaviour: 'exits', environment: { HOW: '0' } });
    assert.equal(end.exitCode, 0, end.cause ?? '');
    assert.equal(end.sandbox.profile, 'read-only');
  } finally {
    execFileSync('umount', [inner]);
  }
});

test('the macOS profile denies by default, writes to its scratch folder alone and quotes every path', () => {
  const text = makeSeatbeltProfile({ workspacePath: '/w/a "b"\\c', scratch: '/s', visible: ['/v'], network: false });
  assert.match(text, /^\(version 1\)\n\(deny default\)/);
  assert.match(text, /\(deny network\*\)/);
  assert.ok(text.includes('(subpath "/w/a \\"b\\"\\\\c")'));
  assert.deepEqual(text.match(/\(allow file-write\*.*\)/g), [
    '(allow file-write* (subpath "/s") (literal "/dev/null"))',
  ]);
  assert.match(
    makeSeatbeltProfile({ workspacePath: '/w', scratch: '/s', visible: [], network: true }),
    /allow network-outbound/,
  );
});
