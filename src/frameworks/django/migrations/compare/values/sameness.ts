/**
 * Whether two values are the same to makemigrations: its deep deconstruction, on values that were read instead of made. Three answers: yes,
 * no, and undefined where one side cannot be known from text. Nobody is told of a change that is not certain.
 */
import {
  type CallValue,
  equalAmounts,
  hasNoOrder,
  isA,
  isAmount,
  isMany,
  isSequence,
  isTagged,
  nameOf,
  numberOf,
  OPEN_KEYWORDS,
  plainOf,
  resolutionOrder,
  type Value,
} from '../../../../../python/index.ts';
import { sameConditions } from './conditions.ts';
import { isHeldFile, isObject, isToldByArguments, maySayOther } from './objects.ts';
import { isMadeLike, readyMade } from './ready-made.ts';
import { sameAsTold } from './told-objects.ts';

export type Sameness = boolean | undefined;

/** Modules whose names Django shows as `django.db.models.…`. */
const modelModules =
  /^django\.db\.models\.(?:fields(?:\.(?:related|files|json|proxy|generated|composite))?|deletion|query_utils|expressions|indexes|constraints|manager|enums|aggregates|lookups|base)\.(?=\w+(?:\.[A-Z][A-Z0-9_]*)?$)/;
const functions = /^django\.db\.models\.functions\.(?:text|datetime|comparison|math|window|json|uuid|mixins)\.(?=\w+$)/;
const geoModels = /^django\.contrib\.gis\.db\.models\.(?:fields\.)?(?=\w+$)/;
const geoNames =
  /^(?:Geometry|Point|LineString|Polygon|MultiPoint|MultiLineString|MultiPolygon|GeometryCollection|Raster|Extent|BaseSpatial)\w*Field$/;
const geometries = /^django\.contrib\.gis\.geos\.(?:point|linestring|polygon|collections|geometry)\.(?=\w+$)/;
const postgresFields = /^django\.contrib\.postgres\.fields\.(?:array|hstore|jsonb|ranges|citext)\.(?=\w+$)/;

const canonical = new Map<string, string>();
// Django has some ten thousand names; beyond this someone is playing.
const canonicalLimit = 20_000;

/** One name for what Django offers under several. */
export const canonicalName = (name: string): string => {
  if (!name.startsWith('django.')) return name;
  let known = canonical.get(name);
  if (known === undefined) {
    known = findCanonical(name);
    if (canonical.size >= canonicalLimit) canonical.clear();
    canonical.set(name, known);
  }
  return known;
};

/** Django's own validators are made of it: a pattern that is compiled when it is first asked, and written as one that is compiled at once. */
const LAZY_PATTERN = /^django\.(?:core\.validators|utils\.regex_helper)\._lazy_re_compile$/;

const findCanonical = (name: string): string => {
  if (LAZY_PATTERN.test(name)) return 're.compile';
  if (geoModels.test(name)) {
    const own = name.replace(geoModels, '');
    return geoNames.test(own) ? `django.contrib.gis.db.models.${own}` : `django.db.models.${own}`;
  }
  return name
    .replace(modelModules, 'django.db.models.')
    .replace(functions, 'django.db.models.functions.')
    .replace(geometries, 'django.contrib.gis.geos.')
    .replace(postgresFields, 'django.contrib.postgres.fields.');
};

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The same thing may be imported from two places, so only a different last part, or two names of Django, is certain. */
export const sameName = (left: string, right: string): Sameness => {
  if (left === right) return true;
  const [a, b] = [canonicalName(left), canonicalName(right)];
  if (a === b) return true;
  if (lastPart(a) !== lastPart(b)) return false;
  return a.startsWith('django.') && b.startsWith('django.') ? false : undefined;
};

/** All yes → yes, one no → no, else not known. */
export const allOf = (answers: Iterable<Sameness>): Sameness => {
  let result: Sameness = true;
  for (const answer of answers) {
    if (answer === false) return false;
    if (answer === undefined) result = undefined;
  }
  return result;
};

/** One yes → yes, without asking the rest; all no → no, else not known. */
export const anyOf = (questions: readonly (() => Sameness)[]): Sameness => {
  let result: Sameness = false;
  for (const ask of questions) {
    const answer = ask();
    if (answer === true) return true;
    if (answer === undefined) result = undefined;
  }
  return result;
};

