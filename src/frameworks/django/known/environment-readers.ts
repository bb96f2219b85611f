/** Settings from the environment, with a type of their own: django-environ, environs and the like. */
import {
  type Arguments,
  type CallValue,
  firstOf,
  isA,
  isSequence,
  listOf,
  NotSet,
  nameOf,
  pathOf,
  textOf,
  toFloat,
  toInteger,
  unknown,
  type Value,
  type World,
} from '../../../python/index.ts';
import { databaseFromUrl, databaseOf } from './database-urls.ts';
import { callDotenv } from './dotenv.ts';

/** Readers of the environment with a type of their own: django-environ, environs. */
export const readers: ReadonlySet<string> = new Set([
  'environ.Env',
  'environs.Env',
  'environ.FileAwareEnv',
  'prettyconf.config',
  'starlette.config.Config',
]);

export const truths: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on', 'y', 't', 'ok']);

const castTo = (text: string, cast: string, engine?: Value): Value => {
  switch (cast) {
    case 'bool':
      return truths.has(text.toLowerCase());
    case 'int':
    case 'float':
      return (cast === 'int' ? toInteger(text) : toFloat(text)) ?? unknown('a number could not be read');
    case 'list':
    case 'tuple':
      return listOf(text.split(',').filter((part) => part !== ''));
    case 'db':
    case 'db_url':
    case 'dj_db_url':
      return databaseOf(text, engine);
    case 'path':
      return pathOf(text);
    default:
      return text;
  }
};

/** `env(name, cast, default)` and `env.list(name, str, default)`, but `env.int(name, default)` and `env(name, default)` of environs. */
const defaultAt = ({ args: [, second] }: Arguments): number =>
  isA(second, 'reference') || isA(second, 'class') || isA(second, 'function') ? 2 : 1;

/** Variables that a reader asks for when it is told none. */
const usual: Readonly<Record<string, string>> = { db: 'DATABASE_URL', db_url: 'DATABASE_URL' };

/** Where `env.prefixed("APP_")` keeps what stands before every name. */
const PREFIX = '<prefix>';

/** `env("X", default=…)`, `env.bool("X", …)`, `config("X", default=…, cast=…)`. `schema` is what the reader was made with. */
export const readEnvironment = (
  call: Arguments,
  cast: string,
  schema: ReadonlyMap<string, Value>,
  world: World,
  prefix = '',
): Value => {
  const [asked = call.keywords.get('var') ?? usual[cast]] = call.args;
  const name = typeof asked === 'string' ? prefix + asked : asked;
  if (typeof name !== 'string') return unknown('the name of an environment variable is not known');
  const declared = schema.get(name);
  const [type, declaredDefault] = isSequence(declared) ? declared.items : [declared, undefined];
  const given = call.keywords.get('cast') ?? type;
  const kind = cast !== '' ? cast : isA(given, 'reference') ? (given.name.split('.').at(-1) ?? '') : '';
  const engine = call.keywords.get('engine');
  const text = world.environment(name);
  if (text !== undefined) return castTo(text, kind, engine);
  const otherwise = firstOf(call.keywords.get('default'), call.args[defaultAt(call)], declaredDefault);
  if (otherwise === undefined) throw new NotSet('ImproperlyConfigured', name);
  return typeof otherwise === 'string' && kind !== '' ? castTo(otherwise, kind, engine) : otherwise;
};

const prefixOf = ({ state }: CallValue): string => textOf(state?.get(PREFIX)) ?? '';

/** `with env.prefixed("APP_"):`: every name that is asked for meanwhile begins with it. */
export const PREFIXED = 'environs.Env.prefixed';

const addPrefix = (reader: CallValue, { args: [prefix] }: Arguments): Value => {
  const outer = prefixOf(reader);
  reader.state ??= new Map();
  reader.state.set(PREFIX, typeof prefix === 'string' ? outer + prefix : unknown('a prefix is not known'));
  return { ...reader, name: PREFIXED, callee: reader, state: new Map([[PREFIX, outer]]) };
};

/** What the block calls the reader by; at its end the reader has the prefix that it had before. */
export const callPrefixed = ({ callee, state }: CallValue, method: string): Value | undefined => {
  if (method === '__enter__') return callee;
  if (method === '__exit__' && isA(callee, 'call')) callee.state?.set(PREFIX, state?.get(PREFIX) ?? '');
  return undefined;
};

const castName = ({ keywords }: Arguments): string => {
  const cast = keywords.get('cast');
  const name = isA(cast, 'call') && /Csv$/.test(cast.name) ? 'list' : nameOf(cast);
  return name?.split('.').at(-1) ?? '';
};

/** `config("X", default)` of a package whose reader is made already; a reader of one's own is made without the name of a variable. */
export const callAsReader = (call: Arguments, world: World): Value | undefined =>
  typeof call.args[0] === 'string' ? readEnvironment(call, castName(call) || 'str', new Map(), world) : undefined;

/** `env("X")`, `env.bool("X", False)`, `env.read_env()`, in a file of the project. */
export const callReader = (
  reader: CallValue,
  method: string,
  call: Arguments,
  file: string | null,
  world: World,
): Value => {
  switch (method) {
    case 'read_env':
    case 'read_envfile':
      return callDotenv(`${reader.name}.read_env`, call, file, world) ?? null;
    case 'prefixed':
      return addPrefix(reader, call);
    case 'seal':
      return null;
    case 'db_url_config':
      return databaseFromUrl(call) ?? unknown('a database URL is not known');
  }
  if (isA(reader.state?.get(PREFIX), 'unknown')) return unknown('a prefix of variables is not known');
  const cast = method === 'get_value' || method === '__call__' ? '' : method;
  return readEnvironment(call, cast, reader.keywords, world, prefixOf(reader));
};
