/** What was written in the run drawer when the session ended: whoever logs in again goes on there. Kept for this tab, and its user alone. */
import { here } from '../wire/base.ts';

export type RunDraft = { user: string; slug: string; preset: string; note: string };

const key = 'inspector-run-draft';

export function findDraft(user: string): RunDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<RunDraft> | null;
    const isWhole = [draft?.slug, draft?.preset, draft?.note].every((each) => typeof each === 'string');
    return isWhole && draft?.user === user ? (draft as RunDraft) : null;
  } catch {
    return null;
  }
}

/** When the drawer goes: to the log-in page, and what was written is kept; anywhere else, and it was closed or run. */
export function leaveDraft(draft: RunDraft): void {
  try {
    if (here().startsWith('/login') && draft.note !== '') sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage may be refused; a note is written anew then.
  }
}
