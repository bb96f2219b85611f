/** What was made of each class in the last reading, to be used again where nothing that it rests on has changed. */
import type { ClassValue, ModuleValue } from '../../../python/index.ts';
import { looksInto, type Recording, record } from '../world/journal.ts';
import { replayRecording } from '../world/modules/modules.ts';
import type { DjangoWorld } from '../world/world.ts';
import type { BuiltModel } from './build.ts';
import type { ReadModel } from './model.ts';

/** Models that were looked up by name, and what was found. */
export type Lookups = Map<string, BuiltModel | undefined>;

/** Something that was made, what it asked the world meanwhile (null: nothing) and the models that it looked up. */
export type Made<T> = { value: T; recording: Recording | null; lookups: Lookups | null };

export type ModelsMemory = {
  builds: Map<ClassValue, Made<BuiltModel | undefined>>;
  /** A model, and those that Django makes for its many-to-many fields. */
  reads: Map<BuiltModel, Made<readonly ReadModel[]>>;
  /** See `Registry.isOpen`. */
  isOpen: boolean;
  /** Django counts fields that it makes by itself downwards. */
  implicitCounter: number;
};

export const createMemory = (implicitCounter = 0): ModelsMemory => ({
  builds: new Map(),
  reads: new Map(),
  isOpen: false,
  implicitCounter,
});

/** What one reading of models remembers from the last one, and for the next. */
export type Remembering = {
  last: ModelsMemory;
  next: ModelsMemory;
  /** Modules that were evaluated again, as they were before. */
  affected: ReadonlySet<ModuleValue>;
  /** Of what is being made. */
  lookups: Lookups | null;
};

/** Makes something on behalf of `owner`, recording what it rests on. */
export const make = <T>(world: DjangoWorld, remembering: Remembering, owner: object, work: () => T): Made<T> => {
  const outer = remembering.lookups;
  const lookups: Lookups = new Map();
  remembering.lookups = lookups;
  let value: T | undefined;
  const recording = record(world.journal, world.engine, owner, null, () => {
    value = work();
  });
  remembering.lookups = outer;
  const isNothing = recording.events.length === 0 && recording.cost === 0;
  return {
    value: value as T,
    recording: isNothing ? null : recording,
    lookups: lookups.size === 0 ? null : lookups,
  };
};

/** Whether what was made rests on nothing that has changed. */
export const stillHolds = (
  made: Made<unknown>,
  { affected }: Remembering,
  find: (id: string) => BuiltModel | undefined,
): boolean => {
  if (made.recording !== null && looksInto(made.recording, affected)) return false;
  if (made.lookups !== null) for (const [id, found] of made.lookups) if (find(id) !== found) return false;
  return true;
};

/** Takes something that still holds as if it had been made just now. */
export const takeAgain = (world: DjangoWorld, { recording }: Made<unknown>): void => {
  if (recording !== null) replayRecording(world, recording);
};
