/** Code that asks what Django has, in a clone without it: told where versions tell it, left open where they do not. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { isNameOfDjango, knownNames } from '../../../../src/frameworks/django/world/modules/known-django.ts';
import { askPython } from '../../../warm-python.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

type Clone = { compat: string; version?: string | null; requirements?: string; made?: string };

/** A model with a field of each name that `compat.py` gives a class. */
const readClone = (context: TestContext, { compat, version = '3.2', requirements, made = '' }: Clone) => {
  const names = [...compat.matchAll(/\b([A-Z]\w*Kind)\b/g)].map(([, name = '']) => name);
  const fields = [...new Set(names)].map((name) => `    ${name.toLowerCase()} = compat.${name}(null=True)\n`);
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n'),
    'core/__init__.py': '',
    'core/compat.py': compat,
    'core/models.py': `from django.db import models\nfrom . import compat\nclass Item(models.Model):\n${fields.join('')}    if compat.FLAG:\n        old = models.URLField(null=True)\n`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
class Migration(migrations.Migration):
    operations = [migrations.CreateModel("Item", [${id}${made}])]
`,
    ...(requirements === undefined ? {} : { 'requirements.txt': requirements }),
  });
  const { project, models } = readAll(root, { sitePackages: [], djangoVersion: version });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  return {
    fields: (models.find(({ name }) => name === 'Item')?.fields ?? []).map(
      (field) => `${field.name}:${field.classPath.split('.').at(-1)}`,
    ),
    unmade: detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
    unclear: detail.problems.filter(({ code }) => code === 'change_unclear').length,
    said: project.problems.filter(({ code }) => code === 'package_not_at_hand').length,
  };
};

const asked = `from django.db import models
try:
    from django.db.models import JSONField as JsonKind
except ImportError:
    from django.db.models import TextField as JsonKind
LongKind = getattr(models, "LongTextField", models.SlugField)
BigKind = models.PositiveBigIntegerField if hasattr(models, "PositiveBigIntegerField") else models.IntegerField
TinyKind = getattr(models, "TinyField", models.SmallIntegerField)
try:
    from django.core.urlresolvers import reverse
    FLAG = True
except ImportError:
    from django.urls import reverse
    FLAG = False
`;

test('what Django has is told by its version where it is not at hand', (context) => {
  assert.deepEqual(readClone(context, { compat: asked }).fields, [
    'id:BigAutoField',
    'jsonkind:JSONField',
    'longkind:SlugField',
    'bigkind:PositiveBigIntegerField',
    'tinykind:SmallIntegerField',
  ]);
  assert.deepEqual(readClone(context, { compat: asked, version: '1.11' }).fields, [
    'id:BigAutoField',
    'jsonkind:TextField',
    'longkind:SlugField',
    'bigkind:IntegerField',
    'tinykind:SmallIntegerField',
    'old:URLField',
  ]);
});

test('where the version is not known, or several fit that differ, what rests on it is neither told nor said to be removed', (context) => {
  const made =
    ', ("jsonkind", models.TextField(null=True)), ("bigkind", models.IntegerField(null=True)), ("old", models.URLField(null=True))';
  for (const requirements of ['', 'Django>=1.11\n']) {
    const found = readClone(context, { compat: asked, version: null, requirements, made });
    assert.deepEqual(
      found.fields.filter((field) => /^(?:json|big|old)/.test(field)),
      [],
      requirements,
    );
    assert.deepEqual(
      found.unmade.filter((change) => /json|big|old/.test(change)),
      [],
      requirements,
    );
    assert.equal(found.unclear, 1, requirements);
    assert.ok(found.said >= 2, requirements);
  }
});

test('a name that nobody here knows may be there as well as not', (context) => {
  const compat = `from django.db import models
try:
    from django.utils.strange import a_function
    FLAG = True
except ImportError:
    FLAG = False
OddKind = getattr(models.fields, "OddThing", models.SlugField)
`;
  const made = ', ("oddkind", models.CharField(max_length=3, null=True))';
  assert.deepEqual(readClone(context, { compat, made }), {
    fields: ['id:BigAutoField'],
    unmade: [],
    unclear: 1,
    said: 2,
  });
});

test('what the project puts into a module of Django is there', (context) => {
  const compat = `from django.db import models
class LoudField(models.CharField):
    pass
models.LoudField = LoudField
LoudKind = getattr(models, "LoudField", models.CharField)
FLAG = hasattr(models, "LoudField")
`;
  const { fields } = readClone(context, { compat });
  assert.deepEqual(fields, ['id:BigAutoField', 'loudkind:LoudField', 'old:URLField']);
});

test('a function that Django has moved is the same in both places', (context) => {
  const compat = `from django.db import models
try:
    from django.somewhere import translate
except ImportError:
    from django.elsewhere import translate
def TextKind(**given):
    return models.TextField(translate("a"), **given)
FLAG = False
`;
  const made = ', ("textkind", models.TextField(null=True, verbose_name="a"))';
  assert.deepEqual(readClone(context, { compat, made }).fields, ['id:BigAutoField', 'textkind:TextField']);
});

test('what is said of the names of Django holds for the one that is installed', () => {
  const program = `
import importlib, json, sys, django
from django.conf import settings
settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"])
django.setup()
def has(name):
    parent, _, last = name.rpartition(".")
    try:
        if parent and hasattr(importlib.import_module(parent), last):
            return True
    except ImportError:
        pass
    try:
        importlib.import_module(name)
        return True
    except ImportError:
        return False
names = json.load(sys.stdin)
print(json.dumps([django.VERSION[:2], {name: has(name) for name in names}]))
`;
  const input = JSON.stringify(knownNames());
  const [version, live] = JSON.parse(askPython(['-c', program], { input })) as [
    [number, number],
    Record<string, boolean>,
  ];
  for (const [name, isThere] of Object.entries(live))
    assert.equal(isNameOfDjango(name, { least: version }), isThere, name);
});
