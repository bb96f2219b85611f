/** The attributes that values of Python's own types have, whatever they hold. */
import { isRecord, partOf, tupleFields } from '../classes/records.ts';
import { plainAttribute } from '../known/methods.ts';
import { isA, isFloat, isSequence, type Value } from '../values.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const OBJECT = words(
  '__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__',
);
const LETTERS =
  '__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize center count endswith expandtabs find index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill';
const TEXT = words(`${LETTERS} casefold encode format format_map isdecimal isidentifier isnumeric isprintable`);
const BYTES = words(`${LETTERS} decode fromhex hex`);
const NUMBER = words(
  '__abs__ __add__ __bool__ __divmod__ __float__ __floordiv__ __getnewargs__ __int__ __mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ conjugate imag real',
);
const OF_WHOLE = words(
  '__and__ __ceil__ __floor__ __index__ __invert__ __lshift__ __or__ __rand__ __rlshift__ __ror__ __rrshift__ __rshift__ __rxor__ __xor__ bit_length denominator from_bytes numerator to_bytes',
);
const OF_POINTED = words('__getformat__ as_integer_ratio fromhex hex is_integer');
const SEQUENCE = words('__add__ __contains__ __getitem__ __iter__ __len__ __mul__ __rmul__ count index');
const TUPLE = words('__getnewargs__');
const LIST = words(
  '__delitem__ __iadd__ __imul__ __setitem__ __reversed__ append clear copy extend insert pop remove reverse sort',
);
const FROZEN_SET = words(
  '__and__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ copy difference intersection isdisjoint issubset issuperset symmetric_difference union',
);
const SET = words(
  '__iand__ __ior__ __isub__ __ixor__ add clear difference_update discard intersection_update pop remove symmetric_difference_update update',
);
const READ_DICT = words('__contains__ __getitem__ __iter__ __len__ get items keys values');
const DICT = words('__delitem__ __setitem__ clear copy fromkeys pop popitem setdefault update');
const FUNCTION = words(
  '__annotations__ __call__ __closure__ __code__ __defaults__ __dict__ __get__ __globals__ __kwdefaults__ __module__ __name__ __qualname__',
);
const CLASS = words(
  '__base__ __bases__ __basicsize__ __call__ __dict__ __dictoffset__ __flags__ __instancecheck__ __itemsize__ __module__ __mro__ __name__ __prepare__ __qualname__ __subclasscheck__ __subclasses__ __weakrefoffset__ mro',
);
const NONE = words('__bool__');
const ITERATOR = words('__iter__ __next__');
const COLLECTION = words('__iter__ __len__');

/** What only some versions of Python give its values. */
const VERSIONED =
  /^(?:removeprefix|removesuffix|bit_count|as_integer_ratio|is_integer|from_number|__(?:getstate|or|ror|ior|reversed|class_getitem|ceil|floor|getformat|bytes)__)$/;

/** What no iterator has, no `range` and no view of a dict; what else such a value has differs. */
const NOT_OF_OTHERS = words('upper lower encode decode join keys items get');

/** By which code tells a function or an object of someone's class from one that holds others; nobody sets it on a single object. */
export const PROBED = words(
  '__add__ __bool__ __bytes__ __call__ __contains__ __delitem__ __enter__ __exit__ __float__ __fspath__ __getitem__ __html__ __index__ __int__ __iter__ __len__ __next__ __reversed__ __setitem__',
);

const ofSequence = (type: 'list' | 'tuple' | 'set', isFrozen: boolean): readonly ReadonlySet<string>[] => {
  if (type === 'set') return isFrozen ? [FROZEN_SET] : [FROZEN_SET, SET];
  return [SEQUENCE, type === 'list' ? LIST : TUPLE];
};

export const ofPlain = (value: Value): readonly ReadonlySet<string>[] | undefined => {
  if (typeof value === 'string') return [TEXT];
  if (isFloat(value)) return [NUMBER, OF_POINTED];
  if (typeof value === 'number' || typeof value === 'boolean') return [NUMBER, OF_WHOLE];
  if (value === null) return [NONE];
  if (isSequence(value)) return ofSequence(value.type, value.isFrozen === true);
  if (isA(value, 'bytes')) return value.isText ? undefined : [BYTES];
  return isA(value, 'dict') ? [READ_DICT, DICT] : undefined;
};

/** Of a value that stands for one of a class that is not told: a generator, the keys of a dict, a counter. */
const otherHas = (value: Value, name: string): boolean | undefined => {
  if (isA(value, 'dict'))
    return READ_DICT.has(name) || (name === '__next__' || NOT_OF_OTHERS.has(name) ? false : undefined);
  const isIterator = isSequence(value) && value.isOnce !== undefined;
  if ((isIterator ? ITERATOR : COLLECTION).has(name)) return true;
  const isOfLists = isIterator && (SEQUENCE.has(name) || LIST.has(name));
  return isOfLists || name === '__next__' || NOT_OF_OTHERS.has(name) ? false : undefined;
};

const isOther = (value: Value): boolean =>
  (isSequence(value) && value.isOther === true) ||
  (isA(value, 'dict') && (value.isOther === true || value.factory !== undefined));

/** Whether a value of Python's own types has an attribute; undefined for other values, and where it cannot be told. */
export const valueHas = (value: Value, name: string): boolean | undefined => {
  if (OBJECT.has(name)) return true;
  if (isA(value, 'function')) {
    if (FUNCTION.has(name)) return true;
    return PROBED.has(name) && value.decorators.length === 0 && value.setter === undefined ? false : undefined;
  }
  if (isA(value, 'class')) return CLASS.has(name) || undefined;
  if (isRecord(value)) {
    const isTuple = tupleFields(value.of) !== undefined;
    return partOf(value, name) !== undefined || (isTuple && SEQUENCE.has(name)) || undefined;
  }
  const lists = ofPlain(value);
  if (lists === undefined) return undefined;
  if (isOther(value)) return otherHas(value, name);
  if (lists.some((list) => list.has(name)) || plainAttribute(value, name) !== undefined) return true;
  // A text may be one that a package marked as safe, or translates when it is shown.
  const mayBeGiven = typeof value === 'string' && /^__html__$|^_proxy/.test(name);
  return mayBeGiven || VERSIONED.test(name) ? undefined : false;
};
