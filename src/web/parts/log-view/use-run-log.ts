/** The lines of a run as they come: asked for with the number of the last one, so that nothing is sent twice. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LogLineNumbered, RunLogPage, TaskRun } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { isFinal, keys } from '../../queries.ts';
import { isMissing } from '../../wire/request.ts';
import { pause } from './pause.ts';

const liveMs = 500;
const awayMs = 3_000;

export type RunLog = { lines: readonly LogLineNumbered[]; version: number; done: boolean };

type Follower = {
  onPage: (page: RunLogPage, done: boolean) => void;
  /** The run was removed meanwhile. */
  onGone: () => void;
};

async function follow(id: number, signal: AbortSignal, { onPage, onGone }: Follower): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    const page = await api.readRunLog(id, after, signal).catch((error: unknown) => (isMissing(error) ? 'gone' : null));
    if (signal.aborted) return;
    if (page === 'gone') return onGone();
    if (page === null) {
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

/** What the log's poll tells of the run itself goes into it at once; the rest is read when it starts and when it ends. */
function keepRunUp(client: QueryClient, id: number, page: RunLogPage): void {
  const key = keys.run(id);
  const known = client.getQueryState<TaskRun>(key);
  const run = known?.data;
  if (!run || isFinal(run.status)) return;
  const { status, progress, command, sandbox } = page;
  // How it ended is more than the log tells: until that is read, it goes on.
  if (!isFinal(status)) {
    const now: TaskRun = { ...run, status, progress, metadata: { ...run.metadata, command, sandbox } };
    // The run was not read just now: its own poll is due when it was due before.
    client.setQueryData<TaskRun>(key, now, { updatedAt: known.dataUpdatedAt });
  }
  if (status === run.status) return;
  void client.invalidateQueries({ queryKey: key });
  // What counts runs that go on knows it now, too, not at its next poll.
  void client.invalidateQueries({ queryKey: keys.status(run.metadata.workspace) });
}

/** One growing array and a version, not a new array of a hundred thousand lines for every poll. */
export function useRunLog(id: number): RunLog {
  const lines = useRef<LogLineNumbered[]>([]);
  const [state, setState] = useState({ version: 0, done: false });
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    lines.current = [];
    const onPage = (page: RunLogPage, done: boolean) => {
      for (const line of page.lines) lines.current.push(line);
      setState((now) => (page.lines.length > 0 || done !== now.done ? { version: now.version + 1, done } : now));
      keepRunUp(client, id, page);
    };
    // Its page says so.
    const onGone = () => void client.invalidateQueries({ queryKey: keys.run(id) });
    void follow(id, stop.signal, { onPage, onGone });
    return () => stop.abort();
  }, [id, client]);
  return { lines: lines.current, ...state };
}
