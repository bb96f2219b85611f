import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { LogLineNumbered } from '../../../contract/index.ts';
import { texts } from '../../texts.ts';
import { useCurrentWorkspace } from '../hooks/current-workspace.ts';
import { keepPlace } from '../hooks/kept-place.ts';
import { drawnRange, mostPrintedLines, usePrinting } from '../hooks/printing.ts';
import { MarkedText } from '../linked/marked-text.tsx';
import { appAbove } from '../linked/references.ts';
import { isHit } from '../matching/marking.ts';
import { inPixels } from '../rem.ts';
import { timeOf, withoutTime } from './line-time.ts';
import type { RunLog } from './use-run-log.ts';

export type Place = {
  pattern: RegExp | null | undefined;
  /** Only these lines are marked: what a search has not been through may hold up the page. */
  hits: readonly number[];
  line: number | null;
  /** The line that was the first in sight when one left, or `atEnd`. */
  kept: number | null;
  times: boolean;
  wrap: boolean;
  follow: boolean;
};
export const keptAs = 'log line';
export const atEnd = -1;

export type RowsHandle = { scrollTo: (index: number) => void };

/** As the styles have it: lines grow with the text of the reader. */
const rowHeight = (): number => inPixels(1.25);
/** Closer to the end than this counts as being at the end. */
const endSlack = 32;

type RowProps = {
  line: LogLineNumbered;
  pattern: Place['pattern'];
  current: boolean;
  times: boolean;
  /** Of the page; a line's is this and its number. */
  address: string;
  slug: string;
  root: string | undefined;
  app: string | undefined;
  onLine: (line: number) => void;
};

const Row = memo(function Row({ line, pattern, current, times, address, onLine, ...linked }: RowProps) {
  const text = withoutTime(line.text);
  return (
    <>
      <a
        className="log-view__number"
        href={`${address}#L${line.seq}`}
        tabIndex={-1}
        aria-label={texts.logView.lineLink(line.seq)}
        onClick={(event) => {
          event.preventDefault();
          onLine(line.seq);
        }}
      >
        {line.seq}
      </a>
      {times ? <span className="log-view__time">{timeOf(line.text)}</span> : null}
      <span className="log-view__text linked-text">
        <MarkedText {...linked} text={text} pattern={pattern} current={current} />
      </span>
    </>
  );
});

type RowsProps = {
  handle: RefObject<RowsHandle | null>;
  log: RunLog;
  place: Place;
  live: boolean;
  onLine: (line: number) => void;
  onFollow: (follow: boolean) => void;
};

type Lines = Virtualizer<HTMLDivElement, Element>;
type BlockProps = Pick<RowsProps, 'log' | 'place' | 'onLine'> & { rows: Lines };

/** Following stops when someone scrolls up to read, and starts again at the end. */
function useFollow(scroller: RefObject<HTMLDivElement | null>, { log, place, live, onFollow }: RowsProps, rows: Lines) {
  const toEnd = () => rows.scrollToIndex(log.lines.length - 1, { align: 'end' });
  const lastTop = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are what moves the end, and what the page shows of a run that has ended
  useEffect(() => {
    if (place.follow && log.lines.length > 0) toEnd();
  }, [log.version, place.follow, live]);
  return () => {
    const box = scroller.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (box.scrollTop < lastTop.current && fromEnd > endSlack) onFollow(false);
    else if (fromEnd <= endSlack) onFollow(true);
    lastTop.current = box.scrollTop;
    const seqAt = (top: number) => log.lines[rows.getVirtualItemForOffset(top)?.index ?? 0]?.seq ?? 0;
    const [first, last] = [seqAt(box.scrollTop), seqAt(box.scrollTop + box.clientHeight)];
    // The line of the address says where one is as long as it is in sight.
    const isNamed = place.line !== null && first <= place.line && place.line <= last;
    keepPlace(keptAs, isNamed ? null : fromEnd <= endSlack ? atEnd : first);
  };
}

