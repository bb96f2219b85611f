import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ErrorReply } from '../../src/contract/index.ts';
import { createHttpDoor, type HttpDoor } from '../../src/http/server.ts';
import { createLaunchLink } from '../../src/usecases/sessions/sessions.ts';
import { makeProject, scanOnly, startTestService, type TestService } from '../service.ts';

/** What a browser sends when a person goes to an address. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

describe('what a person with a browser is told', () => {
  let service: TestService;
  /** A door on a window of its own, whether or not the real one is built. */
  let door: HttpDoor;
  let unbuilt: HttpDoor;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
    const webDir = join(service.folder, 'web');
    mkdirSync(webDir);
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><base href="/" /><title>The window</title>');
    const { context } = service.app;
    const options = { host: '127.0.0.1', publicUrl: null, guideDir: join(service.folder, 'no-guide') };
    door = await createHttpDoor(context, { ...options, basePath: '/', webDir });
    unbuilt = await createHttpDoor(context, { ...options, basePath: '/here/', webDir: join(webDir, 'none') });
  });
  after(async () => {
    await door.close();
    await unbuilt.close();
    await service.end();
  });

  type Asked = { of?: HttpDoor; as?: 'owner' | 'nobody'; accept?: string; host?: string };
  const get = (url: string, { of = door, as = 'owner', accept = browser, host = 'inspector.localhost' }: Asked = {}) =>
    of.server.inject({
      method: 'GET',
      url,
      headers: { host, accept, ...(as === 'owner' ? { cookie: service.owner.cookieHeader } : {}) },
    });
  type Answer = Awaited<ReturnType<typeof get>>;

  const usedLink = async (): Promise<string> => {
    const { pathname, search } = new URL(createLaunchLink(service.app.context).fallback_url);
    assert.equal((await service.client().get(pathname + search)).status, 302);
    return pathname + search;
  };

  const assertPage = (answer: Answer, status: number, words: RegExp): void => {
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(answer.headers['content-security-policy'], pagePolicy);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['x-frame-options'], 'DENY');
    assert.match(answer.body, words);
  };

  const assertData = (answer: Answer, status: number, code: string): void => {
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.json<ErrorReply>().code, code);
  };

  test('an unknown page is 404 and shows the window, which says so and leads back', async () => {
    for (const path of ['/w/tiny/banana', '/banana/', '/w/tiny/runs/1/more', '/docs/no-such-page/', '/assets/gone.js'])
      assertPage(await get(path), 404, /The window/);
    assertPage(await get('/w/tiny/banana', { as: 'nobody' }), 404, /The window/);
  });

  test('programs and the API are answered with data, as ever', async () => {
    assertData(await get('/w/tiny/banana', { accept: '*/*' }), 404, 'not_found');
    assertData(await get('/banana', { accept: 'image/avif,image/webp,*/*' }), 404, 'not_found');
    assertData(await get('/api/banana/'), 404, 'not_found');
    assertData(await get('/api/task-runs/999999/'), 404, 'not_found');
    const unreadable = await get('/api/%zz/');
    assertData(unreadable, 404, 'not_found');
    assert.match(String(unreadable.headers['content-security-policy']), /^default-src 'none'; .*sandbox$/);
    assertData(await get('/api/workspaces/', { as: 'nobody' }), 401, 'not_authenticated');
    assertData(await get(await usedLink(), { as: 'nobody', accept: '*/*' }), 401, 'not_authenticated');
  });

  test('the page of the API leads a person without a session to the log-in form and back; a program is told by data', async () => {
    for (const path of ['/api/docs/', '/api/docs', '/api/docs/?deep=1']) {
      const visited = await get(path, { as: 'nobody' });
      const next = `/login/?next=${encodeURIComponent(path)}`;
      assert.deepEqual([visited.statusCode, visited.headers.location], [302, next]);
      assertData(await get(path, { as: 'nobody', accept: '*/*' }), 401, 'not_authenticated');
    }
    assert.equal((await get('/api/docs/')).statusCode, 200);
    for (const path of ['/api/openapi.json', '/api/docsx', '/api/docs/start.js'])
      assert.notEqual((await get(path, { as: 'nobody' })).statusCode, 302, path);
  });

  test('a used launch link is 401 and shows the log-in page, the same as for one that never was', async () => {
    const used = await get(await usedLink(), { as: 'nobody' });
    assertPage(used, 401, /The window/);
    const unknown = await get(`/login/?token=${'a'.repeat(43)}`, { as: 'nobody' });
    assert.equal(unknown.statusCode, 401);
    assert.equal(unknown.body, used.body);
    assert.equal(used.headers['set-cookie']?.includes('inspector_session'), false, 'and lets nobody in');
  });

  test('whoever is logged in already is led by a used link to where it led', async () => {
    const link = await usedLink();
    for (const [next, expected] of [
      ['', '/'],
      ['&next=/w/tiny/logs/', '/w/tiny/logs/'],
      ['&next=//evil.test/', '/'],
    ]) {
      const answer = await get(link + next);
      assert.equal(answer.statusCode, 302);
      assert.equal(answer.headers.location, expected);
    }
    assert.equal((await service.owner.get('/api/session/')).status, 200, 'with the session that was');
  });

  test('tries with wrong links are slowed down for a browser too', async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 8; tries++) {
      const answer = await get(`/login/?token=${'c'.repeat(43)}`, { as: 'nobody' });
      statuses.add(answer.statusCode);
      if (answer.statusCode === 429) assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    assert.ok(statuses.has(429));
  });

  test('where the window cannot tell it, a page of our own does', async () => {
    assertPage(await get('/here/', { of: unbuilt }), 503, /<h1>Not available just now<\/h1>.*<code>npm start<\/code>/s);
    const lost = await get('/here/banana/', { of: unbuilt });
    assertPage(lost, 404, /<h1>There is nothing at this address<\/h1>/);
    assert.match(lost.body, /<a href="\/here\/">/, 'with the way back');
    assertPage(await get('/%zz'), 404, /<h1>There is nothing at this address<\/h1>/);
    assertPage(await get('/logout/'), 405, /Only POST may be used here/);
    const wrongHost = await get('/', { host: 'evil.test' });
    assertPage(wrongHost, 421, /does not answer to that host name/);
    assert.doesNotMatch(wrongHost.body, /<a |evil/);
  });

  test('below a base path, the first page without its slash leads to the one that a browser sends its cookies to', async () => {
    for (const as of ['owner', 'nobody'] as const) {
      const bare = await get('/here?view=all', { of: unbuilt, as });
      assert.deepEqual([bare.statusCode, bare.headers.location], [302, '/here/?view=all'], as);
      assert.equal(bare.headers['set-cookie'], undefined, 'and no cookie that it has is replaced');
    }
    assert.equal((await get('/herex', { of: unbuilt })).statusCode, 404);
    assert.equal((await get('/here', { of: unbuilt, host: 'evil.test' })).statusCode, 421);
  });

  test('an error inside is told with its id and no internals', async () => {
    const { context } = service.app;
    const { findByHash } = context.store.sessions;
    context.store.sessions.findByHash = () => Promise.reject(new Error('secret <detail>'));
    context.sessions.forget((session) => session.kind === 'browser');
    const answer = await get('/w/tiny/');
    context.store.sessions.findByHash = findByHash;
    assertPage(answer, 500, /Look for [a-z0-9]+-[a-z0-9]+ in its log/);
    assert.doesNotMatch(answer.body, /secret|detail/);
  });
});
