/**
 * What packages that are not at hand may do to models: code of theirs that is given a model may add fields to it, and make further models of it,
 * which take over its name: `HistoricalOrder`, `OrderTranslation`.
 */
import { dirname, join } from 'node:path';
import { isA, NAME, nameOf } from '../../../../python/index.ts';
import type { DjangoApp } from '../../project/project.ts';
import type { WorldState } from '../world-state.ts';
import { isStandardLibrary } from './standard-library.ts';

export type AwayCode = {
  /** The packages of the project are not at hand. */
  isCold: boolean;
  /** Whether such code was given a class of that name, in small letters. */
  isHanded(name: string): boolean;
  /** Whether a model of an app may be one that such code made. */
  mayMake(app: string, name: string): boolean;
  /** Whether a class of such a package, which is named like a field, is one: migrations name it. True where there are no migrations. */
  isField(name: string): boolean;
  /** Whether migrations of the app, by its label, make a model of that name. */
  isMade(label: string | null, name: string): boolean;
  /** The label of the app that a model of such a package belongs to, where migrations point at one model of that name only. */
  labelOf(model: string): string | undefined;
};

/** Nothing is away where the packages are at hand. */
const nothing: AwayCode = {
  isCold: false,
  isHanded: () => false,
  mayMake: () => false,
  isField: () => true,
  isMade: () => false,
  labelOf: () => undefined,
};

const IMPORTED = new RegExp(`^[ \\t]*(?:from|import)[ \\t]+(${NAME})`, 'gmu');
const REGISTERED = /\bregister\w*\(\s*(?:[[(]\s*)?([\p{XID_Continue}.]+(?:\s*,\s*[\p{XID_Continue}.]+)*)/gu;
const MODULES_LIMIT = 200;

/** Modules that a package looks for in each app (`translation.py`) are imported by nobody here: what they register is told by their text. */
const registeredIn = (text: string, isAway: (name: string) => boolean): string[] => {
  if (!text.includes('register')) return [];
  const tops = new Set(Array.from(text.matchAll(IMPORTED), ([, top = '']) => top));
  if (![...tops].some((top) => !isStandardLibrary(top) && isAway(top))) return [];
  return Array.from(text.matchAll(REGISTERED), ([, names = '']) => names.split(',')).flatMap((names) =>
    names.map((name) => (name.trim().split('.').at(-1) ?? '').toLowerCase()),
  );
};

const registeredBy = (state: WorldState, apps: readonly DjangoApp[]): string[] => {
  const { input, path, filesRead } = state;
  return apps.flatMap((app) => {
    const folder = app.own ? app.path : null;
    if (folder === null) return [];
    const files = input.folder.entries(folder).filter(({ name, kind }) => kind === 'file' && name.endsWith('.py'));
    return files.slice(0, MODULES_LIMIT).flatMap(({ name }) => {
      const file = join(folder, name);
      const read = filesRead.has(file) ? undefined : input.folder.readText(file);
      return read?.ok ? registeredIn(read.value, path.isAway) : [];
    });
  });
};

/** A module of the app gives the name to something of such a package, or takes over all that one has. */
const bindsAway = ({ opened, path }: WorldState, app: DjangoApp, name: string): boolean => {
  for (const [at, module] of opened) {
    if (module === undefined || (at !== app.name && !at.startsWith(`${app.name}.`))) continue;
    if (module.stars.some(path.isAway)) return true;
    const bound = module.names.get(name);
    if (isA(bound, 'unknown') || (bound !== undefined && path.isAway(nameOf(bound) ?? 'builtins'))) return true;
  }
  return false;
};

const CALLED = new RegExp(`\\.(${NAME})\\(`, 'gu');
const MADE = new RegExp(`\\bCreateModel\\(\\s*(?:name\\s*=\\s*)?(['"])(${NAME})\\1`, 'gu');
const POINTED = new RegExp(`\\bto=(['"])(${NAME})\\.(${NAME})\\1`, 'gu');

/** What the migrations of the project's own apps name. */
type Named = {
  /** Last parts of what they make things of. */
  made: ReadonlySet<string>;
  /** Models that they make: `app.model` in small letters. */
  models: ReadonlySet<string>;
  /** By model in small letters: labels of the apps in which they point at one. */
  labels: ReadonlyMap<string, ReadonlySet<string>>;
};

/** null where there are no migrations. */
const namedInMigrations = ({ input: { folder }, path }: WorldState, apps: readonly DjangoApp[]): Named | null => {
  const made = new Set<string>();
  const models = new Set<string>();
  const labels = new Map<string, Set<string>>();
  let isNone = true;
  for (const { label: app, own, migrationsModule } of apps) {
    const found = own && migrationsModule !== null ? path.find(migrationsModule) : undefined;
    if (found === undefined || !found.own) continue;
    const home = dirname(found.file);
    for (const { name, kind } of folder.entries(home)) {
      const read = kind === 'file' && /^[^_~.][^.]*\.py$/.test(name) ? folder.readText(join(home, name)) : undefined;
      if (!read?.ok) continue;
      isNone = false;
      for (const [, called = ''] of read.value.matchAll(CALLED)) made.add(called);
      for (const [, , model = ''] of read.value.matchAll(MADE)) models.add(`${app}.${model}`.toLowerCase());
      for (const [, , label = '', model = ''] of read.value.matchAll(POINTED)) {
        const known = labels.get(model.toLowerCase());
        if (known) known.add(label);
        else labels.set(model.toLowerCase(), new Set([label]));
      }
    }
  }
  return isNone ? null : { made, models, labels };
};

export const awayCode = (state: WorldState, apps: readonly DjangoApp[]): AwayCode => {
  if (state.input.packages.length > 0) return nothing;
  let handed: Set<string> | undefined;
  const names = (): Set<string> => {
    handed ??= new Set([...state.handed, ...registeredBy(state, apps)]);
    return handed;
  };
  let named: Named | null | undefined;
  const inMigrations = (): Named | null => {
    if (named === undefined) named = namedInMigrations(state, apps);
    return named;
  };
  return {
    isCold: true,
    isField: (name) => {
      const known = inMigrations();
      return known === null || known.made.has(name.slice(name.lastIndexOf('.') + 1));
    },
    isMade: (label, name) => inMigrations()?.models.has(`${label}.${name}`.toLowerCase()) === true,
    labelOf: (model) => {
      const labels = inMigrations()?.labels.get(model.toLowerCase());
      return labels?.size === 1 ? [...labels][0] : undefined;
    },
    isHanded: (name) => names().has(name),
    mayMake: (label, name) => {
      const app = apps.find((each) => each.label === label);
      const lower = name.toLowerCase();
      // An app that is not at hand has whatever models it has.
      return !app?.path || [...names()].some((part) => lower.includes(part)) || bindsAway(state, app, name);
    },
  };
};
