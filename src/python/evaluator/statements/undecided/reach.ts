/**
 * What code that is left out may change: names that it binds, lists, dicts and classes that it names, or anything. It is looked at statement by
 * statement; only what is known to do nothing else is passed over.
 */
import { readFunction } from '../../../module.ts';
import type { ClassStatement, Expression, FunctionStatement, Statement, StatementOf } from '../../../syntax.ts';
import { resolutionOrder } from '../../classes/classes.ts';
import { isA, type Value } from '../../values.ts';
import { Raised, type Scope } from '../../world.ts';
import { absoluteName } from '../imports.ts';
import {
  Anything,
  anything,
  bind,
  bindName,
  changeContainer,
  heldBy,
  LOOKS,
  type Look,
  lookAt,
  lookAtTarget,
  type Reach,
} from './reach-parts.ts';

const makesContainer = ({ kind }: Expression): boolean => /^(?:list|dict|set|comprehension)$/.test(kind);

/** Names of which one is what an expression comes to, as it is. */
const namesGiven = (value: Expression): Expression[] => {
  switch (value.kind) {
    case 'name':
      return [value];
    case 'conditional':
      return [value.then, value.otherwise].flatMap(namesGiven);
    case 'binary':
      return /^(?:and|or)$/.test(value.operator) ? [value.left, value.right].flatMap(namesGiven) : [];
    case 'tuple':
    case 'list':
      return value.items.flatMap(namesGiven);
    default:
      return [];
  }
};

const lookAtAssignment = (look: Look, targets: readonly Expression[], value: Expression | null): void => {
  if (value !== null) lookAt(look, value);
  for (const name of value === null ? [] : namesGiven(value)) {
    const held = heldBy(look, name);
    if (held !== undefined) look.shared.add(held);
  }
  for (const target of targets) {
    lookAtTarget(look, target);
    bind(look, target);
    if (target.kind === 'name' && value !== null && makesContainer(value)) look.fresh.add(target.name);
  }
};

/** Bases that nobody is told of whose classes are made, and decorators of methods: the framework's own and Python's. */
const isPlain = (name: string, { scope }: Look): boolean =>
  /^(?:builtins|abc|contextlib|enum|functools|typing)\./.test(name) || scope.engine.world.known.isFramework(name);

/** A metaclass, or a base that hears of its children, may do anything. */
const isPlainBase = (value: Value | undefined, look: Look): boolean => {
  if (isA(value, 'reference')) return isPlain(value.name, look);
  if (!isA(value, 'class')) return false;
  return resolutionOrder(value).every((base) => {
    if (base.type === 'reference') return isPlain(base.name, look);
    const isSilent = base.keywords.size === 0 && !base.names.has('__init_subclass__');
    return isSilent && base.bases.every((each) => isA(each, 'class') || isA(each, 'reference'));
  });
};

const lookAtClass = (look: Look, { name, bases, keywords, decorators, body }: ClassStatement): void => {
  if (keywords.length > 0 || decorators.length > 0) throw anything;
  if (!bases.every((base) => isPlainBase(heldBy(look, base), look))) throw anything;
  lookAtBlock(
    { ...look, bound: new Set(look.bound), fresh: new Set(), functions: new Set(), brought: new Map(look.brought) },
    body,
  );
  bindName(look, name);
};

/** Of a method: `property`, `cached_property`, `price.setter`. */
const lookAtDecorator = (look: Look, decorator: Expression): void => {
  const maker = decorator.kind === 'call' ? decorator.callee : decorator;
  const isPart = maker.kind === 'attribute' && /^(?:[gs]etter|deleter)$/.test(maker.name);
  const held = isPart ? undefined : heldBy(look, maker);
  if (!isPart && !(isA(held, 'reference') && isPlain(held.name, look))) throw anything;
  if (decorator.kind === 'call') for (const arg of decorator.args) lookAt(look, arg);
};

const lookAtDefinition = (look: Look, statement: FunctionStatement): void => {
  for (const decorator of statement.decorators) lookAtDecorator(look, decorator);
  for (const { default: given } of readFunction(statement).parameters) if (given !== null) lookAt(look, given);
  bindName(look, statement.name);
  look.functions.add(statement.name);
};

/** Modules that bring names and do nothing else. */
const isSilent = (module: string, { scope }: Look): boolean =>
  /^(?:os|sys)(?:\.|$)/.test(module) || LOOKS.test(`${module}.`) || scope.engine.world.known.isFramework(module);

const bring = (look: Look, name: string, full: string): void => {
  bindName(look, name);
  if (isSilent(full, look)) look.brought.set(name, full);
};

