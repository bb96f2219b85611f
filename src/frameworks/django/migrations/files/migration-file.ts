/** One migration file as data. */
import type { Problem, SourceRef } from '../../../../contract/index.ts';
import {
  type ClassValue,
  classAttribute,
  closedWorld,
  createEngine,
  createModule,
  intern,
  isA,
  isSequence,
  moduleScope,
  nameOf,
  openBody,
  type PlainClass,
  type PlainWorld,
  parseModule,
  readPlainClass,
  resolutionOrder,
  runModule,
  type Value,
  type World,
} from '../../../../python/index.ts';
import { knownPackages } from '../../known/index.ts';
import { closedName } from '../../world/modules/closed-django.ts';
import { callOnExpression } from '../compare/values/expressions.ts';
import { actsOn, METHODS } from './acts-on.ts';
import { type Keep, type Operation, readOperations } from './operation.ts';
import type { FollowOperation } from './own-operations.ts';
import { type Attributes, actsByCode, afterInit } from './set-up.ts';

/** `[app label, name]`; a name may be `__first__` or `__latest__`. */
export type MigrationRef = readonly [app: string, name: string];

export type MigrationFile = {
  app: string;
  name: string;
  /** Another app, which its operations change instead; null where that is one that cannot be told. */
  actsOn?: string | null;
  source: SourceRef;
  dependencies: readonly MigrationRef[];
  runBefore: readonly MigrationRef[];
  replaces: readonly MigrationRef[];
  operations: readonly Operation[];
  problems: readonly Problem[];
};

export type MigrationText = {
  text: string;
  app: string;
  name: string;
  /** Dotted name of the module. */
  module: string;
  /** As the contract shows it. */
  file: string;
  /** Where it lies, for code that looks around from there. */
  path: string;
};

const problem = (code: string, severity: Problem['severity'], message: string, source: SourceRef): Problem => ({
  code,
  severity,
  message,
  file: source.file,
  line: source.line,
});

const SETTINGS = 'django.conf.settings.';

/** Classes that do nothing when they are called but keep what they are given: Django's, but for those that make classes, and fields of packages. */
const MAKER =
  /^(?:django\.(?:db\.(?:models|migrations)|contrib\.(?:postgres|gis\.db)|core\.validators)|(?:\w+\.)+(?:model_?)?(?:fields|models|managers|validators))\.(?:\w+\.)*[A-Z]\w*(?<!Choices|Base)$/;
const SWAPPABLE = 'django.db.migrations.swappable_dependency';

const makers = new Map<string, boolean>([[SWAPPABLE, true]]);
// Some hundred classes stand in migrations.
const makersLimit = 2000;

// The pattern tries the parts of a name in several ways: one that is made of thousands of them would take minutes.
const longestName = 200;

const isMaker = (name: string): boolean => {
  const known = makers.get(name);
  if (known !== undefined) return known;
  const found = name.length <= longestName && MAKER.test(name);
  if (makers.size < makersLimit) makers.set(name, found);
  return found;
};

export type MigrationWorld = World & PlainWorld;

/** Other modules stay closed: a migration needs their names, not their contents. */
export const migrationWorld = (settingOf: (name: string) => Value | undefined): MigrationWorld => ({
  ...closedWorld,
  known: knownPackages,
  resolve: (name) => (name.startsWith(SETTINGS) ? settingOf(name.slice(SETTINGS.length)) : undefined),
  closedName,
  callMethod: callOnExpression,
  isMaker,
  isRepeated: (name) => name === 'django.db.models',
});

export const dependencyUnclear = 'migration_dependency_unclear';
export const withoutClass = 'migration_without_class';

/** `swappable_dependency(settings.AUTH_USER_MODEL)` is the first migration of that model's app. */
const referenceOf = (value: Value): MigrationRef | undefined => {
  if (isSequence(value)) {
    const [app, name] = value.items;
    return typeof app === 'string' && typeof name === 'string' ? [intern(app), intern(name)] : undefined;
  }
  if (isA(value, 'call') && nameOf(value)?.endsWith('.swappable_dependency')) {
    const [label] = value.args;
    return typeof label === 'string' && label.includes('.')
      ? [label.slice(0, label.indexOf('.')), '__first__']
      : undefined;
  }
  return undefined;
};

// Of thousands of migrations most have none of something: they share the list.
const noReferences: readonly MigrationRef[] = [];
const noProblems: readonly Problem[] = [];

const references = (value: Value | undefined, note: () => void): readonly MigrationRef[] => {
  if (value === undefined) return noReferences;
  if (!isSequence(value)) {
    note();
    return noReferences;
  }
  const known = value.items.map(referenceOf).filter((reference) => reference !== undefined);
  for (let at = known.length; at < value.items.length; at += 1) note();
  // Cut to its length: a list that grew by itself keeps room for 17.
  return known.length === 0 ? noReferences : known.slice();
};

const OF_DJANGO = /^(?:django\.db\.migrations\..*Migration|builtins\.object)$/;

