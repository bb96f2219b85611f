/** A random program in Python that ends, whatever it does: values of a few kinds, and every statement that settings and models are written with. */
import { type Random, randomFrom } from '../truth/random/grammar.ts';

type Kind = 'number' | 'text' | 'numbers' | 'texts' | 'table' | 'truth';

const kinds: readonly Kind[] = ['number', 'number', 'text', 'text', 'numbers', 'texts', 'table', 'truth'];

/** Names that may be read, by kind: a name is never bound to another kind, so that most of what is made runs to its end. */
type Names = Record<Kind, readonly string[]>;

const globals: Names = {
  number: ['n', 'm', 'k'],
  text: ['s', 't', 'u'],
  numbers: ['ns', 'ms'],
  texts: ['ts', 'us'],
  table: ['d', 'e'],
  truth: ['b', 'c'],
};

const start = `n, m, k = 3, -2, 7
s, t, u = "abc", "Q r", ""
ns, ms = [4, 1, 3], []
ts, us = ["x", "yy"], ["b"]
d, e = {"a": 1, "b": 2}, {}
b, c = True, False
R = []
`;

/** What the functions and classes of a program may be called by, with what they give. */
type Made = { call: string; gives: Kind }[];

type Place = { names: Names; made: Made; depth: number; inLoop: boolean; returns: Kind | null };

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

