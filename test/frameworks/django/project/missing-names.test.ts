/** A name that the installed Django does not have is said to be missing, as starting the project would say, and nothing is made of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { askPython } from '../../../warm-python.ts';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const models = `from django.db import models, NoSuchThing
from django.core.validators import NoSuchValidator as Checks, MinValueValidator


class Book(models.Model):
    title = models.CharField(max_length=10)
    pages = models.NoSuchField(default=1)
    price = models.IntegerField(validators=[MinValueValidator(1)])


class Lost(models.NoSuchModel):
    pass
`;

const initial = `from django.db import migrations, models
import django.core.validators


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=10)),
                ("pages", models.IntegerField(default=1)),
                ("price", models.IntegerField(validators=[django.core.validators.MinValueValidator(1)])),
            ],
        ),
    ]
`;

const files = {
  ...settings(),
  'core/__init__.py': '',
  'core/models.py': models,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': initial,
};

test('a field, a base and an import that Django does not have are problems with a line, not fields or models', (context) => {
  const { project, models } = readAll(writeProject(context, files));
  const own = models.filter(({ app }) => app === 'core');
  assert.deepEqual(
    own.map(({ name, fields }) => [name, fields.map((field) => field.name)]),
    [['Book', ['id', 'title', 'price']]],
  );
  assert.deepEqual(
    project.problems.map(({ file, line, message }) => [`${file}:${line}`, message]),
    [
      ['core/models.py:1', 'There is no NoSuchThing in django.db.'],
      ['core/models.py:2', 'There is no NoSuchValidator in django.core.validators.'],
      ['core/models.py:7', 'There is no NoSuchField in django.db.models.'],
      ['core/models.py:11', 'There is no NoSuchModel in django.db.models.'],
    ],
  );
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const core = detail.apps.find(({ label }) => label === 'core');
  // What the attribute would have been is not known: nobody is told that the field was removed.
  assert.deepEqual(core?.unmade, []);
  assert.match(detail.problems.map(({ message }) => message).join(), /1 comparison .* in core could not be decided/);
});

test('where the installed Django is not at hand, its names are taken as they are written', (context) => {
  const { project, models } = readAll(writeProject(context, files), { sitePackages: [] });
  const book = models.find(({ name }) => name === 'Book');
  assert.deepEqual(
    book?.fields.map((field) => field.name),
    ['id', 'title', 'pages', 'price'],
  );
  assert.deepEqual(
    project.problems.filter(({ file }) => file === 'core/models.py'),
    [],
  );
});

test('code that asks which names Django has goes the way that Django sends it', (context) => {
  const [thing] = agrees(context, {
    ...settings(),
    'core/compat.py': `from django.db import models
try:
    from django.db.models import OldJSONField as Json
except ImportError:
    from django.db.models import JSONField as Json
try:
    from django.core.urlresolvers import reverse
    HAS_OLD = True
except ImportError:
    HAS_OLD = False
try:
    Old = models.OldField
except AttributeError:
    Old = models.SlugField
Big = models.BigIntegerField if hasattr(models, "BigIntegerField") else models.IntegerField
Small = models.TinyField if hasattr(models, "TinyField") else models.SmallIntegerField
Text = getattr(models, "LongTextField", models.TextField)
Char = getattr(models, "CharField", models.TextField)
`,
    'core/models.py': `from django.db import models
from django.db.models import *
from . import compat


class Thing(models.Model):
    data = compat.Json(default=dict)
    old = compat.Old()
    big = compat.Big(default=0)
    small = compat.Small(default=0)
    text = compat.Text()
    char = compat.Char(max_length=5)
    whole = IntegerField(default=0)
    if compat.HAS_OLD:
        url = models.URLField()
    else:
        link = models.URLField()
`,
  });
  assert.equal(thing?.fields.find(({ name }) => name === 'data')?.classPath, 'django.db.models.JSONField');
});

test('a name that the project itself puts into Django is there', (context) => {
  agrees(context, {
    ...settings(),
    'core/patches.py': `from django.db import models


class LoudField(models.CharField):
    pass


models.LoudField = LoudField
setattr(models, "LoudText", models.TextField)
`,
    'core/models.py': `from . import patches
from django.db import models


class Shout(models.Model):
    word = models.LoudField(max_length=5)
    text = models.LoudText()
`,
  });
});

test('no name of the installed Django is said to be missing', (context) => {
  const program = `import ctypes.util, functools, importlib, json, pkgutil, django
from django.conf import settings
settings.configure()
# Nearly every module for maps looks for its library anew, with a compiler and a linker.
ctypes.util.find_library = functools.lru_cache(maxsize=None)(ctypes.util.find_library)
found = {}
for module in pkgutil.walk_packages(django.__path__, "django.", onerror=lambda name: None):
    try:
        found[module.name] = dir(importlib.import_module(module.name))
    except BaseException:
        pass
print(json.dumps(found))`;
  const run = askPython(['-c', program]);
  const modules = Object.entries(JSON.parse(run.slice(run.indexOf('{'))) as Record<string, string[]>);
  const { project } = readAll(writeProject(context, { ...settings(), 'core/__init__.py': '' }));
  const { moduleHas } = project.engine.world;
  const denied = modules.flatMap(([module, names]) =>
    names.filter((name) => moduleHas(module, name) === false).map((name) => `${module}.${name}`),
  );
  assert.deepEqual(denied, []);
  const invented = modules
    .map(([module]) => module)
    .filter((module) => !/\.\d/.test(module) && moduleHas(module, 'no_such_name') !== false);
  assert.ok(modules.length > 500 && invented.length < 20, `of ${modules.length}: ${invented.join(' ')}`);
});

const baseInitial = `from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Page",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField()),
                ("title", models.CharField(max_length=10)),
            ],
            options={"ordering": ["slug"]},
        ),
    ]
`;

const pageFiles = (head: string): Record<string, string> => ({
  ...settings(),
  'core/__init__.py': '',
  'core/models.py': `from django.db import models\n${head}\n\n\nclass Page(Base):\n    title = models.CharField(max_length=20)\n    extra = models.TextField()\n`,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': baseInitial,
});

test('a name that a module of the project does not have is a problem with its line, in settings and in models', (context) => {
  const root = writeProject(context, {
    ...files,
    'proj/settings.py': `${settings()['proj/settings.py']}\nfrom .shared import KNOWN, NOT_THERE\nfrom . import shared\nLIMIT = shared.LOST\n`,
    'proj/shared.py': 'KNOWN = 1\n',
    'core/models.py':
      'from django.db import models\nfrom core import helpers\nfrom core.helpers import Base, Absent as Other\nimport core.helpers as h\nclass Book(Base):\n    size = models.IntegerField(default=h.LOST)\n    kept = models.IntegerField(default=getattr(h, "LOST", 3))\n    if hasattr(helpers, "GONE"):\n        gone = models.TextField()\n    try:\n        old = helpers.Old()\n    except AttributeError:\n        new = models.TextField()\nmade = helpers.make()\n',
    'core/helpers.py':
      'from django.db import models\nclass Base(models.Model):\n    class Meta:\n        abstract = True\n',
  });
  const { project, models } = readAll(root);
  assert.deepEqual(
    project.problems.map(({ file, line, message }) => [`${file}:${line}`, message]),
    [
      ['proj/settings.py:8', 'There is no NOT_THERE in proj.shared.'],
      ['proj/settings.py:10', 'There is no LOST in proj.shared.'],
      ['core/models.py:3', 'There is no Absent in core.helpers.'],
      ['core/models.py:6', 'There is no LOST in core.helpers.'],
      ['core/models.py:14', 'There is no make in core.helpers.'],
    ],
  );
  const [book] = models.filter(({ name }) => name === 'Book');
  assert.deepEqual(
    book?.fields.map(({ name, keywords }) => [name, keywords.get('default')]),
    [
      ['id', undefined],
      ['kept', 3],
      ['new', undefined],
    ],
  );
});

test('a name that code makes, that another module brings or that may be compiled is not said to be missing', (context) => {
  const modules = {
    'made.py': 'for word in ["Absent"]:\n    globals()[word] = 1\n',
    'asked.py': 'def __getattr__(name):\n    return 1\n',
    'starred.py': 'from nowhere_at_all import *\n',
    'named.py': 'for Absent in range(3):\n    pass\n',
    'package/__init__.py': '',
    'package/Absent.cpython-311-x86_64-linux-gnu.so': '',
    'parts/__init__.py': '',
    'parts/Absent.py': '',
  };
  const names = ['made', 'asked', 'starred', 'named', 'package', 'parts'];
  const given =
    'from core import given, filled\ngiven.Absent = 1\nfor word in input():\n    setattr(filled, word, 1)\n';
  const root = writeProject(context, {
    ...files,
    ...Object.fromEntries(Object.entries(modules).map(([path, text]) => [`core/${path}`, text])),
    'core/given.py': '',
    'core/filled.py': '',
    'core/gives.py': given,
    'core/late.py': 'from core import early\nx = early.Absent\n',
    'core/early.py': 'from core import late\nAbsent = 1\n',
    'core/models.py': [
      ...names.map((name) => `from core.${name} import Absent as ${name}_absent\n`),
      'import core.package.Absent\nfrom core.package.Absent import Other\nimport core.gives, core.early, core.given, core.filled\n',
      ...names.map((name) => `${name}_asked = core.${name}.Absent\n`),
      'given = [core.given.Absent, core.filled.Absent, core.early.Absent]\n',
    ].join(''),
  });
  const said = readAll(root).project.problems.map(({ message }) => message);
  assert.deepEqual(
    said.filter((message) => message.includes('Absent')),
    [],
  );
});

test('what a base from packages that are not at hand may bring along is not taken for removed, and what the model says is told', (context) => {
  const root = writeProject(context, pageFiles('from pages.models import BaseModel as Base'));
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(
    detail.apps.find(({ label }) => label === 'core')?.unmade.map(({ description }) => description),
    ['Add field extra to page', 'Alter field title on page'],
  );
  assert.match(detail.problems.map(({ message }) => message).join(), /2 comparisons .* in core could not be decided/);
});

for (const [what, head, problem, base] of [
  [
    'a package that is not installed',
    'from nobody_has_this.models import Base',
    'There is no module named nobody_has_this.models.',
    'its base nobody_has_this.models.Base',
  ],
  [
    'a name that Django does not have',
    'from django.contrib.auth.models import Base',
    'There is no Base in django.contrib.auth.models.',
    'a base of it',
  ],
] as const)
  test(`what a base from ${what} may bring along is not taken for removed`, (context) => {
    const root = writeProject(context, pageFiles(head));
    const { project, models } = readAll(root);
    assert.deepEqual(
      project.problems.map(({ line, message }) => [line, message]),
      [
        [2, problem],
        [5, `core.models.Page is taken for a model, but ${base} could not be read: inherited fields are missing.`],
      ],
    );
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
  });

for (const [how, head, field] of [
  ['by its name', 'from nobody_has_this.fields import PictureField', 'PictureField'],
  ['by another name', 'from nobody_has_this.fields import PictureField as Picture', 'Picture'],
  ['by its module', 'import nobody_has_this.fields', 'nobody_has_this.fields.PictureField'],
] as const)
  test(`a field of a package that is not installed is shown beside the import that fails, imported ${how}`, (context) => {
    const text = `from django.db import models\n${head}\n\n\nclass Page(models.Model):\n    cover = ${field}("cover")\n`;
    const { project, models } = readAll(
      writeProject(context, { ...settings(), 'core/__init__.py': '', 'core/models.py': text }),
    );
    assert.deepEqual(
      project.problems.map(({ line, message }) => [line, message]),
      [[2, 'There is no module named nobody_has_this.fields.']],
    );
    const page = models.find(({ name }) => name === 'Page');
    assert.deepEqual(
      page?.fields.map(({ name }) => name),
      ['id', 'cover'],
    );
  });

test('classes of Django that a module of the project passes on, one by one or all at once, are those of Django', (context) => {
  agrees(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/fields/__init__.py': 'from .base import *\n',
    'core/fields/base.py': 'from django.db.models import *\n',
    'core/models.py': `from core import fields
from core.fields import Model as Base, SlugField


class First(fields.Model):
    slug = SlugField()
    made = fields.DateTimeField(auto_now=True)
    owner = fields.ForeignKey("self", fields.SET_NULL, null=True)


class Second(Base):
    first = fields.OneToOneField(First, fields.CASCADE)
`,
  });
});
