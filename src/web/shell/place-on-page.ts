/**
 * Another page begins at its top; the way back, and a reload, lead to where one was on it. Browsers do the latter only for what has its whole
 * height in the first moment, and the former not at all where the page is changed by a script.
 */
import { useEffect, useLayoutEffect } from 'react';
import { whileFilling } from '../parts/hooks/arrival.ts';
import { writeLater } from '../parts/hooks/late-address.ts';

const restMs = 250;

/** Kept with the entry of the history, past the router: nothing has to be drawn again for it. */
const keepPlace = (): void =>
  writeLater('place on page', restMs, () => {
    const state = { ...window.history.state, top: window.scrollY };
    History.prototype.replaceState.call(window.history, state, '');
  });

const keptPlace = (): number => {
  const top: unknown = window.history.state?.top;
  return typeof top === 'number' ? top : 0;
};

export function usePlaceOnPage(path: string): void {
  useEffect(() => {
    window.addEventListener('scroll', keepPlace, { passive: true });
    return () => window.removeEventListener('scroll', keepPlace);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useLayoutEffect(() => {
    const top = keptPlace();
    const goThere = () => window.scrollTo({ top, behavior: 'instant' });
    goThere();
    if (top > 0) return whileFilling(goThere);
  }, [path]);
}
