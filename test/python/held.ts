/** Programs held against Python: why Python does not run one, where the reading differs from it, and whether all of it is known. */
import { type Held, holdPrograms } from '../../bench/programs/hold.ts';
import { askPython } from '../warm-python.ts';

export const holdAll = (texts: readonly string[], asSettings = false): Held[] =>
  holdPrograms(askPython, texts, asSettings);

export const hold = (text: string): readonly unknown[] => {
  const [found] = holdAll([text]);
  return [found?.refusal, found?.difference, found?.isWhole];
};

/** Nothing of it is another than Python has it, and nothing is left open. */
export const KNOWN = [null, null, true];

/** The same of what is told, whatever is left open. */
export const holdTold = (text: string): readonly unknown[] => hold(text).slice(0, 2);

export const NOTHING_FALSE = [null, null];
