/** What evaluation may ask about the world around a module. Nothing here touches the machine: the reader hands in answers. */

import type { Annotations } from './classes/records.ts';
import type { Doubt, Keeper } from './data/kept.ts';
import type { KnownPackages } from './packages.ts';
import type {
  CallValue,
  ClassValue,
  FunctionValue,
  MemberValue,
  ModuleValue,
  ReferenceValue,
  Value,
} from './values.ts';

export type Arguments = {
  args: readonly Value[];
  /** With `OPEN_KEYWORDS` where there are further ones, by `**`, of which not all could be told. */
  keywords: ReadonlyMap<string, Value>;
};

export type ImportAnswer =
  | { found: ModuleValue }
  /** It exists, or may exist, but is not opened: names of it stay references. */
  | 'closed'
  /** It is known not to exist: importing it raises ImportError. */
  | 'missing';

/** What is not known: whether a package is there, what a loop or a condition does, an environment variable. */
export type DoubtKind = 'package' | 'loop' | 'condition' | 'variable';

export interface World {
  readonly known: KnownPackages;
  /** `whole`: every name of it is wanted, so it must be opened if it can be. */
  importModule(name: string, whole?: boolean): ImportAnswer;
  /** A module as far as it was imported; false: it is surely not; undefined: that cannot be told. */
  loadedModule(name: string): ModuleValue | false | undefined;
  /** Whether a module belongs to a package that is not at hand. */
  isAway(name: string): boolean;
  /** Whether importing a module, or a name of one, may fail as well as not. */
  mayFail(name: string): boolean;
  /** The settings are read, of which both sides of a condition are shown; later on, what cannot be told is left open. */
  readsSettings(): boolean;
  /** A module that is not opened was imported inside a `try`, or asked for. */
  onTried(name: string): void;
  /** An environment variable; undefined when it is not set. */
  environment(name: string): string | undefined;
  /** undefined: it is not set any more. */
  setEnvironment(name: string, value: string | undefined): void;
  /** Variables of a file that the project reads without setting them. */
  onVariables(entries: Iterable<readonly [string, string]>): void;
  /** Every variable that is set. */
  variables(): Iterable<readonly [string, string]>;
  /** Whether a file or folder exists; undefined when it lies outside what may be looked at. */
  exists(path: string, kind?: 'file' | 'folder'): boolean | undefined;
  /** The text of a file of the project; undefined when it cannot be read. */
  readText(path: string): string | undefined;
  /** What lies directly in a folder, by name; undefined when that cannot be told. */
  entries(path: string): readonly { name: string; isFolder: boolean }[] | undefined;
  /** Something outside of what may be looked at was asked for: it counts as not there, as a variable counts as not set. */
  onOutside(path: string): void;
  /** The current folder of `manage.py`. */
  readonly cwd: string;
  /** Whether it is run by Python 3 of that release or a later one; undefined when either may be. */
  isSincePython(minor: number): boolean | undefined;
  /** The home folder of whoever runs it. */
  readonly home: string;
  /** A better value for the dotted name of something that was not opened, e.g. a setting; or for an item of it: `name["key"]`. */
  resolve(name: string): Value | undefined;
  /** The one value for a name of a module that is never opened and holds nothing to resolve; undefined for any other. `askedBy`: a module. */
  closedName(module: string, name: string, askedBy: string): Value | undefined;
  /** Whether what is not opened is surely a module, a class or a function by its dotted name, and no value that may be empty. */
  isDefinition(name: string): boolean;
  /** Whether a module that is not opened has a name; undefined where that cannot be told. */
  moduleHas(module: string, name: string): boolean | undefined;
  /** A module of the project's own that surely does not have a name: none of its own, or one that others gave it. */
  moduleLacks(module: string, name: string): boolean;
  moduleWasGiven(module: string, name: string): boolean;
  /** A name is put into a module that is not opened: `models.LoudField = LoudField`. */
  patchModule(module: string, name: string, value: Value): void;
  /** The thing behind a dotted name, opening its module if need be: a base class must be known when a class is made. */
  openReference(name: string): Value | undefined;
  /** A class that may have several names, as the one value that it is by each of them; undefined where that cannot be told. */
  homeOf(name: string): Value | undefined;
  /** A class that is known by its name alone, as the framework hands it out; undefined: there is none. */
  namedClass(name: string): Value | undefined;
  /** A class was made: by `class`, by `type()`, wherever it happened. What its name stands for: its metaclass may give another, or something else. */
  onClass(value: ClassValue): ClassValue | CallValue;
  /** A class is made by `type()` under a name that could not be told, and is missing. */
  onNameless(value: ClassValue): void;
  /** The framework has taken its parts: what is set on it from now on is none of them. */
  isFinished(value: ClassValue): boolean;
  /** A class or a function is decorated by something that is not of the text, or by what its call gave. Gives what is to be followed in its place. */
  onDecorated(value: ClassValue | FunctionValue, decorator: CallValue | ReferenceValue): FunctionValue | undefined;
  /** A function or method that means something to the reader: `Model.add_to_class`. undefined: nothing of interest. */
  call(name: string, call: Arguments, module: ModuleValue): Value | undefined;
  callMethod(object: Value, name: string, call: Arguments): Value | undefined;
  /** What an object of the framework is made with: it may keep a copy of a list that it is given. */
  taken(call: Arguments): Arguments;
  /** An attribute that is not what the text gives: `Model._meta`, asked for before the text is; of an object, where the text gives none. */
  attribute(object: ClassValue | CallValue, name: string): Value | undefined;
  /** Told before an object is of another class: `field.__class__ = IntegerField`. */
  onTurned(object: CallValue, into: Value): void;
  /** A function of a module was called with these, and what it did could not be told, or only in part. */
  onUndecided(module: string, args: readonly Value[]): void;
  /** `doubt`: nothing else is touched by it; what is not known is marked where it stands. */
  note(problem: { file: string | null; line: number; message: string; doubt?: DoubtKind | undefined }): void;
}

