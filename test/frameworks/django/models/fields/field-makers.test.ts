/** Fields that functions make of other fields, and of what nobody can tell, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { manage, plainSettings, readAll, sitePackages, writeProject } from '../../throwaway.ts';

/** Ways to a field `size`, which is an IntegerField with `null=True`. */
const ways: Readonly<Record<string, string>> = {
  'of what a field says of itself': `
def unlabelled(field):
    name, path, args, kwargs = field.deconstruct()
    kwargs.pop("verbose_name", None)
    return field.__class__(*args, **kwargs)
class Note(models.Model):
    size = unlabelled(models.IntegerField("Size", null=True))
`,
  'of a class made for the field (ralph)': `
class Quiet:
    ignored = ["help_text"]
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for key in self.ignored:
            kwargs.pop(key, None)
        return name, "django.db.models.IntegerField", args, kwargs
class Quietly:
    def __new__(cls, field, ignored=None):
        made = type(field.__class__.__name__, (Quiet, field.__class__), {"ignored": ignored or Quiet.ignored})
        _, _, args, kwargs = field.deconstruct()
        return made(*args, **kwargs)
class Note(models.Model):
    size = Quietly(models.IntegerField(null=True, help_text="x"))
`,
  'of the type of another': `
def again(field):
    return type(field)(**{"null": field.null})
class Note(models.Model):
    size = again(models.IntegerField(null=True))
`,
  'by clone()': `
class Base(models.Model):
    size = models.IntegerField(null=True)
    class Meta:
        abstract = True
class Note(models.Model):
    size = Base._meta.get_field("size").clone()
`,
};

for (const [way, text] of Object.entries(ways))
  test(`a field that is made ${way} is that of the real Django`, (context) => {
    for (const isNull of ['True', 'False'])
      agrees(context, {
        ...settings(),
        'core/models.py': `from django.db import models\n${text}`,
        ...firstMigration([`"size", models.IntegerField(null=${isNull})`]),
      });
  });

/** Ways to an IntegerField that is given `**options()`, which nobody can tell, beside what stands here for MORE. */
const open: Readonly<Record<string, string>> = {
  directly: 'size = models.IntegerField(MORE**options())',
  'by a function': 'size = number(MORE**options())',
  'by a function that names one': 'size = named(MORE**options())',
  'by a dict': 'size = models.IntegerField(**dict(MORE**options()))',
  'by a dict that is filled': 'size = models.IntegerField(**filled(MORE**options()))',
  'by a part of a call': 'size = functools.partial(models.IntegerField, MORE**options())()',
  'by a call of a part': 'size = functools.partial(models.IntegerField, MORE)(**options())',
  'by a method': 'size = Maker().make(MORE**options())',
};

test('a field of which not all arguments can be told is said to be open, and makes no change but by those that can', (context) => {
  const read = (way: string, more: string) => {
    const root = writeProject(context, {
      ...settings(),
      ...firstMigration(['"size", models.IntegerField(null=True, default=1)']),
      'core/__init__.py': '',
      'core/models.py': `from django.db import models
import functools, inspect
def options():
    return {part.name: True for part in inspect.signature(lambda null: 1).parameters.values()}
def number(**kwargs):
    return models.IntegerField(**kwargs)
def named(null=False, **kwargs):
    return models.IntegerField(null=null, **kwargs)
def filled(**kwargs):
    given = {}
    given.update(**kwargs)
    return given
class Maker:
    def make(self, *args, **kwargs):
        return models.IntegerField(*args, **kwargs)
class Note(models.Model):
    ${way.replace('MORE', more)}
`,
    });
    const { project, models } = readAll(root);
    const { apps } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
    const unmade = apps.find(({ label }) => label === 'core')?.unmade.map(({ description }) => description);
    return { unmade, said: project.problems.map(({ code }) => code) };
  };
  for (const [name, way] of Object.entries(open)) {
    assert.deepEqual(read(way, 'default=1, '), { unmade: [], said: ['field_arguments_unknown'] }, name);
    assert.deepEqual(read(way, 'default=2, ').unmade, ['Alter field size on note'], name);
  }
});

const paired = `from django.db import models
def name_of_unit(name, field=None):
    if field and getattr(field, "unit_field_name", None):
        return field.unit_field_name
    return name + "_unit"
class MeasureField(models.FloatField):
    def __init__(self, *args, unit_field_name=None, **kwargs):
        self.unit_field_name = unit_field_name
        super().__init__(*args, **kwargs)
    def contribute_to_class(self, cls, name):
        if not hasattr(self, "_unit"):
            self.add_unit(cls, name)
        super().contribute_to_class(cls, name)
    def add_unit(self, cls, name):
        unit = models.CharField(max_length=3)
        unit.creation_counter = self.creation_counter
        cls.add_to_class(name_of_unit(name, self), unit)
        self._unit = unit
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.unit_field_name:
            kwargs["unit_field_name"] = self.unit_field_name
        return name, path, args, kwargs
`;