const sameItems = (left: readonly Value[], right: readonly Value[]): Sameness => {
  const many = [left.findIndex(isMany), right.findIndex(isMany)].filter((at) => at !== -1);
  // Behind what stands for any number of items nothing has its place.
  if (many.length > 0) {
    const told = Math.min(...many, left.length, right.length);
    return sameItems(left.slice(0, told), right.slice(0, told)) === false ? false : undefined;
  }
  if (left.length !== right.length) {
    // An unknown item may stand for several.
    return [...left, ...right].some((item) => isA(item, 'unknown')) ? undefined : false;
  }
  return allOf(left.map((item, index) => sameValue(item, right[index] ?? null)));
};

const sameSets = (left: readonly Value[], right: readonly Value[]): Sameness => {
  if ([...left, ...right].some((item) => isA(item, 'unknown'))) return undefined;
  if (left.length !== right.length) return false;
  return allOf(left.map((item) => (right.some((other) => sameValue(item, other) === true) ? true : undefined)));
};

/** Where a migration names a function or a class; what it names elsewhere is a constant whose module could not be read. */
const takesCode = new Set<unknown>(
  'default db_default validators upload_to storage on_delete encoder decoder limit_choices_to managers bases'.split(
    ' ',
  ),
);

export const isOpenName = (key: unknown, value: Value): boolean =>
  isA(value, 'reference') &&
  !value.isMember &&
  !value.name.startsWith('django.') &&
  (!takesCode.has(key) || isConstant(value.name)) &&
  !/^(?:re|uuid|datetime|decimal)\./.test(value.name);

/** What a class of Django's has as an attribute, and constants of Django's: which value that is, no name tells. */
const OF_DJANGO = /^django\..*\.(?:[A-Z]\w*\.[a-z_]\w*|[A-Z][A-Z0-9_]+)$/;

/** What is not known may well be the default, which nobody writes; so may what a function gives that is not computed. */
const mayBeDefault = (key: unknown, value: Value | undefined): boolean => {
  if (isA(value, 'unknown')) return true;
  if (takesCode.has(key)) return false;
  if (isA(value, 'call')) return isA(value.callee, 'reference') && /^[a-z]\w*$/.test(lastPart(value.name));
  return isA(value, 'reference') && OF_DJANGO.test(value.name);
};

/** Something that is made of a class, which must be called to give a path, is no path itself; a text of someone's own kind may be. */
const isObjectAndText = (left: Value, right: Value): boolean => {
  const [object, text] = isA(left, 'call') ? [left, right] : [right, left];
  if (!isA(object, 'call') || typeof text !== 'string' || !/^_*[A-Z]/.test(lastPart(object.name))) return false;
  const order = isA(object.callee, 'class') ? resolutionOrder(object.callee) : [];
  return !order.some((base) => base.type === 'reference' && base.name !== 'builtins.object');
};

/** What one side alone has may be among the keywords of the other that could not be told. */
const hasMore = (entries: ReadonlyMap<unknown, Value>): boolean => isA(entries.get(OPEN_KEYWORDS), 'unknown');

export const sameEntries = (
  left: ReadonlyMap<unknown, Value>,
  right: ReadonlyMap<unknown, Value>,
  partial = false,
): Sameness => {
  const keys = new Set([...left.keys(), ...right.keys()]);
  const isOpen = partial || hasMore(left) || hasMore(right);
  return allOf(
    [...keys].map((key) => {
      const [a, b] = [left.get(key), right.get(key)];
      if (a === undefined || b === undefined)
        return isOpen || mayBeDefault(key, a) || mayBeDefault(key, b) ? undefined : false;
      if (key === 'upload_to' && isObjectAndText(a, b)) return false;
      return isOpenName(key, a) && !isA(b, 'reference') ? undefined : sameValue(a, b);
    }),
  );
};

const uuid = ({ args: [text], keywords }: CallValue): string | undefined => {
  const number = keywords.get('int');
  const hex = typeof number === 'number' ? number.toString(16).padStart(32, '0') : (text ?? keywords.get('hex'));
  return typeof hex === 'string' ? hex.replaceAll(/urn:|uuid:|[{}-]/g, '').toLowerCase() : undefined;
};

