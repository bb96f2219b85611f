/** `.env` files: where python-dotenv, django-environ and environs look for one by themselves, and what they read in it. */
import {
  type Arguments,
  absolutePath,
  baseOf,
  dictOf,
  fillIn,
  firstOf,
  isTagged,
  parentOf,
  textOf,
  truthOf,
  type Value,
  type World,
} from '../../../python/index.ts';

/** Spaces between a value and its comment. */
const longestGap = 200;

/** Without a comment, which begins after a space. */
const uncommented = (text: string): string => {
  const at = text.search(/\s#/);
  return at < 0 ? text : text.slice(0, at).trimEnd();
};

/** What stands in quotes, up to the last one that ends the line or has a comment after it; undefined for a text that does not. */
const unquoted = (text: string): string | undefined => {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return undefined;
  for (let end = text.lastIndexOf(quote); end > 0; end = text.lastIndexOf(quote, end - 1))
    if (/^(?:\s+#|$)/.test(text.slice(end + 1, end + longestGap))) return text.slice(1, end);
  return undefined;
};

/** As django-environ has what stands in double quotes: a backslash keeps its letter where both stand for the end of a line or a tab. */
const unescaped = (text: string): string => text.replaceAll(/\\([^\nnrt])/g, '$1');

/** `KEY=value` lines, with `export`, quotes and comments. */
const parseLines = (text: string, unescapes = false): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [, name, rest = ''] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/s.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const value = rest.trim();
    const inside = unquoted(value);
    return [
      [name, inside === undefined ? uncommented(value) : unescapes && value[0] === '"' ? unescaped(inside) : inside],
    ];
  });

/** Those of Python that are no letter of themselves. */
const escapes = new Map(Object.entries({ a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }));
/** What python-dotenv takes for a value in quotes, which may go on over several lines. */
const quotedEntry =
  /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_]\w*)[^\S\n]*=[^\S\n]*(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)')[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;