/** What a base says of it; one that is not at hand may say anything. */
const inherited = (migration: ClassValue, key: string): Value | undefined => {
  const isDjango = (base: Value): boolean => isA(base, 'reference') && OF_DJANGO.test(base.name);
  // Nearly all of them.
  if (migration.bases.every(isDjango)) return undefined;
  const isOpen = resolutionOrder(migration).some((ancestor) =>
    ancestor.type === 'class' ? ancestor.bases.some((base) => isA(base, 'unknown')) : !isDjango(ancestor),
  );
  return classAttribute(migration, key) ?? (isOpen ? openBody : undefined);
};

/** Which operation it is, or which model it is about, cannot be told. */
const isOpen = ({ kind, known, isUntold, inner }: Operation): boolean =>
  isUntold === true || (!known && kind === 'unknown') || inner.some(isOpen);

type Say = (code: string, severity: Problem['severity'], message: (label: string) => string) => void;

/** What the attributes of a migration say, and what of it cannot be told. */
const readAttributes = (
  attributes: Attributes,
  operations: readonly Operation[],
  say: Say,
): Pick<MigrationFile, 'dependencies' | 'runBefore' | 'replaces'> => {
  if (operations.some(isOpen))
    say(
      'migration_dynamic',
      'warning',
      (label) => `The operations of ${label} are made by code and cannot all be told.`,
    );
  const unknownKinds = operations.filter((each) => !each.known && !isOpen(each)).map(({ kind }) => kind);
  for (const kind of new Set(unknownKinds))
    say(
      'migration_operation_unknown',
      'info',
      (label) => `${kind} in ${label} is not an operation of Django; what it does to the models is not known.`,
    );
  let isUnclear = false;
  const noteReference = (): void => {
    if (!isUnclear)
      say(dependencyUnclear, 'warning', (label) => `A dependency of ${label} cannot be told from its text.`);
    isUnclear = true;
  };
  return {
    dependencies: references(attributes.dependencies, noteReference),
    runBefore: references(attributes.run_before, noteReference),
    replaces: references(attributes.replaces, noteReference),
  };
};

/** A migration of what its class says. `other`: the label that it gives itself. */
const migrationOf = (
  { app, name, file }: MigrationText,
  line: number,
  attributes: Attributes,
  operations: readonly Operation[],
  problems: Problem[],
  other: string | null | undefined,
): MigrationFile => {
  const source = { file, line };
  const say: Say = (code, severity, message) => {
    problems.push(problem(code, severity, message(`${app}.${name}`), source));
  };
  const { dependencies, runBefore, replaces } = readAttributes(attributes, operations, say);
  const read: MigrationFile = {
    app,
    name,
    source,
    dependencies,
    runBefore,
    replaces,
    operations,
    problems: problems.length === 0 ? noProblems : problems,
  };
  // An object that is spread out takes more room, and there may be 20,000.
  return other === undefined || other === app ? read : { ...read, actsOn: other };
};

/** The migration, or why the file holds none. Never throws. */
export const readMigrationFile = (
  migrationText: MigrationText,
  world: World,
  follow?: FollowOperation,
): MigrationFile | Problem[] => {
  const { text, app, name, module, file, path } = migrationText;
  const syntax = parseModule(text);
  const names = createModule(`${module}.${name}`, path);
  const engine = createEngine(world, 2_000_000);
  runModule(engine, names, syntax);
  const problems = syntax.problems.map(({ line, message }) =>
    problem('syntax_error', 'error', message, { file, line }),
  );
  const migration = names.names.get('Migration');
  if (!isA(migration, 'class')) {
    const message = `Migration ${name} in app ${app} has no Migration class.`;
    return problems.length > 0 ? problems : [problem(withoutClass, 'error', message, { file, line: 1 })];
  }
  const attribute = (key: string): Value | undefined => migration.names.get(key) ?? inherited(migration, key);
  const attributes = afterInit(migration, engine, [app, name], attributesBy(attribute));
  const other = actsOn(migration, moduleScope(engine, names));
  const told = readOperations(attributes.operations, follow);
  const operations = actsByCode(migration) ? [...told, ...readOperations(openBody)] : told;
  return migrationOf(migrationText, migration.line, attributes, operations, problems, other);
};

const attributesBy = (attribute: (key: string) => Value | undefined): Attributes => ({
  operations: attribute('operations'),
  dependencies: attribute('dependencies'),
  run_before: attribute('run_before'),
  replaces: attribute('replaces'),
});

/** Read as what is kept. */
const asItIs: Keep = (value) => value;

const isPlainMigration = ({ name, base, attributes }: PlainClass): boolean =>
  name === 'Migration' && OF_DJANGO.test(base.name) && !METHODS.some((method) => attributes.has(method));

/** A migration as makemigrations writes it, read without evaluation; null for any other, which may say the same. */
export const readPlainMigration = (text: MigrationText, world: PlainWorld): MigrationFile | null => {
  const found = readPlainClass(text.text, `${text.module}.${text.name}`, world);
  if (found === undefined || !isPlainMigration(found)) return null;
  const attributes = attributesBy((key) => found.attributes.get(key));
  return migrationOf(
    text,
    found.line,
    attributes,
    readOperations(attributes.operations, undefined, asItIs),
    [],
    undefined,
  );
};
