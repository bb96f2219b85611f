/** Names that nothing binds: Python would end with a NameError there, and so it is said, or raised where someone is there to catch it. */
import { noteDoubt } from './data/kept.ts';
import { isHandedOut } from './module-names.ts';
import type { ModuleValue } from './values.ts';
import { type Engine, Raised, type Scope } from './world.ts';

/** Names of Python that are not followed, and `_`, which `gettext.install()` gives all modules. */
const GIVEN = new Set(
  (
    '_ Ellipsis exit quit help copyright credits license reveal_type reveal_locals WindowsError ' +
    'StopAsyncIteration GeneratorExit KeyboardInterrupt'
  ).split(' '),
);

const OF_PYTHON_2 = new Set(
  'StandardError unicode basestring xrange raw_input long unichr reduce execfile file cmp buffer apply coerce intern reload'.split(
    ' ',
  ),
);

const isGiven = (name: string): boolean =>
  GIVEN.has(name) || name.startsWith('__') || (/(?:Error|Warning)$/.test(name) && !OF_PYTHON_2.has(name));

/** Once for each module: fifty fields of a `models` that was not imported are one mistake. */
const told = new WeakMap<ModuleValue, Set<string>>();

/** What nobody reads may bind names from now on, in any module; which one did it a rescan does not find again. */
export const giveNames = (engine: Engine): void => {
  engine.givesNames = true;
  engine.foreignChanges++;
};

/** Whether Python surely comes to where a name is read: not inside a function, a `try`, or a side that may not be gone; and not behind an error. */
const isReached = ({ kind, module, engine }: Scope): boolean =>
  kind !== 'function' &&
  module.stopped !== true &&
  engine.depth === 0 &&
  engine.generic === 0 &&
  engine.tries === 0 &&
  engine.maybe === 0 &&
  engine.either === 0 &&
  engine.kept.length === 0;

/** `try: texts = (str, unicode) … except NameError`. What a function asks for may be bound by something that was left out. */
const refuseUnbound = (name: string, { kind, engine }: Scope): void => {
  const error = new Raised('NameError', `The name ${name} is not defined.`);
  if (kind !== 'function') throw error;
  noteDoubt(error, engine);
};

export const tellUnbound = (name: string, scope: Scope): void => {
  const { module, engine } = scope;
  if (engine.givesNames || isGiven(name) || isHandedOut(module)) return;
  if (engine.tries > 0) refuseUnbound(name, scope);
  if (engine.line === null || !isReached(scope) || OF_PYTHON_2.has(name)) return;
  const names = told.get(module) ?? new Set();
  if (names.has(name)) return;
  told.set(module, names.add(name));
  engine.world.note({ file: module.file, line: engine.line, message: `The name ${name} is not defined.` });
};
