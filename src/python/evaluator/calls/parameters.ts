/** What a function is called with, by the names of its parameters. */
import type { Expression, Parameter } from '../../syntax.ts';
import { noteDoubt } from '../data/kept.ts';
import { dictOf, isMany, type Key, OPEN_KEYWORDS, unknown, type Value } from '../values.ts';
import { type Arguments, Raised, type Scope } from '../world.ts';
import { refuseKeyword } from './refusals.ts';

export const notAllKnown = unknown('not all is known');

/** Python refuses what is given twice, or has no name. */
export const addKeyword = (keywords: Map<string, Value>, name: Key, value: Value, { engine }: Scope): void => {
  const isGivenOnce = typeof name === 'string' && !keywords.has(name);
  if (!isGivenOnce) refuseKeyword(engine);
  keywords.set(isGivenOnce ? name : OPEN_KEYWORDS, isGivenOnce ? value : notAllKnown);
};

/** What a parameter is that nothing is given for. */
type ByItself = (parameter: { name: string; default: Expression }) => Value;

/** What is not given: it may be among the keywords that are not known, else it is what the function says. */
const missing = (parameter: Parameter, isOpen: boolean, byItself: ByItself): Value => {
  if (isOpen) return unknown('an argument may be among those that are not known');
  const { name, default: otherwise } = parameter;
  return otherwise === null ? unknown('an argument is missing') : byItself({ name, default: otherwise });
};

/** Whether Python takes the call: each argument has a place, and no place has two. */
const isFitting = (parameters: readonly Parameter[], { args, keywords }: Arguments): boolean => {
  const named = parameters.filter(({ star }) => star === '');
  const end = parameters.findIndex(({ star }) => star === '*');
  const byPlace = end === -1 ? named : parameters.slice(0, end);
  // A star alone takes nothing.
  if (args.length > byPlace.length && !parameters[end]?.name) return false;
  const taken = new Set(byPlace.slice(0, args.length).map(({ name }) => name));
  const free = named.filter(({ name, isByPlace }) => !isByPlace && !taken.has(name)).map(({ name }) => name);
  if (!parameters.some(({ star }) => star === '**') && [...keywords.keys()].some((key) => !free.includes(key)))
    return false;
  return named.every(({ name, default: otherwise }) => otherwise !== null || taken.has(name) || keywords.has(name));
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
  if (scope.engine.tries > 0 && !isOpen && !isPlaceOpen && !isFitting(parameters, { args, keywords }))
    noteDoubt(new Raised('TypeError', 'A function is given other arguments than it takes.'), scope.engine);
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
