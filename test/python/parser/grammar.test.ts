import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFunction, readModule } from '../../../src/python/index.ts';
import type { ClassStatement, Statement } from '../../../src/python/syntax.ts';
import { expressionForm, statementForm } from './cpython-form.ts';

const clean = (text: string): readonly Statement[] => {
  const { statements, problems } = readModule(text);
  assert.deepEqual(problems, [], text);
  return statements;
};

const only = (text: string): Statement => {
  const [first, ...more] = clean(text);
  assert.equal(more.length, 0);
  assert.ok(first);
  return first;
};

const assigned = (text: string): unknown => {
  const statement = only(text);
  assert.equal(statement.kind, 'assign');
  return statement.kind === 'assign' ? expressionForm(statement.value) : null;
};

test('match is a statement where it is one and a name where it is not', () => {
  const statement = only(
    'match command.split():\n    case ["go", direction] if ready:\n        x = 1\n    case _:\n        x = 2\n',
  );
  assert.equal(statement.kind, 'match');
  assert.deepEqual(
    statement.kind === 'match' && statement.cases.map(({ pattern, guard }) => [pattern?.kind ?? null, guard !== null]),
    [
      ['list', true],
      ['name', false],
    ],
  );
  assert.deepEqual(
    clean('match = re.match(x)\nmatch(y)\nmatch[0]: int = 1\nmatch.group(1)\n').map((s) => s.kind),
    ['assign', 'expression', 'annotated', 'expression'],
  );
});

test('a type alias is a statement, a variable called type is a variable', () => {
  assert.deepEqual(
    clean('type Point[T] = tuple[T, T]\ntype X = int\ntype = 3\ntype(x)\n').map((s) => s.kind),
    ['other', 'other', 'assign', 'expression'],
  );
});

test('lazy imports of Python 3.15 are read, and a variable called lazy is a variable', () => {
  assert.deepEqual(
    clean('lazy import a.b as c, d\nlazy from . import e\nlazy from .f import (g,\n    h as i)\nimport j\n').map(
      (statement) => [statement.kind, 'names' in statement && statement.names?.length, 'isLazy' in statement],
    ),
    [
      ['import', 2, true],
      ['from', 1, true],
      ['from', 2, true],
      ['import', 1, false],
    ],
  );
  assert.deepEqual(
    clean('lazy = 3\nlazy(x)\nlazy.x = 1\nlazy: int = 3\nlazy\n').map((s) => s.kind),
    ['assign', 'expression', 'assign', 'annotated', 'expression'],
  );
});

test('comprehensions that put lists and dicts together are read, as since Python 3.15', () => {
  const parts = ['[*a for a in b]', '{**a for a in b}', '{*a for a in b}', '(*a for a in b)'];
  const shapes = parts.map((text) => {
    const statement = only(`x = ${text}`);
    const value = statement.kind === 'assign' && statement.value;
    return value && value.kind === 'comprehension' && [value.form, value.element.kind, value.value];
  });
  assert.deepEqual(shapes, [
    ['list', 'starred', null],
    ['dict', 'name', null],
    ['set', 'starred', null],
    ['generator', 'starred', null],
  ]);
});

test('f-strings nest with the same quotes, span lines and hold formats, as since Python 3.12', () => {
  assert.deepEqual(assigned('x = f"{a["k"]} {b!r:>{width}} {{no}} {c:%H:%M}"'), [
    'format',
    [
      ['field', ['subscript', ['name', 'a'], ['string', 'k']]],
      ' ',
      ['field', ['name', 'b']],
      ' {no} ',
      ['field', ['name', 'c']],
    ],
  ]);
  assert.deepEqual(assigned('x = f"{\n    value  # why\n}" "tail"'), [
    'format',
    [['field', ['name', 'value']], 'tail'],
  ]);
  assert.deepEqual(assigned(`x = f'{f"{f'{1}'}"}'`), [
    'format',
    [['field', ['format', [['field', ['format', [['field', ['number', 1]]]]]]]]],
  ]);
});

