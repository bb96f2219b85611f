/** Items that are put into lists, dicts and the environment, or taken out: `d["a"] = 1`, `del d["a"]`, `d.__setitem__("a", 1)`. */

import { refuseChange, refuseMissing } from '../calls/refusals.ts';
import { deleteEntry, isKey, loosen, setEntry, takeUnknown } from '../data/entries.ts';
import { keyOf } from '../data/homes.ts';
import { noteChange } from '../data/ownership.ts';
import { isIniParser, putIniItem } from '../known/texts/ini.ts';
import { hasNoOrder, isA, isMany, isSequence, plainOf, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import { REPLACEMENT } from './attributes.ts';

export const CHANGED = 'what was changed in it is not known';

const isEnvironment = (value: Value): boolean => isA(value, 'reference') && value.name === 'os.environ';

/** Nothing lies there that could be replaced or taken out. */
const refusePlace = (object: Value, at: Value, { engine }: Scope): void => {
  if (engine.tries > 0) refuseMissing(object, 'pop', { args: [at], keywords: new Map() }, engine);
};

export const putItem = (object: Value, at: Value, value: Value, scope: Scope): void => {
  const index = isA(object, 'dict') ? keyOf(at, scope.engine.world) : plainOf(at);
  refuseChange(object, scope.engine);
  if (isSequence(object)) refusePlace(object, index, scope);
  noteChange(scope.engine, object);
  // A module that puts an object in its own place.
  if (isA(object, 'dict') && index === scope.module.name && isA(value, 'call'))
    scope.module.names.set(REPLACEMENT, value);
  else if (isA(object, 'dict')) {
    if (isKey(index)) setEntry(object, index, value);
    else takeUnknown(object, scope.engine.world.readsSettings());
  } else if (isSequence(object)) {
    const isTold = typeof index === 'number' && !object.items.some(isMany) && !hasNoOrder(object);
    if (!isTold) loosen(object, scope.engine.world.readsSettings(), CHANGED);
    else if (index < object.items.length) object.items[index < 0 ? object.items.length + index : index] = value;
  } else if (isIniParser(object)) putIniItem(object, index, value);
  else if (isEnvironment(object))
    if (typeof index === 'string' && typeof value === 'string') scope.engine.world.setEnvironment(index, value);
};

export const takeItem = (object: Value, given: Value, scope: Scope): void => {
  const at = isA(object, 'dict') ? keyOf(given, scope.engine.world) : given;
  refuseChange(object, scope.engine);
  noteChange(scope.engine, object);
  refusePlace(object, at, scope);
  if (isA(object, 'dict') && isKey(at)) deleteEntry(object, at);
  else if (isSequence(object) && typeof at === 'number' && !object.items.some(isMany) && !hasNoOrder(object))
    object.items.splice(at, 1);
  else if (isSequence(object) || isA(object, 'dict')) loosen(object, scope.engine.world.readsSettings(), CHANGED);
  else if (isEnvironment(object) && typeof at === 'string') scope.engine.world.setEnvironment(at, undefined);
};
