/** Entry points of installed packages, by which projects find their plugins: `entry_points(group="shop.plugins")`. */
import {
  type Arguments,
  type CallValue,
  isA,
  listOf,
  referenceTo,
  textOf,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import type { WorldState } from '../world-state.ts';
import type { SearchPath } from './search-path.ts';

type EntryPoint = { group: string; name: string; value: string };

const ENTRY_POINT = 'importlib.metadata.EntryPoint';
const ENTRY_POINTS = 'importlib.metadata.EntryPoints';

export const ENTRY_POINT_FUNCTIONS: ReadonlySet<string> = new Set([
  'importlib.metadata.entry_points',
  'importlib_metadata.entry_points',
  'pkg_resources.iter_entry_points',
]);

const LIMIT_BYTES = 64 * 1024;

const parse = (text: string): EntryPoint[] => {
  let group = '';
  return text.split('\n').flatMap((line) => {
    const section = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) group = section.trim();
    const [, name, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(\S+)/.exec(line) ?? [];
    return section !== undefined || name === undefined || value === undefined ? [] : [{ group, name, value }];
  });
};

/** Of every distribution on the path, the first of a name; undefined where it is not known which are installed. */
const readAll = (path: SearchPath): EntryPoint[] | undefined => {
  if (path.mayExist('django') === null) return undefined;
  const seen = new Set<string>();
  return path.entries.items.flatMap((entry) => {
    const place = textOf(entry);
    const folder = place === undefined ? undefined : path.folderOf(place);
    if (place === undefined || folder === undefined) return [];
    const inside = place.slice(folder.root.length + 1);
    return folder.entries(inside).flatMap(({ name, kind }) => {
      const distribution = /^(.+?)(?:-\d[^/]*)?\.(?:dist|egg)-info$/.exec(name)?.[1]?.toLowerCase();
      if (kind !== 'folder' || distribution === undefined || seen.has(distribution)) return [];
      seen.add(distribution);
      const file = [inside, name, 'entry_points.txt'].filter((part) => part !== '').join('/');
      const read = folder.isFile(file) ? folder.readText(file, LIMIT_BYTES) : undefined;
      return read?.ok ? parse(read.value) : [];
    });
  });
};

const made = (state: WorldState, name: string, attributes: Iterable<readonly [string, Value]>): CallValue => ({
  type: 'call',
  name,
  callee: referenceTo(name),
  args: [],
  keywords: new Map(),
  serial: state.engine.serial++,
  file: null,
  line: 0,
  state: new Map(attributes),
});

const toValue = (state: WorldState, { group, name, value }: EntryPoint): CallValue => {
  const [module = '', attr = ''] = value.split(':');
  return made(state, ENTRY_POINT, [
    ['group', group],
    ['name', name],
    ['value', value],
    ['module', module],
    ['attr', attr],
    // As `pkg_resources` calls them.
    ['module_name', module],
    ['attrs', tupleOf(attr === '' ? [] : attr.split('.'))],
  ]);
};

const select = (state: WorldState, group: Value | undefined, name: Value | undefined): Value | undefined => {
  const all = typeof group === 'string' ? readAll(state.path) : undefined;
  if (all === undefined || (typeof name !== 'string' && name !== undefined && name !== null)) return undefined;
  const wanted = all.filter((each) => each.group === group && (typeof name !== 'string' || each.name === name));
  return listOf(wanted.map((each) => toValue(state, each)));
};

/** All of them, where no group is named: they are asked for it then. */
export const findEntryPoints = (state: WorldState, { args, keywords }: Arguments): Value | undefined =>
  args.length === 0 && keywords.size === 0
    ? made(state, ENTRY_POINTS, [])
    : select(state, args[0] ?? keywords.get('group'), args[1] ?? keywords.get('name'));

export const isOfEntryPoints = (object: Value): object is CallValue =>
  isA(object, 'call') && (object.name === ENTRY_POINT || object.name === ENTRY_POINTS);

/** `point.load()`, `entry_points().select(group=…)`, `entry_points().get(group, [])`. */
export const callOnEntryPoints = (
  state: WorldState,
  object: CallValue,
  method: string,
  { args, keywords }: Arguments,
  load: (module: string, attribute: string) => Value | undefined,
): Value | undefined => {
  if (object.name === ENTRY_POINTS && (method === 'select' || method === 'get'))
    return select(state, args[0] ?? keywords.get('group'), keywords.get('name'));
  if (object.name !== ENTRY_POINT || (method !== 'load' && method !== 'resolve')) return undefined;
  const [module, attribute] = ['module', 'attr'].map((name) => object.state?.get(name));
  return typeof module === 'string' && typeof attribute === 'string' ? load(module, attribute) : undefined;
};
