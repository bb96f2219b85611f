import type { ReactNode } from 'react';
import type { LogLevel, RunStatus, ScanStatus } from '../../contract/index.ts';
import { IconBan, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2 } from '../icons.ts';
import { texts } from '../texts.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'idle';

/** A word in the colour of what it means. The word is always there: colour alone says nothing. */
export function Tag({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string | undefined }) {
  return (
    <span className={`tag tag--${tone}`} title={title}>
      {children}
    </span>
  );
}

const marks: Record<RunStatus | ScanStatus, { tone: Tone; Icon: typeof IconBan }> = {
  queued: { tone: 'idle', Icon: IconCircleDashed },
  pending: { tone: 'idle', Icon: IconCircleDashed },
  running: { tone: 'live', Icon: IconLoader2 },
  succeeded: { tone: 'ok', Icon: IconCircleCheck },
  completed: { tone: 'ok', Icon: IconCircleCheck },
  failed: { tone: 'bad', Icon: IconCircleX },
  cancelled: { tone: 'idle', Icon: IconBan },
};

export function StatusMark({ status, bare = false }: { status: RunStatus | ScanStatus; bare?: boolean }) {
  const { tone, Icon } = marks[status];
  const spin = status === 'running' ? ' spin' : '';
  const icon = <Icon size={14} stroke={2} aria-hidden className={`tone-${tone}${spin}`} />;
  if (bare) {
    return (
      <span className="status-bare" title={texts.status[status]}>
        {icon}
        <span className="hidden-text">{texts.status[status]}</span>
      </span>
    );
  }
  return (
    <span className={`tag tag--${tone}`}>
      {icon}
      {texts.status[status]}
    </span>
  );
}

const levelTone: Record<LogLevel, Tone> = {
  debug: 'idle',
  info: 'idle',
  warning: 'warn',
  error: 'bad',
  critical: 'bad',
};

const isLevel = (level: string): level is LogLevel => level in levelTone;

export function LevelMark({ level }: { level: string }) {
  const known = isLevel(level) ? level : 'info';
  return <span className={`level tone-${levelTone[known]}`}>{isLevel(level) ? texts.level[level] : level}</span>;
}

/** How far something is: the bar of a run or a scan. */
export function Progress({ value, label }: { value: number; label: string }) {
  return <progress className="progress" value={value} max={100} aria-label={label} />;
}
