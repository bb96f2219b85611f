/** What is gone over. */
import { classAttribute, iteratedMembers, metaclassOf } from '../classes/classes.ts';
import { openClassOf } from '../classes/opened-classes.ts';
import { linesOfFile } from '../known/files.ts';
import { type CallValue, type ClassValue, isA, isSequence, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import { isOnce, takeAll, takeEach } from './once.ts';

/** What `for` goes over; undefined when it cannot be told. */
export const iterate = (value: Value): readonly Value[] | undefined => {
  const lines = isA(value, 'call') ? linesOfFile(value) : undefined;
  if (lines !== undefined) return lines;
  if (isSequence(value)) return value.items;
  if (isA(value, 'dict')) return value.partial ? undefined : [...value.entries.keys()];
  if (isA(value, 'class')) return iteratedMembers(value) ?? ownIteration(value, metaclassOf(value));
  if (isA(value, 'call')) {
    const of = isA(value.callee, 'class') ? value.callee : undefined;
    const isLeft = value.held !== undefined && of !== undefined && classAttribute(of, '__iter__') === undefined;
    return isLeft && value.held !== undefined ? iterate(value.held) : ownIteration(value, of);
  }
  return typeof value === 'string' ? [...value] : undefined;
};

/** The items of something, which are gone then where it can be gone over only once. */
export const takeItems = (value: Value, scope: Scope): readonly Value[] | undefined => {
  openClassOf(value, scope);
  return isOnce(value) ? takeAll(value, scope.engine) : iterate(value);
};

/** The same item by item, where the environment itself may be gone over; a list that grows meanwhile has more of them. */
export const goOver = (value: Value, scope: Scope): Iterable<Value> | undefined => {
  openClassOf(value, scope);
  const { engine } = scope;
  if (isOnce(value)) return takeEach(value, engine);
  return isA(value, 'reference') && value.name === 'os.environ'
    ? Array.from(engine.world.variables(), ([name]) => name)
    : iterate(value);
};

/** What the `__iter__` of a class of the text's own goes over. */
const ownIteration = (value: CallValue | ClassValue, holder: ClassValue | undefined): readonly Value[] | undefined => {
  const method = holder === undefined ? undefined : classAttribute(holder, '__iter__');
  const items = isA(method, 'function') ? method.call([value], new Map()) : undefined;
  return isSequence(items) ? items.items : undefined;
};
