/**
 * Statements of a module, one after the other as Python would take them. Conditions that can be told are followed; of
 * those that cannot, both sides are read. Nothing is executed.
 */

import type { Expression, ModuleSyntax, Statement, StatementOf } from '../../syntax.ts';
import { settled } from '../attributes/attributes.ts';
import { truthIn } from '../attributes/truth.ts';
import { noteAnnotation } from '../classes/records.ts';
import { type Doubt, keeping, noteDoubt, resume } from '../data/kept.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { isBuiltin } from '../known/builtins.ts';
import { parentOf } from '../known/texts/texts.ts';
import { listOf, type ModuleValue, NOT_AT_HAND, unknown } from '../values.ts';
import { type DoubtKind, type Engine, Exhausted, lookup, moduleScope, Raised, type Scope } from '../world.ts';
import { assign, bindElsewhere, remove, runAugmented } from './assign.ts';
import { catches } from './catches.ts';
import { runWith } from './contexts.ts';
import { defineFunction, type Flow, goesOn, runClass } from './definitions.ts';
import { runFrom, runImport } from './imports.ts';
import { runFor, runWhile } from './loops.ts';
import { runMatch } from './match.ts';
import { AGAIN, FAILED, isImportError, NO_IMPORT, raisedBy } from './raise.ts';
import { asksForPackage, asMaybe, comeBack, goAndReturn, mergeWays } from './undecided/apart.ts';
import { endsProgram } from './undecided/sides.ts';
import { evaluateAssigned, isNotSet, leaveUnfinished } from './undecided/unfinished.ts';
import { flowOf, flowOfWays, goAllWays, goRest, type RunEither } from './undecided/ways.ts';

const note = (scope: Scope, line: number, message: string, doubt?: DoubtKind): void =>
  scope.engine.world.note({ file: scope.module.file, line, message, doubt });

const runIf = (statement: StatementOf<'if'>, scope: Scope): Flow => {
  const truth = truthIn(settled(evaluate(statement.test, scope), scope), scope);
  if (truth !== undefined) return runBlock(truth ? statement.body : statement.otherwise, scope);
  // Inside a `try` what a side raises may be caught.
  if (scope.engine.tries === 0 && endsProgram(statement.body)) return runBlock(statement.otherwise, scope);
  if (scope.engine.tries === 0 && endsProgram(statement.otherwise)) return runBlock(statement.body, scope);
  const flows = goAllWays({
    ways: [{ body: statement.body }, { body: statement.otherwise }],
    scope,
    line: statement.line,
    message: 'Could not tell whether a condition holds; both sides were read',
    isPackage: asksForPackage(statement.test, scope),
    runEither,
  });
  return flowOfWays(flows, 'a condition is not known', scope);
};

/** One side of a condition that cannot be told: a side that raises is taken for the one that is not gone. */
const either = (way: () => Flow, engine: Engine): Flow | 'raised' => {
  try {
    return way();
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    noteDoubt(error, engine);
    return 'raised';
  }
};

const runEither: RunEither = (statements, scope) => either(() => runBlock(statements, scope, true), scope.engine);

/** What does not hold ends a program that was never meant to come here, unless someone waits for it. */
const runAssert = ({ test }: StatementOf<'assert'>, scope: Scope): void => {
  if (scope.engine.tries === 0) return;
  const truth = truthIn(settled(evaluate(test, scope), scope), scope);
  if (truth === false) throw FAILED;
  if (truth === undefined) noteDoubt(FAILED, scope.engine);
};

/** Raises what Python would raise, because someone is there to catch it. */
const tried = (body: () => Flow, scope: Scope): Flow => {
  scope.engine.tries++;
  try {
    return body();
  } finally {
    scope.engine.tries--;
  }
};

const NOT_SURE = 'whether an error is raised is not known';
// Of errors that may be raised in one block; each has its own way.
const MAX_DOUBTS = 3;

const tellDoubt = (scope: Scope, line: number, isPackage: boolean): void => {
  if (isPackage)
    note(scope, line, 'Whether a package is installed is not known; what depends on it is left open.', 'package');
  else note(scope, line, 'Whether an error is raised is not known; what depends on it is left open.', 'condition');
};

const orRaised = (work: () => Flow): Flow | Raised => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Raised) return error;
    throw error;
  }
};

