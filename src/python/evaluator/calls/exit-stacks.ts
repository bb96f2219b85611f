/** `contextlib.ExitStack`: what it is told while its `with` runs is called where that ends, the last first. */
import { ask, hasOwn } from '../attributes/attributes.ts';
import { enteredBy } from '../classes/objects.ts';
import { type CallValue, isA, isMany, OPEN_KEYWORDS, type Value } from '../values.ts';
import type { Arguments, Engine, Scope } from '../world.ts';
import { loosenHanded, tellUndecided } from './handed.ts';

type Call = (target: Value, call: Arguments) => void;
/** `doubts`: what was in doubt as it was entered. */
type Stack = { ends: ((call: Call, scope: Scope) => void)[]; doubts: readonly unknown[] };

const NAME = 'contextlib.ExitStack';

const entered = new WeakMap<CallValue, Stack>();

const doubtsOf = ({ either, maybe, kept }: Engine): readonly unknown[] => [either, maybe, kept.at(-1)];

export const enterStack = (value: CallValue, engine: Engine): void => {
  if (value.name === NAME) entered.set(value, { ends: [], doubts: doubtsOf(engine) });
};

export const leaveStack = (value: CallValue, call: Call, scope: Scope): void => {
  const ends = entered.get(value)?.ends ?? [];
  entered.delete(value);
  for (const end of ends.reverse()) end(call, scope);
};

const whole = ({ args, keywords }: Arguments): boolean =>
  args.length > 0 && !args.some(isMany) && !keywords.has(OPEN_KEYWORDS);

/** One that is told under a condition that nobody can tell, or that is not entered, may never come to it. */
export const tellStack = (object: CallValue, method: string, call: Arguments, scope: Scope): Value | undefined => {
  if (object.name !== NAME) return undefined;
  const { engine } = scope;
  const [first = null, ...args] = call.args;
  const stack = entered.get(object);
  const isSure = whole(call) && doubtsOf(engine).every((doubt, at) => doubt === stack?.doubts[at]);
  if (stack !== undefined && isSure && method === 'callback') {
    stack.ends.push((run) => run(first, { args, keywords: call.keywords }));
    return first;
  }
  if (stack !== undefined && isSure && method === 'enter_context' && isA(first, 'call') && hasOwn(first, '__exit__')) {
    const given = enteredBy(first, scope);
    stack.ends.push((_, inside) => void ask(first, '__exit__', [null, null, null], inside));
    return given;
  }
  loosenHanded(`${NAME}.${method}`, call, scope);
  tellUndecided(`${NAME}.${method}`, call, scope);
  return undefined;
};