/** Shared by all modules of one reading. */
export type Engine = {
  readonly world: World;
  /** Evaluated expressions left: someone else's code may loop for ever. */
  budget: number;
  /** Functions inside functions. */
  depth: number;
  /** Of the statement that is run; null: none is. */
  line: number | null;
  /** Code may have put names where no text shows them: through a frame of whoever called it, or into `builtins`. */
  givesNames: boolean;
  /** Classes around it that have names for types of their own, which nobody keeps: `class Box[T](Base[T])`. */
  generic: number;
  serial: number;
  /** Grows with every class that is made. */
  classes: number;
  /** On whose behalf something is evaluated: what is made meanwhile is theirs. null: nobody asks. */
  owner: object | null;
  /** How often something was changed by someone who had not made it. */
  foreignChanges: number;
  /** `try` blocks around what is evaluated: only there does a missing entry or file decide what happens next. */
  tries: number;
  /** How many conditions and loops could not be told: what was done meanwhile is not certain. */
  undecided: number;
  /** What was held before each of the ways that are gone now, of which nobody knows whether they are. */
  kept: Keeper[];
  /** What may have been raised inside a `try` as well as not, and was not. */
  doubts: Doubt[];
  /** Blocks around what is evaluated that may not run at all, because of such an import. */
  maybe: number;
  /** Conditions around what is evaluated that could not be told, and whose sides are all read. */
  either: number;
  /** Methods that are followed for what they make of one object alone: nobody is told what of them could not be. */
  aside: number;
  /** Members of enumerations that are known as their values by now, by these: a value that is shown may be one. */
  readonly decayed: Map<Value, Set<MemberValue>>;
  /** How such a one is shown is being found out. */
  isShowing: boolean;
};

// Ten times what a project of 5,000 models takes; text that is made to take for ever is given up after seconds.
export const createEngine = (world: World, budget = 4_000_000): Engine => ({
  world,
  budget,
  depth: 0,
  line: null,
  givesNames: false,
  generic: 0,
  serial: 0,
  classes: 0,
  owner: null,
  foreignChanges: 0,
  tries: 0,
  undecided: 0,
  kept: [],
  doubts: [],
  maybe: 0,
  either: 0,
  aside: 0,
  decayed: new Map(),
  isShowing: false,
});

export type Scope = {
  readonly engine: Engine;
  readonly module: ModuleValue;
  readonly names: Map<string, Value>;
  readonly outer: Scope | null;
  readonly kind: 'module' | 'class' | 'function';
  /** Of a function that is a generator: what it gave so far. */
  yielded?: Value[];
  /** And what runs each time that it gives something. */
  whenYielded?: ((given: Value) => void) | undefined;
  /** Of a comprehension: the names around it, in which `:=` binds. */
  around?: Map<string, Value> | undefined;
  /** Names that `global` and `nonlocal` bind in another scope. */
  elsewhere?: Map<string, Map<string, Value>>;
  /** Of a class: code that was left out may have changed it. */
  isOpen?: boolean;
  /** Of a class that is a record: what its annotations say. */
  annotations?: Annotations | undefined;
  /** Of a function: code that was left out may have ended it. */
  mayHaveReturned?: boolean;
  /** Names of the classes around, with a final dot. */
  readonly qualifier: string;
};

export const moduleScope = (engine: Engine, module: ModuleValue): Scope => ({
  engine,
  module,
  names: module.names,
  outer: null,
  kind: 'module',
  qualifier: '',
});

/** A Python exception on its way to the `try` that catches it. */
export class Raised extends Error {
  readonly kind: string;
  /** What a class of the text derives from, too. */
  readonly bases: readonly string[];
  constructor(kind: string, message: string, bases: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.bases = bases;
  }
}

/** An environment variable that must be set is not, on the machine that a clone is read as on. */
export class NotSet extends Raised {
  constructor(kind: string, variable: string) {
    super(kind, `The environment variable ${variable} is not set.`);
  }
}

/** Raised by code that nobody follows: of any kind, but for what an import raises. */
export const ANY_ERROR = new Raised('Exception', 'What was left out may raise an error.');

/** The budget is used up: what was read so far stands. */
export class Exhausted extends Error {}

export const spend = (engine: Engine, steps = 1): void => {
  engine.budget -= steps;
  if (engine.budget < 0) throw new Exhausted('Evaluation took too many steps.');
};

/** The module that gives a name, of those that all names are taken from and that were not opened. */
export const starWith = (name: string, { engine: { world }, module }: Scope): string | undefined => {
  const stars = module.stars.filter((star) => world.moduleHas(star, name) !== false);
  // Python takes the last that has it; where that is not known, most likely it is the framework's.
  const sure = stars.findLast((star) => world.moduleHas(star, name));
  return sure ?? stars.find((star) => world.known.isFramework(star)) ?? stars.at(-1);
};

/** A name as Python looks it up: functions see modules and functions around them, never the classes. */
export const lookup = (scope: Scope, name: string): Value | undefined => {
  for (let current: Scope | null = scope; current !== null; current = current.outer) {
    if (current.kind === 'class' && current !== scope) continue;
    const value = current.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
};
