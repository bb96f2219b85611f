/** What the bases of a class tell of it: whether it is a model, and what of it is missing where they cannot be read. */
import type { Problem } from '../../../contract/index.ts';
import { type ClassValue, isA, nameOf, resolutionOrder } from '../../../python/index.ts';
import type { ReadProject } from '../project/read-project.ts';
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

export const placeOf = (
  project: ReadProject,
  { file, line }: Pick<ClassValue, 'file' | 'line'>,
): Pick<Problem, 'file' | 'line'> => ({
  file: file === null ? null : project.modules.shownPath(file),
  line,
});

export const awayBase = (project: ReadProject, value: ClassValue, unread: readonly string[]): Problem => ({
  code: 'unknown_base',
  severity: 'warning',
  message: `${nameOf(value)} has a base that could not be read (${unread.join(', ')}): what it brings along is missing.`,
  ...placeOf(project, value),
});

export const unknownBase = (project: ReadProject, value: ClassValue, unread: readonly string[]): Problem => {
  const named = unread.filter((name) => name !== UNKNOWN_BASE);
  const what = named.length > 0 ? `its base ${named.join(', ')}` : 'a base of it';
  return {
    code: 'unknown_base',
    severity: 'warning',
    message: `${nameOf(value)} is taken for a model, but ${what} could not be read: inherited fields are missing.`,
    ...placeOf(project, value),
  };
};
