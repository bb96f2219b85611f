/**
 * The app that a migration changes, where that is another one than it lies in: people keep changes to the models of a package among their own
 * migrations, and give these the label of the package in `__init__` or `mutate_state`.
 */
import {
  type ClassValue,
  classAttribute,
  dottedName,
  type Expression,
  evaluate,
  type FunctionValue,
  isA,
  keywordOf,
  readFunction,
  resolutionOrder,
  type Scope,
  type Statement,
  type Value,
} from '../../../../python/index.ts';

/** undefined: none is named; null: which one cannot be told. */
type Label = string | null | undefined;

const labelOf = (value: Value): Label => (typeof value === 'string' ? value : null);

/** What is set or passed on; a name that the module does not have is an argument or what was kept to be put back. */
const labelFrom = (expression: Expression, migration: ClassValue, scope: Scope): Label => {
  const path = dottedName(expression);
  if (path !== null && /^self\.\w+$/.test(path)) {
    const found = classAttribute(migration, path.slice('self.'.length));
    return found === undefined ? undefined : labelOf(found);
  }
  const value = evaluate(expression, scope);
  return expression.kind === 'name' && isA(value, 'unknown') ? undefined : labelOf(value);
};

/** `super().__init__(name, "auth")`, or `Migration.__init__(self, name, "auth")`. */
const passedOn = (expression: Expression | null, migration: ClassValue, scope: Scope): Label => {
  if (expression?.kind !== 'call' || expression.callee.kind !== 'attribute') return undefined;
  const { callee, args } = expression;
  if (callee.name !== '__init__' || args.some(({ kind }) => kind === 'starred')) return undefined;
  const given = keywordOf(expression, 'app_label') ?? args[callee.object.kind === 'call' ? 1 : 2];
  return given === undefined ? undefined : labelFrom(given, migration, scope);
};

const labelIn = (statement: Statement, migration: ClassValue, scope: Scope): Label => {
  if (statement.kind === 'expression' || statement.kind === 'return')
    return passedOn(statement.value, migration, scope);
  if (statement.kind !== 'assign') return undefined;
  const isSet = statement.targets.some((target) => dottedName(target) === 'self.app_label');
  return isSet ? labelFrom(statement.value, migration, scope) : undefined;
};

const labelOfMethod = ({ statement }: FunctionValue, migration: ClassValue, scope: Scope): Label => {
  for (const each of statement === null ? [] : readFunction(statement).body) {
    const label = labelIn(each, migration, scope);
    if (label !== undefined) return label;
  }
  return undefined;
};

/** Code that a migration may be made or applied by. */
export const METHODS: readonly string[] = ['mutate_state', '__init__'];
const OF_PYTHON = /^(?:django|builtins)\./;

/** As nearly all of thousands are: made of Django's class, with attributes alone. */
const isPlain = ({ bases: [base, more], names }: ClassValue): boolean =>
  isA(base, 'reference') && more === undefined && OF_PYTHON.test(base.name) && !METHODS.some((name) => names.has(name));

export const actsOn = (migration: ClassValue, scope: Scope): Label => {
  if (isPlain(migration)) return undefined;
  for (const ancestor of resolutionOrder(migration)) {
    // A base that is not at hand may do the same.
    if (ancestor.type === 'reference') return OF_PYTHON.test(ancestor.name) ? undefined : null;
    for (const name of METHODS) {
      const method = ancestor.names.get(name);
      const label = isA(method, 'function') ? labelOfMethod(method, migration, scope) : undefined;
      if (label !== undefined) return label;
    }
  }
  return undefined;
};
