import assert from 'node:assert/strict';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SessionRecord, UserRecord } from '../../src/contract/index.ts';
import { createLaunchLink, logIn } from '../../src/usecases/sessions/sessions.ts';
import {
  makeProject,
  queueRun,
  scanOnly,
  sendRaw,
  startTestService,
  type TestService,
  waitForRun,
  waitForScans,
} from '../service.ts';

describe('ways in and out', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
    await service.owner.post('/api/users/', { name: 'vera', role: 'viewer', password: 'correct horse' });
    await service.owner.post('/api/users/', { name: 'ada', role: 'admin', password: 'battery staple' });
  });
  after(() => service.end());

  const linkPath = (): string => {
    const url = new URL(createLaunchLink(service.app.context).fallback_url);
    return url.pathname + url.search;
  };

  const passwordLogin = async (username: string, password: string, more: Record<string, string> = {}) => {
    const client = service.client();
    await client.get('/login/');
    return { client, answer: await client.post('/login/', { username, password, ...more }) };
  };

  test('A01 every API path without a session is 401 and gives no data', async () => {
    for (const path of [
      '/api/workspaces/',
      '/api/workspaces/tiny/status/',
      '/api/task-runs/',
      '/api/presets/',
      '/api/users/',
      '/api/sessions/',
      '/api/service/',
      '/api/openapi.json',
      '/api/folders/?path=/',
    ]) {
      const answer = await service.client().get(path);
      assert.equal(answer.status, 401, path);
      assert.deepEqual(Object.keys(answer.json()), ['errors', 'code'], path);
    }
  });

  test('A02 a launch link lets in once', async () => {
    const path = linkPath();
    const first = await service.client().get(path);
    assert.equal(first.status, 302);
    assert.equal(first.headers.location, '/');
    const second = await service.client().get(path);
    assert.equal(second.status, 401);
    const unknown = await service.client().get(`/login/?token=${'a'.repeat(43)}`);
    assert.equal(second.text, unknown.text, 'A03 and says no more than for one that never was');
  });

  test('A03 an expired link is 401 with the same body as an unknown one', async () => {
    const path = linkPath();
    for (const token of service.app.context.sessions.launchTokens.values()) token.expiresAtTicks = 0;
    const answer = await service.client().get(path);
    assert.equal(answer.status, 401);
    assert.equal(answer.text, (await service.client().get('/login/?token=nonsense')).text);
  });

  test('a HEAD of a launch link (a preview) does not use it up', async () => {
    const path = linkPath();
    await service.client().send('HEAD', path, { csrf: false });
    assert.equal((await service.client().get(path)).status, 302);
  });

  test('A04 a session id from before the log-in is not kept, and the old session ends', async () => {
    const client = service.client();
    client.cookies.set('inspector_session', 'A'.repeat(43));
    await client.get(linkPath());
    const first = client.cookies.get('inspector_session');
    assert.notEqual(first, 'A'.repeat(43));
    await client.get(linkPath());
    assert.notEqual(client.cookies.get('inspector_session'), first);
    const replay = service.client();
    replay.cookies.set('inspector_session', first ?? '');
    assert.equal((await replay.get('/api/workspaces/')).status, 401);
  });

  test('A05 after the log-out the old cookie is worth nothing', async () => {
    const client = await service.logIn();
    const old = client.cookies.get('inspector_session') ?? '';
    assert.equal((await client.post('/logout/')).status, 204);
    const replay = service.client();
    replay.cookies.set('inspector_session', old);
    assert.equal((await replay.get('/api/workspaces/')).status, 401);
  });

  test('A06 the session cookie is HttpOnly, SameSite and without a Domain', async () => {
    const answer = await service.client().get(linkPath());
    const cookie = (answer.headers['set-cookie'] ?? []).find((line) => line.startsWith('inspector_session=')) ?? '';
    assert.match(cookie, /HttpOnly/);
    assert.match(cookie, /SameSite=Lax/);
    assert.doesNotMatch(cookie, /Domain|Secure/);
  });

  test('A08 wrong tokens are slowed down', async () => {
    const answers = [];
    for (let index = 0; index < 50; index++)
      answers.push((await service.client().get(`/login/?token=${'b'.repeat(43)}`)).status);
    assert.deepEqual([...new Set(answers)], answers[0] === 429 ? [429] : [401, 429]);
    assert.equal((await service.client().get(linkPath())).status, 302, 'a right one still works');
  });

  test('A09 a tampered or huge cookie is refused and breaks nothing', async () => {
    const client = service.client();
    client.cookies.set('inspector_session', `${service.owner.cookies.get('inspector_session')?.slice(0, -1)}!`);
    assert.equal((await client.get('/api/workspaces/')).status, 401);
    // The last of 43 characters stands for four bits: two others decode to the same bytes.
    const right = service.owner.cookies.get('inspector_session') ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = right.slice(0, 42) + alphabet[alphabet.indexOf(right.slice(42)) ^ 1];
    assert.deepEqual(Buffer.from(twin, 'base64url'), Buffer.from(right, 'base64url'));
    for (const near of [twin, right.slice(0, 42), `${right}A`, right.toLowerCase()]) {
      client.cookies.set('inspector_session', near);
      assert.equal((await client.get('/api/workspaces/')).status, 401, near);
    }
    for (const kilobytes of [17, 64, 640]) {
      const cookie = `inspector_session=${'x'.repeat(kilobytes * 1024)}`;
      // Whole, and the connection closed in order: one that is reset may take the answer with it.
      const answer = await sendRaw(service.port, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 431 .*\r\n\r\n$/s, `${kilobytes} KB`);
    }
    assert.equal((await service.owner.get('/api/workspaces/')).status, 200);
  });

  test('A12 next leads only to our own paths', async () => {
    for (const [next, expected] of [
      ['//evil.test/', '/'],
      ['/\\evil.test', '/'],
      ['https://evil.test', '/'],
      ['/w/tiny/?a=1', '/w/tiny/?a=1'],
      ['/w/tiny/logs/?q=Größe „Ā"\u2028', '/w/tiny/logs/?q=Gr%C3%B6%C3%9Fe%20%E2%80%9E%C4%80"%E2%80%A8'],
    ] as const) {
      const { answer } = await passwordLogin('vera', 'correct horse', { next });
      assert.equal(answer.json<{ next: string }>().next, expected);
      const linked = await service.client().get(`${linkPath()}&next=${encodeURIComponent(next)}`);
      assert.equal(linked.headers.location, expected);
    }
  });

  test('user and password open a session that names the user', async () => {
    const { client, answer } = await passwordLogin('vera', 'correct horse');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), { user: { name: 'vera', role: 'viewer' }, next: '/' });
    assert.equal((await client.get('/api/workspaces/tiny/status/')).status, 200);
  });

  test('every kind of wrong log-in gets the same words, and after five failures 429', async () => {
    const first = (await passwordLogin('ada', 'wrong')).answer;
    const unknown = (await passwordLogin('nobody', 'wrong')).answer;
    assert.equal(first.status, 400);
    assert.equal(first.text, unknown.text);
    const later = [];
    for (let index = 0; index < 6; index++) later.push((await passwordLogin('ada', 'wrong')).answer);
    const last = later.at(-1);
    assert.equal(last?.status, 429);
    assert.ok(Number(last?.headers['retry-after']) > 0);
    assert.equal((await passwordLogin('vera', 'correct horse')).answer.status, 200, 'others are not held up');
  });

  test('a viewer may look and run, but not change workspaces, presets, links or users', async () => {
    const { client } = await passwordLogin('vera', 'correct horse');
    assert.equal(
      (await client.post('/api/task-runs/', { workspace: 'tiny', preset: 'version', confirm_safe: 'on' })).status,
      201,
    );
    for (const [method, path] of [
      ['POST', '/api/workspaces/'],
      ['PATCH', '/api/workspaces/tiny/'],
      ['DELETE', '/api/workspaces/tiny/'],
      ['POST', '/api/presets/'],
      ['PATCH', '/api/presets/check/'],
      ['POST', '/api/doc-links/'],
      ['PATCH', '/api/doc-links/1/'],
      ['POST', '/api/users/'],
      ['GET', '/api/users/'],
      ['GET', '/api/folders/?path=/'],
    ] as const) {
      const answer = await client.send(method, path);
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.equal(answer.json().code, 'forbidden');
    }
  });

  test('sessions are listed and can be revoked; a changed password ends them', async () => {
    const { client } = await passwordLogin('vera', 'correct horse');
    const own = (await client.get('/api/sessions/')).json<SessionRecord[]>();
    assert.deepEqual([...new Set(own.map((session) => session.user))], ['vera'], "others' sessions are not shown");
    const id = own.find((session) => session.current)?.id;
    assert.equal((await service.owner.send('DELETE', `/api/sessions/${id}/`)).status, 204);
    assert.equal((await client.get('/api/workspaces/')).status, 401);
    const { client: again } = await passwordLogin('vera', 'correct horse');
    await service.owner.send('PATCH', '/api/users/vera/', { fields: { password: 'correct horse' } });
    assert.equal((await again.get('/api/workspaces/')).status, 401);
  });

  test('a changed password ends sessions also while they are in use', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => (await passwordLogin('vera', 'correct horse')).client),
    );
    let changed = false;
    const asking = clients.map(async (client) => {
      while (!changed) await client.get('/api/session/');
    });
    const answer = await service.owner.send('PATCH', '/api/users/vera/', { fields: { password: 'correct horse' } });
    changed = true;
    await Promise.all(asking);
    assert.equal(answer.status, 200);
    const alive = await Promise.all(clients.map(async (client) => (await client.get('/api/session/')).status));
    assert.deepEqual([...new Set(alive)], [401]);
  });

  test('a log-in that goes on while the password is changed or the user removed opens no session', async () => {
    await service.owner.post('/api/users/', { name: 'swift', password: 'eight characters' });
    const early = passwordLogin('swift', 'eight characters');
    const gone = passwordLogin('swift', 'eight characters');
    const store = service.app.context.store;
    const verified = store.users.find;
    // Between the check of the password and the session.
    let looks = 0;
    store.users.find = async (name) => {
      const user = await verified(name);
      looks += 1;
      if (looks === 2) await store.users.update('swift', { password: 'another' });
      return user;
    };
    const answers = await Promise.all([early, gone]);
    store.users.find = verified;
    assert.deepEqual(
      answers.map(({ answer }) => answer.status),
      [400, 400],
    );
    assert.deepEqual(
      (await store.sessions.list()).filter((session) => session.user_name === 'swift'),
      [],
    );
  });

  test('a removed user is out at once; the owner cannot be removed', async () => {
    for (const name of ['.', '..']) {
      const refused = await service.owner.post('/api/users/', { name, password: 'eight characters' });
      assert.equal(refused.status, 400, 'no address could name such a user to remove it');
    }
    await service.owner.post('/api/users/', { name: 'temp', password: 'eight characters' });
    const { client } = await passwordLogin('temp', 'eight characters');
    assert.equal((await client.get('/api/workspaces/')).status, 200, 'in memory from now on');
    assert.equal((await service.owner.send('DELETE', '/api/users/temp/')).status, 204);
    assert.equal((await client.get('/api/workspaces/')).status, 401);
    assert.equal((await service.owner.send('DELETE', '/api/users/owner/')).status, 403);
    const users = (await service.owner.get('/api/users/')).json<UserRecord[]>();
    assert.ok(users.some((user) => user.built_in && user.role === 'admin'));
  });

  test('no password, token or cookie is in the store as it is', async () => {
    const rows = JSON.stringify([
      await service.app.context.store.users.list(),
      await service.app.context.store.sessions.list(),
    ]);
    assert.doesNotMatch(rows, /correct horse|battery staple/);
    assert.ok(!rows.includes(service.owner.cookies.get('inspector_session') ?? '-'));
  });
});

