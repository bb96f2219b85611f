/** How a command line finds the service that another one started, or the command that has the data folder, without loading any of it: files there, readable by their owner only. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type ServiceFile = { pid: number; url: string; session: string; csrf: string };
/** A command that found no service and has the data folder itself; `since` in milliseconds. */
type CommandFile = { pid: number; command: string; since: number };

const fileOf = (dataDir: string): string => join(dataDir, 'service.json');
const commandFileOf = (dataDir: string): string => join(dataDir, 'command.json');

/** Whole or not at all: a reader never sees half a file. */
const write = (file: string, content: ServiceFile | CommandFile): void => {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    // Not there or not to be read: then nothing is known of anybody, and whoever opens the data folder finds out why.
    return undefined;
  }
};

/** One that cannot be removed does no harm: nobody is asked whose process is gone. Whoever stops goes on. */
const remove = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {}
};

export const writeServiceFile = (dataDir: string, content: ServiceFile): void => write(fileOf(dataDir), content);
export const readServiceFile = (dataDir: string): ServiceFile | undefined => read(fileOf(dataDir));
export const removeServiceFile = (dataDir: string): void => remove(fileOf(dataDir));

export const writeCommandFile = (dataDir: string, content: CommandFile): void => write(commandFileOf(dataDir), content);
export const readCommandFile = (dataDir: string): CommandFile | undefined => read(commandFileOf(dataDir));
export const removeCommandFile = (dataDir: string): void => remove(commandFileOf(dataDir));
