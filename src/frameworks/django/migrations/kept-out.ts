/**
 * What a project keeps out of its migrations. Some put a function of their own in the place of Django's `Field.deconstruct`, by which labels,
 * help texts or choices are left out, and take options from those that makemigrations looks at: while an app is loaded, or in a makemigrations
 * of their own. What cannot be followed of such a function is told by its text, which names what it leaves out.
 */
import { dirname, join } from 'node:path';
import type { DjangoProject, ModuleFile } from '../project/project.ts';
import { fieldDefaults } from './compare/fields/fields.ts';
import type { OwnDeconstruct } from './own-deconstruct.ts';
import { alterOptionKeys } from './state.ts';

export type KeptOut = {
  /** Of fields; null where Django's own `deconstruct` is in its place. */
  fields: KeptOutOfFields | null;
  /** Options of models. */
  options: ReadonlySet<string>;
};

export type KeptOutOfFields = {
  /** Arguments that its text names: it may leave them out. */
  names: ReadonlySet<string>;
  /** What it leaves of the arguments of a field, where it can be followed. */
  leave: OwnDeconstruct['leave'];
  /** Another one for each reading: what it leaves may rest on any module. */
  version: string;
};

let readings = 0;

const nothingKeptOut: KeptOut = { fields: null, options: new Set() };

const textOf = ({ folder, file }: Pick<ModuleFile, 'folder' | 'file'>): string => {
  const read = folder.readText(file);
  return read.ok ? read.value : '';
};

/** A command of the project's own and the modules beside it, where it changes what makemigrations sees. */
const ownCommands = ({ apps, modules }: DjangoProject): string[] =>
  apps.flatMap((app) => {
    const found = app.own ? modules.find(`${app.name}.management.commands.makemigrations`) : undefined;
    if (found === undefined || found.isPackage) return [];
    const { folder, file } = found;
    const beside = folder.entries(dirname(file)).filter(({ name }) => /^_[^.]*\.py$/.test(name));
    return [textOf(found), ...beside.map(({ name }) => textOf({ folder, file: join(dirname(file), name) }))];
  });

/** Text that is run while apps are loaded; looked at only where it is known to change what a field says of itself. */
const loadedTexts = ({ apps, modules }: DjangoProject): string[] =>
  apps.flatMap(({ own, name }) =>
    [name, `${name}.apps`].flatMap((module) => {
      const found = own ? modules.find(module) : undefined;
      return found === undefined || found.isNamespace ? [] : [textOf(found)];
    }),
  );

const named = (texts: readonly string[], names: Iterable<string>): Set<string> =>
  new Set([...names].filter((name) => texts.some((text) => new RegExp(`["']${name}["']`).test(text))));

const PATCH = /\bdeconstruct\b/;
const KEYS = /\bALTER_OPTION_KEYS\b/;

/** What a function may leave out of a field: whatever its text names. */
const fieldNames: readonly string[] = [...fieldDefaults.keys(), 'default'];

export const keptOutOf = (project: DjangoProject): KeptOut => {
  const patch = project.fieldDeconstruct();
  const commands = ownCommands(project).filter((text) => PATCH.test(text) || KEYS.test(text));
  if (patch === null && commands.length === 0) return nothingKeptOut;
  const home = patch?.module == null ? undefined : project.modules.find(patch.module);
  const texts = [...commands, ...(home === undefined ? [] : [textOf(home)])];
  const loaded = patch === null ? [] : loadedTexts(project);
  const withKeys = [...commands, ...loaded].filter((text) => KEYS.test(text));
  const options = named(withKeys, alterOptionKeys);
  const isPatched = patch !== null || commands.some((text) => PATCH.test(text));
  // A command's own is at work only there, where nobody comes to by following the project.
  const leave = patch === null || commands.length > 0 ? () => undefined : patch.leave;
  return {
    fields: isPatched ? { names: named(texts, fieldNames), leave, version: String(++readings) } : null,
    options: withKeys.length > 0 && options.size === 0 ? new Set(alterOptionKeys) : options,
  };
};