/** What runs where something inside of it may be raised as well as not: both ways are gone. `caught`: what happens if it is. */
const runDoubted = (
  first: () => Flow,
  caught: (doubt: Doubt) => (() => Flow) | undefined,
  scope: Scope,
  line: number,
): Flow => {
  const { engine } = scope;
  const { maybe } = engine;
  const known = engine.doubts.length;
  const before = new Map(scope.names);
  try {
    const { result: went, kept, by } = keeping(engine, scope.names, () => orRaised(first));
    const isRaised = went instanceof Raised;
    const doubts = engine.doubts.splice(known);
    const taken = doubts.filter((doubt) => caught(doubt) !== undefined);
    if (engine.tries > 0) engine.doubts.push(...doubts.filter((doubt) => !taken.includes(doubt)));
    if (taken.length === 0) {
      if (isRaised) throw went;
      return went;
    }
    if (isRaised) noteDoubt(went, engine);
    const isPackage = taken[0]?.error === NO_IMPORT;
    const why = isPackage ? NOT_AT_HAND : NOT_SURE;
    const left = comeBack(scope, before, kept);
    const others = taken.slice(0, MAX_DOUBTS).map((doubt) =>
      goAndReturn(scope, () => {
        resume(doubt, by, engine);
        return either(() => asMaybe(scope, () => caught(doubt)?.()), engine);
      }),
    );
    const gone = others.filter(({ result }) => result !== 'raised');
    const isEnded = !isRaised || gone.length > 0;
    const ways = isEnded ? [...(isRaised ? [] : [left]), ...gone.map((other) => other.left)] : [left];
    const { isOpen, isMixed } = mergeWays(scope, ways, why);
    if (!isEnded) throw went;
    if (isMixed && !isPackage) note(scope, line, 'Whether an error is raised is not known; both ways were read.');
    else if (isOpen && scope.kind !== 'function') tellDoubt(scope, line, isPackage);
    const flow = isRaised ? undefined : went;
    const flows = [...(isRaised ? [] : [flow]), ...gone.map(({ result }) => flowOf(result))];
    const mayReturn = flows.some((each) => typeof each === 'object');
    return mayReturn && gone.length > 0 ? { returned: unknown(why), mayGoOn: flows.some(goesOn) } : flow;
  } finally {
    engine.maybe = maybe;
  }
};

const runHandler = (statements: readonly Statement[], scope: Scope, handled: Raised): Flow => {
  try {
    return runBlock(statements, scope, true);
  } catch (error) {
    throw error === AGAIN ? handled : error;
  }
};

const runHandled = (statement: StatementOf<'try'>, scope: Scope): Flow => {
  const { doubts } = scope.engine;
  let isOver = false;
  let ofBody: ReadonlySet<Doubt> = new Set();
  const handlerOf = (error: Raised): StatementOf<'try'>['handlers'][number] | undefined =>
    statement.handlers.find((candidate) => catches(candidate.type, error));
  const runBody = (): Flow => {
    try {
      return tried(() => runBlock(statement.body, scope, true), scope);
    } finally {
      ofBody = new Set(doubts);
    }
  };
  // What `else` and a handler raise, or may raise, is not for these handlers.
  const body = (): Flow => {
    const flow = runBody();
    isOver = true;
    return flow ?? runBlock(statement.otherwise, scope, true);
  };
  const caught = (doubt: Doubt): (() => Flow) | undefined => {
    const handler = ofBody.has(doubt) ? handlerOf(doubt.error) : undefined;
    return handler && ((): Flow => runBlock(handler.body, scope, true));
  };
  const first = (): Flow => {
    try {
      return body();
    } catch (error) {
      if (!(error instanceof Raised) || isOver) throw error;
      const handler = handlerOf(error);
      if (handler === undefined) throw error;
      if (handler.name !== null) scope.names.set(handler.name, unknown(error.message));
      return runHandler(handler.body, scope, error);
    }
  };
  return runDoubted(first, caught, scope, statement.line);
};

const runTry = (statement: StatementOf<'try'>, scope: Scope): Flow => {
  const end = (): Flow => runBlock(statement.finally, scope, true);
  let flow: Flow;
  try {
    flow = runHandled(statement, scope);
  } catch (error) {
    const instead = error instanceof Raised ? end() : undefined;
    if (instead === undefined) throw error;
    return instead;
  }
  return end() ?? flow;
};

const suppress = (body: () => Flow, errors: readonly Expression[], scope: Scope, line: number): Flow => {
  const isSuppressed = (error: Raised): boolean => errors.some((type) => catches(type, error));
  const caught = ({ error }: Doubt): (() => Flow) | undefined => (isSuppressed(error) ? () => undefined : undefined);
  const first = (): Flow => {
    try {
      return tried(body, scope);
    } catch (error) {
      if (error instanceof Raised && isSuppressed(error)) return undefined;
      throw error;
    }
  };
  return runDoubted(first, caught, scope, line);
};

