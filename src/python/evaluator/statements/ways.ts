/** Code of which one way is gone, and nobody can tell which: all are read, for what they define. What they leave different is not known. */
import type { Statement } from '../../syntax.ts';
import { type Kept, keeping, openDifferent, putBack } from '../kept.ts';
import { NOT_AT_HAND, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import { asMaybe, goAndReturn, mergeWays } from './apart.ts';
import type { Flow } from './definitions.ts';
import { openClasses } from './left-out.ts';
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

const go = ({ body, captured }: Way, { scope, runEither }: Undecided): Flow | 'raised' => {
  for (const [name, value] of captured ?? []) scope.names.set(name, value);
  return runEither(body, scope);
};

const flowOf = (flow: Flow | 'raised'): Flow => (flow === 'raised' ? undefined : flow);

/** Where nobody is told that all ways were read, a name that they leave with different values is not known, whatever it was. */
const goApart = (undecided: Undecided): Flow[] => {
  const { ways, scope, isPackage, line, message } = undecided;
  const isMaybe = isPackage && scope.kind === 'module';
  const gone = ways.map((way) => {
    const work = (): Flow | 'raised' => go(way, undecided);
    return goAndReturn(scope, () => (isMaybe ? asMaybe(scope, work) : work()));
  });
  const lefts = gone.flatMap(({ result, left }) => (result === 'raised' ? [] : [left]));
  const { isMixed } = mergeWays(scope, lefts, isPackage ? NOT_AT_HAND : WHY);
  if (isMixed && !isPackage) scope.engine.world.note({ file: scope.module.file, line, message: `${message}.` });
  return gone.map(({ result }) => flowOf(result));
};

const readAll = (undecided: Undecided): Settled & { flows: Flow[] } => {
  const { ways, scope } = undecided;
  const { engine, names } = scope;
  const states: ReadonlyMap<string, Value>[] = [new Map(names)];
  const flows: Flow[] = [];
  const lefts: Kept[] = [];
  const isShown = engine.world.readsSettings();
  const { either } = engine;
  if (!isShown) engine.either++;
  try {
    for (const way of ways) {
      const { result, kept } = keeping(engine, () => go(way, undecided));
      flows.push(flowOf(result));
      states.push(new Map(names));
      const left = isShown ? kept : putBack(kept);
      if (result !== 'raised') lefts.push(left);
    }
  } finally {
    engine.either = either;
  }
  if (!isShown) openDifferent(lefts, WHY);
  const bodies = ways.map(({ body }) => body);
  return { flows, ...settleWays(bodies, names, states, isShown) };
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
