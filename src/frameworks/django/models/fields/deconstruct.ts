/**
 * How a field of the project's, or of a package's, own class is written to a migration: its `__init__` and its `deconstruct` are
 * followed, without running them, as Django would call them. Where one of them cannot be told, nothing is.
 */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  dictOf,
  firstOf,
  isA,
  isSequence,
  listOf,
  nameOf,
  resolutionOrder,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import { argumentNames, bindField, className, keptArguments } from '../../migrations/compare/fields/bind-field.ts';
import { type FieldPlace, fieldDefaults, settleField } from '../../migrations/compare/fields/fields.ts';
import { CONTRIBUTED } from '../../world/model-class/fields/contributions.ts';
import { instance, PLACED_COLUMN, writtenFacts } from '../../world/model-class/fields/model-fields.ts';
import { toldLater } from '../../world/model-class/fields/told-later.ts';
import type { DjangoWorld } from '../../world/world.ts';
import { fieldInstance, followInit } from './field-arguments.ts';
import type { FieldClass } from './field-classes.ts';

export type Deconstructed = { path: string; kwargs: ReadonlyMap<string, Value> };

/** A field of someone's own class, as it was made. */
export type OwnField = {
  given: Arguments;
  /** Its class, or one that is not Django's among its bases, says itself what a migration holds of it. */
  hasDeconstruct: boolean;
  /** Arguments that its class sets anew once Django has made the field, or answers by code: what they end as is not known. */
  settled: ReadonlySet<string>;
  /** Those of them that one `__init__` sets, and nothing else: what it writes to a migration has them. */
  told: ReadonlySet<string>;
  /** And those that are set only as it becomes part of a model, where that was followed: it writes them as they are then. */
  asPlaced: ReadonlySet<string>;
  /** The column that its class gives it, of what Django would; null: none that is known. */
  columnOf: ((name: string, plain: { attname: string; column: string | null }) => string | null) | null;
  /** undefined where that cannot be told. */
  deconstruct(given: Arguments, place: FieldPlace): Deconstructed | undefined;
  /** A field of a base of its class, which that may say to be of; undefined where it has none of that name. */
  ofBase(path: string): Pick<OwnField, 'deconstruct'> | undefined;
};

/** Calls a method of the class, where `super()` goes on to the next one of that name, and in the end to Django's own. */
const follow = (world: DjangoWorld, value: ClassValue, name: string, self: CallValue, ofDjango: Value): Value => {
  const methods = resolutionOrder(value).flatMap((ancestor) => {
    const method = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    return isA(method, 'function') ? [method] : [];
  });
  const step = (at: number): Value => {
    const method = methods[at];
    if (method === undefined) return ofDjango;
    const before = world.onSuperMethod;
    world.onSuperMethod = { name, call: () => step(at + 1) };
    world.engine.aside++;
    try {
      return method.call([self], new Map());
    } finally {
      world.engine.aside--;
      world.onSuperMethod = before;
    }
  };
  return step(0);
};

/** A relation that makes its other end itself and hands it to Django's base of all relations, as that of django-taggit. */
const isRelated = (djangoClass: string): boolean => /\.RelatedField$/.test(djangoClass);

const relationOf = (given: Value | undefined, { relation }: FieldPlace): CallValue | undefined => {
  if (!isA(given, 'call') || !/Rel$/.test(given.name)) return undefined;
  const { args, keywords } = given;
  const state = new Map<string, Value>([
    ['model', relation?.to ?? firstOf(args[1], keywords.get('to')) ?? null],
    ['through', relation?.through ?? keywords.get('through') ?? null],
    ['related_name', keywords.get('related_name') ?? null],
  ]);
  return instance(given.name, state);
};

