import './log-view.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LogLineNumbered } from '../../../contract/index.ts';
import { texts } from '../../texts.ts';
import { useKeptChoice } from '../hooks/kept-choice.ts';
import { keptPlace } from '../hooks/kept-place.ts';
import { useKeys } from '../hooks/keys.ts';
import { patternOf, placeAfter } from '../matching/marking.ts';
import { searchProblem, useMatches, type Wanted } from '../matching/use-matches.ts';
import { withoutTime } from './line-time.ts';
import { atEnd, keptAs, type Place, Rows, type RowsHandle } from './rows.tsx';
import { Toolbar } from './toolbar.tsx';
import type { RunLog } from './use-run-log.ts';

const lineOfHash = (): number | null => {
  const line = /^#L(\d+)$/.exec(window.location.hash)?.[1];
  return line ? Number(line) : null;
};

/** A line of a phone holds half a line of a log. */
const isNarrow = (): boolean => window.matchMedia('(max-width: 43.75em)').matches;

const textOf = (line: LogLineNumbered): string => withoutTime(line.text);

/** The address of a line, without a history entry for each one looked at. */
function rememberLine(line: number): void {
  const { pathname, search } = window.location;
  window.history.replaceState({ ...window.history.state, [keptAs]: null }, '', `${pathname}${search}#L${line}`);
}

/** What is searched for, where it was found, and at which of the places one is. */
function useSearch(log: RunLog) {
  const [text, setText] = useState('');
  const [regex, setRegex] = useState(false);
  const [at, setAt] = useState(0);
  const pattern = useMemo(() => patternOf(text, regex), [text, regex]);
  const wanted = useMemo<Wanted | null>(() => (pattern ? { pattern, regex } : null), [pattern, regex]);
  const { hits, slow, failed, done } = useMatches(log.lines, log.version, wanted, textOf);
  const problem = searchProblem({ broken: pattern === undefined, slow, failed });
  const change = (value: string) => {
    setText(value);
    setAt(-1);
  };
  const changeRegex = (on: boolean) => {
    setRegex(on);
    setAt(-1);
  };
  /** The index of the line that is `step` hits away. */
  const move = (step: 1 | -1): number | null => {
    if (hits.length === 0) return null;
    const next = placeAfter(at, step, hits.length);
    setAt(next);
    return hits[next] ?? 0;
  };
  const state = { text, regex, problem, at: Math.min(at + 1, hits.length), count: hits.length };
  return { pattern, hits, done, state, change, changeRegex, move };
}

/**
 * From hit to hit. Enter may be quicker than the search, or than the lines themselves: then the jump is made with the first hit, unless all
 * was searched in vain or something else is typed before. `whole`: the lines that are there already have all come.
 */
function useJump(search: ReturnType<typeof useSearch>, whole: boolean, go: (index: number) => void) {
  const [owed, setOwed] = useState<1 | -1 | 0>(0);
  const isAtEnd = search.done && whole;
  const jump = (step: 1 | -1) => {
    const index = search.move(step);
    setOwed(index === null && !isAtEnd ? step : 0);
    if (index !== null) go(index);
  };
  useEffect(() => {
    if (owed !== 0 && (isAtEnd || search.hits.length > 0)) jump(owed);
  });
  const change = (text: string) => {
    setOwed(0);
    search.change(text);
  };
  return { jump, change };
}

/** The log of a run: any length, searchable, followed while it grows. */
export function LogView({ log, live }: { log: RunLog; live: boolean }) {
  const [times, setTimes] = useKeptChoice('times', () => true);
  const [wrap, setWrap] = useKeptChoice('wrap', isNarrow);
  const [line, setLine] = useState(lineOfHash);
  const [kept] = useState(() => keptPlace(keptAs));
  // Who read its end while it grew does so again.
  const [follow, setFollow] = useState(kept === null ? line === null : kept === atEnd);
  const rows = useRef<RowsHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const search = useSearch(log);
  const choose = useCallback((chosen: number) => {
    setLine(chosen);
    rememberLine(chosen);
  }, []);
  const whole = live ? log.lines.length > 0 : log.done;
  const { jump, change } = useJump(search, whole, (index) => {
    setFollow(false);
    choose(log.lines[index]?.seq ?? index + 1);
    rows.current?.scrollTo(index);
  });
  useKeys({ f: () => setFollow((now) => !now) });
  // The last lines come after it is known that the run has ended, and who followed wants to see them, too.
  const [wasLive] = useState(live);
  const place: Place = {
    pattern: search.pattern,
    hits: search.hits,
    line,
    kept,
    times,
    wrap,
    follow: follow && wasLive,
  };
  return (
    <div className="log-view">
      <Toolbar
        log={log}
        live={live}
        field={searchField}
        search={{ ...search.state, isOver: search.done && whole }}
        onText={change}
        onRegex={search.changeRegex}
        onJump={jump}
        toggles={[
          ...(live ? [{ label: texts.logView.follow, on: follow, set: setFollow }] : []),
          { label: texts.logView.times, on: times, set: setTimes },
          { label: texts.logView.wrap, on: wrap, set: setWrap },
        ]}
      />
      <Rows handle={rows} log={log} place={place} live={live} onLine={choose} onFollow={setFollow} />
    </div>
  );
}
