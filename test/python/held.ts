/** A program held against Python: why Python does not run it, where the reading differs from it, and whether all of it is known. */
import { holdPrograms } from '../../bench/programs/hold.ts';
import { djangoPython } from '../django-python.ts';

export const hold = (text: string): readonly unknown[] => {
  const [found] = holdPrograms(djangoPython, [text], false);
  return [found?.refusal, found?.difference, found?.isWhole];
};

/** Nothing of it is another than Python has it, and nothing is left open. */
export const KNOWN = [null, null, true];