const deconstruct = (
  world: DjangoWorld,
  value: ClassValue,
  { path, djangoClass }: FieldClass,
  given: Arguments,
  place: FieldPlace,
  inModel: CallValue['state'],
): Deconstructed | undefined => {
  if (djangoClass === null) return undefined;
  const self = fieldInstance(world, value);
  const { call, isWhole } = followInit(world, value, given, self);
  if (!isWhole) return undefined;
  const bound = bindField(
    { path: djangoClass, djangoClass, args: call.args, keywords: call.keywords, source: null },
    place,
  );
  const placed = placedBy(world, { value, djangoClass }, inModel);
  if (placed.size > 0) bound.kwargs = new Map([...bound.kwargs, ...placed]);
  const later = [...settledBy(world, { value, djangoClass }).settled].flatMap((name): [string, Value][] => {
    const set = placed.has(name) ? undefined : self.state?.get(name);
    return set === undefined ? [] : [[name, set]];
  });
  // What Django's own `__init__` sets, and what the class sets anew behind it.
  const taken = [...fieldDefaults].filter(([name]) => isArgument(name, djangoClass));
  for (const [name, set] of [...taken, ...bound.kwargs, ...later]) self.state?.set(name, set);
  for (const name of inModel === undefined ? [] : toldLater(value)) {
    const told = isArgument(name, djangoClass) ? undefined : inModel?.get(name);
    if (told !== undefined) self.state?.set(name, told);
  }
  const settled = new Map(settleField(bound, djangoClass, place));
  const relation = isRelated(djangoClass) ? relationOf(call.keywords.get('rel'), place) : undefined;
  if (relation !== undefined) {
    self.state?.set('remote_field', relation);
    if (call.keywords.get('serialize') === false) settled.set('serialize', false);
    const wayBack = relation.state?.get('related_name') ?? null;
    if (wayBack !== null && !isKept(world, 'related_name')) settled.set('related_name', wayBack);
  }
  for (const [name, set] of later)
    if (set === fieldDefaults.get(name)) settled.delete(name);
    else settled.set(name, set);
  const kwargs = dictOf(settled);
  if (world.engine.owner !== null) kwargs.owner = world.engine.owner;
  const answer = follow(world, value, 'deconstruct', self, tupleOf([null, path, listOf([]), kwargs]));
  const [, written, args, said] = isSequence(answer) ? answer.items : [];
  if (typeof written !== 'string' || !isSequence(args) || !isA(said, 'dict')) return undefined;
  if (said.partial) return undefined;
  const entries = [...said.entries].flatMap(([name, item]): [string, Value][] =>
    typeof name === 'string' ? [[name, item]] : [],
  );
  return { path: written, kwargs: new Map([...keptArguments(args.items), ...entries]) };
};

/** Someone's own class, and the one of Django's that it derives from. */
type OwnClass = { value: ClassValue; djangoClass: string | null };

type Settled = Pick<OwnField, 'settled' | 'told' | 'asPlaced'>;

const known = new WeakMap<ClassValue, Settled>();

const SETS = /\bself\.((?:remote_field|rel)\.)?(\w+)\s*=(?!=)/g;

/** Since Django 4.0 migrations hold these as they were given, whatever the relation has. */
const keptAsGiven = new Set(['related_name', 'related_query_name', 'limit_choices_to']);

const isSinceFour = ({ input }: DjangoWorld): boolean => Number.parseInt(input.djangoVersion ?? '', 10) >= 4;

const isKept = (world: DjangoWorld, name: string): boolean => keptAsGiven.has(name) && isSinceFour(world);

/** Whether Django's class takes it, as far as that is known; by the same name someone's own class may keep something else. */
const isArgument = (name: string, djangoClass: string | null): boolean =>
  (fieldDefaults.has(name) || name === 'default') &&
  argumentNames.get(className(djangoClass ?? ''))?.has(name) !== false;

/** In `__init__`, what comes before Django's own is set anew by that. */
const settingPart = (name: string, source: string): string =>
  name === '__init__' ? source.slice(Math.max(0, source.lastIndexOf('.__init__('))) : source;

/** What the text of a method sets on the field, or on its relation. */
const setIn = (
  world: DjangoWorld,
  djangoClass: string | null,
  source: string,
): { name: string; isOfRelation: boolean }[] =>
  [...source.matchAll(SETS)].flatMap(([, relation, name = '']) =>
    isArgument(name, djangoClass) && !(relation && isKept(world, name))
      ? { name, isOfRelation: relation !== undefined }
      : [],
  );

