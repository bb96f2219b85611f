import './notices.css';
import { ActionIcon } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Task } from '../../../contract/index.ts';
import { IconX } from '../../icons.ts';
import { StatusMark } from '../../parts/status-mark.tsx';
import { useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';

/** Long enough to be read twice. What went wrong stays until it is seen. */
const goneAfterMs = 10_000;

/** More would cover the page; the list of runs has them all. */
const shownEnds = 3;

/** `slug`: the workspace that it was run in, which one may have left since. */
type Ended = { slug: string; task: Task };

/** Runs whose end is told, in whatever workspace one is: what failed in another is not forgotten on the way. */
export function useRunEnds() {
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  const tell = useCallback(
    (slug: string, tasks: readonly Task[]) =>
      setEnded((now) => [...now, ...tasks.map((task) => ({ slug, task }))].slice(-shownEnds)),
    [],
  );
  const forget = useCallback((id: number) => setEnded((now) => now.filter(({ task }) => task.id !== id)), []);
  return { ended, tell, forget };
}

type NoticeProps = {
  end: Ended /** The workspace, where it is another one. */;
  name: string | null;
  onGone: (id: number) => void;
};

function Notice({ end: { slug, task }, name, onGone }: NoticeProps) {
  const { id, label, status } = task;
  const path = `/w/${slug}/runs/${id}`;
  const [location] = useLocation();
  const isSeen = location.replace(/\/$/, '') === path;
  useEffect(() => {
    if (isSeen) onGone(id);
    if (status === 'failed') return;
    const timer = setTimeout(() => onGone(id), goneAfterMs);
    return () => clearTimeout(timer);
  }, [isSeen, status, id, onGone]);
  // Its own page tells it.
  if (isSeen) return null;
  return (
    <div className="notice">
      <StatusMark status={status} />
      <Link href={path} className="cut" title={label}>
        {label} {texts.runs.number(id)}
        {name === null ? null : <span className="dim"> {name}</span>}
      </Link>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.actions.close} onClick={() => onGone(id)}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type Props = { current: string | undefined; ended: readonly Ended[]; onGone: (id: number) => void };

/** Runs that ended while one looks at something else. */
export function RunEnds({ current, ended, onGone }: Props) {
  const workspaces = useWorkspaces().data ?? [];
  const nameOf = (slug: string) => workspaces.find((each) => each.slug === slug)?.name ?? slug;
  return (
    <div role="status" aria-label={texts.shell.runEnds} className="run-ends">
      {ended.map((end) => (
        <Notice key={end.task.id} end={end} name={end.slug === current ? null : nameOf(end.slug)} onGone={onGone} />
      ))}
    </div>
  );
}
