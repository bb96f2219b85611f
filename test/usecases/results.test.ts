/** What is made of a run's output: all of it or nothing. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { RunResult } from '../../src/contract/index.ts';
import {
  makeProject,
  queueRun,
  readStatus,
  scanOnly,
  startTestService,
  type TestService,
  until,
  waitForRun,
} from '../service.ts';

describe('what is made of an output', () => {
  let service: TestService;
  let project: string;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    project = makeProject(service.folder, 'shop');
    await service.owner.post('/api/workspaces/', { path: project });
  });
  after(() => service.end());

  /** What the command does, in the place of Django. */
  const doing = (...python: string[]): void => writeFileSync(join(project, 'manage.py'), python.join('\n'));

  const run = async (preset: string) => waitForRun(service.owner, (await queueRun(service.owner, 'shop', preset)).id);

  test('half of a list that a command had printed when it was ended is not its result', async () => {
    const half = ['print("shop\\n [X] 0001_initial")'];
    doing(...half);
    assert.equal((await run('showmigrations')).metadata.result?.kind, 'migrations');
    doing(...half, 'import sys, time', 'sys.stdout.flush()', 'time.sleep(600)');
    const { id } = await queueRun(service.owner, 'shop', 'showmigrations');
    await until(
      async () => (await service.owner.get(`/api/task-runs/${id}/`)).text,
      (text) => text.includes('0001_initial'),
      'half of it is printed',
    );
    await service.owner.post(`/api/task-runs/${id}/cancel/`);
    const cancelled = await waitForRun(service.owner, id);
    assert.deepEqual([cancelled.status, cancelled.metadata.result], ['cancelled', null]);
    doing(...half, 'import os, signal, sys', 'sys.stdout.flush()', 'os.kill(os.getpid(), signal.SIGKILL)');
    const killed = await run('showmigrations');
    assert.deepEqual([killed.status, killed.metadata.result], ['failed', null]);
  });

  test('of an output with more lines than are looked at there is no result', async () => {
    const list = async (noise: number): Promise<RunResult | null> => {
      const app = (name: string) => `print("${name}\\n [X] 0001_initial")`;
      doing(app('blog'), `print("A line of the project.\\n" * ${noise})`, app('shop'));
      return (await run('showmigrations')).metadata.result;
    };
    const whole = await list(3000);
    assert.equal(whole?.kind === 'migrations' && whole.apps.length, 2);
    assert.equal(await list(120_000), null);
  });

  test('what an earlier check found is not told as what the last one did, which failed on its way', async () => {
    const figure = async (value: string) =>
      until(
        async () => (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title === 'System check'),
        (insight) => insight?.value === value,
        `the figure says ${value}`,
        10_000,
      );
    doing('print("System check identified no issues (0 silenced).")');
    await run('check');
    assert.equal((await figure('no findings'))?.delta, undefined);
    doing('raise SystemExit("Nothing can be checked.")');
    assert.equal((await run('check')).status, 'failed');
    await figure('unknown');
    doing('print("WARNINGS:\\n?: (x.W1) Look.\\n\\nSystem check identified 1 issue (0 silenced).")');
    await run('check');
    assert.equal((await figure('1 finding'))?.delta, 'was no findings');
    doing('print("shop\\n [X] 0001_initial")');
    await run('showmigrations');
    assert.equal((await figure('1 finding'))?.delta, 'was no findings', 'no check ran since');
  });
});
