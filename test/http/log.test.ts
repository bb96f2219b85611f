import assert from 'node:assert/strict';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type ServiceProcess, startProcess } from '../faults/service-process.ts';
import { makeFolder, makeProject } from '../service.ts';

test('the log has one line per request with its id, and no token, cookie, password or note in it', {
  timeout: 120_000,
}, async () => {
  const folder = makeFolder();
  const service = await startProcess(join(folder, 'data'), ['--log-level', 'info']);
  const { client } = service;
  await client.post('/api/workspaces/', { path: makeProject(folder, 'tiny') });
  await client.post('/api/task-runs/', {
    workspace: 'tiny',
    preset: 'version',
    confirm_safe: 'on',
    note: 'a-private-note',
  });
  await client.post('/api/users/', { name: 'ada', password: 'a-private-password' });
  await client.get(`/login/?token=${'t'.repeat(43)}`);
  await client.get('/api/nothing/?q=a-private-query');
  await service.kill('SIGTERM');
  const lines = service
    .errors()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter((line) => line.msg === 'request');
  assert.deepEqual(
    requests.map((line) => `${line.method} ${line.path} ${line.status}`),
    [
      'GET /login/ 302',
      'POST /api/workspaces/ 201',
      'POST /api/task-runs/ 201',
      'POST /api/users/ 201',
      'GET /login/ 401',
      'GET /api/nothing/ 404',
    ],
  );
  assert.equal(new Set(requests.map((line) => line.request)).size, requests.length, 'each has an id of its own');
  const secrets = [
    ...client.cookies.values(),
    't'.repeat(43),
    'a-private-note',
    'a-private-password',
    'a-private-query',
  ];
  for (const secret of secrets) assert.ok(!service.errors().includes(secret), secret.slice(0, 12));
  rmSync(folder, { recursive: true, force: true });
});

test('whoever leaves in the middle of a request is no fault of ours', { timeout: 60_000 }, async () => {
  const folder = makeFolder();
  const service = await startProcess(join(folder, 'data'), ['--log-level', 'info']);
  const { client, errors } = service;
  const head = [
    'POST /api/task-runs/ HTTP/1.1',
    `Host: ${client.host}`,
    `Cookie: ${client.cookieHeader}`,
    `X-CSRFToken: ${client.cookies.get('csrftoken')}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 100',
  ];
  const socket = connect(client.port, '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\nworkspace=`, () => socket.destroy());
  await once(socket, 'close');
  // What comes after it is answered after it.
  for (let asked = 0; asked < 3; asked += 1) assert.equal((await client.get('/api/session/')).status, 200);
  assert.doesNotMatch(errors(), /our fault|"level":50/);
  await service.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

describe('a log that cannot be written', () => {
  const folder = makeFolder();
  after(() => rmSync(folder, { recursive: true, force: true }));

  const assertServes = async ({ client, child, kill }: ServiceProcess): Promise<void> => {
    for (let asked = 0; asked < 3; asked += 1) assert.equal((await client.get('/api/session/')).status, 200);
    await kill('SIGTERM');
    assert.equal(child.exitCode, 0, 'and stops in order');
  };

  test('because the disk is full does not keep the service from serving', {
    timeout: 60_000,
    skip: !existsSync('/dev/full') && 'there is no /dev/full',
  }, async () => {
    const full = openSync('/dev/full', 'w');
    const service = await startProcess(join(folder, 'full'), ['--log-level', 'info'], full);
    closeSync(full);
    await assertServes(service);
  });

  test('because whoever read it has left does not keep the service from serving', { timeout: 60_000 }, async () => {
    const service = await startProcess(join(folder, 'left'), ['--log-level', 'info']);
    service.child.stderr?.destroy();
    await assertServes(service);
  });
});
