/** Relations to models that do not exist: Django's checks fail while there is one. */
import type { Field, Model, Problem } from '../../../contract/index.ts';

/** Django finds a model by its name in any case, and an app by its label as it is. */
export const keyOfModel = (id: string): string => id.replace(/\..*$/s, (name) => name.toLowerCase());

type Pointer = { field: Field; target: string };

/** Kept with the model, which is the same object as long as nothing of it changes. */
const pointers = new WeakMap<Model, readonly Pointer[]>();

const pointersOf = (model: Model): readonly Pointer[] => {
  const known = pointers.get(model);
  if (known !== undefined) return known;
  const { own, kind, fields } = model;
  const found =
    own && kind !== 'abstract' && kind !== 'through'
      ? fields.flatMap((field) =>
          [field.relation?.target, field.relation?.through].flatMap((target) => (target ? [{ field, target }] : [])),
        )
      : [];
  pointers.set(model, found);
  return found;
};

/** `mayExist`: a model that is not among them, as not all of its app could be read. */
export const lostTargets = (models: readonly Model[], mayExist: (id: string) => boolean): Problem[] => {
  const concrete = new Set<string>();
  for (const { id, kind } of models) if (kind !== 'abstract') concrete.add(id);
  let byKey: Map<string, Model[]> | undefined;
  const whyLost = (target: string): string | undefined => {
    byKey ??= Map.groupBy(models, ({ id }) => keyOfModel(id));
    const found = byKey.get(keyOfModel(target)) ?? [];
    if (found.some(({ kind }) => kind !== 'abstract') || mayExist(target)) return undefined;
    return found.length > 0 ? 'is abstract' : 'does not exist';
  };
  const problems: Problem[] = [];
  for (const model of models)
    for (const { field, target } of pointersOf(model)) {
      const why = concrete.has(target) ? undefined : whyLost(target);
      if (why === undefined) continue;
      problems.push({
        code: 'relation_target_missing',
        severity: 'error',
        message: `${model.id}.${field.name} points at ${target}, which ${why}: Django's checks fail until that is mended.`,
        file: field.source?.file ?? null,
        line: field.source?.line ?? null,
      });
    }
  return problems;
};
