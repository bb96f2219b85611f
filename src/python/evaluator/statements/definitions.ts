/** Classes and functions that a text defines, and what decorators make of them. */

import { readFunction } from '../../module.ts';
import {
  type ClassStatement,
  dottedName,
  type Expression,
  type FunctionStatement,
  type Statement,
} from '../../syntax.ts';
import { makeMembers } from '../attributes/member-state.ts';
import { callValue } from '../calls/calls.ts';
import { generate, isGenerator } from '../calls/generators.ts';
import { bindParameters } from '../calls/parameters.ts';
import { remembering } from '../calls/remembered.ts';
import { classBases, withMetaclass } from '../calls/scoped.ts';
import { classAttribute, inheritedEnumeration, isProperty, isWholeClass } from '../classes/classes.ts';
import { tellNames } from '../classes/descriptors.ts';
import { onlyKeeps } from '../classes/objects-at-once.ts';
import { becomeRecord, takesAnnotations } from '../classes/records.ts';
import { evaluateItems } from '../expressions/displays.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { hasOpenNames } from '../module-names.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  isA,
  nameOf,
  referenceTo,
  unknown,
  type Value,
} from '../values.ts';
import { type Arguments, lookup, Raised, type Scope } from '../world.ts';
import { makeManager } from './contexts.ts';
import { isOneOfSeveral } from './undecided/sides.ts';

/** How a block ended, when it did not run to its end. `mayGoOn`: or it did. `unsure`: a loop may have been left here, or its round. */
export type Flow = { returned: Value; mayGoOn?: boolean } | 'break' | 'continue' | 'unsure' | undefined;

export const goesOn = (flow: Flow): boolean => typeof flow !== 'object' || flow.mayGoOn === true;

/** Runs the statements of a body. */
type RunBlock = (statements: readonly Statement[], scope: Scope) => Flow;

/** A base that the framework does not have costs itself, not the class: what the class says is shown, and what it inherits is not known. */
const evaluateBase = (base: Expression, line: number, scope: Scope): Value => {
  try {
    return evaluate(base, scope);
  } catch (error) {
    if (!(error instanceof Raised) || scope.engine.tries > 0 || scope.kind === 'function') throw error;
    scope.engine.world.note({ file: scope.module.file, line, message: error.message });
    return unknown(error.message);
  }
};

const evaluateBases = ({ bases, line }: ClassStatement, scope: Scope): Value[] => {
  if (bases.some(({ kind }) => kind === 'starred')) return evaluateItems(bases, scope, evaluate);
  return bases.map((base) => evaluateBase(base, line, scope));
};

/** One side of a condition that cannot be told gave it this base, the other another one. */
const mayHaveOtherBase = ({ bases }: ClassStatement, scope: Scope): boolean =>
  bases.some((base) => base.kind === 'name' && isOneOfSeveral(scope, base.name));

const TEXT: Value = { ...unknown('what a class says of itself'), isData: true };

export const runClass = (statement: ClassStatement, scope: Scope, runBlock: RunBlock): void => {
  const decorators = statement.decorators.map((decorator) => evaluate(decorator, scope));
  const written = [...evaluateBases(statement, scope), ...(statement.isGeneric ? [referenceTo('typing.Generic')] : [])];
  const bases = classBases(written, scope);
  const keywords = new Map<string, Value>();
  for (const { args } of written.filter(withMetaclass))
    keywords.set('metaclass', classBases(args.slice(0, 1), scope)[0] ?? null);
  for (const { name, value } of statement.keywords) if (name !== null) keywords.set(name, evaluate(value, scope));
  const qualname = `${scope.qualifier}${statement.name}`;
  const inner: Scope = {
    ...scope,
    names: new Map(),
    outer: scope,
    kind: 'class',
    qualifier: `${qualname}.`,
    isOpen: false,
    annotations: takesAnnotations(bases, decorators) ? new Map() : undefined,
  };
  const [first] = statement.body;
  // Python writes it there before all else; how far it is indented, each does in its own way.
  if (first?.kind === 'expression' && first.value.kind === 'string') inner.names.set('__doc__', TEXT);
  runBlock(statement.body, inner);
  const { name: module, file } = scope.module;
  const enumeration = inheritedEnumeration(bases, scope.engine.world.known);
  const value: ClassValue = {
    type: 'class',
    name: statement.name,
    qualname,
    module,
    file,
    line: statement.line,
    bases,
    keywords,
    decorators,
    names: inner.names,
    ...(enumeration === undefined ? {} : { enumeration }),
    ...(scope.engine.maybe > 0 ? { isMaybe: true } : {}),
    ...(scope.engine.either > 0 ? { isEither: true } : {}),
    ...(inner.isOpen || hasOpenNames(inner) || mayHaveOtherBase(statement, scope) ? { isOpen: true } : {}),
    ...(scope.engine.owner === null ? {} : { owner: scope.engine.owner }),
  };
  if (inner.annotations !== undefined) becomeRecord(value, inner.annotations, scope.engine.world.known);
  tellNames(value, scope);
  makeMembers(value, onlyKeeps, scope);
  // A metaclass does its work before the name is there.
  scope.engine.classes++;
  const made = scope.engine.world.onClass(value);
  if (made !== value && made.type === 'class') made.decorators = decorators;
  scope.names.set(statement.name, made.type === 'class' ? decorated(made, statement, scope) : made);
};

