/** Times: relative to read, exact on hover. One clock ticks for all of them. */
import { useSyncExternalStore } from 'react';
import { texts } from '../../texts.ts';
import { serviceNow } from '../../wire/clock.ts';
import { relativeTime } from './time-words.ts';

const tickMs = 15_000;
let now = serviceNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = serviceNow();
  timer ??= setInterval(() => {
    now = serviceNow();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const second = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
export const exactTime = (moment: string | Date): string => exact.format(new Date(moment));
export const clockTime = (moment: Date): string => clock.format(moment);
export const secondTime = (moment: string): string => second.format(new Date(moment));
export const dayName = (moment: string): string => day.format(new Date(moment));

/** Milliseconds since the epoch as the service counts them, a quarter of a minute old at most. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

export function Moment({ at }: { at: string | null }) {
  const reference = useNow();
  if (!at) return <span className="dim">{texts.times.never}</span>;
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return <span className="dim">{texts.times.unknown}</span>;
  return (
    <time className="moment nowrap" dateTime={at} title={exactTime(at)}>
      {relativeTime(moment, Math.max(reference, moment))}
    </time>
  );
}
