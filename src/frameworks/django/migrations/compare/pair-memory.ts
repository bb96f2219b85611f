/** What the comparison of a model gave, kept with the two states it rests on: of an unchanged model neither is made anew. */
import type { ModelState } from '../state.ts';
import type { Detection, DetectionInput, Pair } from './run.ts';

type Input = Pick<DetectionInput, 'version' | 'openKeys' | 'keptOut'>;
type Remembered = { before: ModelState; version: string; found: Detection };

const remembered = new WeakMap<ModelState, Remembered>();

const keyOf = ({ version, openKeys, keptOut: { fields, options } }: Input, { app }: ModelState): string => {
  const key = `${version?.join('.') ?? ''}${openKeys.has(app) ? ' open' : ''}`;
  return fields === null && options.size === 0 ? key : [key, fields?.version, ...options].join(' ');
};

export const recall = ({ before, after }: Pair, input: Input): Detection | undefined => {
  const found = remembered.get(after);
  return found?.before === before && found.version === keyOf(input, after) ? found.found : undefined;
};

export const remember = ({ before, after }: Pair, input: Input, found: Detection): void => {
  remembered.set(after, { before, version: keyOf(input, after), found });
};
