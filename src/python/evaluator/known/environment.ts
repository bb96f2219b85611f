/** Variables of the environment as `os` gives them. */
import { dictOf, firstOf, isA, unknown, type Value } from '../values.ts';
import { type Arguments, NotSet, type World } from '../world.ts';

/** `os.environ["X"]`: what is read must be set. */
export const requireVariable = (name: Value, world: World): Value => {
  if (typeof name !== 'string') return unknown('the name of an environment variable is not known');
  const value = world.environment(name);
  if (value === undefined) throw new NotSet('KeyError', name);
  return value;
};

/** `os.getenv("X", "default")`: the variable, else the default that the call gives, else Python's None. */
export const readVariable = ({ args, keywords }: Arguments, world: World): Value | undefined => {
  const [name, otherwise] = args;
  if (typeof name !== 'string') return undefined;
  return firstOf(world.environment(name), otherwise, keywords.get('default'), null);
};

/** `os.environ.pop("X", "default")`: the variable, which is not set from then on. */
export const takeVariable = ({ args }: Arguments, world: World): Value | undefined => {
  const [name = null, otherwise] = args;
  if (typeof name !== 'string') return undefined;
  const value = otherwise === undefined ? requireVariable(name, world) : firstOf(world.environment(name), otherwise);
  if (world.environment(name) !== undefined) world.setEnvironment(name, undefined);
  return value;
};

/** `dict(os.environ)`, `{**os.environ}`: its variables, as a dict of its own. */
export const variablesOr = (value: Value, world: World): Value =>
  isA(value, 'reference') && value.name === 'os.environ' ? dictOf(world.variables()) : value;
