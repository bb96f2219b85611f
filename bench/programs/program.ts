/** A random program in Python that ends, whatever it does: values of a few kinds, and every statement that settings and models are written with. */
import { randomFrom } from '../../test/random.ts';
import { createDefinitions } from './definitions.ts';
import { createExpressions } from './expressions.ts';
import { globals, indent, type Kind, kinds, type Maker, type Place, type Style } from './place.ts';

const start = `n, m, k = 3, -2, 7
s, t, u = "abc", "Q r", ""
ns, ms = [4, 1, 3], []
ts, us = ["x", "yy"], ["b"]
d, e = {"a": 1, "b": 2}, {}
b, c = True, False
R = []
box = Box()
`;

export const randomProgram = (
  seed: number,
  { hasDoubts = false, hasSets = false }: Style = {},
  statements = 12,
): string => {
  let serial = 0;
  const random = randomFrom(seed);
  const { next, pick } = random;
  const fresh = (word: string): string => `${word}${serial++}`;
  const chance = (one: number): boolean => next(one) === 0;
  const maker: Maker = { ...random, fresh, chance, hasDoubts, hasSets };
  const expression = createExpressions(maker);

  const assignment = (place: Place): string => {
    const kind = pick(kinds);
    return `${pick(place.names[kind])} = ${expression(kind, place)}`;
  };

  const changing = (place: Place): string => {
    const of = (kind: Kind): string => expression(kind, place, 1);
    const name = (kind: Kind): string => pick(place.names[kind]);
    return pick([
      () => `${name('number')} ${pick(['+=', '-=', '*='])} ${of('number')}`,
      () => `${name('number')} %= 1000`,
      () => `box.size ${pick(['=', '+='])} ${of('number')}`,
      () => `box.hit(${name('number')})`,
      () => `${name('text')} = ${of('text')}[:6]`,
      () => `${name('numbers')}.append(${of('number')})`,
      () => `${name('numbers')} += ${of('numbers')}`,
      () => `${name('numbers')}.extend(${of('numbers')})`,
      () => `${name('texts')}.insert(${pick(['0', '1', '-1', '9'])}, ${of('text')})`,
      () => `${name('numbers')}.sort(${pick(['', 'reverse=True'])})`,
      () => `${name('numbers')}.reverse()`,
      () => `${name('numbers')}[:] = ${of('numbers')}`,
      () => `${name('numbers')}[1:2] = ${of('numbers')}`,
      () => `del ${name('numbers')}[${pick([':1', '2:', '::2'])}]`,
      () => `${name('table')}[${of('text')}] = ${of('number')}`,
      () => `${name('table')}.update(${of('table')})`,
      () => `${name('table')}.update(${pick(['a', 'w'])}=${of('number')})`,
      () => `${name('number')} = ${name('table')}.setdefault(${of('text')}, ${of('number')})`,
      () => `${name('number')} = ${name('table')}.pop(${of('text')}, ${of('number')})`,
      () => `${name('table')} |= ${of('table')}`,
      () => `${name('number')}, ${name('text')} = ${of('number')}, ${of('text')}`,
      () => `${name('number')}, *${name('numbers')} = [${of('number')}, *${of('numbers')}]`,
      () => `${name('texts')}.clear()`,
      () => `${name('numbers')} = ${name('numbers')}`,
      () => `${name('numbers')} = ${name('numbers')}.copy()`,
      () => `${name('number')} = (${name('numbers')} or [${of('number')}]).pop()`,
      () => `${name('table')}[${of('text')}] = ${name('table')}.get(${of('text')}, 0) + 1`,
      () => `add = ${name('numbers')}.append; add(${of('number')})`,
      () => `put = ${name('table')}.${pick(['update; put(w=4)', 'setdefault; put("w", 1)'])}`,
      () => `getattr(${name('texts')}, "${pick(['append', 'remove'])}")(${of('text')})`,
      () => `list.extend(${name('numbers')}, ${of('numbers')})`,
      () => `${name('table')}.__setitem__(${of('text')}, ${of('number')})`,
      () => `dict.pop(${name('table')}, ${of('text')}, 0)`,
      () => `every(${name('texts')}.append, [*${of('texts')}])`,
      () => `every(${name('table')}.${pick(['__delitem__', 'pop'])}, [*${of('texts')}][:1])`,
      () => `list(map(${name('numbers')}.append, [*${of('numbers')}]))`,
      () => `box.twice ${pick(['=', '+='])} ${of('number')}`,
      () => `${name('numbers')}.extend(told([*${of('numbers')}]))`,
      () => `${name('numbers')} += (x for x in [*${of('numbers')}])`,
      () => `${name('table')}.update(zip(${of('texts')}, itertools.count()))`,
      ...(hasSets ? setChanges : []).map((form) => () => form.replace(/<(\w+)>/g, (_, kind: Kind) => name(kind))),
    ])();
  };

  /** Errors of every kind that people catch. */
  const failing = (place: Place): string =>
    pick([
      () =>
        `raise ${pick(['ValueError', 'KeyError("x")', 'Stop', 'Stop(3)', 'Halt', 'Halt()', 'RuntimeError("no")', 'LookupError'])}`,
      () => `R.append(${pick(place.names.table)}["missing"])`,
      () => `R.append(${pick(place.names.numbers)}[99])`,
      () => 'R.append(int("word"))',
      () => 'import nowhere_to_be_found',
      () => 'assert not R, "said"',
      () => 'R.append([].pop())',
      () => 'R.append({}.popitem())',
      () => 'R.append([1].index(5))',
      () => 'R.append(next(iter([])))',
      () => 'stop(1)',
      () => 'one, two = [1, 2, 3]',
      () => 'R.append(1 // 0)',
      () =>
        `R.append(${pick(['list', 'set', 'tuple', 'dict', 'sorted', 'len', 'sum'])}(${pick(['None', '5', 'True'])}))`,
      () => `${pick(place.names.numbers)}.extend(None)`,
      () => `${pick(place.names.table)}.update(${pick(['None', '3'])})`,
      () => `R.append(${pick(place.names.numbers)} + ())`,
      () => 'R.append(Side("nowhere").name)',
      () => 'R.append(int("12z", 16))',
      () => 'R.append(int([1]))',
    ])();

  const errors = [
    'ValueError',
    'KeyError',
    'Stop',
    'Exception',
    '(KeyError, IndexError)',
    'LookupError',
    'ImportError',
    'TypeError',
  ];

  const attempt = (place: Place): string => {
    const inner = block({ ...place, depth: place.depth + 1 }, 2);
    const body = chance(3)
      ? inner
      : `${inner}${chance(2) ? `${failing(place)}\n` : `if ${expression('truth', place)}:\n    ${failing(place)}\n`}`;
    const error = pick(errors);
    const handler = chance(2)
      ? `except ${error}:\n    R.append("caught")\n`
      : `except ${error} as error:\n    R.append("caught it")\n`;
    const last = chance(3) ? 'except Exception:\n    R.append("other")\n' : '';
    const otherwise = chance(3) ? `else:\n${indent(block({ ...place, depth: place.depth + 1 }, 1))}` : '';
    const end = chance(3) ? 'finally:\n    R.append("finally")\n' : '';
    const whole = `try:\n${indent(body)}${handler}${last}${otherwise}${end}`;
    return place.depth === 0 ? `try:\n${indent(whole)}except Exception as outer:\n    R.append("outer")\n` : whole;
  };

  const within = (place: Place): string => {
    const body = block({ ...place, depth: place.depth + 1 }, 2);
    const [head, item] = pick([
      ['around("w")', 'given'],
      ['Own("o")', 'own'],
      ['Own("p", True)', 'own'],
      ['contextlib.suppress(KeyError, Stop)', null],
      ['around("x"), Own("y")', null],
      ['contextlib.nullcontext(5)', 'given'],
    ] as const);
    const raised =
      chance(3) && (head.includes('True') || head.includes('suppress')) ? `raise ${pick(['KeyError', 'Stop'])}\n` : '';
    const use = item === 'given' ? 'R.append(given)\n' : item === 'own' ? 'R.append(own.name)\n' : '';
    return `with ${head}${item ? ` as ${item}` : ''}:\n${indent(use + body + raised)}`;
  };

  const loop = (place: Place): string => {
    const inside = { ...place, depth: place.depth + 1, inLoop: true };
    const otherwise = chance(4) ? `else:\n    R.append("else")\n` : '';
    if (chance(4)) {
      const counter = fresh('i');
      return `${counter} = ${next(4)}\nwhile ${counter} > 0:\n    ${counter} -= 1\n${indent(block(inside, 2))}${otherwise}`;
    }
    const over = pick([
      () => ['number', `${expression('numbers', place)}[:4]`] as const,
      () => ['text', `${expression('texts', place)}[:4]`] as const,
      () => ['number', `range(${next(4)})`] as const,
      () => ['number', `told(${expression('numbers', place)}[:3])`] as const,
      () => ['number', `map(abs, ${expression('numbers', place)}[:3])`] as const,
      () => ['text', `sorted(${expression('table', place)})[:3]`] as const,
    ])();
    const name = fresh('x');
    const names = { ...inside.names, [over[0]]: [...inside.names[over[0]], name] };
    return `for ${name} in ${over[1]}:\n${indent(block({ ...inside, names }, 2))}${otherwise}`;
  };

  const condition = (place: Place): string => {
    const inside = { ...place, depth: place.depth + 1 };
    const further = chance(3) ? `elif ${expression('truth', place)}:\n${indent(block(inside, 1))}` : '';
    const otherwise = chance(2) ? `else:\n${indent(block(inside, 1))}` : '';
    return `if ${expression('truth', place)}:\n${indent(block(inside, 2))}${further}${otherwise}`;
  };

  const choice = (place: Place): string => {
    const inside = { ...place, depth: place.depth + 1 };
    const kind = pick(['number', 'text', 'numbers'] as const);
    const cases = {
      number: ['0', '1 | 2 | 3', 'int() if n > 2', '-3'],
      text: ['"a"', '"abc" | ""', 'str(x) if x.isupper()'],
      numbers: ['[]', '[1]', '[x, *rest] if x > 2', '[_, _]', '[*each]'],
    }[kind];
    return `match ${expression(kind, place)}:\n${[pick(cases), pick(cases), '_'].map((each) => `    case ${each}:\n${indent(indent(block(inside, 1)))}`).join('')}`;
  };

  const leaving = (place: Place): string => {
    if (place.inLoop && chance(2)) return `if ${expression('truth', place)}:\n    ${pick(['break', 'continue'])}\n`;
    if (place.returns !== null)
      return `if ${expression('truth', place)}:\n    return ${expression(place.returns, place)}\n`;
    return `${changing(place)}\n`;
  };

  /** A copy: what is changed later must not change what was told before. */
  const copied = (kind: Kind, text: string): string =>
    kind === 'numbers' || kind === 'texts' ? `list(${text})` : kind === 'table' ? `dict(${text})` : text;

  const log = (place: Place): string => {
    const kind = pick(kinds);
    return `R.append(${copied(kind, expression(kind, place))})\n`;
  };

  const statement = (place: Place): string => {
    const simple = [
      () => `${assignment(place)}\n`,
      () => `${changing(place)}\n`,
      () => `${changing(place)}\n`,
      () => log(place),
      () => log(place),
      () => leaving(place),
    ];
    if (place.depth > 3) return pick(simple)();
    const nested = [
      () => condition(place),
      () => loop(place),
      () => attempt(place),
      () => within(place),
      () => choice(place),
    ];
    const top = definitions.map((write) => () => write(place));
    return pick([...simple, ...nested, ...(place.depth === 0 ? top : [])])();
  };

  const block = (place: Place, size: number): string =>
    Array.from({ length: 1 + next(size) }, () => statement(place)).join('');
  const definitions = createDefinitions(maker, expression, block);

  const place: Place = { names: globals, made: [], depth: 0, inLoop: false, returns: null };
  const lines: string[] = [];
  for (let at = 0; at < statements; at += 1) {
    const text = statement(place);
    // What Python would stop at is left alone: a module that does not come to its end has nothing to be held against.
    lines.push(`try:\n${indent(text)}except Exception as error:\n    R.append("ended")\n`);
    for (const kind of ['number', 'text', 'numbers', 'texts', 'table', 'truth'] as const)
      if (chance(8)) lines.push(`R.append(${copied(kind, pick(place.names[kind]))})\n`);
  }
  return `${prelude}${start}${lines.join('')}`;
};

