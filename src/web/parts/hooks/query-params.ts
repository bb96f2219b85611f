/**
 * The query of the address, and the way to change it. Not the router's own: that one is decoded before it is taken apart, so that `%20` was
 * read where `%2520` stands, and an address within the address lost what it had encoded itself.
 */
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { writeWaiting } from './late-address.ts';

/** Of the address as it is now, or with nothing of it. */
type Change = Readonly<Record<string, string>> | ((now: URLSearchParams) => URLSearchParams);

export function useQueryParams() {
  const query = useSearch();
  const [path, go] = useLocation();
  const params = useMemo(() => new URLSearchParams(query), [query]);
  const change = (to: Change, options?: { replace: boolean }) => {
    writeWaiting();
    const next = typeof to === 'function' ? to(new URLSearchParams(window.location.search)) : new URLSearchParams(to);
    go(next.size === 0 ? path : `${path}?${next}`, options);
  };
  return [params, change] as const;
}
