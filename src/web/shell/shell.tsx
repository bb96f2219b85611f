import { useEffect, useRef } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { Session } from '../../contract/index.ts';
import { Boundary } from '../parts/boundary.tsx';
import { focusPage, isFocusLost } from '../parts/hooks/return-focus.ts';
import { SessionContext } from '../parts/hooks/session-context.ts';
import { RunDrawerContext } from '../parts/run-drawer-context.ts';
import { useWorkspaces } from '../queries.ts';
import { texts } from '../texts.ts';
import { AwayBanner, GoneBanner, Notices, StaleBanner } from './banner.tsx';
import { lastWorkspace, rememberWorkspace } from './last-workspace.ts';
import { Overlays, useOverlays } from './overlays.tsx';
import { Pages } from './pages.tsx';
import { usePlaceOnPage } from './place-on-page.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TopBar } from './sidebar/top-bar.tsx';
import { useDrawer } from './sidebar/use-drawer.ts';
import { Refusal } from './watch/refusal.tsx';
import { RunEnds, useRunEnds } from './watch/run-ends.tsx';
import { StatusWatch } from './watch/status-watch.tsx';

/** The workspace of the address; on pages without one, or with one that is not there, the last that was looked at. */
function useCurrentSlug(): string | undefined {
  const [matches, params] = useRoute('/w/:slug/*?');
  const { data } = useWorkspaces();
  const named = matches ? params.slug : undefined;
  const lost = data !== undefined && !data.some((each) => each.slug === named);
  const slug = lost ? undefined : named;
  useEffect(() => {
    if (slug) rememberWorkspace(slug);
  }, [slug]);
  if (slug) return slug;
  const last = lastWorkspace();
  return data?.find((each) => each.slug === last)?.slug ?? data?.[0]?.slug;
}

/** Having gone somewhere, the keyboard goes on there when what it was on is gone. */
function useFocusOnArrival(location: string): void {
  const before = useRef(location);
  useEffect(() => {
    if (before.current === location) return;
    before.current = location;
    if (isFocusLost()) focusPage();
  }, [location]);
}

export function Shell({ session }: { session: Session }) {
  const slug = useCurrentSlug();
  const name = useWorkspaces().data?.find((each) => each.slug === slug)?.name ?? texts.product;
  const [location] = useLocation();
  const menu = useDrawer();
  const overlays = useOverlays(slug, session.user.name);
  const ends = useRunEnds();
  useFocusOnArrival(location);
  usePlaceOnPage(location);
  return (
    <SessionContext value={session}>
      <RunDrawerContext value={overlays.openRun}>
        <button type="button" className="skip" onClick={focusPage} inert={menu.open}>
          {texts.shell.skip}
        </button>
        <div className="shell">
          <TopBar name={name} menu={menu} onPalette={overlays.openPalette} />
          <Sidebar slug={slug} menu={menu} overlays={overlays} />
          <div className="shell__main" inert={menu.open}>
            <AwayBanner />
            <StaleBanner />
            <Notices session={session} />
            <GoneBanner />
            <main tabIndex={-1} id="main">
              <Boundary resetKey={location}>
                <div className="page">
                  <Pages />
                </div>
              </Boundary>
            </main>
          </div>
        </div>
        {/* On pages without a workspace, too: what one has started there goes on. */}
        <div className="notices no-print">
          {slug ? <StatusWatch key={slug} slug={slug} onEnded={ends.tell} /> : null}
          <RunEnds current={slug} ended={ends.ended} onGone={ends.forget} />
          <Refusal />
        </div>
        <Overlays slug={slug} overlays={overlays} />
      </RunDrawerContext>
    </SessionContext>
  );
}
