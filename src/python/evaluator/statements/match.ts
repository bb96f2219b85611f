/** `match`: the case that holds is followed; where that cannot be told, every case that may hold is read. */
import type { Expression, ExpressionOf, MatchCase, Statement, StatementOf } from '../../syntax.ts';
import { settled } from '../attributes/attributes.ts';
import { isInstance } from '../classes/instances.ts';
import { isRecord } from '../classes/records.ts';
import { entryOf, isKey } from '../data/entries.ts';
import { equals } from '../data/equality.ts';
import { evaluate } from '../expressions/evaluate.ts';
import {
  ANY_ORDER,
  type ClassValue,
  hasNoOrder,
  isA,
  isFloat,
  isSequence,
  listOf,
  nameOf,
  plainOf,
  truthOf,
  unknown,
  type Value,
} from '../values.ts';
import type { Scope } from '../world.ts';
import type { Flow } from './definitions.ts';
import { flowOfWays, goAllWays, type RunEither, type Way } from './undecided/ways.ts';

type Match = { scope: Scope; captured: Map<string, Value> };
/** undefined: it cannot be told. */
type Answer = boolean | undefined;

const allOf = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;

const isOpen = (value: Value): boolean => isA(value, 'unknown') || isA(value, 'call') || isA(value, 'reference');

const capture = (match: Match, name: string, value: Value): true => {
  if (name !== '_') match.captured.set(name, value);
  return true;
};

const matchSequence = (items: readonly Expression[], subject: Value, match: Match): Answer => {
  if (!isSequence(subject)) return isOpen(subject) ? undefined : false;
  if (subject.type === 'set') return false;
  const values = hasNoOrder(subject) ? subject.items.map(() => unknown(ANY_ORDER)) : subject.items;
  if (values.some((value) => isA(value, 'unknown'))) return undefined;
  const star = items.findIndex((item) => item.kind === 'starred');
  if (star === -1 ? values.length !== items.length : values.length < items.length - 1) return false;
  const behind = star === -1 ? 0 : items.length - star - 1;
  const rest = star === -1 ? [] : values.slice(star, values.length - behind);
  const starred = items[star];
  if (starred?.kind === 'starred' && starred.value.kind === 'name')
    capture(match, starred.value.name, listOf([...rest]));
  const kept = star === -1 ? values : [...values.slice(0, star), ...values.slice(values.length - behind)];
  const patterns = items.filter((item) => item.kind !== 'starred');
  return allOf(patterns.map((pattern, at) => matches(pattern, kept[at] ?? null, match)));
};

const matchMapping = ({ entries }: ExpressionOf<'dict'>, subject: Value, match: Match): Answer => {
  if (!isA(subject, 'dict')) return isOpen(subject) ? undefined : false;
  return allOf(
    entries.map(({ key, value }): Answer => {
      if (key === null)
        return value.kind === 'name' ? capture(match, value.name, unknown('the rest of a dict')) : undefined;
      const known = plainOf(evaluate(key, match.scope));
      const found = isKey(known) ? entryOf(subject, known) : undefined;
      if (found !== undefined) return matches(value, found, match);
      return isKey(known) && !subject.partial ? false : undefined;
    }),
  );
};

const types: Readonly<Record<string, (value: Value) => boolean>> = {
  'builtins.str': (value) => typeof value === 'string',
  'builtins.bool': (value) => typeof value === 'boolean',
  'builtins.int': (value) => typeof value === 'boolean' || (typeof value === 'number' && !isFloat(value)),
  'builtins.float': isFloat,
  'builtins.bytes': (value) => isA(value, 'bytes'),
  'builtins.list': (value) => isA(value, 'list'),
  'builtins.tuple': (value) => isA(value, 'tuple'),
  'builtins.set': (value) => isA(value, 'set'),
  'builtins.dict': (value) => isA(value, 'dict'),
};

