import './logs.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LogLine } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { IconFileText, IconPlayerPause, IconPlayerPlay, IconSearch } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useMatches, type Wanted } from '../../parts/matching/use-matches.ts';
import { PageHead } from '../../parts/panel.tsx';
import { Problems } from '../../parts/problems.tsx';
import { EmptyState, ErrorState, explain, Lines } from '../../parts/states.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { ApiError } from '../../wire/request.ts';
import { asText, fold, questionOf, wholeText } from './fold.ts';
import { Stream } from './stream.tsx';

const words = texts.logs;
const levels = ['debug', 'info', 'warning', 'error', 'critical'] as const;
const typingMs = 250;
const enoughHits = 100;
const mostPages = 20;
type Filter = { level: string; source: string; q: string };

const useStream = (slug: string, filter: Filter, paused: boolean) =>
  useInfiniteQuery({
    queryKey: [...keys.logs(slug), filter],
    queryFn: ({ signal, pageParam }) =>
      api.listLogs(slug, { ...filter, ...(pageParam ? { before: pageParam } : {}) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
    placeholderData: (previous) => previous,
    enabled: !paused,
  });

/** A regular expression is tried on what was read; when little was found, older lines are read by themselves, up to a bound. */
function useReadFurther(wanted: boolean, stream: ReturnType<typeof useStream>): void {
  const { hasNextPage, isFetching, fetchNextPage, data } = stream;
  const read = data?.pages.length ?? 0;
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && read < mostPages) void fetchNextPage();
  }, [wanted, hasNextPage, isFetching, fetchNextPage, read]);
}

/** The lines that a regular expression matches; all of them without one. What was found stays until more is known. */
function useFiltered(all: readonly LogLine[], regex: RegExp | null) {
  const wanted = useMemo<Wanted | null>(() => regex && { pattern: regex, regex: true }, [regex]);
  const { of, hits, slow, done } = useMatches(all, all, wanted, wholeText);
  const found = useMemo(() => hits.flatMap((index) => of[index] ?? []), [of, hits]);
  return { lines: wanted ? found : all, slow, done };
}

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
        data={[{ value: '', label: words.anyLevel }, ...levels.map((value) => ({ value, label: texts.level[value] }))]}
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

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
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
  return <EmptyState title={words.noneFiltered} action={clear} />;
}

function useFilter(): { filter: Filter; set: (name: keyof Filter, value: string) => void; clear: () => void } {
  const [search, setSearch] = useSearchParams();
  const filter = { level: search.get('level') ?? '', source: search.get('source') ?? '', q: search.get('q') ?? '' };
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
  return { filter, set, clear: () => setSearch({}, { replace: true }) };
}

export function LogsPage({ slug }: { slug: string }) {
  const { filter, set, clear } = useFilter();
  const [paused, setPaused] = useState(false);
  const question = useMemo(() => questionOf(filter.q), [filter.q]);
  const stream = useStream(slug, { ...filter, q: question.text }, paused);
  const pages = stream.data?.pages;
  const all = useMemo(() => (pages ?? []).flatMap((page) => page.lines).sort((a, b) => a.id - b.id), [pages]);
  const { lines, slow, done } = useFiltered(all, question.regex);
  useReadFurther(question.regex !== null && done && !slow && lines.length < enoughHits, stream);
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
      <FilterBar filter={filter} sources={pages?.[0]?.sources ?? []} error={refused} onChange={set} />
      {stream.error && !refused && !pages ? <ErrorState error={stream.error} onRetry={() => stream.refetch()} /> : null}
      {stream.isPending ? <Lines count={12} /> : null}
      {pages && done && lines.length === 0 && !refused ? <Nothing filtered={filtered} onClear={clear} /> : null}
      {lines.length > 0 ? (
        <Stream
          groups={groups}
          older={stream.hasNextPage ? () => void stream.fetchNextPage() : null}
          loading={stream.isFetchingNextPage}
        />
      ) : null}
      <div className="logs__problems">
        <Problems problems={pages?.[0]?.problems ?? []} />
      </div>
    </>
  );
}