/** What parameters are by themselves. */
type Defaults = {
  /** By the names that they are: what these were when the function was defined. */
  named: Map<string, Value>;
  /** By the names of the parameters: what was made for the first call is there for all that follow. */
  made: Map<string, Value>;
};

const HEAD = /^\(([^()]*)\)/;
const NAMED = /=\s*([A-Za-z_]\w*)\s*(?=,|$)/g;

/**
 * Names that stand for what a parameter is by itself may be something else when the function is called: `def label(kind=kind)` in a loop. Its
 * head is not read before that, and everything else in it is worked out then.
 */
const namedDefaults = ({ source }: FunctionStatement, scope: Scope): Defaults => {
  const defaults: Defaults = { named: new Map(), made: new Map() };
  for (const [, name = ''] of HEAD.exec(source)?.[1]?.matchAll(NAMED) ?? []) {
    const value = lookup(scope, name);
    if (value !== undefined) defaults.named.set(name, value);
  }
  return defaults;
};

type Calling = { runBlock: RunBlock; defaults: Defaults; whenYielded?: ((given: Value) => void) | undefined };

const callFunction = (
  statement: FunctionStatement,
  outer: Scope,
  call: Arguments,
  { runBlock, defaults, whenYielded }: Calling,
): Value => {
  const syntax = readFunction(statement);
  const qualifier = `${outer.qualifier}${statement.name}.<locals>.`;
  const scope: Scope = { ...outer, names: new Map(), outer, kind: 'function', qualifier, mayHaveReturned: false };
  bindParameters(syntax.parameters, call, scope, ({ name, default: otherwise }) => {
    const known = otherwise.kind === 'name' ? defaults.named.get(otherwise.name) : defaults.made.get(name);
    if (known !== undefined) return known;
    const made = evaluate(otherwise, outer);
    defaults.made.set(name, made);
    return made;
  });
  if (isGenerator(statement, syntax)) {
    const yielded: Value[] = [];
    const run = (): Flow => runBlock(syntax.body, { ...scope, yielded, whenYielded });
    // What stands inside of a `with` runs in the midst of it.
    if (whenYielded !== undefined) run();
    else if (isPlainGenerator(statement)) return generate(yielded, call, outer, run);
    return unknown('what a generator gives is not known');
  }
  const flow = runBlock(syntax.body, scope);
  if (scope.mayHaveReturned) return unknown('a loop that was left out may return');
  return typeof flow === 'object' ? flow.returned : null;
};

/** Decorators that say how a method is asked for, and leave what it gives as it is. */
const ASKS = /(?:^|\.)(?:staticmethod|classmethod|(?:class_?)?property)$/i;

/** Other decorators make something else of a generator. */
const isPlainGenerator = ({ decorators }: FunctionStatement): boolean =>
  decorators.every((decorator) => ASKS.test(dottedName(decorator) ?? ''));

type PropertyPart = { of: FunctionValue; part: 'setter' | 'deleter' };

/** The property that a function is a further part of: `@price.setter`. */
const propertyOf = ({ decorators: [decorator] }: FunctionStatement, scope: Scope): PropertyPart | undefined => {
  if (decorator?.kind !== 'attribute' || (decorator.name !== 'setter' && decorator.name !== 'deleter'))
    return undefined;
  const of = evaluate(decorator.object, scope);
  return isA(of, 'function') && isProperty(of) ? { of, part: decorator.name } : undefined;
};

/** What another function may stand for, by what it is given. */
const DISPATCHED = /^functools\.singledispatch/;

/** What it gave once it gives the next time: the same object, and nothing runs. */
const CACHED = /^functools\.(?:lru_cache|cache)$/;

