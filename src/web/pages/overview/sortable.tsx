import { useMemo, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconSelector } from '../../icons.ts';
import { byName } from '../../order.ts';

type Sort<K extends string> = { key: K; down: boolean };

/** Rows in the order the reader asked for. Equal ones keep the order they came in. */
export function useSorted<T, K extends string>(
  rows: readonly T[],
  sortValue: (row: T, key: K) => string | number,
): { sorted: readonly T[]; sort: Sort<K> | null; toggle: (key: K, downFirst: boolean) => void } {
  const [sort, setSort] = useState<Sort<K> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a value is read does not change between renders
  const sorted = useMemo(() => {
    if (!sort) return rows;
    const way = sort.down ? -1 : 1;
    return rows.toSorted((a, b) => {
      const left = sortValue(a, sort.key);
      const right = sortValue(b, sort.key);
      return (
        way *
        (typeof left === 'number' && typeof right === 'number' ? left - right : byName(String(left), String(right)))
      );
    });
  }, [rows, sort]);
  // One way, the other way, and as they came.
  const toggle = (key: K, downFirst: boolean) =>
    setSort((now) => {
      if (now?.key !== key) return { key, down: downFirst };
      return now.down === downFirst ? { key, down: !downFirst } : null;
    });
  return { sorted, sort, toggle };
}

export function SortHead<K extends string>(props: {
  id: K;
  label: string;
  sort: Sort<K> | null;
  onSort: (key: K, downFirst: boolean) => void;
  /** Whoever sorts numbers looks for the largest. */
  numeric?: boolean;
}) {
  const { numeric = false } = props;
  const active = props.sort?.key === props.id ? props.sort : null;
  const Arrow = !active ? IconSelector : active.down ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={numeric ? 'num' : ''}
      aria-sort={active ? (active.down ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => props.onSort(props.id, numeric)}>
        {props.label}
        <Arrow size={12} aria-hidden />
      </button>
    </th>
  );
}
