import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useRoute } from 'wouter';
import type { Session } from '../../contract/index.ts';
import { IconAlertTriangle, IconPlugConnectedX, IconShieldOff } from '../icons.ts';
import { useIsAdmin } from '../parts/hooks/session-context.ts';
import { clockTime, exactTime, useNow } from '../parts/moment.tsx';
import { useWorkspaces } from '../queries.ts';
import { texts } from '../texts.ts';
import { connection, useConnection } from '../wire/connection.ts';

/** Says honestly that the state is old, since when, and that it heals itself. */
export function AwayBanner() {
  const { since, isSilent } = useConnection();
  const words = isSilent ? texts.shell.silent : texts.shell.away;
  // A window is left open over night.
  const isOfToday = since?.toDateString() === new Date(useNow()).toDateString();
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
        <div className="banner banner--bad">
          <IconPlugConnectedX size={16} aria-hidden />
          <span className="banner__text">
            <strong>{words.title(isOfToday ? clockTime(since) : exactTime(since))}</strong>. {words.body}
          </span>
          <Button variant="default" size="compact-xs" onClick={tryNow}>
            {texts.shell.away.retry}
          </Button>
        </div>
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
