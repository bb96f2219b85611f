import './runs.css';
import { Button, NativeSelect } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { RunSummary } from '../../../contract/index.ts';
import { reasonBeside, runsPerPage } from '../../../contract/words.ts';
import type { RunFilter } from '../../api.ts';
import { IconPlayerPlay, IconTerminal2 } from '../../icons.ts';
import { withAsked } from '../../parts/choices.ts';
import { useQueryParams } from '../../parts/hooks/query-params.ts';
import { PageHead, ScrollBox } from '../../parts/panel.tsx';
import { useRunDrawer } from '../../parts/run-drawer-context.ts';
import { EmptyState, Loaded, NoMatch } from '../../parts/states.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { durationText } from '../../parts/time/time-words.ts';
import { isFinal, usePresets, useRuns } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { list } = texts.runs;
const statuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** Not on the link itself, not for another tab, and not the end of marking a text to copy it. */
const isPlainPress = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !shiftKey &&
  !(target as Element).closest('a') &&
  window.getSelection()?.isCollapsed !== false;

type RowProps = { slug: string; run: RunSummary; noted: boolean };

function RunRow({ slug, run, noted }: RowProps) {
  const { command, started_at, queued_at, user, note } = run.metadata;
  const reason = reasonBeside(command.error);
  const [, go] = useLocation();
  const path = `/w/${slug}/runs/${run.id}`;
  // This list is read when a run starts and when it ends: figures of one that goes on would stand still.
  const isCounted = started_at !== null && isFinal(run.status);
  return (
    // Its link stays, for the keyboard and for a tab of its own.
    <tr data-opens onClick={(event) => (isPlainPress(event) ? go(path) : undefined)}>
      <td className="dim">{texts.runs.number(run.id)}</td>
      <td className="table__name">
        <Link href={path} className="plain-link strong">
          {run.label}
        </Link>
        {reason === null ? null : (
          <div className="dim small runs__error" title={reason}>
            {reason}
          </div>
        )}
      </td>
      <td>
        <StatusMark status={run.status} />
      </td>
      <td>
        <Moment at={started_at ?? queued_at} />
      </td>
      <td className="num nowrap wide-only">{isCounted ? durationText(command.duration_seconds) : null}</td>
      <td className="num wide-only">{isCounted ? command.output_lines.toLocaleString() : null}</td>
      <td className="wide-only">{user}</td>
      {noted ? (
        <td className="dim cut runs__note wide-only" title={note ?? undefined}>
          {note}
        </td>
      ) : null}
    </tr>
  );
}

function Rows({ slug, runs }: { slug: string; runs: readonly RunSummary[] }) {
  const { columns } = list;
  // A note is written when a command is run; a column without any would only raise the question what it is for.
  const noted = runs.some(({ metadata }) => metadata.note);
  return (
    <ScrollBox className="panel" label={texts.runs.title}>
      <table className="table table--rows">
        <thead>
          <tr>
            <th scope="col">{columns.id}</th>
            <th scope="col">{columns.command}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.started}</th>
            <th scope="col" className="num wide-only">
              {columns.duration}
            </th>
            <th scope="col" className="num wide-only">
              {columns.lines}
            </th>
            <th scope="col" className="wide-only">
              {columns.by}
            </th>
            {noted ? (
              <th scope="col" className="wide-only">
                {columns.note}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} slug={slug} run={run} noted={noted} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Filters({
  slug,
  filter,
  onChange,
}: {
  slug: string;
  filter: RunFilter;
  onChange: (name: string, value: string) => void;
}) {
  const presets = usePresets(slug).data ?? [];
  return (
    <div className="row row--wrap filters">
      <NativeSelect
        size="xs"
        aria-label={list.filterStatus}
        value={filter.status ?? ''}
        onChange={(event) => onChange('status', event.currentTarget.value)}
        data={withAsked(
          [
            { value: '', label: `${list.filterStatus}: ${list.any}` },
            ...statuses.map((value) => ({ value, label: texts.status[value] })),
          ],
          filter.status ?? '',
        )}
      />
      <NativeSelect
        size="xs"
        aria-label={list.filterPreset}
        value={filter.preset ?? ''}
        onChange={(event) => onChange('preset', event.currentTarget.value)}
        data={withAsked(
          [
            { value: '', label: `${list.filterPreset}: ${list.any}` },
            ...presets.map(({ key, label }) => ({ value: key, label })),
          ],
          filter.preset ?? '',
        )}
      />
    </div>
  );
}

function Pager({
  before,
  older,
  onGo,
}: {
  before: number | undefined;
  older: number | null;
  onGo: (before: number | null) => void;
}) {
  if (before === undefined && older === null) return null;
  return (
    <nav className="row pager" aria-label={list.page}>
      <Button variant="default" disabled={before === undefined} onClick={() => onGo(null)}>
        {list.newest}
      </Button>
      <Button variant="default" disabled={older === null} onClick={() => onGo(older)}>
        {list.older}
      </Button>
    </nav>
  );
}

/** What is asked for stands in the address; another filter begins at the newest run again. */
function useRunFilter() {
  const [search, setSearch] = useQueryParams();
  const before = Number(search.get('before')) || undefined;
  const filter = {
    ...(search.get('status') ? { status: search.get('status') ?? '' } : {}),
    ...(search.get('preset') ? { preset: search.get('preset') ?? '' } : {}),
    ...(before ? { before } : {}),
  };
  const set = (name: string, value: string) =>
    setSearch((old) => {
      const next = new URLSearchParams(old);
      if (name !== 'before') next.delete('before');
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return { filter, before, set, clear: () => setSearch({}) };
}

type NothingProps = { filter: RunFilter; onClear: () => void; start: ReactNode };

function Nothing({ filter, onClear, start }: NothingProps) {
  const icon = <IconTerminal2 size={28} aria-hidden />;
  if (Object.keys(filter).length === 0) {
    return (
      <EmptyState icon={icon} title={list.none} action={start}>
        {list.noneHint}
      </EmptyState>
    );
  }
  // Who was led here for its findings can have them.
  if (Object.keys(filter).join() === 'preset')
    return <EmptyState icon={icon} title={list.noneOfPreset} action={start} />;
  return <NoMatch title={list.noneFiltered} clear={list.clear} onClear={onClear} />;
}

export function RunsPage({ slug }: { slug: string }) {
  const { filter, before, set, clear } = useRunFilter();
  const openRun = useRunDrawer();
  const runs = useRuns(slug, filter);
  const filtered = Object.keys(filter).length > 0;
  const startButton = (
    <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => openRun(filter.preset)}>
      {texts.shell.runCommand}
    </Button>
  );
  return (
    <>
      <PageHead title={texts.runs.title}>{startButton}</PageHead>
      {runs.data?.length === 0 && !filtered ? null : <Filters slug={slug} filter={filter} onChange={set} />}
      <Loaded query={runs} lines={10}>
        {(shown) =>
          shown.length > 0 ? (
            <Rows slug={slug} runs={shown} />
          ) : (
            <Nothing filter={filter} onClear={clear} start={startButton} />
          )
        }
      </Loaded>
      <Pager
        before={before}
        older={runs.data?.length === runsPerPage ? (runs.data.at(-1)?.id ?? null) : null}
        onGo={(to) => set('before', to === null ? '' : String(to))}
      />
    </>
  );
}
