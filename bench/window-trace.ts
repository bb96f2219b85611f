/** Tasks of a page from Chromium's own trace. What counts is the time they had a processor: what they waited for one is other programs' doing. */
import type { Browser, Page } from 'playwright-core';

export type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
};

const categories = ['toplevel', 'blink.user_timing', '__metadata'];

export const startTrace = (browser: Browser, page: Page): Promise<void> => browser.startTracing(page, { categories });

export const stopTrace = async (browser: Browser): Promise<TraceEvent[]> =>
  (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }).traceEvents;

export const tasksOf = (events: readonly TraceEvent[]): TraceEvent[] =>
  events.filter((event) => event.ph === 'X' && event.name.includes('RunTask'));

/** Numbers of the threads that have this name, in one process or in all. */
export const threadsNamed = (events: readonly TraceEvent[], name: string, pid?: number): number[] =>
  events
    .filter((event) => event.name === 'thread_name' && event.args?.name === name && (pid ?? event.pid) === event.pid)
    .map((event) => event.tid);

/** The longest task in milliseconds of processor time, and the longest by the clock on the wall. */
export const longest = (tasks: readonly TraceEvent[]): { value: number; wall: number } => ({
  value: Math.max(0, ...tasks.map((task) => task.tdur ?? 0)) / 1000,
  wall: Math.max(0, ...tasks.map((task) => task.dur ?? 0)) / 1000,
});

/** The longest task of the page's main thread while `act` went on. */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<{ value: number; wall: number }> {
  await startTrace(browser, page);
  await act();
  const events = await stopTrace(browser);
  const threads = threadsNamed(events, 'CrRendererMain');
  return longest(tasksOf(events).filter((task) => threads.includes(task.tid)));
}
