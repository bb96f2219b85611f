/** Facts of this machine's process table, as `/proc` tells them. */
import { readFile } from 'node:fs/promises';

type ProcessLine = { state: string; startTime: string };

/** The name of a process stands in brackets and may hold anything; the numbers come after the last one. */
const findProcess = async (pid: number): Promise<ProcessLine | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] && fields[19] ? { state: fields[0], startTime: fields[19] } : undefined;
};

/** Tells a process apart from a later one with the same pid. Undefined when it is gone or only its exit status is left. */
export const findStartTime = async (pid: number): Promise<string | undefined> => {
  const found = await findProcess(pid);
  return found && found.state !== 'Z' && found.state !== 'X' ? found.startTime : undefined;
};
