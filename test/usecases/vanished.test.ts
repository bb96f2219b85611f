/** A folder that goes while it is read, by a move or with its network share. */
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject, startTestService, waitForScans } from '../service.ts';

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
