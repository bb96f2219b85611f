/** The thread that starts processes; see `start.ts` for why. It starts what it is told and tells what becomes of it, nothing else. */
import { parentPort } from 'node:worker_threads';
import { systemCodeOf } from '../../kit/errors.ts';
import { type Spawned, spawnLaunch } from './spawn.ts';
import type { FromStarter, ToStarter } from './start.ts';

const live = new Map<number, Spawned>();
const tell = (message: FromStarter): void => parentPort?.postMessage(message);

const follow = async (id: number, spawned: Spawned): Promise<void> => {
  live.set(id, spawned);
  tell({ id, pid: spawned.pid });
  void spawned.ready.then((isReady) => tell({ id, isReady }));
  const { code, signal, error } = await spawned.ended;
  live.delete(id);
  const problem = error && { message: error.message, code: systemCodeOf(error) };
  tell({ id, ended: { code, signal, problem }, complaint: spawned.complaint() });
};

parentPort?.on('message', (message: ToStarter) => {
  if ('launch' in message) void follow(message.id, spawnLaunch(message.launch, message.stdout, message.cwd));
  else if (message.what === 'let go') live.get(message.id)?.letGo();
  else live.get(message.id)?.kill();
});
