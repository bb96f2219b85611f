/**
 * What happens when a model class is made, beyond its text: a metaclass, or a field's `contribute_to_class`, may add fields.
 * Both are followed without running them, as far as they can be told.
 */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  dictOf,
  type FunctionValue,
  isA,
  type Key,
  listOf,
  metaclassOf,
  resolutionOrder,
  tupleOf,
  unknown,
  type Value,
} from '../../../python/index.ts';
import { abstractIn, findMeta, isAbstract, mayBeAbstract } from '../models/meta.ts';
import { followContribution, followContributions, type OpenReference } from './contributions.ts';
import { callOnFields, fieldDefault, instance, keepCopies } from './model-fields.ts';
import { keptMeta, takeOrdering } from './model-meta.ts';
import { isConcrete, isModelClass } from './registered-models.ts';
import { classKeywords, follow, followSubclass, holderOfMeta } from './subclass-hooks.ts';

export type ClassHooks = {
  onClass(value: ClassValue): void;
  /** Its metaclass and its fields are still at work. */
  isUnfinished(value: ClassValue): boolean;
  /** `Model._meta`, and `Model.Meta` as Django leaves it; what a field has that it was not given. */
  attribute(object: ClassValue | CallValue, name: string): Value | undefined;
  /** `super().__new__(…)` inside a metaclass. */
  superNew(): ClassValue | undefined;
  callMethod(object: Value, name: string, call: Arguments): Value | undefined;
  /** `Model.add_to_class(name, item)`, when those classes are there. */
  add(model: ClassValue, name: string, item: Value, classes: readonly ClassValue[]): void;
};

/** Set on what was added to a model after it was made: by then Django has given it a manager. */
export const ADDED_LATER = '<added later>';

/** And on what was added to an abstract one: the children that were there before, which do not get it any more. */
export const MISSED_BY = '<missed by>';

const isChild = (value: ClassValue, parent: ClassValue): boolean =>
  value !== parent && value.bases.length > 0 && resolutionOrder(value).includes(parent);

const noMeta = unknown('a model that is made has no Meta');

/** Django takes `Meta` off a model that is not abstract: `Model.Meta` is that of its nearest abstract or plain base. Who asks for it knows. */
const leftMeta = (value: ClassValue): Value | undefined =>
  isAbstract(value) || mayBeAbstract(value)
    ? undefined
    : (findMeta({ ...value, names: noNames }, resolutionOrder(value), isConcrete) ?? noMeta);

const noNames: Map<string, Value> = new Map();

/** What stands in the place of a field once a model is made. */
const DEFERRED = 'django.db.models.query_utils.DeferredAttribute';

/** `vars(Model)`: its fields are not among them, what gives their values is. */
const finishedNames = ({ names }: ClassValue): Value =>
  dictOf(
    [...names].map(([name, item]): [Key, Value] => [
      name,
      isA(item, 'call') && /(?:Field|ForeignKey)$/.test(item.name) ? instance(DEFERRED, new Map()) : item,
    ]),
  );

type Making = { value: ClassValue; isTold: boolean };

/** Python asks its bases once the class is there, before the metaclass has it back. */
const tellBases = (making: Making): ClassValue => {
  if (!making.isTold) followSubclass(making.value);
  making.isTold = true;
  return making.value;
};

/** Runs the metaclass's part in making a class; `making` tells `super().__new__` which one. */
const followMetaclass = (value: ClassValue, making: Making[]): void => {
  const metaclass = metaclassOf(value);
  const [create, init] = ['__new__', '__init__'].map((name) => metaclass && classAttribute(metaclass, name));
  const made: Making = { value, isTold: false };
  if (metaclass === undefined || (!isA(create, 'function') && !isA(init, 'function'))) {
    tellBases(made);
    return;
  }
  const entries = value.names as Map<Key, Value>;
  const attributes: Value = { type: 'dict', entries, partial: false, owner: value.owner ?? value, isNames: true };
  const rest = [value.name, tupleOf([...value.bases]), attributes];
  const keywords = classKeywords(value);
  const given = { __module__: value.module, __qualname__: value.qualname };
  for (const [name, text] of Object.entries(given)) value.names.set(name, text);
  making.push(made);
  const isMade = !isA(create, 'function') || follow(() => create.call([metaclass, ...rest], keywords));
  tellBases(made);
  const isReady = !isA(init, 'function') || follow(() => init.call([value, ...rest], keywords));
  // A project that starts has classes that can be made: something is not known here.
  if (!isMade || !isReady) value.isOpen = true;
  making.pop();
  for (const name of Object.keys(given)) value.names.delete(name);
};

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

export const createClassHooks = (
  openReference: OpenReference,
  labelOf: (value: ClassValue) => string | undefined,
  onChange: (value: ClassValue) => void,
  prepared: readonly Receiver[],
  classes: () => readonly ClassValue[],
): ClassHooks => {
  const beforeChange = keepCopies(classes, onChange);
  const making: Making[] = [];
  const unfinished = new Set<ClassValue>();
  /** Those whose fields have not had their say yet. */
  const gathering = new Set<ClassValue>();
  return {
    onClass(value) {
      if (!isModelClass(value)) {
        followMetaclass(value, making);
        return;
      }
      unfinished.add(value);
      gathering.add(value);
      followMetaclass(value, making);
      gathering.delete(value);
      followContributions(value, openReference);
      unfinished.delete(value);
      if (isAbstract(value)) return;
      takeOrdering(value);
      tellReceivers(value, prepared);
    },
    isUnfinished: (value) => unfinished.has(value),
    add(model, name, given, classes) {
      model.names.set(name, given);
      if (isA(given, 'call') && !gathering.has(model)) followContribution(model, name, given, openReference);
      const item = model.names.get(name);
      if (!isA(item, 'call') || unfinished.has(model)) return;
      item.state = new Map(item.state).set(ADDED_LATER, true);
      const children = isAbstract(model) ? classes.filter((other) => isChild(other, model)) : [];
      if (children.length > 0) item.state.set(MISSED_BY, listOf(children));
    },
    attribute(object, name) {
      if (object.type === 'call') return fieldDefault(object, name);
      if (name === 'abstract') return abstractIn(object);
      if (!/^(?:_meta|Meta|__dict__)$/.test(name) || !isModelClass(object)) return undefined;
      if (name === '__dict__') return unfinished.has(object) ? undefined : finishedNames(object);
      if (name === 'Meta') return leftMeta(object);
      const holder = holderOfMeta(object);
      return holder && keptMeta(holder, labelOf(holder), onChange, beforeChange);
    },
    superNew: () => {
      const made = making.at(-1);
      return made && tellBases(made);
    },
    callMethod: (object, name, call) => callOnFields(object, name, call, onChange, beforeChange),
  };
};