test('a field that brings another under a name that it is given (django-money)', (context) => {
  const files = {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
from measures import MeasureField
class Note(models.Model):
    width = MeasureField(unit_field_name="inch")
    depth = MeasureField(null=True)
`,
    ...firstMigration(
      [
        '"width", measures.MeasureField(unit_field_name="inch")',
        '"inch", models.CharField(max_length=3)',
        '"depth", measures.MeasureField(null=True)',
        '"depth_unit", models.CharField(max_length=3)',
      ],
      'import measures',
    ),
  };
  agrees(context, { ...files, 'site-packages/measures.py': paired });

  // Without the package nobody knows what it does with the name.
  const { project, models } = readAll(writeProject(context, files), { sitePackages: [] });
  const { apps } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
});

test('fields that a field adds with its own counter stand behind it, or before, as they were added', (context) => {
  agrees(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
class Paired(models.FloatField):
    after = False
    def contribute_to_class(self, cls, name, **kwargs):
        if self.after:
            super().contribute_to_class(cls, name, **kwargs)
        for unit in ("a", "b"):
            field = models.CharField(max_length=3)
            field.creation_counter = self.creation_counter
            cls.add_to_class(name + "_" + unit, field)
        if not self.after:
            super().contribute_to_class(cls, name, **kwargs)
class Behind(Paired):
    after = True
class Note(models.Model):
    width = Paired()
    depth = Behind()
    height = models.IntegerField()
`,
  });
});

test('what a field class sets on itself behind Django, and fields that no text names', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.core.exceptions import FieldDoesNotExist
from django.db import models

class Quiet(models.CharField):
    def __init__(self, *args, **kwargs):
        self.max_length = 3
        super().__init__(*args, **kwargs)
        self.null = True
        self._unique = True

class Quieter(Quiet):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.null = False
        self.db_column = "told"

def has(model, name):
    try:
        return model._meta.get_field(name) is not None
    except FieldDoesNotExist:
        return False

class Note(models.Model):
    one = Quiet(max_length=5)
    two = Quieter(max_length=6)

class Child(Note):
    pass

for name in ("id", "pk", "one", "nothing"):
    if has(Note, name):
        Note.add_to_class("has_" + name, models.IntegerField(null=True))
if has(Child, "note_ptr"):
    Child.add_to_class("pointed", Note._meta.get_field("id").__class__())
`,
    ...firstMigration(
      [
        '"one", core.models.Quiet(max_length=5, null=True, unique=True)',
        '"two", core.models.Quieter(db_column="told", max_length=6, unique=True)',
        '"has_id", models.IntegerField(null=True)',
        '"has_one", models.IntegerField(null=True)',
      ],
      'import core.models\n',
    ),
  });
  const shown = models[0]?.fields.map(({ name, null: isNull, unique }) => [name, isNull, unique]);
  assert.deepEqual(shown?.slice(1, 3), [
    ['one', true, true],
    ['two', false, true],
  ]);
});

test('of two fields that contribute a third under one name the last is what the model has by it', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['django.contrib.contenttypes', 'core']),
    'core/__init__.py': '',
    'core/models.py': `from django.contrib.contenttypes.fields import GenericRelation
from django.db import models

class One(models.Model):
    pass

class Other(models.Model):
    pass

class Marks(models.TextField):
    def __init__(self, of, **kwargs):
        self.of = of
        super().__init__(**kwargs)

    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        GenericRelation(self.of).contribute_to_class(cls, "items")

class Thing(models.Model):
    first = Marks(One)
    second = Marks(Other)
`,
  });
  const thing = readAll(root, { sitePackages }).models.find(({ name }) => name === 'Thing');
  const items = thing?.fields.find(({ name }) => name === 'items');
  assert.equal(items?.relation?.target, 'core.Other');
});

test('a field class that asks whether it was given a class or an object is followed', (context) => {
  const [note] = agrees(context, {
    ...settings(),
    'core/models.py': `import inspect
from django.db import models

class Of(models.CharField):
    def __init__(self, of=models.TextField, **kwargs):
        kwargs.setdefault("max_length", 7 if isinstance(of, type) else 9)
        kwargs["null"] = inspect.isclass(of)
        super().__init__(**kwargs)

class Note(models.Model):
    usual = Of()
    by_class = Of(models.IntegerField)
    by_object = Of(models.IntegerField())
    by_function = Of(models.CASCADE)
    by_type = Of(str)
`,
  });
  assert.deepEqual(
    note?.fields.map(({ name, null: isNull }) => [name, isNull]),
    [
      ['id', false],
      ['usual', true],
      ['by_class', true],
      ['by_object', false],
      ['by_function', false],
      ['by_type', true],
    ],
  );
});
