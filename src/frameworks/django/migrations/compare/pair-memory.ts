/** What the comparison of a model gave, kept with the two states it rests on: of an unchanged model neither is made anew. */
import type { ModelState } from '../state.ts';
import type { Detection, DetectionInput, Pair } from './run.ts';

type Version = DetectionInput['version'];
type Remembered = { before: ModelState; version: string; found: Detection };

const remembered = new WeakMap<ModelState, Remembered>();

const keyOf = (version: Version): string => version?.join('.') ?? '';

export const recall = ({ before, after }: Pair, version: Version): Detection | undefined => {
  const found = remembered.get(after);
  return found?.before === before && found.version === keyOf(version) ? found.found : undefined;
};

export const remember = ({ before, after }: Pair, version: Version, found: Detection): void => {
  remembered.set(after, { before, version: keyOf(version), found });
};
