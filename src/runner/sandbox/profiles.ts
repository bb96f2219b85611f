/** The profiles by name, and which may stand in for which. */
import type { SandboxProfile } from '../../contract/index.ts';
import { makeBare } from './bare.ts';
import { makeCopyOnWrite } from './copy-on-write.ts';
import { makeReduced } from './landlock/reduced.ts';
import type { LaunchMaker } from './launch.ts';
import { makePrivateCopy, makeReadOnly } from './read-only.ts';
import { makeSeatbelt } from './seatbelt.ts';

export const makers: Record<SandboxProfile, LaunchMaker> = {
  'copy-on-write': makeCopyOnWrite,
  'read-only': makeReadOnly,
  'private-copy': makePrivateCopy,
  reduced: makeReduced,
  seatbelt: makeSeatbelt,
  none: makeBare,
};
export type BuiltProfile = keyof typeof makers;

const confined: readonly BuiltProfile[] = ['copy-on-write', 'read-only', 'private-copy'];

/** The profile in force, then those that hold a command just as well but let it do less. Never a looser one. */
export const listProfiles = (inForce: SandboxProfile | null, without: readonly SandboxProfile[]): BuiltProfile[] => {
  if (inForce === null) return [];
  const from = confined.indexOf(inForce);
  return from < 0 ? [inForce] : confined.slice(from).filter((profile) => !without.includes(profile));
};
