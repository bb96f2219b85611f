/** What the parts of a project's world share while it is read. */
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  type Engine,
  type ImportAnswer,
  isA,
  isSequence,
  type ModuleValue,
  noteChange,
  resolutionOrder,
  type Value,
} from '../../../python/index.ts';
import type { Series } from '../project/versions/bounds.ts';
import type { PythonFit } from '../project/versions/python.ts';
import type { ProjectEnvironment } from './environment.ts';
import { type Journal, recordEvent } from './journal.ts';
import type { Receiver } from './model-class/class-hooks.ts';
import { isModelClass, type Waiting } from './model-class/registered-models.ts';
import type { DjangoNames } from './modules/closed-django.ts';
import type { SearchPath } from './modules/search-path.ts';

export type WorldInput = {
  folder: Folder;
  /** Installed packages, in import order. */
  packages: readonly Folder[];
  pythonVersion: string | null;
  /** Whether others fit as well. */
  pythonFit: PythonFit;
  djangoVersion: string | null;
  /** Where Django of more than one series fits: the first that does not; null: any later one fits. */
  djangoEnd?: Series | null;
  /** The release is known, not only its series. */
  isDjangoExact: boolean;
  problems: Problem[];
};

export type WorldState = {
  readonly input: WorldInput;
  readonly path: SearchPath;
  readonly environment: ProjectEnvironment;
  /** Settings by name, filled once they are read; `settings.X` in other modules resolves to them. */
  readonly settings: Map<string, Value>;
  /** Every name of the settings is known: what is neither there nor among Django's defaults is not set. */
  areSettingsWhole: boolean;
  /** Absolute paths outside of the workspace that were asked for. */
  readonly outside: Set<string>;
  /** Packages to which the settings hand themselves over. */
  readonly handedTo: Set<string>;
  /** Those inside, see `data-files.ts`. */
  readonly asked: Set<string>;
  /** Packages that settings try to import, and that nobody knows to be there. */
  readonly assumed: Set<string>;
  /** Every class that was made, in the order Python would make them. */
  readonly classes: ClassValue[];
  /** Dotted names of the installed apps: their modules are opened, those of other packages only when a name of them is needed. */
  readonly appNames: Set<string>;
  /** The installed apps, once they are known. */
  apps: readonly { name: string; label: string; defaultAutoField: string | null; isAutoFieldSure: boolean }[];
  /** The class of the key that Django adds, once it is surely known. */
  defaultAutoField: string | null;
  /** All models are made: `apps.get_models()` and the like can be asked for. */
  areModelsReady: boolean;
  /** Modules whose text adds fields to models that it is given. */
  readonly adders: Set<string>;
  /** Receivers of `class_prepared`, as far as they were connected. */
  readonly prepared: Receiver[];
  /** Code that waits for models to be made. */
  readonly waiting: Waiting[];
  /** Models that were handed to such code, which could not be followed: they may have more fields than can be told. */
  readonly unfollowed: WeakSet<ClassValue>;
  /** Names of classes, in small letters, that were handed to packages which are not at hand. */
  readonly handed: Set<string>;
  readonly answers: Map<string, ImportAnswer>;
  readonly opened: Map<string, ModuleValue | undefined>;
  /** Names of Django's own modules as far as they were asked for, see `closed-django.ts`. */
  readonly django: DjangoNames;
  /** The text that was looked at last: what is worth opening is opened next. */
  lastText: { file: string; text: string } | null;
  /** Absolute paths of the files that the reading rests on. */
  readonly filesRead: Set<string>;
  /** By name, for modules of packages, once the apps are known. */
  readonly worthOpening: Map<string, boolean>;
  readonly journal: Journal;
  engine: Engine;
  /** What the project puts in the place of Django's `Field.deconstruct`; null where it does not. */
  fieldDeconstruct: Value | null;
  /** Passed what `super().__init__(…)` or `Base.__init__(self, …)` is called with, while a field class is followed. */
  onSuperInit: ((call: Arguments, base: Value) => void) | null;
  /**
   * Asked for what `super().deconstruct()` and the like give, while that method of a field class is followed. `ofOther`: for what the method of
   * another object gives, whose class is one of Django's.
   */
  onSuperMethod: { name: string; call(): Value; ofOther?(object: CallValue): Value } | null;
};

