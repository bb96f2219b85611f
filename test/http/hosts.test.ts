import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import type { Status } from '../../src/contract/index.ts';
import { startService } from '../../src/serve.ts';
import { makeFolder, makeProject, scanOnly, sendRaw, startTestService, type TestService } from '../service.ts';

describe('which names and pages are ours', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  });
  after(() => service.end());

  test('H01 H02 H04 a Host that is not ours is 421 on every path, whatever a proxy is said to have seen', async () => {
    const ours = `localhost:${service.port}`;
    const forwarded = { 'x-forwarded-host': ours, 'x-host': ours, 'x-original-host': ours, forwarded: `host=${ours}` };
    for (const host of [
      'evil.test',
      `evil.test:${service.port}`,
      `127.0.0.1.evil.test:${service.port}`,
      `localhost.evil.test:${service.port}`,
      `127.0.0.1:${service.port + 1}`,
      '127.0.0.1',
      `localhost.:${service.port}`,
    ]) {
      for (const path of ['/', '/login/', '/api/workspaces/', '/assets/x.js', '/nothing', '/api/task-runs/%zz/']) {
        const answer = await service.owner.get(path, { headers: { host, ...forwarded } });
        assert.equal(answer.status, 421, `${host} ${path}`);
        assert.equal(answer.json().code, 'wrong_host');
      }
    }
  });

  test('a request with two Hosts is refused, whichever comes first: a proxy before it may have gone by the other', async () => {
    const [own, other] = [`127.0.0.1:${service.port}`, 'evil.test'];
    for (const hosts of [
      [own, other],
      [other, own],
      [own, own],
    ]) {
      for (const path of ['/api/workspaces/', '/', '/nothing', '/api/task-runs/%zz/']) {
        const names = hosts.map((host) => `Host: ${host}`).join('\r\n');
        const head = `GET ${path} HTTP/1.1\r\n${names}\r\nCookie: ${service.owner.cookieHeader}\r\nConnection: close\r\n\r\n`;
        const answer = await sendRaw(service.port, head);
        assert.match(answer, /^HTTP\/1\.1 400 /, `${hosts} ${path}`);
        assert.match(answer, /A request has one Host header/);
      }
    }
  });

  test('our names are answered in any letter case', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]', 'inspector.localhost', 'LocalHost', 'Inspector.LOCALHOST']) {
      const answer = await service.owner.get('/api/workspaces/', { headers: { host: `${name}:${service.port}` } });
      assert.equal(answer.status, 200, name);
    }
  });

  test('documentation links lead to the name that was asked for, where the reader is logged in', async () => {
    const at = async (host: string) => {
      const status = await service.owner.get('/api/workspaces/tiny/status/', { headers: { host } });
      const { doc_links } = status.json<Status>();
      return { own: doc_links.at(-1)?.url, others: doc_links.slice(0, -1), etag: status.headers.etag };
    };
    const first = await at(`127.0.0.1:${service.port}`);
    for (const host of [`127.0.0.1:${service.port}`, `inspector.localhost:${service.port}`, `[::1]:${service.port}`]) {
      const { own, others, etag } = await at(host);
      assert.equal(own, `http://${host}/docs/`);
      assert.deepEqual(others, first.others);
      const known = { host, 'if-none-match': String(etag) };
      assert.equal((await service.owner.get('/api/workspaces/tiny/status/', { headers: known })).status, 304);
    }
    const scanned = await service.owner.post('/api/workspaces/tiny/scans/');
    assert.equal(scanned.json<Status>().doc_links.at(-1)?.url, first.own, 'also in answers to changes');
  });

  test('H05 a change from another origin is refused although the token is right', async () => {
    for (const origin of [
      'http://evil.test',
      'null',
      `http://127.0.0.1:${service.port + 1}`,
      `https://127.0.0.1:${service.port}`,
    ]) {
      const answer = await service.owner.post('/api/workspaces/tiny/scans/', {}, { headers: { origin } });
      assert.equal(answer.status, 403, origin);
      assert.equal(answer.json().code, 'wrong_origin');
    }
    for (const origin of [`http://127.0.0.1:${service.port}`, `http://inspector.localhost:${service.port}`]) {
      assert.equal(
        (await service.owner.post('/api/workspaces/tiny/scans/', {}, { headers: { origin } })).status,
        201,
        origin,
      );
    }
  });

  test('H07 Sec-Fetch-Site of another site is refused', async () => {
    for (const [site, status] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['same-origin', 201],
      ['none', 201],
    ] as const) {
      assert.equal(
        (await service.owner.post('/api/workspaces/tiny/scans/', {}, { headers: { 'sec-fetch-site': site } })).status,
        status,
        site,
      );
    }
  });

  test('H09 neither a preflight nor what is asked for after it gets Access-Control headers', async () => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' };
    for (const origin of ['http://evil.test', 'null', `http://127.0.0.1:${service.port + 1}`]) {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await service.owner.send(method, '/api/task-runs/', { headers: { origin, ...asked } });
        const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
        assert.deepEqual(allowing, [], `${method} ${origin}`);
      }
    }
  });

  test('H10 the absolute form of a request line is held to the same names', async () => {
    const cookie = `Cookie: ${service.owner.cookieHeader}`;
    const evil = await sendRaw(
      service.port,
      `GET http://evil.test/api/workspaces/ HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n${cookie}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(evil, /^HTTP\/1\.1 421 /);
  });

  test('H11 every answer carries the guards of a browser', async () => {
    for (const path of ['/api/workspaces/', '/login/', '/nothing']) {
      const { headers } = await service.owner.get(path);
      const guards = ['x-content-type-options', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy'];
      const told = [...guards, 'cross-origin-resource-policy'].map((name) => headers[name]);
      assert.deepEqual(told, ['nosniff', 'DENY', 'no-referrer', 'same-origin', 'same-origin'], path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
      assert.doesNotMatch(String(headers['content-security-policy']), /script-src[^;]*(unsafe|http)/, path);
      assert.equal(headers['x-powered-by'], undefined);
    }
    const data = String((await service.owner.get('/api/workspaces/')).headers['content-security-policy']);
    assert.match(data, /^default-src 'none';.*\bsandbox\b/, 'data is never a page');
  });

  test('data carries the guards of data however its address is written, and so does a refusal that is data', async () => {
    const origin = `http://127.0.0.1:${service.port}`;
    const policyAt = async (target: string, status: number) => {
      const answer = await service.owner.get(target);
      assert.equal(answer.status, status, target);
      return String(answer.headers['content-security-policy']);
    };
    for (const path of ['/api/workspaces/', '/%61pi/workspaces/', '/ap%69/workspaces'])
      for (const target of [path, origin + path])
        assert.match(await policyAt(target, 200), /^default-src 'none';.*\bsandbox\b/, target);
    for (const target of ['/nothing', '/a%70i/nothing', '/%zz', '/api/docsx', `${origin}/api/nothing`])
      assert.match(await policyAt(target, 404), /^default-src 'none';.*\bsandbox\b/, target);
    for (const target of ['/api/docs/', '/%61pi/docs/', `${origin}/api/docs`])
      assert.match(await policyAt(target, 200), /script-src 'self'/, target);
  });

  test('without a session data is refused as data however its address is written, and nothing that is written otherwise is served', async () => {
    const origin = `http://127.0.0.1:${service.port}`;
    const stranger = service.client();
    const html = { headers: { accept: 'text/html' } };
    for (const path of [
      '/api/workspaces/',
      '/%61pi/workspaces/',
      '/ap%69/workspaces',
      '/api%2Fworkspaces/',
      '/api/status',
    ])
      for (const target of [path, origin + path])
        for (const options of [{}, html]) {
          const { status, headers } = await stranger.get(target, options);
          assert.ok(status === 401 || status === 404, `${target} ${status} ${headers.location}`);
        }
    for (const target of ['/%61pi/workspaces/', `${origin}/api/workspaces/`]) {
      const answer = await stranger.get(target, html);
      assert.equal(answer.status, 401, target);
      assert.equal(answer.json().code, 'not_authenticated');
    }
    for (const who of [stranger, service.owner])
      for (const target of [
        '/API/workspaces/',
        '//api/workspaces/',
        '/./api/workspaces/',
        '/w/../api/workspaces/',
        '/api//workspaces/',
        '/w/%2e%2e/api/workspaces/',
      ]) {
        const answer = await who.get(target);
        assert.equal(answer.status, 404, target);
        assert.equal(answer.json().code, 'not_found', target);
      }
    const wrong = await service.owner.send('PUT', '/%61pi/workspaces/');
    assert.equal(wrong.status, 405);
    const page = await stranger.get(`${origin}/w/tiny/`, html);
    assert.equal(page.headers.location, '/login/?next=%2Fw%2Ftiny%2F');
  });

  test('a request that is no HTTP gets a short answer and the service goes on', async () => {
    assert.match(await sendRaw(service.port, 'nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /);
    assert.equal((await service.owner.get('/api/workspaces/')).status, 200);
  });
});

describe('another address to listen on', () => {
  const folder = makeFolder();
  const startAt = (host: string) =>
    startService(readConfig({ host, port: '0', 'data-dir': join(folder, 'data'), 'log-level': 'silent' }, {}));
  after(() => rmSync(folder, { recursive: true }));

  test('is the one that launch links lead to', { skip: process.platform !== 'linux' }, async () => {
    const service = await startAt('127.0.0.2');
    try {
      for (const link of [service?.link?.url, service?.link?.fallback_url])
        assert.match(link ?? '', /^http:\/\/127\.0\.0\.2:/, 'nobody answers at 127.0.0.1');
      const { status, headers } = await fetch(service?.link?.url ?? '', { redirect: 'manual' });
      assert.deepEqual([status, headers.get('location')], [302, '/']);
    } finally {
      await service?.stop();
    }
  });

  test('is not what documentation links lead to behind a proxy, which may ask by any of our names', async (t) => {
    const service = await startTestService({ 'public-url': 'https://inspector.example', 'base-path': '/tools' });
    t.after(() => service.end());
    scanOnly(service);
    const { owner, port } = service;
    await owner.get('/tools/login/');
    await owner.post('/tools/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
    for (const host of ['inspector.example', `127.0.0.1:${port}`]) {
      const status = await owner.get('/tools/api/workspaces/tiny/status/', { headers: { host } });
      assert.equal(status.json<Status>().doc_links.at(-1)?.url, 'https://inspector.example/tools/docs/', host);
    }
  });

  test('with a path that no browser would ask for, or that would be dropped, is refused in words', () => {
    const read = (flags: Parameters<typeof readConfig>[0]) => readConfig({ 'data-dir': folder, ...flags }, {});
    for (const path of ['/a/../b', '..', '/./a', 'a/.'])
      assert.throws(() => read({ 'base-path': path }), { message: /^base-path is a whole path, without \. and \.\./ });
    assert.equal(read({ 'base-path': '/a..b/.c' }).basePath, '/a..b/.c/');
    const publicUrl = (url: string, path = '/') => read({ 'public-url': url, 'base-path': path }).publicUrl?.origin;
    for (const url of ['/tools/1', '/?q', '/#top']
      .map((rest) => `https://x.example${rest}`)
      .concat('https://me@x.example'))
      assert.throws(() => publicUrl(url), { message: /such as https:\/\/x\.example, not .*--base-path/ }, url);
    assert.throws(() => publicUrl('https://x.example/tools/1', '/tools'), /--base-path/);
    for (const url of [
      'https://x.example',
      'https://x.example/',
      'https://x.example/tools',
      'https://x.example/tools/',
    ])
      assert.equal(publicUrl(url, '/tools'), 'https://x.example', url);
  });

  test('that others use is refused where nobody logs in: each of them would be an administrator', () => {
    const open = (url: string) =>
      readConfig({ 'data-dir': folder, auth: 'off', 'public-url': url }, {}).publicUrl?.host;
    for (const url of ['https://inspector.example', 'http://192.168.1.20:8765', 'https://localhost.example'])
      assert.throws(() => open(url), { message: /^--auth off is for one's own machine.*--public-url/ }, url);
    for (const host of ['localhost:8080', 'inspector.localhost', '127.0.0.1:9000', '[::1]:9000'])
      assert.equal(open(`http://${host}`), host);
  });

  test('that this machine does not have is refused in words', async () => {
    for (const host of ['192.0.2.1', 'no-such-machine.invalid'])
      await assert.rejects(startAt(host), { code: 'unavailable', message: new RegExp(`${host}.*--host`) });
  });
});
