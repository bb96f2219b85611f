/**
 * Facts of this machine's process table, as `/proc` tells them. Read without waiting: the kernel answers from memory, and a turn of the event
 * loop for each of a dozen files takes longer than all of them together.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

type ProcessLine = { state: string; parent: string; group: number; session: number; startTime: string };

const findText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The name of a process stands in brackets and may hold anything; the numbers come after the last one. */
const findProcess = (pid: number): ProcessLine | undefined => {
  const text = findText(`/proc/${pid}/stat`);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, startTime] = [fields?.[0], fields?.[1], fields?.[19]];
  const [group, session] = [Number(fields?.[2]), Number(fields?.[3])];
  return state && parent && startTime ? { state, parent, group, session, startTime } : undefined;
};

/** Tells a process apart from a later one with the same pid. Undefined when it is gone or only its exit status is left. */
export const findStartTime = (pid: number): string | undefined => {
  const found = findProcess(pid);
  return found && found.state !== 'Z' && found.state !== 'X' ? found.startTime : undefined;
};

const listPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const listChildren = (pid: number): number[] => {
  const text = findText(`/proc/${pid}/task/${pid}/children`);
  if (text !== undefined) return text.trim() === '' ? [] : text.trim().split(' ').map(Number);
  // A kernel without that list: every process names its parent.
  return listPids().filter((other) => findProcess(other)?.parent === String(pid));
};

/** A process and its line of only children, eldest first: how a sandbox that waits at its gate looks from outside. */
export const listLine = (pid: number): number[] => {
  const line = [pid];
  for (let next = listChildren(pid); next[0] !== undefined && line.length < 8; next = listChildren(next[0])) {
    line.push(next[0]);
  }
  return line;
};

/** Ends what is left of a session whose first process is gone. By whole groups: none is born in one meanwhile, and nobody in a sandbox leaves its own. */
export const endSession = (session: number): void => {
  const left = listPids().flatMap((pid) => findProcess(pid) ?? []);
  for (const group of new Set(left.filter((one) => one.session === session).map((one) => one.group)))
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
};

/** Processes that see something mounted under a name of ours. */
export const findMarked = async (mark: string): Promise<number[]> => {
  const marked: number[] = [];
  for (const pid of existsSync('/proc') ? listPids() : []) {
    const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
    if (mounts.includes(` tmpfs ${mark} `)) marked.push(pid);
  }
  return marked;
};
