/** Modules of a project and its packages: which are opened, and what importing one answers. */
import {
  attributeOf,
  createModule,
  firstOf,
  type ImportAnswer,
  isA,
  type ModuleValue,
  memberOf,
  moduleScope,
  plainOf,
  readModule,
  runModule,
  type Value,
} from '../../../../python/index.ts';
import type { ModuleFile } from '../../project/project.ts';
import {
  type AskKind,
  type ModuleRecording,
  type Recording,
  type ReplayTools,
  record,
  recordAsk,
  replay,
  Stale,
} from '../journal.ts';
import { findModel } from '../model-class/registered-models.ts';
import { addClass, addProblem, addWarning, type WorldState } from '../world-state.ts';
import { builtinModule, builtinName } from './builtin-modules.ts';
import { isClosedDjango, isMissingDjango } from './closed-django.ts';
import { hasPart } from './own-modules.ts';
import { isNotInPython, isStandardLibrary } from './standard-library.ts';

const readSource = (state: WorldState, file: string): string | undefined => {
  if (state.lastText?.file === file) return state.lastText.text;
  const read = state.path.folderOf(file)?.readText(file);
  if (read?.ok) {
    state.filesRead.add(file);
    state.lastText = { file, text: read.value };
    return read.value;
  }
  if (read !== undefined && read.refusal !== 'missing')
    addWarning(state, 'file_unreadable', read.message, { file, line: null });
  return undefined;
};

