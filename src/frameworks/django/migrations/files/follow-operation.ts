/** The functions of an operation of the project's, or of a package's, own, followed without running them. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  type FunctionValue,
  isA,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { fieldInstance, followInit } from '../../models/fields/field-arguments.ts';
import { followAside } from '../../world/aside.ts';
import type { DjangoWorld } from '../../world/world.ts';
import type { FollowOperation } from './own-operations.ts';

type Asked = { next: boolean; others: CallValue[] };

/** Whom the method asks, as its conditions and loops come to what the operation was made with. */
const asks = (world: DjangoWorld, self: CallValue, method: FunctionValue): Asked | undefined => {
  const asked: Asked = { next: false, others: [] };
  const call = (): null => {
    asked.next = true;
    return null;
  };
  const ofOther = (object: CallValue): null => {
    asked.others.push(object);
    return null;
  };
  return followAside(world, { name: 'state_forwards', call, ofOther }, () => {
    method.call([self, unknown('the app of an operation'), unknown('the state of the project')], new Map());
    return asked;
  });
};

const asksNext = (
  world: DjangoWorld,
  value: ClassValue,
  method: FunctionValue,
  given: Arguments,
): boolean | undefined => {
  const self = fieldInstance(world, value);
  return followInit(world, value, given, self).isWhole ? asks(world, self, method)?.next : undefined;
};

/** The operations that it hands on to; undefined where it asks the next one as well. */
const othersAsked = (
  world: DjangoWorld,
  value: ClassValue,
  method: FunctionValue,
  given: Arguments,
): CallValue[] | undefined => {
  const { undecided } = world.engine;
  const self = fieldInstance(world, value);
  // That of all operations takes nothing, and need not be asked.
  followInit(world, value, given, self);
  const asked = world.engine.undecided === undecided ? asks(world, self, method) : undefined;
  return asked?.next === false && asked.others.every((each) => isA(each.callee, 'reference'))
    ? asked.others
    : undefined;
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
  others: (value, method, given) => othersAsked(world, value, method, given),
  held: (value, given, name) => heldBy(world, value, given, name),
});