const zoneKey = ({ args: [text], keywords }: CallValue): string | undefined => {
  const key = text ?? keywords.get('key');
  return typeof key === 'string' ? key : undefined;
};

/** Values that can be written in several ways, beside Python's numbers, days and spans of time. */
const measures = new Map<string, (call: CallValue) => string | undefined>([
  ['uuid.UUID', uuid],
  ['zoneinfo.ZoneInfo', zoneKey],
]);

/** Django takes it apart: what is called, and with what. */
const PARTIAL = 'functools.partial';

/** What Python makes by a name in small letters, and the time at which it is asked. What else a method of `date` gives may be any day. */
const OF_PYTHON = /^(?:datetime\.\w+|datetime\.datetime\.(?:now|utcnow|today)|(?:re|functools|builtins)\..*)$/;

/** What a function gave may be an object of any class: `int_list_validator()`, `operator.or_(…)`. */
const isResult = ({ name, callee }: CallValue): boolean =>
  isA(callee, 'reference') && /^[a-z]/.test(lastPart(name)) && !OF_PYTHON.test(name);

const sameCalls = (left: CallValue, right: CallValue): Sameness => {
  const condition = sameConditions(left, right, sameValue);
  if (condition !== 'no condition') return condition;
  // Where both were made at one place they may be one.
  if (isHeldFile(left) && isHeldFile(right)) return left.file === right.file ? undefined : false;
  const ready = readyMade(right);
  if (ready !== undefined) return isMadeLike(left, ready, sameValue);
  const named = sameName(left.name, right.name);
  if (named === false)
    return isResult(left) || isResult(right) || maySayOther(right) ? sameAsTold(left, right, sameValue) : false;
  if (isAmount(left) && left.name === right.name) return equalAmounts(left, right);
  const measure = measures.get(left.name);
  if (measure) {
    const [a, b] = [measure(left), measure(right)];
    return a === undefined || b === undefined ? undefined : a === b;
  }
  const parts = allOf([sameItems(left.args, right.args), sameEntries(left.keywords, right.keywords)]);
  if (left.name === PARTIAL) return parts;
  // Flags are written as numbers in a migration and by their names in a model.
  if (left.name === 're.compile' && parts === false) return samePatterns(left, right);
  // Someone's own class may compare its instances in its own way.
  const isCertain = parts !== false || canonicalName(left.name).startsWith('django.') || isToldByArguments(left, right);
  return isCertain ? allOf([named, parts]) : allOf([named, sameAsTold(left, right, sameValue)]);
};

const isConstant = (name: string | undefined): boolean =>
  name !== undefined && /^_*[A-Z][A-Z0-9_]*$/.test(lastPart(name));

/** Numbers are the same when Python calls them equal: 1, 1.0 and True are. */
const samePlain = (left: Value, right: Value): boolean => {
  if (left === right) return true;
  const number = numberOf(left);
  return number !== undefined && number === numberOf(right);
};

/** A text, a number, a truth value or None. */
const isPlain = (value: Value): boolean => !isTagged(value) || value.type === 'float';

/** `Q(…)`, `F(…)`, `Lower(…)`: an expression of Django's is never equal to a plain value, a list or a dict. */
const isOfModels = (value: Value): boolean =>
  isA(value, 'call') && /^django\.db\.models\.(?:functions\.)?[A-Z]\w*$/.test(canonicalName(value.name));

/** What a model names may be anything; what a migration names is a function or a class, and so is what Django and Python have. */
const isCode = (value: Value, isInMigration: boolean): boolean => {
  if (!isA(value, 'reference')) return isA(value, 'function') || isA(value, 'class');
  return (isInMigration || /^(?:django|builtins|datetime|uuid)\./.test(value.name)) && !isConstant(value.name);
};

