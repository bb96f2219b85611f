/** Control groups of services that have ended. Each of these services lives in a group of its own, so that nobody else's are met. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { defaultLimits } from '../../../src/runner/limits.ts';

const program = path.join(import.meta.dirname, '../../../src/runner/process/cgroup.ts');
const controllers = ['pids', 'memory'];

/** Where this process has its groups, in version 1; undefined where nobody may make one. */
const findOwn = (): string[] | undefined => {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const own = controllers.map((name) => {
    const line = lines.find((one) => one.split(':')[1]?.split(',').includes(name));
    return path.join('/sys/fs/cgroup', name, line?.split(':')[2] ?? '/nowhere', `inspector-test-${process.pid}`);
  });
  try {
    for (const folder of own) mkdirSync(folder);
    return own;
  } catch {
    return undefined;
  }
};

/** A service in groups of that name, which does as it is told with its control groups. */
const serveIn = (folders: readonly string[], name: string, does: string): void => {
  for (const folder of folders) mkdirSync(path.join(folder, name), { recursive: true });
  const join = folders.map((folder) => `echo $$ > ${path.join(folder, name, 'cgroup.procs')}`).join(' && ');
  const script = `const { openControlGroups, leaveControlGroups } = await import(${JSON.stringify(program)});
    const limits = ${JSON.stringify(defaultLimits)};
    ${does}`;
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `${join} && exec "$@"`, 'sh', process.execPath, '--input-type=module', '-e', script],
    { encoding: 'utf8', timeout: 30_000 },
  );
  assert.equal(status, 0, stderr);
};

const removeAll = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeAll(path.join(folder, entry.name));
  rmdirSync(folder);
};

test('a service that stops leaves no control group behind, and one that was killed leaves them until the next start', (t) => {
  const folders = findOwn();
  if (!folders) return t.skip('nobody may make control groups of version 1 here');
  t.after(() => folders.forEach(removeAll));
  const left = (name: string): string[] =>
    folders.map((folder) => path.join(folder, name, 'workspace-inspector')).filter((folder) => existsSync(folder));

  serveIn(folders, 'killed', "openControlGroups().create('run', limits)");
  assert.equal(left('killed').length, 2);
  serveIn(
    folders,
    'stopped',
    `
    const groups = openControlGroups();
    await groups.clear();
    const group = groups.create('run', limits);
    leaveControlGroups();
    await group.remove();
    leaveControlGroups();
    // Another service of the same group that stops takes nothing from one that goes on.
    if (groups.create('another', limits) === null) process.exit(1);
    await groups.create('another', limits).remove();
    leaveControlGroups();`,
  );
  assert.deepEqual(left('killed'), [], 'nor those of the one that was killed');
  assert.deepEqual(left('stopped'), []);
});
