/**
 * A part of the window whose code comes later. Once it has come, it is shown in the same moment: `lazy` of React holds back for 300 ms what was
 * waited for, also when it was there already, and letters typed right after Ctrl-K were lost.
 */
import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  let come: ComponentType<P> | undefined;
  const fetch = async () => {
    come ??= await load();
    return { default: come };
  };
  const Waiting = lazy(fetch);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when its module is read
  const Late = (props: P) => {
    // The one it began with: another in its place would begin anew, with empty fields.
    const [Part] = useState<ComponentType<P>>(() => come ?? (Waiting as ComponentType<P>));
    return createElement(Part, props);
  };
  return Object.assign(Late, { fetch });
}

type Fetched = { fetch: () => Promise<unknown> };

/** Fetched one after the other while nobody waits. */
export function useFetched(parts: readonly Fetched[]): void {
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((task: () => void) => window.setTimeout(task, 300));
    const next = (index: number): void => {
      const part = parts[index];
      if (part)
        idle(() => {
          void part
            .fetch()
            .catch(() => undefined)
            .then(() => next(index + 1));
        });
    };
    next(0);
  }, [parts]);
}