/** What rests on the order of a set, and what does not. */
const setChanges = [
  '<texts>.extend({*<texts>})',
  '<texts> += {*<texts>}',
  '<texts>[1:] = {*<texts>}',
  '<texts>[:] = {*<texts>, "m"}',
  '<table>.update({x: 1 for x in {*<texts>}})',
  '<table> = dict.fromkeys({*<texts>, "m"}, <number>)',
  '<table> |= {x: len(x) for x in {*<texts>, "n"}}',
  'for x in {*<texts>, "m"}: <texts>.append(x)',
  'for x in {*<texts>, "m"}: <table>[x] = len(<table>)',
  'for x in {*<texts>, "m"}: <text> = x',
  'for x in {*<texts>, "m"}: <number> += len(x)',
  'for x in {*<texts>, "m"}:\n    if x == "m":\n        <text> = x\n        break',
  'for x in {*<texts>, "m", "n"}:\n    if len(<texts>) < 4: <texts>.append("z")',
  'for x in list({*<texts>}):\n    <texts>.remove(x)',
  '<text> = (lambda it: (next(it, ""), sorted(it))[0])(iter({*<texts>}))',
  '<texts>.sort(key=len)',
  '<texts>.reverse()',
];

const prelude = `import collections, contextlib, dataclasses, enum, functools, itertools, json, math, operator, os, pathlib, re, string, urllib.parse
class Stop(Exception):
    pass
class Halt(Stop, ValueError):
    pass
class Side(enum.Enum):
    LEFT = "a"
    RIGHT = "b c"
    @classmethod
    def _missing_(cls, value):
        return cls.LEFT if value.islower() else None
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3
def stop(code):
    raise Stop(code)
def told(items):
    for item in items:
        R.append("told")
        yield item
@functools.lru_cache(maxsize=None)
def remembered(number):
    R.append("asked")
    return number * 2
def set_on(of, name, value):
    setattr(of, name, value)
    return getattr(of, name)
def every(do, items):
    for item in items:
        do(item)
def traced(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        R.append("call")
        return function(*args, **kwargs)
    return inner
@contextlib.contextmanager
def around(name):
    R.append("before " + name)
    try:
        yield name * 2
    finally:
        R.append("after " + name)
class Box:
    size = 1
    @property
    def twice(self):
        return self.size * 2
    @twice.setter
    def twice(self, value):
        self.size = value % 100
    def hit(self, by=1):
        self.size = (self.size + by) % 1000
        return self.size
class Own:
    def __init__(self, name, takes=False):
        self.name = name
        self.takes = takes
    def __enter__(self):
        R.append("enter " + self.name)
        return self
    def __exit__(self, *error):
        R.append("leave " + self.name)
        return self.takes
`;
