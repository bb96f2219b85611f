/** Classes of Django that code asks about: what makes them, and what they have. */
import { MODEL } from '../world/registered-models.ts';

const MODEL_BASE = /^django\.db\.models\.(?:base\.)?ModelBase$/;

export const isMetaclass = (name: string): boolean => MODEL_BASE.test(name);

export const metaclassOf = (name: string): string | undefined =>
  MODEL.test(name) ? 'django.db.models.base.ModelBase' : undefined;

export const isMadeBy = (name: string, metaclass: string): boolean | undefined => {
  // A class that stands for a value which was not given.
  if (name.endsWith('.NOT_PROVIDED')) return false;
  return metaclassOf(name) !== undefined && isMetaclass(metaclass) ? true : undefined;
};

/** What models and fields have from Django, of what code asks for. */
const GIVEN =
  /^(?:_(?!_iter__)\w+|objects|pk|save|delete|check|clean|full_clean|from_db|DoesNotExist|MultipleObjectsReturned|deconstruct|contribute_to_class|description|empty_\w+|get_\w+)$/;

export const gives = (name: string, attribute: string): boolean => name.startsWith('django.') && GIVEN.test(attribute);

/** Code asks for what only other versions have; but a class of Django's may be a model. */
export const lacks = (_: string, attribute: string): boolean => attribute !== '_meta';

/** Fields and relations say nothing of truth. */
export const isAlwaysTrue = (name: string): boolean =>
  /^django\.db\.models\.(?:\w+\.)*\w*(?:Field|ForeignKey|Rel)$/.test(name);
