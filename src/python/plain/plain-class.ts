/**
 * Modules that say everything by themselves, as tools write them: imports, functions, constants, and one class of plain values. They are read from
 * the text straight into values, without a syntax tree and without evaluation, which together take most of the time for thousands of migrations.
 *
 * What is read here is what the evaluator would say in a world where nothing else is opened, with everything shared that may be; where it might
 * say anything else, nothing is said (`undefined`), and the evaluator is asked. Tests hold the two against each other.
 */
import { isA, type ReferenceValue, type Value } from '../evaluator/values.ts';
import { longestName, sharedReference } from '../intern.ts';
import { startModule } from '../module.ts';
import { advance, type Cursor, END, NAME, NEWLINE, nextLine, STRING, Unreadable } from '../parser/cursor.ts';
import { readSimpleLine } from '../parser/simple.ts';
import { readFunctionHead } from '../parser/statements.ts';
import { ASSIGN, COLON, OPEN } from '../parser/tokens.ts';
import type { Statement, SyntaxProblem } from '../syntax.ts';
import {
  closedPart,
  isNamedAt,
  type PlainWorld,
  type Reading,
  readArguments,
  readText,
  readValue,
  stop,
} from './values.ts';

export type PlainClass = {
  name: string;
  line: number;
  base: ReferenceValue;
  attributes: ReadonlyMap<string, Value>;
};

const firstPart = (name: string): string => name.split('.', 1)[0] as string;

const bindImports = (reading: Reading): void => {
  const { cursor, names } = reading;
  const statements: Statement[] = [];
  readSimpleLine(cursor, statements);
  for (const statement of statements) {
    if (statement.kind === 'import')
      for (const { name, alias } of statement.names) {
        if (name.length > longestName) stop();
        names.set(alias ?? firstPart(name), sharedReference(alias === null ? firstPart(name) : name));
      }
    else if (statement.kind === 'from' && statement.level === 0 && statement.names !== null)
      for (const { name, alias } of statement.names)
        names.set(alias ?? name, closedPart(reading, statement.module, name));
    else stop();
  }
};

const bindFunction = ({ cursor, module, names, functions }: Reading): void => {
  const statements: Statement[] = [];
  readFunctionHead(cursor, [], statements);
  const [statement] = statements;
  if (statement?.kind !== 'function') return;
  const reference = sharedReference(`${module}.${statement.name}`);
  names.set(statement.name, reference);
  functions.add(reference);
};

const endLine = (cursor: Cursor): void => {
  if (cursor.token !== NEWLINE && cursor.token !== END) stop();
  nextLine(cursor);
};

/** `name = value`, or a text that nobody is told. */
const readLine = (reading: Reading, into: Map<string, Value>): void => {
  const { cursor } = reading;
  if (cursor.token === STRING) readText(cursor);
  else {
    if (cursor.token !== NAME || !isNamedAt(cursor)) stop();
    const { word } = cursor;
    advance(cursor);
    if (cursor.token !== ASSIGN) stop();
    advance(cursor);
    into.set(word, readValue(reading));
  }
  endLine(cursor);
};

const readClass = (reading: Reading): PlainClass => {
  const { cursor, names } = reading;
  const { startLine: line, indent: outer } = cursor;
  advance(cursor);
  const name = cursor.token === NAME ? cursor.word : stop();
  advance(cursor);
  if (cursor.token !== OPEN) stop();
  const { args, keywords } = readArguments(reading);
  const [base] = args;
  if (args.length !== 1 || keywords.size > 0 || !isA(base, 'reference') || cursor.token !== COLON) return stop();
  advance(cursor);
  endLine(cursor);
  const { indent } = cursor;
  if (indent <= outer) stop();
  const attributes = new Map<string, Value>();
  while (cursor.token !== END && cursor.indent > outer) {
    if (cursor.indent !== indent) stop();
    readLine(reading, attributes);
  }
  // A name of the class comes before one around it.
  for (const own of attributes.keys()) if (names.has(own)) stop();
  return { name, line, base, attributes };
};

const readModuleLine = (reading: Reading, found: PlainClass | undefined): PlainClass | undefined => {
  const { cursor } = reading;
  const word = cursor.token === NAME && !isNamedAt(cursor) ? cursor.word : '';
  if (cursor.indent !== 0 || (word === 'class' && found !== undefined)) stop();
  if (word === 'import' || word === 'from') bindImports(reading);
  else if (word === 'def') bindFunction(reading);
  else if (word === 'class') return readClass(reading);
  else readLine(reading, reading.names);
  return found;
};

// A step of the evaluator takes a character at least, and what takes more than two million is cut there.
const longestText = 1_000_000;

/** The only class of a module, as long as the module says nothing but plain values. */
export const readPlainClass = (source: string, module: string, world: PlainWorld): PlainClass | undefined => {
  if (source.length > longestText) return undefined;
  const problems: SyntaxProblem[] = [];
  const cursor = startModule(source, problems);
  const reading: Reading = { cursor, world, module, names: new Map(), functions: new Set(), lookups: 0 };
  let found: PlainClass | undefined;
  try {
    while (cursor.token !== END) found = readModuleLine(reading, found);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return undefined;
  }
  const isBoundOnce = found !== undefined && !reading.names.has(found.name);
  return isBoundOnce && problems.length === 0 ? found : undefined;
};
