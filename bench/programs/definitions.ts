/** Functions, generators, closures and classes, of which a program then uses what they give. */
import { type Express, globals, indent, type Kind, kinds, type Made, type Maker, type Place } from './place.ts';

export type Block = (place: Place, size: number) => string;

export const createDefinitions = (
  { next, pick, chance, fresh }: Maker,
  expression: Express,
  block: Block,
): readonly ((place: Place) => string)[] => {
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
    ${pick([`kind = ${word()}`, 'pass', `kind = "own" + ${word()}`])}
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

  return [definition, generator, closure, classes, family, captured, records];
};
