/** How long a session lasts: over restarts of the service, idle hours and clocks that are set. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionRecord, StatusWithRun } from '../../src/contract/index.ts';
import { createLaunchLink } from '../../src/usecases/sessions/sessions.ts';
import { Client, makeFolder, makeProject, queueRun, scanOnly, startTestService, waitForRun } from '../service.ts';

test('A10 a session outlives a restart of the service, one of its command line or one that has ended does not', async (t) => {
  const folder = makeFolder();
  const first = await startTestService({}, folder);
  const cookies = new Map(first.owner.cookies);
  const idle = (await first.logIn()).cookies.get('inspector_session') ?? '';
  const ofCli = JSON.parse(readFileSync(join(first.dataDir, 'service.json'), 'utf8')).session as string;
  await first.stop();
  const second = await startTestService({}, folder);
  t.after(() => second.end());
  const client = new Client(second.port);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  assert.equal((await client.post('/api/workspaces/', { path: '/nowhere' })).status, 400, 'its CSRF token too');
  assert.equal((await client.get('/api/workspaces/')).status, 200);
  const { clock, options } = second.app.context;
  const later = clock.now() + options.sessionIdleMs + 1000;
  const statusWith = async (session: string): Promise<number> => {
    const other = new Client(second.port);
    other.cookies.set('inspector_session', session);
    return (await other.get('/api/workspaces/')).status;
  };
  assert.equal(await statusWith(ofCli), 401, 'it ended with its process');
  t.mock.method(clock, 'now', () => later);
  assert.equal(await statusWith(idle), 401, 'nobody has used it for too long');
});

test('the session of the command line cannot be ended by anybody: commands and agents would find no service any more', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const sessions = (await service.owner.get('/api/sessions/')).json<SessionRecord[]>();
  const ofCli = sessions.find(({ kind }) => kind === 'cli');
  const refused = await service.owner.send('DELETE', `/api/sessions/${ofCli?.id}/`);
  assert.deepEqual([refused.status, refused.json().code], [403, 'forbidden']);
  const { session } = JSON.parse(readFileSync(join(service.dataDir, 'service.json'), 'utf8')) as { session: string };
  const command = new Client(service.port);
  command.cookies.set('inspector_session', session);
  assert.equal((await command.get('/api/workspaces/')).status, 200);
});

test('D10 a clock that is set forward or back by an hour ends no session, no link and no run', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const { clock } = service.app.context;
  const { now } = clock;
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  for (const hours of [1, -1]) {
    const link = new URL(createLaunchLink(service.app.context).fallback_url);
    t.mock.method(clock, 'now', () => now() + hours * 3_600_000);
    assert.equal((await service.owner.get('/api/workspaces/')).status, 200, 'the session');
    assert.equal((await service.client().get(link.pathname + link.search)).status, 302, 'the link');
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'tiny', 'version')).id);
    assert.equal(run.status, 'succeeded');
    assert.ok(run.metadata.command.duration_seconds >= 0 && run.metadata.command.duration_seconds < 600);
    const fields = { workspace: 'tiny', preset: 'version', confirm_safe: 'on' };
    const send = () =>
      service.owner.post('/api/task-runs/', fields, { headers: { 'idempotency-key': `once-${hours}` } });
    const first = (await send()).json<StatusWithRun>().task_run.id;
    t.mock.method(clock, 'now', now);
    assert.equal((await send()).json<StatusWithRun>().task_run.id, first, 'a repeated request starts no second run');
  }
});

test('an idle session and one past its end are refused', async () => {
  const service = await startTestService();
  const { context } = service.app;
  assert.equal((await service.owner.get('/api/workspaces/')).status, 200);
  const [session] = [...context.sessions.byHash.values()].filter((known) => known.kind === 'browser');
  assert.ok(session);
  session.lastSeenAt -= context.options.sessionIdleMs + 1000;
  assert.equal((await service.owner.get('/api/workspaces/')).status, 401);
  const other = await service.logIn();
  assert.equal((await other.get('/api/workspaces/')).status, 200);
  for (const known of context.sessions.byHash.values()) known.expiresAt = 0;
  assert.equal((await other.get('/api/workspaces/')).status, 401);
  await service.end();
});

test('sessions that have ended are gone when somebody comes in, not only at the next start', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  for (let times = 0; times < 3; times += 1)
    assert.equal((await (await service.logIn()).get('/api/session/')).status, 200);
  const later = context.clock.now() + context.options.sessionIdleMs + 1000;
  t.mock.method(context.clock, 'now', () => later);
  const last = await service.logIn();
  const shown = (await last.get('/api/sessions/')).json<SessionRecord[]>();
  assert.deepEqual(shown.map(({ kind, current }) => [kind, current]).sort(), [
    ['browser', true],
    ['cli', false],
  ]);
  assert.equal([...context.sessions.byHash.values()].filter(({ kind }) => kind === 'browser').length, 1);
});