/** `str()`, `int(size)`, `Role()`; what parts of an object of another class are is not told. */
const matchClass = ({ callee, args, keywords }: ExpressionOf<'call'>, subject: Value, match: Match): Answer => {
  if (isOpen(subject)) return undefined;
  const wanted: Value | ClassValue = evaluate(callee, match.scope);
  const isOf = types[nameOf(wanted) ?? ''];
  if (isOf === undefined) {
    if (isA(wanted, 'class') && isSequence(subject) && !isRecord(subject)) return false;
    const answer = isInstance(subject, wanted, match.scope.engine.world.known);
    return answer === true && args.length + keywords.length > 0 ? undefined : answer;
  }
  if (!isOf(subject)) return false;
  const [inner] = args;
  if (keywords.length > 0 || args.length > 1) return undefined;
  return inner === undefined ? true : matches(inner, subject, match);
};

const matches = (pattern: Expression, subject: Value, match: Match): Answer => {
  switch (pattern.kind) {
    case 'name':
      return capture(match, pattern.name, subject);
    // A part with a name: `int() as size`.
    case 'walrus': {
      const answer = matches(pattern.value, subject, match);
      if (answer !== false) capture(match, pattern.name, subject);
      return answer;
    }
    case 'list':
    case 'tuple':
      return matchSequence(pattern.items, subject, match);
    case 'dict':
      return matchMapping(pattern, subject, match);
    case 'call':
      return matchClass(pattern, subject, match);
    case 'binary': {
      if (pattern.operator !== '|') break;
      const left = matches(pattern.left, subject, match);
      if (left === true) return true;
      const right = matches(pattern.right, subject, match);
      return right === true && left === false ? true : left === false ? right : undefined;
    }
    // None, True and False are asked for by what they are: 1 is no True here.
    case 'constant':
      return isOpen(subject) ? undefined : pattern.value === subject;
  }
  return isOpen(subject) ? undefined : equals(evaluate(pattern, match.scope), subject);
};

/** Names that a pattern binds where it holds. */
const boundBy = (pattern: Expression): string[] => {
  switch (pattern.kind) {
    case 'name':
      return pattern.name === '_' ? [] : [pattern.name];
    case 'walrus':
      return [pattern.name, ...boundBy(pattern.value)];
    case 'list':
    case 'tuple':
      return pattern.items.flatMap(boundBy);
    case 'dict':
      return pattern.entries.flatMap(({ value }) => boundBy(value));
    case 'call':
      return [...pattern.args, ...pattern.keywords.map(({ value }) => value)].flatMap(boundBy);
    case 'binary':
      return [pattern.left, pattern.right].flatMap(boundBy);
    case 'starred':
      return boundBy(pattern.value);
    default:
      return [];
  }
};

type Holding = { answer: Answer; captured: ReadonlyMap<string, Value> };

const holds = ({ pattern, name, guard }: MatchCase, subject: Value, scope: Scope): Holding => {
  const match: Match = { scope, captured: new Map() };
  const { captured } = match;
  const answer = pattern === null ? undefined : matches(pattern, subject, match);
  if (answer === false) return { answer, captured };
  // The guard must not see what the names were before.
  for (const each of answer === undefined && pattern !== null ? boundBy(pattern) : [])
    if (!captured.has(each)) captured.set(each, unknown('whether a pattern holds is not known'));
  if (name !== null) captured.set(name, subject);
  for (const [each, value] of captured) scope.names.set(each, value);
  if (guard === null) return { answer, captured };
  const truth = truthOf(settled(evaluate(guard, scope), scope));
  return { answer: truth === false ? false : allOf([answer, truth]), captured };
};

type Runners = { run: (statements: readonly Statement[], scope: Scope) => Flow; runEither: RunEither };

export const runMatch = (statement: StatementOf<'match'>, scope: Scope, { run, runEither }: Runners): Flow => {
  const subject = settled(evaluate(statement.subject, scope), scope);
  const ways: Way[] = [];
  let isSure = false;
  for (const each of statement.cases) {
    const { answer, captured } = holds(each, subject, scope);
    if (answer === false) continue;
    if (answer && ways.length === 0) return run(each.body, scope);
    ways.push({ body: each.body, captured });
    isSure = answer === true;
    if (isSure) break;
  }
  if (ways.length === 0) return undefined;
  const message = 'Could not tell which case of a match holds; all that may were read';
  const all = isSure ? ways : [...ways, { body: [] }];
  const flows = goAllWays({ ways: all, scope, line: statement.line, message, runEither });
  return flowOfWays(flows, 'a match is not known', scope);
};