test('t-strings of Python 3.14 and every prefix of a literal are read', () => {
  assert.equal(only('x = t"{name} is"').kind, 'assign');
  assert.deepEqual(
    assigned(String.raw`x = r"\d" + b'\x00' + Rb'\n' + u"\u00e9" + "\N{BULLET}a\
b"`),
    [
      'binary',
      '+',
      [
        'binary',
        '+',
        ['binary', '+', ['binary', '+', ['string', String.raw`\d`], ['bytes']], ['bytes']],
        ['string', 'é'],
      ],
      ['string', '•ab'],
    ],
  );
});

test('except without brackets, except*, and the exceptions of Python 2 are read', () => {
  const statement = only(
    'try:\n    x = 1\nexcept A, B:\n    x = 2\nexcept* C as error:\n    x = 3\nelse:\n    x = 4\nfinally:\n    x = 5\n',
  );
  assert.equal(statement.kind, 'try');
  if (statement.kind === 'try') {
    assert.deepEqual(expressionForm(statement.handlers[0]?.type ?? null), [
      'tuple',
      [
        ['name', 'A'],
        ['name', 'B'],
      ],
    ]);
    assert.equal(statement.handlers[1]?.name, 'error');
    assert.equal(statement.finally.length, 1);
  }
});

test('generic classes and functions, decorators of any form, async, walrus and star expressions are read', () => {
  const [generic, decorated, loop] = clean(
    'class Box[T: int](Base[T], metaclass=Meta): pass\n@buttons[0].clicked.connect\nasync def f[T](a, /, b=1, *args: T, c, **kw) -> int: return 1\nasync for x, *rest in y: pass\n',
  );
  assert.deepEqual(generic && statementForm(generic), [
    'class',
    1,
    'Box',
    [['subscript', ['name', 'Base'], ['name', 'T']]],
    [['metaclass', ['name', 'Meta']]],
    [],
    [['other', 1]],
  ]);
  assert.equal(decorated?.kind, 'function');
  if (decorated?.kind === 'function') {
    assert.deepEqual(
      readFunction(decorated).parameters.map((p) => `${p.star}${p.name}`),
      ['a', 'b', '*args', 'c', '**kw'],
    );
    assert.equal(decorated.line, 3);
  }
  assert.equal(loop?.kind, 'for');
  assert.deepEqual(assigned('x = [y := f(1), *z, {**a, "b": c}, {*d}, a[1:2, ..., ::3]]'), [
    'list',
    [
      ['walrus', 'y', ['call', ['name', 'f'], [['number', 1]], []]],
      ['starred', ['name', 'z']],
      [
        'dict',
        [
          [null, ['name', 'a']],
          [
            ['string', 'b'],
            ['name', 'c'],
          ],
        ],
      ],
      ['set', [['starred', ['name', 'd']]]],
      [
        'subscript',
        ['name', 'a'],
        ['tuple', [['slice', ['number', 1], ['number', 2], null], ['ellipsis'], ['slice', null, null, ['number', 3]]]],
      ],
    ],
  ]);
});

test('tabs, form feeds, line joins, carriage returns and a byte order mark make no difference', () => {
  const plain = 'class A:\n        x = 1\n        y = (2 +\n  3)\nz = 4\n';
  const odd = '\ufeffclass A:\r\n\tx = \\\r\n 1\r\n\f\ty = (2 +\r\n  3)\r\nz = 4\r\n';
  const shape = (text: string): unknown =>
    clean(text).map((s) => (s.kind === 'class' ? [s.name, s.body.map((b) => b.kind)] : s.kind));
  assert.deepEqual(shape(odd), shape(plain));
});

const broken = `from django.db import models

class First(models.Model):
    name = models.CharField(max_length=10
    good = models.IntegerField()
    bad = = 3
    worse = "open
    fine = models.TextField()

def broken(:
    pass

print "old Python"

class Second(models.Model):
    title = models.CharField(max_length=10)
`;