// Someone else's project may be broken everywhere: a list of problems is for reading.
const MAX_PROBLEMS = 200;

export const hasAllProblems = ({ input: { problems } }: WorldState): boolean => problems.length < MAX_PROBLEMS;

const isSame = (one: Problem, other: Problem): boolean =>
  one.line === other.line && one.code === other.code && one.file === other.file && one.message === other.message;

/** False when the list is full. */
export const addProblem = (state: WorldState, problem: Problem): boolean => {
  const isRoom = hasAllProblems(state);
  if (isRoom) {
    // The same line may be come to many times: a method that every class of a kind is handed to.
    if (!state.input.problems.some((other) => isSame(other, problem))) state.input.problems.push(problem);
    recordEvent(state.journal, { said: problem });
  }
  return isRoom;
};

export const addWarning = (
  state: WorldState,
  code: string,
  message: string,
  place: { file: string | null; line: number | null },
): void => {
  const file = place.file === null ? null : state.path.shownPath(place.file);
  addProblem(state, { code, severity: 'warning', message, file, line: place.line });
};

/** A class was made. */
export const addClass = (state: WorldState, value: ClassValue): void => {
  state.classes.push(value);
  recordEvent(state.journal, { made: value });
};

/** Code of a module that adds fields, or of the same package where it was not opened. */
export const mayAdd = ({ adders, opened, path }: WorldState, module: string): boolean => {
  if (adders.has(module)) return true;
  const top = module.slice(0, module.indexOf('.') + 1);
  if (top === '' || opened.get(module) !== undefined || path.find(top.slice(0, -1))?.own !== false) return false;
  return [...adders].some((adder) => adder.startsWith(top));
};

/** A model, or a class that may be one by a base of a package that is not at hand; a name of such a package that looks like a class. */
const mayBeModel = ({ path }: WorldState, value: Value): boolean => {
  if (isA(value, 'reference')) return path.isAway(value.name) && /\.\p{Lu}[^.]*$/u.test(value.name);
  if (!isA(value, 'class')) return false;
  return (
    isModelClass(value) ||
    resolutionOrder(value).some((ancestor) => ancestor.type === 'reference' && path.isAway(ancestor.name))
  );
};

/** Classes are handed to code of a package that is not at hand, which may add fields to them and make models of them, under a name that it is told. */
export const markHanded = (
  state: WorldState,
  args: readonly Value[],
  hooks: { isUnfinished(value: ClassValue): boolean },
): void => {
  const given = args.flatMap((value) => (isSequence(value) ? value.items : [value]));
  const models = given.filter((value) => mayBeModel(state, value));
  if (models.length === 0) return;
  // What was handed is told when the code is evaluated, so that is done again each time.
  state.engine.foreignChanges++;
  for (const value of [...models, ...given]) {
    const name = isA(value, 'class') || isA(value, 'reference') ? value.name.split('.').at(-1) : value;
    if (typeof name === 'string' && name !== '') state.handed.add(name.toLowerCase());
  }
  for (const model of models) markUnfollowed(state, model, hooks);
};

/**
 * Models that code adds fields to which could not be followed. What makes a class is followed on its own: what packages do by then that cannot
 * be told is mostly no field, so `hooks` tells which are finished; null: whatever they are.
 */
export const markUnfollowed = (
  state: WorldState,
  value: Value,
  hooks: { isUnfinished(value: ClassValue): boolean } | null,
): void => {
  if (isSequence(value)) for (const item of value.items) if (isA(item, 'class')) markUnfollowed(state, item, hooks);
  if (!isA(value, 'class') || hooks?.isUnfinished(value)) return;
  noteChange(state.engine, value);
  state.unfollowed.add(value);
};
