/** What code asks `_meta` for a field, and what it takes out of it. */
import {
  type Arguments,
  type ClassValue,
  isA,
  isSequence,
  listOf,
  Raised,
  resolutionOrder,
  type SequenceValue,
  tell,
  unknown,
  type Value,
} from '../../../../../python/index.ts';
import { isAbstract } from '../../../models/meta.ts';
import { isWaiting } from './being-made.ts';
import { callOnField, fieldFact } from './field-facts.ts';
import { allColumns, type FieldTools, isWhole } from './field-lists.ts';
import { isField, MODEL_OF_META, OPTIONS, seenField } from './model-fields.ts';

/** The models whose fields these are. */
const holders = new WeakMap<SequenceValue, ClassValue>();
/** `_meta.local_fields`: what is taken out of it the model does not have any more. */
export const localFields = (model: ClassValue, columns: readonly Value[]): Value => {
  const list = listOf([...columns]);
  if (model.owner !== undefined) list.owner = model.owner;
  holders.set(list, model);
  return list;
};

const nameIn = (model: ClassValue, field: Value | undefined): string | undefined => {
  const name = isA(field, 'call') ? field.state?.get('name') : undefined;
  if (typeof name === 'string') return name;
  return [...model.names].find(([, item]) => item === field)?.[0];
};

/** `_meta.local_fields.remove(field)`: the model does not have it any more, whoever would hand it down. */
const removeField = (model: ClassValue, field: Value | undefined): void => {
  const name = nameIn(model, field);
  if (name === undefined) return;
  const isInherited = resolutionOrder(model).some(
    (ancestor) => ancestor !== model && ancestor.type === 'class' && ancestor.names.has(name),
  );
  if (isInherited) model.names.set(name, null);
  else model.names.delete(name);
};

const attnameOf = (field: Value): Value | undefined => (isA(field, 'call') ? fieldFact(field, 'attname') : undefined);

const isCalled = (field: Value, name: string): boolean => isA(field, 'call') && field.state?.get('name') === name;

/** Of a class that is not at hand nobody knows what its value is called: `author_id`, as that of a pointer. */
const mayBeCalled = (field: Value, name: string): boolean =>
  isA(field, 'call') && attnameOf(field) === undefined && name === `${field.state?.get('name')}_id`;

/** `_meta.get_field`, which raises when there is no such field. */
const getField = (model: ClassValue, name: string, tools: FieldTools): Value => {
  for (const ancestor of resolutionOrder(model)) {
    const found = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    if (found === undefined || ancestor.type !== 'class' || isWaiting(model, ancestor, name)) continue;
    if (!isA(found, 'call')) return found;
    if (isAbstract(ancestor)) return seenField(model, name, found, ancestor, tools.beforeChange);
    tell(found, [
      ['name', name],
      ['model', ancestor],
    ]);
    return found;
  }
  // What Django adds by itself no text names; and a pointer is known by the name of its value, too.
  const columns = allColumns(model, tools);
  const named = columns.find((field) => isCalled(field, name)) ?? columns.find((field) => attnameOf(field) === name);
  const own = isA(named, 'call') ? named.state?.get('name') : undefined;
  if (named !== undefined) return typeof own === 'string' && model.names.has(own) ? getField(model, own, tools) : named;
  if (!isWhole(model) || columns.some((field) => isA(field, 'unknown') || mayBeCalled(field, name)))
    return unknown(`whether there is a field ${name}`);
  throw new Raised('FieldDoesNotExist', `There is no field ${name}.`);
};

export const callOnFields = (
  object: Value,
  method: string,
  { args: [first] }: Arguments,
  onChange: (model: ClassValue) => void,
  tools: FieldTools,
): Value | undefined => {
  if (method === 'get_field' && isA(object, 'call') && object.name === OPTIONS) {
    const model = object.state?.get(MODEL_OF_META);
    return isA(model, 'class') && typeof first === 'string' ? getField(model, first, tools) : undefined;
  }
  if (isA(object, 'call') && isField(object)) return callOnField(object, method);
  const model = method === 'remove' && isSequence(object) ? holders.get(object) : undefined;
  if (model === undefined) return undefined;
  onChange(model);
  removeField(model, first);
  return null;
};
