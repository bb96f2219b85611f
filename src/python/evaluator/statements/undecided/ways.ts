/** Code of which one way is gone, and nobody can tell which: all are read, for what they define. What they leave different is not known. */
import type { Statement } from '../../../syntax.ts';
import { type Kept, keeping, MAX_WAYS, openDifferent, putBack } from '../../data/kept.ts';
import { NOT_AT_HAND, unknown, unknownItems, type Value } from '../../values.ts';
import type { Engine, Scope } from '../../world.ts';
import { type Flow, goesOn } from '../definitions.ts';
import { asMaybe, goAndReturn, type Left, mergeWays } from './apart.ts';
import { leaveRestOpen, openClasses } from './left-out.ts';
import { reachOf } from './reach.ts';
import { type Settled, settleWays } from './sides.ts';

/** `captured`: what the pattern of a case binds. */
export type Way = { body: readonly Statement[]; captured?: ReadonlyMap<string, Value> };

/** Runs statements; those that raise are taken for a way that is not gone. */
export type RunEither = (statements: readonly Statement[], scope: Scope) => Flow | 'raised';

export type Undecided = {
  ways: readonly Way[];
  scope: Scope;
  line: number;
  /** In words: what could not be told, and what was read. */
  message: string;
  /** Nobody knows whether a package is there that decides. */
  isPackage?: boolean;
  runEither: RunEither;
};

const WHY = 'a condition is not known';

/** What was changed before an error may still be there where someone catches it. */
const isCaught = ({ engine }: Scope): boolean => engine.tries > 0;

const go = ({ body, captured }: Way, { scope, runEither }: Undecided): Flow | 'raised' => {
  for (const [name, value] of captured ?? []) scope.names.set(name, value);
  return runEither(body, scope);
};

export const flowOf = (flow: Flow | 'raised'): Flow => (flow === 'raised' ? undefined : flow);

/** Whichever was gone, an error was raised; by whom it is caught is told by the last. */
const raiseIfAll = (flows: readonly (Flow | 'raised')[], { doubts }: Engine): void => {
  const doubt = flows.every((flow) => flow === 'raised') ? doubts.pop() : undefined;
  if (doubt !== undefined) throw doubt.error;
};

/** What one of them does to the block around: it may be left as well as not. */
export const flowOfWays = (flows: readonly Flow[], why: string, { engine }: Scope): Flow => {
  // In a function the ways may return: what it gives is then not known.
  if (flows.some((flow) => typeof flow === 'object')) return { returned: unknown(why), mayGoOn: flows.some(goesOn) };
  // Of settings all rounds of a loop are read.
  const isLeft = flows.some((flow) => flow !== undefined) && !engine.world.readsSettings();
  return isLeft ? 'unsure' : undefined;
};

/** Where nobody is told that all ways were read, a name that they leave with different values is not known, whatever it was. */
const goApart = (undecided: Undecided): Flow[] => {
  const { ways, scope, isPackage, line, message } = undecided;
  const isMaybe = isPackage && scope.kind === 'module';
  const gone = ways.map((way) => {
    const work = (): Flow | 'raised' => go(way, undecided);
    return goAndReturn(scope, () => (isMaybe ? asMaybe(scope, work) : work()));
  });
  const leftBy = (isRaised: boolean): Left[] =>
    gone.filter(({ result }) => (result === 'raised') === isRaised).map(({ left }) => left);
  const [ended, raised] = [leftBy(false), isCaught(scope) ? leftBy(true) : []];
  // Where all raise an error, whoever catches it finds what one of them left.
  const isEnded = ended.length > 0;
  const lost = isEnded ? raised.map(({ containers }) => containers) : [];
  const { isMixed } = mergeWays(scope, isEnded ? ended : raised, isPackage ? NOT_AT_HAND : WHY, lost);
  const flows = gone.map(({ result }) => result);
  // Of settings all rounds of a loop are read.
  const isReadOn = scope.engine.world.readsSettings() && flows.some((flow) => flow === 'break' || flow === 'continue');
  if ((isMixed || isReadOn) && !isPackage)
    scope.engine.world.note({ file: scope.module.file, line, message: `${message}.` });
  raiseIfAll(flows, scope.engine);
  return flows.map(flowOf);
};

