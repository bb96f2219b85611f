/** Functions that remember what they gave: `@lru_cache`. */
import { entryOf, isKey, setEntry } from '../data/entries.ts';
import { keepContents } from '../data/kept.ts';
import { type CallValue, type DictValue, dictOf, type FunctionValue, isA, tupleOf } from '../values.ts';
import type { Engine } from '../world.ts';

export const remembering = (call: FunctionValue['call'], engine: Engine): FunctionValue['call'] => {
  const given = dictOf();
  /** Of methods: by the object. */
  const ofObjects = new WeakMap<CallValue, DictValue>();
  const givenOf = (object: CallValue): DictValue => {
    const known = ofObjects.get(object) ?? dictOf();
    ofObjects.set(object, known);
    return known;
  };
  return (args, keywords) => {
    const [first, ...rest] = args;
    const [known, parts] = isA(first, 'call') ? [givenOf(first), rest] : [given, args];
    const key = tupleOf([...parts, ...Array.from(keywords, (pair) => tupleOf([...pair]))]);
    // Python refuses to remember what is given to it then.
    if (!isKey(key)) return call(args, keywords);
    const before = entryOf(known, key);
    if (before !== undefined) return before;
    const value = call(args, keywords);
    keepContents(engine, known);
    setEntry(known, key, value);
    return value;
  };
};
