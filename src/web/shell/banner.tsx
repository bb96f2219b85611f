import { Button } from '@mantine/core';
import { type Query, type QueryState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useRoute } from 'wouter';
import type { Session } from '../../contract/index.ts';
import { IconAlertTriangle, IconPlugConnectedX, IconShieldOff } from '../icons.ts';
import { useIsAdmin } from '../parts/hooks/session-context.ts';
import { explain } from '../parts/states.tsx';
import { clockTime, exactTime, useNow } from '../parts/time/moment.tsx';
import { useWorkspaces } from '../queries.ts';
import { texts } from '../texts.ts';
import { serviceTime } from '../wire/clock.ts';
import { connection, useConnection } from '../wire/connection.ts';
import { ApiError, isMissing } from '../wire/request.ts';

/** A window is left open over night. */
function useTimeWords(): (moment: Date) => string {
  const today = new Date(useNow()).toDateString();
  return (moment) => (moment.toDateString() === today ? clockTime(moment) : exactTime(moment));
}

type OldProps = { title: string; children: string; onTry: () => void };

/** What one sees is not how things are now. */
const OldBanner = ({ title, children, onTry }: OldProps) => (
  <div className="banner banner--bad">
    <IconPlugConnectedX size={16} aria-hidden />
    <span className="banner__text">
      <strong>{title}</strong>
      {children}
    </span>
    <Button variant="default" size="compact-xs" onClick={onTry}>
      {texts.shell.away.retry}
    </Button>
  </div>
);

/** Says honestly that the state is old, since when, and that it heals itself. */
export function AwayBanner() {
  const { since, isSilent } = useConnection();
  const words = isSilent ? texts.shell.silent : texts.shell.away;
  const timeWords = useTimeWords();
  const client = useQueryClient();
  const wasAway = useRef(false);
  const tryNow = () => {
    connection.expected();
    void client.refetchQueries({ type: 'active' });
  };
  useEffect(() => {
    if (since) wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      void client.invalidateQueries();
    }
  }, [since, client]);
  return (
    <div role="status" aria-live="polite">
      {since ? (
        <OldBanner title={words.title(timeWords(since))} onTry={tryNow}>
          {`. ${words.body}`}
        </OldBanner>
      ) : null}
    </div>
  );
}

/** That the service is away, and that one must log in, is said by others; that a run is gone, by its page, which shows nothing of it then. */
const isTold = ({ queryKey: [kind], state: { error } }: Query): boolean =>
  error instanceof ApiError &&
  (error.code === 'unreachable' || error.code === 'not_authenticated' || (kind === 'run' && isMissing(error)));

/** What is shown although it could not be read again: pages keep what they have, and only here one learns that it is old. */
export function StaleBanner() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const timeWords = useTimeWords();
  const findStale = (): QueryState | undefined =>
    cache
      .findAll({ type: 'active' })
      .filter((query) => query.state.status === 'error' && query.state.data !== undefined && !isTold(query))
      .map(({ state }) => state)
      .sort((one, other) => one.dataUpdatedAt - other.dataUpdatedAt)[0];
  const stale = useSyncExternalStore(
    useCallback((tell) => cache.subscribe(tell), [cache]),
    findStale,
  );
  return (
    <div role="status" aria-live="polite">
      {stale ? (
        <OldBanner
          title={texts.shell.stale(timeWords(new Date(serviceTime(stale.dataUpdatedAt))))}
          onTry={() => void client.refetchQueries({ type: 'active' })}
        >
          {`: ${explain(stale.error)}`}
        </OldBanner>
      ) : null}
    </div>
  );
}

/** The folder of the workspace of this page is gone: every page of it shows what was read last. */
export function GoneBanner() {
  const [isPage, params] = useRoute('/w/:slug/*?');
  const isAdmin = useIsAdmin();
  const workspace = useWorkspaces().data?.find((each) => isPage && each.slug === params.slug);
  return (
    <div role="status">
      {workspace && !workspace.available ? (
        <div className="banner banner--warn">
          <IconAlertTriangle size={16} aria-hidden />
          <span className="banner__text">
            <strong>{texts.shell.unavailable.title}.</strong> {texts.shell.unavailable.body(workspace.path)}
          </span>
          {isAdmin ? (
            <Link href={`/admin/workspaces?edit=${workspace.slug}`}>{texts.shell.unavailable.move}</Link>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** What an operator chose, or a machine lacks, that makes this service less safe than it promises. */
export function Notices({ session }: { session: Session }) {
  const lines = [
    session.sandbox === 'unavailable' ? texts.shell.sandboxMissing : null,
    session.sandbox === 'none' ? texts.shell.sandboxNone : null,
    session.auth === 'off' ? texts.shell.authOff : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <div className="banner banner--warn">
      <IconShieldOff size={16} aria-hidden />
      <span className="banner__text">{lines.join(' ')}</span>
      <Link href="/admin/service">{texts.shell.sandboxMore}</Link>
    </div>
  );
}
