/** A field has the name by which the first model took it; whoever else takes the same object gets a field of that name. */
import {
  type CallValue,
  type ClassValue,
  type Engine,
  isA,
  noteChange,
  resolutionOrder,
  textOf,
} from '../../../python/index.ts';
import { MODEL } from './registered-models.ts';

/** Kept on a field that was made outside of the models which have it. */
export const FIRST_NAME = '<first name>';

export const keepNames = (engine: Engine, value: ClassValue): void => {
  for (const [name, item] of value.names) {
    // What is made in the body of the class is nobody else's.
    if (!isA(item, 'call') || (item.file === value.file && item.line >= value.line)) continue;
    if (item.state?.has(FIRST_NAME)) continue;
    if (!resolutionOrder(value).some((base) => base.type === 'reference' && MODEL.test(base.name))) return;
    noteChange(engine, item);
    item.state ??= new Map();
    item.state.set(FIRST_NAME, name);
  }
};

/** A field that belongs to a model, or a copy of one, has its name already, whatever it is called here. */
export const boundName = ({ state }: CallValue): string | undefined =>
  textOf(state?.has('name') ? state.get('name') : state?.get(FIRST_NAME)) || undefined;
