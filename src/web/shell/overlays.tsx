/** Everything that opens above a page: the run drawer, the palette, the keyboard map, the guide. Their code comes after the page. */
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from '../parts/hooks/keys.ts';
import { findDraft } from '../parts/run-draft.ts';
import { useStartScan } from '../queries.ts';
import { late, useFetched } from './late.tsx';

const Palette = late(() => import('./later.ts').then((part) => part.Palette));
const RunDrawer = late(() => import('./later.ts').then((part) => part.RunDrawer));
const KeyboardMap = late(() => import('./later.ts').then((part) => part.KeyboardMap));
const GuideDrawer = late(() => import('./later.ts').then((part) => part.GuideDrawer));

const parts = [Palette, RunDrawer, KeyboardMap, GuideDrawer];
/** Letters typed right after Ctrl-K or R must not be lost to a download. It is one, so with the first all are there. */
const together = [{ fetch: () => Promise.all(parts.map((part) => part.fetch())) }];

type Open = { kind: 'run'; preset: string | null } | { kind: 'palette' } | { kind: 'keys' } | { kind: 'guide' };

export type OverlayControls = {
  open: Open | null;
  openRun: (preset?: string) => void;
  openPalette: () => void;
  openKeys: () => void;
  openGuide: () => void;
  close: () => void;
};

/** Of the page itself: the palette looks everywhere. */
const findOnPage = () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.select();

export function useOverlays(slug: string | undefined, user: string): OverlayControls {
  const [open, setOpen] = useState<Open | null>(() => {
    const draft = findDraft(user);
    return draft && { kind: 'run', preset: draft.preset };
  });
  const [, go] = useLocation();
  const scan = useStartScan(slug ?? '');
  const openRun = useCallback((preset?: string) => setOpen({ kind: 'run', preset: preset ?? null }), []);
  const controls = useMemo(
    () => ({
      openRun,
      openPalette: () => setOpen({ kind: 'palette' }),
      openKeys: () => setOpen({ kind: 'keys' }),
      openGuide: () => setOpen({ kind: 'guide' }),
      close: () => setOpen(null),
    }),
    [openRun],
  );
  useKeys({
    'mod+k': controls.openPalette,
    // What is typed while the code of an overlay is on its way is meant for it.
    ...(open ? {} : { '?': controls.openKeys, '/': findOnPage, 'g a': () => go('/admin/workspaces') }),
    ...(slug && !open
      ? {
          r: () => controls.openRun(),
          s: () => scan.mutate(undefined),
          'g o': () => go(`/w/${slug}`),
          'g s': () => go(`/w/${slug}/schema`),
          'g m': () => go(`/w/${slug}/migrations`),
          'g r': () => go(`/w/${slug}/runs`),
          'g l': () => go(`/w/${slug}/logs`),
          'g f': () => go(`/w/${slug}/fixtures`),
        }
      : {}),
  });
  return { open, ...controls };
}

export function Overlays({ slug, overlays }: { slug: string | undefined; overlays: OverlayControls }) {
  const { open, close } = overlays;
  useFetched(together);
  return (
    <Suspense fallback={null}>
      {/* Whoever goes back to another workspace has acknowledged nothing for that one. */}
      {open?.kind === 'run' && slug ? <RunDrawer key={slug} slug={slug} preset={open.preset} onClose={close} /> : null}
      {open?.kind === 'palette' ? <Palette slug={slug} overlays={overlays} /> : null}
      {open?.kind === 'keys' ? <KeyboardMap onClose={close} /> : null}
      {open?.kind === 'guide' ? <GuideDrawer onClose={close} /> : null}
    </Suspense>
  );
}
