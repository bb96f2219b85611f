/** A field has the name by which the first model took it; whoever else takes the same object gets a field of that name. */
import {
  type CallValue,
  type ClassValue,
  type Engine,
  isA,
  nameOf,
  noteChange,
  resolutionOrder,
  textOf,
} from '../../../../python/index.ts';
import { guessedKind } from '../../models/fields/field-classes.ts';
import { isField } from './fields/model-fields.ts';
import { MODEL } from './registered-models.ts';

/** Kept on a field that was made outside of the models which have it. */
export const FIRST_NAME = '<first name>';

/** Any other object, as in `STATUS = KINDS`, gets what it holds from its own `__init__` when it is asked for it: until then it has nothing. */
const mayBeField = (item: CallValue): boolean => {
  const { callee } = item;
  if (!isA(callee, 'class') && !isA(callee, 'reference')) return true;
  const order = isA(callee, 'class') ? resolutionOrder(callee) : [callee];
  return isField(item) || order.some((each) => guessedKind(nameOf(each) ?? '') !== undefined);
};

export const keepNames = (engine: Engine, value: ClassValue): void => {
  for (const [name, item] of value.names) {
    // What is made in the body of the class is nobody else's.
    if (!isA(item, 'call') || (item.file === value.file && item.line >= value.line)) continue;
    if (item.state?.has(FIRST_NAME) || !mayBeField(item)) continue;
    if (!resolutionOrder(value).some((base) => base.type === 'reference' && MODEL.test(base.name))) return;
    noteChange(engine, item);
    item.state ??= new Map();
    item.state.set(FIRST_NAME, name);
  }
};

/** A field that belongs to a model, or a copy of one, has its name already, whatever it is called here. */
export const boundName = ({ state }: CallValue): string | undefined =>
  textOf(state?.has('name') ? state.get('name') : state?.get(FIRST_NAME)) || undefined;
