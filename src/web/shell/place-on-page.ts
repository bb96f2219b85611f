/**
 * Another page begins at its top; the way back, and a reload, lead to where one was on it. Browsers do the latter only for what has its whole
 * height in the first moment, and the former not at all where the page is changed by a script.
 */
import { useEffect, useLayoutEffect } from 'react';
import { whileFilling } from '../parts/hooks/arrival.ts';
import { keepPlace, keptPlace } from '../parts/hooks/kept-place.ts';

const keepTop = (): void => keepPlace('top', window.scrollY);

export function usePlaceOnPage(path: string): void {
  useEffect(() => {
    window.addEventListener('scroll', keepTop, { passive: true });
    return () => window.removeEventListener('scroll', keepTop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useLayoutEffect(() => {
    const top = keptPlace('top') ?? 0;
    const goThere = () => window.scrollTo({ top, behavior: 'instant' });
    goThere();
    if (top > 0) return whileFilling(goThere);
  }, [path]);
}
