/** What an expression may change, see `reach.ts`. */
import { readFunction } from '../../../module.ts';
import { dottedName, type Expression, type ExpressionOf, type FunctionSyntax } from '../../../syntax.ts';
import { resolutionOrder } from '../../classes/classes.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { isBuiltin } from '../../known/builtins.ts';
import { CHANGES_FIRST, changesItsObject } from '../../known/methods.ts';
import {
  type ClassValue,
  type FunctionValue,
  isA,
  isSequence,
  isTagged,
  nameOf,
  referenceTo,
  type Value,
} from '../../values.ts';
import { lookup, moduleScope, type Scope } from '../../world.ts';

export type Reach = {
  /** Names that it binds: what they hold is not known. */
  bound: ReadonlySet<string>;
  /** What one of these names may come to be another name for. */
  shared: ReadonlySet<Value>;
  /** Lists and dicts that it adds to. */
  containers: ReadonlySet<Value>;
  classes: ReadonlySet<ClassValue>;
  /** It changes the class around it. */
  own: boolean;
  /** It may end the function around it. */
  returns: boolean;
  /** It may give something more to who goes over the generator around it. */
  yields: boolean;
};

export type Look = Reach & {
  scope: Scope;
  shared: Set<Value>;
  containers: Set<Value>;
  classes: Set<ClassValue>;
  bound: Set<string>;
  /** Those of them that hold a list or a dict of its own. */
  fresh: Set<string>;
  /** And those of functions that it defines. */
  functions: Set<string>;
  /** Dotted names that it imports from where nothing is changed, by the names that it gives them. */
  brought: Map<string, string>;
  /** Functions around. */
  depth: number;
  /** It is read all the same: what it defines is known. */
  isRead: boolean;
  /** Looks at the body of a function that is called. */
  lookInto(look: Look, body: FunctionSyntax['body']): void;
};

/** Thrown where anything may be changed: there is nothing more to look for. */
export class Anything extends Error {}
export const anything = new Anything();

/** Names, classes and code made by code. */
const dangerous = new Set(
  'exec eval compile globals locals vars __import__ delattr super open breakpoint input'.split(' '),
);

/** Methods of texts, dicts, days and the like that give something and change nothing. */
const giving = new Set(
  (
    'capitalize casefold center count decode encode endswith find format format_map get group groups index isalnum isalpha isdigit ' +
    'isidentifier islower isnumeric isoformat isspace istitle isupper items join keys ljust lower lstrip partition replace rfind rjust ' +
    'rpartition rsplit rstrip split splitlines startswith strftime strip swapcase title translate upper values zfill copy union ' +
    'difference intersection isdisjoint issubset issuperset as_posix exists is_file is_dir joinpath with_suffix'
  ).split(' '),
);

const rootOf = (expression: Expression): Expression => {
  let current = expression;
  while (current.kind === 'attribute' || current.kind === 'subscript') current = current.object;
  return current;
};

/** What a name is outside of the code; undefined where the code binds it itself, or nobody does. */
const outside = ({ scope, bound }: Look, name: string): Value | undefined =>
  bound.has(name) ? undefined : lookup(scope, name);

const isContainer = (value: Value | undefined): boolean => isSequence(value) || isA(value, 'dict');

/** `locals()` in the body of a class. */
const isOwnNames = ({ scope }: Look, object: Expression): boolean =>
  scope.kind === 'class' &&
  object.kind === 'call' &&
  object.callee.kind === 'name' &&
  /^(?:locals|vars)$/.test(object.callee.name) &&
  object.args.length === 0;

/** A list or a dict is changed, by its name: one from outside, or one that the code made itself. False: it is neither. */
export const changeContainer = (look: Look, object: Expression): boolean => {
  if (object.kind !== 'name') return false;
  if (look.fresh.has(object.name)) return true;
  const value = outside(look, object.name);
  if (value === undefined || !isContainer(value)) return false;
  look.containers.add(value);
  return true;
};

