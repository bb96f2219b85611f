/** Calls by their text: of thousands of fields in migrations most are written as another one is, and need not be read again. */
import { type CallValue, isTagged, type ReferenceValue, type Value } from '../evaluator/values.ts';
import { ownCopy } from '../intern.ts';

/** A call that was read before, from the very same text. */
export type Written = Pick<CallValue, 'args' | 'keywords'> & {
  callee: ReferenceValue;
  lines: number;
  lineOfArguments: number;
};

/** By what their first name stands for, and their text. */
const written = new Map<string, Map<string, Written>>();
// Of 5,000 models and 20,000 migrations that are written by a program some 10,000 are different.
const writtenLimit = 20_000;
// What is longer hardly stands twice.
const longestCall = 300;

const QUOTE = 34;
const APOSTROPHE = 39;

/** Behind the parenthesis that closes the call which begins at `from`; -1 where that is far, or where someone must look closer. */
export const endOfCall = (text: string, from: number): number => {
  const end = Math.min(text.length, from + longestCall);
  let depth = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 41) continue;
    if (code === 40) depth++;
    else if (code === 41) {
      if (--depth <= 0) return depth === 0 ? at + 1 : -1;
    } else if (code === QUOTE || code === APOSTROPHE) {
      at = text.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (at === -1 || at >= end || text.charCodeAt(at - 1) === 92) return -1;
    } else if (code === 35) return -1;
  }
  return -1;
};

export const callsOf = ({ name }: ReferenceValue): Map<string, Written> => {
  let calls = written.get(name);
  if (calls === undefined || calls.size >= writtenLimit) {
    calls = new Map();
    written.set(name, calls);
  }
  return calls;
};

/** What was said of it stays true wherever it stands: it names nothing but what its first name stands for. */
export const keepCall = (calls: Map<string, Written>, text: string, found: CallValue, line: number): void => {
  const { args, keywords } = found;
  if (text.length > longestCall || args.some(holdsCall) || [...keywords.values()].some(holdsCall)) return;
  const lines = text.split('\n').length - 1;
  calls.set(ownCopy(text), {
    callee: found.callee as ReferenceValue,
    args,
    keywords,
    lines,
    lineOfArguments: found.line - line,
  });
};

/** Calls have lines of their own. */
const holdsCall = (value: Value): boolean => {
  if (!isTagged(value)) return false;
  if (value.type === 'call') return true;
  if (value.type === 'dict') return [...value.entries.values()].some(holdsCall);
  return (value.type === 'list' || value.type === 'tuple' || value.type === 'set') && value.items.some(holdsCall);
};
