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
import { className, takesArgument } from '../migrations/compare/bind-field.ts';
import type { DjangoSpan } from '../project/versions.ts';
import { ADDED_LATER } from '../world/class-hooks.ts';
import type { BuiltModel } from './build.ts';
import { canonicalName } from './field-classes.ts';
import { ownMeta } from './meta.ts';

/** With the absolute path of the file. */
type Refused = { message: string; file: string | null; line: number };

const isOldCheck = (part: Value): part is CallValue =>
  isA(part, 'call') && canonicalName(part.name) === 'django.db.models.CheckConstraint' && part.keywords.has('check');

const OF_MODELS = 'django.db.models.';

/** A field of Django's own class is made with something that no version of it takes, or without what it needs. */
const refusedFields = (value: ClassValue, django: DjangoSpan): Refused[] =>
  [...value.names].flatMap(([name, item]) => {
    if (!isA(item, 'call') || !isA(item.callee, 'reference')) return [];
    const path = canonicalName(item.callee.name);
    const kind = path === OF_MODELS + className(path) ? className(path) : '';
    const say = (what: string): Refused => ({
      message: `${value.name}.${name}: ${what}. The project does not start.`,
      file: item.file,
      line: item.line,
    });
    const isOpen = item.keywords.has(OPEN_KEYWORDS) || item.args.some(isMany);
    const lacksDeletion = !isOpen && item.args.length < 2 && !item.keywords.has('on_delete');
    // A later Django may take more than is known here.
    const strange = django.isBefore(6, 2)
      ? [...item.keywords.keys()].filter((key) => key !== OPEN_KEYWORDS && takesArgument(kind, key) === false)
      : [];
    return [
      ...strange.map((key) => say(`${kind} takes no argument ${key}`)),
      ...(lacksDeletion && django.isSince(2, 0) && /^(?:ForeignKey|OneToOneField)$/.test(kind)
        ? [say(`${kind} needs on_delete`)]
        : []),
    ];
  });

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

const doubledFields = (model: BuiltModel): Refused[] =>
  [...model.localFields, ...model.localManyToMany].flatMap(({ name, file, line }) => {
    const parent = model.value && isWrittenIn(model.value, name) ? parentWith(name, model) : undefined;
    const message = `${model.name}.${name}: its parent ${parent?.name} has a field of that name. The project does not start.`;
    return parent === undefined ? [] : [{ message, file, line }];
  });

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
