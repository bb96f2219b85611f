/** A name that is read though nothing binds it: Python ends there, and so it is said, with the place; what else the text says is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const head = 'import os\nfrom django.db import models\n';

const unbound = (context: Parameters<typeof writeProject>[0], text: string, more: Record<string, string> = {}) => {
  const files = { ...settings(), 'core/__init__.py': '', 'core/models.py': head + text, ...more };
  const { project, models } = readAll(writeProject(context, files));
  const said = project.problems.filter(({ message }) => message.endsWith('is not defined.'));
  return { said: said.map(({ file, line, message }) => [file, line, message]), models };
};

test('a field whose class was not imported is said where it stands, and the others of its model are shown', (context) => {
  const { said, models } = unbound(
    context,
    `
class Place(models.Model):
    where = PointField()
    kind = models.CharField(max_length=5, choices=KINDS)


class Stop(models.Model):
    where = PointField()
`,
  );
  assert.deepEqual(said, [
    ['core/models.py', 5, 'The name PointField is not defined.'],
    ['core/models.py', 6, 'The name KINDS is not defined.'],
  ]);
  const place = models.find(({ name }) => name === 'Place');
  assert.deepEqual(
    place?.fields.map(({ name }) => name),
    ['id', 'kind'],
  );
});

test('a name that only a branch binds which is not taken, that comes later or that is a base, is said', (context) => {
  const text = `if os.environ.get("NOBODY_SETS_THIS"):
    LIMIT = 5


class First(models.Model):
    size = models.IntegerField(default=LIMIT)
    next = models.ForeignKey(Second, models.CASCADE)


class Second(Timestamped):
    one, two = models.TextField(), models.TextField()
`;
  assert.deepEqual(unbound(context, text).said, [
    ['core/models.py', 8, 'The name LIMIT is not defined.'],
    ['core/models.py', 9, 'The name Second is not defined.'],
    ['core/models.py', 12, 'The name Timestamped is not defined.'],
  ]);
});

test('a name of the settings that nothing binds is said with its line', (context) => {
  const { 'proj/settings.py': text = '', ...rest } = settings();
  const lines = text.trimEnd().split('\n').length;
  const files = {
    ...rest,
    'proj/settings.py': `${text.trimEnd()}\nMEDIA_ROOT = HOME_OF_ALL / "media"\n`,
    'core/__init__.py': '',
  };
  const { project } = readAll(writeProject(context, { ...files, 'core/models.py': '' }));
  assert.deepEqual(
    project.problems.map(({ file, line, message }) => [file, line, message]),
    [['proj/settings.py', lines + 1, 'The name HOME_OF_ALL is not defined.']],
  );
});

for (const [what, text] of [
  ['is asked for in a try', 'try:\n    LIMIT = BASE\nexcept NameError:\n    LIMIT = 1\n'],
  ['a class has for a type', 'class Box[T](dict[str, T]):\n    made = dict[str, T]()\n'],
  ['a function reads that nobody calls', 'def limit():\n    return LIMIT\n'],
  [
    'an annotation has',
    'from __future__ import annotations\nlimit: Limit = 1\ndef f(x: Limit) -> Limit:\n    return x\n',
  ],
  ['a side has that is not gone', 'LIMIT = 1 if True else BASE\nHIGH = True or TOP\n'],
  ['code put there that cannot be followed', 'exec(open(os.environ["HOME"] + "/limits.py").read())\nLIMIT = BASE\n'],
  ['a module may have of which all is imported', 'from nobody_has_this import *\nLIMIT = BASE\n'],
  ['a failed import would have bound', 'from nobody_has_this import BASE\nLIMIT = BASE\n'],
  [
    'Python gives every module',
    'KINDS = [__doc__, __spec__, Ellipsis, NotImplemented, ZeroDivisionError, exit, __debug__]\n',
  ],
  [
    'a function puts where it is called from',
    'import sys\ndef give():\n    sys._getframe(1).f_globals["BASE"] = 1\ngive()\nLIMIT = BASE\n',
  ],
  ['Python is given for all modules', 'import builtins\nbuiltins.BASE = 1\nLIMIT = BASE\n'],
  ['a loop binds that is not followed', 'for line in os.popen("ls"):\n    LAST = line\nLIMIT = LAST\n'],
  ['one side of a condition binds that nobody can tell', 'if os.popen("x"):\n    BASE = 1\nLIMIT = BASE\n'],
  [
    'a comprehension, a walrus or a with binds',
    'A = [(b := x) for x in [1]]\nC = b\nwith open("x") as f:\n    D = f\n',
  ],
] as const)
  test(`a name that ${what} is not said to be missing`, (context) => {
    const later = text.startsWith('from __future__');
    const { said } = unbound(context, later ? '' : text, later ? { 'core/models.py': text } : {});
    assert.deepEqual(said, []);
  });
