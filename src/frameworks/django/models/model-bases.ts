/** What the bases of a class tell of it: whether it is a model. */
import { type ClassValue, isA, resolutionOrder } from '../../../python/index.ts';
import { canonicalName } from './fields/field-classes.ts';

const MODEL = 'django.db.models.Model';

/** In the place of a base that is not even known by name. */
export const UNKNOWN_BASE = '?';

/** Bases that make a class a model, and those that cannot be read and may. */
export const modelBases = (value: ClassValue): { isModel: boolean; unread: string[] } => {
  const order = resolutionOrder(value);
  const names = order.flatMap((ancestor) => (ancestor.type === 'reference' ? [ancestor.name] : []));
  const hasUnknown = order.some(
    (ancestor) => ancestor.type === 'class' && ancestor.bases.some((base) => isA(base, 'unknown')),
  );
  const canonical = names.map((name) =>
    canonicalName(name).replace(/^django\.contrib\.gis\.db\.models\./, 'django.db.models.'),
  );
  return {
    isModel: canonical.includes(MODEL),
    unread: [
      ...canonical.filter((name) => !/^(django|builtins|typing|abc|enum|collections)\./.test(name)),
      ...(hasUnknown ? [UNKNOWN_BASE] : []),
    ],
  };
};
