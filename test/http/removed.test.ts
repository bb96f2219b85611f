/** A workspace that is removed while runs are asked for: nothing of them stays, neither going on nor on the disk. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject, queueRun, scanOnly, startTestService, until } from '../service.ts';

test('a run that begins while its workspace is being removed ends with it, and leaves no output behind', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const { context } = service.app;
  const output = join(service.dataDir, 'output');
  const path = makeProject(service.folder, 'shop', {
    'manage.py': 'import time\nprint("begun", flush=True)\ntime.sleep(600)\n',
  });
  await service.owner.post('/api/workspaces/', { path });
  // Asked for right after one has looked which there are.
  const { listUnfinished } = context.store.runs;
  let late: Promise<unknown> | undefined;
  context.store.runs.listUnfinished = async () => {
    const runs = await listUnfinished();
    late ??= queueRun(service.owner, 'shop', 'version');
    await until(
      () => (existsSync(output) ? readdirSync(output).length : 0),
      (files) => files > 0,
      'the run has begun',
    );
    return runs;
  };
  const removed = await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop');
  assert.equal(removed.status, 204, removed.text);
  await Promise.allSettled([late]);
  assert.deepEqual([context.liveRuns.size, readdirSync(output)], [0, []]);
});
