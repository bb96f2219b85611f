/** What a version of Django refuses when the class of a model is made: with it the project does not start. */
import { type CallValue, type ClassValue, isA, isSequence, type Value } from '../../../python/index.ts';
import type { DjangoSpan } from '../project/versions.ts';
import { canonicalName } from './field-classes.ts';
import { ownMeta } from './meta.ts';

type Refused = { message: string; file: string | null; line: number };

const isOldCheck = (part: Value): part is CallValue =>
  isA(part, 'call') && canonicalName(part.name) === 'django.db.models.CheckConstraint' && part.keywords.has('check');

/** With the absolute path of the file. */
export const refusedIn = (value: ClassValue, django: DjangoSpan): Refused[] => {
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
