/** The sidebar of a narrow window: it lies over the page, so it has the keyboard while it is open, and gives it back. */
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { focusPage, isFocusLost } from '../../parts/hooks/return-focus.ts';

/** As in sidebar.css: where it has room of its own, nothing lies under it. */
const narrow = '(max-width: 43.75em)';

export type Drawer = ReturnType<typeof useDrawer>;

/** `open`: it covers the page. `opener` and `own` are given to what opens it and to itself. */
export function useDrawer() {
  const [wanted, { close, toggle }] = useDisclosure(false);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const [location] = useLocation();
  const opener = useRef<HTMLButtonElement>(null);
  const own = useRef<HTMLElement>(null);
  const open = wanted && isNarrow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever one has gone somewhere
  useEffect(close, [location]);
  useFocusInside(open, location, own, opener);
  useEscape(open, close);
  useLinkPressed(open, own, close);
  return { open, opener, own, close, toggle };
}

type Place<E extends HTMLElement> = { readonly current: E | null };

/** Whoever went somewhere goes on there, whoever only closed it at the button that had opened it. */
function useFocusInside(open: boolean, location: string, own: Place<HTMLElement>, opener: Place<HTMLElement>): void {
  const openedAt = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens or closes
  useEffect(() => {
    if (open) {
      openedAt.current = location;
      own.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
      return;
    }
    const before = openedAt.current;
    openedAt.current = null;
    if (before === null || !(isFocusLost() || own.current?.contains(document.activeElement))) return;
    if (before === location) opener.current?.focus({ preventScroll: true });
    else focusPage();
  }, [open]);
}

function useEscape(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      // A menu or dialog above it closes first, and by itself.
      const isAbove = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]');
      if (event.key !== 'Escape' || isAbove) return;
      // What lies under it stays open.
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [open, close]);
}

/** A link to the page that one is on changes no address, and yet one has chosen where to go on. Heard at the window: any other has gone there by then. */
function useLinkPressed(open: boolean, own: Place<HTMLElement>, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a') && own.current?.contains(target)) close();
    };
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, [open, own, close]);
}
