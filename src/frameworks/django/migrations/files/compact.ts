/**
 * What is kept of a migration between scans. Values as they were evaluated hold on to their modules and to a name of their own each:
 * 20,000 migrations took 350 MB. Here names are shared, functions and classes are names, and nothing points back at the file.
 */
import { intern, isA, isSequence, isTagged, nameOf, sharedReference, type Value } from '../../../../python/index.ts';

const noArgs: Value[] = [];
const noKeywords: Map<string, Value> = new Map();

/** Arguments that are written in many places alike: `max_length=255`, `default=False`. */
const keywordSets = new Map<string, Map<string, Value>>();
const keywordSetsLimit = 20_000;
// What is longer is hardly written twice.
const longestKey = 120;

/** A text that tells arguments apart; undefined when one of them is more than a plain value. */
const keyOf = (keywords: ReadonlyMap<string, Value>): string | undefined => {
  let key = '';
  for (const [name, value] of keywords) {
    if (isTagged(value) || (typeof value === 'string' && value.includes('\0'))) return undefined;
    key += typeof value === 'string' ? `${name}="${value}"` : `${name}=${value}`;
    key += '\0';
    if (key.length > longestKey) return undefined;
  }
  return key;
};

const compactKeywords = (keywords: ReadonlyMap<string, Value>): Map<string, Value> => {
  if (keywords.size === 0) return noKeywords;
  const key = keyOf(keywords);
  const known = key === undefined ? undefined : keywordSets.get(key);
  if (known !== undefined) return known;
  const made = compactEntries(keywords);
  if (keywordSets.size >= keywordSetsLimit) keywordSets.clear();
  if (key !== undefined) keywordSets.set(key, made);
  return made;
};

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
      keywords: compactKeywords(value.keywords),
      serial: 0,
      file: null,
      line: value.line,
    };
  }
  if (isA(value, 'member')) return { type: 'reference', name: nameOf(value) ?? '', isMember: true };
  if (isA(value, 'function') || isA(value, 'class') || isA(value, 'reference') || isA(value, 'module'))
    return sharedReference(nameOf(value) ?? '');
  return value;
};
