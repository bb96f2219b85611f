/** The way into this room: Python text → plain data. Nothing is executed, nothing throws; every grammar from 3.6 to 3.15 is read. */
import { hash } from 'node:crypto';
import { advance, type Cursor, createCursor, END, nextLine, Unreadable } from './parser/cursor.ts';
import { readParameters } from './parser/expressions.ts';
import { readBlock, readStatements } from './parser/statements.ts';
import { CLOSE, COLON } from './parser/tokens.ts';
import { createRecent } from './recent.ts';
import type { FunctionStatement, FunctionSyntax, ModuleSyntax, SyntaxProblem } from './syntax.ts';

// Syntax trees take about 15 times the text they come from: half a megabyte of text, more than most projects evaluate, is about 8 MB.
const recent = createRecent<ModuleSyntax>({ weight: 512 * 1024, patience: 1000 });

// A file that is broken all over says so a few times, not once per line.
const MAX_PROBLEMS = 20;

const unix = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** On the first token of a module. */
export const startModule = (source: string, problems: SyntaxProblem[]): Cursor => {
  const text = unix(source);
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const cursor = createCursor(text, { at, end: text.length, line: 1, depth: 0, nesting: 0 }, problems);
  nextLine(cursor);
  return cursor;
};

/** The statements of a module that is read once: nothing of it is remembered. */
export const parseModule = (source: string): ModuleSyntax => {
  const problems: SyntaxProblem[] = [];
  const cursor = startModule(source, problems);
  const statements = readStatements(cursor, -1);
  return { statements, problems: problems.slice(0, MAX_PROBLEMS) };
};

/** The statements of a module. The same text is read once as long as it is among the recent ones. */
export const readModule = (text: string): ModuleSyntax =>
  recent.take(hash('sha1', text, 'base64'), text.length, () => parseModule(text));

const parseFunction = (statement: FunctionStatement): FunctionSyntax => {
  const problems: SyntaxProblem[] = [];
  const { source, sourceLine, indent } = statement;
  const cursor = createCursor(source, { at: 0, end: source.length, line: sourceLine, depth: 0, nesting: 0 }, problems);
  cursor.indent = indent;
  try {
    advance(cursor);
    advance(cursor);
    const parameters = readParameters(cursor, CLOSE, COLON);
    while ((cursor.token !== COLON || cursor.depth > 0) && cursor.token !== END) advance(cursor);
    return { parameters, body: readBlock(cursor, indent), problems };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { parameters: [], body: [], problems: [...problems, { line: cursor.startLine, message: error.message }] };
  }
};

const functions = new WeakMap<FunctionStatement, FunctionSyntax>();

/** Parameters and body of a function, which `readModule` passes over; of one that is called for every field they are read once. */
export const readFunction = (statement: FunctionStatement): FunctionSyntax => {
  const known = functions.get(statement) ?? parseFunction(statement);
  functions.set(statement, known);
  return known;
};
