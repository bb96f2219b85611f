/** What a model has with all that it inherits, as `_meta.get_fields()` lists it. */
import type { BuiltField, BuiltModel } from '../build.ts';

const isSet = ({ counter }: BuiltField): boolean => !Number.isInteger(counter);

/** Fields are equal to Django where model and counter are, as only code makes them: `../build.ts` tells those from each other by less than one. */
const withoutEqual = (fields: BuiltField[]): BuiltField[] => {
  if (!fields.some(isSet)) return fields;
  const isEqual = (one: BuiltField, other: BuiltField): boolean =>
    one.holder === other.holder &&
    Math.round(one.counter) === Math.round(other.counter) &&
    (isSet(one) || isSet(other));
  return fields.filter(
    (field, index) => fields.findIndex((other) => isEqual(other, field) || other === field) === index,
  );
};

/** Forward fields: those of the parents first, private ones last. */
export const allFields = (model: BuiltModel): BuiltField[] => {
  const seen = new Set<BuiltModel>();
  const gather = (current: BuiltModel): BuiltField[] => {
    seen.add(current);
    const fields: BuiltField[] = [];
    for (const parent of current.parents.keys())
      if (!seen.has(parent))
        fields.push(...gather(parent).filter(({ missedBy }) => model.value === null || !missedBy?.has(model.value)));
    const inherited = model.listsEqualOnce ? withoutEqual(fields) : fields;
    return [...inherited, ...current.localFields, ...current.localManyToMany];
  };
  return [...gather(model), ...model.privateFields];
};
