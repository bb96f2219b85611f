/** Settings that name folders outside the project: a run finds them empty, and nothing is written there. */
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import { listStandIns } from '../../../src/runner/stand-ins.ts';
import { hashTree, makeFolder, makeProject, makeRunner, runOnce } from '../workbench.ts';

const settingsFor = (file: string): string => `
LOGGING = {
    "version": 1,
    "handlers": {"file": {"class": "logging.FileHandler", "filename": ${JSON.stringify(file)}}},
    "root": {"handlers": ["file"], "level": "DEBUG"},
}
import os
for name in os.listdir(${JSON.stringify(path.dirname(file))}):
    print("seen:", name)
`;

const profiles: [SandboxProfile, SandboxProfile[]][] = [
  ['copy-on-write', []],
  ['read-only', ['copy-on-write']],
  ['private-copy', ['copy-on-write', 'read-only']],
];

for (const [profile, without] of profiles) {
  test(`${profile}: a project that logs outside of its folder starts, sees nothing there and leaves nothing`, async (t) => {
    const outside = makeFolder(t);
    const [logs, elsewhere] = [path.join(outside, 'var, log', 'app'), path.join(outside, 'elsewhere')];
    for (const folder of [logs, elsewhere]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'app.log'), 'a secret of yesterday\n');
    }
    const project = makeProject(t, 'plain', { migrated: true });
    const file = path.join(logs, 'app.log');
    appendFileSync(path.join(project, 'plain/settings.py'), settingsFor(file));
    const before = [hashTree(outside), hashTree(project)];
    const runner = makeRunner(t, { without });
    const end = await runOnce(runner, project, { logFiles: [file, path.join(elsewhere, 'app.log')] });
    assert.equal(end.sandbox.profile, profile);
    assert.equal(end.exitCode, 0, end.text);
    assert.doesNotMatch(end.text, /seen:|secret/);
    assert.deepEqual([hashTree(outside), hashTree(project)], before);
    if (profile === 'copy-on-write') assert.equal(end.sandbox.discarded.files, 1, 'the log that was opened');
  });
}

test('only a folder where the service itself may write is given to a run, and none that the sandbox is made of', async (t) => {
  const [outside, workspace, home, own] = [makeFolder(t), makeFolder(t), makeFolder(t), makeFolder(t)];
  for (const name of ['logs', '.hidden', 'taken', 'taken/app.log']) mkdirSync(path.join(outside, name));
  symlinkSync(path.join(outside, 'logs'), path.join(outside, 'link'));
  mkdirSync(path.join(home, 'logs'));
  const listAll = (logFiles: string[], checkedFolders: string[]) =>
    listStandIns({ workspacePath: workspace, logFiles, checkedFolders }, home, [own]);
  const list = (...files: string[]) => listAll(files, []);
  const inOutside = (...names: string[]) => names.map((name) => path.join(outside, name));
  assert.deepEqual(await list(...inOutside('logs/a.log', 'logs/b.log', 'link/a.log')), inOutside('logs', 'link'));
  assert.deepEqual(await list(path.join(home, 'logs/app.log')), [path.join(home, 'logs')]);
  assert.deepEqual(
    await list(
      ...inOutside('missing/a.log', '.hidden/a.log', 'taken/app.log', 'logs/a.log/b.log', 'logs/\0/a.log'),
      path.join(workspace, 'app.log'),
      path.join(home, 'app.log'),
      path.join(own, 'app.log'),
      path.join(path.dirname(own), 'app.log'),
      ...['/app.log', '/etc/app.log', '/usr/share/app.log', '/var/app.log', '/tmp/app.log', '/proc/self/app.log'],
      `${outside}/logs/../../../etc/app.log`,
    ),
    [],
  );
  if (process.getuid?.() !== 0) {
    chmodSync(path.join(outside, 'logs'), 0o500);
    assert.deepEqual(await list(...inOutside('logs/a.log')), []);
  }
  assert.deepEqual(
    await listAll(inOutside('logs/a.log'), [
      ...inOutside('logs', 'taken', 'missing', '.hidden', 'taken/app.log/../..'),
      ...[workspace, home, own, '/', '/etc/ssl', '/usr/share', '/tmp', '/home/\0'],
    ]),
    inOutside('logs', 'taken', '').map((folder) => path.resolve(folder)),
  );
  const many = Array.from({ length: 20 }, (_, index) => `many-${index}`);
  for (const name of many) mkdirSync(path.join(outside, name));
  assert.equal((await list(...inOutside(...many.map((name) => `${name}/a.log`)))).length, 8);
  const none = Array.from({ length: 10_000 }, (_, index) => path.join(outside, `none-${index}`));
  assert.deepEqual(await listAll([], [...none, path.join(outside, 'logs')]), [], 'after a while it is given up');
});
