/**
 * What is kept of a migration between scans. Values as they were evaluated hold on to their modules and to a name of their own each:
 * 20,000 migrations took 350 MB. Here names are shared, functions and classes are names, and nothing points back at the file.
 */
import {
  intern,
  isA,
  isSequence,
  isTagged,
  nameOf,
  type ReferenceValue,
  referenceTo,
  type Value,
} from '../../../python/index.ts';

const references = new Map<string, ReferenceValue>();
// A project names some hundred classes; beyond this someone is playing.
const referencesLimit = 20_000;

const sharedReference = (name: string): ReferenceValue => {
  let reference = references.get(name);
  if (!reference) {
    if (references.size >= referencesLimit) references.clear();
    reference = referenceTo(name);
    references.set(name, reference);
  }
  return reference;
};

const noArgs: Value[] = [];
const noKeywords: Map<string, Value> = new Map();

const compactEntries = <K>(entries: ReadonlyMap<K, Value>): Map<K, Value> => {
  const copy = new Map<K, Value>();
  for (const [key, value] of entries) copy.set(key, compact(value));
  return copy;
};

export const compact = (value: Value): Value => {
  if (typeof value === 'string') return intern(value);
  if (!isTagged(value)) return value;
  if (isSequence(value)) return { type: value.type, items: value.items.map(compact) };
  if (isA(value, 'dict')) return { ...value, entries: compactEntries(value.entries) };
  if (isA(value, 'call')) {
    const callee = sharedReference(value.name);
    return {
      type: 'call',
      name: callee.name,
      callee,
      args: value.args.length === 0 ? noArgs : value.args.map(compact),
      keywords: value.keywords.size === 0 ? noKeywords : compactEntries(value.keywords),
      serial: 0,
      file: null,
      line: value.line,
    };
  }
  if (isA(value, 'function') || isA(value, 'class') || isA(value, 'reference') || isA(value, 'module')) {
    return sharedReference(nameOf(value) ?? '');
  }
  return value;
};
