/** python-decouple: settings from the environment, else from `.env` or `settings.ini`, turned into what is wanted by a function. */
import {
  type Arguments,
  type CallValue,
  callBuiltin,
  callValue,
  iniEntries,
  isA,
  isSequence,
  listOf,
  NotSet,
  nameOf,
  parentOf,
  type Scope,
  textOf,
  truthOf,
  tupleOf,
  unknown,
  type Value,
  type World,
} from '../../../python/index.ts';
import { loadDotenvFile } from './dotenv.ts';

const readers = new Set(['decouple.AutoConfig', 'decouple.Config']);

export const isDecouple = ({ name }: CallValue): boolean => readers.has(name);

/** Calls what a value is to be turned by. */
type Apply = (cast: Value, value: Value) => Value;

const MAX_FOLDERS = 40;

/** What is set already counts before what a file says. */
const loadIni = (file: string, world: World): void => {
  for (const [name, value] of iniEntries(world.readText(file) ?? '', 'settings'))
    if (world.environment(name) === undefined) world.setEnvironment(name, value);
};

/** The first `settings.ini` or `.env` from a folder upwards. */
const loadFrom = (start: string, world: World): void => {
  for (let at = start, rounds = 0; rounds < MAX_FOLDERS; at = parentOf(at), rounds++) {
    const isIni = world.exists(`${at}/settings.ini`, 'file') === true;
    if (isIni) loadIni(`${at}/settings.ini`, world);
    else if (world.exists(`${at}/.env`, 'file')) loadDotenvFile(`${at}/.env`, world);
    else if (at !== parentOf(at)) continue;
    return;
  }
};

const load = (reader: CallValue | null, file: string | null, world: World): void => {
  const first = reader?.args[0] ?? reader?.keywords.get('search_path');
  const source = isA(first, 'call') ? textOf(first.args[0]) : undefined;
  const start = textOf(first) ?? (file === null ? undefined : parentOf(file));
  if (isA(first, 'call') && source !== undefined)
    if (first.name.endsWith('Ini')) loadIni(source, world);
    else loadDotenvFile(source, world);
  else if (start !== undefined) loadFrom(start, world);
};

const falsehoods = new Set(['', 'n', 'no', 'f', 'false', 'off', '0']);

/** `Csv()`, `Csv(cast=int, post_process=tuple)`. */
const separated = (text: string, { args, keywords }: CallValue, apply: Apply): Value => {
  const cast = keywords.get('cast') ?? args[0];
  const delimiter = keywords.get('delimiter') ?? args[1];
  const parts = text.split(typeof delimiter === 'string' ? delimiter : ',').map((part) => part.trim());
  const items = parts.filter((part) => part !== '').map((part) => turned(part, cast ?? null, apply));
  return nameOf(keywords.get('post_process'))?.endsWith('tuple') ? tupleOf(items) : listOf(items);
};

const turned = (value: Value, cast: Value, apply: Apply): Value => {
  if (cast === null) return value;
  if (isA(cast, 'call') && cast.name.endsWith('.Csv'))
    return typeof value === 'string' ? separated(value, cast, apply) : value;
  const name = nameOf(cast) ?? '';
  if (name === 'builtins.bool')
    return typeof value === 'string'
      ? !falsehoods.has(value.toLowerCase())
      : (truthOf(value) ?? unknown('a setting could not be read'));
  if (name.startsWith('builtins.'))
    return callBuiltin(name.slice(9), { args: [value], keywords: new Map() }) ?? unknown('a setting could not be read');
  return apply(cast, value);
};

/** `config("NAME", default=…, cast=…)`; null: the reader that the package has made itself. */
export const readDecouple = (reader: CallValue | null, call: Arguments, scope: Scope, line: number): Value => {
  const { world } = scope.engine;
  const [name, second, third] = call.args;
  if (typeof name !== 'string') return unknown('the name of a setting is not known');
  if (world.environment(name) === undefined) load(reader, scope.module.file, world);
  const otherwise = call.keywords.has('default') ? call.keywords.get('default') : second;
  const value = world.environment(name) ?? otherwise;
  if (value === undefined) throw new NotSet('UndefinedValueError', name);
  const cast = call.keywords.get('cast') ?? third ?? null;
  const apply: Apply = (target, given) => callValue({ target }, { args: [given], keywords: new Map() }, scope, line);
  // A default that is no text is cast all the same; None is not worth turning into anything.
  return value === null || isSequence(value) ? value : turned(value, cast, apply);
};
