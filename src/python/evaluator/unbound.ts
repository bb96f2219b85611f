/** Names that nothing binds: Python would end with a NameError there, and so it is said; the reading goes on. */
import { isHandedOut } from './module-names.ts';
import type { ModuleValue } from './values.ts';
import type { Engine, Scope } from './world.ts';

/** Names of Python that are not followed, of Python 2 too, and `_`, which `gettext.install()` gives all modules. */
const GIVEN = new Set(
  (
    '_ Ellipsis exit quit help copyright credits license reveal_type reveal_locals WindowsError ' +
    'StopAsyncIteration GeneratorExit KeyboardInterrupt StandardError ' +
    'unicode basestring xrange raw_input long unichr reduce execfile file cmp buffer apply coerce intern reload'
  ).split(' '),
);

const isGiven = (name: string): boolean => GIVEN.has(name) || name.startsWith('__') || /(?:Error|Warning)$/.test(name);

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

export const tellUnbound = (name: string, scope: Scope): void => {
  const { module, engine } = scope;
  if (engine.line === null || engine.givesNames || !isReached(scope) || isGiven(name) || isHandedOut(module)) return;
  const names = told.get(module) ?? new Set();
  if (names.has(name)) return;
  told.set(module, names.add(name));
  engine.world.note({ file: module.file, line: engine.line, message: `The name ${name} is not defined.` });
};
