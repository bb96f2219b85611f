/** The way into this room: Python text → plain data. Nothing is executed, nothing throws; every grammar from 3.6 to 3.14 is read. */
import { hash } from 'node:crypto';
import { advance, type Cursor, createCursor, END, nextLine, Unreadable } from './parser/cursor.ts';
import { readExpression } from './parser/expressions.ts';
import { readBlock, readStatements } from './parser/statements.ts';
import { ASSIGN, CLOSE, COLON, COMMA, POWER, readName, STAR } from './parser/tokens.ts';
import { createRecent } from './recent.ts';
import type { FunctionStatement, FunctionSyntax, ModuleSyntax, Parameter, SyntaxProblem } from './syntax.ts';

// Syntax trees take about 8 times the text they come from: 24 MB of text is about 200 MB, a third of what a scan may use.
const recent = createRecent<ModuleSyntax>({ weight: 24 * 1024 * 1024 });

// A file that is broken all over says so a few times, not once per line.
const MAX_PROBLEMS = 20;

const unix = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

const parse = (source: string): ModuleSyntax => {
  const text = unix(source);
  const problems: SyntaxProblem[] = [];
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const cursor = createCursor(text, { at, end: text.length, line: 1, depth: 0, nesting: 0 }, problems);
  nextLine(cursor);
  const statements = readStatements(cursor, -1);
  return { statements, problems: problems.slice(0, MAX_PROBLEMS) };
};

/** The statements of a module. The same text is read once as long as it is among the recent ones. */
export const readModule = (text: string): ModuleSyntax =>
  recent.take(hash('sha1', text, 'base64'), text.length, () => parse(text));

/** Parameters and body of a function, which `readModule` passes over. */
export const readFunction = (statement: FunctionStatement): FunctionSyntax => {
  const problems: SyntaxProblem[] = [];
  const { source, sourceLine, indent } = statement;
  const cursor = createCursor(source, { at: 0, end: source.length, line: sourceLine, depth: 0, nesting: 0 }, problems);
  cursor.indent = indent;
  try {
    advance(cursor);
    advance(cursor);
    const parameters = readParameters(cursor);
    while (cursor.token !== COLON && cursor.token !== END) advance(cursor);
    return { parameters, body: readBlock(cursor, indent), problems };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { parameters: [], body: [], problems: [...problems, { line: cursor.startLine, message: error.message }] };
  }
};

const readParameters = (cursor: Cursor): Parameter[] => {
  const parameters: Parameter[] = [];
  while (cursor.token !== CLOSE && cursor.token !== END) {
    const star = cursor.token === STAR ? '*' : cursor.token === POWER ? '**' : '';
    if (star !== '') advance(cursor);
    // A lone `*` or `/` only divides.
    if (cursor.token === COMMA || cursor.token === CLOSE) {
      if (cursor.token === COMMA) advance(cursor);
      continue;
    }
    if (cursor.text.charAt(cursor.start) === '/') advance(cursor);
    else parameters.push(readParameter(cursor, star));
    if (cursor.token === COMMA) advance(cursor);
    else break;
  }
  return parameters;
};

const readParameter = (cursor: Cursor, star: Parameter['star']): Parameter => {
  const name = readName(cursor);
  if (cursor.token === COLON) {
    advance(cursor);
    if (cursor.token === STAR) advance(cursor);
    readExpression(cursor);
  }
  if (cursor.token !== ASSIGN) return { name, star, default: null };
  advance(cursor);
  return { name, star, default: readExpression(cursor) };
};
