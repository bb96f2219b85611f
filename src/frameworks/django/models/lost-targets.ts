/** Relations to models that do not exist: Django's checks fail while there is one. */
import type { Model, Problem } from '../../../contract/index.ts';

/** Django finds a model by its name in any case, and an app by its label as it is. */
export const keyOfModel = (id: string): string => id.replace(/\..*$/s, (name) => name.toLowerCase());

/** `mayExist`: a model that is not among them, as not all of its app could be read. */
export const lostTargets = (models: readonly Model[], mayExist: (id: string) => boolean): Problem[] => {
  const concrete = new Set(models.filter(({ kind }) => kind !== 'abstract').map(({ id }) => keyOfModel(id)));
  const isLost = (id: string | null | undefined): id is string =>
    id != null && !concrete.has(keyOfModel(id)) && !mayExist(id);
  const whyLost = (id: string): string =>
    models.some((model) => keyOfModel(model.id) === keyOfModel(id)) ? 'is abstract' : 'does not exist';
  return models
    .filter(({ own, kind }) => own && kind !== 'abstract' && kind !== 'through')
    .flatMap(({ id, fields }) =>
      fields.flatMap(({ name, relation, source }) =>
        [relation?.target, relation?.through].filter(isLost).map((target) => ({
          code: 'relation_target_missing',
          severity: 'error' as const,
          message: `${id}.${name} points at ${target}, which ${whyLost(target)}: Django's checks fail until that is mended.`,
          file: source?.file ?? null,
          line: source?.line ?? null,
        })),
      ),
    );
};
