/** What a function is called with, by the names of its parameters. */
import type { Expression, Parameter } from '../syntax.ts';
import { dictOf, isMany, OPEN_KEYWORDS, unknown, type Value } from './values.ts';
import type { Arguments, Scope } from './world.ts';

/** What a parameter is that nothing is given for. */
type ByItself = (parameter: { name: string; default: Expression }) => Value;

/** What is not given: it may be among the keywords that are not known, else it is what the function says. */
const missing = (parameter: Parameter, isOpen: boolean, byItself: ByItself): Value => {
  if (isOpen) return unknown('an argument may be among those that are not known');
  const { name, default: otherwise } = parameter;
  return otherwise === null ? unknown('an argument is missing') : byItself({ name, default: otherwise });
};

/** Binds them in the function's scope. */
export const bindParameters = (
  parameters: readonly Parameter[],
  { args, keywords }: Arguments,
  scope: Scope,
  byItself: ByItself,
): void => {
  let next = 0;
  const isOpen = keywords.has(OPEN_KEYWORDS);
  const isPlaceOpen = args.some(isMany);
  const used = new Set<string>([OPEN_KEYWORDS]);
  for (const parameter of parameters) {
    if (parameter.star === '*') {
      scope.names.set(parameter.name, { type: 'tuple', items: args.slice(next) });
      next = args.length;
    } else if (parameter.star === '**') {
      const rest = [...keywords].filter(([key]) => !used.has(key));
      scope.names.set(parameter.name, dictOf(rest, isOpen));
    } else {
      if (!parameter.isByPlace) used.add(parameter.name);
      // What stands for any number of arguments may be this one, and is there for the next.
      const byPlace = next < args.length && !isMany(args[next]) ? args[next++] : undefined;
      const byName = parameter.isByPlace ? undefined : keywords.get(parameter.name);
      const given = byPlace === undefined ? byName : byPlace;
      scope.names.set(
        parameter.name,
        given === undefined ? missing(parameter, parameter.isByPlace ? isPlaceOpen : isOpen, byItself) : given,
      );
    }
  }
};
