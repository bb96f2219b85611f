import './logs.css';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconFileText, IconPlayerPause, IconPlayerPlay } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { searchProblem } from '../../parts/matching/use-matches.ts';
import { PageHead } from '../../parts/panel.tsx';
import { Problems } from '../../parts/problems.tsx';
import { EmptyState, ErrorState, fieldErrors, Lines, NoMatch } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';
import { ApiError } from '../../wire/request.ts';
import { FilterBar } from './filter-bar.tsx';
import { asText, fold, questionOf } from './fold.ts';
import { WhyNone, whyNone } from './no-log-file.tsx';
import { Stream } from './stream.tsx';
import { useFilter } from './use-filter.ts';
import { type Reach, useSearch } from './use-search.ts';
import { useStream } from './use-stream.ts';
import { useWithin } from './use-within.ts';

const words = texts.logs;

/** How far a regular expression was tried, and the offer to go on. */
function ReachLine({ reach, found, onMore }: { reach: Reach; found: number; onMore: () => void }) {
  const { lines, searching, more } = reach;
  const count = texts.plural(lines, 'line');
  return (
    <div className="row row--wrap logs__reach">
      <span className="dim small" role="status">
        {found > 0 ? `${words.found(found)} ` : ''}
        {(searching ? words.searching : more ? words.searched : words.searchedAll)(count)}
      </span>
      {more && !searching ? (
        <Button variant="default" onClick={onMore}>
          {words.searchOlder}
        </Button>
      ) : null}
    </div>
  );
}

function Nothing({ filtered, soFar, onClear }: { filtered: boolean; soFar: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState icon={<IconFileText size={28} aria-hidden />} title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <NoMatch title={soFar ? words.noneSoFar : words.noneFiltered} clear={words.clear} onClear={onClear}>
      {words.noneFilteredHint}
    </NoMatch>
  );
}

export function LogsPage({ slug }: { slug: string }) {
  const { filter, isSet, set, clear, cleared } = useFilter();
  const [paused, setPaused] = useState(false);
  const question = useMemo(() => questionOf(filter.q), [filter.q]);
  const stream = useStream(slug, { ...filter, q: question.text }, paused);
  const { pages, lines: found, slow, failed, reach, goOn } = useSearch(stream, question.regex);
  const lines = useWithin(found, filter.since);
  const groups = useMemo(() => fold(lines), [lines]);
  const invalid = stream.error instanceof ApiError && stream.error.code === 'invalid' ? stream.error : null;
  const said = fieldErrors(invalid, ['q']);
  const wrongText = searchProblem({ broken: question.broken, slow, failed }) ?? said.of('q');
  const refused = wrongText ?? said.rest;
  const [newest] = pages;
  const why = newest ? whyNone(newest) : [];
  return (
    <>
      <PageHead title={words.title} detail={paused ? words.paused : null}>
        <CopyButton text={() => asText(lines)} label={words.copyAll} />
        <Button
          variant="default"
          leftSection={paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          onClick={() => setPaused(!paused)}
        >
          {paused ? words.resume : words.pause}
        </Button>
      </PageHead>
      <FilterBar
        key={cleared}
        filter={filter}
        sources={newest?.sources ?? []}
        error={wrongText}
        wrong={Object.keys(invalid?.fields ?? {})}
        onChange={set}
        onClear={isSet ? clear : null}
        count={isSet && !reach && lines.length > 0 ? words.count(lines.length, stream.hasNextPage) : null}
      />
      {why.length > 0 ? <WhyNone notes={why} /> : null}
      {said.rest ? (
        <NoMatch title={words.refused} clear={words.clear} onClear={clear}>
          {said.rest}
        </NoMatch>
      ) : null}
      {reach && stream.data && !refused ? <ReachLine reach={reach} found={lines.length} onMore={goOn} /> : null}
      {stream.error && !refused && !stream.data ? (
        <ErrorState error={stream.error} onRetry={() => stream.refetch()} />
      ) : null}
      {stream.isPending ? <Lines count={12} /> : null}
      {stream.data && !reach?.searching && lines.length === 0 && !refused ? (
        <Nothing filtered={isSet} soFar={reach?.more ?? false} onClear={clear} />
      ) : null}
      {lines.length > 0 ? (
        <Stream
          groups={groups}
          marks={question.marks}
          older={stream.hasNextPage && !reach ? () => void stream.fetchNextPage() : null}
          loading={stream.isFetchingNextPage}
        />
      ) : null}
      <div className="logs__problems">
        <Problems problems={newest?.problems.filter((problem) => !why.includes(problem)) ?? []} />
      </div>
    </>
  );
}
