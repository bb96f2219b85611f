/** The sample project, copied for a test that may do with it what it likes. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = fileURLToPath(new URL('../samples/atlas', import.meta.url));
const environment = join(sample, '.venv');

/** As it lies there, with its database and log files if they were made. Its environment stays: links in a copy of one lead back to it. */
export const copySampleTo = (folder: string): void =>
  cpSync(sample, folder, { recursive: true, filter: (path) => path !== environment });
