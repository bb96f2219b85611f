/** Facts of this machine's process table, as `/proc` tells them. */
import { readdir, readFile } from 'node:fs/promises';

type ProcessLine = { state: string; parent: string; startTime: string };

/** The name of a process stands in brackets and may hold anything; the numbers come after the last one. */
const findProcess = async (pid: number): Promise<ProcessLine | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, startTime] = [fields?.[0], fields?.[1], fields?.[19]];
  return state && parent && startTime ? { state, parent, startTime } : undefined;
};

/** Tells a process apart from a later one with the same pid. Undefined when it is gone or only its exit status is left. */
export const findStartTime = async (pid: number): Promise<string | undefined> => {
  const found = await findProcess(pid);
  return found && found.state !== 'Z' && found.state !== 'X' ? found.startTime : undefined;
};

const listPids = async (): Promise<number[]> =>
  (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);

const listChildren = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
  if (text !== undefined) return text.trim() === '' ? [] : text.trim().split(' ').map(Number);
  // A kernel without that list: every process names its parent.
  const children: number[] = [];
  for (const other of await listPids()) if ((await findProcess(other))?.parent === String(pid)) children.push(other);
  return children;
};

/** A process and its line of only children, eldest first: how a sandbox that waits at its gate looks from outside. */
export const listLine = async (pid: number): Promise<number[]> => {
  const line = [pid];
  for (
    let next = await listChildren(pid);
    next[0] !== undefined && line.length < 8;
    next = await listChildren(next[0])
  ) {
    line.push(next[0]);
  }
  return line;
};

/** Processes that see something mounted under a name of ours. */
export const findMarked = async (mark: string): Promise<number[]> => {
  const marked: number[] = [];
  for (const pid of await listPids()) {
    const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
    if (mounts.includes(` tmpfs ${mark} `)) marked.push(pid);
  }
  return marked;
};
