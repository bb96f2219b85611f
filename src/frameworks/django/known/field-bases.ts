/** Classes of Django that code asks about, `isinstance(field, models.CharField)`, and which of them derive from which. */

/** By field class: the one it derives from, where that is not `Field` itself. */
const parents: Readonly<Record<string, string>> = {
  AutoField: 'IntegerField',
  BigAutoField: 'BigIntegerField',
  BigIntegerField: 'IntegerField',
  CommaSeparatedIntegerField: 'CharField',
  DateTimeField: 'DateField',
  EmailField: 'CharField',
  ForeignKey: 'ForeignObject',
  ForeignObject: 'RelatedField',
  ImageField: 'FileField',
  ManyToManyField: 'RelatedField',
  NullBooleanField: 'BooleanField',
  OneToOneField: 'ForeignKey',
  OrderWrt: 'IntegerField',
  PositiveBigIntegerField: 'BigIntegerField',
  PositiveIntegerField: 'IntegerField',
  PositiveSmallIntegerField: 'SmallIntegerField',
  SlugField: 'CharField',
  SmallAutoField: 'SmallIntegerField',
  SmallIntegerField: 'IntegerField',
  URLField: 'CharField',
};

const plain = new Set(
  (
    'BinaryField BooleanField CharField DateField DecimalField DurationField FileField FilePathField FloatField GenericIPAddressField ' +
    'IPAddressField IntegerField JSONField RelatedField TextField TimeField UUIDField'
  ).split(' '),
);

const OF_MODELS = /^django\.db\.models\.(?:fields\.(?:\w+\.)?)?(\w+)$/;
const MAY_BE_FIELD =
  /^django\.contrib\.(?:gis|postgres)\.\w.*(?:Field|Key)$|^django\.db\.models\..*(?:Field|PrimaryKey)$/;

/** The class that a field class derives from, by their names. */
export const parentOf = (name: string): string | undefined =>
  Object.hasOwn(parents, name) ? parents[name] : undefined;

const isField = (name: string): boolean => Object.hasOwn(parents, name) || plain.has(name);

/** The name of a field class by its path, where it is one of those named here. */
export const plainFieldName = (path: string): string | undefined => {
  const name = OF_MODELS.exec(path)?.[1] ?? '';
  return isField(name) || name === 'Field' ? name : undefined;
};

/**
 * What stands in the place of relations once their model is made, `Model.owner`: here that is the relation itself, and nobody asks such a thing
 * of a class of fields.
 */
const descriptors: Readonly<Record<string, string>> = {
  ForwardManyToOneDescriptor: 'ForeignKey',
  ForwardOneToOneDescriptor: 'OneToOneField',
  ManyToManyDescriptor: 'ManyToManyField',
  ReverseManyToOneDescriptor: 'ManyToManyField',
};

/** Whether one class of Django derives from another; undefined where that is not known here. */
export const derives = (name: string, wanted: string): boolean | undefined => {
  const [given, asked] = [OF_MODELS.exec(name)?.[1] ?? '', OF_MODELS.exec(wanted)?.[1] ?? ''];
  const other = descriptors[asked] ?? asked;
  const own = other === asked ? given : (descriptors[given] ?? given);
  if (own !== '' && own === other) return true;
  if (!isField(own)) return MAY_BE_FIELD.test(name) && (isField(other) || other === 'Field') ? undefined : false;
  if (other === 'Field') return true;
  // These two count as the first by a metaclass.
  if (other === 'AutoField' && /^(?:Big|Small)AutoField$/.test(own)) return true;
  for (let at: string | undefined = own; at !== undefined; at = parents[at]) if (at === other) return true;
  return false;
};
