import { Button } from '@mantine/core';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { LogLine } from '../../../contract/index.ts';
import { ownSource } from '../../../contract/words.ts';
import { IconChevronDown, IconChevronRight } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useCurrentWorkspace } from '../../parts/hooks/current-workspace.ts';
import { keepPlace, keptPlace } from '../../parts/hooks/kept-place.ts';
import { drawnRange, mostPrintedLines, usePrinting } from '../../parts/hooks/printing.ts';
import { MarkedText } from '../../parts/linked/marked-text.tsx';
import { CutPath } from '../../parts/marks/cut-path.tsx';
import { pieces } from '../../parts/matching/marking.ts';
import { LevelMark } from '../../parts/status-mark.tsx';
import { dayName, exactTime, secondTime } from '../../parts/time/moment.tsx';
import { texts } from '../../texts.ts';
import { serviceNow } from '../../wire/clock.ts';
import { asText, cutMessage, type Group } from './fold.ts';
import { Traceback } from './traceback.tsx';

const words = texts.logs;
const rowHeight = 24;
const endSlack = 32;
const keptAs = 'stream entry';

const dayOf = (at: string | number): string => new Date(at).toDateString();

/** Times of day say little when the lines are of two days; those of today need no word. */
const beginsDay = (group: Group, before: Group | undefined): boolean =>
  dayOf(group.last.at) !== dayOf(before ? before.last.at : serviceNow());

/** What the service itself notes of a run leads to it. */
const runNote = /^Run (\d+)/;

type MessageProps = {
  /** Of the line's message, what is shown of it. */
  text: string;
  source: string;
  slug: string;
  root: string | undefined;
  marks: RegExp | null;
};

function Message({ text, source, slug, root, marks }: MessageProps) {
  const [run = '', id] = source === ownSource ? (runNote.exec(text) ?? []) : [];
  return (
    <>
      {run ? (
        <Link href={`/w/${slug}/runs/${id}`}>
          {pieces(run, marks).map(({ at, text: part, match }) =>
            match ? (
              <mark key={at} className="mark">
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </Link>
      ) : null}
      <MarkedText slug={slug} root={root} text={text.slice(run.length)} pattern={marks} />
    </>
  );
}

type MoreProps = { line: LogLine; rest: string; open: boolean; onToggle: () => void; marks: RegExp | null };

/** Shows and hides what an entry keeps back: the rest of a long message, its further lines, or both. */
function More({ line: { detail }, rest, open, onToggle, marks }: MoreProps) {
  if (!detail && !rest) return null;
  const Arrow = open ? IconChevronDown : IconChevronRight;
  const amount = detail ? words.showDetail(detail.split('\n').length) : words.showRest(rest.length);
  const hasMatch = !open && marks !== null && `${rest}\n${detail ?? ''}`.search(marks) >= 0;
  return (
    <button type="button" className="stream__more" aria-expanded={open} onClick={onToggle}>
      <Arrow size={12} aria-hidden />
      {open ? words.hideDetail : amount}
      {hasMatch ? <mark className="mark">{words.matchInside}</mark> : null}
    </button>
  );
}

type EntryProps = { group: Group; open: boolean; onToggle: () => void } & Pick<MessageProps, 'slug' | 'root' | 'marks'>;

function Entry({ group, open, onToggle, slug, root, marks }: EntryProps) {
  const { last, count } = group;
  const { shown, rest } = cutMessage(last.message);
  const text = open || rest === '' ? last.message : `${shown}…`;
  return (
    <>
      <div className={`stream__line stream__line--${last.level}`}>
        <time className="dim" dateTime={last.at} title={exactTime(last.at)}>
          {secondTime(last.at)}
        </time>
        <LevelMark level={last.level} />
        <span className="stream__source dim">
          <CutPath text={last.source} title={last.logger ? `${last.source} · ${last.logger}` : last.source} />
        </span>
        <span className="stream__message linked-text">
          <Message text={text} source={last.source} slug={slug} root={root} marks={marks} />
          {count > 1 ? (
            <span className="stream__count" title={words.repeated(count)}>
              {words.times(count)}
            </span>
          ) : null}
          <More line={last} rest={rest} open={open} onToggle={onToggle} marks={marks} />
          {open ? <CopyButton text={() => asText([last])} label={words.copyEntry} /> : null}
        </span>
      </div>
      {open && last.detail ? <Traceback text={last.detail} marks={marks} /> : null}
    </>
  );
}

/**
 * Stays at the newest line unless one reads further up; older lines that come in above do not move what is read. `stay`: what
 * grows now is what someone has opened to read, and not moved away from under the pointer. Who comes back is at the entry they read.
 */
function useKeepPlace(
  scroller: RefObject<HTMLElement | null>,
  groups: readonly Group[],
  rows: Virtualizer<HTMLElement, Element>,
) {
  const height = rows.getTotalSize();
  const [kept] = useState(() => groups.findIndex(({ first }) => first.id === keptPlace(keptAs)));
  const atEnd = useRef(kept < 0);
  const firstId = useRef<number | undefined>(undefined);
  const heightBefore = useRef(0);
  useLayoutEffect(() => {
    const box = scroller.current;
    const first = groups[0]?.first.id;
    if (box && firstId.current !== undefined && first !== firstId.current && !atEnd.current) {
      box.scrollTop += height - heightBefore.current;
    }
    firstId.current = first;
    heightBefore.current = height;
  }, [groups, height, scroller]);
  useEffect(() => {
    if (kept >= 0) rows.scrollToIndex(kept, { align: 'start' });
  }, [kept, rows]);
  useEffect(() => {
    const box = scroller.current;
    if (box && height > 0 && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [height, scroller]);
  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < endSlack;
    const top = groups[rows.getVirtualItemForOffset(box.scrollTop)?.index ?? 0];
    keepPlace(keptAs, atEnd.current || !top ? null : top.first.id);
  };
  const stay = () => {
    atEnd.current = false;
  };
  return { onScroll, stay };
}

/** Entries whose further lines are shown. */
function useOpened() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [open, toggle] as const;
}

type StreamProps = {
  groups: readonly Group[];
  marks: RegExp | null;
  older: (() => void) | null;
  loading: boolean;
};

export function Stream({ groups, marks, older, loading }: StreamProps) {
  const scroller = useRef<HTMLElement>(null);
  const [open, toggle] = useOpened();
  const printing = usePrinting();
  const workspace = useCurrentWorkspace();
  const rows = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => groups[index]?.first.id ?? index,
    overscan: 12,
    rangeExtractor: drawnRange(printing),
  });
  const { onScroll, stay } = useKeepPlace(scroller, groups, rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="stream panel" ref={scroller} onScroll={onScroll} tabIndex={0} aria-label={words.label}>
      {older ? (
        <div className="stream__older">
          <Button variant="subtle" onClick={older} loading={loading}>
            {words.older}
          </Button>
        </div>
      ) : null}
      {older || groups.length > mostPrintedLines ? <p className="print-only">{words.printed}</p> : null}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((item) => {
          const group = groups[item.index];
          if (!group) return null;
          return (
            <div
              key={item.key}
              data-index={item.index}
              ref={rows.measureElement}
              className="stream__row"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {beginsDay(group, groups[item.index - 1]) ? (
                <h2 className="stream__day">{dayName(group.last.at)}</h2>
              ) : null}
              <Entry
                slug={workspace?.slug ?? ''}
                root={workspace?.path}
                group={group}
                marks={marks}
                open={printing || open.has(group.first.id)}
                onToggle={() => {
                  stay();
                  toggle(group.first.id);
                }}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}
