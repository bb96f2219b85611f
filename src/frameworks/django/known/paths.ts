/** Paths of other packages than pathlib: path, unipath, django-environ. */
import {
  type Arguments,
  absolutePath,
  joinPath,
  type PathValue,
  parentOf,
  pathOf,
  textOf,
  unknown,
  type Value,
  type World,
} from '../../../python/index.ts';

/** The parts of a path, after what it begins with; undefined when one of them is not known. */
const joined = (start: readonly string[], parts: readonly Value[]): string | undefined => {
  const texts = parts.map((part) => textOf(part));
  return texts.includes(undefined) ? undefined : joinPath([...start, ...(texts as string[])]);
};

const orUndefined = (path: string | undefined): Value | undefined => (path === undefined ? undefined : pathOf(path));

/** That many folders up; there are none above the first. */
const folderAbove = (path: string, levels: number): string => {
  let up = path;
  for (let level = 0; level < levels && parentOf(up) !== up; level++) up = parentOf(up);
  return up;
};

/** `Path(BASE, "static")` */
export const makePath = ({ args }: Arguments): Value | undefined =>
  orUndefined(args.length === 0 ? '.' : joined([], args));

/** What pathlib has no method for, or another name. */
export const callPath = ({ path }: PathValue, name: string, { args }: Arguments, world: World): Value | undefined => {
  const [first] = args;
  switch (name) {
    case 'abspath':
    case 'realpath':
      return pathOf(absolutePath(path, world.cwd));
    case 'dirname':
      return pathOf(parentOf(path));
    // `Path(__file__) - 3`: that many folders up.
    case '__sub__':
    case 'ancestor':
      return typeof first === 'number' ? pathOf(folderAbove(path, first)) : undefined;
    case 'child':
    case 'path':
      return orUndefined(joined([path], args));
    case '__call__':
      return joined([path], args) ?? unknown('a part of a path is not known');
    default:
      return undefined;
  }
};
