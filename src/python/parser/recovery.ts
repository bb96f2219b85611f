/** Where reading goes on after a statement that could not be read. */
import { type Cursor, END, nextLine } from './cursor.ts';

/** After an error: the next line that is not indented deeper than the broken statement. */
export const resume = (cursor: Cursor, broken: { indent: number; lineStart: number }): void => {
  const { text } = cursor;
  // The parser may have run on into following lines in search of a closing bracket: go back to the line it stumbled over.
  let from = text.lastIndexOf('\n', Math.max(cursor.start - 1, 0)) + 1;
  if (from > broken.lineStart && indentAt(text, from) <= broken.indent) from -= 1;
  else {
    const newline = text.indexOf('\n', Math.max(cursor.start, broken.lineStart));
    from = newline === -1 || newline >= cursor.end ? cursor.end : newline;
  }
  cursor.line += countLines(text, cursor.at, from);
  cursor.at = from;
  nextLine(cursor);
  while (cursor.token !== END && cursor.indent > broken.indent) {
    rewindToken(cursor);
    const newline = text.indexOf('\n', cursor.at);
    cursor.at = newline === -1 || newline >= cursor.end ? cursor.end : newline;
    nextLine(cursor);
  }
};

const rewindToken = (cursor: Cursor): void => {
  cursor.at = cursor.start;
  cursor.line = cursor.startLine;
};

const indentAt = (text: string, from: number): number => {
  let indent = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) indent++;
    else if (code === 9) indent = (Math.floor(indent / 8) + 1) * 8;
    else return code === 10 ? Number.POSITIVE_INFINITY : indent;
  }
  return Number.POSITIVE_INFINITY;
};

/** Line breaks between two offsets, negative when `to` lies before `from`. */
const countLines = (text: string, from: number, to: number): number => {
  const [low, high] = from < to ? [from, to] : [to, from];
  let lines = 0;
  for (let at = text.indexOf('\n', low); at !== -1 && at < high; at = text.indexOf('\n', at + 1)) lines++;
  return from < to ? lines : -lines;
};
