/** Where the focus goes when what had it goes away: without this the keyboard starts again at the top of the page. */
import { type RefObject, useEffect, useRef, useState } from 'react';

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The page itself: from there the next press of Tab leads to the first thing on it. */
export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true });

function giveBack(before: Element | null): void {
  if (!isFocusLost()) return;
  if (before instanceof HTMLElement && before !== document.body && before.isConnected)
    before.focus({ preventScroll: true });
  else focusPage();
}

/** A dialog gives the focus back to what had it before; where that is gone too, the page takes it. */
export function useReturnFocus(): void {
  // Asked while the dialog is drawn for the first time: a moment later the focus is inside.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveBack(before), [before]);
}

/**
 * A panel beside the page that was opened by keyboard, or by an address, is where the keyboard goes on: by Tab the way there leads past
 * everything that the page lists. Who points or types stays where they are.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that it shows
  useEffect(() => {
    const now = document.activeElement;
    if (!isFocusLost() && !panel.current?.contains(now)) before.current = now;
    if (isFocusLost() || now?.matches('main, :focus-visible:not(input)')) panel.current?.focus({ preventScroll: true });
  }, [shown]);
  useEffect(() => () => giveBack(before.current), []);
}
