import './logs.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { errorLevels, logLevels } from '../../../contract/words.ts';
import { IconFileText, IconPlayerPause, IconPlayerPlay, IconSearch } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Problems } from '../../parts/problems.tsx';
import { EmptyState, ErrorState, explain, Lines } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';
import { ApiError } from '../../wire/request.ts';
import { asText, fold, questionOf } from './fold.ts';
import { Stream } from './stream.tsx';
import { type Reach, useSearch } from './use-search.ts';
import { type Filter, useStream } from './use-stream.ts';

const words = texts.logs;

/** What can be asked for: each level, and errors with what is worse. One that only an address names is offered there, too. */
const levelChoices = (asked: string) => {
  const errors = errorLevels.join();
  const known = [
    { value: '', label: words.anyLevel },
    { value: errors, label: words.errorsAndWorse },
    ...logLevels.map((value) => ({ value, label: texts.level[value] })),
  ];
  return known.some(({ value }) => value === asked) ? known : [...known, { value: asked, label: asked }];
};

const typingMs = 250;

type FilterBarProps = {
  filter: Filter;
  sources: readonly string[];
  error: string | null;
  onChange: (name: keyof Filter, value: string) => void;
};

function FilterBar({ filter, sources, error, onChange }: FilterBarProps) {
  const [text, setText] = useState(filter.q);
  const later = useDebouncedCallback((value: string) => onChange('q', value), typingMs);
  return (
    <div className="row row--wrap filters">
      <TextInput
        className="filters__text"
        size="xs"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          later(event.currentTarget.value);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={words.level}
        value={filter.level}
        onChange={(event) => onChange('level', event.currentTarget.value)}
        data={levelChoices(filter.level)}
      />
      <NativeSelect
        size="xs"
        aria-label={words.source}
        value={filter.source}
        onChange={(event) => onChange('source', event.currentTarget.value)}
        data={[{ value: '', label: words.anySource }, ...sources.map((value) => ({ value, label: value }))]}
      />
    </div>
  );
}

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
  const clear = (
    <Button variant="default" onClick={onClear}>
      {words.clear}
    </Button>
  );
  return <EmptyState title={soFar ? words.noneSoFar : words.noneFiltered} action={clear} />;
}

function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {
    level: search.get('level') ?? '',
    source: search.get('source') ?? '',
    q: search.get('q') ?? '',
  };
  const set = (name: keyof Filter, value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  // Counts, so that the field is begun anew: it holds what is typed before it is asked for.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setSearch({}, { replace: true });
    setCleared(cleared + 1);
  };
  return { filter, set, clear, cleared };
}

export function LogsPage({ slug }: { slug: string }) {
  const { filter, set, clear, cleared } = useFilter();
  const [paused, setPaused] = useState(false);
  const question = useMemo(() => questionOf(filter.q), [filter.q]);
  const stream = useStream(slug, { ...filter, q: question.text }, paused);
  const { pages, lines, slow, reach, goOn } = useSearch(stream, question.regex);
  const groups = useMemo(() => fold(lines), [lines]);
  const filtered = Boolean(filter.level || filter.source || filter.q);
  const said = stream.error instanceof ApiError && stream.error.code === 'invalid' ? explain(stream.error) : null;
  const refused = question.broken ? texts.logView.badRegex : slow ? texts.logView.slowRegex : said;
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
      <FilterBar key={cleared} filter={filter} sources={pages[0]?.sources ?? []} error={refused} onChange={set} />
      {reach && stream.data && !refused ? <ReachLine reach={reach} found={lines.length} onMore={goOn} /> : null}
      {stream.error && !refused && !stream.data ? (
        <ErrorState error={stream.error} onRetry={() => stream.refetch()} />
      ) : null}
      {stream.isPending ? <Lines count={12} /> : null}
      {stream.data && !reach?.searching && lines.length === 0 && !refused ? (
        <Nothing filtered={filtered} soFar={reach?.more ?? false} onClear={clear} />
      ) : null}
      {lines.length > 0 ? (
        <Stream
          groups={groups}
          older={stream.hasNextPage && !reach ? () => void stream.fetchNextPage() : null}
          loading={stream.isFetchingNextPage}
        />
      ) : null}
      <div className="logs__problems">
        <Problems problems={pages[0]?.problems ?? []} />
      </div>
    </>
  );
}
