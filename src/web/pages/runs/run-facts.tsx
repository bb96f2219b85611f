import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RunSummary, SandboxFacts, TaskRun } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Command } from '../../parts/marks/command.tsx';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { ExactMoment } from '../../parts/time/exact-moment.tsx';
import { durationText } from '../../parts/time/time-words.ts';
import { isFinal, keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { bytesText } from './bytes.ts';

const { facts } = texts.runs.page;
const { sandbox } = texts.runs;

/** One that waited no longer was queued when it started. */
const shortWaitMs = 1_000;

/** Fewer earlier runs than this say nothing about what is usual. */
const enoughRuns = 3;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function medianSeconds(runs: readonly RunSummary[]): number | null {
  const sorted = runs.map((run) => run.metadata.command.duration_seconds).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return null;
  return sorted.length % 2 === 0 && low !== undefined ? (low + high) / 2 : high;
}

/** How long it took beside what it usually takes: earlier successful runs of the same preset. */
function Duration({ run }: { run: TaskRun }) {
  const { workspace, command } = run.metadata;
  const filter = { workspace, preset: run.preset, status: 'succeeded', before: run.id };
  const earlier = useQuery({
    queryKey: [...keys.runs(workspace), 'earlier', filter],
    queryFn: ({ signal }) => api.listRuns(filter, signal),
  }).data;
  const usual = earlier ? medianSeconds(earlier) : null;
  const ratio =
    usual && earlier && earlier.length >= enoughRuns && isFinal(run.status) ? command.duration_seconds / usual : null;
  return (
    <>
      {durationText(command.duration_seconds)}
      {usual !== null && earlier ? (
        <div className="dim small">
          {ratio && (ratio > 1.5 || ratio < 0.67) ? `${facts.usual(`${ratio.toFixed(1)}×`)} · ` : ''}
          {facts.usualOf(durationText(usual), earlier.length)}
        </div>
      ) : null}
    </>
  );
}

/** How a run is held is known when it has started; without an end of its own it is not kept. */
function whyUntold({ status, metadata }: TaskRun): string {
  if (!isFinal(status)) return status === 'queued' ? sandbox.notStarted : sandbox.running;
  return metadata.started_at === null ? sandbox.neverStarted : sandbox.unknown;
}

function SandboxPanel({ run }: { run: TaskRun }) {
  const held: SandboxFacts | null = run.metadata.sandbox;
  if (!held) {
    return (
      <Panel title={sandbox.title}>
        <p className="dim small">{whyUntold(run)}</p>
      </Panel>
    );
  }
  const weak = held.profile === 'none' || held.profile === 'reduced';
  return (
    <Panel
      title={sandbox.title}
      aside={<Tag tone={weak ? 'warn' : 'ok'}>{sandbox.short[held.profile] ?? held.profile}</Tag>}
    >
      <p className="small run__profile">{sandbox.profile[held.profile]}</p>
      <dl className="fact-list">
        <Fact name={sandbox.network}>{held.network ? sandbox.on : sandbox.off}</Fact>
        <Fact name={sandbox.interpreter}>
          {held.interpreter ? <code>{held.interpreter}</code> : texts.overview.facts.none}
        </Fact>
        <Fact name={sandbox.written}>
          {isFinal(run.status)
            ? sandbox.discarded(held.profile, held.discarded.files, bytesText(held.discarded.bytes ?? 0))
            : sandbox.writtenLater}
        </Fact>
      </dl>
    </Panel>
  );
}

export function RunFacts({ run }: { run: TaskRun }) {
  const { command, output, user, note, queued_at, started_at, ended_at } = run.metadata;
  return (
    <aside className="stack" aria-label={facts.title}>
      <Panel title={facts.title}>
        <dl className="fact-list">
          {started_at ? (
            <Fact name={facts.duration}>
              <Duration run={run} />
            </Fact>
          ) : null}
          {command.exit_code === undefined ? null : (
            <Fact name={facts.exit}>
              {command.exit_code}
              {command.timed_out ? ` · ${facts.timedOut}` : ''}
            </Fact>
          )}
          {started_at ? <Fact name={facts.lines}>{command.output_lines.toLocaleString()}</Fact> : null}
          {isFinal(run.status) ? (
            <Fact name={facts.output}>
              {output.bytes === 0 && command.output_lines > 0 ? facts.notKept : bytesText(output.bytes)}
              {output.truncated ? ` · ${facts.truncated}` : ''}
            </Fact>
          ) : null}
          <Fact name={facts.by}>{user}</Fact>
          {note ? <Fact name={facts.note}>{note}</Fact> : null}
          {started_at && Date.parse(started_at) - Date.parse(queued_at) < shortWaitMs ? null : (
            <Fact name={facts.queued}>
              <ExactMoment at={queued_at} />
            </Fact>
          )}
          {started_at ? (
            <Fact name={facts.started}>
              <ExactMoment at={started_at} />
            </Fact>
          ) : null}
          {ended_at ? (
            <Fact name={facts.ended}>
              <ExactMoment at={ended_at} />
            </Fact>
          ) : null}
          <Fact name={facts.prefix}>
            <Command text={command.safe_prefix} />
          </Fact>
          <Fact name={facts.path}>
            <span className="row">
              <code className="grow">
                <Dotted name={command.workspace_path} />
              </code>
              <CopyButton text={command.workspace_path} />
            </span>
          </Fact>
        </dl>
      </Panel>
      <SandboxPanel run={run} />
    </aside>
  );
}
