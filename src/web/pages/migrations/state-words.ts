/** Where the record of a database cannot be read, a migration that counts as pending is one of which that is not known. */
import { createContext, use } from 'react';
import type { Migration } from '../../../contract/index.ts';
import { texts } from './texts.ts';

export const RecordUnknown = createContext(false);

export function useStateWords() {
  const unknown = use(RecordUnknown);
  return {
    stateWord: (state: Migration['state']): string =>
      unknown && state === 'pending' ? texts.maybePending : texts.state[state],
    pendingWord: unknown ? texts.app.maybePending : texts.app.pending,
  };
}
