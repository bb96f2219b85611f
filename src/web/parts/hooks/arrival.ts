/** Brings a place into sight, and keeps it there while the page around it still fills: until the reader moves, a moment at most. */
import { type RefObject, useEffect } from 'react';

const fillMs = 2_000;
const ownMoves = ['wheel', 'pointerdown', 'keydown'] as const;

/** Gives what ends it before its time. */
export function whileFilling(bringIntoSight: () => void): () => void {
  const watch = new ResizeObserver(bringIntoSight);
  const stop = () => watch.disconnect();
  watch.observe(document.body);
  const timer = setTimeout(stop, fillMs);
  for (const move of ownMoves) window.addEventListener(move, stop, { once: true });
  return () => {
    stop();
    clearTimeout(timer);
    for (const move of ownMoves) window.removeEventListener(move, stop);
  };
}

/** What an address names. */
export function useArrival(place: RefObject<HTMLElement | null>, isNamed: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival: what is pressed later is in sight
  useEffect(() => {
    if (isNamed) return whileFilling(() => place.current?.scrollIntoView({ block: 'center' }));
  }, []);
}
