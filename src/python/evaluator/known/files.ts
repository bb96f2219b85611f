/** Files of the project that its own code reads: settings kept as text or JSON, folders that name the apps. */
import {
  type CallValue,
  dictOf,
  floatOf,
  isA,
  isSequence,
  listOf,
  oneByOne,
  pathOf,
  type SequenceValue,
  textOf,
  tupleOf,
  unknown,
  type Value,
} from '../values.ts';
import { type Arguments, Raised, type World } from '../world.ts';
import { absolutePath, baseOf, joinPath } from './texts.ts';

/** Kept on an open file: its text. */
export const FILE_TEXT = '<text>';

export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Whether a file or folder is there, for code that decides by it. */
export const isThere = (path: string, world: World, kind?: 'file' | 'folder'): boolean => {
  const found = world.exists(path, kind);
  if (found === undefined) world.onOutside(path);
  return found ?? false;
};

/** `~/x` below the home folder; other people's homes stay as they are written. */
export const expandHome = (path: string, { home }: World): string =>
  path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;

/** The text of a file; one that is not there raises, as Python does. */
export const readFile = (path: string, world: World): string | undefined => {
  if (!isThere(path, world)) throw new Raised('FileNotFoundError', `There is no file ${baseOf(path)}.`);
  return world.readText(path);
};

/** `open(path)`; undefined when it is opened for writing or cannot be read. */
export const textOfOpened = ({ args, keywords }: Arguments, world: World): string | undefined => {
  const path = textOf(args[0] ?? keywords.get('file'));
  const mode = args[1] ?? keywords.get('mode') ?? 'r';
  if (path === undefined || typeof mode !== 'string' || !/^r[bt]?$/.test(mode)) return undefined;
  return readFile(path, world);
};

export const isOpenFile = (value: Value | undefined): value is CallValue =>
  isA(value, 'call') && typeof value.state?.get(FILE_TEXT) === 'string';

/** `read`, `readlines` and the like of an open file. */
export const fileMethod = (file: CallValue, name: string): Value | undefined => {
  const text = file.state?.get(FILE_TEXT);
  if (typeof text !== 'string') return undefined;
  switch (name) {
    case 'read':
      return text;
    case 'readline':
      return linesOf(text)[0] ?? '';
    case 'readlines':
      return listOf(linesOf(text));
    case 'close':
      return null;
    default:
      return undefined;
  }
};

// Deeper than any settings; a hostile file nests deeper than the stack.
const MAX_NESTING = 60;

