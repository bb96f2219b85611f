/** Settings classes of pydantic: what the environment or a `.env` file says under the name of an attribute counts before what the class gives it. */
import {
  type CallValue,
  type ClassValue,
  isA,
  isSequence,
  nameOf,
  numberOf,
  resolutionOrder,
  textOf,
  toFloat,
  toInteger,
  unknown,
  type Value,
  type World,
} from '../../../python/index.ts';
import { dotenvEntries } from './dotenv.ts';
import { truths } from './environment-readers.ts';

const BASE = /^pydantic(?:_settings)?(?:\.\w+)*\.BaseSettings$/;
const FIELD = /^pydantic(?:\.\w+)*\.Field$/;

/** The classes above and beside pydantic's own, whose text may be at hand or not; none where it is no settings class. */
const ownClasses = (value: ClassValue): ClassValue[] => {
  const order = resolutionOrder(value);
  const base = order.findIndex((ancestor) => BASE.test(nameOf(ancestor) ?? ''));
  return order.slice(0, Math.max(base, 0)).filter((ancestor) => ancestor.type === 'class');
};

/** `model_config = SettingsConfigDict(env_file=…)`, or `class Config: env_file = …`. */
const optionOf = (classes: readonly ClassValue[], name: string): Value | undefined => {
  for (const { names } of classes) {
    const [config, older] = [names.get('model_config'), names.get('Config')];
    const given = isA(config, 'call') ? config.keywords.get(name) : undefined;
    const option = given ?? (isA(config, 'dict') ? config.entries.get(name) : undefined);
    const value = option ?? (isA(older, 'class') ? older.names.get(name) : undefined);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** As the attribute's own value is; what else it may be declared as is not known. */
const castLike = (text: string, like: Value | undefined): Value => {
  const open = unknown('a setting of the environment has a type that is not known');
  if (typeof like === 'boolean') return truths.has(text.toLowerCase());
  if (typeof like === 'string') return text;
  if (typeof like === 'number') return toInteger(text) ?? open;
  return like !== undefined && numberOf(like) !== undefined ? (toFloat(text) ?? open) : open;
};

const defaultOf = (written: Value): Value | undefined => {
  if (!isA(written, 'call') || !FIELD.test(written.name)) return written;
  return written.keywords.get('default') ?? written.args[0];
};

/** The variables that an instance looks at, by their names in small letters; those of the environment count first. */
const variablesOf = (classes: readonly ClassValue[], made: CallValue, world: World): Map<string, string> => {
  const file = made.keywords.get('_env_file') ?? optionOf(classes, 'env_file');
  const files = (isSequence(file) ? file.items : [file]).flatMap((item) => textOf(item) ?? []);
  const entries = [...files.flatMap((path) => [...dotenvEntries(path, world)]), ...world.variables()];
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
};

/** Gives a new instance its attributes. */
export const settleSettings = (made: CallValue, of: ClassValue, world: World): void => {
  const classes = ownClasses(of);
  if (classes.length === 0) return;
  const variables = variablesOf(classes, made, world);
  const prefix = textOf(optionOf(classes, 'env_prefix')) ?? '';
  made.state ??= new Map();
  for (const { names } of classes)
    for (const [name, written] of names) {
      if (made.state.has(name) || name.startsWith('_') || name === 'model_config') continue;
      if (isA(written, 'function') || isA(written, 'class')) continue;
      const otherwise = defaultOf(written);
      const text = variables.get((prefix + name).toLowerCase());
      const value = made.keywords.get(name) ?? (text === undefined ? otherwise : castLike(text, otherwise));
      if (value !== undefined) made.state.set(name, value);
    }
};
