/** What is known of Django and of the packages that settings are written with, held against the text alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownPackages } from '../../../src/frameworks/django/known/index.ts';
import type { World } from '../../../src/python/index.ts';
import { assertWithin } from '../../processor-time.ts';
import { run as runText } from '../../python/text.ts';

const run = (text: string, world: Partial<World> = {}): ReturnType<typeof runText> =>
  runText(text, { known: knownPackages, ...world });

test('the environment is read as every common reader of it does', () => {
  const set = new Map([
    ['NUMBER', '3'],
    ['LIST', 'a,b'],
  ]);
  const at = run(
    `
import environ, dj_database_url
from decouple import config, Csv
env = environ.Env(DEBUG=(bool, False))
A = env("DEBUG")
B = env.int("NUMBER", default=1)
C = config("UNSET", default=True, cast=bool)
D = config("LIST", cast=Csv())
E = env("UNSET", default=None)
F = env.db("DATABASE_URL", default="sqlite:////data/db.sqlite3")
G = dj_database_url.config(default="postgres://user:pw@host:5432/name")
`,
    { environment: (name) => set.get(name) },
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E'].map(at), [false, 3, true, ['a', 'b'], null]);
  assert.deepEqual(at('F'), { ENGINE: 'django.db.backends.sqlite3', NAME: '/data/db.sqlite3' });
  assert.equal((at('G') as Record<string, string>).NAME, 'name');
});

test('paths of other packages than pathlib, and where their readers of the environment have the default', () => {
  const at = run(`
import environ
from path import Path as path
from unipath import Path as Unipath
root = environ.Path(__file__) - 2
APPS = root.path("apps")
STATIC = [root("static"), str(APPS("more")), root()]
HERE = path(__file__).abspath().dirname()
UP = [HERE.dirname() / "x", Unipath(__file__).ancestor(2).child("a", "b")]
env = environ.Env()
LISTS = [env.list("A", str, ["x"]), env.tuple("B", int, None), env.list("C", ["y"]), env.int("D", 3), env("E", int, 4)]
`);
  assert.deepEqual(['APPS', 'STATIC', 'HERE', 'UP'].map(at), [
    'path /srv/apps',
    ['/srv/static', '/srv/apps/more', '/srv'],
    'path /srv/proj',
    ['path /srv/x', 'path /srv/a/b'],
  ]);
  assert.deepEqual(at('LISTS'), [['x'], null, ['y'], 3, 4]);
});

test('settings in YAML are read where they are plain, and not guessed at where they are not', () => {
  const at = run(
    `
import yaml
with open("/srv/plain.yml") as file:
    PLAIN = yaml.safe_load(file)
NAMED = yaml.unsafe_load(stream="a: 1") or {}
OTHERS = [yaml.safe_load(text) is None for text in ("", "# nothing")]
BEYOND = [yaml.safe_load(text) for text in ("a: &x 1", "a: *x", "a: !!python/name:os.system", "a: 'over", "a: 2020-01-01", "just text", "a: [b, {}]")]
LISTS = yaml.load("- 1\\n- b: 2\\n  c: [x, 'y z', \\"1\\"]\\n-\\n  - 3\\n", Loader=yaml.SafeLoader)
`,
    {
      exists: (path) => path === '/srv/plain.yml',
      readText: () => `# Settings
---
database:
    engine: "sqlite3"   # which
    name: 'it''s'
    port: 5432
    ratio: 0.5
    tls: off
    url: http://x:80/#a
    none:
apps:
- core

- shop
flow: {a: 1, "b": yes}
empty: []
text: |
  one
    two
folded: >-
  three
  four
`,
    },
  );
  assert.deepEqual(at('PLAIN'), {
    database: {
      engine: 'sqlite3',
      name: "it's",
      port: 5432,
      ratio: 0.5,
      tls: false,
      url: 'http://x:80/#a',
      none: null,
    },
    apps: ['core', 'shop'],
    flow: { a: 1, b: true },
    empty: [],
    text: 'one\n  two\n',
    folded: 'three four',
  });
  assert.deepEqual(at('NAMED'), { a: 1 });
  assert.deepEqual(at('OTHERS'), [true, true]);
  assert.deepEqual(
    at('BEYOND'),
    Array.from({ length: 7 }, () => 'unknown'),
  );
  assert.deepEqual(at('LISTS'), [1, { b: 2, c: ['x', 'y z', '1'] }, [3]]);
});

test('a hostile YAML file ends at once', () => {
  const texts = [
    `a${' '.repeat(900_000)}`,
    '\n'.repeat(500_000),
    `${'\n'.repeat(15_000)}a: [${'"'.repeat(1500)}`,
    `${'- '.repeat(900)}x`,
    Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n'),
    `a: {${',:'.repeat(500)}}`,
    'a: |\n',
    'a: >\n\n\n  b',
    '? a\n: b',
  ];
  assertWithin(5000, () => {
    for (const text of texts)
      run('import yaml\nwith open("/srv/x") as file:\n    A = yaml.safe_load(file)\n', {
        exists: () => true,
        readText: () => text,
      });
  });
});

test('choices classes give their values, labels and choices', () => {
  const at = run(`
from django.db import models
from django.utils.translation import gettext_lazy as _
class Status(models.TextChoices):
    DRAFT = "d", _("Draft text")
    IN_PRINT = "p"
class Level(models.IntegerChoices):
    LOW = 1
A = Status.choices
B = Status.DRAFT
C = Level.LOW.value
D = [s for s in Status]
`);
  assert.deepEqual(at('A'), [
    ['d', 'Draft text'],
    ['p', 'In Print'],
  ]);
  assert.deepEqual([at('B'), at('C'), at('D')], ['d', 1, ['d', 'p']]);
});

test('classes of Django are instances of those they derive from, and of no others', () => {
  const value = run(`
from django.db import models
from django.db.models.fields import Field
from django.contrib.postgres.fields import ArrayField
class Own(models.EmailField): pass
asked = [
    isinstance(models.EmailField(), models.CharField), isinstance(models.EmailField(), models.IntegerField),
    isinstance(Own(), Field), issubclass(models.BigAutoField, models.AutoField), issubclass(models.ForeignKey, models.fields.related.RelatedField),
    isinstance(models.Manager(), Field), isinstance(models.OneToOneField("x", None), models.ForeignKey), issubclass(models.IntegerField, models.BigIntegerField),
]
open = isinstance(ArrayField(), Field)
`);
  assert.deepEqual(value('asked'), [true, false, true, true, true, false, true, false]);
  assert.ok(value('open') !== false);
});

test('a class knows whether it is a model by its metaclass', () => {
  const at = run(`
from django.db import models
class Meta(type):
    pass
class Plain:
    pass
class Model(models.Model):
    pass
RESULT = (isinstance(models.Model, Meta), isinstance(Model, models.base.ModelBase), isinstance(Plain, models.base.ModelBase))
`);
  assert.deepEqual(at('RESULT'), [false, true, false]);
});
