/** Large answers: sent as small as the asker can take them, and not at all where it has them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeProject, startTestService, waitForScans } from '../service.ts';

test('schema, migrations and fixtures come packed to who can unpack them, and not again while they are the same', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'packed') });
  await waitForScans(service.owner, 'packed');
  for (const kind of ['schema', 'migrations', 'fixtures']) {
    const path = `/api/workspaces/packed/${kind}/`;
    const plain = await service.owner.get(path);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers.vary, 'Cookie, Accept-Encoding');
    assert.deepEqual(plain.json<{ problems: unknown[] }>().problems, []);
    const packed = await fetch(`http://127.0.0.1:${service.owner.port}${path}`, {
      headers: { cookie: service.owner.cookieHeader },
    });
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.equal(await packed.text(), plain.text);
    assert.equal(packed.headers.get('etag'), plain.headers.etag);
    const refused = await service.owner.send('GET', path, { headers: { 'accept-encoding': 'gzip;q=0, identity' } });
    assert.equal(refused.text, plain.text);
    const again = await service.owner.send('GET', path, { headers: { 'if-none-match': plain.headers.etag ?? '' } });
    assert.deepEqual([again.status, again.text], [304, '']);
  }
});
