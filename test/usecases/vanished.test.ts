/** A folder that goes while it is read, by a move or with its network share. */
import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Workspace } from '../../src/contract/index.ts';
import { makeProject, readStatus, scanOnly, startTestService, until, waitForScans } from '../service.ts';

const app = {
  'books/__init__.py': '',
  'books/models.py': 'from django.db import models\n\nclass Book(models.Model):\n    pass\n',
};

for (const [moment, atModels] of [
  ['its models are told', true],
  ['it was read to its end', false],
] as const)
  test(`what was read of a folder that is gone when ${moment} is not shown: the last good result is`, async (t) => {
    const service = await startTestService({ 'no-watch': 'true' });
    t.after(() => service.end());
    const path = makeProject(service.folder, 'shop', app);
    writeFileSync(join(path, 'config/settings.py'), 'SECRET_KEY = "x"\nINSTALLED_APPS = ["books"]\n');
    await service.owner.post('/api/workspaces/', { path });
    const before = await waitForScans(service.owner, 'shop');
    assert.deepEqual(
      before.schema.nodes.map(({ name }) => name),
      ['Book'],
    );
    // As much as a reading finds of which the rest is gone.
    writeFileSync(join(path, 'books/models.py'), '');
    const { scanner } = service.app.context;
    const { read } = scanner;
    let isThere = true;
    const leave = () => {
      if (isThere) renameSync(path, `${path}-moved`);
      isThere = false;
    };
    scanner.read = async (input, { onModels, ...told } = {}) => {
      const onModelsGone = (...args: Parameters<NonNullable<typeof onModels>>) => {
        if (atModels) leave();
        onModels?.(...args);
      };
      const reading = await read(input, { ...told, ...(onModels && { onModels: onModelsGone }) });
      leave();
      return reading;
    };
    await service.owner.post('/api/workspaces/shop/scans/', { kind: 'schema' });
    const after = await waitForScans(service.owner, 'shop');
    const [last] = after.scans.filter(({ kind }) => kind === 'schema');
    assert.equal(last?.status, 'failed');
    assert.match(last.summary, /shop does not exist any more\. The last good result is kept\.$/);
    assert.deepEqual([after.schema, after.apps], [before.schema, before.apps]);
  });

test('what was read of a folder is not shown when the workspace was given another one meanwhile', async (t) => {
  const service = await startTestService({ 'no-watch': 'true' });
  t.after(() => service.end());
  const modelsOf = (name: string): string => `from django.db import models\n\nclass ${name}(models.Model):\n    pass\n`;
  const make = (name: string, model: string): string => {
    const path = makeProject(service.folder, name, { ...app, 'books/models.py': modelsOf(model) });
    writeFileSync(join(path, 'config/settings.py'), 'SECRET_KEY = "x"\nINSTALLED_APPS = ["books"]\n');
    return path;
  };
  const path = make('shop', 'Book');
  const place = make('elsewhere', 'Novel');
  await service.owner.post('/api/workspaces/', { path });
  await waitForScans(service.owner, 'shop');
  writeFileSync(join(path, 'books/models.py'), modelsOf('Left'));
  const { scanner, store } = service.app.context;
  const { read } = scanner;
  const { save } = store.soon.documents;
  const shown: string[] = [];
  store.soon.documents.save = (row) => {
    if (row.kind === 'schema') shown.push(gunzipSync(row.gzip).toString());
    return save(row);
  };
  scanner.read = async (input, told) => {
    scanner.read = read;
    const reading = await read(input, { ...told, onModels: undefined });
    await service.owner.send('PATCH', '/api/workspaces/shop/', { fields: { path: place } });
    return reading;
  };
  await service.owner.post('/api/workspaces/shop/scans/', { kind: 'schema' });
  const after = await until(
    () => readStatus(service.owner, 'shop'),
    ({ schema }) => schema.nodes.some(({ name }) => name === 'Novel'),
    'the new folder is read',
  );
  assert.ok(after.scans.every(({ status }) => status !== 'failed'));
  assert.ok(shown.every((text) => text.includes('Novel') && !text.includes('Left')));
});

test('a folder that goes while it is looked at is told as missing, and the other workspaces as they are', async (t) => {
  const service = await startTestService({ 'no-watch': 'true' });
  t.after(() => service.end());
  scanOnly(service);
  const path = makeProject(service.folder, 'shop');
  for (const one of [path, makeProject(service.folder, 'cafe')])
    await service.owner.post('/api/workspaces/', { path: one });
  const { options } = service.app.context;
  const { dataDir } = options;
  // It is asked for once it is known where the folder is.
  Object.defineProperty(options, 'dataDir', {
    get: () => {
      rmSync(path, { recursive: true, force: true });
      return dataDir;
    },
  });
  const answer = await service.owner.get('/api/workspaces/');
  assert.equal(answer.status, 200, answer.text);
  const told = answer.json<Workspace[]>().map(({ slug, available, interpreter_problem }) => ({
    slug,
    available,
    problem: available ? null : interpreter_problem,
  }));
  const problem = `The workspace folder cannot be used: ${path} does not exist any more.`;
  assert.deepEqual(
    told.sort((a, b) => a.slug.localeCompare(b.slug)),
    [
      { slug: 'cafe', available: true, problem: null },
      { slug: 'shop', available: false, problem },
    ],
  );
});
