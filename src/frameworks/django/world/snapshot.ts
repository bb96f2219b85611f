/** The world at one moment of a reading, to go on from there again. */
import type { Problem } from '../../../contract/index.ts';
import type { ImportAnswer, ModuleValue } from '../../../python/index.ts';
import type { WorldState } from './world-state.ts';

export type Snapshot = {
  opened: ReadonlyMap<string, ModuleValue | undefined>;
  answers: ReadonlyMap<string, ImportAnswer>;
  classes: number;
  prepared: number;
  problems: readonly Problem[];
  filesRead: ReadonlySet<string>;
  budget: number;
  foreignChanges: number;
};

export const takeSnapshot = (state: WorldState): Snapshot => ({
  opened: new Map(state.opened),
  answers: new Map(state.answers),
  classes: state.classes.length,
  prepared: state.prepared.length,
  problems: [...state.input.problems],
  filesRead: new Set(state.filesRead),
  budget: state.engine.budget,
  foreignChanges: state.engine.foreignChanges,
});

const refill = <K, V>(map: Map<K, V>, from: ReadonlyMap<K, V>): void => {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
};

/** Counters that only grow go on: what is made from now on is younger than all there is. */
export const returnTo = (state: WorldState, snapshot: Snapshot): void => {
  refill(state.opened, snapshot.opened);
  refill(state.answers, snapshot.answers);
  state.classes.length = snapshot.classes;
  state.prepared.length = snapshot.prepared;
  state.input.problems.splice(0, state.input.problems.length, ...snapshot.problems);
  state.filesRead.clear();
  for (const file of snapshot.filesRead) state.filesRead.add(file);
  state.engine.budget = snapshot.budget;
  state.engine.foreignChanges = snapshot.foreignChanges;
  state.lastText = null;
};
