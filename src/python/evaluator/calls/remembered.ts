/** Functions that remember what they gave: `@lru_cache`. */
import { entryOf, isKey, setEntry } from '../data/entries.ts';
import { doneEither, keepContents } from '../data/kept.ts';
import { type CallValue, type DictValue, dictOf, type FunctionValue, isA, tupleOf, type Value } from '../values.ts';
import type { Scope } from '../world.ts';

const AGAIN = 'whether a function is called again is not known';

/** `line`: where it is defined. */
export const remembering = (call: FunctionValue['call'], scope: Scope, line: number): FunctionValue['call'] => {
  const { engine } = scope;
  const given = dictOf();
  /** Of methods: by the object. */
  const ofObjects = new WeakMap<CallValue, DictValue>();
  const givenOf = (object: CallValue): DictValue => {
    const known = ofObjects.get(object) ?? dictOf();
    ofObjects.set(object, known);
    return known;
  };
  /** What it is given is not known, or none that can be remembered: it may have been given the same before, and does nothing then. */
  const callAgain = (known: DictValue, work: () => Value): Value => {
    if (known.entries.size === 0 && !known.partial) {
      keepContents(engine, known);
      known.partial = true;
      return work();
    }
    const [value = null] = doneEither(scope, [work, () => null], AGAIN, line);
    return value;
  };
  return (args, keywords) => {
    const [first, ...rest] = args;
    // What a function gave, and no class made, may be anything.
    const isObject = isA(first, 'call') && isA(first.callee, 'class');
    const [known, parts] = isObject ? [givenOf(first), rest] : [given, args];
    const key = tupleOf([...parts, ...Array.from(keywords, (pair) => tupleOf([...pair]))]);
    if (!isKey(key)) return callAgain(known, () => call(args, keywords));
    const before = entryOf(known, key);
    if (before !== undefined) return before;
    const value = call(args, keywords);
    keepContents(engine, known);
    setEntry(known, key, value);
    return value;
  };
};
