/** Classes of managers that are made from others: `TreeManager.from_queryset(FoundQuerySet)`. */
import {
  type Arguments,
  type ClassValue,
  classAttribute,
  firstOf,
  isA,
  referenceTo,
  resolutionOrder,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import type { OpenName } from './model-managers.ts';

export const FROM_QUERYSET = '.from_queryset';

/** The public methods of a query set, but for those that the manager has itself. */
const methodsOf = (querySet: ClassValue, manager: ClassValue | null): [string, Value][] =>
  resolutionOrder(querySet)
    .toReversed()
    .flatMap((each) => (each.type === 'class' ? [...each.names] : []))
    .filter(
      ([name, item]) =>
        isA(item, 'function') &&
        !name.startsWith('_') &&
        (manager === null || classAttribute(manager, name) === undefined),
    );

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const OF_DJANGO = /^django\.(?:contrib\.gis\.)?db\.models\.(?:manager\.)?(?:Base)?Manager$/;

/** As Django makes it: derived from the one that is asked. */
export const fromQueryset = (
  { args: [first], keywords }: Arguments,
  asked: string,
  open: OpenName,
): ClassValue | undefined => {
  const from = asked.slice(0, -FROM_QUERYSET.length);
  const manager = OF_DJANGO.test(from) ? referenceTo(from) : open(from);
  const given = firstOf(first, keywords.get('queryset_class'));
  const querySet = isA(given, 'reference') ? (open(given.name) ?? given) : given;
  const isNamed = isA(querySet, 'class') || isA(querySet, 'reference');
  if (!isNamed || !(isA(manager, 'class') || (isA(manager, 'reference') && OF_DJANGO.test(manager.name))))
    return undefined;
  const own = isA(manager, 'class') ? manager : null;
  if (own !== null && classAttribute(own, 'from_queryset') !== undefined) return undefined;
  const name = `${lastPart(manager.name)}From${lastPart(querySet.name)}`;
  // Django's own has nothing that a manager does not have anyway.
  const isTold = isA(querySet, 'class') || querySet.name.startsWith('django.');
  const home = own ?? (isA(querySet, 'class') ? querySet : null);
  if (home === null) return undefined;
  return {
    type: 'class',
    name,
    qualname: name,
    module: 'django.db.models.manager',
    file: home.file,
    line: home.line,
    bases: isTold ? [manager] : [manager, unknown('a query set is not at hand')],
    keywords: new Map(),
    decorators: [],
    names: new Map([['_queryset_class', querySet], ...(isA(querySet, 'class') ? methodsOf(querySet, own) : [])]),
    ...(home.owner === undefined ? {} : { owner: home.owner }),
  };
};
