/** A command that prints findings without end: what is made of them stays small enough for those who list runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunSummary } from '../../src/contract/index.ts';
import { makeProject, queueRun, scanOnly, startTestService, waitForRun } from '../service.ts';

const printing = (findings: number): string =>
  `print("ERRORS:")\nfor index in range(${findings}):\n    print("a.B: (x.E1) m")\nprint("System check identified ${findings} issues (0 silenced).")\n`;

test('a result of megabytes is not kept, and a list of runs holds no more than some megabytes of results', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  for (const [name, findings] of [
    ['endless', 90_000],
    ['large', 25_000],
  ] as const)
    await service.owner.post('/api/workspaces/', {
      path: makeProject(service.folder, name, { 'manage.py': printing(findings) }),
    });
  const run = async (name: string) => waitForRun(service.owner, (await queueRun(service.owner, name, 'check')).id);
  const endless = await run('endless');
  assert.deepEqual([endless.status, endless.metadata.result], ['succeeded', null]);
  assert.equal(endless.metadata.command.output_lines, 90_002);
  for (let count = 0; count < 4; count += 1) {
    const { result } = (await run('large')).metadata;
    assert.equal(result?.kind === 'check' && result.findings.length, 25_000);
  }
  const listed = await service.owner.get('/api/task-runs/');
  const runs = listed.json<RunSummary[]>();
  assert.deepEqual(
    runs.map(({ metadata }) => metadata.result !== null),
    [true, true, false, false, false],
  );
  assert.ok(listed.text.length < 5 * 1024 * 1024, `${listed.text.length}`);
});
