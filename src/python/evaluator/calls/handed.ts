/** What is handed to a call that nobody follows: what that may change is left open. */

import { CHANGED } from '../attributes/set-items.ts';
import { loosen } from '../data/entries.ts';
import { noteChange } from '../data/ownership.ts';
import { CHANGES_FIRST } from '../known/methods.ts';
import { isA, isSequence, type Value } from '../values.ts';
import type { Arguments, Scope } from '../world.ts';

const loosenChanged = (changed: Value | undefined, { engine }: Scope): void => {
  if (!isSequence(changed) && !isA(changed, 'dict')) return;
  noteChange(engine, changed);
  loosen(changed, engine.world.readsSettings(), CHANGED);
};

/** Whoever is handed `apps.append` calls it, nobody knows how often; `random.shuffle(apps)`. Asked of every field there is. */
export const loosenHanded = (name: string, { args, keywords }: Arguments, scope: Scope): void => {
  const [first] = args;
  if ((isSequence(first) || isA(first, 'dict')) && CHANGES_FIRST.test(name)) loosenChanged(first, scope);
  for (const given of args) if (isA(given, 'function')) loosenChanged(given.changes, scope);
  for (const given of keywords.values()) if (isA(given, 'function')) loosenChanged(given.changes, scope);
};

/** Something is done with what a function is given; a class, which makes things, does nothing by itself where nobody can look into it. */
export const tellUndecided = (name: string, { args, keywords }: Arguments, { engine: { world } }: Scope): void => {
  if (args.length === 0 && keywords.size === 0) return;
  if (!world.isAway(name)) {
    if (args.length > 0) world.onUndecided(name, args);
  } else if (!/^_*[A-Z]/.test(name.slice(name.lastIndexOf('.') + 1)))
    world.onUndecided(name, [...args, ...keywords.values()]);
};