export const randomProgram = (seed: number, statements = 12): string => {
  const random: Random = randomFrom(seed);
  const { next, pick } = random;
  let serial = 0;
  const fresh = (word: string): string => `${word}${serial++}`;
  const chance = (one: number): boolean => next(one) === 0;

  const expression = (kind: Kind, place: Place, deep = 0): string => {
    const made = place.made.filter(({ gives }) => gives === kind);
    if (made.length > 0 && chance(5)) return pick(made).call;
    if (deep > 2 || chance(3)) return chance(2) ? pick(place.names[kind]) : literal(kind);
    const of = (other: Kind): string => expression(other, place, deep + 1);
    return pick(forms[kind])(of, place);
  };

  const literal = (kind: Kind): string =>
    ({
      number: () => pick(['0', '1', '2', '5', '-3', '10', '0x1f', '1_000']),
      text: () => pick(['""', '"a"', '"b c"', "'it'", '"Za"', 'r"\\d"', '"é"', '"%s"', '"{}"']),
      numbers: () => pick(['[]', '[1]', '[3, 1, 2]', '([0] * 3)', 'list(range(4))', '[*range(2), 9]']),
      texts: () => pick(['[]', '["a"]', '["b", "a"]', 'list("xyz")', '"p q r".split()', '["a", *ts]']),
      table: () =>
        pick(['{}', '{"a": 1}', '{"b": 2, "a": 0}', 'dict(a=3, z=4)', 'dict.fromkeys("pq", 1)', '{**d, "y": 5}']),
      truth: () => pick(['True', 'False', 'not 0', 'bool("")']),
    })[kind]();

  type Of = (kind: Kind) => string;
  const forms: Record<Kind, readonly ((of: Of, place: Place) => string)[]> = {
    number: [
      (of) => `(${of('number')} ${pick(['+', '-', '*', '+', '-', '&', '|', '^'])} ${of('number')})`,
      (of) => `(${of('number')} ${pick(['//', '%'])} ${pick(['3', '5', '-2'])})`,
      (of) => `len(${of(pick(['text', 'numbers', 'texts', 'table']))})`,
      (of) => `sum(${of('numbers')})`,
      (of) => `${pick(['min', 'max'])}(${of('number')}, ${of('number')})`,
      (of) => `${pick(['min', 'max'])}(${of('numbers')}, default=${of('number')})`,
      (of) => `(${of('number')} if ${of('truth')} else ${of('number')})`,
      (of) => `${of('table')}.get(${of('text')}, ${of('number')})`,
      (of) => `abs(${of('number')})`,
      (of) => `${of('text')}.count(${of('text')})`,
      (of) => `${of('text')}.find(${of('text')})`,
      (of) => `next(iter(${of('numbers')}), ${of('number')})`,
      (of) => `next(iter([x for x in ${of('numbers')} if x > ${of('number')}]), ${of('number')})`,
      (of) => `(lambda x, y=${of('number')}: x - y)(${of('number')})`,
      (of) => `sum(x * y for x, y in zip(${of('numbers')}, ${of('numbers')}))`,
      (of) => `(${of('truth')} and ${of('number')} or ${of('number')})`,
      (of) => `int(${of('truth')})`,
      (of) => `{"a": ${of('number')}, "b": ${of('number')}}["${pick(['a', 'b'])}"]`,
      (of) => `(${of('numbers')} + [${of('number')}])[${pick(['0', '-1'])}]`,
      (of) => `ord(${of('text')}[:1] or "z")`,
      (of) => `round(${of('number')} / 4)`,
      (of) => `int(${of('number')} / ${pick(['2', '3'])})`,
      (of) => `(${of('number')} ** 2 % 97)`,
      (of) => `(${of('number')} ${pick(['<<', '>>'])} ${pick(['0', '1', '2'])})`,
      (of) => `(~${of('number')})`,
      (of) => `int(str(${of('number')}))`,
      () => `int("${pick(['ff', '10', '7'])}", 16)`,
      (of) => `${of('numbers')}.count(${of('number')})`,
      (of) => `len({*${of('numbers')}} ${pick(['|', '&', '-', '^'])} {*${of('numbers')}})`,
      (of) => `bool(${of('text')}) + ${of('number')}`.replace(/^(.*)$/, '($1)'),
      (of) => `min(${of('texts')} or [""], key=lambda each: (len(each), each)).count("a")`,
      (of) => `operator.${pick(['add', 'sub', 'mul'])}(${of('number')}, ${of('number')})`,
      (of) => `math.${pick(['floor', 'ceil'])}(${of('number')} / 2)`,
      (of) => `divmod(${of('number')}, 4)[${pick(['0', '1'])}]`,
      (of) => `functools.reduce(lambda x, y: x + y, ${of('numbers')}, ${of('number')})`,
    ],
    text: [
      (of) => `(${of('text')} + ${of('text')})`,
      (of) =>
        `${of('text')}.${pick(['upper', 'lower', 'strip', 'title', 'capitalize', 'swapcase', 'lstrip', 'rstrip'])}()`,
      (_, place) => `f"{${pick(['n', 'm', 's', 't', 'b', 'ns', 'd'])}}-{${pick(place.names.number)} + ${next(9)}}"`,
      () =>
        `f"{${pick(['n', 'm', 'k'])}:${pick(['03', '>4', '<3', '+', ''])}}|{${pick(['s', 't'])}!${pick(['r', 's'])}}"`,
      (of) => `${of('text')}.join(${of('texts')})`,
      (of) => `${of('text')}.replace(${pick(['"a"', '"b"', '" "'])}, ${of('text')})`,
      (of) => `("%s/%d" % (${of('text')}, ${of('number')}))`,
      (of) => `"{}{x}".format(${of('number')}, x=${of('text')})`,
      (of) => `${of('text')}[${pick(['1:', ':2', '::-1', '-1:', ':-1', '::2'])}]`,
      (of) => `str(${of(pick(['number', 'truth', 'text']))})`,
      (of) => `(${of('text')} if ${of('truth')} else ${of('text')})`,
      (of) => `(${of('text')} or ${of('text')})`,
      (of) => `"-".join(sorted(${of('table')}))`,
      (of) => `"".join(x for x in ${of('text')} if x not in ${of('text')})`,
      (of) => `(${of('text')} * 2)`,
      (of) => `type(${of(kinds[next(kinds.length)] as Kind)}).__name__`,
      (of) => `repr(${of(pick(['number', 'truth', 'text', 'numbers', 'texts', 'table']))})`,
      (of) => `",".join(map(str, ${of('numbers')}))`,
      (of) => `${of('text')}.partition(" ")[${pick(['0', '1', '2'])}]`,
      (of) => `${of('text')}.removeprefix("a")`,
      (of) => `${of('text')}.zfill(3)`,
      (of) => `${of('text')}.${pick(['center', 'ljust', 'rjust'])}(${pick(['4', '5, "*"', '1'])})`,
      (of) => `("q" + ${of('text')}).rsplit(${pick(['None', '" "'])}, 1)[-1]`,
      (of) => `re.sub(${pick(['r"[ab]+"', 'r"\\s"', 'r"(.)b"'])}, ${pick(['"_"', 'r"<\\g<0>>"'])}, ${of('text')})`,
      (of) => `max(${of('texts')}, key=len, default=${of('text')})`,
      (of) => `hex(${of('number')})`,
      (of) => `chr(65 + abs(${of('number')}) % 26)`,
      () => `string.ascii_lowercase[${pick(['0', '3', '-1'])}]`,
      (of) => `json.dumps(${of(pick(['number', 'numbers', 'texts', 'table', 'truth']))})`,
    ],
    numbers: [
      (of) => `[x ${pick(['+', '*', '-'])} ${of('number')} for x in ${of('numbers')}]`,
      (of) => `[x for x in ${of('numbers')} if ${pick(['x > 1', 'x % 2', 'not x', 'x != 3'])}]`,
      (of) => `sorted(${of('numbers')}${pick(['', ', reverse=True', ', key=lambda x: -x', ', key=abs'])})`,
      (of) => `(${of('numbers')} + ${of('numbers')})`,
      (of) => `list(${of('table')}.values())`,
      (of) => `[len(x) for x in ${of('texts')}]`,
      (of) => `${of('numbers')}[${pick(['1:', ':2', '::-1', ':-1', '-2:', '::2'])}]`,
      (of) => `[i for i, x in enumerate(${of('texts')}${pick(['', ', 1'])})]`,
      () => `list(range(${pick(['3', '1, 4', '5, 0, -2'])}))`,
      (of) => `list(map(lambda x: x * 2, ${of('numbers')}))`,
      (of) => `list(filter(None, ${of('numbers')}))`,
      (of) => `[y for x in (${of('numbers')}, ${of('numbers')}) for y in x]`,
      (of) => `sorted({*${of('numbers')}})`,
      (of) => `list(reversed(${of('numbers')}))`,
      (of) => `list(dict.fromkeys(${of('numbers')}))`,
      (of) => `list(itertools.chain(${of('numbers')}, ${of('numbers')}))`,
      (of) => `[*map(len, ${of('texts')})]`,
      (of) => `[x or y for x, y in itertools.zip_longest(${of('numbers')}, ${of('numbers')}, fillvalue=0)]`,
      (of) => `list(itertools.accumulate(${of('numbers')}))`,
      (of) => `sorted(set(${of('numbers')}).${pick(['union', 'intersection', 'difference'])}(${of('numbers')}))`,
      (of) => `[int(x) for x in re.findall(r"\\d", ${of('text')})]`,
      (of) => `json.loads(json.dumps(${of('numbers')}))`,
      (of) => `[x for x, y in itertools.product(${of('numbers')}[:2], "ab")]`,
    ],
    texts: [
      (of) => `[x.upper() for x in ${of('texts')}]`,
      (of) => `sorted(${of('texts')}${pick(['', ', key=len', ', reverse=True'])})`,
      (of) => `(${of('texts')} + ${of('texts')})`,
      (of) => `${of('text')}.split(${pick(['', '"b"', '" "', 'None, 1'])})`,
      (of) => `list(${of('table')})`,
      (of) => `[f"{x}{y}" for x, y in ${of('table')}.items()]`,
      (of) => `[x + y for x in ${of('texts')} for y in ${of('text')}[:2]]`,
      (of) => `[str(x) for x in ${of('numbers')} if x]`,
      (of) => `list(${of('text')})`,
      (of) => `sorted({x.lower() for x in ${of('texts')}})`,
      (of) => `[x for x, y in sorted(${of('table')}.items(), key=lambda item: (item[1], item[0]))]`,
      (of) => `[*${of('texts')}, ${of('text')}]`,
      (of) => `(${of('texts')} if ${of('truth')} else ${of('texts')})`,
      (of) => `${of('text')}.splitlines()`,
      (of) => `re.split(r"[ ,]", ${of('text')})`,
      (of) => `sorted(${of('texts')}, key=str.lower)`,
      (of) => `[key for key, group in itertools.groupby(${of('text')})]`,
      (of) => `["".join(x) for x in itertools.combinations(${of('text')}[:3], 2)]`,
      (of) => `[*map(str.upper, ${of('texts')})]`,
      (of) => `os.path.split(${of('text')} + "/x.y")[1].split(".")`,
      (of) => `list(os.path.splitext("a/" + ${of('text')} + ".py"))`,
      (of) => `[*${of('table')}.keys()]`,
    ],
    table: [
      (of) => `{x: len(x) for x in ${of('texts')}}`,
      (of) => `{x: y + ${of('number')} for x, y in ${of('table')}.items() if ${pick(['y', 'x != "a"', 'True'])}}`,
      (of) => `{**${of('table')}, **${of('table')}}`,
      (of) => `dict(zip(${of('texts')}, ${of('numbers')}))`,
      (of) => `dict(${of('table')}, ${pick(['a', 'q'])}=${of('number')})`,
      (of) => `{${of('text')}: ${of('number')}}`,
      (of) => `(${of('table')} | ${of('table')})`,
      (of) => `dict([(x, 1) for x in ${of('texts')}])`,
      (of) => `dict(sorted(${of('table')}.items()))`,
      (of) => `(${of('table')} or ${of('table')})`,
      (of) => `dict(collections.Counter(${of('texts')}))`,
    ],
    truth: [
      (of) => `(${of('number')} ${pick(['<', '<=', '==', '!=', '>', '>='])} ${of('number')})`,
      (of) => `(${of('text')} ${pick(['in', 'not in'])} ${of(pick(['texts', 'table', 'text']))})`,
      (of) => `(${of('number')} in ${of('numbers')})`,
      (of) => `(not ${of(pick(['truth', 'numbers', 'text', 'number']))})`,
      (of) => `(${of('truth')} ${pick(['and', 'or'])} ${of('truth')})`,
      (of) => `${pick(['any', 'all'])}([x ${pick(['> 1', '== 3', '< 9'])} for x in ${of('numbers')}])`,
      (of) =>
        `isinstance(${of(pick(['number', 'text', 'numbers', 'table']))}, ${pick(['int', 'str', '(list, dict)'])})`,
      (of) => `${of('text')}.${pick(['startswith', 'endswith'])}(${of('text')})`,
      (_, place) => `(0 ${pick(['<', '<='])} ${pick(place.names.number)} ${pick(['<', '<='])} 5)`,
      (of) => `(${of('numbers')} ${pick(['==', '<', '!='])} ${of('numbers')})`,
      (of) => `(${of('table')} == ${of('table')})`,
      (of) => `(${of('text')} ${pick(['<', '==', '>='])} ${of('text')})`,
      (of) => `bool(${of(pick(['number', 'text', 'texts']))})`,
      (of) => `(${of('table')}.get(${of('text')}) is ${pick(['None', 'not None'])})`,
      (of) => `${of('text')}.${pick(['isdigit', 'isupper', 'isalpha', 'islower'])}()`,
      (of) => `(set(${of('numbers')}) <= set(${of('numbers')}))`,
    ],
  };

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
    ])();

  const errors = [
    'ValueError',
    'KeyError',
    'Stop',
    'Exception',
    '(KeyError, IndexError)',
    'LookupError',
    'ImportError',
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

  const definition = (place: Place): string => {
    const name = fresh('f');
    const gives = pick(kinds);
    const changes = chance(3) && place.depth === 0 ? `global ${pick(['n', 's', 'ns'])}\n` : '';
    const free = changes.trim().split(' ')[1];
    const local = (kind: Kind): readonly string[] => (free !== undefined && globals[kind].includes(free) ? [free] : []);
    const names = {
      number: ['p', 'q', ...local('number')],
      text: ['r', ...local('text')],
      numbers: ['v', ...local('numbers')],
      texts: ['w'],
      table: ['z'],
      truth: ['y'],
    };
    const setup = `r, w, y = "r", ["w"], p > 1\n`;
    const inside: Place = { names, made: place.made.slice(-2), depth: place.depth + 1, inLoop: false, returns: gives };
    const body = `${changes}${setup}${block(inside, 3)}return ${expression(gives, inside)}\n`;
    const arguments_ = pick(['', ', 2', ', q=4', ', *[3]', ', **{"q": 6}', ', 1, 2, 3', ', extra=1']);
    place.made.push({ call: `${name}(${next(5)}${arguments_})`, gives });
    return `${chance(5) ? '@traced\n' : ''}def ${name}(p, q=${next(3)}, *v, **z):\n    v = list(v)\n${indent(body)}`;
  };

  const generator = (place: Place): string => {
    const name = fresh('g');
    place.made.push(
      { call: `list(${name}(${next(4)}))`, gives: 'numbers' },
      { call: `sum(${name}(2))`, gives: 'number' },
    );
    const over = pick(['range(p)', 'ns[:3]', 'sorted(d.values())']);
    return `def ${name}(p):\n    for x in ${over}:\n        if x ${pick(['> 1', '% 2', '== 0'])}:\n            ${pick(['continue', 'yield -x', 'yield x * p', 'yield from (x, p)'])}\n        yield x\n`;
  };

  const closure = (place: Place): string => {
    const name = fresh('h');
    const from = pick(place.names.number);
    place.made.push({ call: `${name}(${next(5)})`, gives: 'number' });
    return `def make_${name}(total):\n    def add(x, times=${next(3)}):\n        nonlocal total\n        total += x * times\n        return total\n    return add\n${name} = make_${name}(${from})\n`;
  };

  const classes = (place: Place): string => {
    const [base, child] = [fresh('C'), fresh('C')];
    const inside: Place = {
      ...place,
      names: { ...globals, number: ['size', 'step'], text: ['label'] },
      made: [],
      depth: 2,
      inLoop: false,
      returns: null,
    };
    const calls: Made = [
      { call: `${child}(${next(5)}).area()`, gives: 'number' },
      { call: `${base}.kind`, gives: 'text' },
      { call: `${child}.of(${next(4)}).size`, gives: 'number' },
      { call: `${child}(2).shown`, gives: 'text' },
      { call: `str(${base}(1))`, gives: 'text' },
      { call: `${child}.both`, gives: 'numbers' },
      { call: `${child}(3)[1]`, gives: 'number' },
      { call: `len(${base}(4))`, gives: 'number' },
      { call: `isinstance(${child}(1), ${base})`, gives: 'truth' },
    ];
    place.made.push(...calls);
    return `class ${base}:
    kind = ${pick(place.names.text)}
    both = [1]
    def __init__(self, size, label="l"):
        self.size, self.label = size, label
    def area(self):
        size, label = self.size, self.label
        step = ${next(4)}
        return ${expression('number', inside)}
    @property
    def shown(self):
        return f"{self.label}{self.size}{type(self).__name__[:1]}"
    @classmethod
    def of(cls, size):
        return cls(size + ${next(3)})
    def __str__(self):
        return self.kind + str(self.size)
    def __len__(self):
        return abs(self.size)
    def __getitem__(self, key):
        return self.size * key
class ${child}(${base}):
    kind = ${base}.kind.upper()
    both = ${base}.both + [2]
    def __init__(self, size, **more):
        super().__init__(size * 2, **more)
    def area(self):
        return super().area() + ${next(5)}
`;
  };

  /** Several bases, class attributes that are changed, and what Python asks of classes when they are made and when a name is missing. */
  const family = (place: Place): string => {
    const [left, right, both] = [fresh('L'), fresh('M'), fresh('N')];
    const word = (): string => pick(['"a"', '"b"', '"zz"', 's', 't']);
    place.made.push(
      { call: `${both}().tell()`, gives: 'text' },
      { call: `${both}.registry`, gives: 'texts' },
      { call: `[base.__name__ for base in ${both}.__mro__[:-1]]`, gives: 'texts' },
      { call: `${both}().missing`, gives: 'text' },
      { call: `${both}()(${next(4)})`, gives: 'number' },
      { call: `getattr(${both}, "${pick(['kind', 'none', 'depth'])}", "other")`, gives: 'text' },
      { call: `hasattr(${right}, "${pick(['kind', 'tell', 'nothing'])}")`, gives: 'truth' },
      { call: `issubclass(${both}, ${pick([left, right])})`, gives: 'truth' },
      { call: `vars(${both}())`, gives: 'table' },
      { call: `${both}.shared`, gives: 'table' },
    );
    return `class ${left}:
    registry = []
    shared = {}
    kind = ${word()}
    def __init_subclass__(cls, mark=${word()}, **more):
        super().__init_subclass__(**more)
        cls.registry.append(cls.__name__[:1] + mark)
        cls.shared[mark] = len(cls.registry)
    def tell(self):
        return "left" + self.kind
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return name + self.kind
class ${right}:
    kind = ${word()}
    depth = ${word()}
    def tell(self):
        return "right" + self.kind
    def __call__(self, number):
        return number + len(self.kind)
class ${both}(${pick([`${left}, ${right}`, `${left}, ${right}, mark=${word()}`])}):
    ${pick([`kind = ${word()}`, 'pass', 'kind = "own" + ' + word()])}
    for index in range(${next(3)}):
        locals()[f"at{index}"] = index
    def tell(self):
        return super().tell() + "|" + ${right}.tell(self)
${chance(2) ? `${left}.kind = ${word()}\n` : ''}`;
  };

  /** What is captured when, and what defaults keep. */
  const captured = (place: Place): string => {
    const name = fresh('w');
    place.made.push(
      { call: `[each() for each in ${name}]`, gives: 'numbers' },
      { call: `${name}_keep(${next(5)})`, gives: 'numbers' },
      { call: `${name}_fact(${next(5)})`, gives: 'number' },
      { call: `${name}_apply(max, *[1, ${next(9)}])`, gives: 'number' },
      { call: `${name}_apply(lambda *a, **k: len(a) + len(k), 1, x=2)`, gives: 'number' },
      { call: `sorted([len(x) for x in ${name}_pairs(b=1, a=2)])`, gives: 'numbers' },
    );
    return `${name} = []
for ${name}_i in range(${1 + next(3)}):
    ${name}.append(lambda ${pick([`at=${name}_i`, ''])}: ${pick([`${name}_i`, `${name}_i * 2`])})
def ${name}_keep(item, into=[]):
    into.append(item)
    return ${pick(['list(into)', 'into[-2:]', 'into[:]'])}
def ${name}_fact(number):
    return 1 if number < 2 else number * ${name}_fact(number - 1)
def ${name}_apply(function, *args, **kwargs):
    return function(*args, **kwargs)
def ${name}_pairs(**given):
    return [f"{key}={value}" for key, value in sorted(given.items())] + [key for key in given]
`;
  };

  /** What the standard library makes of a class. */
  const records = (place: Place): string => {
    const [plain, choice, pair] = [fresh('D'), fresh('E'), fresh('P')];
    place.made.push(
      { call: `${plain}(${next(5)}).b`, gives: 'text' },
      { call: `${plain}(1, b="x").items`, gives: 'numbers' },
      { call: `(${plain}(1) == ${plain}(${next(2)}))`, gives: 'truth' },
      { call: `${choice}.TWO.value`, gives: 'number' },
      { call: `${choice}(${1 + next(2)}).name`, gives: 'text' },
      { call: `[each.value for each in ${choice}]`, gives: 'numbers' },
      { call: `list(${choice}.__members__)`, gives: 'texts' },
      { call: `${pair}(1, y=${next(5)}).y`, gives: 'number' },
      { call: `sum(${pair}(2, ${next(5)}))`, gives: 'number' },
      { call: `list(${pair}._fields)`, gives: 'texts' },
      { call: `${pair}(1, 2)._replace(x=${next(9)}).x`, gives: 'number' },
    );
    return `@dataclasses.dataclass
class ${plain}:
    a: int
    b: str = ${pick(['"q"', '"rr"'])}
    items: list = dataclasses.field(default_factory=list)
    def __post_init__(self):
        self.items.append(self.a)
class ${choice}(enum.${pick(['Enum', 'IntEnum'])}):
    ONE = 1
    TWO = 2
    UNO = 1
${pair} = collections.namedtuple("${pair}", "x y")
`;
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
    const top = [
      () => definition(place),
      () => generator(place),
      () => closure(place),
      () => classes(place),
      () => family(place),
      () => captured(place),
      () => records(place),
    ];
    return pick([...simple, ...nested, ...(place.depth === 0 ? top : [])])();
  };

  const block = (place: Place, size: number): string =>
    Array.from({ length: 1 + next(size) }, () => statement(place)).join('');

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

const prelude = `import collections, contextlib, dataclasses, enum, functools, itertools, json, math, operator, os, re, string
class Stop(Exception):
    pass
class Halt(Stop, ValueError):
    pass
def stop(code):
    raise Stop(code)
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
