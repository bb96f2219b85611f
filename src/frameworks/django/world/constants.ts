/** Facts of Python and Django that code asks for before it decides something. */
import { endianness } from 'node:os';
import { callOf, dictOf, listOf, tupleOf, unknown, type Value, withinBounds } from '../../../python/index.ts';
import type { SearchPath } from './modules/search-path.ts';
import type { WorldInput } from './world-state.ts';

const WHICH_PYTHON = 'which Python is in use is not known';
const oldestPython = [3, 6];

/** `(3, 12, 4, 'final', 0)`, or what is common to all that fit. */
const pythonTuple = ({ pythonVersion, pythonFit }: WorldInput): Value => {
  const parts = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(pythonVersion ?? '');
  if (parts === null || pythonFit === 'some') return withinBounds({ least: oldestPython, end: [4] }, WHICH_PYTHON);
  const [major = 0, minor = 0, patch] = parts.slice(1).flatMap((part) => (part === undefined ? [] : Number(part)));
  const least = [major, minor, patch ?? 0];
  if (pythonFit === 'one' && patch !== undefined) return tupleOf([...least, 'final', 0]);
  return withinBounds({ least, end: pythonFit === 'one' ? [major, minor + 1] : [major + 1] }, WHICH_PYTHON);
};

const WHICH_DJANGO = 'which Django is in use is not known';
/** Of projects of older ones is read what they have in common with this. */
const oldestDjango = [3, 2];
const stages: Record<string, string> = { a: 'alpha', b: 'beta', rc: 'rc' };

/** `(4, 2, 16, 'final', 0)`, or what is common to all that fit. */
const djangoTuple = ({ djangoVersion, djangoEnd, isDjangoExact }: WorldInput): Value => {
  const parts = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:(a|b|rc)(\d+))?/.exec(djangoVersion ?? '');
  if (parts === null) return withinBounds({ least: oldestDjango, end: djangoEnd ?? null }, WHICH_DJANGO);
  const [, major, minor, patch, stage, serial] = parts;
  const [series, last] = [Number(major), Number(minor ?? 0)];
  const least = [series, last, Number(patch ?? 0)];
  if (isDjangoExact) return tupleOf([...least, stages[stage ?? ''] ?? 'final', Number(serial ?? 0)]);
  return withinBounds({ least, end: djangoEnd === undefined ? [series, last + 1] : djangoEnd }, WHICH_DJANGO);
};

type Named = readonly (readonly [string, Value])[];

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER + LOWER.toUpperCase();
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const WHITESPACE = ' \t\n\r\v\f';

const letters: Named = [
  ['string.ascii_lowercase', LOWER],
  ['string.ascii_uppercase', LOWER.toUpperCase()],
  ['string.ascii_letters', LETTERS],
  ['string.digits', '0123456789'],
  ['string.hexdigits', '0123456789abcdefABCDEF'],
  ['string.octdigits', '01234567'],
  ['string.punctuation', PUNCTUATION],
  ['string.whitespace', WHITESPACE],
  ['string.printable', `0123456789${LETTERS}${PUNCTUATION}${WHITESPACE}`],
];

/** The project runs where we do. */
const system: Named = [
  ['sys.platform', process.platform],
  ['sys.byteorder', endianness() === 'LE' ? 'little' : 'big'],
  ['sys.maxunicode', 0x10ffff],
  ['sys.float_info.mant_dig', 53],
  ['os.name', 'posix'],
  ['os.sep', '/'],
  ['os.path.sep', '/'],
  ['os.altsep', null],
  ['os.extsep', '.'],
  ['os.pathsep', ':'],
  ['os.path.pathsep', ':'],
  ['os.linesep', '\n'],
  ['os.devnull', '/dev/null'],
  ['os.pardir', '..'],
  ['os.curdir', '.'],
];

const numbers: Named = [
  ['math.pi', Math.PI],
  ['math.e', Math.E],
  ['math.tau', 2 * Math.PI],
  ['logging.NOTSET', 0],
  ['logging.DEBUG', 10],
  ['logging.INFO', 20],
  ['logging.WARNING', 30],
  ['logging.WARN', 30],
  ['logging.ERROR', 40],
  ['logging.CRITICAL', 50],
  ['logging.FATAL', 50],
];

const words = (text: string): Value => tupleOf(text.split(' '));

/** Python starts in no language, which for these is English. */
const calendar: Named = [
  ['calendar.day_name', words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')],
  ['calendar.day_abbr', words('Mon Tue Wed Thu Fri Sat Sun')],
  [
    'calendar.month_name',
    words(' January February March April May June July August September October November December'),
  ],
  ['calendar.month_abbr', words(' Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')],
];

const lastTime = [23, 59, 59, 999_999];
const mostDays = 999_999_999;

/** The first and the last that there are: a migration has them written out. */
const moments = (): Named => [
  ['datetime.MINYEAR', 1],
  ['datetime.MAXYEAR', 9999],
  ['datetime.date.min', callOf('datetime.date', [1, 1, 1])],
  ['datetime.date.max', callOf('datetime.date', [9999, 12, 31])],
  ['datetime.datetime.min', callOf('datetime.datetime', [1, 1, 1, 0, 0])],
  ['datetime.datetime.max', callOf('datetime.datetime', [9999, 12, 31, ...lastTime])],
  ['datetime.time.min', callOf('datetime.time', [0, 0])],
  ['datetime.time.max', callOf('datetime.time', lastTime)],
  ['datetime.timedelta.min', callOf('datetime.timedelta', [-mostDays])],
  ['datetime.timedelta.max', callOf('datetime.timedelta', [mostDays, 86_399, 999_999])],
  ['datetime.timedelta.resolution', callOf('datetime.timedelta', [0, 0, 1])],
];

export const constants = (input: WorldInput, path: SearchPath): Map<string, Value> =>
  new Map<string, Value>([
    ['sys.path', path.entries],
    ['sys.argv', listOf(['manage.py', 'check'])],
    ['sys.version_info', pythonTuple(input)],
    ['sys.modules', dictOf([], true)],
    ...system,
    ...letters,
    ...numbers,
    ...calendar,
    ...moments(),
    ['typing.TYPE_CHECKING', false],
    ['django.conf.ENVIRONMENT_VARIABLE', 'DJANGO_SETTINGS_MODULE'],
    ['django.VERSION', djangoTuple(input)],
    ['django.__version__', input.isDjangoExact ? input.djangoVersion : unknown(WHICH_DJANGO)],
  ]);
