/** What a field does to the model it becomes part of: its `contribute_to_class` may add fields, or put another in its place. */
import {
  type CallValue,
  type ClassValue,
  copyTold,
  isA,
  resolutionOrder,
  tell,
  type Value,
} from '../../../../../python/index.ts';
import { putsItself } from '../../../models/fields/field-classes.ts';
import { isAbstract } from '../../../models/meta.ts';
import { isConcrete } from '../registered-models.ts';
import { follow } from '../subclass-hooks.ts';
import { takeTurns } from './being-made.ts';
import { namesHandedDown } from './field-lists.ts';
import { instance, isField, PLACED_COLUMN, RELATION_CLASS, shownFacts, writtenFacts } from './model-fields.ts';
import { toldLater } from './told-later.ts';

/** A field often puts a descriptor in its own place: that is undone, but for another field. What it added stays, right behind it. */
const restore = (value: ClassValue, before: readonly [string, Value][], contributor: string): void => {
  const known = new Set(before.map(([name]) => name));
  // Two may contribute one under the same name: the last is what the model has by it.
  const put = new Map([...value.names].filter(([name, item]) => known.has(name) && isField(item)));
  // One that an abstract base hands down is none of the class's own attributes, even if it says that it is.
  const added = [...value.names].filter(([name, item]) => !known.has(name) && (name !== contributor || isField(item)));
  const addAll = (): void => {
    for (const [key, part] of added) value.names.set(key, part);
  };
  value.names.clear();
  for (const [name, item] of before) {
    value.names.set(name, name === contributor || isField(item) ? (put.get(name) ?? item) : item);
    if (name === contributor) addAll();
  }
  if (!known.has(contributor)) addAll();
};

/** Django's own fields add nothing but themselves. */
const mayContribute = (item: Value): boolean =>
  isA(item, 'call') && !(isA(item.callee, 'reference') && item.callee.name.startsWith('django.'));

export type OpenReference = (name: string) => Value | undefined;

/** The class of an attribute, opened if need be; Django's own stay closed. */
const contributorOf = (item: CallValue, openReference: OpenReference): ClassValue | undefined => {
  if (isA(item.callee, 'class')) return item.callee;
  const opened = isA(item.callee, 'reference') ? openReference(item.callee.name) : undefined;
  return isA(opened, 'class') ? opened : undefined;
};

/** Where a field keeps what its class made it point at, go through and be called from there: `self.remote_field.model = …`. */
export const TARGET = '<target>';
export const THROUGH = '<through>';
export const WAY_BACK = '<way back>';
const RELATED = { model: TARGET, through: THROUGH, related_name: WAY_BACK };

const pointsAtModel = (contributor: ClassValue): boolean =>
  resolutionOrder(contributor).some(
    ({ type, name }) => type === 'reference' && /^django\..*\.(?:ForeignKey|OneToOneField|ManyToManyField)$/.test(name),
  );

/** What a relation knows of itself, by the names that Django has for it. */
const relationOf = ({ args, keywords }: CallValue): Map<string, Value> => {
  const to = keywords.get('to') ?? args[0];
  const state = new Map<string, Value>([
    ['through', keywords.get('through') ?? null],
    ['symmetrical', keywords.get('symmetrical') ?? to === 'self'],
    ['related_name', keywords.get('related_name') ?? null],
  ]);
  return to === undefined ? state : state.set('model', to);
};

/**
 * The models that a relation is made to point at and to go through meanwhile, and its name there. For that time its class has the relation, so that a field whose
 * `__init__` was not followed yet finds it as well.
 */
const watchRelation = (
  contributor: ClassValue,
  item: CallValue,
  place: Record<'name' | 'model', Value>,
  call: () => void,
): [string, Value][] => {
  if (!pointsAtModel(contributor)) {
    call();
    return [];
  }
  const [given, state] = [relationOf(item), relationOf(item)];
  const { names } = contributor;
  const before = new Map(names);
  for (const [name, value] of Object.entries({ remote_field: instance(RELATION_CLASS, state), ...place }))
    names.set(name, value);
  try {
    call();
  } finally {
    names.clear();
    for (const [name, value] of before) names.set(name, value);
  }
  return Object.entries(RELATED).flatMap(([name, kept]): [string, Value][] => {
    const set = state.get(name);
    return set === undefined || set === null || set === given.get(name) ? [] : [[kept, set]];
  });
};

/** Fields that Django's `contribute_to_class` was called for; where nobody knows for which, their model. */
const placed = new WeakSet<object>();

export const notePlaced = (model: ClassValue, field: Value): void => {
  placed.add(isA(field, 'call') ? field : model);
};

