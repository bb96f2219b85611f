/** The folders that live only as long as a run, and what is left of them after a crash. */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, systemCodeOf } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { findMarked, findStartTime } from './process/table.ts';
import { hostname } from './sandbox/launch.ts';

export type RunScratch = {
  /** Empty; a sandbox mounts over it or copies into it. */
  folder: string;
  /** Remembers the process, so that a later service can end it should this one be killed. */
  remember(pid: number): void;
  remove(): Promise<void>;
};

export type Scratch = {
  etc: string;
  /** The name of what runs mount: no other service has it. */
  mark: string;
  pipes: string;
  create(name: string): Promise<RunScratch>;
  clear(log: Log): Promise<void>;
};

/** Below a folder of ours: far from what the system takes for a path. */
const longestPath = 2000;

/** What is gone already needs nothing more. */
const unlessGone = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * A command may have taken the rights from folders of its copy, which are ours, so we give them back; and it may have made them so deep that no path
 * leads to the last: those are moved up. Their names are bytes, which need not be text.
 */
const makeRemovable = async (folder: string): Promise<void> => {
  const waiting = [Buffer.from(folder)];
  let moved = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    await unlessGone(chmod(at, 0o700));
    let place = at;
    if (at.length > folder.length + longestPath) {
      moved += 1;
      place = Buffer.from(path.join(folder, `moved-${moved}`));
      await unlessGone(rename(at, place));
    }
    for (const entry of (await unlessGone(readdir(place, { withFileTypes: true, encoding: 'buffer' }))) ?? []) {
      if (entry.isDirectory()) waiting.push(Buffer.concat([place, Buffer.from('/'), entry.name]));
    }
  }
};

const triesToRemove = 5;
/** What rights, depth and another removal come to. */
const mendable = ['EACCES', 'EPERM', 'ENOTEMPTY', 'ENAMETOOLONG', 'ENOENT'];

/** A removal that failed in one place still goes on in others when it says so: the next may meet it, and is made once more. */
const removeTree = async (folder: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === triesToRemove || !mendable.includes(systemCodeOf(error) ?? '')) throw error;
      await makeRemovable(folder);
    }
  }
};

const end = (pid: number, log: Log): void => {
  try {
    process.kill(pid, 'SIGKILL');
    log.warn({ pid }, 'ended a process that an earlier service left behind');
  } catch {
    // It has ended meanwhile.
  }
};

/** Ends a process only if it is the very one that was remembered: pids are used again. */
const endRemembered = async (file: string, log: Log): Promise<void> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const match = /^(\d+) (\d+)$/.exec(text.trim());
  if (!match) return;
  const [pid, startTime] = [Number(match[1]), match[2]];
  for (let tries = 0; tries < 100 && findStartTime(pid) === startTime; tries += 1) {
    if (tries === 0) end(pid, log);
    await sleep(20);
  }
};

const etcFiles = ['passwd', 'group', 'hosts'];

const writeEtc = async (folder: string, homeDir: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const user = `${uid === 0 ? 'root' : 'user'}:x:${uid}:${gid}::${homeDir}:/bin/sh\n`;
  await writeFile(path.join(folder, 'passwd'), `${user}nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n`);
  await writeFile(path.join(folder, 'group'), `${gid === 0 ? 'root' : 'user'}:x:${gid}:\nnogroup:x:65534:\n`);
  await writeFile(path.join(folder, 'hosts'), `127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ${hostname}\n`);
};

export const createScratch = (folder: string, homeDir: string): Scratch => {
  const runs = path.join(folder, 'runs');
  const etc = path.join(folder, 'etc');
  const mark = `inspector-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  let ready: Promise<void> | undefined;
  let isWritten = false;
  /** Once for each service, and again where what lies unused for days is swept away, as below `/tmp`. */
  const needEtc = (): Promise<void> => {
    if (isWritten && !etcFiles.every((name) => existsSync(path.join(etc, name)))) {
      isWritten = false;
      ready = undefined;
    }
    ready ??= writeEtc(etc, homeDir).then(
      () => {
        isWritten = true;
      },
      (error: unknown) => {
        // On a full disk, say: the next run finds room, or says so itself.
        ready = undefined;
        throw error;
      },
    );
    return ready;
  };
  return {
    etc,
    mark,
    pipes: path.join(folder, 'pipes'),
    create: async (name) => {
      if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) throw new TypeError(`not a name for a run: ${name}`);
      await needEtc();
      const own = path.join(runs, name);
      const inner = path.join(own, 'mount');
      await removeTree(own);
      await mkdir(inner, { recursive: true, mode: 0o700 });
      return {
        folder: inner,
        remember: (pid) => {
          const startTime = findStartTime(pid);
          if (startTime) writeFileSync(path.join(own, 'process'), `${pid} ${startTime}`, { mode: 0o600 });
        },
        remove: () => removeTree(own),
      };
    },
    clear: async (log) => {
      for (const pid of await findMarked(mark)) end(pid, log);
      for (const name of await readdir(runs).catch(() => [])) {
        await endRemembered(path.join(runs, name, 'process'), log);
        await removeTree(path.join(runs, name)).catch((error: unknown) => {
          log.warn({ problem: messageOf(error) }, 'a scratch folder is left behind');
        });
      }
    },
  };
};
