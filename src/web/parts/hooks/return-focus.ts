/** Where the focus goes when what had it goes away: without this the keyboard starts again at the top of the page. */
import { useEffect, useState } from 'react';

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The page itself: from there the next press of Tab leads to the first thing on it. */
export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** A dialog gives the focus back to what had it before; where that is gone too, the page takes it. */
export function useReturnFocus(): void {
  // Asked while the dialog is drawn for the first time: a moment later the focus is inside.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else focusPage();
    },
    [before],
  );
}

/** A panel beside the page leaves the focus to it. */
export const useLeaveFocusToPage = (): void =>
  useEffect(
    () => () => {
      if (isFocusLost()) focusPage();
    },
    [],
  );
