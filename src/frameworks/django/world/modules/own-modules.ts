/** Names that a module of the project surely does not have. */
import { dirname } from 'node:path';
import { nameOf } from '../../../../python/index.ts';
import type { WorldState } from '../world-state.ts';

/** Ways to give a module names that do not stand in its text. */
const MAKES_NAMES = /\b(?:globals|locals|vars|exec|setattr|__getattr__|__dict__|modules)\b|\bimport\s*(?:\(\s*)?\*/;
/** The same from outside. */
const GIVES_NAMES = /\b(?:setattr|__dict__|vars|modules)\b/;

/** What Python imports beside a package: text, byte code, a compiled module (`part.cpython-313-darwin.so`); not `part.py.example`. */
const IMPORTED = /^\.(?:pyw?|pyc|(?:[\w-]+\.)?(?:so|pyd))$/;

/** A part of a package may be there in a form that is not read: compiled, or a link to text elsewhere. */
export const hasPart = (state: WorldState, file: string, name: string): boolean =>
  state.path
    .folderOf(file)
    ?.entries(dirname(file))
    .some((entry) => entry.name.startsWith(name) && IMPORTED.test(entry.name.slice(name.length))) ?? true;

/** `@hierarkey.set_global()` of a package that is not at hand: it sees the module of what it decorates, and may put a class beside it. */
const isDecoratedAway = ({ opened, path }: WorldState, module: string, text: string): boolean =>
  [...text.matchAll(/^@(\w+)/gm)].some(([, root = '']) => {
    const name = nameOf(opened.get(module)?.names.get(root));
    return name !== undefined && path.isAway(name);
  });

/** Nothing in its text is called so, and no code of it makes names. */
export const ownModuleLacks = (state: WorldState, module: string, name: string): boolean => {
  const found = state.path.find(module);
  if (!found?.own || found.isNamespace || /^__\w+__$/.test(name)) return false;
  const read = found.folder.readText(found.file);
  if (!read.ok || MAKES_NAMES.test(read.value) || read.value.includes(name)) return false;
  if (isDecoratedAway(state, module, read.value)) return false;
  return !found.isPackage || !hasPart(state, found.file, name);
};

/** By module and name: what was found out, and of how many modules. */
const answers = new WeakMap<WorldState, Map<string, { isGiven: boolean; seen: number }>>();

const speaksOf = (state: WorldState, module: string, name: string, seen: number): boolean => {
  const last = module.slice(module.lastIndexOf('.') + 1);
  const sets = new RegExp(`\\.${name}\\s*=(?!=)`);
  return [...state.opened.values()].slice(seen).some((other) => {
    if (other === undefined || other.file === null || other.name === module || !state.path.isOwn(other.file))
      return false;
    const read = state.path.folderOf(other.file)?.readText(other.file);
    return read?.ok === true && (sets.test(read.value) || (GIVES_NAMES.test(read.value) && read.value.includes(last)));
  });
};

/** Whether a module that was opened speaks of another and sets names of others, or sets this one somewhere. Asked again when more were opened. */
export const ownModuleWasGiven = (state: WorldState, module: string, name: string): boolean => {
  // It rests on the text of modules that nobody imports for it: the next reading begins anew.
  state.engine.foreignChanges++;
  const known = answers.get(state) ?? new Map<string, { isGiven: boolean; seen: number }>();
  answers.set(state, known);
  const { isGiven, seen } = known.get(`${module}.${name}`) ?? { isGiven: false, seen: 0 };
  const answer = { isGiven: isGiven || speaksOf(state, module, name, seen), seen: state.opened.size };
  known.set(`${module}.${name}`, answer);
  return answer.isGiven;
};