/** `@classproperty` of the text's own, in a class: an object whose class says what is asked for by the name. */
const asDescriptor = (value: FunctionValue, { line }: FunctionStatement, scope: Scope): Value => {
  const [last, ...decorators] = value.decorators;
  if (scope.kind !== 'class' || !isA(last, 'class') || !isA(classAttribute(last, '__get__'), 'function')) return value;
  if (!isWholeClass(last, (base) => base === 'builtins.object')) return value;
  return callValue({ target: last }, { args: [{ ...value, decorators }], keywords: new Map() }, scope, line);
};

export const defineFunction = (statement: FunctionStatement, scope: Scope, runBlock: RunBlock): void => {
  const decorators = statement.decorators.map((decorator) => evaluate(decorator, scope));
  const defaults = namedDefaults(statement, scope);
  const isDispatched = decorators.some((decorator) => DISPATCHED.test(nameOf(decorator) ?? ''));
  const isManager = decorators.some((decorator) => nameOf(decorator) === 'contextlib.contextmanager');
  const isCached = decorators.some((decorator) => CACHED.test(nameOf(decorator) ?? ''));
  const call: FunctionValue['call'] = (args, keywords) => {
    if (isDispatched) return unknown('which function is meant is not known');
    const run = (whenYielded?: (given: Value) => void): Value =>
      callFunction(statement, scope, { args, keywords }, { runBlock, defaults, whenYielded });
    return isManager ? makeManager(run, scope, statement.line) : run();
  };
  const value: FunctionValue = {
    type: 'function',
    name: `${scope.qualifier}${statement.name}`,
    module: scope.module.name,
    statement,
    decorators,
    call: isCached ? remembering(call, scope, statement.line) : call,
  };
  const property = propertyOf(statement, scope);
  if (property !== undefined) {
    scope.names.set(statement.name, { ...property.of, [property.part]: value });
    return;
  }
  const made = decorated(value, statement, scope);
  const kept = made === value ? value : { ...made, name: value.name, decorators };
  scope.names.set(statement.name, asDescriptor(kept, statement, scope));
};

/** Older code marks classes so that they work with Python 2. */
const HARMLESS = /(?:unicode|str)_compatible$/;

/** A decorator of a package that is not at hand may do anything with a class. */
const tellAway = (decorator: Value, value: ClassValue | FunctionValue, { engine: { world } }: Scope): void => {
  const name = isA(value, 'class') ? nameOf(decorator) : undefined;
  if (name !== undefined && world.isAway(name) && !HARMLESS.test(name)) world.onUndecided(name, [value]);
};

/** Whether calling it runs a function of the text: an object whose class says so, or a function with some of its arguments. */
const isCallable = ({ name, callee, args: [target] }: CallValue): boolean =>
  name === 'functools.partial'
    ? isA(target, 'function')
    : isA(callee, 'class') && isA(classAttribute(callee, '__call__'), 'function');

/** What a decorator of the text itself gives; undefined for any other. */
const decorate = (
  written: Expression,
  decorator: Value,
  call: Arguments,
  line: number,
  scope: Scope,
): Value | undefined => {
  if (isA(decorator, 'call') && isCallable(decorator)) return callValue({ target: decorator }, call, scope, line);
  if (!isA(decorator, 'function')) return undefined;
  // `@registry.register`: a method gets what it belongs to.
  const what =
    written.kind === 'attribute'
      ? { object: evaluate(written.object, scope), method: written.name }
      : { target: decorator };
  return callValue(what, call, scope, line);
};

/** What decorators make of a class or a function; one that is not of the text itself is taken to leave it what it is. */
const decorated = <T extends ClassValue | FunctionValue>(
  value: T,
  { decorators, line }: ClassStatement | FunctionStatement,
  scope: Scope,
): T => {
  let current = value;
  for (const [index, written] of [...decorators.entries()].reverse()) {
    const decorator = value.decorators[index] ?? null;
    const isOther = isA(decorator, 'call') || isA(decorator, 'reference');
    const followed = isOther ? scope.engine.world.onDecorated(current, decorator) : undefined;
    const call = { args: [current], keywords: new Map<string, Value>() };
    const made =
      followed === undefined
        ? decorate(written, decorator, call, line, scope)
        : callValue({ target: followed }, call, scope, line);
    if (made === undefined && !isA(decorator, 'function')) tellAway(decorator, current, scope);
    if (isA(made, value.type)) current = made as T;
  }
  return current;
};
