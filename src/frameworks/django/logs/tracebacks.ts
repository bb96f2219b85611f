/** How tracebacks look: where one begins, goes on and ends, and what it is named by. */

/** Where in one a line is. */
export type Trace = 'none' | 'inside' | 'group' | 'ended';

const startLine = /^\s*(?:\S.*[\s:|])?Traceback \(most recent call last\):\s*$/;
/** Asked of every line, and seldom so. */
export const isTraceStart = (line: string): boolean => line.includes('Traceback (most recent') && startLine.test(line);

/** One that holds others is drawn indented to its very end: `  | ` and `  +-+--- 1 ---`. */
const groupStart = /\s\+ Exception Group Traceback \(most recent call last\):\s*$/;
const groupEnd = /^ {4}\+-+$/;
const groupName = /^ {2}\| (?=\S)/;

export const isGroupEnd = (line: string): boolean => groupEnd.test(line);

export const traceKind = (line: string): Trace =>
  !isTraceStart(line) ? 'none' : groupStart.test(line) ? 'group' : 'inside';

const link = /^(?:During handling of the above exception|The above exception was the direct cause)/;

export const isTraceLink = (line: string): boolean => link.test(line);

/** What one writes above a traceback: `Exception in thread Thread-1:`. */
const announcement = /:$|\b(?:exception|error|fail|crash|unable|can(?:no|')t|could(?: not|n't))/i;

export const announcesTrace = (message: string): boolean => announcement.test(message);

/** The end of a message that holds one. */
const traceWords = /(?:\+ Exception Group )?Traceback \(most recent call last\):\s*$/;

/** A message that ends where a traceback begins. */
export const splitAtTrace = (message: string): { said: string; trace: string } => {
  const begins = message.search(traceWords);
  return { said: message.slice(0, begins).replace(/[\s:|-]+$/, ''), trace: message.slice(begins) };
};

/** What ends a traceback, by which it is known. */
export const lastWordsOf = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => line !== '' && !/^\s/.test(line) && !link.test(line)) ??
  lines.findLast((line) => groupName.test(line))?.replace(groupName, '');
