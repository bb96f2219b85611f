/** The names of a module, or of a class while its body runs, as a dict: where someone put names into it that are not known, that stays so. */
import type { DictValue, Key, ModuleValue, Value } from './values.ts';

type Named = { readonly names: Map<string, Value> };

const dicts = new WeakMap<Map<string, Value>, DictValue>();

/** Each time the same one. `owner`: who makes it. */
export const namesAsDict = ({ names }: Named, owner: NonNullable<DictValue['owner']>): DictValue => {
  const known = dicts.get(names);
  if (known !== undefined) return known;
  const dict: DictValue = { type: 'dict', entries: names as Map<Key, Value>, partial: false, owner, isNames: true };
  dicts.set(names, dict);
  return dict;
};

/** `globals()`. */
export const namesOfModule = (module: ModuleValue): DictValue => namesAsDict(module, module);

/** Whether there may be names that are not known: `globals().update(unknown)`, `locals()[unknown] = 1` in a class. */
export const hasOpenNames = ({ names }: Named): boolean => dicts.get(names)?.partial === true;

/** Whether someone has asked for its names as a dict, and may have put others into it: `inject("os", globals())`. */
export const isHandedOut = ({ names }: ModuleValue): boolean => dicts.has(names);
