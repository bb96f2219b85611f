/** The lines of a run as they come: asked for with the number of the last one, so that nothing is sent twice. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LogLineNumbered, RunLogPage, TaskRun } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { isFinal, keys } from '../../queries.ts';

const liveMs = 500;
const awayMs = 3_000;

export type RunLog = { lines: readonly LogLineNumbered[]; version: number; done: boolean };

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function follow(
  id: number,
  signal: AbortSignal,
  onPage: (page: RunLogPage, done: boolean) => void,
): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    const page = await api.readRunLog(id, after, signal).catch(() => null);
    if (signal.aborted) return;
    if (!page) {
      await pause(awayMs, signal);
      continue;
    }
    const done = isFinal(page.status) && page.lines.length === 0;
    after = page.last;
    onPage(page, done);
    if (done) return;
    if (page.lines.length === 0) await pause(liveMs, signal);
  }
}

/** One growing array and a version, not a new array of a hundred thousand lines for every poll. */
export function useRunLog(id: number): RunLog {
  const lines = useRef<LogLineNumbered[]>([]);
  const [state, setState] = useState({ version: 0, done: false });
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    lines.current = [];
    void follow(id, stop.signal, (page, done) => {
      for (const line of page.lines) lines.current.push(line);
      setState((now) => (page.lines.length > 0 || done !== now.done ? { version: now.version + 1, done } : now));
      client.setQueryData<TaskRun>(keys.run(id), (run) => {
        // How it ended stands in the run itself, which is read once more then; it is large, so only then.
        if (isFinal(page.status)) return run;
        return run && { ...run, status: page.status, progress: page.progress };
      });
      const known = client.getQueryData<TaskRun>(keys.run(id));
      if (known && isFinal(page.status) && !isFinal(known.status))
        void client.invalidateQueries({ queryKey: keys.run(id) });
    });
    return () => stop.abort();
  }, [id, client]);
  return { lines: lines.current, ...state };
}
