import { useEffect, useState } from 'react';
import type { Insight } from '../../../contract/index.ts';
import { useNow } from '../../parts/time/moment.tsx';
import { serviceNow } from '../../wire/clock.ts';
import { addLook, keepLooks, type Look, readLooks } from './looks.ts';

/** The look before this visit; null on the first. Only a window in sight is looked at. */
export function useLookBefore(slug: string, insights: readonly Insight[]): Look | null {
  const [before, setBefore] = useState<Look | null>(null);
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at for as long as the clock ticks
  useEffect(() => {
    const look = () => {
      if (document.hidden || insights.length === 0) return;
      const looks = addLook(readLooks(slug), insights, serviceNow());
      keepLooks(slug, looks);
      setBefore(looks.before);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [slug, insights, now]);
  return before;
}
