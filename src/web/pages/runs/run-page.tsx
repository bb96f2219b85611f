import './runs.css';
import { Button, Tabs } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import type { TaskRun } from '../../../contract/index.ts';
import { reasonBeside } from '../../../contract/words.ts';
import { IconArrowLeft } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { usePageTitle } from '../../parts/hooks/page-title.ts';
import { useQueryParams } from '../../parts/hooks/query-params.ts';
import { LogView } from '../../parts/log-view/index.tsx';
import { useRunLog } from '../../parts/log-view/use-run-log.ts';
import { Command } from '../../parts/marks/command.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { Progress, StatusMark } from '../../parts/status-mark.tsx';
import { isFinal, useRun } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { isMissing } from '../../wire/request.ts';
import { CompareView } from './compare.tsx';
import { ResultView } from './result.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { runNumber } from './run-number.ts';

const { page } = texts.runs;

const whereTheRestIs = ({ status, metadata }: TaskRun): string =>
  metadata.output.bytes > 0 ? page.cutDownload : isFinal(status) ? '' : page.cutLater;

/** Which of the views is open is in the address; a view that this run does not have is its log. */
function useView(offered: readonly string[]) {
  const [search, setSearch] = useQueryParams();
  const asked = search.get('view') ?? 'log';
  const open = (view: string | null) => setSearch(view === null || view === 'log' ? {} : { view }, { replace: true });
  return [offered.includes(asked) ? asked : 'log', open] as const;
}

function Views({ run, slug }: { run: TaskRun; slug: string }) {
  const log = useRunLog(run.id);
  const { result, output } = run.metadata;
  const [view, setView] = useView([...(result ? ['result'] : []), ...(isFinal(run.status) ? ['compare'] : [])]);
  return (
    <Tabs value={view} onChange={setView} keepMounted={false} className="panel run__views">
      <Tabs.List aria-label={page.view}>
        <Tabs.Tab value="log">{page.tabs.log}</Tabs.Tab>
        {result ? <Tabs.Tab value="result">{page.tabs.result}</Tabs.Tab> : null}
        {isFinal(run.status) ? <Tabs.Tab value="compare">{page.tabs.compare}</Tabs.Tab> : null}
      </Tabs.List>
      <Tabs.Panel value="log">
        {output.log_cut_lines > 0 ? (
          <p className="run__cut small">
            {page.cut(output.log_cut_lines)} {whereTheRestIs(run)}
          </p>
        ) : null}
        {run.status === 'queued' ? <p className="run__queued dim small">{page.queued}</p> : null}
        <LogView log={log} live={!isFinal(run.status)} />
      </Tabs.Panel>
      {result ? (
        <Tabs.Panel value="result">
          <ResultView slug={slug} result={result} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="compare">
        <CompareView run={run} />
      </Tabs.Panel>
    </Tabs>
  );
}

function RunDetail({ run, slug }: { run: TaskRun; slug: string }) {
  const { command } = run.metadata;
  const reason = reasonBeside(command.error);
  const live = !isFinal(run.status);
  return (
    <>
      <PageHead
        title={run.label}
        // Its state first: a tab in the background shows that much.
        name={page.name(texts.status[run.status], `${run.label} ${texts.runs.number(run.id)}`)}
        more={
          <>
            <span className="dim">{texts.runs.number(run.id)}</span>
            <span className="run__status" role="status">
              <StatusMark status={run.status} />
            </span>
          </>
        }
        detail={
          <span className="row">
            <Command text={command.raw} />
            <CopyButton text={command.raw} label={page.copyCommand} />
          </span>
        }
      >
        <RunActions run={run} slug={slug} />
      </PageHead>
      <div className="run__progress">{live ? <Progress value={run.progress} label={run.label} /> : null}</div>
      {reason === null ? null : (
        <p className={`run__error ${run.status === 'failed' ? 'run__error--bad' : ''}`}>
          {reason} {command.timed_out ? <Link href="/admin/service">{page.timeLimit}</Link> : null}
        </p>
      )}
      <div className="run">
        <Views run={run} slug={slug} />
        <RunFacts run={run} />
      </div>
    </>
  );
}

function NoRun({ slug, name }: { slug: string; name: string }) {
  usePageTitle(name);
  return (
    <EmptyState
      alone
      title={page.missing}
      action={
        <Button component={Link} href={`/w/${slug}/runs`} variant="default">
          {page.back}
        </Button>
      }
    >
      {page.missingHint}
    </EmptyState>
  );
}

function Numbered({ slug, id }: { slug: string; id: number }) {
  const run = useRun(id);
  usePageTitle(run.data ? null : texts.runs.number(id));
  if (isMissing(run.error)) return <NoRun slug={slug} name={texts.runs.number(id)} />;
  // The number alone names a run. Below the name of another workspace it would be taken for one of that.
  const own = run.data?.metadata.workspace ?? slug;
  if (own !== slug) {
    const { search, hash } = window.location;
    return <Redirect to={`/w/${own}/runs/${id}${search}${hash}`} replace />;
  }
  return (
    <>
      <Link href={`/w/${slug}/runs`} className="row small back no-print">
        <IconArrowLeft size={14} aria-hidden /> {page.back}
      </Link>
      <Loaded query={run}>{(data) => <RunDetail run={data} slug={slug} />}</Loaded>
    </>
  );
}

/** `number`: as the address has it. */
export function RunPage({ slug, number }: { slug: string; number: string }) {
  const id = runNumber(number);
  return id === null ? <NoRun slug={slug} name={texts.runs.title} /> : <Numbered slug={slug} id={id} />;
}
