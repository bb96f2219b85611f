/** Names that a module of the project surely does not have. */
import { dirname } from 'node:path';
import type { WorldState } from './world-state.ts';

/** Ways to give a module names that do not stand in its text. */
const MAKES_NAMES = /\b(?:globals|locals|vars|exec|setattr|__getattr__|__dict__|modules)\b|\bimport\s*\(?\s*\*/;

/** A part of a package may be there in a form that is not read: a compiled module. */
const hasPart = (state: WorldState, file: string, name: string): boolean =>
  state.path
    .folderOf(file)
    ?.entries(dirname(file))
    .some((entry) => entry.name.startsWith(`${name}.`)) ?? true;

/** Nothing in its text is called so, and no code of it makes names. */
export const ownModuleLacks = (state: WorldState, module: string, name: string): boolean => {
  const found = state.path.find(module);
  if (!found?.own || found.isNamespace || /^__\w+__$/.test(name)) return false;
  const read = found.folder.readText(found.file);
  if (!read.ok || MAKES_NAMES.test(read.value) || read.value.includes(name)) return false;
  return !found.isPackage || !hasPart(state, found.file, name);
};
