/** Objects of someone's own class that say in a `deconstruct` of their own what they were made with: `return "core.Maker", [self.size], {}`. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  dottedName,
  type Expression,
  type FunctionValue,
  firstOf,
  isA,
  readFunction,
  resolutionOrder,
  type Statement,
  type Value,
} from '../../../../../python/index.ts';
import type { Sameness } from './sameness.ts';

const isWords = (statement: Statement): boolean => statement.kind === 'expression' && statement.value.kind === 'string';

const attributeIn = (expression: Expression): string | undefined =>
  /^self\.(\w+)$/.exec(dottedName(expression) ?? '')?.[1];

/** The attributes that it tells; undefined where it does more than that. */
const toldBy = (deconstruct: FunctionValue): string[] | undefined => {
  if (deconstruct.statement === null || deconstruct.decorators.length > 0) return undefined;
  const [only, more] = readFunction(deconstruct.statement).body.filter((each) => !isWords(each));
  if (only?.kind !== 'return' || more !== undefined || only.value?.kind !== 'tuple') return undefined;
  const [, args, keywords, rest] = only.value.items;
  if ((args?.kind !== 'list' && args?.kind !== 'tuple') || keywords?.kind !== 'dict' || rest !== undefined)
    return undefined;
  if (keywords.entries.some(({ key }) => key?.kind !== 'string')) return undefined;
  const names = [...args.items, ...keywords.entries.map(({ value }) => value)].map(attributeIn);
  return names.every((name) => name !== undefined) ? names : undefined;
};

type Kept = {
  parameters: readonly { name: string; default: Expression | null }[];
  /** By the attribute: the parameter that it holds. */
  held: ReadonlyMap<string, string>;
};

/** What an `__init__` does that keeps what it is given, and nothing else. */
const keptBy = (init: FunctionValue): Kept | undefined => {
  if (init.statement === null || init.decorators.length > 0) return undefined;
  const { parameters, body } = readFunction(init.statement);
  const held = new Map<string, string>();
  for (const each of body.filter((statement) => !isWords(statement))) {
    const [target, more] = each.kind === 'assign' ? each.targets : [];
    const name = target === undefined ? undefined : attributeIn(target);
    if (each.kind !== 'assign' || name === undefined || more !== undefined || each.value.kind !== 'name')
      return undefined;
    held.set(name, each.value.name);
  }
  return parameters.some(({ star }) => star !== '') ? undefined : { parameters: parameters.slice(1), held };
};

/** A class that is made and asked as its text says. */
const isPlain = (made: ClassValue): boolean =>
  resolutionOrder(made).every((ancestor) =>
    ancestor.type === 'class'
      ? ancestor.decorators.length === 0 && !ancestor.names.has('__new__') && !ancestor.keywords.has('metaclass')
      : ancestor.name === 'builtins.object',
  );

const literal = (expression: Expression | null): Value | undefined =>
  expression?.kind === 'constant' || (expression?.kind === 'string' && !expression.bytes)
    ? expression.value
    : undefined;

const givenAs = ({ args, keywords }: CallValue, { parameters }: Kept, name: string | undefined): Value | undefined => {
  const at = parameters.findIndex((parameter) => parameter.name === name);
  const parameter = parameters[at];
  if (parameter === undefined) return undefined;
  // None is a value like any other.
  return firstOf(keywords.get(parameter.name), args[at], literal(parameter.default));
};

/** Django asks both for it, and compares what they say. undefined where that cannot be told. */
export const sameAsTold = (
  left: CallValue,
  right: CallValue,
  sameValue: (left: Value, right: Value) => Sameness,
): Sameness => {
  const { callee } = right;
  if (!isA(callee, 'class')) return undefined;
  const [deconstruct, init] = [classAttribute(callee, 'deconstruct'), classAttribute(callee, '__init__')];
  if (!isA(deconstruct, 'function') || !isA(init, 'function') || !isPlain(callee)) return undefined;
  const [told, kept] = [toldBy(deconstruct), keptBy(init)];
  // An attribute of the class may be a property, which answers in its own way.
  if (told === undefined || kept === undefined || told.some((name) => classAttribute(callee, name) !== undefined))
    return undefined;
  let result: Sameness = true;
  for (const name of told) {
    const [a, b] = [left, right].map((call) => givenAs(call, kept, kept.held.get(name)));
    const same = a === undefined || b === undefined ? undefined : sameValue(a, b);
    if (same === false) return false;
    if (same === undefined) result = undefined;
  }
  return result;
};
