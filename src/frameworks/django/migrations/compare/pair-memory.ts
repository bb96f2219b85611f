/** What the comparison of a model gave, kept with the two states it rests on: of an unchanged model neither is made anew. */
import type { ModelState } from '../state.ts';
import type { Detection, DetectionInput, Pair } from './run.ts';

type Input = Pick<DetectionInput, 'version' | 'openKeys'>;
type Remembered = { before: ModelState; version: string; found: Detection };

const remembered = new WeakMap<ModelState, Remembered>();

const keyOf = ({ version, openKeys }: Input, { app }: ModelState): string =>
  `${version?.join('.') ?? ''}${openKeys.has(app) ? ' open' : ''}`;

export const recall = ({ before, after }: Pair, input: Input): Detection | undefined => {
  const found = remembered.get(after);
  return found?.before === before && found.version === keyOf(input, after) ? found.found : undefined;
};

export const remember = ({ before, after }: Pair, input: Input, found: Detection): void => {
  remembered.set(after, { before, version: keyOf(input, after), found });
};
