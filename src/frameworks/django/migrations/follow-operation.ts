/** The functions of an operation of the project's, or of a package's, own, followed without running them. */
import {
  type Arguments,
  type ClassValue,
  type FunctionValue,
  Raised,
  unknown,
  type Value,
} from '../../../python/index.ts';
import { fieldInstance, followInit } from '../models/field-arguments.ts';
import type { DjangoWorld } from '../world/world.ts';
import type { FollowOperation } from './own-operations.ts';

/** Whether the method asks the next one, as its conditions come to what the operation was made with. */
const asksNext = (
  world: DjangoWorld,
  value: ClassValue,
  method: FunctionValue,
  given: Arguments,
): boolean | undefined => {
  const self = fieldInstance(world, value);
  if (!followInit(world, value, given, self).isWhole) return undefined;
  const { engine, onSuperMethod: before } = world;
  const { undecided } = engine;
  let isAsked = false;
  const call = (): null => {
    isAsked = true;
    return null;
  };
  world.onSuperMethod = { name: 'state_forwards', call };
  engine.aside++;
  try {
    method.call([self, unknown('the app of an operation'), unknown('the state of the project')], new Map());
    return engine.undecided === undecided ? isAsked : undefined;
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  } finally {
    engine.aside--;
    world.onSuperMethod = before;
  }
};

/** What `__init__` leaves on it by that name. */
const heldBy = (world: DjangoWorld, value: ClassValue, given: Arguments, name: string): Value | undefined => {
  const { undecided } = world.engine;
  const self = fieldInstance(world, value);
  followInit(world, value, given, self);
  return world.engine.undecided === undecided ? self.state?.get(name) : undefined;
};

export const followOperations = (world: DjangoWorld): FollowOperation => ({
  init: (value, given) => {
    const { call, isWhole } = followInit(world, value, given);
    return isWhole ? call : undefined;
  },
  forwards: (value, method, given) => asksNext(world, value, method, given),
  held: (value, given, name) => heldBy(world, value, given, name),
});
