/** Which errors an `except` takes. */
import { dottedName, type Expression } from '../../syntax.ts';
import type { Raised } from '../world.ts';

const parents: Record<string, readonly string[]> = {
  ModuleNotFoundError: ['ImportError'],
  KeyError: ['LookupError'],
  IndexError: ['LookupError'],
  JSONDecodeError: ['ValueError'],
  FileNotFoundError: ['OSError', 'IOError', 'EnvironmentError'],
};

/** `type` is null for one that takes all. */
export const catches = (type: Expression | null, raised: Raised): boolean => {
  if (type === null) return true;
  if (type.kind === 'tuple') return type.items.some((item) => catches(item, raised));
  const name = dottedName(type)?.split('.').at(-1) ?? '';
  return (
    name === raised.kind ||
    name === 'Exception' ||
    name === 'BaseException' ||
    (parents[raised.kind]?.includes(name) ?? false) ||
    (parents[name]?.includes(raised.kind) ?? false)
  );
};
