import './overview.css';
import { Button } from '@mantine/core';
import type { Status, Workspace } from '../../../contract/index.ts';
import { isOpen, scanKinds } from '../../../contract/words.ts';
import { IconPlayerPlay, IconRefresh } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { useRunDrawer } from '../../parts/run-drawer-context.ts';
import { Loaded } from '../../parts/states.tsx';
import { isFirstReading, useStartScan, useStatus, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { AppsPanel } from './apps.tsx';
import { InsightCards, InsightSkeleton } from './insights.tsx';
import { LogPanel } from './log-panel.tsx';
import { DocsPanel, RunsPanel, ScansPanel } from './panels.tsx';
import { Since } from './since.tsx';

const { overview, shell } = texts;

function Facts({ workspace }: { workspace: Workspace }) {
  const { interpreter } = workspace;
  const django = interpreter?.django_version ? ` · ${overview.facts.django} ${interpreter.django_version}` : '';
  return (
    <div className="page-facts">
      <span className="row">
        <code>{workspace.path}</code>
        <CopyButton text={workspace.path} label={overview.facts.copyPath} />
      </span>
      {/* Of a folder that is gone only that is known. */}
      {interpreter || workspace.available ? (
        <span title={interpreter?.path ?? workspace.interpreter_problem ?? ''}>
          {interpreter ? `Python ${interpreter.python_version ?? ''}${django}` : overview.facts.none}
        </span>
      ) : null}
    </div>
  );
}

function Board({ status, slug }: { status: Status; slug: string }) {
  const { scans, apps, insights } = status;
  const reading = isFirstReading(scans, 'schema', 'migrations');
  const failed = scans.find(({ kind }) => kind === 'schema')?.status === 'failed';
  return (
    <div className="stack">
      {/* Figures that are still to come for the first time are no change. */}
      {scanKinds.some((kind) => isFirstReading(scans, kind)) ? null : <Since slug={slug} insights={insights} />}
      {/* That of the logs comes before all others, and says little alone. */}
      {reading && insights.length < 2 ? <InsightSkeleton /> : <InsightCards slug={slug} insights={insights} />}
      <div className="board">
        <div className="stack">
          <AppsPanel slug={slug} apps={apps} reading={reading} failed={failed} />
          <LogPanel slug={slug} entries={status.log_excerpt} reading={isFirstReading(scans, 'logs')} />
        </div>
        <div className="stack">
          <RunsPanel slug={slug} tasks={status.tasks} />
          <ScansPanel slug={slug} scans={scans} />
          <DocsPanel links={status.doc_links} />
        </div>
      </div>
    </div>
  );
}

export function OverviewPage({ slug }: { slug: string }) {
  const status = useStatus(slug);
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const scan = useStartScan(slug);
  const openRun = useRunDrawer();
  const scanning = status.data?.scans.some((each) => isOpen(each.status)) ?? false;
  return (
    <>
      <PageHead title={workspace?.name ?? slug} detail={workspace ? <Facts workspace={workspace} /> : ' '}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} className={scanning ? 'spin' : ''} aria-hidden />}
          disabled={scanning || scan.isPending}
          onClick={() => scan.mutate(undefined)}
        >
          {scanning ? shell.rescanning : shell.rescan}
        </Button>
        <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => openRun()}>
          {shell.runCommand}
        </Button>
      </PageHead>
      {status.isPending ? (
        <InsightSkeleton />
      ) : (
        <Loaded query={status}>{(data) => <Board status={data} slug={slug} />}</Loaded>
      )}
    </>
  );
}
