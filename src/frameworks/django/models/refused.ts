/** What Django, or a version of it, refuses when the class of a model is made: with it the project does not start. */
import {
  type CallValue,
  type ClassValue,
  isA,
  isMany,
  isSequence,
  OPEN_KEYWORDS,
  type Value,
} from '../../../python/index.ts';
import { argumentNames, className } from '../migrations/compare/fields/bind-field.ts';
import type { DjangoSpan } from '../project/versions/versions.ts';
import { ADDED_LATER } from '../world/model-class/class-hooks.ts';
import type { BuiltModel } from './build.ts';
import { canonicalName } from './fields/field-classes.ts';
import { ownMeta } from './meta.ts';

/** With the absolute path of the file. */
type Refused = { message: string; file: string | null; line: number };

const isOldCheck = (part: Value): part is CallValue =>
  isA(part, 'call') && canonicalName(part.name) === 'django.db.models.CheckConstraint' && part.keywords.has('check');

const OF_MODELS = 'django.db.models.';

/** By the name that a class is called by: what it is called in `django.db.models`; empty for others. Asked of every field there is. */
const kinds = new Map<string, string>();

const kindOf = (name: string): string => {
  let kind = kinds.get(name);
  if (kind === undefined) {
    const path = canonicalName(name);
    kind = path === OF_MODELS + className(path) ? className(path) : '';
    // Names of a project's own, of which there may be many, are not kept.
    if (kind !== '') kinds.set(name, kind);
  }
  return kind;
};

const lacksDeletion = ({ args, keywords }: CallValue): boolean =>
  args.length < 2 && !keywords.has('on_delete') && !keywords.has(OPEN_KEYWORDS) && !args.some(isMany);

/** A field of Django's own class is made with something that no version of it takes, or without what it needs. */
const refusedFields = (value: ClassValue, django: DjangoSpan): Refused[] => {
  const refused: Refused[] = [];
  // A later Django may take more than is known here.
  const areNamesKnown = django.isBefore(6, 2);
  for (const [name, item] of value.names) {
    if (!isA(item, 'call') || !isA(item.callee, 'reference')) continue;
    const kind = kindOf(item.callee.name);
    const names = kind === '' ? undefined : argumentNames.get(kind);
    if (names === undefined) continue;
    const say = (what: string): void => {
      const message = `${value.name}.${name}: ${what}. The project does not start.`;
      refused.push({ message, file: item.file, line: item.line });
    };
    if (areNamesKnown)
      for (const key of item.keywords.keys())
        if (!names.has(key) && key !== OPEN_KEYWORDS) say(`${kind} takes no argument ${key}`);
    if (names.has('on_delete') && lacksDeletion(item) && django.isSince(2, 0)) say(`${kind} needs on_delete`);
  }
  return refused;
};

/** A parent with a table that has such a field; what was added to it once the model was made does not count, nor who stands further above. */
const parentWith = (name: string, { bases, value }: BuiltModel): BuiltModel | undefined =>
  bases.find(
    ({ abstract, localFields, localManyToMany }) =>
      !abstract &&
      [...localFields, ...localManyToMany].some(
        (field) => field.name === name && !(value && field.missedBy?.has(value)),
      ),
  );

/** Of what a metaclass, a field or other code adds once the class is made, nobody asks whether a parent has it. */
const isWrittenIn = (value: ClassValue, name: string): boolean => {
  const item = value.names.get(name);
  return isA(item, 'call') && item.file === value.file && item.line > value.line && !item.state?.has(ADDED_LATER);
};

const doubledFields = (model: BuiltModel): Refused[] => {
  if (model.bases.every(({ abstract }) => abstract)) return [];
  return [...model.localFields, ...model.localManyToMany].flatMap(({ name, file, line }) => {
    const parent = model.value && isWrittenIn(model.value, name) ? parentWith(name, model) : undefined;
    const message = `${model.name}.${name}: its parent ${parent?.name} has a field of that name. The project does not start.`;
    return parent === undefined ? [] : [{ message, file, line }];
  });
};

const refusedOptions = (value: ClassValue, django: DjangoSpan): Refused[] => {
  const meta = ownMeta(value);
  if (meta === undefined) return [];
  const say = (since: string, what: string, instead: string, { file, line }: ClassValue | CallValue): Refused => ({
    message: `Since Django ${since} ${value.name} cannot have ${what}: the project does not start. ${instead}`,
    file,
    line,
  });
  const together = django.isSince(5, 1) && meta.names.has('index_together') ? [meta] : [];
  const constraints = meta.names.get('constraints');
  const checks = django.isSince(6, 0) && isSequence(constraints) ? constraints.items.filter(isOldCheck) : [];
  return [
    ...together.map((place) => say('5.1', 'index_together in its Meta', 'Such indexes stand in indexes.', place)),
    ...checks.map((place) => say('6.0', 'a CheckConstraint with check', 'It is called condition.', place)),
  ];
};

export const refusedIn = (value: ClassValue, model: BuiltModel, django: DjangoSpan): Refused[] => [
  ...refusedOptions(value, django),
  ...refusedFields(value, django),
  ...doubledFields(model),
];
