/** Functions of the standard library, by dotted name. */

import { posix } from 'node:path';
import { inOrderOf } from '../data/order.ts';
import {
  dictOf,
  hasNoOrder,
  isA,
  isSequence,
  listOf,
  nameOf,
  numberOf,
  oneByOne,
  pathOf,
  type SequenceValue,
  textOf,
  tupleOf,
  type Value,
} from '../values.ts';
import type { Arguments, World } from '../world.ts';
import { amountMakers } from './amounts/amounts.ts';
import { asOther, callBuiltin } from './builtins.ts';
import { readVariable, requireVariable, takeVariable } from './environment.ts';
import { expandHome, isThere, iterateFolder, listFolder, listModules, openedText, readFile } from './files.ts';
import { iterators } from './iterators.ts';
import { callMethod } from './methods.ts';
import { findPaths, fits, walkFolder } from './patterns.ts';
import { readJson, writeJson } from './texts/json.ts';
import { readLiteral } from './texts/literals.ts';
import { absolutePath, headOf, joinPath, normalPath, splitExtension, tailOf } from './texts/texts.ts';
import { readToml } from './texts/toml.ts';
import { urls } from './texts/urls.ts';

type Known = (call: Arguments, world: World) => Value | undefined;

const onText =
  (compute: (text: string, world: World) => Value | undefined): Known =>
  ({ args }, world) => {
    const text = textOf(args[0]);
    return text === undefined ? undefined : compute(text, world);
  };

const onNumber =
  (compute: (number: number) => number): Known =>
  ({ args: [value = null] }) => {
    const number = numberOf(value);
    // Python's integers know no -0.
    return number === undefined || !Number.isSafeInteger(compute(number)) ? undefined : compute(number) + 0;
  };

const join: Known = ({ args }) => {
  const texts = args.map((arg) => textOf(arg));
  return texts.includes(undefined) ? undefined : joinPath(texts as string[]);
};

/** `glob.glob(pattern, recursive=True)`. */
const globbed = ({ args, keywords }: Arguments, world: World): string[] | undefined => {
  const pattern = textOf(args[0]);
  const isDeep = keywords.get('recursive') ?? false;
  const isPlain = args.length === 1 && [...keywords.keys()].every((name) => name === 'recursive');
  if (pattern === undefined || !isPlain || typeof isDeep !== 'boolean') return undefined;
  return findPaths(pattern, world, { takesHidden: false, isDeep });
};

/** Whether a name is one of a pattern; undefined where either is not known, or one sign of several may stand there. */
const fitsName = (name: Value | undefined, pattern: Value | undefined): boolean | undefined =>
  typeof name !== 'string' || typeof pattern !== 'string' || pattern.includes('[') ? undefined : fits(name, pattern);

const fitsPattern: Known = ({ args: [name, pattern] }) => fitsName(name, pattern);

/** `fnmatch.filter(names, pattern)`. */
const namesThatFit: Known = ({ args: [names, pattern] }) => {
  if (!isSequence(names) || hasNoOrder(names)) return undefined;
  const each = names.items.map((name) => fitsName(name, pattern));
  return each.includes(undefined) ? undefined : listOf(names.items.filter((_, index) => each[index]));
};

/** What `strtobool` takes for true and false; anything else it refuses. */
const truths = new Map([
  ...['1', 'true', 'yes', 'on', 'y', 't'].map((text) => [text, 1] as const),
  ...['0', 'false', 'no', 'off', 'n', 'f'].map((text) => [text, 0] as const),
]);

const path: Known = ({ args }) => {
  const texts = args.map((arg) => textOf(arg));
  return texts.includes(undefined) ? undefined : pathOf(texts.length === 0 ? '.' : joinPath(texts as string[]));
};

/** `tomllib.load(file)`, `tomllib.loads(text)`. */
const toml: Known = ({ args: [source] }) => {
  const text = openedText(source);
  return text === undefined ? undefined : readToml(text);
};