const readAll = (undecided: Undecided): Settled & { flows: Flow[] } => {
  const { ways, scope } = undecided;
  const { engine, names } = scope;
  const states: ReadonlyMap<string, Value>[] = [new Map(names)];
  const flows: (Flow | 'raised')[] = [];
  const lefts: Kept[] = [];
  const isShown = engine.world.readsSettings();
  const { either } = engine;
  if (!isShown) engine.either++;
  try {
    for (const way of ways) {
      const { result, kept } = keeping(engine, names, () => go(way, undecided));
      flows.push(result);
      states.push(new Map(names));
      const left = isShown ? kept : putBack(kept);
      if (result !== 'raised' || isCaught(scope)) lefts.push(left);
    }
  } finally {
    engine.either = either;
  }
  if (!isShown) openDifferent(lefts, WHY);
  const bodies = ways.map(({ body }) => body);
  const { isSettled, isKnown } = settleWays(bodies, names, states, isShown);
  raiseIfAll(flows, engine);
  // What was put into containers on the way to a value is shown as if it were there.
  return {
    flows: flows.map(flowOf),
    isKnown,
    isSettled: isSettled && !(isShown && lefts.some(({ size }) => size > 0)),
  };
};

/** In a module all ways are shown, which is said. What they may change is left open, where it can be told. */
const goInModule = (undecided: Undecided): Flow[] => {
  const { ways, scope, line, message } = undecided;
  const { world } = scope.engine;
  const names = ways.flatMap(({ captured }) => [...(captured?.keys() ?? [])]);
  const bodies = ways.flatMap(({ body }) => body);
  const reach = world.readsSettings() ? undefined : reachOf(bodies, scope, { names, isRead: true });
  const { flows, isSettled, isKnown } = readAll(undecided);
  if (isSettled || scope.module.stopped) return flows;
  const note = { file: scope.module.file, line };
  if (reach === undefined || !isKnown) world.note({ ...note, message: `${message}.` });
  else {
    openClasses(reach, scope);
    world.note({ ...note, message: `${message}; what they may change is left open.`, doubt: 'condition' });
  }
  return flows;
};

export const goAllWays = (undecided: Undecided): Flow[] => {
  const { scope, isPackage } = undecided;
  scope.engine.undecided++;
  return scope.kind === 'module' && !isPackage ? goInModule(undecided) : goApart(undecided);
};

const RETURNED = 'whether a function had returned before is not known';

/** What stands behind a return that may have happened, and is run or not. */
export const goRest = (
  statements: readonly Statement[],
  scope: Scope,
  { returned }: Flow & object,
  runEither: RunEither,
): Flow => {
  const { engine, yielded } = scope;
  if (statements.length === 0) return { returned, mayGoOn: true };
  if (engine.kept.length > MAX_WAYS) {
    leaveRestOpen(statements, scope);
    return { returned, mayGoOn: true };
  }
  const given = yielded?.length ?? 0;
  const { result, left } = goAndReturn(scope, () => asMaybe(scope, () => runEither(statements, scope)));
  const raised = result === 'raised' && isCaught(scope) ? [left.containers] : [];
  const notRun = { names: new Map(scope.names), containers: new Map() };
  const { isMixed } = mergeWays(scope, result === 'raised' ? [notRun] : [left, notRun], RETURNED, raised);
  const [{ line }] = statements as [Statement];
  const message = 'Could not tell whether a function had returned before; the rest was read.';
  if (isMixed) engine.world.note({ file: scope.module.file, line, message });
  if (yielded !== undefined && yielded.length > given) yielded.splice(given, yielded.length, unknownItems(RETURNED));
  return { returned, mayGoOn: result !== 'raised' && goesOn(result) };
};
