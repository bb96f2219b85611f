/** A loop over what has no order: it is gone through in several of them, and what these leave different is not known. */
import { equals } from '../../data/equality.ts';
import { takeItems } from '../../data/iteration.ts';
import { type Kept, keeping, MAX_WAYS, openDifferent, putBack } from '../../data/kept.ts';
import { isOnce } from '../../data/once.ts';
import { ANY_ORDER, isMany, unknown, unknownItems, unknownOf, type Value } from '../../values.ts';
import { Raised, type Scope } from '../../world.ts';
import { type Flow, goesOn } from '../definitions.ts';

/** As they lie, turned round, and each in the place of the one before: no item has its place, or its neighbours, in all of them. */
const ordersOf = (items: readonly Value[]): (readonly Value[])[] => [
  items,
  items.toReversed(),
  ...(items.length > 2 ? [[...items.slice(1), ...items.slice(0, 1)]] : []),
];

/** More would be read too often: each of them is gone through three times. */
const MOST = 300;

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
const waysOf = (items: readonly Value[], run: (items: readonly Value[]) => Flow, scope: Scope): Gone[] => {
  const { engine } = scope;
  const { aside, classes } = engine;
  const ways: Gone[] = [];
  try {
    for (const order of ordersOf(items)) {
      if (engine.classes === classes) ways.push(go(() => run(order), scope));
      // Whoever is to be told of something was told the first time.
      engine.aside = aside + 1;
    }
  } finally {
    engine.aside = aside;
  }
  return ways;
};

/** 'unsure': there are too many of them, or they lie too deep in each other, to be gone through again and again. */
export const goAnyOrder = (iterable: Value, run: (items: readonly Value[]) => Flow, scope: Scope): Flow => {
  const items = [...(takeItems(iterable, scope) ?? [])];
  if (items.length > MOST || scope.engine.kept.length > MAX_WAYS || scope.whenYielded !== undefined) return 'unsure';
  const ways = waysOf(items, run, scope);
  openDifferent(
    ways.map(({ kept }) => kept),
    ANY_ORDER,
  );
  mergeNames(ways, scope);
  if (scope.yielded !== undefined) mergeGiven(ways, scope.yielded);
  const error = ways.find((way) => way.error !== undefined)?.error;
  if (error !== undefined) throw error;
  const flow = flowOf(ways.map((way) => way.flow));
  // Where it was left, nobody knows which of them are left.
  if (isOnce(iterable) && flow !== undefined) iterable.items.push(unknownItems(ANY_ORDER));
  return flow;
};