/** Code that adds fields to a model it is given; a field class that passes on what it is told does not. */
const ADDS_FIELDS = /(?<!\bsuper\([^()]*\))\.(?:add_to_class|contribute_to_class)\(/;

const runText = (state: WorldState, module: ModuleValue, text: string, own: boolean): void => {
  if (text.includes('to_class(') && ADDS_FIELDS.test(text)) state.adders.add(module.name);
  else state.adders.delete(module.name);
  const syntax = readModule(text);
  if (own)
    for (const { line, message } of syntax.problems)
      addWarning(state, 'syntax_error', message, { file: module.file, line });
  runModule(state.engine, module, syntax);
};

/** The text of a module: its file's, nothing for a namespace, what is built in where Django is not at hand. */
const textOfModule = (state: WorldState, name: string, found: ModuleFile | undefined): string | undefined => {
  if (found === undefined) return builtinModule(name);
  return found.isNamespace ? '' : readSource(state, found.file);
};

/** Asks again what a recording asked. */
const replayTools = (state: WorldState): ReplayTools => ({
  ask: (kind: AskKind, name: string) =>
    kind === 'open' ? openModule(state, name) : importModule(state, name, kind === 'whole'),
  findModel: (name) => findModel(state, ...(name.split('.') as [string, string])),
  make: (value) => addClass(state, value),
  say: (problem) => {
    if (!addProblem(state, problem)) throw new Stale('There are too many problems to keep.');
  },
});

export const replayRecording = (state: WorldState, recording: ModuleRecording | Recording): void =>
  replay(state.journal, state.engine, recording, 'module' in recording ? recording.module : null, replayTools(state));

/** A module of the last reading, as good as evaluated. */
const reopen = (state: WorldState, name: string, kept: ModuleRecording): ModuleValue => {
  const { module } = kept;
  state.opened.set(name, module);
  state.answers.set(name, { found: module });
  state.journal.modules.set(name, kept);
  if (module.file !== null && !state.path.find(name)?.isNamespace) state.filesRead.add(module.file);
  replayRecording(state, kept);
  return module;
};

/** Evaluates a module and remembers it before it runs, as Python does: modules import each other in circles. */
const evaluateModule = (state: WorldState, name: string): ModuleValue | undefined => {
  const found = state.path.find(name);
  const text = textOfModule(state, name, found);
  if (text === undefined) {
    state.opened.set(name, undefined);
    return undefined;
  }
  const module = createModule(name, found?.file ?? null);
  state.opened.set(name, module);
  state.answers.set(name, { found: module });
  const evaluateText = (): void => runText(state, module, text, found?.own ?? false);
  const { journal, engine } = state;
  if (journal.current === null) evaluateText();
  else journal.modules.set(name, { ...record(journal, engine, module, module, evaluateText), module });
  return module;
};

/** Python imports the package around a module first, which may well import the module itself. */
const openParent = (state: WorldState, name: string): void => {
  const dot = name.lastIndexOf('.');
  if (dot !== -1 && state.path.find(name)?.own) importModule(state, name.slice(0, dot), false, 'parent');
};

export function openModule(state: WorldState, name: string): ModuleValue | undefined {
  return recordAsk(state.journal, 'open', name, isFixed, () => {
    if (!state.opened.has(name)) openParent(state, name);
    if (state.opened.has(name)) return state.opened.get(name);
    const kept = state.journal.kept.get(name);
    return kept === undefined ? evaluateModule(state, name) : reopen(state, name, kept);
  });
}

/** Evaluates a file, in a module of its own or in the namespace of another. */
export const runFile = (state: WorldState, file: string, into: ModuleValue): void => {
  const text = readSource(state, file);
  if (text !== undefined) runText(state, { ...into, file }, text, state.path.isOwn(file));
};

/** Whether importing it answers the same whatever was opened before. */
const isFixed = (name: string): boolean => isClosedDjango(name) || isStandardLibrary(name);

const isWithin = (parent: string, name: string): boolean => name === parent || name.startsWith(`${parent}.`);

/**
 * Own modules are always opened. Of packages, those that may define models: in an installed app what speaks of models, elsewhere
 * what defines abstract ones, because Django orders inherited fields by when their module was imported.
 */
const isWorthOpening = (state: WorldState, name: string, found: ModuleFile): boolean => {
  if (found.own || found.isNamespace) return true;
  if (isClosedDjango(name)) return false;
  const known = state.journal.current === null ? undefined : state.worthOpening.get(name);
  if (known !== undefined) state.filesRead.add(found.file);
  const isWorth = known ?? looksWorthOpening(state, name, found);
  // While apps are still being read, fewer are known.
  if (isWorth !== undefined && state.journal.current !== null) state.worthOpening.set(name, isWorth);
  return isWorth ?? false;
};

/** undefined: it cannot be read. */
const looksWorthOpening = (state: WorldState, name: string, found: ModuleFile): boolean | undefined => {
  const text = readSource(state, found.file);
  if (text === undefined) return undefined;
  if (/\babstract\s*=/.test(text)) return true;
  if (![...state.appNames].some((app) => isWithin(app, name))) return false;
  return SPEAKS_OF_MODELS.test(text) || leadsToModels(state, { name, isPackage: found.isPackage, text });
};

/** Models, or other modules by their names, which may have some. */
const SPEAKS_OF_MODELS = /\bmodels\b|\bimport_module\b|\bautodiscover_modules\b/;

// A module that imports a module that imports models is imported for something else; few go through more.
const MAX_STEPS = 3;
const RELATIVE_IMPORT = /^(?:lazy[ \t]+)?from[ \t]+(\.+)((?:\w[\w.]*)?)[ \t]+import[ \t]+(?:\(\s*)?(\w+)/gm;

type Text = { name: string; isPackage: boolean; text: string };

/** Modules beside it that a module of a package imports. */
const textsBeside = (state: WorldState, { name, isPackage, text }: Text, seen: Set<string>): Text[] => {
  const parts = name.split('.');
  return Array.from(text.matchAll(RELATIVE_IMPORT), ([, dots = '', path = '', first = '']): Text | undefined => {
    const home = parts.slice(0, parts.length - dots.length + (isPackage ? 1 : 0));
    const other = [...home, ...(path === '' ? [first] : path.split('.'))].join('.');
    if (seen.has(other)) return undefined;
    seen.add(other);
    const found = state.path.find(other);
    const read = found === undefined || found.own || found.isNamespace ? undefined : readSource(state, found.file);
    return found && read !== undefined ? { name: other, isPackage: found.isPackage, text: read } : undefined;
  }).filter((other) => other !== undefined);
};

/** Whether a module of an app imports others beside it that speak of models: Python runs all of them. */
const leadsToModels = (state: WorldState, start: Text): boolean => {
  const seen = new Set([start.name]);
  let texts = [start];
  for (let step = 0; step < MAX_STEPS; step++) {
    texts = texts.flatMap((text) => textsBeside(state, text, seen));
    if (texts.some(({ text }) => SPEAKS_OF_MODELS.test(text))) return true;
  }
  return false;
};

/** A part of one of the project's own packages that is not there; of an installed one it may be compiled. */
const isMissingPart = (state: WorldState, home: ModuleFile, name: string): boolean => {
  if (!home.own || home.isNamespace) return false;
  const dot = name.lastIndexOf('.');
  const parent = state.path.find(name.slice(0, dot));
  return !parent?.isPackage || !hasPart(state, parent.file, name.slice(dot + 1));
};

/** Only an interpreter tells which Python it is, by the packages it has; the text may say from which one on. */
const isNotInThisPython = ({ path, input: { pythonVersion } }: WorldState, module: string): boolean =>
  pythonVersion !== null &&
  isNotInPython(module, pythonVersion) &&
  path.mayExist(module) === false &&
  // It brings one of its own.
  !(module === 'distutils' && path.find('setuptools') !== undefined);

const decide = (state: WorldState, name: string): ImportAnswer => {
  const { path } = state;
  const found = path.find(name);
  if (found !== undefined) {
    const module = isWorthOpening(state, name, found) ? openModule(state, name) : undefined;
    return module === undefined ? 'closed' : { found: module };
  }
  const top = name.split('.', 1)[0] ?? name;
  if (isStandardLibrary(name)) return isNotInThisPython(state, top) ? 'missing' : 'closed';
  const home = path.find(top);
  if (home !== undefined) return isMissingPart(state, home, name) || isMissingDjango(path, name) ? 'missing' : 'closed';
  const built = builtinModule(name) === undefined ? undefined : openModule(state, name);
  if (built !== undefined) return { found: built };
  return path.mayExist(top) === false ? 'missing' : 'closed';
};

const importOnce = (state: WorldState, name: string, whole: boolean): ImportAnswer => {
  const known = state.answers.get(name);
  if (known !== undefined && !(whole && known === 'closed')) return known;
  if (whole && !isClosedDjango(name) && !isStandardLibrary(name)) openModule(state, name);
  const answer = decide(state, name);
  // While it was decided the module may have been opened through another one.
  const final = state.answers.get(name) ?? answer;
  state.answers.set(name, final);
  return final;
};

export function importModule(
  state: WorldState,
  name: string,
  whole = false,
  kind: AskKind = whole ? 'whole' : 'import',
): ImportAnswer {
  return recordAsk(state.journal, kind, name, isFixed, () => importOnce(state, name, whole));
}

/** The thing behind a dotted name, its module opened if need be. */
export const openReference = (state: WorldState, name: string): Value | undefined => {
  if (isClosedDjango(name) || isStandardLibrary(name)) return undefined;
  const dot = name.lastIndexOf('.');
  if (dot === -1) return openModule(state, name);
  const [parent, last] = [name.slice(0, dot), name.slice(dot + 1)];
  const holder = openModule(state, parent);
  const given = holder === undefined && state.path.find(parent) === undefined ? builtinName(name) : undefined;
  if (given !== undefined) return openReference(state, given);
  const value = holder?.names.get(last);
  if (isA(value, 'reference') && value.name !== name) return firstOf(openReference(state, value.name), value);
  if (value !== undefined) return value;
  const known = (found: Value): Value | undefined =>
    isA(found, 'unknown') || (isA(found, 'reference') && found.name === name) ? undefined : plainOf(found);
  // What stands in the module's place may have it.
  if (holder !== undefined) return known(attributeOf(holder, last, moduleScope(state.engine, holder)));
  // A part of something in a module: `app.models.Outer.Inner`, `app.settings.configured.USER_MODEL`.
  const outer = openReference(state, parent);
  if (!isA(outer, 'class') && !isA(outer, 'call')) return undefined;
  // A member of a plain enumeration is itself, and not its value.
  if (isA(outer, 'class') && memberOf(outer, last)?.isPure) return undefined;
  const own = isA(outer, 'class') && outer.enumeration === undefined ? outer.names.get(last) : undefined;
  return own === undefined
    ? known(attributeOf(outer, last, moduleScope(state.engine, createModule(name, outer.file))))
    : own;
};
