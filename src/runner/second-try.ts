/**
 * When a run is tried again. Only where the first try proves nothing about the project: the sandbox was refused before the command began,
 * SQLite wanted to roll back a journal that a dead writer left, or the read-only profile stood in the way of writing at all.
 */

import type { DatabasePlan } from './databases.ts';
import type { AttemptEnd } from './process/attempt.ts';
import type { BuiltProfile } from './sandbox/profiles.ts';

export type Try = { profile: BuiltProfile; boundDatabases: readonly string[] };

/**
 * How long the output of a first try is held back from its first line on; null where no second one could follow. What fails for want of
 * writing fails while Django starts, however long that takes, and has little more to say; a journal that waits is rare enough to
 * wait for the end.
 */
export const holdBackMs = (current: Try, databases: DatabasePlan, profiles: readonly BuiltProfile[]): number | null => {
  if (hasHot(current, databases)) return 2 ** 31 - 1;
  return current.profile === 'read-only' && profiles.includes('private-copy') ? 10_000 : null;
};

const wantsRollback = /attempt to write a readonly database/;
const wantsToWrite = /Read-only file system|readonly database|unable to open database file/;

const hasHot = (current: Try, databases: DatabasePlan): boolean =>
  databases.hot.some((file) => current.boundDatabases.includes(file));

export const findNextTry = (
  current: Try,
  end: Pick<AttemptEnd, 'began' | 'process'>,
  lastText: string,
  databases: DatabasePlan,
  profiles: readonly BuiltProfile[],
): Try | undefined => {
  const next = profiles[profiles.indexOf(current.profile) + 1];
  if (!end.began) return next && !end.process.error ? { ...current, profile: next } : undefined;
  if (end.process.code === 0) return undefined;
  if (hasHot(current, databases) && wantsRollback.test(lastText)) {
    return { ...current, boundDatabases: current.boundDatabases.filter((file) => !databases.hot.includes(file)) };
  }
  if (current.profile === 'read-only' && profiles.includes('private-copy') && wantsToWrite.test(lastText)) {
    return { ...current, profile: 'private-copy' };
  }
  return undefined;
};
