/** `Book.authors.through`: the model that Django makes for a many-to-many field which names none, as other models derive from it. */
import {
  type CallValue,
  type ClassValue,
  firstOf,
  instanceOf,
  isA,
  referenceTo,
  resolutionOrder,
  type Value,
} from '../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../models/meta.ts';
import type { WorldState } from '../world-state.ts';
import { FIELD_OF_RELATION } from './fields/model-fields.ts';
import { isModelClass, labelOf } from './registered-models.ts';

const MANY_TO_MANY = /^django\.(?:contrib\.gis\.)?db\.models\.(?:fields\.related\.)?ManyToManyField$/;

const classIn = (owner: ClassValue, name: string, qualname: string, bases: Value[]): ClassValue => ({
  type: 'class',
  name,
  qualname,
  module: owner.module,
  file: owner.file,
  line: owner.line,
  bases,
  keywords: new Map(),
  decorators: [],
  names: new Map(),
  owner: owner.owner,
});

/** Whose app it belongs to, and the next place among the fields. */
type Making = { label: string; serial(): number };

const pointer = ({ serial }: Making, owner: ClassValue, to: Value): CallValue => {
  const callee = referenceTo('django.db.models.ForeignKey');
  const args = [to, referenceTo('django.db.models.CASCADE')];
  return { ...instanceOf(owner), name: callee.name, callee, args, serial: serial() };
};

const targetName = (target: Value): string | undefined =>
  typeof target === 'string' ? target.split('.').at(-1) : isA(target, 'class') ? target.name : undefined;

/** undefined where nobody knows what the field points at. */
export const makeThrough = (
  making: Making,
  owner: ClassValue,
  field: string,
  item: Pick<CallValue, 'args' | 'keywords'>,
): ClassValue | undefined => {
  const { label } = making;
  const to = firstOf(item.keywords.get('to'), item.args[0]) ?? null;
  const target = to === 'self' ? owner : to;
  const [from, other] = [owner.name.toLowerCase(), targetName(target)?.toLowerCase()];
  if (other === undefined) return undefined;
  const table = readOptions(findMeta(owner, resolutionOrder(owner), isModelClass)).get('db_table');
  const given = item.keywords.get('db_table');
  const name = `${owner.name}_${field}`;
  const made = classIn(owner, name, name, [referenceTo('django.db.models.Model')]);
  const meta = classIn(owner, 'Meta', `${name}.Meta`, []);
  meta.names.set('app_label', label);
  meta.names.set('db_table', given ?? `${typeof table === 'string' ? table : `${label}_${from}`}_${field}`);
  const names = from === other ? [`from_${from}`, `to_${other}`] : [from, other];
  made.names.set('Meta', meta);
  for (const [at, pointed] of [owner, target].entries())
    made.names.set(names[at] ?? from, pointer(making, owner, pointed));
  return made;
};

const made = new WeakMap<CallValue, ClassValue>();
const throughs = new WeakSet<ClassValue>();

/** The one that code has asked for. */
export const askedThrough = (item: CallValue): ClassValue | undefined => made.get(item);

/** It is told with the model that has the field. */
export const isThrough = (value: ClassValue | null): boolean => value !== null && throughs.has(value);

/** Of a field, or of its relation. undefined: it is no such field, or nobody knows which model has it. */
export const throughModel = (state: WorldState, asked: CallValue): ClassValue | undefined => {
  const of = asked.state?.get(FIELD_OF_RELATION);
  const item = isA(of, 'call') ? of : asked;
  const known = made.get(item);
  if (known !== undefined || !isA(item.callee, 'reference') || !MANY_TO_MANY.test(item.callee.name)) return known;
  const owners = state.classes.filter((each) => isModelClass(each) && [...each.names.values()].includes(item));
  const [owner] = owners;
  if (owner === undefined || owners.length > 1 || isAbstract(owner)) return undefined;
  const field = [...owner.names].find(([, each]) => each === item)?.[0] ?? '';
  const label = labelOf(state, owner);
  const through = label && makeThrough({ label, serial: () => state.engine.serial++ }, owner, field, item);
  if (!through) return undefined;
  made.set(item, through);
  throughs.add(through);
  return through;
};
