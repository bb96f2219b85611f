/**
 * What a field of a class of the project's, or of a package's, own is made with. Such classes set defaults in `__init__` and
 * pass on the rest: the function is followed, without running it, to what it hands to `super().__init__`.
 */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  fillRecord,
  instanceOf,
  isA,
  resolutionOrder,
  type Value,
} from '../../../../python/index.ts';
import { sameValue } from '../../migrations/compare/values/sameness.ts';
import { RELATION } from '../../world/model-class/fields/model-fields.ts';
import type { DjangoWorld } from '../../world/world.ts';

/** Of several bases that are named one by one, those that are plain classes get what is theirs alone. */
const mayBeField = (base: Value): boolean =>
  !isA(base, 'class') ||
  resolutionOrder(base).some((ancestor) => ancestor.type === 'reference' && ancestor.name !== OBJECT);

const OBJECT = 'builtins.object';

export type Followed = {
  call: Arguments;
  /** Every `__init__` on the way passed something on. */
  isWhole: boolean;
};

/** A field of the class, of which nothing is said yet but what the class itself has. */
export const fieldInstance = (world: DjangoWorld, fieldClass: ClassValue): CallValue => {
  const self = instanceOf(fieldClass);
  if (world.engine.owner !== null) self.owner = world.engine.owner;
  return self;
};

/** What making a field runs in a class, given what reaches it: its `__init__`, as it is written or as Python writes it for a dataclass. */
const initOf = (
  { names, record }: ClassValue,
  fieldClass: ClassValue,
  self: CallValue,
): ((given: Arguments) => void) | undefined => {
  const init = names.get('__init__');
  if (isA(init, 'function')) return ({ args, keywords }) => init.call([self, ...args], keywords);
  if (record?.kind !== 'data' || record.isWritten) return undefined;
  return (given) =>
    fillRecord(self, fieldClass, record, given, (callee, { args, keywords }) => callee.call(args, keywords));
};

/** The arguments that reach Django's own field class; `self` is what the functions see as the field. */
export const followInit = (
  world: DjangoWorld,
  fieldClass: ClassValue,
  given: Arguments,
  self = fieldInstance(world, fieldClass),
): Followed => {
  let call = given;
  const changed = new Map<string, Value>();
  for (const ancestor of resolutionOrder(fieldClass)) {
    if (ancestor.type !== 'class') continue;
    const init = initOf(ancestor, fieldClass, self);
    if (init === undefined) continue;
    let passed: Arguments | undefined;
    let stateThen: CallValue['state'];
    const before = world.onSuperInit;
    const { depth } = world.engine;
    // On the way modules may be opened and other objects made, which have an `__init__` of their own.
    world.onSuperInit = (inner, base) => {
      if (world.engine.depth !== depth || !mayBeField(base) || passed !== undefined) return;
      passed = inner;
      stateThen = new Map(self.state);
    };
    world.engine.aside++;
    try {
      init(call);
    } catch {
      // Someone else's `__init__` may raise; what was passed on before still counts.
    } finally {
      world.engine.aside--;
      world.onSuperInit = before;
    }
    if (passed === undefined) return { call: withThrough(call, given), isWhole: false };
    // What a class sets behind Django's own `__init__` counts, that of a child last.
    for (const [name, value] of changesIn(sinceThen(self.state, stateThen), attributes))
      if (!changed.has(name)) changed.set(name, value);
    call = withThrough(passed, call);
  }
  const whole = withThrough(call, given);
  return {
    call: changed.size === 0 ? whole : { args: whole.args, keywords: new Map([...whole.keywords, ...changed]) },
    isWhole: true,
  };
};

const sinceThen = (now: CallValue['state'], then: CallValue['state']): CallValue['state'] =>
  new Map([...(now ?? [])].filter(([name, value]) => then?.get(name) !== value));

/** A relation of its own kind may keep the model in between to itself instead of passing it on. */
const withThrough = (call: Arguments, given: Arguments): Arguments => {
  const through = given.keywords.get('through');
  if (through === undefined || call.keywords.has('through')) return call;
  return { args: call.args, keywords: new Map(call.keywords).set('through', through) };
};

const named = (names: string): [string, string][] => names.split(' ').map((name) => [name, name]);

/** Attributes of a field that stand for what it was made with, where they differ in name. */
const attributes: ReadonlyMap<string, string> = new Map([
  ['_unique', 'unique'],
  ['_verbose_name', 'verbose_name'],
  ['_validators', 'validators'],
  ['_error_messages', 'error_messages'],
  ...named(
    'primary_key auto_created serialize null blank max_length default choices help_text editable db_index db_column db_comment',
  ),
  ...named('db_default db_tablespace db_collation unique_for_date unique_for_month unique_for_year'),
  ...named('max_digits decimal_places upload_to storage auto_now auto_now_add encoder decoder db_constraint db_table'),
]);

/** The same of its relation. What a relation is called from its other end is told as it was given, */
const relationAttributes: ReadonlyMap<string, string> = new Map([
  ['model', 'to'],
  ...named('on_delete through through_fields symmetrical parent_link db_constraint'),
]);

/** but before Django 4.0. */
const oldRelationAttributes = new Map([
  ...relationAttributes,
  ...named('related_name related_query_name limit_choices_to'),
]);

/** An object that is put around `on_delete` is told, and written to migrations, as what it stands around. */
const isWrapped = (argument: string, value: Value): boolean =>
  argument === 'on_delete' && isA(value, 'call') && isA(value.callee, 'class');

const changesIn = (state: CallValue['state'], names: ReadonlyMap<string, string>): [string, Value][] =>
  [...(state ?? [])].flatMap(([name, value]): [string, Value][] => {
    const argument = names.get(name);
    return argument === undefined || isWrapped(argument, value) ? [] : [[argument, value]];
  });

/** What was set on a field of someone's own class once it was made, by its `contribute_to_class` or by others. `made`: as its `__init__` leaves it. */
export const setLater = ({ state: now }: CallValue, made: CallValue['state']): [string, Value][] => {
  if (now === undefined) return [];
  const isSet = ([name, value]: [string, Value]): boolean => {
    const before = attributes.has(name) ? made?.get(name) : value;
    return value !== before && (before === undefined || sameValue(value, before) !== true);
  };
  return changesIn(new Map([...now].filter(isSet)), attributes);
};

/** `Model._meta.get_field("email")._unique = True`: what was set on a field of Django's, or on its relation, after it was made. `isOld`: before Django 4.0. */
export const withChanges = ({ callee, state, keywords }: CallValue, isOld: boolean): ReadonlyMap<string, Value> => {
  if (!isA(callee, 'reference') || state === undefined) return keywords;
  const relation = state.get(RELATION);
  const changes = [
    ...(isA(relation, 'call') ? changesIn(relation.state, isOld ? oldRelationAttributes : relationAttributes) : []),
    ...changesIn(state, attributes),
  ];
  return changes.length === 0 ? keywords : new Map([...keywords, ...changes]);
};