/** As python-dotenv reads them. */
const parseDotenv = (text: string): [string, string][] => {
  const entries: [string, string][] = [];
  for (let at = 0; at < text.length; ) {
    quotedEntry.lastIndex = at;
    const [, name, double, single = ''] = quotedEntry.exec(text) ?? [];
    if (name !== undefined) {
      const value =
        double?.replaceAll(/\\([\\'"abfnrtv])/g, (_, sign: string) => escapes.get(sign) ?? sign) ??
        single.replaceAll(/\\([\\'])/g, '$1');
      entries.push([name, value]);
      at = quotedEntry.lastIndex;
      continue;
    }
    const end = text.indexOf('\n', at);
    entries.push(...parseLines(text.slice(at, end < 0 ? text.length : end)));
    at = end < 0 ? text.length : end + 1;
  }
  return entries;
};

type Kind = {
  /** Without a path: only in the folder of the file that asks, or from there upwards. */
  isBeside?: true;
  /** `${OTHER}` and `${OTHER:-default}` in a value. */
  fillsIn?: true;
  /** A path, too, is looked for upwards. */
  climbs?: true;
  /** A backslash within double quotes is no part of the value. */
  unescapes?: true;
};

const loaders: Readonly<Record<string, Kind>> = {
  'dotenv.load_dotenv': { fillsIn: true },
  'dotenv.read_dotenv': { isBeside: true, fillsIn: true },
  'environ.Env.read_env': { isBeside: true, unescapes: true },
  'environ.FileAwareEnv.read_env': { isBeside: true, unescapes: true },
  'environs.Env.read_env': { fillsIn: true, climbs: true },
};

export const dotenvFunctions: readonly string[] = [
  ...Object.keys(loaders),
  'dotenv.find_dotenv',
  'dotenv.dotenv_values',
];

const MAX_FOLDERS = 40;

/** The first file of that name from a folder upwards; what lies above the workspace is not looked for. */
const findUpwards = (start: string, name: string, world: World): string | undefined => {
  for (let at = start, rounds = 0; rounds < MAX_FOLDERS; at = parentOf(at), rounds++) {
    const isThere = world.exists(`${at}/${name}`, 'file');
    if (isThere) return `${at}/${name}`;
    if (isThere === undefined || at === parentOf(at)) return undefined;
  }
  return undefined;
};

type Entries = ReadonlyMap<string, string>;

/** What a file says; values of the environment count before its own where it may not override them. */
const readEntries = (file: string, { fillsIn, unescapes }: Kind, overrides: boolean, world: World): Entries => {
  const entries = new Map<string, string>();
  const settled = (name: string): string | undefined =>
    overrides ? (entries.get(name) ?? world.environment(name)) : (world.environment(name) ?? entries.get(name));
  const filled = (value: string): string =>
    fillIn(
      value,
      /\$\{([^}:]{0,200})(?::-([^}]{0,2000}))?\}/g,
      ([, name = '', otherwise = '']) => settled(name) ?? otherwise,
    ) ?? value;
  const text = world.readText(file) ?? '';
  for (const [name, value] of fillsIn ? parseDotenv(text) : parseLines(text, unescapes))
    entries.set(name, fillsIn ? filled(value) : value);
  return entries;
};

/** A file, or the one in a folder. Outside of the workspace there is none, which is said. */
const fileAt = (path: string, world: World): string | undefined => {
  if (world.exists(path, 'file')) return path;
  if (world.exists(path) === undefined) world.onOutside(path);
  return world.exists(`${path}/.env`, 'file') ? `${path}/.env` : undefined;
};

/** What a file says by itself; nothing where there is none. */
export const dotenvEntries = (path: string, world: World): Entries => {
  const file = fileAt(path, world);
  const entries = file === undefined ? new Map() : readEntries(file, { fillsIn: true }, true, world);
  world.onVariables(entries);
  return entries;
};

export const loadDotenvFile = (path: string, world: World, kind: Kind = {}, overrides = false): void => {
  const file = fileAt(path, world);
  if (file === undefined) return;
  for (const [name, value] of readEntries(file, kind, overrides, world))
    if (overrides || world.environment(name) === undefined) world.setEnvironment(name, value);
};

const isOn = (value: Value | undefined): boolean => value !== undefined && truthOf(value) === true;

/** The path that a call gives; null: none, so that one is looked for; undefined: one that is not known. */
const pathGiven = ({ args, keywords }: Arguments): string | null | undefined => {
  const given = firstOf(args[0], keywords.get('dotenv_path'), keywords.get('env_file'), keywords.get('path'), null);
  if (given === null || given === '') return null;
  return isTagged(given) || typeof given === 'string' ? textOf(given) : undefined;
};

/** What it gives back is not known. */
const load = (kind: Kind, call: Arguments, near: string, world: World): undefined => {
  const given = pathGiven(call);
  const overrides = isOn(call.keywords.get('override')) || isOn(call.keywords.get('overwrite'));
  const found =
    given === null
      ? kind.isBeside
        ? `${near}/.env`
        : findUpwards(near, '.env', world)
      : kind.climbs && given !== undefined
        ? (findUpwards(parentOf(absolutePath(given, world.cwd)), baseOf(given), world) ?? given)
        : given;
  if (found !== undefined) loadDotenvFile(found, world, kind, overrides);
  return undefined;
};

/** `find_dotenv(".env.local", usecwd=True)`: its path, or an empty text. */
const find = ({ args, keywords }: Arguments, near: string, world: World): Value | undefined => {
  const name = firstOf(args[0], keywords.get('filename'), '.env');
  const start = isOn(args[2]) || isOn(keywords.get('usecwd')) ? world.cwd : near;
  return typeof name === 'string' ? (findUpwards(start, name, world) ?? '') : undefined;
};

/** `dotenv_values(".env")`: what the file says, set nowhere. */
const values = (call: Arguments, near: string, world: World): Value | undefined => {
  const given = pathGiven(call);
  if (given === undefined) return undefined;
  const file = given ?? findUpwards(near, '.env', world);
  return dictOf(file === undefined ? [] : dotenvEntries(file, world));
};

/** One of these functions, called in a file of the project. */
export const callDotenv = (name: string, call: Arguments, file: string | null, world: World): Value | undefined => {
  const kind = loaders[name];
  const near = file === null ? world.cwd : parentOf(file);
  if (kind !== undefined) return load(kind, call, near, world);
  if (name === 'dotenv.find_dotenv') return find(call, near, world);
  return name === 'dotenv.dotenv_values' ? values(call, near, world) : undefined;
};