/** A call and something else: `Decimal("1")` is 1, a day is neither a text nor a function, most are not known. */
const sameAsCall = (left: Value, right: Value): Sameness => {
  const [call, other] = isA(left, 'call') ? [left, right] : [right, left];
  if (isOfModels(call)) return false;
  if (!isA(call, 'call')) return undefined;
  if (isHeldFile(call)) return isPlain(other) ? false : undefined;
  const ready = readyMade(other);
  if (ready !== undefined) return isMadeLike(call, ready, sameValue);
  // Of Django's own names some are objects: a later version may have more of them than are known here.
  const isOwnCode = isCode(other, other === left) && !nameOf(other)?.startsWith('django.');
  if (isOwnCode && isObject(call)) return false;
  if (!(call.name === PARTIAL || isAmount(call) || measures.has(call.name))) return undefined;
  if (isCode(other, other === left)) return false;
  if (!isPlain(other)) return undefined;
  return call.name === 'decimal.Decimal' && numberOf(other) !== undefined ? equalAmounts(call, other) : false;
};

/** `re.IGNORECASE`, which migrations write as `re.RegexFlag["IGNORECASE"]` or as a number. */
const regexFlags: Readonly<Record<string, number>> = {
  I: 2,
  IGNORECASE: 2,
  L: 4,
  LOCALE: 4,
  M: 8,
  MULTILINE: 8,
  S: 16,
  DOTALL: 16,
  U: 32,
  UNICODE: 32,
  X: 64,
  VERBOSE: 64,
  A: 256,
  ASCII: 256,
};

const withFlag = (value: Value): Value => {
  const name = isA(value, 'reference') ? /^re\.(?:RegexFlag\.)?(\w+)$/.exec(value.name)?.[1] : undefined;
  return name === undefined ? value : (regexFlags[name] ?? value);
};

const UNICODE = 32;
const ASCII = 256;

/** As a compiled pattern has them: with those that go without saying. One that sets some in its own text has these, too. */
const flagsOf = ({ args: [pattern, second], keywords }: CallValue): number | undefined => {
  const flags = withFlag(second ?? keywords.get('flags') ?? 0);
  if (typeof flags !== 'number' || typeof pattern !== 'string' || /\(\?[aiLmsux]/.test(pattern)) return undefined;
  return (flags & ASCII) === 0 ? flags | UNICODE : flags;
};

const samePatterns = (left: CallValue, right: CallValue): Sameness => {
  if (sameItems(left.args.slice(0, 1), right.args.slice(0, 1)) === false) return false;
  const [a, b] = [flagsOf(left), flagsOf(right)];
  return a === undefined || b === undefined ? undefined : a === b;
};

/** `left` is what the migrations say, `right` what the model says. */
export const sameValue = (before: Value, after: Value): Sameness => {
  const [left, right] = [withFlag(before), withFlag(plainOf(after))];
  if (isA(left, 'unknown') || isA(right, 'unknown')) return undefined;
  // As migrations name it; one of a plain `Enum` is equal to no text or number.
  if (isA(right, 'member'))
    return isA(left, 'reference') ? sameName(left.name, nameOf(right) ?? '') : isA(left, 'call') ? undefined : false;
  if (isPlain(left) && isPlain(right)) return samePlain(left, right);
  if (isA(left, 'reference') && left.isMember && !isA(right, 'reference'))
    return isA(right, 'call') ? undefined : false;
  if (isA(left, 'path') || isA(right, 'path')) return undefined;
  if (isSequence(left) && isSequence(right)) {
    if (left.type !== right.type) return false;
    // Whether the items of a set come in the order that was written once is another question each time.
    if (left.type !== 'set' && hasNoOrder(right))
      return sameSets(left.items, right.items) === false ? false : undefined;
    return left.type === 'set' ? sameSets(left.items, right.items) : sameItems(left.items, right.items);
  }
  if (isA(left, 'dict') && isA(right, 'dict')) {
    if ([...left.entries.keys(), ...right.entries.keys()].some(isTagged)) return undefined;
    return sameEntries(left.entries, right.entries, left.partial || right.partial);
  }
  if (isA(left, 'call') && isA(right, 'call')) return sameCalls(left, right);
  if (isA(left, 'call') || isA(right, 'call')) return sameAsCall(left, right);
  if (isA(left, 'bytes') && isA(right, 'bytes')) return left.text === right.text;
  const [a, b] = [nameOf(left), nameOf(right)];
  if (a !== undefined && b !== undefined) return sameName(a, b);
  // A name that could not be looked up may stand for any plain value; but what a migration names is a function or a class,
  // unless it is written like a constant.
  return isA(right, 'reference') || isConstant(a) || isConstant(b) ? undefined : false;
};
