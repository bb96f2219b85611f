/** Which lines are asked for, kept in the address. */
import { useState } from 'react';
import { useQueryParams } from '../../parts/hooks/query-params.ts';

/** Empty: no matter which. */
export type Filter = { level: string; source: string; since: string; q: string };

const names = ['level', 'source', 'since', 'q'] as const satisfies (keyof Filter)[];

export function useFilter() {
  const [search, setSearch] = useQueryParams();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Filter;
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
  return { filter, isSet: names.some((name) => filter[name] !== ''), set, clear, cleared };
}