/** The package of that name takes the path of a file as well. */
const tomlOf: Known = (call, world) => {
  const path = textOf(call.args[0]);
  const text = path === undefined ? undefined : readFile(path, world);
  return text === undefined ? toml(call, world) : readToml(text);
};

const known: Record<string, Known> = {
  ...amountMakers,
  ...iterators,
  ...urls,
  'os.path.join': join,
  'os.path.dirname': onText(headOf),
  'os.path.abspath': onText((text, world) => absolutePath(text, world.cwd)),
  'os.path.realpath': onText((text, world) => absolutePath(text, world.cwd)),
  'os.path.normpath': onText(normalPath),
  'os.path.basename': onText(tailOf),
  'os.path.splitext': onText((text) => tupleOf(splitExtension(text))),
  'os.path.relpath': ({ args: [path, start = '.'], keywords }, { cwd }) => {
    const [to, from] = [textOf(path), textOf(keywords.get('start') ?? start)];
    if (to === undefined || from === undefined) return undefined;
    return posix.relative(absolutePath(from, cwd), absolutePath(to, cwd)) || '.';
  },
  'os.path.split': onText((text) => tupleOf([headOf(text), tailOf(text)])),
  'os.path.exists': onText((text, world) => isThere(text, world)),
  'os.path.isfile': onText((text, world) => isThere(text, world, 'file')),
  'os.path.isdir': onText((text, world) => isThere(text, world, 'folder')),
  // Whether something is a link is not told by what it leads to; one that leads nowhere counts as not there.
  'os.path.lexists': onText((text, world) => isThere(text, world) || undefined),
  'os.path.samefile': ({ args: [one, other] }, world) => {
    const [left, right] = [textOf(one), textOf(other)];
    if (left === undefined || right === undefined || !isThere(left, world)) return undefined;
    return absolutePath(left, world.cwd) === absolutePath(right, world.cwd) ? true : undefined;
  },
  'os.fspath': onText((text) => text),
  'os.getcwd': (_, world) => world.cwd,
  'pathlib.Path': path,
  'pathlib.PurePath': path,
  'pathlib.PosixPath': path,
  'pathlib.Path.cwd': (_, world) => pathOf(world.cwd),
  'pathlib.Path.home': (_, world) => pathOf(world.home),
  'os.getenv': readVariable,
  'os.environ.get': readVariable,
  'os.environ.pop': takeVariable,
  'os.environ.__getitem__': ({ args: [name = null] }, world) => requireVariable(name, world),
  'os.environ.__contains__': onText((name, world) => world.environment(name) !== undefined),
  'os.environ.setdefault': ({ args: [name, value] }, world) => {
    if (typeof name !== 'string' || typeof value !== 'string') return undefined;
    if (world.environment(name) === undefined) world.setEnvironment(name, value);
    return world.environment(name);
  },
  'copy.copy': copied,
  'copy.deepcopy': ({ args: [value] }) => (value === undefined || isA(value, 'call') ? undefined : copiedDeep(value)),
  'ast.literal_eval': ({ args: [text] }) => readLiteral(text),
  'json.loads': ({ args: [text] }) => readJson(text),
  'json.dumps': writeJson,
  'json.load': ({ args: [file] }) => readJson(file),
  'tomllib.load': toml,
  'tomllib.loads': toml,
  'tomli.load': toml,
  'tomli.loads': toml,
  'toml.load': tomlOf,
  'toml.loads': toml,
  'glob.glob': (call, world) => {
    const paths = globbed(call, world);
    return paths && listOf(paths);
  },
  'glob.iglob': (call, world) => {
    const paths = globbed(call, world);
    return paths && oneByOne(paths);
  },
  'fnmatch.fnmatch': fitsPattern,
  'fnmatch.fnmatchcase': fitsPattern,
  'fnmatch.filter': namesThatFit,
  'os.walk': (call, world) =>
    call.args.length === 1 && call.keywords.size === 0 ? onText(walkFolder)(call, world) : undefined,
  'os.listdir': onText(listFolder),
  // Its entries have what paths have.
  'os.scandir': ({ args: [path = '.'] }, world) => {
    const text = textOf(path);
    return text === undefined ? undefined : iterateFolder(text, world);
  },
  'os.path.expanduser': onText(expandHome),
  'os.path.isabs': onText((text) => text.startsWith('/')),
  'os.environ.update': ({ args: [given], keywords }, world) => {
    const entries = [...(isA(given, 'dict') ? given.entries : []), ...keywords];
    for (const [name, value] of entries)
      if (typeof name === 'string' && typeof value === 'string') world.setEnvironment(name, value);
    return null;
  },
  'math.floor': onNumber(Math.floor),
  'math.ceil': onNumber(Math.ceil),
  // The project runs where we do.
  'platform.system': () => (process.platform === 'darwin' ? 'Darwin' : 'Linux'),
  'tempfile.gettempdir': () => '/tmp',
  'distutils.util.strtobool': onText((text) => truths.get(text.toLowerCase())),
  'collections.defaultdict': ({ args: [factory, ...args], keywords }) => {
    const dict = callBuiltin('dict', { args, keywords });
    return isA(dict, 'dict') ? { ...dict, factory: nameOf(factory) ?? '' } : undefined;
  },
  'pkgutil.iter_modules': ({ args: [paths, prefix], keywords }, world) =>
    listModules(paths ?? keywords.get('path'), prefix ?? keywords.get('prefix') ?? '', world),
  'pkgutil.walk_packages': ({ args: [paths, prefix], keywords }, world) =>
    listModules(paths ?? keywords.get('path'), prefix ?? keywords.get('prefix') ?? '', world, true),
  'collections.OrderedDict': (call, world) => asOther(callBuiltin('dict', call, world.readsSettings())),
  'collections.OrderedDict.fromkeys': (call) => asOther(callBuiltin('dict.fromkeys', call)),
  'collections.ChainMap': (call) => asOther(chained(call)),
  'types.MappingProxyType': ({ args: [value] }) => asOther(value),
  'typing.cast': ({ args }) => args[1],
};
for (const method of ['copy', 'items', 'keys', 'values'])
  known[`os.environ.${method}`] = (call, world) => callMethod(dictOf(world.variables()), method, call, world);

