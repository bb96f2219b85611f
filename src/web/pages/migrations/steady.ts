/** What was pressed stays under the pointer, though rows above it wrap where the panel takes room beside them. */
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Shows a migration, or none. `pressed`: the row that was, to be kept in its place. */
export type Choose = (id: string | null, pressed?: Element | null) => void;

type Pressed = { element: Element; top: number };

/** `shown`: what the panel shows. Gives what to call with the element, before that changes. */
export function useSteady(shown: string | null): (element: Element) => void {
  const pressed = useRef<Pressed | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel comes and goes with what it shows
  useLayoutEffect(() => {
    const held = pressed.current;
    pressed.current = null;
    if (held) window.scrollBy({ top: held.element.getBoundingClientRect().top - held.top, behavior: 'instant' });
  }, [shown]);
  return useCallback((element) => {
    pressed.current = { element, top: element.getBoundingClientRect().top };
  }, []);
}
