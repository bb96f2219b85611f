/** A loop over what has no order: it is gone through in several of them, and what these leave different is not known. */
import { equals } from '../../data/equality.ts';
import { takeItems } from '../../data/iteration.ts';
import { type Kept, keeping, MAX_WAYS, noteDoubt, openDifferent, putBack } from '../../data/kept.ts';
import { isOnce, takeEach } from '../../data/once.ts';
import { noteChange } from '../../data/ownership.ts';
import { ANY_ORDER, isMany, unknown, unknownItems, unknownOf, type Value } from '../../values.ts';
import { Raised, type Scope } from '../../world.ts';
import { type Flow, goesOn } from '../definitions.ts';

const turned = (items: readonly Value[], by: number): readonly Value[] => [...items.slice(by), ...items.slice(0, by)];

/** As they lie, turned round, and each in the place of the one before: no item has its place, or its neighbours, in all of them. */
const ordersOf = (items: readonly Value[]): (readonly Value[])[] => [
  items,
  items.toReversed(),
  ...(items.length > 2 ? [turned(items, 1)] : []),
];

/** Where a loop may be left before its end, each of them may be the only one that it comes to. */
const eachFirst = (items: readonly Value[]): (readonly Value[])[] =>
  items.slice(2).map((_, at) => turned(items, at + 2));

/** More would be read too often: each of them is gone through three times. */
const MOST = 300;
/** The same where it is left. */
const MOST_LEFT = 12;

type Gone = { flow: Flow; error: Raised | undefined; names: ReadonlyMap<string, Value>; given: Value[]; kept: Kept };

const setNames = ({ names }: Scope, from: ReadonlyMap<string, Value>): void => {
  names.clear();
  for (const [name, value] of from) names.set(name, value);
};

const attempt = (work: () => Flow): Pick<Gone, 'flow' | 'error'> => {
  try {
    return { flow: work(), error: undefined };
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return { flow: undefined, error };
  }
};

/** One order, from where the loop begins and back to there. */
const go = (work: () => Flow, scope: Scope): Gone => {
  const before = new Map(scope.names);
  const start = scope.yielded?.length ?? 0;
  const { result, kept } = keeping(scope.engine, scope.names, () => attempt(work));
  const gone: Gone = {
    ...result,
    names: new Map(scope.names),
    given: scope.yielded?.splice(start) ?? [],
    kept: putBack(kept),
  };
  setNames(scope, before);
  return gone;
};

const isSame = (one: Value | undefined, two: Value | undefined): boolean =>
  one === two || (one !== undefined && two !== undefined && equals(one, two) === true);

/** What a name is after each of them. */
const mergeNames = (ways: readonly Gone[], { names }: Scope): void => {
  for (const name of new Set(ways.flatMap((way) => [...way.names.keys()]))) {
    const values = ways.map((way) => way.names.get(name));
    const [first] = values;
    if (first !== undefined && values.every((value) => isSame(first, value))) names.set(name, first);
    else names.set(name, unknownOf(values, ANY_ORDER));
  }
};

const mergeGiven = (ways: readonly Gone[], yielded: Value[]): void => {
  const [first, ...others] = ways.map(({ given }) => given);
  const isAlike = others.every(
    (other) => other.length === first?.length && other.every((item, at) => !isMany(item) && isSame(item, first[at])),
  );
  yielded.push(...(isAlike ? (first ?? []) : [unknownItems(ANY_ORDER)]));
};

const flowOf = (flows: readonly Flow[]): Flow => {
  const [first] = flows;
  const returned = flows.flatMap((flow) => (typeof flow === 'object' ? [flow] : []));
  if (returned.length === 0) return flows.every((flow) => flow === first) ? first : 'unsure';
  const [one] = returned;
  const isAlike = one !== undefined && returned.every((other) => isSame(one.returned, other.returned));
  if (isAlike && returned.length === flows.length && !returned.some(goesOn)) return one;
  return { returned: isAlike ? one.returned : unknown(ANY_ORDER), mayGoOn: flows.some(goesOn) };
};

/** A class is made once: where the loop makes some, and is not gone through again, most of what it does is to name them. */
const waysOf = (
  orders: readonly (readonly Value[])[],
  run: (items: readonly Value[]) => Flow,
  scope: Scope,
  isAgain = false,
): Gone[] => {
  const { engine } = scope;
  const { aside, classes } = engine;
  const ways: Gone[] = [];
  try {
    for (const order of orders) {
      // Whoever is to be told of something was told the first time.
      if (isAgain || ways.length > 0) engine.aside = aside + 1;
      if (engine.classes === classes) ways.push(go(() => run(order), scope));
    }
  } finally {
    engine.aside = aside;
  }
  return ways;
};

const raiseAny = (ways: readonly Gone[], { engine }: Scope): void => {
  const errors = ways.flatMap(({ error }) => error ?? []);
  for (const error of errors)
    if (errors.length === ways.length) throw error;
    else noteDoubt(error, engine);
};

/** What can be gone over only once has, while that is done, what is left of it for whoever asks. */
const inTurn =
  (iterable: Value, run: (items: Iterable<Value>) => Flow, { engine }: Scope) =>
  (order: readonly Value[]): Flow => {
    if (!isOnce(iterable)) return run(order);
    noteChange(engine, iterable);
    iterable.items.splice(0, iterable.items.length, ...order);
    delete iterable.isAnyOrder;
    return run(takeEach(iterable, engine));
  };

/** 'unsure': there are too many of them, or they lie too deep in each other, to be gone through again and again. */
export const goAnyOrder = (iterable: Value, runRounds: (items: Iterable<Value>) => Flow, scope: Scope): Flow => {
  const run = inTurn(iterable, runRounds, scope);
  const items = [...(takeItems(iterable, scope) ?? [])];
  if (items.length > MOST || scope.engine.kept.length > MAX_WAYS || scope.whenYielded !== undefined) return 'unsure';
  const ways = waysOf(ordersOf(items), run, scope);
  const isLeft = ways.some(({ flow, error }) => flow !== undefined || error !== undefined);
  if (isLeft && items.length > MOST_LEFT) return 'unsure';
  if (isLeft && ways.length > 1) ways.push(...waysOf(eachFirst(items), run, scope, true));
  openDifferent(
    ways.map(({ kept }) => kept),
    ANY_ORDER,
  );
  mergeNames(ways, scope);
  if (scope.yielded !== undefined) mergeGiven(ways, scope.yielded);
  raiseAny(ways, scope);
  const flow = flowOf(ways.map((way) => way.flow));
  // Where it was left, nobody knows which of them are left.
  if (isOnce(iterable) && flow !== undefined) iterable.items.push(unknownItems(ANY_ORDER));
  return flow;
};
