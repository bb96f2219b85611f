import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ServiceState, Session, Status, Workspace } from '../../../src/contract/index.ts';
import { fits, listOf } from '../../../src/web/wire/shape.ts';

/** The window's modules read where they live when they are loaded. */
const loadRequest = async (t: TestContext) => {
  const page = { baseURI: 'http://inspector.localhost/', cookie: '' };
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  return import('../../../src/web/wire/request.ts');
};

const session = { user: { name: 'owner', role: 'admin' }, auth: 'on', version: '0.1.0', sandbox: 'none' };

describe('an answer that is not the service’s', () => {
  test('what a proxy answers in the place of the service is told as that, not as a mistake in its text', async (t) => {
    const { askJson, pollIfChanged } = await loadRequest(t);
    for (const text of ['<html>Log in to the proxy</html>', '{"user":"owner"}', 'null', '[]', '""']) {
      t.mock.method(globalThis, 'fetch', async () => new Response(text));
      for (const ask of [askJson, pollIfChanged])
        await assert.rejects(ask(Session, 'api/session/'), /a proxy perhaps, gave it/);
    }
    t.mock.method(globalThis, 'fetch', async () => Response.json(session));
    for (const ask of [askJson, pollIfChanged]) assert.deepEqual(await ask(Session, 'api/session/'), session);
  });

  test('a page of a proxy is neither taken for a change that was made nor for a page of the guide', async (t) => {
    const { askDone, askFragment, askJson } = await loadRequest(t);
    t.mock.method(globalThis, 'fetch', async () => new Response('<!doctype html><h1>Log in to the proxy</h1>'));
    await assert.rejects(askDone('logout/', { method: 'POST' }), /was done is not known/);
    await assert.rejects(askJson(Session, 'login/', { method: 'POST' }), /was done is not known/);
    await assert.rejects(askFragment('docs/?fragment=1'), /a proxy perhaps/);
    t.mock.method(globalThis, 'fetch', async () => new Response(null, { status: 204 }));
    await askDone('logout/', { method: 'POST' });
  });

  test('a refusal in another form than ours is told with its status', async (t) => {
    const { askJson } = await loadRequest(t);
    for (const reply of [{ errors: 'no', code: 'no' }, { errors: { path: 'no' }, code: 'no' }, [], null]) {
      t.mock.method(globalThis, 'fetch', async () => Response.json(reply, { status: 409 }));
      await assert.rejects(askJson(Session, 'api/session/'), /answered with status 409/);
    }
  });

  test('fields that a newer service has added are no fault, missing and other ones are', () => {
    assert.ok(fits(Session, { ...session, colour: 'green' }));
    assert.ok(!fits(Session, { ...session, version: undefined }));
    assert.ok(!fits(Session, { ...session, version: 1 }));
    assert.ok(!fits(Session, { ...session, auth: 'sometimes' }));
    assert.ok(!fits(Session, { ...session, user: null }));
    const status = { workspace: 'a', schema: { nodes: [] }, log_excerpt: [], scans: [], tasks: [], doc_links: [] };
    const insight = { title: 'Models', value: '4' };
    assert.ok(fits(Status, { ...status, apps: [], insights: [insight] }), 'what may be left out is left out');
    assert.ok(!fits(Status, { ...status, apps: [], insights: [insight, { ...insight, value: 4 }] }));
    assert.ok(!fits(Status, { ...status, apps: {}, insights: [] }));
    assert.ok(fits(listOf(Workspace), []));
    const state = {
      version: '',
      node: '',
      sandbox: { available: true, profile: null, reason: null, remedy: null, proven: true },
    };
    const port = { value: 1, source: 'flag', unit: null, help: '' };
    assert.ok(fits(ServiceState, { ...state, settings: { port } }));
    assert.ok(!fits(ServiceState, { ...state, settings: { port, host: 'here' } }));
  });
});
