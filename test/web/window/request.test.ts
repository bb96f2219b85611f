import assert from 'node:assert/strict';
import { test } from 'node:test';

test('what a proxy answers in the place of the service is told as that, not as a mistake in its text', async (t) => {
  // The window's modules read where they live when they are loaded.
  const page = { baseURI: 'http://inspector.localhost/', cookie: '' };
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const { askJson, pollIfChanged } = await import('../../../src/web/wire/request.ts');
  t.mock.method(globalThis, 'fetch', async () => new Response('<html>Log in to the proxy</html>'));
  for (const ask of [askJson, pollIfChanged]) await assert.rejects(ask('api/session/'), /a proxy perhaps, answered/);
  t.mock.method(globalThis, 'fetch', async () => new Response('{"user":"owner"}'));
  for (const ask of [askJson, pollIfChanged]) assert.deepEqual(await ask('api/session/'), { user: 'owner' });
});
