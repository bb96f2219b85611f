import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { RunSummary, TaskRun } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { withoutTime } from '../../parts/log-view/line-time.ts';
import { Loaded } from '../../parts/states.tsx';
import { isFinal, keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { type DiffLine, diffLines, hunks, samenessOf } from './diff.ts';

const words = texts.runs.compare;
const signs: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '-' };
const linesOf = (log: string): string[] => (log === '' ? [] : log.split('\n').map(withoutTime));

const usePrevious = (run: TaskRun) => {
  const filter = { workspace: run.metadata.workspace, preset: run.preset, before: run.id };
  return useQuery({
    queryKey: [...keys.runs(filter.workspace), 'before', filter],
    queryFn: async ({ signal }) => {
      const earlier = await api.listRuns(filter, signal);
      const last: RunSummary | undefined = earlier.find((each) => isFinal(each.status));
      return last ? api.readRun(last.id, signal) : null;
    },
  });
};

function Changes({ before, now }: { before: TaskRun; now: TaskRun }) {
  const lines = useMemo(() => diffLines(linesOf(before.log), linesOf(now.log)), [before.log, now.log]);
  const cutLines = before.metadata.output.log_cut_lines + now.metadata.output.log_cut_lines;
  const between = (
    <Link href={`/w/${now.metadata.workspace}/runs/${before.id}`}>{words.between(before.id, now.id)}</Link>
  );
  if (!lines)
    return (
      <p className="diff__note row row--wrap">
        {between} {words.large}
      </p>
    );
  const added = lines.filter((line) => line.kind === 'added').length;
  const removed = lines.filter((line) => line.kind === 'removed').length;
  const sameness = samenessOf(lines, cutLines);
  return (
    <>
      <p className="diff__note row row--wrap">
        {between}
        {sameness && words[sameness]}
        {added > 0 ? <span className="tone-ok">{words.added(added)}</span> : null}
        {removed > 0 ? <span className="tone-bad">{words.removed(removed)}</span> : null}
        {cutLines > 0 ? <span className="dim">{words.cut}</span> : null}
      </p>
      {sameness ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="diff" tabIndex={0} aria-label={words.between(before.id, now.id)}>
          {hunks(lines).map((hunk) => (
            <div key={hunk.key}>
              {hunk.skipped > 0 ? <div className="diff__skip dim">{words.unchanged(hunk.skipped)}</div> : null}
              {hunk.lines.map((line) => (
                <div key={`${line.kind} ${line.before} ${line.now}`} className={`diff__line diff__line--${line.kind}`}>
                  <span className="diff__number">{line.before ?? ''}</span>
                  <span className="diff__number">{line.now ?? ''}</span>
                  <span>
                    {signs[line.kind]} {line.text}
                  </span>
                </div>
              ))}
            </div>
          ))}
        </section>
      )}
    </>
  );
}

export function CompareView({ run }: { run: TaskRun }) {
  const previous = usePrevious(run);
  return (
    <Loaded query={previous}>
      {(before) => (before ? <Changes before={before} now={run} /> : <p className="diff__note dim">{words.none}</p>)}
    </Loaded>
  );
}
