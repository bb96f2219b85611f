/** Names that are bound to a value, or to its parts. */
import type { Expression } from '../../syntax.ts';
import { refuseParts } from '../calls/refusals.ts';
import { takeItems } from '../data/iteration.ts';
import { keepNames } from '../data/kept.ts';
import { hasNoOrder, isMany, unknown, type Value } from '../values.ts';
import type { Scope } from '../world.ts';

type AssignPlace = (target: Expression, value: Value, scope: Scope) => void;

/** Where `global` and `nonlocal` send a name, or here. */
export const homeOf = (name: string, { elsewhere, names, engine }: Scope): Map<string, Value> => {
  const home = elsewhere?.get(name);
  if (home !== undefined) keepNames(engine, home);
  return home ?? names;
};

/** Binds what `for`, `=` or a comprehension assigns to; anything but names and their tuples goes to `assignPlace`. */
export const bindNames = (target: Expression, value: Value, scope: Scope, assignPlace?: AssignPlace): void => {
  if (target.kind === 'name') homeOf(target.name, scope).set(target.name, value);
  else if (target.kind === 'tuple' || target.kind === 'list') {
    const whole = takeItems(value, scope);
    const items = hasNoOrder(value) || whole?.some(isMany) ? undefined : whole;
    const starAt = target.items.findIndex((item) => item.kind === 'starred');
    if (items !== undefined && starAt === -1 && scope.engine.tries > 0) refuseParts(items, target.items.length);
    target.items.forEach((item, index) => {
      if (item.kind === 'starred') {
        const rest = items?.slice(index, items.length - (target.items.length - index - 1));
        const list: Value = rest === undefined ? unknown('not known') : { type: 'list', items: rest };
        bindNames(item.value, list, scope, assignPlace);
        return;
      }
      const at =
        starAt !== -1 && index > starAt && items !== undefined ? items.length - (target.items.length - index) : index;
      const part = items?.[at];
      bindNames(item, part === undefined ? unknown('a part of an assignment is not known') : part, scope, assignPlace);
    });
  } else assignPlace?.(target, value, scope);
};
