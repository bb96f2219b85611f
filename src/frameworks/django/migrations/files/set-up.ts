/** Migrations that are set up by code: what their `__init__` leaves of what the class says, and whether `mutate_state` may do more than apply it. */
import {
  type ClassValue,
  dottedName,
  type Engine,
  type Expression,
  type FunctionValue,
  instanceOf,
  isA,
  isSequence,
  listOf,
  openBody,
  Raised,
  readFunction,
  resolutionOrder,
  type Statement,
  type Value,
} from '../../../../python/index.ts';

const attributeNames = ['operations', 'dependencies', 'run_before', 'replaces'] as const;
type AttributeName = (typeof attributeNames)[number];

/** By name, as the class and its code tell them; undefined where neither does. */
export type Attributes = Readonly<Record<AttributeName, Value | undefined>>;

/** Whether it, or a base of the project's, has a function of that name. */
const hasFunction = (migration: ClassValue, name: string): boolean =>
  migration.names.has(name) ||
  (migration.bases.some((base) => isA(base, 'class')) && functionsOf(migration, name).length > 0);

const functionsOf = (migration: ClassValue, name?: string): FunctionValue[] =>
  resolutionOrder(migration).flatMap((ancestor) => {
    if (ancestor.type !== 'class') return [];
    const values = name === undefined ? [...ancestor.names.values()] : [ancestor.names.get(name)];
    return values.filter((value) => isA(value, 'function'));
  });

/** Whether some function of the class may set it: what one that cannot be followed leaves alone is still told. */
const maySet = (migration: ClassValue, key: AttributeName): boolean => {
  const pattern = new RegExp(String.raw`\.${key}\b|\bsetattr\b|\b__dict__\b|\bvars\(`);
  return functionsOf(migration).some(({ statement }) => pattern.test(statement?.source ?? ''));
};

const ATTRIBUTE = new RegExp(String.raw`\.(?:${attributeNames.join('|')})\b`);

/** What is set before Django's own `__init__` goes on is lost in it, and not followed. */
const setsBefore = ({ statement }: FunctionValue): boolean => {
  const source = statement?.source ?? '';
  const at = source.search(ATTRIBUTE);
  return at >= 0 && source.includes('.__init__(', at);
};

/** Each migration has lists of its own, which Django copies from the class before the code goes on. */
const copyOf = (value: Value | undefined): Value =>
  value === undefined ? listOf([]) : isSequence(value) ? listOf([...value.items]) : value;

/** Those of the bases come first, as each begins with what the one above it does; undefined where they cannot be followed. */
const followed = (
  inits: readonly FunctionValue[],
  migration: ClassValue,
  engine: Engine,
  [app, name]: readonly [app: string, name: string],
  written: Attributes,
): ReadonlyMap<string, Value> | undefined => {
  const self = instanceOf(migration);
  const state = new Map<string, Value>([
    ['name', name],
    ['app_label', app],
    ...attributeNames.map((key): [string, Value] => [key, copyOf(written[key])]),
  ]);
  self.state = state;
  const { undecided } = engine;
  engine.aside++;
  try {
    for (const init of inits.toReversed()) init.call([self, name, app], new Map());
    return engine.undecided === undecided ? state : undefined;
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  } finally {
    engine.aside--;
  }
};

/** What the class says, as its `__init__` and those above it leave it: nearly none has one. */
export const afterInit = (
  migration: ClassValue,
  engine: Engine,
  own: readonly [app: string, name: string],
  written: Attributes,
): Attributes => {
  if (!hasFunction(migration, '__init__')) return written;
  const inits = functionsOf(migration, '__init__');
  const state = inits.some(setsBefore) ? undefined : followed(inits, migration, engine, own, written);
  const left = attributeNames.map((key) => [
    key,
    maySet(migration, key) ? (state?.get(key) ?? openBody) : written[key],
  ]);
  return Object.fromEntries(left) as Attributes;
};

const isHandingOn = (value: Expression): boolean =>
  value.kind === 'call' && value.callee.kind === 'attribute' && value.callee.name === 'mutate_state';

/** What its statements set, ask for and return, one by one; undefined where some of them are of another kind. */
const valuesIn = (statements: readonly Statement[]): Expression[] | undefined => {
  const values: Expression[] = [];
  for (const each of statements) {
    if (each.kind === 'try') {
      const inner = valuesIn([...each.body, ...each.otherwise, ...each.finally]);
      if (inner === undefined || each.handlers.length > 0) return undefined;
      values.push(...inner);
    } else if (each.kind === 'assign' || each.kind === 'expression' || each.kind === 'return') {
      if (each.value !== null) values.push(each.value);
    } else if (each.kind !== 'other') return undefined;
  }
  return values;
};

/** It gives the migration another label, lets Django go on, and returns what that gives. */
const isUsual = ({ statement }: FunctionValue): boolean => {
  const values = statement === null ? undefined : valuesIn(readFunction(statement).body);
  if (values === undefined) return false;
  const others = values.filter((value) => !isHandingOn(value));
  return others.length === values.length - 1 && others.every((each) => each.kind === 'string' || dottedName(each));
};

/** Whether it changes the models in another way than by its operations, one after the other. */
export const actsByCode = (migration: ClassValue): boolean =>
  hasFunction(migration, 'mutate_state') && functionsOf(migration, 'mutate_state').some((method) => !isUsual(method));