/** Something of an object is set: of a class, or of who knows what. */
const reach = (look: Look, object: Expression): void => {
  const root = rootOf(object);
  if (root.kind === 'name' && look.functions.has(root.name)) return;
  const value = root.kind === 'name' ? outside(look, root.name) : undefined;
  if (isA(value, 'class')) look.classes.add(value);
  else throw anything;
};

export const lookAtTarget = (look: Look, target: Expression): void => {
  if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) lookAtTarget(look, item);
  else if (target.kind === 'starred') lookAtTarget(look, target.value);
  else if (target.kind === 'subscript') {
    lookAt(look, target.index);
    if (isOwnNames(look, target.object)) look.own = true;
    else if (!changeContainer(look, target.object)) reach(look, target.object);
  } else if (target.kind === 'attribute') reach(look, target.object);
};

const lookAtFunction = (look: Look, { statement, module, name }: FunctionValue): void => {
  // A function inside of another one sees names that are not at hand here.
  const { engine, module: here } = look.scope;
  if (statement === null || module !== here.name || name.includes('<locals>') || look.depth >= 3) throw anything;
  const { parameters, body } = readFunction(statement);
  const inner: Look = {
    ...look,
    returns: false,
    yields: false,
    scope: moduleScope(engine, here),
    bound: new Set(parameters.map((parameter) => parameter.name)),
    fresh: new Set(),
    functions: new Set(),
    brought: new Map(),
    depth: look.depth + 1,
    isRead: false,
  };
  look.lookInto(inner, body);
};

/** Classes that are handed to code which nobody looks into. */
const reachArguments = (look: Look, { args, keywords }: ExpressionOf<'call'>): void => {
  for (const arg of [...args, ...keywords.map(({ value }) => value)]) {
    const value = arg.kind === 'name' || arg.kind === 'attribute' ? heldBy(look, arg) : undefined;
    if (isA(value, 'class')) look.classes.add(value);
  }
};

/** Parts of Python's library whose functions look at what they are given. */
export const LOOKS =
  /^(?:base64|calendar|collections|copy|datetime|decimal|enum|fractions|functools|hashlib|itertools|json|locale|logging|math|operator|os\.path|pathlib|random|re|string|textwrap|time|typing|unicodedata|uuid|warnings)\./;

/** Something is made of a class that is not opened: a field, an index. */
const MAKES = /\.[A-Z]\w*$/;

/** A method that is put into a class which is made adds nothing that the framework takes. */
const lookAtSetting = (look: Look, { args: [, , value] }: ExpressionOf<'call'>, object: Expression): void => {
  const holder = object.kind === 'name' ? outside(look, object.name) : undefined;
  const isMethod = value?.kind === 'name' && look.functions.has(value.name);
  if (!isMethod || !isA(holder, 'class') || !look.scope.engine.world.isFinished(holder)) reach(look, object);
};

const lookAtReference = (look: Look, name: string, call: ExpressionOf<'call'>): void => {
  const { known } = look.scope.engine.world;
  const builtin = /^builtins\.(\w+)$/.exec(name)?.[1];
  const [first = call.callee] = call.args;
  if (CHANGES_FIRST.test(name) && !changeContainer(look, first)) throw anything;
  if (builtin === 'setattr') lookAtSetting(look, call, first);
  else if (builtin !== undefined) {
    if (dangerous.has(builtin) || (builtin === 'type' && call.args.length !== 1)) throw anything;
  } else if (!LOOKS.test(name) && !known.onlyLooks(name)) {
    if (!MAKES.test(name)) throw anything;
    if (!known.isFramework(name)) reachArguments(look, call);
  }
};

const lookAtCallee = (look: Look, value: Value | undefined, call: ExpressionOf<'call'>): void => {
  if (isA(value, 'reference')) lookAtReference(look, value.name, call);
  else if (isA(value, 'function')) lookAtFunction(look, value);
  else if (isA(value, 'class')) {
    // What it is made by, and what its own functions do, is another matter.
    const hasCode = resolutionOrder(value).some(
      (base) => base.type === 'class' && (base.names.has('__init__') || base.names.has('__new__')),
    );
    if (hasCode || value.keywords.has('metaclass')) throw anything;
  } else throw anything;
};