/** `class_prepared.connect(self.prepare_class, sender=cls)`: called once, when the model is made. */
const CONNECTS = /\bclass_prepared\.connect\(\s*self\.(\w+)/g;

/** Those that Django calls, or has called, as the field becomes part of a model. */
const placingMethods = (value: ClassValue): ((name: string) => boolean) => {
  const names = new Set(['contribute_to_class']);
  for (const ancestor of resolutionOrder(value)) {
    const method = ancestor.type === 'class' ? ancestor.names.get('contribute_to_class') : undefined;
    const source = isA(method, 'function') ? (method.statement?.source ?? '') : '';
    for (const [, name = ''] of source.matchAll(CONNECTS)) names.add(name);
  }
  return (name) => names.has(name);
};

const none: ReadonlySet<string> = new Set();

/** Before 4.0 Django holds fields against each other that were put into models once more, what was written of them as well. */
const isPlaced = (world: DjangoWorld, inModel: CallValue['state']): boolean =>
  inModel?.has(CONTRIBUTED) === true && isSinceFour(world);

/** What a field has by its place in a model. */
const placedBy = (world: DjangoWorld, own: OwnClass, inModel: CallValue['state']): ReadonlyMap<string, Value> => {
  const found = new Map<string, Value>();
  for (const name of isPlaced(world, inModel) ? settledBy(world, own).asPlaced : none) {
    const set = inModel?.get(name);
    if (set !== undefined) found.set(name, set);
  }
  return found;
};

/**
 * Names that methods of the class set on the field, or on its relation (`self.choices = …` in `contribute_to_class`, or in what that connects to a
 * signal), and those that are methods themselves: a property `db_column`.
 */
const settledBy = (world: DjangoWorld, { value, djangoClass }: OwnClass): Settled => {
  const before = known.get(value);
  if (before !== undefined) return before;
  const [settled, open] = [new Set<string>(), new Set<string>()];
  const setByInit: string[] = [];
  const [placing, elsewhere] = [new Set<string>(), new Set<string>()];
  const isPlacing = placingMethods(value);
  for (const ancestor of resolutionOrder(value))
    for (const [name, method] of ancestor.type === 'class' ? ancestor.names : [])
      if (isA(method, 'function') && name !== 'deconstruct') {
        const source = method.statement?.source ?? '';
        // Django's own relations have a method of that name, beside what they were given.
        if (isArgument(name, djangoClass) && name !== 'related_query_name') {
          open.add(name);
          elsewhere.add(name);
        }
        for (const set of setIn(world, djangoClass, settingPart(name, source))) {
          (name !== '__init__' || set.isOfRelation ? open : settled).add(set.name);
          if (name !== '__init__') (isPlacing(name) && !set.isOfRelation ? placing : elsewhere).add(set.name);
        }
        if (name === '__init__') setByInit.push(...new Set(setIn(world, djangoClass, source).map((set) => set.name)));
      }
  // Which of two counts is known to Python alone.
  const isTold = (name: string): boolean => !open.has(name) && setByInit.filter((each) => each === name).length === 1;
  const isAsPlaced = (name: string): boolean => placing.has(name) && !elsewhere.has(name);
  const found = {
    settled: new Set([...settled, ...open]),
    told: new Set([...settled].filter(isTold)),
    asPlaced: new Set(writtenFacts.filter(isAsPlaced)),
  };
  known.set(value, found);
  return found;
};

/** `get_attname` and `get_attname_column` of the class; what they do not tell stays as Django has it. */
const findColumn = (
  world: DjangoWorld,
  { value, djangoClass }: OwnClass,
  given: Arguments,
  placed: Value | undefined,
): OwnField['columnOf'] => {
  const has = (name: string): boolean => isA(classAttribute(value, name), 'function');
  const isSet = settledBy(world, { value, djangoClass }).settled.has('db_column');
  if (!has('get_attname_column') && !has('get_attname') && !isSet) return null;
  return (name, { attname, column }) => {
    const self = fieldInstance(world, value);
    try {
      followInit(world, value, given, self);
      self.state?.set('name', name);
      const plainColumn = column === attname ? null : column;
      const told = has('db_column')
        ? follow(world, value, 'db_column', self, plainColumn)
        : firstOf(placed, self.state?.get('db_column'));
      if (isSet && typeof told !== 'string') return null;
      const written = typeof told === 'string' ? told : plainColumn;
      self.state?.set('db_column', written);
      const own = follow(world, value, 'get_attname', self, attname);
      const plain = typeof own === 'string' ? own : attname;
      self.state?.set('attname', plain);
      const answer = follow(world, value, 'get_attname_column', self, tupleOf([plain, written ?? plain]));
      const [, found] = isSequence(answer) ? answer.items : [];
      return typeof found === 'string' || found === null ? found : column;
    } catch {
      // Someone else's method may raise.
      return isSet ? null : column;
    }
  };
};

/** `state`: what it has as part of a model. */
export const ownFieldOf = (
  world: DjangoWorld,
  fieldClass: FieldClass,
  given: Arguments,
  state: CallValue['state'],
): OwnField | null => {
  const { value, djangoClass } = fieldClass;
  if (value === null) return null;
  const told = settledBy(world, { value, djangoClass });
  return {
    given,
    ...told,
    asPlaced: isPlaced(world, state) ? told.asPlaced : none,
    // By the `db_column` that it had when Django gave it its column, where its class had set one.
    columnOf: findColumn(world, { value, djangoClass }, given, state?.get(PLACED_COLUMN)),
    hasDeconstruct: isA(classAttribute(value, 'deconstruct'), 'function'),
    deconstruct: (call, place) => {
      const undecided = world.engine.undecided;
      try {
        // One that is made of what a migration holds is part of no model.
        const found = deconstruct(world, value, fieldClass, call, place, call === given ? state : undefined);
        return world.engine.undecided === undecided ? found : undefined;
      } catch {
        // Someone else's `deconstruct` may raise, on purpose or because we know too little.
        return undefined;
      }
    },
    ofBase: (path) => {
      const base = resolutionOrder(value).find((each) => each !== value && nameOf(each) === path);
      if (!isA(base, 'class')) return undefined;
      return ownFieldOf(world, { ...fieldClass, path, value: base }, given, undefined) ?? undefined;
    },
  };
};
