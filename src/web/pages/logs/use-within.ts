/** Lines of a span that ends now: while the page stays open the oldest fall out of it, though nothing new is written. */
import { useMemo } from 'react';
import type { LogLine } from '../../../contract/index.ts';
import { useNow } from '../../parts/time/moment.tsx';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Zero for a moment, which does not move. */
function spanMs(since: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(since) ?? [];
  return Number(count ?? 0) * (unitMs[unit] ?? 0);
}

export function useWithin(lines: readonly LogLine[], since: string): readonly LogLine[] {
  const span = spanMs(since);
  const now = useNow();
  const first = span === 0 ? 0 : now - span;
  return useMemo(() => (first === 0 ? lines : lines.filter(({ at }) => Date.parse(at) >= first)), [lines, first]);
}
