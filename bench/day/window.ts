/** What is done in the window and to the service itself. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusWithRun } from '../../src/contract/index.ts';
import { type Desk, rootOf, slugs } from './desk.ts';

const startRun = async ({ service }: Desk, slug: string, preset: string): Promise<number | undefined> => {
  const answer = await service.client.post('/api/task-runs/', { workspace: slug, preset, confirm_safe: 'on' });
  return answer.status === 201 ? answer.json<StatusWithRun>().task_run.id : undefined;
};

export const startRuns = async (desk: Desk): Promise<void> => {
  for (const preset of ['check', 'showmigrations']) await startRun(desk, desk.random.pick(slugs), preset);
};

export const cancelRun = async (desk: Desk): Promise<void> => {
  const id = await startRun(desk, desk.random.pick(slugs), 'check');
  await sleep(desk.random.pick([0, 100, 400]));
  if (id !== undefined) await desk.service.client.post(`/api/task-runs/${id}/cancel/`);
};

export const addAgain = async (desk: Desk): Promise<void> => {
  const slug = desk.random.pick(['atlas', 'large']);
  await desk.service.client.send('DELETE', `/api/workspaces/${slug}/?confirm=${slug}`);
  await desk.service.add(rootOf(desk, slug));
};

export const killService = (desk: Desk): Promise<void> => desk.restart('SIGKILL');
export const restartService = (desk: Desk): Promise<void> => desk.restart('SIGTERM');

/** It joins the one that is there, and ends. */
export const startSecond = async ({ service, folder }: Desk): Promise<void> => {
  const main = join(import.meta.dirname, '../../bin/inspector.js');
  const args = [join(folder, 'shop'), '--data-dir', join(service.folder, 'data'), '--no-open', '--log-level', 'silent'];
  const second = fork(main, args, { stdio: 'ignore', cwd: '/' });
  const timer = setTimeout(() => second.kill('SIGKILL'), 20_000);
  const [code] = await once(second, 'exit');
  clearTimeout(timer);
  if (code !== 0) throw new Error(`a second service ended with ${code}`);
};
