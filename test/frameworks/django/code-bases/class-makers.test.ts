/** What metaclasses do to the models and choices that are made by them, as packages and projects of today do it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const branches = `from django.db import models
from django.db.backends.utils import truncate_name
from django.db.migrations.serializer import BaseSerializer, serializer_factory
from django.db.migrations.writer import MigrationWriter


class Guard:
    def __init__(self, action):
        self.action = action

    def __call__(self, collector, field, objects, using):
        self.action(collector, field, objects, using)


class GuardSerializer(BaseSerializer):
    def serialize(self):
        return serializer_factory(self.value.action).serialize()


MigrationWriter.register_serializer(Guard, GuardSerializer)


class BranchBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if made._meta.abstract:
            return made
        for field in made._meta.local_fields:
            if field.remote_field and not isinstance(field.remote_field.on_delete, Guard):
                field.remote_field.on_delete = Guard(field.remote_field.on_delete)
        keys = ("root", "left")
        for index in made._meta.indexes:
            if tuple(index.fields) == keys:
                break
        else:
            made._meta.indexes.append(
                models.Index(
                    fields=keys,
                    name=truncate_name(
                        f"{made._meta.app_label}_{made._meta.model_name}_root_left_idx", models.Index.max_name_length
                    ),
                )
            )
        return made


class Branch(models.Model, metaclass=BranchBase):
    root = models.IntegerField()
    left = models.IntegerField()

    class Meta:
        abstract = True
`;

const models = `from django.db import models
from branches.models import Branch


class Place(Branch):
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
    keeper = models.ForeignKey("auth.User", null=True, on_delete=models.SET_NULL)


class PlaceWithAVeryLongNameIndeed(Branch):
    place = models.OneToOneField(Place, models.PROTECT)
    other = models.ForeignKey(Place, models.SET(1), related_name="+")


class Indexed(Branch):
    class Meta:
        indexes = [models.Index(fields=["root", "left"], name="own_idx")]
`;

test('an index that a metaclass adds under a cut name, and what it puts around on_delete, are those of the real Django', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/branches/__init__.py': '',
    'site-packages/branches/models.py': branches,
    'core/models.py': models,
  });
});

const keyed = `from django.db import models


class KeyedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        fields = {key: value for key, value in attrs.items() if isinstance(value, models.Field)}
        keys = {key: value for key, value in fields.items() if value.primary_key}
        empty = [key for key, value in fields.items() if value.null]
        if fields and not keys:
            attrs["code"] = models.CharField(max_length=9, primary_key=True)
        for key in empty:
            attrs[key + "_note"] = models.TextField(default="")
        return super().__new__(meta, name, bases, attrs, **kwargs)


class Keyed(models.Model, metaclass=KeyedBase):
    class Meta:
        abstract = True
`;

const keyedModels = `from django.db import models
from keyed import Keyed


class Plain(Keyed):
    size = models.IntegerField()
    owner = models.ForeignKey("auth.User", models.CASCADE, null=True)


class Own(Keyed):
    number = models.IntegerField(primary_key=True)
`;

test('what a metaclass asks fields for that they were not given is what Django gives them', (context) => {
  agrees(context, { ...settings(), 'site-packages/keyed.py': keyed, 'core/models.py': keyedModels });
});

const numbered = `from django.db import models
from django.db.models.options import Options


class NumberedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        attrs["number"] = meta.make_number(attrs)
        return super().__new__(meta, name, bases, attrs, **kwargs)

    @classmethod
    def make_number(meta, attrs):
        key_class = Options(attrs.get("Meta"), None)._get_default_pk_class()
        return key_class(verbose_name="No.", primary_key=True)


class Numbered(models.Model, metaclass=NumberedBase):
    class Meta:
        abstract = True
`;

test('a key that a metaclass makes of the class which Django would take is there', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/numbered.py': numbered,
    'core/models.py': `from django.db import models
from numbered import Numbered
class Paper(Numbered):
    title = models.TextField()
    objects = models.Manager.from_queryset(models.QuerySet)()
`,
  });
});

test('a field of a class that only the running code can tell is not told as removed', (context) => {
  const model = (field: string): string => `from django.db import models
import core.picked
class Note(models.Model):
    title = models.TextField()
${field}`;
  const picked = `from django.db import models
def pick():
    return {field.__name__: field for field in models.Field.__subclasses__()}["IntegerField"]
def make():
    return pick()()
`;
  for (const field of ['    size = core.picked.pick()()\n', '    size = core.picked.make()\n']) {
    const root = writeProject(context, {
      ...settings(),
      ...firstMigration(['"title", models.TextField()', '"size", models.IntegerField()']),
      'core/__init__.py': '',
      'core/picked.py': picked,
      'core/models.py': model(field),
    });
    const { project, models } = readAll(root);
    const { apps, problems } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
    assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['change_unclear'],
    );
  }
});

/** Ways to a list of choices that is `[("s", "Small"), ("l", "Large")]`. */
const choices: Readonly<Record<string, string>> = {
  'a property of the metaclass': `
class ChoicesBase(type):
    @property
    def choices(cls):
        return [(value, name.title()) for name, value in vars(cls).items() if not name.startswith("_")]
class Kinds(metaclass=ChoicesBase):
    SMALL = "s"
    LARGE = "l"
`,
  'what the metaclass goes through': `
class ChoicesBase(type):
    def __init__(cls, name, bases, attrs):
        super().__init__(name, bases, attrs)
        cls._entries = [(value, key) for key, value in attrs.items() if key.isupper()]
    def __iter__(cls):
        for value, key in cls._entries:
            yield value, key.title()
    @property
    def choices(cls):
        return list(cls)
class Kinds(metaclass=ChoicesBase):
    SMALL = "s"
    LARGE = "l"
`,
  'a property of the class, as Django has it': `
from django.utils.functional import classproperty
class Kinds:
    SMALL = "s"
    LARGE = "l"
    @classproperty
    def choices(cls):
        return [(value, name.title()) for name, value in vars(cls).items() if name.isupper()]
`,
  'a property of the class, as people write it': `
class classproperty:
    def __init__(self, function):
        self.function = function
    def __get__(self, instance, owner):
        return self.function(owner)
class Kinds:
    SMALL = "s"
    LARGE = "l"
    @classproperty
    def choices(cls):
        return [(value, name.title()) for name, value in vars(cls).items() if name.isupper()]
`,
  'classes that list themselves as they are made': `
class Plugin:
    known = []
    def __init_subclass__(cls, key="", **kwargs):
        super().__init_subclass__(**kwargs)
        cls.key = key or cls.__name__[0].lower()
        Plugin.known.append((cls.key, cls.__name__))
class Small(Plugin):
    pass
class Large(Plugin, key="l"):
    pass
class Kinds:
    choices = Plugin.known
`,
  'models that list themselves as they are made': `
class Listed(models.Model):
    known = []
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.no_field = models.IntegerField()
        Listed.known.append((cls.key, cls.__name__))
    class Meta:
        abstract = True
class Small(Listed):
    key = "s"
    class Meta:
        managed = False
class Large(Listed):
    key = "l"
    class Meta:
        managed = False
class Kinds:
    choices = Listed.known
`,
  'names that the metaclass answers for': `
class Answers(type):
    texts = {"SMALL": "Small", "choices": [("s", "Small")]}
    def __getattr__(cls, name):
        try:
            return cls.texts[name]
        except KeyError:
            raise AttributeError(name)
class Words(metaclass=Answers):
    LARGE = "Large"
class Kinds:
    choices = [("s", Words.SMALL), ("l", getattr(Words, "LARGE"))]
`,
  'a call of the class, which its metaclass answers (NetBox)': `
class ChoicesBase(type):
    def __new__(mcs, name, bases, attrs):
        attrs["_choices"] = [choice[:2] for choice in attrs["CHOICES"]]
        return super().__new__(mcs, name, bases, attrs)
    def __call__(cls, *args, **kwargs):
        return getattr(cls, "_choices", ())
class Sizes(metaclass=ChoicesBase):
    CHOICES = [("s", "Small", "red"), ("l", "Large", "blue")]
class Kinds:
    choices = Sizes()
`,
  'members that their class makes': `
import enum
class Size(enum.Enum):
    SMALL = ("s", "Small")
    LARGE = ("l", "Large")
    def __new__(cls, value, label):
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        return member
class Kinds:
    choices = [(member.value, member.label) for member in Size]
`,
  'members that count themselves': `
import enum
class Size(enum.Enum):
    SMALL = ()
    LARGE = ()
    def __new__(cls):
        member = object.__new__(cls)
        member._value_ = len(cls.__members__)
        return member
class Kinds:
    choices = [("sl"[member.value], member.name.title()) for member in Size]
`,
};

for (const [way, text] of Object.entries(choices))
  test(`choices by ${way} are those of the real Django`, (context) => {
    const files = {
      ...settings(),
      'core/models.py': `from django.db import models
${text}
class Note(models.Model):
    kind = models.CharField(max_length=1, choices=Kinds.choices)
`,
    };
    for (const label of ['Large', 'Big'])
      agrees(context, {
        ...files,
        ...firstMigration([`"kind", models.CharField(max_length=1, choices=[("s", "Small"), ("l", "${label}")])`]),
      });
  });

test('choices whose order only the running code can tell make no change', (context) => {
  const root = writeProject(context, {
    ...settings(),
    ...firstMigration(['"kind", models.CharField(max_length=1, choices=[("s", "Small"), ("l", "Large")])']),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
import itertools
class Item:
    counter = itertools.count()
    def __init__(self, value, label):
        self.order = next(Item.counter)
        self.value, self.label = value, label
items = [Item("l", "Large"), Item("s", "Small")]
class Note(models.Model):
    kind = models.CharField(max_length=1, choices=[(i.value, i.label) for i in sorted(items, key=lambda i: -i.order)])
`,
  });
  const { project, models } = readAll(root);
  const { apps } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
});
