/** Parts of Django that say nothing about a project's models: never opened, known by their names. */
import { hash } from 'node:crypto';
import {
  createRecent,
  listOf,
  type ReferenceValue,
  referenceTo,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import { EMPTY_VALUES, fieldClassAttribute } from '../../known/field-attributes.ts';
import { isEarlier, seriesOf } from '../../project/versions/bounds.ts';
import type { WorldInput } from '../world-state.ts';
import { type ClassText, classIn, type Import, importIn } from './class-text.ts';
import { isNameOfDjango, LAST_KNOWN, type Versions } from './known-django.ts';
import type { SearchPath } from './search-path.ts';
import { looksLikeClass } from './standard-library.ts';

/** Of Django's own apps what models are made of: the packages themselves, and modules of these names. */
const madeOfModels =
  /^django\.contrib\.(?!gis\b|postgres\b)\w+(?:\.(?:models|apps|base_user|base_session|managers|fields|migrations)\b.*)?$/;

export const isClosedDjango = (name: string): boolean => isDjango(name) && !madeOfModels.test(name);

/** Settings, the version, the apps and what kind of database there is are values, not names. */
const holdsValues = (module: string): boolean =>
  /^django(?:$|\.conf\b|\.db\.connection$|\.apps\.(?:registry\.)?apps$)/.test(module);

type Names = Map<string, ReferenceValue>;

const modules = new Map<string, Names | null>();
// Django has about a thousand modules and some ten thousand names; beyond this someone is playing.
const modulesLimit = 5000;
const namesLimit = 2000;

// Django's own are a third of it.
const longestModule = 200;

const namesOf = (module: string): Names | null => {
  if (module.length > longestModule || !isDjango(module)) return null;
  const known = modules.get(module);
  if (known !== undefined) return known;
  if (modules.size >= modulesLimit) modules.clear();
  const names: Names | null = isClosedDjango(module) && !holdsValues(module) ? new Map() : null;
  modules.set(module, names);
  return names;
};

/** Names that models are written with and that have stood for the same in every version, wherever in Django they are taken from. */
const constants: Readonly<Record<string, () => Value>> = {
  EMPTY_VALUES,
  BLANK_CHOICE_DASH: () => listOf([tupleOf(['', '---------'])]),
  DEFAULT_DB_ALIAS: () => 'default',
  LOOKUP_SEP: () => '__',
  RECURSIVE_RELATIONSHIP_CONSTANT: () => 'self',
};

/** As PostgreSQL writes them: migrations hold the sign, models ask `RangeOperators` for it. */
const rangeOperators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EQUAL: '=',
    NOT_EQUAL: '<>',
    CONTAINS: '@>',
    CONTAINED_BY: '<@',
    OVERLAPS: '&&',
    FULLY_LT: '<<',
    FULLY_GT: '>>',
    NOT_LT: '&>',
    NOT_GT: '&<',
    ADJACENT_TO: '-|-',
  }),
);

const RANGES = /^django\.contrib\.postgres\.fields\.(?:ranges\.)?RangeOperators$/;

/** One value for each name, however often it is written: `models.CharField` stands in a project tens of thousands of times. */
export const closedName = (module: string, name: string): Value | undefined => {
  const names = namesOf(module);
  if (names === null) return undefined;
  const known = names.get(name);
  if (known !== undefined) return known;
  if (Object.hasOwn(constants, name)) return constants[name]?.();
  const sign = RANGES.test(module) ? rangeOperators.get(name) : undefined;
  if (sign !== undefined) return sign;
  const ofField = fieldClassAttribute(module, name);
  if (ofField !== undefined) return ofField;
  if (names.size >= namesLimit) names.clear();
  const made = referenceTo(`${homeOf(module, name)}.${name}`);
  names.set(name, made);
  return made;
};

const GEO_MODELS = 'django.contrib.gis.db.models';
const GEO_NAMES =
  /^(?:(?:Geometry|Point|LineString|Polygon|Multi|Raster|Extent|BaseSpatial)\w*|Collect|MakeLine|Union)$/;

/** Classes of Python that Django's module of times has, too: `timezone.datetime.min`. */
const ofPython = new Set(['datetime', 'timedelta', 'timezone', 'tzinfo']);

