/**
 * Where one is on a page, or in what scrolls within itself on it: pixels from its top, or the number of a row. It is kept with the entry of
 * the history, past the router, so that nothing has to be drawn again for it; the way back and a reload find it there.
 */
import { writeLater } from './late-address.ts';

const restMs = 250;

export const keepPlace = (name: string, place: number | null): void =>
  writeLater(`place ${name}`, restMs, () => {
    const state = { ...window.history.state, [name]: place };
    History.prototype.replaceState.call(window.history, state, '');
  });

/** Null where one has not been before, or has not moved. */
export const keptPlace = (name: string): number | null => {
  const place: unknown = window.history.state?.[name];
  return typeof place === 'number' ? place : null;
};
