import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Client, makeProject, scanOnly, sendRaw, startTestService, type TestService } from '../service.ts';

const fields = { workspace: 'tiny', preset: 'version', confirm_safe: 'on' };

describe('a change is only made for a page that can read our cookie', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  });
  after(() => service.end());

  const countRuns = async (): Promise<number> => (await service.app.context.store.runs.list({ limit: 1000 })).length;

  const refused = async (client: Client, headers: Record<string, string | string[]>, reason: RegExp): Promise<void> => {
    const runs = await countRuns();
    const answer = await client.post('/api/task-runs/', fields, { csrf: false, headers });
    assert.equal(answer.status, 403);
    assert.equal(answer.json().code, 'csrf_failed');
    assert.match(answer.json().errors.__all__?.[0] ?? '', reason);
    assert.equal(await countRuns(), runs, 'no run was stored');
  };

  test('C01 no cookie and no header', () => refused(service.client(), {}, /cookie missing/));
  test('C02 the cookie alone is not enough', () => refused(service.owner, {}, /header missing/));

  test('C03 header and cookie that differ, both well-formed', async () => {
    const other = await service.logIn();
    await refused(service.owner, { 'x-csrftoken': other.cookies.get('csrftoken') ?? '' }, /differ/);
  });

  test('C04 the token that the server issued, in its session', async () => {
    assert.equal((await service.owner.post('/api/task-runs/', fields)).status, 201);
  });

  test('C05 headers of a wrong length are refused at once', async () => {
    for (const length of [16, 33, 63, 65, 10_000])
      await refused(service.owner, { 'x-csrftoken': 'a'.repeat(length) }, /malformed/);
  });

  test('C06 odd characters are refused, not failed on', async () => {
    const right = service.owner.cookies.get('csrftoken') ?? '';
    const half = right.slice(0, 32);
    for (const odd of ['*', ' ', 'é', '\t', ','])
      for (const token of [`${half}${odd}${right.slice(32)}`, `${half}${odd}${right.slice(33)}`])
        await refused(service.owner, { 'x-csrftoken': Buffer.from(token).toString('latin1') }, /malformed/);
    await refused(service.owner, { 'x-csrftoken': right.toUpperCase() }, /malformed/);
    const nul = `POST /api/task-runs/ HTTP/1.1\r\nHost: ${service.owner.host}\r\nX-CSRFToken: ${right}\0\r\n\r\n`;
    assert.match(await sendRaw(service.port, nul), /^HTTP\/1\.1 400 /);
  });

  test('C11 GET, HEAD and OPTIONS need no token and change nothing', async () => {
    const runs = await countRuns();
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const answer = await service.owner.send(method, '/api/task-runs/', { csrf: false });
      assert.notEqual(answer.status, 403, method);
    }
    assert.equal(await countRuns(), runs);
  });

  test('C12 a POST that claims to be a GET is still checked', async () => {
    await refused(service.owner, { 'x-http-method-override': 'GET' }, /header missing/);
    const answer = await service.owner.post(
      '/api/task-runs/?_method=GET',
      { ...fields, _method: 'GET' },
      { csrf: false },
    );
    assert.equal(answer.json().code, 'csrf_failed');
  });

  test('C13 a token from before the log-in does not work after it', async () => {
    const client = service.client();
    await client.get('/login/');
    const before = client.cookies.get('csrftoken') ?? '';
    assert.match(before, /^[0-9a-f]{64}$/);
    const fresh = await service.logIn();
    fresh.cookies.set('csrftoken', before);
    await refused(fresh, { 'x-csrftoken': before }, /not of this session/);
  });

  test('C17 of two csrftoken cookies only the first counts', async () => {
    const token = service.owner.cookies.get('csrftoken') ?? '';
    const session = `inspector_session=${service.owner.cookies.get('inspector_session')}`;
    const foreign = 'f'.repeat(64);
    const with2 = (first: string, second: string) =>
      service.owner.post('/api/task-runs/', fields, {
        headers: { cookie: `${session}; csrftoken=${first}; csrftoken=${second}`, 'x-csrftoken': token },
      });
    assert.equal((await with2(foreign, token)).status, 403);
    assert.equal((await with2(token, foreign)).status, 201);
  });

  test('C18 two headers are refused', async () => {
    const token = service.owner.cookies.get('csrftoken') ?? '';
    const answer = await service.owner.post('/api/task-runs/', fields, {
      csrf: false,
      headers: { 'x-csrftoken': [token, token] },
    });
    assert.ok([400, 403].includes(answer.status));
  });

  test('C19 the cookie stays on this host and path, and is in no address', async () => {
    const answer = await service.client().get('/login/');
    const cookie = (answer.headers['set-cookie'] ?? []).find((line) => line.startsWith('csrftoken=')) ?? '';
    assert.match(cookie, /; Path=\/; SameSite=Lax$/);
    assert.equal(answer.headers.vary, 'Cookie');
  });

  test('C20 a text/plain body of another page is refused', async () => {
    const answer = await service.owner.send('POST', '/api/task-runs/', {
      body: JSON.stringify(fields),
      type: 'text/plain',
    });
    assert.equal(answer.status, 415);
  });

  test('a csrftoken that another app on this host left is replaced by the next GET', async () => {
    const client = await service.logIn();
    client.cookies.set('csrftoken', 'x'.repeat(64));
    await client.get('/api/workspaces/');
    assert.equal((await client.post('/api/task-runs/', fields)).status, 201);
  });

  test('without a session a valid token leads to 401, not further', async () => {
    const client = service.client();
    await client.get('/login/');
    assert.equal((await client.post('/api/task-runs/', fields)).status, 401);
  });
});

describe('a base path', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ 'base-path': '/inspector' });
  });
  after(() => service.end());

  test('moves everything, cookies too', async () => {
    const answer = await service.client().get('/inspector/login/');
    assert.match((answer.headers['set-cookie'] ?? []).join(), /csrftoken=[^;]+; Path=\/inspector\//);
    assert.equal((await service.owner.get('/inspector/api/workspaces/')).status, 200);
    assert.equal((await service.owner.get('/api/workspaces/')).status, 404);
    assert.equal(
      (await service.client().get('/inspector/admin/')).headers.location,
      '/inspector/login/?next=%2Fadmin%2F',
    );
    const document = (await service.owner.get('/inspector/api/openapi.json')).json<{ servers: unknown }>();
    assert.deepEqual(document.servers, [{ url: '/inspector' }], 'a path that begins with / is put behind it');
  });
});
