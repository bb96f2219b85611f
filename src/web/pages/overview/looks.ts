/** What this browser last showed of the overview, and what is otherwise now. Kept in this browser, for each workspace. */
import type { Insight } from '../../../contract/index.ts';

export type Look = { at: number; figures: Readonly<Record<string, string>> };
/** `before`: the last look before one was away. */
type Looks = { last: Look; before: Look | null };

/** Away for longer than this, one has come back; the window next door is no absence. */
export const awayMs = 10 * 60_000;

/** The looks with one at these figures added. */
export function addLook(kept: Looks | null, insights: readonly Insight[], now: number): Looks {
  const last = { at: now, figures: Object.fromEntries(insights.map(({ title, value }) => [title, value])) };
  const before = kept === null ? null : now - kept.last.at > awayMs ? kept.last : kept.before;
  return { last, before };
}

export type Change = { title: string; was: string | null; now: string };

/** A figure that is new has no value before; of one that is gone there is nothing to say. */
export const changesSince = ({ figures }: Look, insights: readonly Insight[]): Change[] =>
  insights.flatMap(({ title, value }) => {
    const was = figures[title] ?? null;
    return was === value ? [] : [{ title, was, now: value }];
  });

const keyOf = (slug: string): string => `inspector-looks:${slug}`;

/** A number that is too large is no moment. */
const isMoment = (at: unknown): boolean => typeof at === 'number' && !Number.isNaN(new Date(at).getTime());

const isLook = (value: unknown): value is Look => {
  const { at, figures } = (value ?? {}) as Partial<Look>;
  if (!isMoment(at) || typeof figures !== 'object' || figures === null) return false;
  return Object.values(figures).every((figure) => typeof figure === 'string');
};

/** Whatever stands in the browser's store was perhaps written by another version: a look that is none would break the page each time. */
export function readLooks(slug: string): Looks | null {
  try {
    const looks = JSON.parse(localStorage.getItem(keyOf(slug)) ?? 'null') as Partial<Looks> | null;
    if (!isLook(looks?.last)) return null;
    return { last: looks.last, before: isLook(looks.before) ? looks.before : null };
  } catch {
    return null;
  }
}

export function keepLooks(slug: string, looks: Looks): void {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify(looks));
  } catch {
    // Storage may be refused; nothing is said of an earlier look then.
  }
}
