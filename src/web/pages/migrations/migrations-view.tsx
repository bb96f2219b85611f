import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { startTransition, useCallback, useMemo } from 'react';
import type { MigrationsDetail } from '../../../contract/index.ts';
import { IconDatabase, IconSearch } from '../../icons.ts';
import { inAppOrder } from '../../order.ts';
import { useCurrentWorkspace } from '../../parts/hooks/current-workspace.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Problems } from '../../parts/problems.tsx';
import { useRunDrawer } from '../../parts/run-drawer-context.ts';
import { WhyNothing } from '../../parts/scanned.tsx';
import { EmptyState, NoMatch } from '../../parts/states.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { AppTimeline } from './app-timeline.tsx';
import { MigrationPanel } from './migration-panel.tsx';
import { RecordUnknown } from './state-words.ts';
import { type Choose, useSteady } from './steady.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import {
  filterApps,
  hasOrder,
  isDecided,
  linkApps,
  type Next,
  nextPending,
  refusalOf,
  resolveNames,
  type Show,
} from './timeline.ts';
import { type Filter, useFilter } from './use-filter.ts';
import { useOpened } from './use-opened.ts';

const shows = (['all', 'attention', 'own'] as const).map((value) => ({ value, label: texts.show[value] }));
const noLinks = { after: [], before: [] };

type Props = { slug: string; detail: MigrationsDetail; sqlCommand: string | null };

export function MigrationsView({ slug, detail: read, sqlCommand }: Props) {
  const detail = useMemo(() => resolveNames(read), [read]);
  const { filter, change, search } = useFilter();
  const links = useMemo(() => linkApps(detail), [detail]);
  const refused = refusalOf(detail);
  const ordered = useMemo(() => inAppOrder(detail.apps), [detail]);
  const apps = useMemo(() => filterApps(ordered, filter.show, filter.search), [ordered, filter.show, filter.search]);
  const next = useMemo(() => nextPending(sqlCommand), [sqlCommand]);
  const chosenApp = filter.migration?.slice(0, filter.migration.indexOf('.')) ?? null;
  const { isOpen, setOpen, toggle } = useOpened(slug, detail.apps, chosenApp);
  const onApp = useCallback(
    (label: string) => {
      change(everything);
      setOpen([label], true);
      requestAnimationFrame(() => document.getElementById(`app-${label}`)?.scrollIntoView({ block: 'start' }));
    },
    [change, setOpen],
  );
  const hold = useSteady(filter.migration);
  const onChoose = useCallback<Choose>(
    (migration, pressed) => {
      if (pressed) hold(pressed);
      change({ migration });
    },
    [change, hold],
  );
  return (
    <div className="migrations">
      <Head detail={detail} next={hasOrder(detail) ? next : null} />
      {/* A conflict is told where it is, with what to do about it; the overview counts it by itself, too. */}
      <Problems problems={detail.problems.filter(({ code }) => code !== 'migration_conflict')} />
      <Summary detail={detail} />
      {detail.apps.length === 0 ? null : (
        <Tools
          filter={filter}
          onSearch={search}
          onShow={(show) => change({ show })}
          // In between: thousands of rows are drawn without holding up whoever goes on typing or scrolling.
          onOpen={(open) =>
            startTransition(() =>
              setOpen(
                apps.map((app) => app.label),
                open,
              ),
            )
          }
        />
      )}
      <RecordUnknown value={detail.applied.source === 'unknown'}>
        <div className="migrations__body">
          <div className="migrations__main">
            {apps.length === 0 ? (
              <Nothing slug={slug} detail={detail} filter={filter} onReset={() => change(everything)} />
            ) : null}
            {apps.map((app) => (
              <AppTimeline
                key={app.label}
                slug={slug}
                fold={filter.show === 'attention'}
                app={app}
                links={links.get(app.label) ?? noLinks}
                refused={refused !== null}
                open={isOpen(app.label)}
                chosen={chosenApp === app.label ? filter.migration : null}
                onToggle={toggle}
                onChoose={onChoose}
                onApp={onApp}
              />
            ))}
          </div>
          {filter.migration === null ? null : (
            <MigrationPanel slug={slug} detail={detail} id={filter.migration} next={next} onChoose={onChoose} />
          )}
        </div>
      </RecordUnknown>
    </div>
  );
}

const everything = { show: 'all', search: '' } as const;

type ToolsProps = {
  filter: Filter;
  onSearch: (text: string) => void;
  onShow: (show: Show) => void;
  onOpen: (open: boolean) => void;
};

function Tools({ filter, onSearch, onShow, onOpen }: ToolsProps) {
  return (
    <div className="migrations__tools">
      <TextInput
        size="xs"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts.show.label}
        data={shows}
        value={filter.show}
        onChange={(show) => onShow(show as Show)}
      />
      <div className="migrations__fold">
        <Button variant="subtle" onClick={() => onOpen(true)}>
          {texts.expandAll}
        </Button>
        <Button variant="subtle" onClick={() => onOpen(false)}>
          {texts.collapseAll}
        </Button>
      </div>
    </div>
  );
}

/** A file of the project, as every other one is told; else as it is. */
const withinProject = (database: string, root: string | undefined): string =>
  root && database.startsWith(`${root}/`) ? database.slice(root.length + 1) : database;

/** Where the applied state comes from, and of which database it is. */
function stateFacts({ source, note }: MigrationsDetail['applied'], database: string | null): string[] {
  const named = database === null ? [] : [texts.database(database)];
  if (source !== 'database') return [texts.source[source], ...named];
  // One that has no record of migrations, or is not there: what it is instead stands beside.
  if (note !== null) return named;
  return [database === null ? texts.source.database : `${texts.source.database} ${database}`];
}

function Head({ detail, next }: { detail: MigrationsDetail; next: Next | null }) {
  const run = useRunDrawer();
  const root = useCurrentWorkspace()?.path;
  const { source, note, read_at } = detail.applied;
  const name = detail.database === null ? null : withinProject(detail.database, root);
  return (
    <PageHead
      title={texts.title}
      detail={
        <div className="page-facts">
          {stateFacts(detail.applied, name).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <Moment at={read_at} />
          {source === 'unknown' || note === null ? null : <span>{note}</span>}
        </div>
      }
    >
      {next === null ? null : (
        <Button
          variant="default"
          leftSection={<IconDatabase size={14} aria-hidden />}
          onClick={() => run('sqlmigrate')}
        >
          <span className="cut" title={texts.sql.next(next.app, next.name)}>
            {texts.sql.next(next.app, '')}
            <span className="migrations__next">
              <Dotted name={next.name} />
            </span>
          </span>
        </Button>
      )}
    </PageHead>
  );
}

type NothingProps = { slug: string; detail: MigrationsDetail; filter: Filter; onReset: () => void };

function Nothing({ slug, detail, filter, onReset }: NothingProps) {
  const { empty } = texts;
  if (detail.apps.length === 0) {
    return (
      <EmptyState title={empty.title}>
        {detail.problems.length > 0 ? empty.problems : <WhyNothing slug={slug}>{empty.hint}</WhyNothing>}
      </EmptyState>
    );
  }
  // Where no word was typed, a shorter one is no advice.
  if (filter.search.trim() === '') {
    const calm = isDecided(detail) ? empty.calm : empty.seemsCalm;
    return <NoMatch title={filter.show === 'own' ? empty.foreign : calm} clear={empty.reset} onClear={onReset} />;
  }
  return (
    <NoMatch title={empty.filtered} clear={empty.reset} onClear={onReset}>
      {empty.filteredHint}
    </NoMatch>
  );
}
