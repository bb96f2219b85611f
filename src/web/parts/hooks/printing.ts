/** True while the page is put on paper: a list that draws only what is in sight draws all of it then. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** More than this fills hundreds of pages, and takes the browser minutes. */
export const mostPrintedLines = 10_000;

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the event has been handled.
    const set = (now: boolean) => () => flushSync(() => setPrinting(now));
    const [begin, end] = [set(true), set(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

/** What of a list is drawn: in sight and around it, or on paper all of it, the newest of very many. */
export const drawnRange = (printing: boolean) => (printing ? printedRange : defaultRangeExtractor);

const printedRange = ({ count }: Range): number[] => {
  const first = Math.max(0, count - mostPrintedLines);
  return Array.from({ length: count - first }, (_, index) => first + index);
};
