/**
 * What happens when a model class is made, beyond its text: a metaclass, or a field's `contribute_to_class`, may add fields.
 * Both are followed without running them, as far as they can be told.
 */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  dictOf,
  type FunctionValue,
  isA,
  isSequence,
  type Key,
  listOf,
  resolutionOrder,
  tell,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { abstractIn, findMeta, isAbstract, mayBeAbstract } from '../../models/meta.ts';
import { callOnFields } from './fields/asked-fields.ts';
import { hasItsPlace, hasPlaced } from './fields/being-made.ts';
import { followContribution, followContributions, notePlaced, type OpenReference } from './fields/contributions.ts';
import { inheritedFieldAttribute } from './fields/field-facts.ts';
import { type FieldTools, handsDown } from './fields/field-lists.ts';
import { fieldDefault, instance, keepCopies, OPTIONS, PLACED_COLUMN } from './fields/model-fields.ts';
import { createMetaclasses } from './metaclasses.ts';
import { defaultManager } from './model-managers.ts';
import { fieldsInMeta, keptMeta, takeOrdering } from './model-meta.ts';
import { isConcrete, isModelClass } from './registered-models.ts';
import { follow, followSubclass, holderOfMeta } from './subclass-hooks.ts';

export type ClassHooks = {
  /** Gives what its name stands for. */
  onClass(value: ClassValue): ClassValue | CallValue;
  /** Its metaclass and its fields are still at work. */
  isUnfinished(value: ClassValue): boolean;
  isFinished(value: ClassValue): boolean;
  /** `Model._meta`, `Model._default_manager`, and `Model.Meta` as Django leaves it; what a field has that it was not given. */
  attribute(object: ClassValue | CallValue, name: string): Value | undefined;
  /** `super().__new__(…)` inside a metaclass. */
  superNew(call: Arguments): ClassValue | undefined;
  callMethod(object: Value, name: string, call: Arguments): Value | undefined;
  /** `super().contribute_to_class(Model, name)` of a field: from now on it has its place. */
  place(model: ClassValue, field: Value, name: string): void;
  /** `Model.add_to_class(name, item)`, when those classes are there. */
  add(model: ClassValue, name: string, item: Value, classes: readonly ClassValue[]): void;
};

/** Set on what was added to a model after it was made: by then Django has given it a manager. */
export const ADDED_LATER = '<added later>';

/** And on what a metaclass added to one that Django had made, before anybody else had it. */
export const ADDED_BY_METACLASS = '<added by the metaclass>';

export const isAddedLater = (item: Value | undefined): boolean =>
  isA(item, 'call') && item.state?.has(ADDED_LATER) === true;

/** And the children that were there before: they do not get it any more, of an abstract one, or have told their fields by then. */
export const MISSED_BY = '<missed by>';

/** Set on what has the counter of another field of its model, and was added after that. */
export const BEHIND = '<behind>';

const isChild = (value: ClassValue, parent: ClassValue): boolean =>
  value !== parent && value.bases.length > 0 && resolutionOrder(value).includes(parent);

/** Whoever gets something itself tells anew what its parents have by now. */
const tellAgain = (model: ClassValue): void => {
  for (const parent of resolutionOrder(model))
    for (const item of parent.type === 'class' && isConcrete(parent) ? parent.names.values() : []) {
      const missed = isA(item, 'call') ? item.state?.get(MISSED_BY) : undefined;
      if (isSequence(missed)) missed.items = missed.items.filter((each) => each !== model);
    }
};

const noMeta = unknown('a model that is made has no Meta');

/** Django takes `Meta` off a model that is not abstract: `Model.Meta` is that of its nearest abstract or plain base. Who asks for it knows. */
const leftMeta = (value: ClassValue): Value | undefined =>
  isAbstract(value) || mayBeAbstract(value)
    ? undefined
    : (findMeta({ ...value, names: noNames }, resolutionOrder(value), isConcrete) ?? noMeta);

const noNames: Map<string, Value> = new Map();

/** What stands in the place of a field once a model is made. */
const DEFERRED = 'django.db.models.query_utils.DeferredAttribute';
const ofRelations: Readonly<Record<string, string>> = {
  ForeignKey: 'ForwardManyToOneDescriptor',
  OneToOneField: 'ForwardOneToOneDescriptor',
  ManyToManyField: 'ManyToManyDescriptor',
};

const inPlaceOf = (field: CallValue, name: string): CallValue => {
  tell(field, [['name', name]]);
  const descriptor = ofRelations[field.name.split('.').at(-1) ?? ''];
  const path = descriptor === undefined ? DEFERRED : `django.db.models.fields.related_descriptors.${descriptor}`;
  return instance(path, new Map([['field', field]]));
};

/** But for many-to-many fields: `Model.tags.through` is asked of them. */
const isDjangoField = ({ callee }: CallValue): boolean =>
  isA(callee, 'reference') && /^django\.db\.models\.(?:\w+\.)*(?:(?!ManyToMany)\w+Field|ForeignKey)$/.test(callee.name);

/** `Model.name`: no field, so that a class which is given it has no field by it. One of someone's own class may put anything in its place. */
const fieldGiver = (model: ClassValue, name: string): CallValue | undefined => {
  for (const holder of resolutionOrder(model)) {
    const item = holder.type === 'class' ? holder.names.get(name) : undefined;
    if (item !== undefined) return isA(item, 'call') && isDjangoField(item) ? inPlaceOf(item, name) : undefined;
  }
  return undefined;
};

