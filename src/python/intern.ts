/**
 * One copy of texts that stand in many files: names of arguments, of apps and models. A part of a text that was cut out of a file keeps
 * the whole file alive, so what is kept is a copy of its own.
 */
import type { ReferenceValue } from './evaluator/values.ts';

const known = new Map<string, string>();
const knownLimit = 50_000;
// Longer ones are sentences, which hardly stand twice.
const longest = 100;
// V8 copies shorter parts by itself.
const shortestPart = 13;

/** A text that keeps no other alive. */
export const ownCopy = (text: string): string =>
  text.length < shortestPart ? text : (JSON.parse(JSON.stringify(text)) as string);

export const intern = (text: string): string => {
  if (text.length > longest) return ownCopy(text);
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= knownLimit) known.clear();
  const copy = ownCopy(text);
  known.set(copy, copy);
  return copy;
};

const references = new Map<string, ReferenceValue>();
// A project names some hundred classes; beyond this someone is playing.
const referencesLimit = 20_000;

/** No dotted name that anybody writes is as long: to look thousands of such up would take minutes, and to keep them all memory. */
export const longestName = 300;

/** One object for each dotted name. */
export const sharedReference = (name: string): ReferenceValue => {
  if (name.length > longestName) return { type: 'reference', name };
  let reference = references.get(name);
  if (!reference) {
    if (references.size >= referencesLimit) references.clear();
    reference = { type: 'reference', name: intern(name) };
    references.set(reference.name, reference);
  }
  return reference;
};
