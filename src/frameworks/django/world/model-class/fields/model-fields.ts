/** Fields of a model as code sees them, and what it finds in them. */
import {
  type CallValue,
  type ClassValue,
  copyTold,
  isA,
  nameOf,
  resolutionOrder,
  tell,
  unknown,
  type Value,
} from '../../../../../python/index.ts';
import { isAbstract } from '../../../models/meta.ts';
import { fieldFact } from './field-facts.ts';

/** Where `_meta` keeps the model it belongs to. */
export const MODEL_OF_META = '<class>';

export const OPTIONS = 'django.db.models.options.Options';

export const instance = (name: string, state: Map<string, Value>): CallValue => ({
  type: 'call',
  name,
  callee: { type: 'reference', name },
  args: [],
  keywords: new Map(),
  serial: 0,
  file: null,
  line: 0,
  state,
});

/** Is told before a field of a model changes after all. */
export type BeforeChange = (model: ClassValue, name: string, item: CallValue) => void;

/** Children that were made before have a copy of what an abstract model hands down: what is set on that later is none of theirs. */
export const keepCopies =
  (classes: () => readonly ClassValue[], onChange: (model: ClassValue) => void): BeforeChange =>
  (model, name, item) => {
    if (!isAbstract(model)) return;
    const has = (child: ClassValue): boolean => {
      const holder = resolutionOrder(child).find((each) => each.type === 'class' && each.names.has(name));
      return child !== model && holder?.type === 'class' && holder.names.get(name) === item;
    };
    for (const child of classes().filter((each) => each.bases.length > 0 && has(each))) {
      onChange(child);
      child.names.set(name, { ...copyTold(item), home: model });
    }
  };

/**
 * The field as code sees it, with its name. What it sets on it counts: on the field itself, or, as a field of an abstract parent is one of its
 * own in each child, on a copy, which the child keeps from then on.
 */
export const seenField = (
  model: ClassValue,
  name: string,
  item: CallValue,
  home: ClassValue,
  beforeChange: BeforeChange,
): CallValue => {
  const seen = copyTold(item, [
    ['name', name],
    ['model', model],
  ]);
  seen.owner = model.owner;
  if (home === model)
    seen.keep = () => {
      beforeChange(model, name, item);
      // Whoever asked for it in between may have changed it, too.
      tell(seen, item.state ?? []);
      tell(item, seen.state ?? []);
      if (item.state !== undefined) seen.state = item.state;
    };
  else {
    seen.home = home;
    seen.keep = () => model.names.set(name, seen);
  }
  return seen;
};

const defaults: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['primary_key', false],
  ['null', false],
  ['auto_created', false],
  ['choices', null],
]);

export const RELATION_CLASS = 'django.db.models.fields.reverse_related.ForeignObjectRel';

/** Attributes of a field that its shown facts rest on. */
export const shownFacts = ['null', '_unique', 'db_column'];

/** Attributes of a field that Django writes to migrations as they are, under their own names. */
export const writtenFacts = ['choices', 'default', 'null', 'max_length', 'help_text', 'db_column', 'db_index'];

/** Where a field of someone's own class keeps the `db_column` that it had when Django gave it its column. */
export const PLACED_COLUMN = '<placed column>';

export const FIELD = /^django\..*(?:Field|ForeignKey|ForeignObject|GenericRelation|CompositePrimaryKey)$/;

/** A field of Django's own classes, or of one that derives from them. */
export const isField = (value: Value): boolean =>
  isA(value, 'call') &&
  (isA(value.callee, 'class') ? resolutionOrder(value.callee) : [value.callee]).some((each) =>
    FIELD.test(nameOf(each) ?? ''),
  );

/** Where a field keeps its relation once something was set on that. */
export const RELATION = '<relation>';

/** And a relation the field that it is of. */
export const FIELD_OF_RELATION = '<field>';

/** Of a field in its place: Django puts the model itself where its name was, as soon as there is one. */
const pointedAt = ({ state }: CallValue, to: Value | undefined): Value | undefined => {
  if (typeof to !== 'string' || state?.has('name') !== true) return to;
  return (to === 'self' && state.get('model')) || unknown('whether a model is there already is not known');
};

/** `field.remote_field` of a relation of Django's own; what is set on it counts for the field. */
const relationOf = (field: CallValue): Value | undefined => {
  const { callee, args, keywords, owner } = field;
  if (!isA(callee, 'reference') || !/^django\..*\.(?:ForeignKey|OneToOneField|ManyToManyField)$/.test(callee.name))
    return undefined;
  const kept = field.state?.get(RELATION);
  if (kept !== undefined) return kept;
  const to = keywords.get('to') ?? args[0];
  const shown = pointedAt(field, to);
  const given: [string, Value | undefined][] = [['model', shown]];
  if (!callee.name.endsWith('.ManyToManyField')) given.push(['on_delete', keywords.get('on_delete') ?? args[1]]);
  const told = given.flatMap(([name, value]): [string, Value][] => (value === undefined ? [] : [[name, value]]));
  const relation = instance(RELATION_CLASS, new Map([...told, [FIELD_OF_RELATION, field]]));
  relation.owner = owner;
  relation.keep = () => {
    // What is kept is what the field was given.
    if (to !== undefined && relation.state?.get('model') === shown) relation.state?.set('model', to);
    field.keep?.();
    field.state ??= new Map();
    field.state.set(RELATION, relation);
  };
  return relation;
};

/** What a plain field of Django's has that it was not given; one of someone's own class may have any. */
export const fieldDefault = (field: CallValue, name: string): Value | undefined => {
  const { callee, serial } = field;
  // Of fields of someone's own, too.
  if (name === 'creation_counter') return serial;
  if (name === 'remote_field') return relationOf(field) ?? fieldFact(field, name);
  // `Model.name.field`: a model has a descriptor in the place of its field, which knows it.
  if (name === 'field' && isField(field)) return field;
  const isOwn =
    isA(callee, 'reference') && /^django\.db\.models\.(?!.*NullBoolean).*(?:Field|ForeignKey)$/.test(callee.name);
  const told = isOwn ? defaults.get(name) : undefined;
  return told === undefined ? fieldFact(field, name) : told;
};