test('a line that cannot be read costs itself, not the class or the file around it', () => {
  const { statements, problems } = readModule(broken);
  const classes = statements.filter((statement): statement is ClassStatement => statement.kind === 'class');
  assert.deepEqual(
    classes.map(({ name }) => name),
    ['First', 'Second'],
  );
  const names = (body: readonly Statement[]): string[] =>
    body.flatMap((s) => (s.kind === 'assign' && s.targets[0]?.kind === 'name' ? [s.targets[0].name] : []));
  assert.deepEqual(names(classes[0]?.body ?? []), ['good', 'fine']);
  assert.deepEqual(names(classes[1]?.body ?? []), ['title']);
  assert.deepEqual(
    problems.map(({ line }) => line),
    [5, 6, 7, 10, 13],
  );
});

test('a bracket or a quote that is never closed leaves the rest of the file readable', () => {
  const after = 'class After:\n    x = 1\n';
  for (const start of [
    'x = [1, 2\n',
    'x = f(\n  a,\n',
    'x = """open\n',
    "x = f'{a\n",
    'def f(a, b\n    return 1\n',
    'if x\n    y = 1\n',
  ]) {
    const { statements, problems } = readModule(start + after);
    assert.ok(problems.length > 0, start);
    assert.ok(
      statements.some((s) => s.kind === 'class' && s.name === 'After'),
      start,
    );
  }
});

test('problems name the line, and a file that is broken all over says so a bounded number of times', () => {
  const { problems } = readModule('x = = 1\n'.repeat(1000));
  assert.ok(problems.length > 0 && problems.length <= 20);
  assert.equal(problems[0]?.line, 1);
  assert.match(problems[0]?.message ?? '', /Expected an expression, found "="/);
});

test('a character given by name is that character, and a text with one that is not known is no text', () => {
  assert.deepEqual(
    assigned('x = "20 \\N{DEGREE SIGN}C, caf\\N{LATIN SMALL LETTER E WITH ACUTE}, \\N{greek small letter omega}"'),
    ['string', '20 °C, café, ω'],
  );
  assert.deepEqual(assigned('x = "a \\N{SNOWMAN} b"'), ['format', [['field', ['opaque']]]]);
  assert.deepEqual(assigned('x = f"{n} \\N{EURO SIGN}"'), ['format', [['field', ['name', 'n']], ' €']]);
});

test('a name is known by the form that Python gives it', () => {
  assert.deepEqual(assigned('x = µ.ｗｉｄｔｈ'), ['attribute', ['name', 'μ'], 'width']);
});

test('a number ends where it ends', () => {
  assert.deepEqual(assigned('x = 1.5e+10.real'), ['attribute', ['float', 1.5e10], 'real']);
  assert.deepEqual(assigned('x = 1if y else 0x1F'), ['conditional', ['name', 'y'], ['number', 1], ['number', 31]]);
});

test('a star takes the whole argument, and one index with a star is a tuple', () => {
  assert.deepEqual(assigned('x = f(*given or [1])'), [
    'call',
    ['name', 'f'],
    [['starred', ['binary', 'or', ['name', 'given'], ['list', [['number', 1]]]]]],
    [],
  ]);
  assert.deepEqual(assigned('x = tuple[*types]'), [
    'subscript',
    ['name', 'tuple'],
    ['tuple', [['starred', ['name', 'types']]]],
  ]);
});

test('what a function answers with may be written with braces', () => {
  const statement = only("def f(a, *, b: 1 = {}, **kw) -> {1: 'x'}:\n    return a\n");
  assert.ok(statement.kind === 'function');
  assert.deepEqual(
    readFunction(statement).parameters.map(({ name }) => name),
    ['a', 'b', 'kw'],
  );
});

test('a backslash before a brace leaves the brace what it is', () => {
  assert.deepEqual(assigned("x = rf'(\\{{%)({name})'"), ['format', ['(\\{%)(', ['field', ['name', 'name']], ')']]);
  assert.deepEqual(assigned("x = f'\\{name}'"), ['format', ['\\', ['field', ['name', 'name']]]]);
});
