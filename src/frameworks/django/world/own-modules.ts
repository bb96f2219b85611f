/** Names that a module of the project surely does not have. */
import { dirname } from 'node:path';
import type { WorldState } from './world-state.ts';

/** Ways to give a module names that do not stand in its text. */
const MAKES_NAMES = /\b(?:globals|locals|vars|exec|setattr|__getattr__|__dict__|modules)\b|\bimport\s*\(?\s*\*/;
/** The same from outside. */
const GIVES_NAMES = /\b(?:setattr|__dict__|vars|modules)\b/;

/** A part of a package may be there in a form that is not read: a compiled module. */
export const hasPart = (state: WorldState, file: string, name: string): boolean =>
  state.path
    .folderOf(file)
    ?.entries(dirname(file))
    .some((entry) => entry.name.startsWith(`${name}.`)) ?? true;

/** Nothing in its text is called so, and no code of it makes names. */
const isUnnamed = (state: WorldState, module: string, name: string): boolean => {
  const found = state.path.find(module);
  if (!found?.own || found.isNamespace || /^__\w+__$/.test(name)) return false;
  const read = found.folder.readText(found.file);
  if (!read.ok || MAKES_NAMES.test(read.value) || read.value.includes(name)) return false;
  return !found.isPackage || !hasPart(state, found.file, name);
};

type Answer = { lacks: boolean; seen: number };

const answers = new WeakMap<WorldState, Map<string, Answer>>();

/** Whether another module that was opened speaks of it and sets names of others, or sets this one somewhere. */
const isGiven = (state: WorldState, module: string, name: string, seen: number): boolean => {
  const last = module.slice(module.lastIndexOf('.') + 1);
  const sets = new RegExp(`\\.${name}\\s*=(?!=)`);
  return [...state.opened.values()].slice(seen).some((other) => {
    if (other === undefined || other.file === null || other.name === module || !state.path.isOwn(other.file))
      return false;
    const read = state.path.folderOf(other.file)?.readText(other.file);
    return read?.ok === true && (sets.test(read.value) || (GIVES_NAMES.test(read.value) && read.value.includes(last)));
  });
};

/** Asked again when more modules were opened: those may have given it the name. */
export const ownModuleLacks = (state: WorldState, module: string, name: string): boolean => {
  const known = answers.get(state) ?? new Map<string, Answer>();
  answers.set(state, known);
  const key = `${module}.${name}`;
  const before = known.get(key) ?? { lacks: isUnnamed(state, module, name), seen: 0 };
  const answer = {
    lacks: before.lacks && !isGiven(state, module, name, before.seen),
    seen: state.opened.size,
  };
  known.set(key, answer);
  return answer.lacks;
};
