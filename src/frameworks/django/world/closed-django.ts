/** Parts of Django that say nothing about a project's models: never opened, known by their names. */
import { type ReferenceValue, referenceTo } from '../../../python/index.ts';

export const isClosedDjango = (name: string): boolean =>
  /^django(\.|$)/.test(name) &&
  (!/^django\.contrib\.\w+/.test(name) || /^django\.contrib\.(gis|postgres)\b/.test(name));

/** Settings and the version are values, not names. */
const holdsValues = (module: string): boolean => module === 'django' || /^django\.conf\b/.test(module);

type Names = Map<string, ReferenceValue>;

const modules = new Map<string, Names | null>();
// Django has about a thousand modules and some ten thousand names; beyond this someone is playing.
const modulesLimit = 5000;
const namesLimit = 2000;

const namesOf = (module: string): Names | null => {
  const known = modules.get(module);
  if (known !== undefined) return known;
  if (modules.size >= modulesLimit) modules.clear();
  const names: Names | null = isClosedDjango(module) && !holdsValues(module) ? new Map() : null;
  modules.set(module, names);
  return names;
};

/** One value for each name, however often it is written: `models.CharField` stands in a project tens of thousands of times. */
export const closedName = (module: string, name: string): ReferenceValue | undefined => {
  const names = namesOf(module);
  if (names === null) return undefined;
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= namesLimit) names.clear();
  const made = referenceTo(`${module}.${name}`);
  names.set(name, made);
  return made;
};