export const heldBy = (look: Look, expression: Expression): Value | undefined => {
  const root = rootOf(expression);
  if (root.kind !== 'name') return undefined;
  const brought = look.brought.get(root.name);
  const path = dottedName(expression);
  if (brought !== undefined && path !== null) return referenceTo(brought + path.slice(root.name.length));
  if (look.bound.has(root.name)) return undefined;
  if (
    root === expression &&
    lookup(look.scope, root.name) === undefined &&
    !isBuiltin(root.name, look.scope.engine.world)
  )
    return undefined;
  return evaluate(expression, look.scope);
};

const lookAtMethod = (look: Look, callee: ExpressionOf<'attribute'>, call: ExpressionOf<'call'>): void => {
  const root = rootOf(callee.object);
  const outer = root.kind === 'name' ? (outside(look, root.name) ?? heldBy(look, root)) : undefined;
  if (isA(outer, 'class')) {
    look.classes.add(outer);
    reachArguments(look, call);
  } else if (isA(outer, 'reference') || isA(outer, 'module')) lookAtCallee(look, heldBy(look, callee), call);
  else if (changesItsObject(callee.name)) {
    if (!changeContainer(look, callee.object)) throw anything;
  } else if (!giving.has(callee.name) && isTagged(outer ?? { type: 'unknown', why: '' })) {
    // An instance of a class that is not opened: a logger, a pattern.
    if (!isA(outer, 'call') || !isA(outer.callee, 'reference')) throw anything;
    lookAtReference(look, nameOf(outer.callee) ?? '', call);
  }
};

const lookAtCall = (look: Look, call: ExpressionOf<'call'>): void => {
  for (const arg of call.args) lookAt(look, arg);
  for (const { value } of call.keywords) lookAt(look, value);
  if (call.callee.kind === 'name') lookAtCallee(look, heldBy(look, call.callee), call);
  else if (call.callee.kind === 'attribute') {
    lookAt(look, call.callee.object);
    lookAtMethod(look, call.callee, call);
  } else throw anything;
};

const partsOf = (expression: Expression): readonly (Expression | null)[] => {
  switch (expression.kind) {
    case 'list':
    case 'tuple':
    case 'set':
      return expression.items;
    case 'dict':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'starred':
      return [expression.value];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.then, expression.otherwise];
    case 'subscript':
      return [expression.object, expression.index];
    case 'slice':
      return [expression.lower, expression.upper, expression.step];
    case 'format':
      return expression.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
    default:
      return [];
  }
};

export const lookAt = (look: Look, expression: Expression): void => {
  switch (expression.kind) {
    case 'call':
      lookAtCall(look, expression);
      return;
    case 'walrus':
      look.bound.add(expression.name);
      lookAt(look, expression.value);
      return;
    case 'comprehension':
      for (const { target, iterable, conditions } of expression.clauses) {
        bind(look, target);
        for (const part of [iterable, ...conditions]) lookAt(look, part);
      }
      lookAt(look, expression.element);
      if (expression.value !== null) lookAt(look, expression.value);
      return;
    case 'attribute':
      // `map(apps.append, names)`
      if (changesItsObject(expression.name) && !changeContainer(look, expression.object)) throw anything;
      lookAt(look, expression.object);
      return;
    case 'opaque':
      throw anything;
    case 'yield':
      look.yields = true;
      if (expression.value !== null) lookAt(look, expression.value);
      return;
    default:
      for (const part of partsOf(expression)) if (part !== null) lookAt(look, part);
  }
};

export const bindName = (look: Look, name: string): void => {
  // `global` and `nonlocal`.
  if (look.scope.elsewhere?.has(name)) throw anything;
  look.bound.add(name);
  look.fresh.delete(name);
  look.brought.delete(name);
};

export const bind = (look: Look, target: Expression): void => {
  if (target.kind === 'name') bindName(look, target.name);
  else if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) bind(look, item);
  else if (target.kind === 'starred') bind(look, target.value);
};