/** One that is loaded already does nothing more, too. */
const lookAtImport = (look: Look, { names }: StatementOf<'import'>): void => {
  for (const { name, alias } of names) {
    if (!isSilent(name, look) && !look.scope.engine.world.loadedModule(name)) throw anything;
    const top = name.replace(/\..*/, '');
    bring(look, alias ?? top, alias === null ? top : name);
  }
};

const lookAtFrom = (look: Look, { module, level, names }: StatementOf<'from'>): void => {
  const { module: here, engine } = look.scope;
  const full = absoluteName(here, level, module);
  const loaded = engine.world.loadedModule(full) || undefined;
  if (names === null) throw anything;
  for (const { name, alias } of names) {
    // Else it may be a module that is imported here for the first time.
    if (!isSilent(full, look) && !loaded?.names.has(name)) throw anything;
    bring(look, alias ?? name, `${full}.${name}`);
  }
};

const lookAtDefined = (look: Look, statement: Statement): void => {
  if (!look.isRead) throw anything;
  switch (statement.kind) {
    case 'class':
      lookAtClass(look, statement);
      return;
    case 'import':
      lookAtImport(look, statement);
      return;
    case 'from':
      lookAtFrom(look, statement);
      return;
    default:
      throw anything;
  }
};

/** What a class of the text does when it is entered and left is another matter. */
const lookAtManager = (look: Look, context: Expression): void => {
  if (context.kind === 'call' && isA(heldBy(look, context.callee), 'class')) throw anything;
  lookAt(look, context);
};

const lookAtStatement = (look: Look, statement: Statement): void => {
  switch (statement.kind) {
    case 'assign':
      lookAtAssignment(look, statement.targets, statement.value);
      return;
    case 'annotated':
      lookAtAssignment(look, [statement.target], statement.value);
      return;
    case 'augmented':
      lookAt(look, statement.value);
      if (changeContainer(look, statement.target)) return;
      lookAtAssignment(look, [statement.target], null);
      return;
    case 'return':
      look.returns = true;
      if (statement.value !== null) lookAt(look, statement.value);
      return;
    case 'expression':
    case 'raise':
      if (statement.value !== null) lookAt(look, statement.value);
      return;
    case 'assert':
      lookAt(look, statement.test);
      return;
    case 'if':
    case 'while':
      lookAt(look, statement.test);
      lookAtBlock(look, [...statement.body, ...statement.otherwise]);
      return;
    case 'for':
      lookAt(look, statement.iterable);
      bind(look, statement.target);
      lookAtBlock(look, [...statement.body, ...statement.otherwise]);
      return;
    case 'try':
      for (const { name } of statement.handlers) if (name !== null) look.bound.add(name);
      lookAtBlock(look, [...statement.body, ...statement.otherwise, ...statement.finally]);
      lookAtBlock(
        look,
        statement.handlers.flatMap(({ body }) => body),
      );
      return;
    case 'with':
      for (const { context, target } of statement.items) {
        lookAtManager(look, context);
        if (target !== null) bind(look, target);
      }
      lookAtBlock(look, statement.body);
      return;
    case 'delete':
      lookAtAssignment(look, statement.targets, null);
      return;
    case 'other':
      return;
    case 'function':
      lookAtDefinition(look, statement);
      return;
    default:
      lookAtDefined(look, statement);
  }
};

function lookAtBlock(look: Look, statements: readonly Statement[]): void {
  for (const statement of statements) lookAtStatement(look, statement);
}

type Bounds = {
  /** What a loop binds before each turn. */
  target?: Expression | null;
  /** Names that a pattern binds. */
  names?: Iterable<string>;
  isRead?: boolean;
};

/** undefined: anything may be changed. */
export const reachOf = (
  statements: readonly Statement[],
  scope: Scope,
  { target = null, names = [], isRead = false }: Bounds,
): Reach | undefined => {
  const look: Look = {
    scope,
    bound: new Set(names),
    fresh: new Set(),
    functions: new Set(),
    brought: new Map(),
    shared: new Set(),
    containers: new Set(),
    classes: new Set(),
    own: false,
    returns: false,
    yields: false,
    depth: 0,
    isRead,
    lookInto: lookAtBlock,
  };
  try {
    if (target !== null) bind(look, target);
    lookAtBlock(look, statements);
    return look;
  } catch (error) {
    // What cannot even be evaluated may do anything, too.
    if (error instanceof Anything || error instanceof Raised) return undefined;
    throw error;
  }
};