const homeOf = (module: string, name: string): string => {
  if (module === 'django.utils.timezone' && ofPython.has(name)) return 'datetime';
  return module === GEO_MODELS && isTakenOver(name) ? 'django.db.models' : module;
};

/** Classes and constants that the models of GeoDjango have from those of Django. */
const isTakenOver = (name: string): boolean => /^[A-Z]/.test(name) && !GEO_NAMES.test(name);

/** Names that a module's text binds: true for those at its top, false for those further in, which may be something else. */
type Bound = {
  names: ReadonlyMap<string, boolean>;
  stars: readonly string[];
  /** A function answers for names that it does not bind, but not where they are taken over by a star. */
  answersForOthers: boolean;
};

/** What a module's text tells: its classes and functions at once, all else only when it is asked for (null: code makes its names). */
type ModuleText = {
  defined: ReadonlySet<string>;
  bound(): Bound | null;
  classOf(name: string): ClassText | undefined;
  importOf(name: string): Import | undefined;
};

/** Of each module what its text tells (null: it cannot be read), and by name what was answered. */
export type DjangoNames = {
  texts: Map<string, ModuleText | null>;
  /** null: it cannot be told. */
  has: Map<string, Map<string, boolean | null>>;
  /** What the project itself put there, by dotted name. */
  patched: Map<string, Value>;
};

export const createDjangoNames = (): DjangoNames => ({ texts: new Map(), has: new Map(), patched: new Map() });

type Asking = { path: SearchPath; django: DjangoNames; input: WorldInput };

export const isDjango = (module: string): boolean => module === 'django' || module.startsWith('django.');

/** Whether the installed Django can be read: what it does not have is missing only then. */
const isAtHand = (path: SearchPath): boolean => path.find('django.db.models.base') !== undefined;

/** By its name: classes begin with a capital. */
const looksLikeModule = (name: string): boolean => !/(?:^|\.)_*[A-Z]/.test(name);

const holdsSettings = (module: string): boolean => /^django\.conf\.settings\b/.test(module);

const versionsOf = ({ djangoVersion, djangoEnd }: WorldInput): Versions => ({
  least: djangoVersion === null ? null : seriesOf(djangoVersion),
  ...(djangoEnd === undefined ? {} : { end: djangoEnd }),
});

const isKnownSeries = ({ djangoVersion }: WorldInput): boolean => {
  const series = djangoVersion === null ? null : seriesOf(djangoVersion);
  return series !== null && !isEarlier(LAST_KNOWN, series);
};

/** Whether Django is at hand and has no such module. All of it is text; only what lies in a file instead of a folder may be made by code. */
export const isMissingDjango = (path: SearchPath, name: string): boolean => {
  if (!isDjango(name) || path.find(name) !== undefined || !isAtHand(path)) return false;
  const parent = name.slice(0, name.lastIndexOf('.'));
  const holder = path.find(parent);
  return holder === undefined ? name !== 'django' && isMissingDjango(path, parent) : holder.isPackage;
};

