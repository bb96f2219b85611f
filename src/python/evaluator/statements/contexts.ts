/** `with`: what is entered, what runs inside, and what is done on the way out. */
import type { Expression, Statement, StatementOf } from '../../syntax.ts';
import { ask } from '../attributes/attributes.ts';
import { callValue } from '../calls/calls.ts';
import { enterStack, leaveStack } from '../calls/exit-stacks.ts';
import { refuseContext } from '../calls/refusals.ts';
import { classAttribute } from '../classes/classes.ts';
import { enteredBy } from '../classes/objects.ts';
import { bindNames } from '../expressions/bind-names.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { type CallValue, firstOf, isA, referenceTo, unknown, type Value } from '../values.ts';
import { Raised, type Scope } from '../world.ts';
import type { Flow } from './definitions.ts';

type With = StatementOf<'with'>;

/** What a `with` needs of whoever runs statements. */
type Running = {
  runBlock(statements: readonly Statement[], scope: Scope): Flow;
  /** Runs what may raise one of these errors, which then ends it and nothing else. */
  suppress(body: () => Flow, errors: readonly Expression[], scope: Scope, line: number): Flow;
  /** Raises what Python would raise, because someone is there to catch it. */
  tried(body: () => Flow, scope: Scope): Flow;
};

/** Runs a generator, and at its `yield` what stands inside of the `with`. */
type RunManager = (inside: (given: Value) => void) => void;

/** Of calls of functions that `contextlib.contextmanager` decorates: nothing of them runs before they are entered. */
const managers = new WeakMap<CallValue, RunManager>();

const MANAGER = 'contextlib._GeneratorContextManager';

export const makeManager = (run: RunManager, scope: Scope, line: number): CallValue => {
  const made: CallValue = {
    type: 'call',
    name: MANAGER,
    callee: referenceTo(MANAGER),
    args: [],
    keywords: new Map(),
    serial: scope.engine.serial++,
    file: scope.module.file,
    line,
    owner: scope.engine.owner ?? undefined,
  };
  managers.set(made, run);
  return made;
};

/** A `yield` that may not be come to, or to another one instead, is none that the inside could run at: that is run for itself. */
const runManaged = (run: RunManager, inside: (given: Value) => Flow, { engine }: Scope): Flow => {
  const { either, maybe } = engine;
  let flow: Flow;
  let isRun = false;
  run((given) => {
    if (isRun || engine.either > either || engine.maybe > maybe) return;
    isRun = true;
    flow = inside(given);
  });
  return isRun ? flow : inside(unknown('what a generator gives is not known'));
};

/** `contextlib.suppress(ImportError)`: the kinds of errors that end the block and nothing else. */
const suppressedBy = ({ context }: With['items'][number], value: Value): readonly Expression[] =>
  context.kind === 'call' && isA(value, 'call') && value.name === 'contextlib.suppress' ? context.args : [];

const nothing = { args: [], keywords: new Map<string, Value>() };

/** Whether `__exit__` of a class of the text may take an error for itself: it has to return something. */
const mayTakeErrors = ({ callee }: CallValue): boolean => {
  const exit = isA(callee, 'class') ? classAttribute(callee, '__exit__') : undefined;
  return isA(exit, 'function') && /\breturn[ \t]+\S/.test(exit.statement?.source ?? '');
};

const runEntered = (
  value: CallValue,
  inside: (given: Value) => Flow,
  scope: Scope,
  { line, running }: { line: number; running: Running },
): Flow => {
  const { known } = scope.engine.world;
  const given = known.callMethod(value, '__enter__', nothing, scope, line);
  const entering = firstOf(given, enteredBy(value, scope)) ?? null;
  enterStack(value, scope.engine);
  const leave = (error: Value): Value | undefined => {
    leaveStack(value, (target, call) => void callValue({ target }, call, scope, line), scope);
    known.callMethod(value, '__exit__', nothing, scope, line);
    return ask(value, '__exit__', [error, error, error], scope);
  };
  let flow: Flow;
  try {
    flow = mayTakeErrors(value) ? running.tried(() => inside(entering), scope) : inside(entering);
  } catch (error) {
    if (!(error instanceof Raised) || leave(unknown('an error')) !== true) throw error;
    return undefined;
  }
  leave(null);
  return flow;
};

const runItems = (statement: With, index: number, scope: Scope, running: Running): Flow => {
  const item = statement.items[index];
  if (item === undefined) return running.runBlock(statement.body, scope);
  const { line } = statement;
  const value = evaluate(item.context, scope);
  if (scope.engine.tries > 0) refuseContext(value);
  const inside = (given: Value): Flow => {
    if (item.target !== null) bindNames(item.target, given, scope);
    return runItems(statement, index + 1, scope, running);
  };
  const suppressed = suppressedBy(item, value);
  if (suppressed.length > 0) return running.suppress(() => inside(value), suppressed, scope, line);
  const manager = isA(value, 'call') ? managers.get(value) : undefined;
  if (manager) return runManaged(manager, inside, scope);
  return isA(value, 'call') ? runEntered(value, inside, scope, { line, running }) : inside(value);
};

export const runWith = (statement: With, scope: Scope, running: Running): Flow =>
  runItems(statement, 0, scope, running);