/** Ways into a model beside `super().contribute_to_class(…)`. */
const OTHER_WAYS =
  /\bcontribute_to_class\b(?!\s*\()|\.contribute_to_class\(\s*self\b|\b_meta\.(?:add_field|private_fields|local_\w+)|\badd_to_class\((?:[^()]|\([^()]*\))*\bself\b(?!\s*\.)|=\s*self\s*$/m;

/** `contribute_to_class` that puts other fields in the place of its own leaves this one out of the model. */
const isLeftOut = (value: ClassValue, item: CallValue, contributor: ClassValue): boolean =>
  !placed.has(item) &&
  !placed.has(value) &&
  resolutionOrder(contributor).every((ancestor) => {
    const method = ancestor.type === 'class' ? ancestor.names.get('contribute_to_class') : undefined;
    return method === undefined || (isA(method, 'function') && !OTHER_WAYS.test(method.statement?.source ?? ''));
  });

export const followContribution = (
  value: ClassValue,
  name: string,
  item: CallValue,
  openReference: OpenReference,
): void => {
  const contributor = mayContribute(item) ? contributorOf(item, openReference) : undefined;
  if (contributor === undefined) return;
  // Found in a module that was opened only now: attributes are looked up in the class itself.
  if (!isA(item.callee, 'class')) item.callee = contributor;
  for (const ancestor of resolutionOrder(contributor)) {
    const method = ancestor.type === 'class' ? ancestor.names.get('contribute_to_class') : undefined;
    if (!isA(method, 'function')) continue;
    const before = [...value.names];
    const place = { name, model: value };
    let isWhole = false;
    const set = watchRelation(contributor, item, place, () => {
      isWhole = follow(() => method.call([item, value, name], new Map()));
    });
    restore(value, before, name);
    if (isWhole && isField(item) && isLeftOut(value, item, contributor)) {
      if (value.names.get(name) === item) value.names.delete(name);
      // One that an abstract parent hands down is hidden.
      else if (!value.names.has(name)) value.names.set(name, null);
      return;
    }
    if (isWhole) item.state?.set(CONTRIBUTED, true);
    if (set.length === 0) return;
    tell(item, set);
    // One that an abstract parent hands down points elsewhere in each child.
    if (!value.names.has(name)) value.names.set(name, item);
    return;
  }
};

/** Set on a field whose `contribute_to_class` was followed to its end. */
export const CONTRIBUTED = '<contributed>';

type Contributors = readonly (readonly [string, CallValue])[];

/** Of abstract models, those that have any: Django copies their fields for each child, where they contribute again. */
const handedDown = new WeakMap<ClassValue, Contributors>();

const isOfConcrete = (value: ClassValue, ancestor: ClassValue): boolean =>
  value.bases.some((base) => isA(base, 'class') && isConcrete(base) && resolutionOrder(base).includes(ancestor));

/** What an abstract model handed to a concrete one stays there: its children have it by their parent. */
const inheritedContributors = (value: ClassValue): Contributors => {
  const found = resolutionOrder(value)
    .slice(1)
    .flatMap((ancestor) => {
      const contributors = ancestor.type === 'class' ? handedDown.get(ancestor) : undefined;
      if (contributors === undefined || ancestor.type !== 'class' || isOfConcrete(value, ancestor)) return [];
      return contributors.map(([name, item]) => [name, { ...item, home: item.home ?? ancestor }] as const);
    });
  return found.filter(([name], at) => !value.names.has(name) && found.findIndex(([other]) => other === name) === at);
};

/** One that an abstract parent hands down may name its column, or what else is shown of it, by each child. */
const becameOther = (copy: CallValue, { state }: CallValue): boolean => {
  const written = isA(copy.callee, 'class') ? toldLater(copy.callee) : [];
  return [...shownFacts, ...writtenFacts, PLACED_COLUMN, ...written].some(
    (name) => copy.state?.get(name) !== state?.get(name),
  );
};

/** What is surely no field: children of an abstract model find it, and what it made, in that; it hears of none of them. */
const isNoField = ({ callee }: CallValue): boolean => {
  if (!isA(callee, 'class')) return false;
  const order = resolutionOrder(callee);
  const isTold = order.every((each) =>
    each.type === 'class' ? !each.bases.some((base) => isA(base, 'unknown')) : each.name.startsWith('builtins.'),
  );
  return isTold && !putsItself(order);
};

/** What the fields of a model that is being made do to it. Those that put another in their place are gone for its children. */
export const followContributions = (value: ClassValue, openReference: OpenReference): void => {
  const own = [...value.names].filter((entry): entry is [string, CallValue] => mayContribute(entry[1]));
  takeTurns(
    value,
    true,
    own,
    () => value.names.keys(),
    (name, item) => {
      followContribution(value, name, item, openReference);
    },
  );
  takeTurns(
    value,
    false,
    inheritedContributors(value),
    () => namesHandedDown(value),
    (name, item) => {
      const copy = copyTold(item);
      followContribution(value, name, copy, openReference);
      if (!value.names.has(name) && becameOther(copy, item)) value.names.set(name, copy);
    },
  );
  const left = own.filter(([name, item]) => value.names.get(name) === item && !isNoField(item));
  if (left.length > 0 && isAbstract(value)) handedDown.set(value, left);
};

/** A class of the text that is no field, and says itself what it makes of a model. */
export const isPlainContributor = (value: ClassValue): boolean => {
  const order = resolutionOrder(value);
  return (
    order.some((ancestor) => ancestor.type === 'class' && ancestor.names.has('contribute_to_class')) &&
    order.every((ancestor) =>
      ancestor.type === 'class'
        ? !ancestor.bases.some((base) => isA(base, 'unknown'))
        : ancestor.name === 'builtins.object',
    )
  );
};
