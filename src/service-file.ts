/** How a command line finds the service that another one started, without loading any of it: a file in the data folder, readable by its owner only. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type ServiceFile = { pid: number; url: string; session: string; csrf: string };

const fileOf = (dataDir: string): string => join(dataDir, 'service.json');

/** Whole or not at all: a reader never sees half a file. */
export const writeServiceFile = (dataDir: string, content: ServiceFile): void => {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

export const readServiceFile = (dataDir: string): ServiceFile | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServiceFile;
  } catch {
    // Not there or not to be read: then nothing is known of a service, and whoever opens the data folder finds out why.
    return undefined;
  }
};

export const removeServiceFile = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });
