/** The names of a module as a dict: where someone put names into it that are not known, that stays so. */
import type { DictValue, Key, ModuleValue, Value } from './values.ts';

const dicts = new WeakMap<Map<string, Value>, DictValue>();

/** `globals()`. */
export const namesOfModule = (module: ModuleValue): DictValue => {
  const known = dicts.get(module.names);
  if (known !== undefined) return known;
  const entries = module.names as Map<Key, Value>;
  const dict: DictValue = { type: 'dict', entries, partial: false, owner: module, isNames: true };
  dicts.set(module.names, dict);
  return dict;
};

/** Whether a module may have names that are not known: `globals().update(unknown)`. */
export const hasOpenNames = ({ names }: ModuleValue): boolean => dicts.get(names)?.partial === true;

/** Whether someone has asked for its names as a dict, and may have put others into it: `inject("os", globals())`. */
export const isHandedOut = ({ names }: ModuleValue): boolean => dicts.has(names);
