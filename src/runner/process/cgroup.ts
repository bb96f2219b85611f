/**
 * A control group for one run, where the service may make one: that is, when it runs as root. There it is needed, because the kernel's
 * limit on processes does not bind root, and a fork bomb starves any watcher before it looks. An ordinary user's runs are bound by that limit.
 */
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../limits.ts';

export type ControlGroup = {
  /** Everything that these processes start from now on counts; false when the kernel refuses. */
  join(pids: readonly number[]): Promise<boolean>;
  /** Which limit the run met. */
  readExcess(): Promise<'processes' | 'memory' | null>;
  remove(): Promise<void>;
};

export type ControlGroups = {
  create(name: string, limits: Limits): Promise<ControlGroup | null>;
  clear(): Promise<void>;
};

type Controller = 'pids' | 'memory';
/** Where groups of each controller go; in version 2 both are the same folder. */
type Places = { version: 1 | 2; folders: Partial<Record<Controller, string>> };

const root = '/sys/fs/cgroup';
const ours = 'workspace-inspector';
const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const findPlaces = async (): Promise<Places | null> => {
  if ((await readText(`${root}/cgroup.controllers`)) !== '') {
    const folder = path.join(root, ours);
    await mkdir(folder, { recursive: true });
    for (const at of [root, folder]) await writeFile(path.join(at, 'cgroup.subtree_control'), '+pids +memory');
    return { version: 2, folders: { pids: folder, memory: folder } };
  }
  const folders: Places['folders'] = {};
  for (const line of (await readText('/proc/self/cgroup')).split('\n')) {
    const [, controllers = '', own = ''] = line.split(':');
    for (const controller of ['pids', 'memory'] as const) {
      if (!controllers.split(',').includes(controller)) continue;
      const folder = path.join(root, controller, own, ours);
      await mkdir(folder, { recursive: true });
      folders[controller] = folder;
    }
  }
  return folders.pids ? { version: 1, folders } : null;
};

/** Some processes are the sandbox's own; what is written lies in memory too. */
const limitFiles = (version: 1 | 2, limits: Limits): Record<Controller, [file: string, value: string][]> => {
  const memory = String(limits.memoryBytes + limits.scratchBytes);
  return {
    pids: [['pids.max', String(limits.processes + 5)]],
    memory: version === 2 ? [['memory.max', memory]] : [['memory.limit_in_bytes', memory]],
  };
};

const removeGroup = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      // Busy until the kernel has let go of the last process.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EBUSY') return;
      await sleep(2);
    }
  }
};

const createGroup = async ({ version, folders }: Places, name: string, limits: Limits): Promise<ControlGroup> => {
  const files = limitFiles(version, limits);
  const own = new Map<Controller, string>();
  for (const controller of ['pids', 'memory'] as const) {
    const parent = folders[controller];
    if (!parent) continue;
    const folder = path.join(parent, name);
    await mkdir(folder, { recursive: true });
    for (const [file, value] of files[controller]) await writeFile(path.join(folder, file), value);
    own.set(controller, folder);
  }
  const count = async (controller: Controller, file: string, pattern: RegExp): Promise<number> =>
    Number(pattern.exec(await readText(path.join(own.get(controller) ?? '/nowhere', file)))?.[1] ?? 0);
  return {
    join: async (pids) => {
      try {
        for (const folder of new Set(own.values())) {
          for (const pid of pids) await writeFile(path.join(folder, 'cgroup.procs'), String(pid));
        }
        return true;
      } catch {
        return false;
      }
    },
    readExcess: async () => {
      const events = version === 2 ? 'memory.events' : 'memory.oom_control';
      if ((await count('memory', events, /oom_kill (\d+)/)) > 0) return 'memory';
      return (await count('pids', 'pids.events', /max (\d+)/)) > 0 ? 'processes' : null;
    },
    remove: async () => {
      for (const folder of new Set(own.values())) await removeGroup(folder);
    },
  };
};

/** Null where no group can be made: for an ordinary user, or in a container that shows its groups read-only. */
export const openControlGroups = async (): Promise<ControlGroups | null> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const places = await findPlaces().catch(() => null);
  if (!places) return null;
  return {
    create: (name, limits) => createGroup(places, `${process.pid}-${name}`, limits).catch(() => null),
    clear: async () => {
      for (const folder of new Set(Object.values(places.folders))) {
        for (const name of await readdir(folder).catch(() => [])) {
          // Another service on this machine may be about to use its own.
          const owner = /^(\d+)-/.exec(name)?.[1];
          if (owner && !(await readText(`/proc/${owner}/stat`))) await removeGroup(path.join(folder, name));
        }
      }
    },
  };
};