// Deeper than any settings.
const MAX_NESTING = 60;

/** `copy.deepcopy`: what is held twice, or holds itself, is copied once. */
const copiedDeep = (value: Value, copies = new Map<Value, Value>(), depth = 0): Value => {
  const known = copies.get(value);
  if (known !== undefined || depth > MAX_NESTING) return known ?? value;
  if (isSequence(value)) {
    const copy: SequenceValue = inOrderOf(value, { type: value.type, items: [] });
    copies.set(value, copy);
    for (const item of value.items) copy.items.push(copiedDeep(item, copies, depth + 1));
    return copy;
  }
  if (!isA(value, 'dict')) return value;
  const copy = inOrderOf(value, dictOf([], value.partial));
  copies.set(value, copy);
  for (const [key, part] of value.entries) copy.entries.set(key, copiedDeep(part, copies, depth + 1));
  return copy;
};

/** Of several dicts with the same key the first counts, and its keys come last. */
function chained({ args }: Arguments): Value | undefined {
  const dicts = args.filter((arg) => isA(arg, 'dict'));
  if (dicts.length < args.length) return undefined;
  return dictOf(
    dicts.toReversed().flatMap(({ entries }) => [...entries]),
    dicts.some(({ partial }) => partial),
  );
}

function copied({ args }: Arguments): Value | undefined {
  const [value] = args;
  if (isSequence(value)) return { type: value.type, items: [...value.items] };
  if (isA(value, 'dict')) return { type: 'dict', entries: new Map(value.entries), partial: value.partial };
  return isA(value, 'call') ? undefined : value;
}

/** The result of a known function; undefined when it is not known. */
export const callLibrary = (name: string, call: Arguments, world: World): Value | undefined =>
  Object.hasOwn(known, name) ? known[name]?.(call, world) : undefined;
