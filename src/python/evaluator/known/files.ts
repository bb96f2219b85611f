/** Files of the project that its own code reads: settings kept as text or JSON, folders that name the apps. */
import {
  type CallValue,
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
import { baseOf, joinPath } from './texts/texts.ts';

/** Kept on an open file: what is left of its text, all of it, and whether it is read as bytes. */
export const FILE_TEXT = '<text>';
const FILE_WHOLE = '<whole>';
const FILE_BYTES = '<bytes>';

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

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

/** Every end of a line as `\n`, as Python reads texts. */
export const readLines = (path: string, world: World): string | undefined =>
  readFile(path, world)?.replaceAll(/\r\n?/g, '\n');

/** `open(path)`: what is kept of it; undefined when it is opened for writing or cannot be read. */
export const openedFile = ({ args, keywords }: Arguments, world: World): Map<string, Value> | undefined => {
  const path = textOf(args[0] ?? keywords.get('file'));
  const mode = args[1] ?? keywords.get('mode') ?? 'r';
  if (path === undefined || typeof mode !== 'string' || !/^(?:r[bt]?|[bt]r)$/.test(mode)) return undefined;
  const isBytes = mode.includes('b');
  const text = isBytes || keywords.has('newline') ? readFile(path, world) : readLines(path, world);
  // What is not UTF-8 was read as something else.
  if (text === undefined || (isBytes && text.includes('\ufffd'))) return undefined;
  return new Map<string, Value>([
    [FILE_TEXT, text],
    [FILE_WHOLE, text],
    [FILE_BYTES, isBytes],
  ]);
};

export const isOpenFile = (value: Value | undefined): value is CallValue =>
  isA(value, 'call') && typeof value.state?.get(FILE_TEXT) === 'string';

const asRead = (file: CallValue, part: string): Value =>
  file.state?.get(FILE_BYTES) === true ? { type: 'bytes', text: part, isText: true } : part;

/** What `for` finds in an open file; undefined for anything else. */
export const linesOfFile = (file: CallValue): Value[] | undefined => {
  const text = file.state?.get(FILE_TEXT);
  return typeof text === 'string' ? linesOf(text).map((line) => asRead(file, line)) : undefined;
};

/** `read`, `readlines` and the like of an open file: each goes on where the one before has ended. */
export const fileMethod = (file: CallValue, name: string, args: readonly Value[]): Value | undefined => {
  const text = file.state?.get(FILE_TEXT);
  if (typeof text !== 'string') return undefined;
  const goTo = (rest: Value): void => {
    file.state?.set(FILE_TEXT, rest);
  };
  if (name === 'seek' && args.length === 1 && args[0] === 0) {
    goTo(file.state?.get(FILE_WHOLE) ?? text);
    return 0;
  }
  if (name === 'close') return null;
  if (args.length > 0 || !/^read(?:lines?)?$/.test(name)) {
    if (/^read|^seek/.test(name)) goTo(unknown('how far a file was read is not known'));
    return undefined;
  }
  const lines = name === 'read' ? [text] : linesOf(text);
  const [first = ''] = lines;
  goTo(name === 'readline' ? text.slice(first.length) : '');
  return name === 'readlines' ? listOf(lines.map((line) => asRead(file, line))) : asRead(file, first);
};

/** The text that something is read from: of an open file, or one itself. */
export const openedText = (source: Value | undefined): string | undefined => {
  const text = isOpenFile(source) ? source.state?.get(FILE_TEXT) : source;
  if (isA(text, 'bytes')) return text.isText ? text.text : undefined;
  return typeof text === 'string' ? text : undefined;
};

const FINDER = unknown('the finder of a module');

/** A part of what `pkgutil.iter_modules` gives, which has names beside its places. */
export const moduleInfoPart = (items: readonly Value[], name: string): Value | undefined => {
  const at = ['module_finder', 'name', 'ispkg'].indexOf(name);
  return at >= 0 && items[0] === FINDER ? items[at] : undefined;
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
      found.push(tupleOf([FINDER, prefix + name, isPackage]));
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