const bindings = [
  /^([ \t]*)(?:class|(?:async[ \t]+)?def)[ \t]+(\w+)/gm,
  /^([ \t]*)((?:\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*(?::[^=\n\r]*)?=(?!=)[ \t]*)+)/gm,
  /^([ \t]*)(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(\([^)]{0,5000}\)|(?:[^\n\\]|\\\n)*)/gm,
  /(^|[ \t])(?:as|for|global)[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)/gm,
  /(^|[ \t(,[])(\w+)[ \t]*:=/gm,
];
const star = /^[ \t]*from[ \t]+(\.*)((?:\w[\w.]*)?)[ \t]+import[ \t]+\*/gm;
/** Names come and go by code. */
const isMadeByCode = /\bglobals\(\)|\bsys\.modules\[|\bvars\(\)|\bexec\(/;

const answersForOthers = /^(?:def )?__getattr__\b/m;

const absoluteName = (module: string, isPackage: boolean, dots: number, name: string): string => {
  if (dots === 0) return name;
  const parts = module.split('.');
  return [...parts.slice(0, parts.length - dots + (isPackage ? 1 : 0)), ...(name === '' ? [] : [name])].join('.');
};

const listBound = (text: string, module: string, isPackage: boolean): Bound | null => {
  if (isMadeByCode.test(text)) return null;
  const names = new Map<string, boolean>();
  for (const binding of bindings)
    for (const [, indent, bound = ''] of text.matchAll(binding))
      for (const name of bound.match(/\w+/g) ?? []) names.set(name, indent === '' || names.get(name) === true);
  const stars = [...text.matchAll(star)].map(([, dots = '', name = '']) =>
    absoluteName(module, isPackage, dots.length, name),
  );
  return { names, stars, answersForOthers: answersForOthers.test(text) };
};

// Most of what a project names is a class or a function, often in a large file, where all other bindings take long to find.
const definition = /^(?:class|def) (\w+)/gm;

const readNames = (text: string, module: string, isPackage: boolean): ModuleText => {
  let bound: Bound | null | undefined;
  const classes = new Map<string, ClassText | undefined>();
  return {
    defined: new Set(Array.from(text.matchAll(definition), ([, name = '']) => name)),
    bound: () => {
      if (bound === undefined) bound = listBound(text, module, isPackage);
      return bound;
    },
    classOf: (name) => {
      if (!classes.has(name)) classes.set(name, classIn(text, name));
      return classes.get(name);
    },
    importOf: (name) => importIn(text, name),
  };
};

// The same Django is behind most projects; what they ask about is less than this.
const recent = createRecent<ModuleText>({ weight: 4 * 1024 * 1024, patience: 1000 });

const openText = ({ path, django }: Asking, module: string): ModuleText | null => {
  const known = django.texts.get(module);
  if (known !== undefined) return known;
  const found = path.find(module);
  const read = found === undefined || found.isNamespace ? undefined : path.folderOf(found.file)?.readText(found.file);
  const opened =
    found === undefined || !read?.ok
      ? null
      : recent.take(`${module} ${hash('sha1', read.value, 'base64')}`, read.value.length, () =>
          readNames(read.value, module, found.isPackage),
        );
  django.texts.set(module, opened);
  return opened;
};

// Deeper than Django's modules pass names on.
const MAX_STARS = 6;

type FoundClass = { module: string; name: string; text: ClassText };

const findClass = (asking: Asking, module: string, name: string, depth: number): FoundClass | undefined => {
  const opened = depth > MAX_STARS || !isDjango(module) ? null : openText(asking, module);
  const text = opened?.classOf(name);
  if (opened === null || text !== undefined) return text && { module, name, text };
  const taken = opened.importOf(name);
  const isPackage = asking.path.find(module)?.isPackage === true;
  if (taken !== undefined)
    return findClass(asking, absoluteName(module, isPackage, taken.dots, taken.module), taken.name, depth + 1);
  for (const other of opened.bound()?.stars ?? []) {
    const found = findClass(asking, other, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A class of Django, which its modules pass on to each other, by where it is defined. */
export const homeInDjango = (asking: Asking, asked: string): ReferenceValue | undefined => {
  const dot = asked.lastIndexOf('.');
  const module = asked.slice(0, Math.max(0, dot));
  const found = asking.django.patched.has(asked) ? undefined : findClass(asking, module, asked.slice(dot + 1), 0);
  return found && { type: 'reference', name: `${found.module}.${found.name}`, isHome: true };
};

/** Whether a class has a name, from itself, its bases or what made it. What a metaclass adds to a class is not in the text of either. */
const classHas = (asking: Asking, { module, text }: FoundClass, name: string, depth: number): boolean | undefined => {
  if (text.names.has(name)) return true;
  if (depth > MAX_STARS || text.bases === null || text.mayHave(name)) return undefined;
  const isMade = text.metaclass !== null && !text.names.has('refresh_from_db');
  const above = [...text.bases, ...(text.metaclass === null ? [] : [text.metaclass])];
  const answers = above.map((base) => {
    if (base === 'object' || base === 'type') return false;
    const found = findClass(asking, module, base, 0);
    return found && classHas(asking, found, name, depth + 1);
  });
  if (answers.includes(true)) return true;
  return isMade || answers.includes(undefined) ? undefined : false;
};

/** What every class has from Python, what fields are given when lookups are registered, and names that Python writes otherwise than the text. */
const UNTOLD = /^(?:mro|class_lookups|_\w+__\w+)$/;

const findInClass = (asking: Asking, holder: string, name: string): boolean | undefined => {
  if (!/^\w+$/.test(name)) return false;
  if (UNTOLD.test(name) || !/^[\w.]+$/.test(holder)) return undefined;
  const dot = holder.lastIndexOf('.');
  const found = findClass(asking, holder.slice(0, dot), holder.slice(dot + 1), 0);
  return found && classHas(asking, found, name, 0);
};

const findName = (asking: Asking, module: string, name: string, depth: number): boolean | undefined => {
  const text = openText(asking, module);
  if (text?.defined.has(name)) return true;
  if (asking.path.find(module)?.isPackage && asking.path.find(`${module}.${name}`) !== undefined) return true;
  const bound = depth > MAX_STARS ? null : (text?.bound() ?? null);
  if (bound === null) return undefined;
  if (bound.names.has(name)) return bound.names.get(name) || undefined;
  // Most of what `django.db.models` passes on is a class of one of its files: all that the others bind need not be listed for it.
  if (bound.stars.some((other) => openText(asking, other)?.defined.has(name))) return true;
  const answers = bound.stars.map((other) => findName(asking, other, name, depth + 1));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) || (bound.answersForOthers && depth === 0) ? undefined : false;
};

/** Whether a module of Django has a name, by its text; undefined where Django is not at hand, or code makes its names. */
export const moduleHas = (asking: Asking, module: string, name: string): boolean | undefined => {
  let names = asking.django.has.get(module);
  const answered = names?.get(name);
  if (answered !== undefined) return answered ?? undefined;
  if (!isDjango(module) || /^__\w+__$/.test(name)) return undefined;
  if (fieldClassAttribute(module, name) !== undefined) return true;
  if (names === undefined) {
    names = new Map();
    asking.django.has.set(module, names);
  }
  const known = isNameOfDjango(`${module}.${name}`, versionsOf(asking.input));
  // Its files need not be opened for what every project names.
  const find = looksLikeModule(module)
    ? () => findName(asking, module, name, 0)
    : () => findInClass(asking, module, name);
  const answer = isAtHand(asking.path) && !(known && isKnownSeries(asking.input)) ? find() : known;
  names.set(name, answer ?? null);
  return answer;
};

/** Functions that `models` has from a module behind it. */
const IN_CAPITALS =
  /^django\.db\.models\.(?:CASCADE|DO_NOTHING|PROTECT|RESTRICT|SET|SET_DEFAULT|SET_NULL|(?:fields\.)?NOT_PROVIDED)$/;

/** Whether it is a class or a function of Django, by its name or by the text of its module. */
export const isDjangoDefinition = (asking: Asking, name: string): boolean => {
  const dot = name.lastIndexOf('.');
  const module = name.slice(0, Math.max(0, dot));
  if (!isDjango(module) || holdsSettings(module) || asking.django.patched.has(name)) return false;
  return (
    looksLikeClass(name) ||
    IN_CAPITALS.test(name) ||
    openText(asking, module)?.defined.has(name.slice(dot + 1)) === true
  );
};

/** Whether it may be missing as well as not: Django is not at hand, and nothing is known of such a name in a module of it. */
export const mayBeMissing = (asking: Asking, name: string): boolean => {
  const dot = name.lastIndexOf('.');
  const [module, last] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  if (!isDjango(name) || isAtHand(asking.path) || !looksLikeModule(module) || holdsSettings(module)) return false;
  return moduleHas(asking, module, last) === undefined;
};

/** The project puts a name there itself. False where that is no module of Django. */
export const patchModule = ({ path, django }: Asking, module: string, name: string, value: Value): boolean => {
  const isModule = isAtHand(path) ? path.find(module) !== undefined : looksLikeModule(module);
  if (!isDjango(module)) return false;
  const names = django.has.get(module) ?? new Map<string, boolean | null>();
  django.has.set(module, names.set(name, true));
  if (!isModule) return false;
  django.patched.set(`${module}.${name}`, value);
  return true;
};