/** Stands for a number with a point while JSON is read: `1.0` is a float, `1` is none. */
class Pointed {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** Told by the text, where this version of Node gives it. */
const withPoints = (_: string, value: unknown, written?: { source?: string }): unknown =>
  typeof value === 'number' && /[.eE]/.test(written?.source ?? '') ? new Pointed(value) : value;

const fromJson = (value: unknown, depth: number): Value => {
  if (depth > MAX_NESTING) return null;
  if (value instanceof Pointed) return floatOf(value.value);
  if (Array.isArray(value)) return listOf(value.map((item) => fromJson(item, depth + 1)));
  if (typeof value === 'object' && value !== null)
    return dictOf(Object.entries(value).map(([key, part]) => [key, fromJson(part, depth + 1)] as const));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/** The text that something is read from: of an open file, or one itself. */
export const openedText = (source: Value | undefined): string | undefined => {
  const text = isOpenFile(source) ? source.state?.get(FILE_TEXT) : source;
  return typeof text === 'string' ? text : undefined;
};

/** `json.loads(text)` and `json.load(file)`. */
export const readJson = (source: Value | undefined): Value | undefined => {
  const text = openedText(source);
  if (text === undefined) return undefined;
  try {
    return fromJson(JSON.parse(text, withPoints), 0);
  } catch {
    throw new Raised('JSONDecodeError', 'A JSON text could not be read.');
  }
};

/** `json.dumps(value)`, as Python writes it; undefined where a part cannot be told. */
export const writeJson = (value: Value | undefined, depth = 0): string | undefined => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string')
    return JSON.stringify(value).replaceAll(
      /[^ -~]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  if (isA(value, 'float')) return value.value.toFixed(1);
  if (depth > MAX_NESTING) return undefined;
  if (isSequence(value) && value.type !== 'set') {
    const parts = value.items.map((item) => writeJson(item, depth + 1));
    return parts.includes(undefined) ? undefined : `[${parts.join(', ')}]`;
  }
  if (!isA(value, 'dict') || value.partial) return undefined;
  const parts = [...value.entries].map(([key, part]) => {
    const written = writeJson(part, depth + 1);
    return typeof key === 'string' && written !== undefined ? `${writeJson(key)}: ${written}` : undefined;
  });
  return parts.includes(undefined) ? undefined : `{${parts.join(', ')}}`;
};

/** Whether a name is one that `*` and `?` stand for. Without a regular expression: many stars would make one run for ever. */
const fits = (name: string, pattern: string): boolean => {
  let [at, of, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[of] === '*') [star, mark] = [of++, at];
    else if (pattern[of] === '?' || pattern[of] === name[at]) [at, of] = [at + 1, of + 1];
    else if (star !== -1) [at, of] = [++mark, star + 1];
    else return false;
  }
  while (pattern[of] === '*') of++;
  return of === pattern.length;
};

const isPattern = (segment: string): boolean => /[*?[]/.test(segment);

/** Paths that a pattern stands for, by name; undefined when that cannot be told. `pathlib` takes hidden ones as well. */
export const findPaths = (pattern: string, world: World, takesHidden = false): string[] | undefined => {
  let found = ['/'];
  for (const segment of absolutePath(pattern, world.cwd).split('/').filter(Boolean)) {
    if (segment.includes('**') || segment.includes('[')) return undefined;
    const next: string[] = [];
    for (const folder of found) {
      if (!isPattern(segment)) {
        next.push(joinPath([folder, segment]));
        continue;
      }
      const entries = isThere(folder, world, 'folder') ? world.entries(folder) : [];
      if (entries === undefined) return undefined;
      for (const { name } of entries)
        if (fits(name, segment) && (takesHidden || !name.startsWith('.') || segment.startsWith('.')))
          next.push(joinPath([folder, name]));
    }
    found = next;
  }
  return found.filter((path) => isThere(path, world));
};

/** `pkgutil.iter_modules(paths, prefix)`: who finds it, its name, whether it is a package. `isDeep`: what is in those, too. */
export const listModules = (
  paths: Value | undefined,
  prefix: Value,
  world: World,
  isDeep = false,
): SequenceValue | undefined => {
  if (!isSequence(paths) || typeof prefix !== 'string') return undefined;
  const found: Value[] = [];
  for (const path of paths.items) {
    const folder = textOf(path);
    const entries = folder === undefined ? undefined : world.entries(folder);
    if (folder === undefined || entries === undefined) return undefined;
    const names = entries.flatMap(({ name, isFolder }): [string, boolean][] => {
      const isPackage = isFolder && world.exists(`${folder}/${name}/__init__.py`) === true;
      const isModule = !isFolder && /^[^.]+\.py$/.test(name) && name !== '__init__.py';
      return isPackage || isModule ? [[name.replace(/\.py$/, ''), isPackage]] : [];
    });
    for (const [name, isPackage] of names.sort(([a], [b]) => (a < b ? -1 : 1))) {
      found.push(tupleOf([unknown('the finder of a module'), prefix + name, isPackage]));
      if (!isDeep || !isPackage) continue;
      const inside = listModules(listOf([`${folder}/${name}`]), `${prefix}${name}.`, world, true);
      if (inside === undefined) return undefined;
      found.push(...inside.items);
    }
  }
  return oneByOne(found);
};

/** Names of what lies in a folder: `os.listdir`. */
export const listFolder = (path: string, world: World): Value | undefined => {
  if (!isThere(path, world)) throw new Raised('FileNotFoundError', `There is no folder ${baseOf(path)}.`);
  const entries = world.entries(path);
  return entries === undefined ? undefined : listOf(entries.map(({ name }) => name));
};

/** The same as paths: `Path.iterdir`. */
export const iterateFolder = (path: string, world: World): Value | undefined => {
  const names = listFolder(path, world);
  return isSequence(names) ? oneByOne(names.items.map((name) => pathOf(joinPath([path, String(name)])))) : undefined;
};
