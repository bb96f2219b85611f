/** Files that the project's own code reads or looks for: their change is noticed, whatever they are called. */
import type { WorldState } from './world-state.ts';

/** Far more than settings read; a loop over everything there is finds more. */
const MAX_FILES = 500;

/** Told by a final `/`: the names in a folder. */
export const noteAsked = ({ asked, path }: WorldState, at: string, what: 'file' | 'names' = 'file'): void => {
  // Source is noticed by its name.
  if (asked.size < MAX_FILES && path.isOwn(at) && !at.endsWith('.py')) asked.add(what === 'names' ? `${at}/` : at);
};

/** Where links lead, too: that is what is edited. */
export const listDataFiles = ({ asked, input: { folder } }: WorldState): string[] => {
  const found = new Set<string>();
  for (const file of asked) {
    const end = file.endsWith('/') ? '/' : '';
    const real = folder.realPath(file);
    found.add(file);
    if (real !== undefined) found.add(real + end);
  }
  return [...found];
};
