/** Classes of Django that code asks about: what makes them, and what they have. */
import { MODEL } from '../world/model-class/registered-models.ts';

const MODEL_BASE = /^django\.db\.models\.(?:base\.)?ModelBase$/;

export const isMetaclass = (name: string): boolean => MODEL_BASE.test(name);

export const metaclassOf = (name: string): string | undefined =>
  MODEL.test(name) ? 'django.db.models.base.ModelBase' : undefined;

export const isMadeBy = (name: string, metaclass: string): boolean | undefined => {
  // A class that stands for a value which was not given.
  if (name.endsWith('.NOT_PROVIDED')) return false;
  return metaclassOf(name) !== undefined && isMetaclass(metaclass) ? true : undefined;
};

/** What models, fields and managers have from Django, of what code asks for; of names that begin with an underscore, as those begin. */
const GIVEN =
  /^(?:objects|pk|save|delete|check|clean|full_clean|from_db|DoesNotExist|MultipleObjectsReturned|NotUpdated|deconstruct|contribute_to_class|description|empty_\w+|get_\w+)$/;
const GIVEN_INSIDE =
  /^_(?:_(?!iter__)|(?:add|base|check|choices|clear|clone|constructor|db|default|defer|deferred|do|error|expression|fields|get|hints|identity|insert|is|iterable|known|limit|m2m|merge|meta|order|output|parse|perform|prefetch|prepare|primary|query|queryset|raw|related|resolve|result|save|set|state|sticky|unique|unregister|update|validate|validators|values|verbose)(?:_|$))/;

export const gives = (name: string, attribute: string): boolean =>
  name.startsWith('django.') && (GIVEN.test(attribute) || GIVEN_INSIDE.test(attribute));

/**
 * Where Django's text does not tell: what begins with an underscore is what code itself puts there, and of other names the base of all models has
 * few. A class of Django's may be a model, which has more than that.
 */
export const lacks = (name: string, attribute: string): boolean =>
  attribute === '_meta' ? MODEL.test(name) : (MODEL.test(name) || attribute.startsWith('_')) && !gives(name, attribute);

/** Fields, relations and managers say nothing of truth; what a manager takes over from a query set has no underscores. */
export const isAlwaysTrue = (name: string): boolean =>
  /^django\.db\.models\.(?:\w+\.)*(?:\w*(?:Field|ForeignKey|Rel)|(?:Base)?Manager(?:\.from_queryset\(\))?)$/.test(name);

/** By the names that such classes have, wherever they come from: a package's own field is written so, too. */
export const takesTypes = (name: string): boolean => /(?:Field|Key|Manager|QuerySet|Model|Form|View|Admin)$/.test(name);
