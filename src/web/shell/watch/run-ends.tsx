import './notices.css';
import { ActionIcon } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { Task } from '../../../contract/index.ts';
import { IconX } from '../../icons.ts';
import { StatusMark } from '../../parts/status-mark.tsx';
import { texts } from '../../texts.ts';

/** Long enough to be read twice. What went wrong stays until it is seen. */
const goneAfterMs = 10_000;

type NoticeProps = { slug: string; task: Task; onGone: (id: number) => void };

function Notice({ slug, task, onGone }: NoticeProps) {
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
      </Link>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.actions.close} onClick={() => onGone(id)}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type Props = { slug: string; ended: readonly Task[]; onGone: (id: number) => void };

/** Runs that ended while one looks at something else. */
export const RunEnds = ({ slug, ended, onGone }: Props) => (
  <div role="status" aria-label={texts.shell.runEnds} className="run-ends">
    {ended.map((task) => (
      <Notice key={task.id} slug={slug} task={task} onGone={onGone} />
    ))}
  </div>
);
