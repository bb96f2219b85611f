import { Mark } from './strip.tsx';
import type { Timeline } from './timeline.ts';

/** Lengths here are pixels of a text of the usual size; drawn, they grow with it. */
const usualText = 16;
export const asRem = (length: number): string => `${length / usualText}rem`;

/** Of a row beside the line. On a phone a long name takes three lines. */
export const rowHeights = { usual: 34, tall: 52 } as const;
const laneWidth = 16;

export const gutterWidth = (timeline: Timeline): number => timeline.lanes * laneWidth + 8;

const xOf = (lane: number): number => lane * laneWidth + 12;
const middleOf = (row: number, rowHeight: number): number => row * rowHeight + rowHeight / 2;

type GutterProps = { timeline: Timeline; unmade: boolean; rowHeight: number };

/** The line beside the list: it forks where migrations fork, and ends open where changes have no migration yet. */
export function Gutter({ timeline, unmade, rowHeight }: GutterProps) {
  const yOf = (row: number) => middleOf(row, rowHeight);
  const { rows } = timeline;
  const last = rows.at(-1);
  const [width, height] = [gutterWidth(timeline), (rows.length + (unmade ? 1 : 0)) * rowHeight];
  return (
    <svg
      className="gutter"
      style={{ width: asRem(width), height: asRem(height) }}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {rows.flatMap((row, index) =>
        row.parents.map((parent) => (
          <path
            key={`${parent.row}-${row.migration.name}`}
            className={row.migration.state === 'pending' ? 'gutter__line gutter__line--pending' : 'gutter__line'}
            d={linkPath(parent.lane, parent.row, row.lane, index, rowHeight)}
          />
        )),
      )}
      {unmade ? (
        <>
          {last === undefined ? null : (
            <path
              className="gutter__line gutter__line--unmade"
              d={linkPath(last.lane, rows.length - 1, 0, rows.length, rowHeight)}
            />
          )}
          <Mark state="unmade" x={xOf(0)} y={yOf(rows.length)} />
        </>
      ) : null}
      {rows.map((row, index) => (
        <Mark key={row.migration.name} state={row.migration.state} x={xOf(row.lane)} y={yOf(index)} />
      ))}
    </svg>
  );
}

const linkPath = (fromLane: number, fromRow: number, toLane: number, toRow: number, rowHeight: number): string => {
  const [x1, x2] = [xOf(fromLane), xOf(toLane)];
  const [y1, y2] = [middleOf(fromRow, rowHeight), middleOf(toRow, rowHeight)];
  if (x1 === x2) return `M${x1} ${y1}V${y2}`;
  const bend = Math.min(rowHeight, y2 - y1);
  return `M${x1} ${y1}C${x1} ${y1 + bend / 2} ${x2} ${y1 + bend / 2} ${x2} ${y1 + bend}V${y2}`;
};
