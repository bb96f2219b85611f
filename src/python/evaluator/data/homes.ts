/** Classes of modules that are not opened, as `models.CharField`: each may have several names, and is one value by all of them. */
import { isA, isSequence, isTagged, plainOf, type Value } from '../values.ts';
import type { Arguments, World } from '../world.ts';

/** By their names: of what else a module has, nobody knows whether it is the same as something of another name. */
const LOOKS_LIKE_CLASS = /\.[A-Z]\w*[a-z]\w*$/;

const homeOf = (value: Value, world: World): Value =>
  isA(value, 'reference') && value.isHome !== true && LOOKS_LIKE_CLASS.test(value.name)
    ? (world.homeOf(value.name) ?? value)
    : value;

/** The same, with the items of a list or tuple. */
export const withHomes = (value: Value, world: World): Value => {
  if (!isSequence(value)) return homeOf(value, world);
  const items = value.items.map((item) => (isTagged(item) ? withHomes(item, world) : item));
  return items.some((item, at) => item !== value.items[at]) ? { ...value, items } : value;
};

/** What a dict knows by a value, as far as that can be told. */
export const keyOf = (value: Value, world: World): Value => {
  const key = plainOf(value);
  return isA(key, 'tuple') || isA(key, 'reference') ? withHomes(key, world) : key;
};

const ASK_BY_KEY = /^(?:get|pop|setdefault)$/;

/** A method of a dict that is given a key is called with what the dict knows by it. */
export const withKey = (name: string, call: Arguments, world: World): Arguments => {
  const [key, ...others] = ASK_BY_KEY.test(name) ? call.args : [];
  return key === undefined ? call : { args: [keyOf(key, world), ...others], keywords: call.keywords };
};
