import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { basePath, here } from './base.ts';
import { ApiError } from './request.ts';

/** Goes with the step to the log-in page: who is sent there by the service has perhaps never had a session. */
type Arrival = { sessionEnded: true } | null;

export const useSessionEnded = (): boolean => useHistoryState<Arrival>()?.sessionEnded === true;

/** A lost session leads to the log-in page, and from there back to where one was. */
export function leaveForLogin(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'not_authenticated') return;
  const at = here();
  if (at.startsWith('/login')) return;
  navigate(`${basePath}/login/?${new URLSearchParams({ next: at })}`, {
    replace: true,
    state: { sessionEnded: true } satisfies Arrival,
  });
}
