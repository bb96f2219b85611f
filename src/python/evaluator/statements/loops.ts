/** `for` and `while`: round by round where it is known what they go over, else what they may change is left open. */

import type { Statement, StatementOf } from '../../syntax.ts';
import { settled } from '../attributes/attributes.ts';
import { truthIn } from '../attributes/truth.ts';
import { goOver } from '../data/iteration.ts';
import { bindNames } from '../expressions/bind-names.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { hasNoOrder, isMany, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import type { Flow } from './definitions.ts';
import { type Changes, leaveLoopOut, leaveRestOpen } from './undecided/left-out.ts';
import { goAnyOrder } from './undecided/orders.ts';

type For = StatementOf<'for'>;
type While = StatementOf<'while'>;

type RunBlock = (statements: readonly Statement[], scope: Scope) => Flow;

const MAX_ROUNDS = 2000;

const tellLeftOut = (changes: Changes, line: number, what: string, { module, engine }: Scope): void => {
  // What Python never comes to needs no word.
  if (module.stopped || changes === 'nothing') return;
  const { file } = module;
  if (changes === 'something')
    engine.world.note({
      file,
      line,
      message: `${what} is not known; what it may change is left open.`,
      doubt: 'loop',
    });
  else engine.world.note({ file, line, message: `${what} is not known; it was left out.` });
};

/** A loop that may have been left by a return: its other rounds may have been run as well as not. */
const leftBy = (flow: Flow & object, { body, otherwise }: For | While, scope: Scope): Flow => {
  if (flow.mayGoOn) leaveRestOpen([...body, ...otherwise], scope);
  return flow;
};

export const runWhile = (statement: While, scope: Scope, run: RunBlock): Flow => {
  const leave = (): undefined =>
    void tellLeftOut(leaveLoopOut(statement, null, scope), statement.line, 'When a loop ends', scope);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const truth = truthIn(settled(evaluate(statement.test, scope), scope), scope);
    if (truth === undefined) return leave();
    if (!truth) return run(statement.otherwise, scope);
    const flow = run(statement.body, scope);
    if (flow === 'unsure') return leave();
    if (flow === 'break') return undefined;
    if (typeof flow === 'object') return leftBy(flow, statement, scope);
  }
  return leave();
};

const leaveLoop = (statement: For, scope: Scope): void => {
  const changes = leaveLoopOut(statement, statement.target, scope);
  tellLeftOut(changes, statement.line, 'What a loop goes over', scope);
};

export const runFor = (statement: For, scope: Scope, run: RunBlock): Flow => {
  const iterable = evaluate(statement.iterable, scope);
  if (hasNoOrder(iterable)) {
    const flow = goAnyOrder(iterable, (order) => runRounds(statement, order, scope, run), scope);
    if (flow === 'unsure') leaveLoop(statement, scope);
    return flow === 'unsure' ? undefined : flow;
  }
  const items = goOver(iterable, scope);
  if (items !== undefined) return runRounds(statement, items, scope, run);
  leaveLoop(statement, scope);
  return undefined;
};

/** Whether one round may be the last. */
const mayBreak = (statements: readonly Statement[]): boolean =>
  statements.some((statement) => {
    switch (statement.kind) {
      case 'other':
        return statement.keyword === 'break';
      case 'if':
        return mayBreak(statement.body) || mayBreak(statement.otherwise);
      case 'for':
      case 'while':
        return mayBreak(statement.otherwise);
      case 'with':
        return mayBreak(statement.body);
      case 'try':
        return [statement.body, statement.otherwise, ...statement.handlers.map(({ body }) => body)].some(mayBreak);
      case 'match':
        return statement.cases.some(({ body }) => mayBreak(body));
      default:
        return false;
    }
  });

const runRounds = (statement: For, items: Iterable<Value>, scope: Scope, run: RunBlock): Flow => {
  const known = runKnownRounds(statement, items, scope, run);
  // One of those that are not known may have been the last: what came after it may not have been run.
  if (known.isOpen && mayBreak(statement.body)) leaveLoop(statement, scope);
  return known.flow;
};

const runKnownRounds = (
  statement: For,
  items: Iterable<Value>,
  scope: Scope,
  run: RunBlock,
): { flow: Flow; isOpen: boolean } => {
  let isOpen = false;
  let rounds = 0;
  for (const item of items) {
    // One that goes on for so long is left open from there on.
    const isOver = rounds++ === MAX_ROUNDS;
    if (isOver || isMany(item)) leaveLoop(statement, scope);
    if (isOver) return { flow: undefined, isOpen };
    if (isMany(item)) {
      isOpen = true;
      continue;
    }
    bindNames(statement.target, item, scope);
    const flow = run(statement.body, scope);
    if (flow === 'unsure') leaveLoop(statement, scope);
    if (flow === 'break' || flow === 'unsure') return { flow: undefined, isOpen };
    if (typeof flow === 'object') return { flow: leftBy(flow, statement, scope), isOpen };
  }
  return { flow: run(statement.otherwise, scope), isOpen };
};
