import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { LogEntry } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { Panel, PanelLink } from '../../parts/panel.tsx';
import { Lines } from '../../parts/states.tsx';
import { LevelMark } from '../../parts/status-mark.tsx';
import { dayName, exactTime, secondTime, useNow } from '../../parts/time/moment.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { type ShownLine, withMoments } from './excerpt.ts';

const { log } = texts.overview;
const shownLines = 14;

function Line({ line: { entry, at, beginsDay } }: { line: ShownLine }) {
  return (
    <>
      {at !== null && beginsDay ? <li className="excerpt__day dim">{dayName(at)}</li> : null}
      <li>
        {at === null ? (
          <span className="dim">{entry.timestamp}</span>
        ) : (
          <time className="dim" dateTime={at} title={exactTime(at)}>
            {secondTime(at)}
          </time>
        )}
        <LevelMark level={entry.level} />
        <span className="cut" title={entry.message}>
          {entry.message}
        </span>
      </li>
    </>
  );
}

type Props = { slug: string; entries: readonly LogEntry[]; reading: boolean };

export const LogPanel = memo(function LogPanel({ slug, entries, reading }: Props) {
  const now = useNow();
  // The status has times of day only; errors of last week would be read as those of today.
  const stream = useQuery({
    queryKey: [...keys.logs(slug), 'newest'],
    queryFn: ({ signal }) => api.listLogs(slug, {}, signal),
    enabled: entries.length > 0,
  });
  const isAsked = entries.length > 0 && stream.isPending && stream.failureCount === 0;
  const lines = withMoments(entries.slice(-shownLines), stream.data?.lines ?? [], now);
  const empty = reading ? <Lines /> : <p className="dim">{log.none}</p>;
  return (
    <Panel title={log.title} aside={<PanelLink href={`/w/${slug}/logs`}>{log.all}</PanelLink>} flush>
      {isAsked ? (
        <div className="panel__body">
          <Lines count={shownLines} />
        </div>
      ) : entries.length === 0 ? (
        <div className="panel__body">{empty}</div>
      ) : (
        <ol className="excerpt">
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ol>
      )}
    </Panel>
  );
});
