/** A project that tries everything as soon as its settings are imported, on a machine with something to find. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import { hashTree, makeFolder, makeProject, makeRunner, runOnce } from '../workbench.ts';

const calls =
  process.arch === 'x64'
    ? { ptrace: 101, io_uring_setup: 425, keyctl: 250 }
    : { ptrace: 117, io_uring_setup: 425, keyctl: 219 };

export const listen = (t: TestContext, at: number | string): Promise<{ port: number; connections(): number }> =>
  new Promise((resolve) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    t.after(() => server.close());
    const ready = (): void => {
      const address = server.address();
      resolve({ port: typeof address === 'object' && address ? address.port : 0, connections: () => connections });
    };
    if (typeof at === 'string') server.listen(at, ready);
    else server.listen(at, '127.0.0.1', ready);
  });

/** What a project saw and did that tries everything as soon as its settings are imported. */
export const runHostile = async (t: TestContext, without: SandboxProfile[], network = false) => {
  const project = makeProject(t, 'hostile-settings');
  const elsewhere = makeFolder(t, 'another-workspace-');
  const home = makeFolder(t, 'home-of-the-user-');
  mkdirSync(path.join(home, '.ssh'));
  writeFileSync(path.join(home, '.ssh', 'id_ed25519'), 'private');
  writeFileSync(path.join(home, '.bashrc'), 'untouched');
  writeFileSync(path.join(elsewhere, 'secret.txt'), 'private');
  execFileSync('mkfifo', [path.join(project, 'pipe')]);
  // Somebody on this machine waits at the other end.
  const fifo = openSync(path.join(project, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
  t.after(() => closeSync(fifo));
  const socketFile = path.join(project, 'server.sock');
  const unix = await listen(t, socketFile);
  const port = await listen(t, 0);
  const before = [hashTree(project), hashTree(home), hashTree(elsewhere)];
  const targets = {
    read: [
      path.join(home, '.ssh', 'id_ed25519'),
      path.join(elsewhere, 'secret.txt'),
      '/etc/shadow',
      path.join(homedir(), '.bashrc'),
      '/etc/machine-id',
    ],
    ports: [port.port],
    socket: socketFile,
    fifo: path.join(project, 'pipe'),
    calls,
    pid: process.pid,
  };
  process.env.SERVICE_CANARY = 'canary-of-the-service';
  t.after(() => delete process.env.SERVICE_CANARY);
  const runner = makeRunner(t, { homeDir: home, without });
  const end = await runOnce(runner, project, { network, environment: { TARGETS: JSON.stringify(targets) } });
  const line = end.lines.find((text) => text.startsWith('REPORT '));
  assert.ok(line, end.text);
  assert.deepEqual([hashTree(project), hashTree(home), hashTree(elsewhere)], before, 'nothing on this machine changed');
  return { end, report: JSON.parse(line.slice(7)) as Record<string, string>, unix, port, project };
};

export const failed = (report: Record<string, string>, name: string): void =>
  assert.match(report[name] ?? 'not tried', /^failed/, `${name}: ${report[name]}`);

export const inNamespacesOfItsOwn = (report: Record<string, string>, names: readonly string[]): void => {
  for (const name of names) {
    assert.match(report[`namespace-${name}`] ?? 'not told', /^\w+:\[\d+\]$/);
    assert.notEqual(report[`namespace-${name}`], readlinkSync(`/proc/self/ns/${name}`), `${name} is this machine's`);
  }
};
