import { useMemo, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '../../icons.ts';
import { byName } from '../../order.ts';

type Sort<K extends string> = { key: K; down: boolean };

/** Rows in the order the reader asked for. Equal ones keep the order they came in. */
export function useSorted<T, K extends string>(
  rows: readonly T[],
  sortValue: (row: T, key: K) => string | number,
): { sorted: readonly T[]; sort: Sort<K> | null; toggle: (key: K) => void } {
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
  const toggle = (key: K) =>
    setSort((now) => (now?.key !== key ? { key, down: false } : now.down ? null : { key, down: true }));
  return { sorted, sort, toggle };
}

export function SortHead<K extends string>(props: {
  id: K;
  label: string;
  sort: Sort<K> | null;
  onSort: (key: K) => void;
  numeric?: boolean;
}) {
  const active = props.sort?.key === props.id ? props.sort : null;
  const Arrow = active?.down ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={props.numeric ? 'num' : ''}
      aria-sort={active ? (active.down ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => props.onSort(props.id)}>
        {props.label}
        {active ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </th>
  );
}
