/**
 * What time it is for the service, whose times the window tells: its machine may be another one, and the clock of a virtual machine or of a
 * laptop that slept an hour off. Every answer says when it was written; that it was written between question and answer is all that is taken from it.
 */
let aheadMs = 0;

/** The header tells whole seconds, rounded down. */
const secondMs = 1_000;

export function hearTime(written: string | null, askedAt: number, answeredAt: number): void {
  const at = Date.parse(written ?? '');
  if (Number.isNaN(at)) return;
  aheadMs = at > answeredAt ? at - answeredAt : at + secondMs < askedAt ? at + secondMs - askedAt : 0;
}

/** A moment of the browser's clock as the service counts it. */
export const serviceTime = (browserMs: number): number => browserMs + aheadMs;

export const serviceNow = (): number => serviceTime(Date.now());
