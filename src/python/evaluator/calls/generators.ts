/**
 * Generators, which run when somebody goes over what they give, and only as far as that. Here they run to their end at once; what they change
 * outside of themselves counts from when it is known that they did.
 */
import type { FunctionStatement, FunctionSyntax } from '../../syntax.ts';
import { type Kept, keeping, noteDoubt, type Pending, putBack } from '../data/kept.ts';
import { isA, isSequence, isTagged, oneByOne, type SequenceValue, unknownItems, type Value } from '../values.ts';
import { type Arguments, Raised, type Scope } from '../world.ts';

/** A function or a class inside has its own. */
const hasYield = (part: unknown): boolean => {
  if (Array.isArray(part)) return part.some(hasYield);
  if (typeof part !== 'object' || part === null) return false;
  const kind = 'kind' in part ? part.kind : undefined;
  if (kind === 'function' || kind === 'class' || kind === 'lambda') return false;
  return kind === 'yield' || Object.values(part).some(hasYield);
};

const generators = new WeakMap<FunctionStatement, boolean>();

export const isGenerator = (statement: FunctionStatement, { body }: FunctionSyntax): boolean => {
  const known = generators.get(statement);
  if (known !== undefined) return known;
  const yields = /\byield\b/.test(statement.source) && hasYield(body);
  generators.set(statement, yields);
  return yields;
};

// More than a function is given and the module around it has; what lies behind that is taken for something from outside.
const MAX_SEEN = 5000;

type Container = Kept extends Map<infer Each, unknown> ? Each : never;

/** What a function can change that it did not make: the names around it, and all that is held by these or by what it is given. */
const isFromOutside = ({ args, keywords }: Arguments, around: Scope): ((container: Container) => boolean) => {
  const seen = new Set<unknown>();
  const next: Value[] = [...args, ...keywords.values()];
  for (let scope: Scope | null = around; scope !== null; scope = scope.outer) {
    seen.add(scope.names);
    next.push(...scope.names.values());
  }
  for (let value = next.pop(); value !== undefined && seen.size < MAX_SEEN; value = next.pop()) {
    if (!isTagged(value) || seen.has(value)) continue;
    seen.add(value);
    if (isSequence(value)) next.push(...value.items);
    else if (isA(value, 'dict')) {
      seen.add(value.entries);
      next.push(...value.entries.values());
    } else if (isA(value, 'class')) {
      seen.add(value.names).add(value.later);
      next.push(...value.names.values());
    } else if (isA(value, 'call')) {
      seen.add(value.state);
      next.push(...value.args, ...value.keywords.values(), ...(value.state?.values() ?? []));
      if (value.held !== undefined) next.push(value.held);
    }
  }
  return (container) => seen.size >= MAX_SEEN || seen.has(container);
};

/** What a generator gives. `run`: runs it to its end, and gives what it was asked to hand out so far. */
export const generate = (
  yielded: Value[],
  call: Arguments,
  around: Scope,
  run: () => void,
): SequenceValue & { isOnce: object } => {
  const { engine } = around;
  const { kept } = keeping(engine, null, () => {
    try {
      run();
    } catch (error) {
      // Whoever goes over it finds out.
      if (!(error instanceof Raised) || engine.tries === 0) throw error;
      noteDoubt(error, engine);
      yielded.push(unknownItems(error.message));
    }
  });
  const once = { ...oneByOne(yielded), isOnce: {} };
  if (kept.size === 0) return once;
  const isOutside = isFromOutside(call, around);
  const before: Kept = new Map([...kept].filter(([container]) => isOutside(container)));
  if (before.size === 0) return once;
  const pending: Pending = { before, after: putBack(before) };
  return { ...once, isOnce: { pending } };
};