/** Goes once to where one was, else to the line of the address, when that has come. */
function useArrivalLine({ log, place, live }: RowsProps, rows: Lines): void {
  const isThere = useRef(false);
  const to = (index: number, align: 'start' | 'center' | 'end') => {
    if (index < 0) return;
    isThere.current = true;
    rows.scrollToIndex(index, { align });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines may be it
  useEffect(() => {
    const { kept, line } = place;
    if (isThere.current) return;
    if (kept === atEnd) {
      // The end of a run that goes on is followed, or not any more.
      if (log.done && !live) to(log.lines.length - 1, 'end');
    } else if (kept !== null) to(indexOf(log, kept), 'start');
    else if (line !== null) to(indexOf(log, line), 'center');
  }, [log.version]);
}

const indexOf = (log: RunLog, seq: number): number => log.lines.findIndex((line) => line.seq === seq);

/** Where lines do not wrap, what one has jumped to may lie far to the right: it is brought into sight as soon as its line is drawn. */
function useMarkInSight(scroller: RefObject<HTMLDivElement | null>): () => void {
  const isOwed = useRef(false);
  const show = () => {
    const box = scroller.current;
    const mark = box?.querySelector('.mark--current');
    if (!isOwed.current || !box || !mark) return;
    isOwed.current = false;
    const [own, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
    if (own.left < around.left || own.right > around.right)
      box.scrollLeft += own.left - around.left - box.clientWidth / 2;
  };
  useEffect(show);
  return () => {
    isOwed.current = true;
    // The line may be drawn already, and nothing else be drawn for it.
    requestAnimationFrame(show);
  };
}

/** One moved block instead of a moved row each: a third of the layout work while scrolling. */
function Block({ rows, log, place, onLine }: BlockProps) {
  const items = rows.getVirtualItems();
  const address = window.location.pathname + window.location.search;
  const workspace = useCurrentWorkspace();
  const textAt = (index: number) => {
    const line = log.lines[index];
    return line && withoutTime(line.text);
  };
  return (
    <div className="log-view__block" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
      {items.map((item) => {
        const line = log.lines[item.index];
        if (!line) return null;
        const current = line.seq === place.line;
        return (
          <div
            key={item.key}
            data-index={item.index}
            ref={place.wrap ? rows.measureElement : null}
            className={current ? 'log-view__row log-view__row--current' : 'log-view__row'}
          >
            <Row
              line={line}
              pattern={isHit(place.hits, item.index) ? place.pattern : null}
              current={current}
              times={place.times}
              address={address}
              slug={workspace?.slug ?? ''}
              root={workspace?.path}
              app={appAbove(textAt, item.index)}
              onLine={onLine}
            />
          </div>
        );
      })}
    </div>
  );
}

export function Rows(props: RowsProps) {
  const { log, place, live } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const rows = useVirtualizer({
    count: log.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 6,
    rangeExtractor: drawnRange(printing),
    paddingStart: 6,
    paddingEnd: 6,
  });
  useLayoutEffect(() => {
    // What lines measured while they wrapped would leave room between them, and half of the log empty.
    if (!place.wrap) rows.measure();
  }, [place.wrap, rows]);
  const showMark = useMarkInSight(scroller);
  useImperativeHandle(props.handle, () => ({
    scrollTo: (index) => {
      rows.scrollToIndex(index, { align: 'center' });
      showMark();
    },
  }));
  const onScroll = useFollow(scroller, props, rows);
  useArrivalLine(props, rows);
  const empty =
    log.lines.length === 0
      ? log.done
        ? texts.logView.empty
        : live
          ? texts.logView.waiting
          : texts.shell.loading
      : null;
  return (
    <section
      className={`log-view__scroll${place.wrap ? ' log-view__scroll--wrap' : ''}`}
      ref={scroller}
      style={{ height: `clamp(240px, ${rows.getTotalSize() + 16}px, max(320px, calc(100dvh - 300px)))` }}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={texts.logView.label}
    >
      {empty ? <p className="log-view__empty dim">{empty}</p> : null}
      {log.lines.length > mostPrintedLines ? (
        <p className="print-only">{texts.logView.printed(mostPrintedLines, log.lines.length)}</p>
      ) : null}
      <div style={{ height: rows.getTotalSize() }} className="log-view__whole">
        <Block rows={rows} log={log} place={place} onLine={props.onLine} />
      </div>
    </section>
  );
}
