import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskRun } from '../../src/contract/index.ts';
import { makeProject, neverAnswer, queueRun, scanOnly, startTestService, until } from '../service.ts';

test('the time of a run grows while it goes on and ends at what was shown last, whatever is done to the clock', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  neverAnswer(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  const { id } = await queueRun(service.owner, 'tiny', 'version');
  const read = async (): Promise<TaskRun> => (await service.owner.get(`/api/task-runs/${id}/`)).json<TaskRun>();
  const secondsOf = ({ metadata }: TaskRun): number => metadata.command.duration_seconds;
  const isLater = (run: TaskRun): boolean => run.status === 'running' && secondsOf(run) > 0.2;
  const seen = secondsOf(await until(read, isLater, 'it goes on'));
  const { clock } = service.app.context;
  const { now } = clock;
  for (const hours of [1, -1]) {
    t.mock.method(clock, 'now', () => now() + hours * 3_600_000);
    const later = secondsOf(await read());
    assert.ok(later >= seen && later < 600, `${hours} h: ${seen} s, then ${later} s`);
  }
  const ended = (await service.owner.post(`/api/task-runs/${id}/cancel/`)).json<TaskRun>();
  assert.deepEqual([ended.status, secondsOf(ended) >= seen], ['cancelled', true], `${secondsOf(ended)} s`);
});
