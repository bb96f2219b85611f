/** `ast.literal_eval(text)`: texts, numbers, lists and the like, as they are written. */
import { readModule } from '../../../module.ts';
import type { Expression } from '../../../syntax.ts';
import { isKey } from '../../data/entries.ts';
import { setOf } from '../../data/equality.ts';
import { dictOf, floatOf, listOf, tupleOf, type Value } from '../../values.ts';

// Deeper than any settings; a hostile text nests deeper than the stack.
const [MAX_NESTING, MAX_LENGTH] = [60, 64 * 1024];

/** undefined: something else than a literal. */
const toValue = (expression: Expression, depth: number): Value | undefined => {
  if (depth > MAX_NESTING) return undefined;
  const all = (parts: readonly Expression[]): Value[] | undefined => {
    const values = parts.map((part) => toValue(part, depth + 1));
    return values.includes(undefined) ? undefined : (values as Value[]);
  };
  switch (expression.kind) {
    case 'string':
      return expression.bytes ? { type: 'bytes', text: expression.value } : expression.value;
    case 'number':
    case 'constant':
      return expression.value;
    case 'float':
      return floatOf(expression.value);
    case 'list':
    case 'tuple':
    case 'set': {
      const items = all(expression.items);
      const make = { list: listOf, tuple: tupleOf, set: setOf }[expression.kind];
      return items && make(items);
    }
    case 'dict': {
      const keys = all(expression.entries.flatMap(({ key }) => key ?? []));
      const values = all(expression.entries.map(({ value }) => value));
      if (keys?.length !== expression.entries.length || values === undefined || !keys.every((key) => isKey(key)))
        return undefined;
      return dictOf(keys.map((key, at) => [key, values[at] ?? null] as const));
    }
    case 'unary': {
      const value = expression.operator === '-' ? toValue(expression.operand, depth + 1) : undefined;
      return typeof value === 'number' ? -value : undefined;
    }
    default:
      return undefined;
  }
};

export const readLiteral = (text: Value | undefined): Value | undefined => {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const { statements, problems } = readModule(text.replace(/^[ \t]+/, ''));
  const [only, ...others] = statements;
  const isOne = only?.kind === 'expression' && others.length === 0 && problems.length === 0;
  return isOne ? toValue(only.value, 0) : undefined;
};