test('A11 the data folder is 0700 and its files 0600 under any umask, also what runs and scans leave there', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const service = await startTestService({}, undefined, 'own');
  t.after(() => service.end());
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  await waitForScans(service.owner, 'tiny');
  await waitForRun(service.owner, (await queueRun(service.owner, 'tiny', 'showmigrations')).id);
  const names = ['', ...(readdirSync(service.dataDir, { recursive: true }) as string[])];
  for (const file of [
    'inspector.sqlite3',
    'inspector.sqlite3-wal',
    'service.json',
    'lock.sqlite3',
    'output',
    'reading',
  ])
    assert.ok(names.includes(file), file);
  for (const name of names) {
    const found = lstatSync(join(service.dataDir, name));
    if (found.isDirectory()) assert.equal(found.mode & 0o777, 0o700, name);
    else if (found.isFile()) assert.equal(found.mode & 0o177, 0, `${name} is for its owner alone`);
  }
});

test('a flood of log-ins holds up nobody who is inside', async () => {
  const service = await startTestService();
  const strangers = await Promise.all(
    Array.from({ length: 150 }, async () => {
      const client = service.client();
      await client.get('/login/');
      return client;
    }),
  );
  const flood = strangers.map((client, index) => client.post('/login/', { username: `u${index}`, password: 'guess' }));
  // With all of them in the threads that also write to the disk, it was told after all of them.
  const first = await Promise.race([
    service.owner.post('/api/doc-links/', { title: 'Wiki', url: 'https://wiki.test/' }).then(({ status }) => status),
    Promise.all(flood).then(() => 'the flood'),
  ]);
  const answers = await Promise.all(flood);
  await service.end();
  assert.equal(first, 201);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [400, 429]);
  assert.ok(Number(answers.find(({ status }) => status === 429)?.headers['retry-after']) > 0);
});

