/** The panels of the overview. Each is drawn anew only when its own part of the status changed: a log that grows leaves the others as they are. */
import { Button } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'wouter';
import type { DocLink, Scan, Task } from '../../../contract/index.ts';
import { scanKinds } from '../../../contract/words.ts';
import { IconExternalLink } from '../../icons.ts';
import { problemsAnchor } from '../../parts/links.ts';
import { Panel, PanelLink } from '../../parts/panel.tsx';
import { useRunDrawer } from '../../parts/run-drawer-context.ts';
import { Progress, StatusMark } from '../../parts/status-mark.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { isFinal, useRuns, useStartScan } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { overview } = texts;
const shownRuns = 8;

/** A scan leads to the page of what it found, problems among it. */
function ScanName({ slug, kind }: { slug: string; kind: Scan['kind'] }) {
  return (
    <Link href={`/w/${slug}/${kind}`} className="plain-link">
      {overview.scans.kinds[kind]}
    </Link>
  );
}

/** Problems, where there are any, are seen among the figures and lead to what they are. */
function ScanSummary({ slug, scan: { kind, summary } }: { slug: string; scan: Scan }) {
  const [before, problems, after] = summary.split(/\b([1-9][\d,]* problems?)\b/);
  if (problems === undefined) return summary;
  return (
    <>
      {before}
      <Link href={`/w/${slug}/${kind}${problemsAnchor}`} className="rows__problems tone-warn">
        {problems}
      </Link>
      {after}
    </>
  );
}

/** Always in the same order: who looks for one finds it where it was. Earlier ones have no time that would tell them apart; the log has. */
const newestOfEachKind = (scans: readonly Scan[]): Scan[] =>
  scanKinds.flatMap((kind) => {
    const ofKind = scans.filter((scan) => scan.kind === kind);
    // One may wait while the one before it goes on.
    return ofKind.find(({ status }) => status === 'running') ?? ofKind[0] ?? [];
  });

/** Scans that failed for the same reason tell it once; a folder that is gone fails all of them. */
const byReason = (scans: readonly Scan[]): Scan[][] =>
  Object.values(Object.groupBy(scans, ({ kind, status, summary }) => (status === 'failed' ? summary : kind))).flatMap(
    (group) => (group ? [group] : []),
  );

function ScanRow({ slug, group }: { slug: string; group: readonly Scan[] }) {
  const [scan] = group;
  if (!scan) return null;
  return (
    <li className="rows__item">
      <StatusMark status={scan.status} bare />
      <span className="rows__name">
        {group.map(({ kind }) => (
          <ScanName key={kind} slug={slug} kind={kind} />
        ))}
      </span>
      <span className="grow dim small">
        <ScanSummary slug={slug} scan={scan} />
      </span>
      {scan.status === 'running' ? (
        <span className="rows__bar">
          <Progress value={scan.progress} label={overview.scans.kinds[scan.kind]} />
        </span>
      ) : null}
    </li>
  );
}

export const ScansPanel = memo(function ScansPanel({ slug, scans }: { slug: string; scans: readonly Scan[] }) {
  const start = useStartScan(slug);
  return (
    <Panel title={overview.scans.title} flush>
      <ul className="rows">
        {byReason(newestOfEachKind(scans)).map((group) => (
          <ScanRow key={group[0]?.kind} slug={slug} group={group} />
        ))}
      </ul>
      {scans.length === 0 ? (
        <div className="panel__body row row--spread">
          <span className="dim">{overview.scans.none}</span>
          <Button variant="default" onClick={() => start.mutate(undefined)}>
            {overview.scans.start}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
});

export const RunsPanel = memo(function RunsPanel({ slug, tasks }: { slug: string; tasks: readonly Task[] }) {
  const openRun = useRunDrawer();
  // The status has no times of runs; their list has.
  const runs = useRuns(slug, {}).data ?? [];
  const started = new Map(runs.map(({ id, metadata }) => [id, metadata.started_at ?? metadata.queued_at]));
  return (
    <Panel
      title={overview.runs.title}
      aside={<PanelLink href={`/w/${slug}/runs`}>{overview.runs.all}</PanelLink>}
      flush
    >
      <ul className="rows">
        {tasks.slice(0, shownRuns).map((task) => (
          <li key={task.id} className="rows__item">
            <StatusMark status={task.status} bare />
            <span className="grow row">
              <Link href={`/w/${slug}/runs/${task.id}`} className="cut plain-link">
                {task.label}
              </Link>
              <span className="dim small">{texts.runs.number(task.id)}</span>
            </span>
            {isFinal(task.status) ? null : (
              <span className="rows__bar">
                <Progress value={task.progress} label={task.label} />
              </span>
            )}
            {started.has(task.id) ? (
              <span className="dim small">
                <Moment at={started.get(task.id) ?? null} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {tasks.length === 0 ? (
        <div className="panel__body row row--spread">
          <span className="dim">{overview.runs.none}</span>
          <Button variant="default" onClick={() => openRun()}>
            {overview.runs.start}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
});

export const DocsPanel = memo(function DocsPanel({ links }: { links: readonly DocLink[] }) {
  return (
    <Panel title={overview.docs.title} flush>
      {links.length === 0 ? <p className="panel__body dim">{overview.docs.none}</p> : null}
      <ul className="rows">
        {links.map((link, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may lead to the same address
          <li key={place} className="rows__item">
            <a className="grow cut" href={link.url} target="_blank" rel="noopener noreferrer">
              {link.title}
            </a>
            <IconExternalLink size={14} className="dim" aria-hidden />
          </li>
        ))}
      </ul>
    </Panel>
  );
});
