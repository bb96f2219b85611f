import { readFileSync } from 'node:fs';

/** Of Workspace Inspector itself. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
