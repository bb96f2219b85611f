/**
 * A control group for one run, where the service may make one: that is, when it runs as root. There it is needed, because the kernel's
 * limit on processes does not bind root, and a fork bomb starves any watcher before it looks. An ordinary user's runs are bound by that limit.
 * Its files are the kernel's memory: asked for without waiting, because a turn of the event loop for each of dozens takes longer.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../limits.ts';

export type ControlGroup = {
  /** Everything that these processes start from now on counts; false when the kernel refuses. */
  join(pids: readonly number[]): boolean;
  /** Which limit the run met. */
  readExcess(): 'processes' | 'memory' | null;
  remove(): Promise<void>;
};

export type ControlGroups = {
  create(name: string, limits: Limits): ControlGroup | null;
  clear(): Promise<void>;
};

type Controller = 'pids' | 'memory';
/** Where groups of each controller go; in version 2 both are the same folder. */
type Places = { version: 1 | 2; folders: Partial<Record<Controller, string>> };

const root = '/sys/fs/cgroup';
const ours = 'workspace-inspector';
const orNull = <T>(make: () => T): T | null => {
  try {
    return make();
  } catch {
    return null;
  }
};

const readText = (file: string): string => orNull(() => readFileSync(file, 'utf8')) ?? '';

const findPlaces = (): Places | null => {
  if (readText(`${root}/cgroup.controllers`) !== '') {
    const folder = path.join(root, ours);
    return { version: 2, folders: { pids: folder, memory: folder } };
  }
  const folders: Places['folders'] = {};
  for (const line of readText('/proc/self/cgroup').split('\n')) {
    const [, controllers = '', own = ''] = line.split(':');
    for (const controller of ['pids', 'memory'] as const) {
      if (!controllers.split(',').includes(controller)) continue;
      folders[controller] = path.join(root, controller, own, ours);
    }
  }
  return folders.pids ? { version: 1, folders } : null;
};

const listFolders = ({ folders }: Places): Set<string> => new Set(Object.values(folders));

const makePlaces = (places: Places): void => {
  for (const folder of listFolders(places)) {
    mkdirSync(folder, { recursive: true });
    if (places.version === 1) continue;
    for (const at of [root, folder]) writeFileSync(path.join(at, 'cgroup.subtree_control'), '+pids +memory');
  }
};

/** Those of services that had another group beside this one's, as each session has one of its own; with version 2 all have the same. */
const listBeside = (folder: string): string[] => {
  const around = path.dirname(path.dirname(folder));
  if (!around.startsWith(`${root}/`)) return [];
  return (orNull(() => readdirSync(around)) ?? []).map((name) => path.join(around, name, ours)).filter(existsSync);
};

/** Some processes are the sandbox's own; what is written lies in memory too. */
const limitFiles = (version: 1 | 2, limits: Limits): Record<Controller, [file: string, value: string][]> => {
  const memory = String(limits.memoryBytes + limits.scratchBytes);
  return {
    pids: [['pids.max', String(limits.processes + 5)]],
    memory: version === 2 ? [['memory.max', memory]] : [['memory.limit_in_bytes', memory]],
  };
};

/** Beyond its limit a run would go on in the swap of this machine, at a hundredth of its pace. Not every kernel counts that. */
const forbidSwap = (version: 1 | 2, folder: string, limits: Limits): void => {
  const memory = String(limits.memoryBytes + limits.scratchBytes);
  const [file, value] = version === 2 ? ['memory.swap.max', '0'] : ['memory.memsw.limit_in_bytes', memory];
  orNull(() => writeFileSync(path.join(folder, file), value));
};

const removeGroup = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      // Busy until the kernel has let go of the last process.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EBUSY') return;
      await sleep(2);
    }
  }
};

const createGroup = ({ version, folders }: Places, name: string, limits: Limits): ControlGroup => {
  const files = limitFiles(version, limits);
  const own = new Map<Controller, string>();
  for (const controller of ['pids', 'memory'] as const) {
    const parent = folders[controller];
    if (!parent) continue;
    const folder = path.join(parent, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, value] of files[controller]) writeFileSync(path.join(folder, file), value);
    if (controller === 'memory') forbidSwap(version, folder, limits);
    own.set(controller, folder);
  }
  const count = (controller: Controller, file: string, pattern: RegExp): number =>
    Number(pattern.exec(readText(path.join(own.get(controller) ?? '/nowhere', file)))?.[1] ?? 0);
  return {
    join: (pids) => {
      try {
        for (const folder of new Set(own.values())) {
          for (const pid of pids) writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
        }
        return true;
      } catch {
        return false;
      }
    },
    readExcess: () => {
      const events = version === 2 ? 'memory.events' : 'memory.oom_control';
      if (count('memory', events, /oom_kill (\d+)/) > 0) return 'memory';
      return count('pids', 'pids.events', /max (\d+)/) > 0 ? 'processes' : null;
    },
    remove: async () => {
      for (const folder of new Set(own.values())) await removeGroup(folder);
    },
  };
};

/** Another service on this machine may be about to use its own. */
const clearDead = async (folder: string): Promise<void> => {
  for (const name of orNull(() => readdirSync(folder)) ?? []) {
    const owner = /^(\d+)-/.exec(name)?.[1];
    if (owner && !readText(`/proc/${owner}/stat`)) await removeGroup(path.join(folder, name));
  }
};

/** Refused by the kernel as long as a run of anybody is in there; a service that goes on makes it again for its next run. */
const removeIfEmpty = (folder: string): void => void orNull(() => rmdirSync(folder));

const isPossible = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/** Null where no group can be made: for an ordinary user, or in a container that shows its groups read-only. */
export const openControlGroups = (): ControlGroups | null => {
  const places = isPossible() ? orNull(findPlaces) : null;
  if (!places || orNull(() => makePlaces(places) ?? true) === null) return null;
  const make = (name: string, limits: Limits): ControlGroup | null =>
    orNull(() => createGroup(places, `${process.pid}-${name}`, limits));
  return {
    create: (name, limits) => {
      const group = make(name, limits);
      if (group) return group;
      // Another service may have ended, and taken the folder of both with it.
      orNull(() => makePlaces(places));
      return make(name, limits);
    },
    clear: async () => {
      for (const folder of listFolders(places)) {
        await clearDead(folder);
        for (const other of listBeside(folder).filter((one) => one !== folder)) {
          await clearDead(other);
          removeIfEmpty(other);
        }
      }
    },
  };
};

/** When the service ends: what it had its runs' groups in. */
export const leaveControlGroups = (): void => {
  const places = isPossible() ? orNull(findPlaces) : null;
  if (places) for (const folder of listFolders(places)) removeIfEmpty(folder);
};