const runStatement = (statement: Statement, scope: Scope): Flow => {
  switch (statement.kind) {
    case 'import':
      runImport(statement, scope);
      return undefined;
    case 'from':
      runFrom(statement, scope);
      return undefined;
    case 'assign': {
      const value = evaluateAssigned(statement.value, scope);
      for (const target of statement.targets) assign(target, value, scope);
      return undefined;
    }
    case 'annotated':
      if (scope.kind === 'class' && scope.annotations !== undefined)
        noteAnnotation(scope.annotations, statement.target, statement.annotation);
      if (statement.value !== null) assign(statement.target, evaluateAssigned(statement.value, scope), scope);
      return undefined;
    case 'augmented':
      runAugmented(statement, scope);
      return undefined;
    case 'expression':
      runExpression(statement.value, scope);
      return undefined;
    case 'class':
      if (statement.isGeneric) scope.engine.generic++;
      try {
        runClass(statement, scope, runBlock);
      } finally {
        if (statement.isGeneric) scope.engine.generic--;
      }
      return undefined;
    case 'function':
      defineFunction(statement, scope, runBlock);
      return undefined;
    case 'if':
      return runIf(statement, scope);
    case 'for':
      return runFor(statement, scope, runBlock);
    case 'try':
      return runTry(statement, scope);
    case 'with':
      return runWith(statement, scope, { runBlock, suppress, tried });
    case 'match':
      return runMatch(statement, scope, { run: runBlock, runEither });
    case 'return':
      return { returned: statement.value === null ? null : evaluate(statement.value, scope) };
    case 'assert':
      runAssert(statement, scope);
      return undefined;
    case 'raise':
      throw raisedBy(statement.value, scope);
    case 'delete':
      for (const target of statement.targets) remove(target, scope);
      return undefined;
    case 'scope':
      bindElsewhere(statement, scope);
      return undefined;
    case 'other':
      return statement.keyword === 'break' || statement.keyword === 'continue' ? statement.keyword : undefined;
    case 'while':
      return runWhile(statement, scope, runBlock);
  }
};

/** A name alone asks whether it is there: `try: Model … except NameError`. */
const runExpression = (value: Expression, scope: Scope): void => {
  const isMissing = (name: string): boolean =>
    lookup(scope, name) === undefined && scope.module.stars.length === 0 && !isBuiltin(name, scope.engine.world);
  if (value.kind === 'name' && isMissing(value.name))
    throw new Raised('NameError', `The name ${value.name} is not defined.`);
  if (value.kind !== 'string') evaluate(value, scope);
};

/** An error costs its own statement, unless it passes on: to a `try` around the block, to the caller, or as `passes` says. */
const runBlock = (statements: readonly Statement[], scope: Scope, passes = scope.engine.tries > 0): Flow => {
  const { line } = scope.engine;
  for (const [at, statement] of statements.entries()) {
    try {
      scope.engine.line = statement.line;
      const flow = runStatement(statement, scope);
      if (typeof flow === 'object' && flow.mayGoOn) return goRest(statements.slice(at + 1), scope, flow, runEither);
      if (flow !== undefined) return flow;
    } catch (error) {
      if (!(error instanceof Raised) || passes || scope.kind === 'function') throw error;
      if (scope.kind === 'module') scope.module.stopped = true;
      if (scope.kind === 'module' && isImportError(error)) scope.module.failed ??= error.message;
      const { isAll, unset } = leaveUnfinished(statement, error, scope);
      note(scope, statement.line, error.message, isAll && isNotSet(error) ? 'variable' : undefined);
      for (const message of unset) note(scope, statement.line, message, 'variable');
    } finally {
      scope.engine.line = line;
    }
  }
  return undefined;
};

/** Fills a module's names from its statements. Always ends; never throws. */
export const runModule = (engine: Engine, module: ModuleValue, syntax: ModuleSyntax): void => {
  const scope = moduleScope(engine, module);
  module.names.set('__name__', module.names.get('__name__') ?? module.name);
  if (module.file !== null) module.names.set('__file__', module.file);
  const isPackage = module.file?.endsWith('/__init__.py') ?? false;
  if (module.file !== null && isPackage) module.names.set('__path__', listOf([parentOf(module.file)]));
  module.names.set(
    '__package__',
    isPackage ? module.name : module.name.slice(0, Math.max(0, module.name.lastIndexOf('.'))),
  );
  const { tries, maybe, either, aside } = engine;
  engine.tries = 0;
  engine.maybe = 0;
  engine.either = 0;
  engine.aside = 0;
  try {
    runBlock(syntax.statements, scope);
  } catch (error) {
    if (error instanceof Exhausted) note(scope, 1, 'The module was too much to evaluate; the rest of it was left out.');
    else if (error instanceof Raised) note(scope, 1, error.message);
    else if (error instanceof RangeError) note(scope, 1, 'The module is nested too deeply to evaluate.');
    else throw error;
  } finally {
    engine.tries = tries;
    engine.maybe = maybe;
    engine.either = either;
    engine.aside = aside;
  }
};

export const createModule = (name: string, file: string | null): ModuleValue => ({
  type: 'module',
  name,
  file,
  names: new Map(),
  stars: [],
});