test('a flood of log-ins by other names makes nobody forget how often one failed, and none that was turned away counts', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  const tryOnce = (username: string): Promise<string> =>
    logIn(context, { username, password: 'wrong' }, null, '127.0.0.1').then(
      () => 'let in',
      (error: Error) => error.message,
    );
  for (let failure = 0; failure < 5; failure += 1) assert.match(await tryOnce('owner'), /is wrong/);
  // Checked one after another; everybody else is turned away meanwhile.
  const crowd = Array.from({ length: 20 }, (_, index) => tryOnce(`crowd-${index}`));
  for (let other = 0; other < 10_500; other += 1)
    await Promise.race([tryOnce(`other-${other}`), new Promise((resolve) => setTimeout(resolve, 5))]);
  for (let again = 0; again < 6; again += 1) {
    const said = await tryOnce('late');
    assert.doesNotMatch(said, /Too many failed/, `${again}: ${said}`);
    if (/is wrong/.test(said)) break;
  }
  assert.match(await tryOnce('owner'), /Too many failed log-ins/);
  await Promise.all(crowd);
});

test('--auth off asks for no session but keeps CSRF, host and origin checks', async () => {
  const service = await startTestService({ auth: 'off' });
  const client = service.client();
  assert.equal((await client.get('/api/workspaces/')).status, 200);
  assert.equal((await client.post('/api/workspaces/', {}, { csrf: false })).status, 403);
  assert.equal((await client.post('/api/workspaces/', {})).status, 400);
  assert.equal((await client.post('/api/workspaces/', {}, { headers: { origin: 'http://evil.test' } })).status, 403);
  await service.end();
});

test('more POSTs than a session may send in a minute are 429 with Retry-After', async () => {
  const service = await startTestService({ 'posts-per-minute': '3' });
  const statuses = [];
  for (let index = 0; index < 5; index++) statuses.push(await service.owner.post('/api/workspaces/', {}));
  assert.deepEqual(
    statuses.map((answer) => answer.status),
    [400, 400, 400, 429, 429],
  );
  assert.ok(Number(statuses[4]?.headers['retry-after']) > 0);
  await service.end();
});