/** `vars(Model)`: its fields are not among them, what gives their values is. */
const finishedNames = ({ names }: ClassValue): Value =>
  dictOf(
    [...names].map(([name, item]): [Key, Value] => [
      name,
      isA(item, 'call') && /(?:Field|ForeignKey)$/.test(item.name) ? inPlaceOf(item, name) : item,
    ]),
  );

/** Who wants to know of each model that is made: `class_prepared.connect(receiver)`. */
export type Receiver = { call: FunctionValue; sender: Value | null };

const isFor = ({ sender }: Receiver, value: ClassValue): boolean => sender === null || sender === value;

const tellReceivers = (value: ClassValue, prepared: readonly Receiver[]): void => {
  for (const receiver of prepared.filter((each) => isFor(each, value)))
    follow(() =>
      receiver.call.call(
        [],
        new Map<string, Value>([
          ['sender', value],
          ['signal', unknown('the signal')],
        ]),
      ),
    );
};

/** `prepared`: who wants to know of each model. `onAnother`: a class was made that no text names. */
type Surroundings = Pick<FieldTools, 'keyOf' | 'hasIndexTogether'> & {
  openReference: OpenReference;
  labelOf(value: ClassValue): string | undefined;
  onChange(value: ClassValue): void;
  prepared: readonly Receiver[];
  classes(): readonly ClassValue[];
  onAnother(value: ClassValue): void;
};

export const createClassHooks = (surroundings: Surroundings): ClassHooks => {
  const { openReference, labelOf, onChange, prepared, classes, onAnother, keyOf, hasIndexTogether } = surroundings;
  const beforeChange = keepCopies(classes, onChange);
  const unfinished = new Set<ClassValue>();
  /** Those that their metaclass has back from Django. */
  const handedBack = new WeakSet<ClassValue>();
  /** Those whose fields have not had their say yet. */
  const gathering = new Set<ClassValue>();
  /** The counters of fields that put themselves in their place. */
  const placed = new WeakMap<ClassValue, Set<number>>();
  const isBehind = (model: ClassValue, counter: number): boolean =>
    placed.get(model)?.has(counter) === true || hasPlaced(model, counter);
  // While its fields are gathered they are all that it has; a metaclass has it back with what Django adds.
  const isPrepared = (value: ClassValue): boolean => gathering.has(value) || !unfinished.has(value);
  const tools: FieldTools = { beforeChange, keyOf, isPrepared, openReference, hasIndexTogether };
  const finish = (value: ClassValue, make: () => ClassValue | CallValue): ClassValue | CallValue => {
    unfinished.add(value);
    gathering.add(value);
    const made = make();
    gathering.delete(value);
    if (isModelClass(value)) followContributions(value, openReference);
    unfinished.delete(value);
    handedBack.delete(value);
    if (isConcrete(value)) {
      takeOrdering(value);
      tellReceivers(value, prepared);
    }
    return made;
  };
  const metaclasses = createMetaclasses(openReference, (value) => {
    onAnother(value);
    finish(value, () => {
      followSubclass(value);
      return value;
    });
  });
  return {
    onClass: (value) => (isModelClass(value) ? finish(value, () => metaclasses.make(value)) : metaclasses.make(value)),
    isUnfinished: (value) => unfinished.has(value),
    isFinished: (value) => isModelClass(value) && !unfinished.has(value),
    place(model, field, name) {
      notePlaced(model, field);
      hasItsPlace(model, name);
      if (!isA(field, 'call')) return;
      placed.set(model, (placed.get(model) ?? new Set()).add(field.serial));
      const column = field.state?.get('db_column');
      if (column !== undefined) field.state?.set(PLACED_COLUMN, column);
    },
    add(model, name, given, classes) {
      if (!unfinished.has(model) && handsDown(model, name)) return;
      model.names.set(name, given);
      hasItsPlace(model, name);
      if (isA(given, 'call') && !gathering.has(model)) followContribution(model, name, given, openReference);
      const item = model.names.get(name);
      if (!isA(item, 'call')) return;
      const counter = item.state?.get('creation_counter');
      if (!unfinished.has(model) || (typeof counter === 'number' && isBehind(model, counter)))
        tell(item, [[BEHIND, true]]);
      if (handedBack.has(model)) tell(item, [[ADDED_BY_METACLASS, true]]);
      if (unfinished.has(model)) return;
      tellAgain(model);
      tell(item, [[ADDED_LATER, true]]);
      const children = classes.filter((other) => isChild(other, model) && !unfinished.has(other));
      if (children.length > 0) tell(item, [[MISSED_BY, listOf(children)]]);
    },
    attribute(object, name) {
      if (object.type === 'call')
        return object.name === OPTIONS ? fieldsInMeta(object, name, tools) : fieldDefault(object, name);
      if (name === 'abstract') return abstractIn(object);
      if (!/^(?:_meta|Meta|__dict__|_default_manager)$/.test(name)) {
        if (!isModelClass(object)) return inheritedFieldAttribute(object, name);
        const giver = fieldGiver(object, name);
        return giver && !unfinished.has(object) ? giver : undefined;
      }
      if (!isModelClass(object)) return undefined;
      if (name === '_default_manager') return defaultManager(object, openReference);
      if (name === '__dict__') return unfinished.has(object) ? undefined : finishedNames(object);
      if (name === 'Meta') return leftMeta(object);
      const holder = holderOfMeta(object);
      return holder && keptMeta(holder, labelOf, onChange, tools);
    },
    superNew(call) {
      const made = metaclasses.superNew(call);
      if (made !== undefined && unfinished.has(made)) handedBack.add(made);
      return made;
    },
    callMethod: (object, name, call) => callOnFields(object, name, call, onChange, tools),
  };
};
