/** Fields of classes of a project's own that become something else on the way into a model, held against the real Django. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { djangoVersion } from '../../../../django-python.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { tell } from '../../migrations/untold.ts';
import { readAll, sitePackages, writeProject } from '../../throwaway.ts';

const changing = `from django.db import models

class PerModel(models.CharField):
    def contribute_to_class(self, cls, name, private_only=False, **kwargs):
        self.db_column = cls.__name__.lower() + "_" + name
        if not cls._meta.abstract:
            self.null = True
        super().contribute_to_class(cls, name, private_only, **kwargs)

class Late(models.CharField):
    def contribute_to_class(self, cls, name, private_only=False, **kwargs):
        super().contribute_to_class(cls, name, private_only, **kwargs)
        self.db_column = "late"
        self.prepare()
    def prepare(self):
        setattr(self, "null", True)
        self._unique = True

class Twice(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.null = False
    def contribute_to_class(self, cls, name, private_only=False, **kwargs):
        self.null = True
        super().contribute_to_class(cls, name, private_only, **kwargs)

class Plain(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, max_length=3, **kwargs)

class Base(models.Model):
    title = PerModel(max_length=9)
    word = Late(max_length=9)
    class Meta:
        abstract = True

class Note(Base):
    twice = Twice(max_length=9)

class Other(Base):
    short = Plain()

Other._meta.get_field("short").null = True
`;

test('a field that its class changes while it becomes part of a model is shown as that leaves it', (context) => {
  const models = agrees(context, { ...settings(), 'core/models.py': changing });
  const shown = models.flatMap(({ name, abstract, fields }) =>
    abstract ? [] : fields.map((field) => [name, field.name, field.column, field.null, field.inheritedFrom]),
  );
  assert.deepEqual(
    shown.filter(([, field]) => field === 'title'),
    [
      ['Note', 'title', 'note_title', true, 'core.models.Base'],
      ['Other', 'title', 'other_title', true, 'core.models.Base'],
    ],
  );
});

test('what such a class sets is no change that has no migration', (context) => {
  // Since Django 4 what migrations hold does not go through the class any more: what it set stands in them.
  const isWritten = djangoVersion >= 4;
  agrees(context, {
    ...settings(),
    'core/models.py': changing.slice(0, changing.indexOf('class Other')),
    ...firstMigration(
      [
        `"title", core.models.PerModel(${isWritten ? 'db_column="note_title", null=True, ' : ''}max_length=9)`,
        `"word", core.models.Late(${isWritten ? 'db_column="late", null=True, unique=True, ' : ''}max_length=9)`,
        '"twice", core.models.Twice(max_length=9)',
      ],
      'import core.models',
    ),
  });
});

const makers = `from django.db import models

class Either(models.CharField):
    def __new__(cls, *args, is_long=False, **kwargs):
        if is_long:
            return models.TextField(*args, **kwargs)
        return super().__new__(cls)
    def __init__(self, *args, is_long=False, **kwargs):
        super().__init__(*args, **kwargs)

class Parent(models.CharField):
    def __new__(cls, *args, **kwargs):
        return super().__new__(Child)

class Child(Parent):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{**kwargs, "max_length": 5})

class Nullable(type(models.Field)):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.null = True
        return made

class Number(models.IntegerField, metaclass=Nullable):
    pass

class AsField(type):
    def __new__(mcs, name, bases, attrs):
        return models.IntegerField(**{key: value for key, value in attrs.items() if not key.startswith("__")})

class size(metaclass=AsField):
    null = True

class Note(models.Model):
    long = Either(is_long=True)
    short = Either(max_length=9)
    child = Parent()
    number = Number()
    size = size
`;

test('what the class of a field makes where it is called is the field: of another class, or changed by its metaclass', (context) => {
  const migration = firstMigration(
    [
      '"long", models.TextField()',
      '"short", core.models.Either(max_length=9)',
      '"child", core.models.Parent()',
      '"number", core.models.Number()',
      '"size", models.IntegerField(null=True)',
    ],
    'import core.models',
  );
  agrees(context, { ...settings(), 'core/models.py': makers, ...migration });
});

const stated = `
from django.db import models
class States:
    choices = [("new", "New"), ("done", "Done")]
    first = "new"
    sizes = {"new": 20}
class StateField(models.CharField):
    def __init__(self, graph, **kwargs):
        self.graph = graph
        kwargs["choices"] = graph.choices
        kwargs["default"] = graph.first
        kwargs.setdefault("max_length", graph.sizes["new"])
        super().__init__(**kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["graph"] = self.graph
        return name, path, args, kwargs
class Note(models.Model):
    state = StateField(States)
    other = StateField(States, null=True)
`;

test('a field that asks a class which it is given for its choices is compared as its migration is made today (takahe)', (context) => {
  const field = (more: string): string =>
    `core.models.StateField(choices=[("old", "Old")], default="old", graph=core.models.States${more})`;
  agrees(context, {
    ...settings(),
    'core/models.py': stated,
    ...firstMigration(
      [`"state", ${field(', max_length=20')}`, `"other", ${field(', max_length=20')}`],
      'import core.models\n',
    ),
  });
});

const zoned = `
import zoneinfo
from django.db import models
class ZoneField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", 63)
        kwargs["choices"] = [(zone, zone) for zone in sorted(zoneinfo.available_timezones())]
        super().__init__(*args, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if len(kwargs["choices"]) == len(zoneinfo.available_timezones()):
            del kwargs["choices"]
        if kwargs["max_length"] == 63:
            del kwargs["max_length"]
        return name, path, args, kwargs
class Note(models.Model):
    plain = ZoneField()
    named = ZoneField("zone", null=True, default="UTC")
`;

test('a field whose class nobody can follow is no change where its migration makes it with the same (django-timezone-field)', (context) => {
  const made = (plain: string): Record<string, string> => ({
    Note: `, ("plain", core.models.ZoneField(${plain})), ("named", core.models.ZoneField(default="UTC", null=True, verbose_name="zone"))`,
  });
  assert.equal(tell(context, zoned, made('')).open, 0);
  // What the class makes of another one is not known.
  assert.equal(tell(context, zoned, made('default="GMT"')).open, 1);
});

/** A package whose field looks for its choices where its model has them, once that is made. */
const statusPackage = {
  'site-packages/states/__init__.py': `import copy

class Kinds:
    def __init__(self, *kinds):
        self.pairs = []
        self.by_name = {}
        self._take(kinds)
    def _take(self, kinds):
        for kind in kinds:
            pair = kind if isinstance(kind, tuple) else (kind, kind)
            self.pairs.append(pair)
            self.by_name[pair[0]] = pair[1]
    def __iter__(self):
        return iter(self.pairs)
    def __len__(self):
        return len(self.pairs)
    def __getitem__(self, name):
        return self.by_name[name]
    def __add__(self, other):
        return Kinds(*(self.pairs + list(other)))
    def __deepcopy__(self, memo):
        return self.__class__(*copy.deepcopy(self.pairs, memo))
`,
  'site-packages/states/fields.py': `from django.db import models

class StateField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", 20)
        self.looks = not kwargs.pop("no_look", False)
        self.named = kwargs.pop("named", "STATES")
        super().__init__(*args, **kwargs)
    def prepare(self, sender, **kwargs):
        if not sender._meta.abstract and self.looks:
            self.choices = getattr(sender, self.named)
            if not self.has_default():
                self.default = tuple(getattr(sender, self.named))[0][0]
    def contribute_to_class(self, cls, name):
        models.signals.class_prepared.connect(self.prepare, sender=cls)
        self.choices = [(0, "dummy")]
        super().contribute_to_class(cls, name)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["no_look"] = True
        return name, path, args, kwargs

class Stated(models.Model):
    state = StateField()
    class Meta:
        abstract = True
`,
};

const statedModels = `from django.db import models
from states import Kinds
from states.fields import StateField, Stated

KINDS = Kinds("small", ("large", "Large"))
SHAPES = Kinds("round")

class Note(Stated):
    STATES = Kinds("draft", ("live", "Live"))
    MORE = KINDS + [("huge", "Huge")]
    KINDS = KINDS + [("none", "None")]
    ALL = SHAPES
    kind = StateField(named="KINDS", default="large")
    size = models.CharField(max_length=9, choices=KINDS)
    more = models.CharField(max_length=9, choices=MORE)
    shape = models.CharField(max_length=9, choices=ALL, default=ALL["round"])
    count = models.IntegerField(default=len(MORE))
`;

const statedMigration = (state: string, kinds: string): Record<string, string> =>
  firstMigration(
    [
      `"state", states.fields.StateField(choices=[${state}], default="draft", max_length=20, no_look=True)`,
      `"kind", states.fields.StateField(choices=[${kinds}], default="large", max_length=20, no_look=True)`,
      `"size", models.CharField(choices=[${kinds}], max_length=9)`,
      '"more", models.CharField(choices=[("small", "small"), ("large", "Large"), ("huge", "Huge")], max_length=9)',
      '"shape", models.CharField(choices=[("round", "round")], default="round", max_length=9)',
      '"count", models.IntegerField(default=3)',
    ],
    'import states.fields',
  );

test('choices that a field of a package takes from its model once that is made are held against the migrations', (context) => {
  const [states, kinds] = [
    '("draft", "draft"), ("live", "Live")',
    '("small", "small"), ("large", "Large"), ("none", "None")',
  ];
  const read = (state: string): string[] => {
    const files = { ...settings(), 'core/models.py': statedModels, ...statusPackage, ...statedMigration(state, kinds) };
    agrees(context, files);
    const root = writeProject(context, files);
    const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
    const { apps, problems } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
    return [
      ...apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
      ...problems.map(({ code }) => code),
    ];
  };
  // Up to 3.2 Django puts both sides into models once more, where neither of them looks for its choices.
  const isCompared = djangoVersion >= 4;
  assert.deepEqual(read(states), isCompared ? [] : ['change_unclear']);
  assert.deepEqual(read('("draft", "draft")'), isCompared ? ['Alter field state on note'] : ['change_unclear']);
});

test('a field whose class puts others in its place, and not itself, is none of the model', (context) => {
  agrees(context, {
    ...settings(),
    'core/fields.py': `from django.conf import settings
from django.db import models

class Translated(models.CharField):
    def contribute_to_class(self, cls, name, private_only=False):
        if cls._meta.abstract:
            super().contribute_to_class(cls, name, private_only)
            return
        for code in ("en", "de"):
            each = models.CharField(code, max_length=self.max_length, default="")
            each.contribute_to_class(cls, f"{name}_{code}")

class Suffixed(Translated):
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, "own_" + name, **kwargs)

class Never(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        setattr(cls, name, 3)

class Unbound(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        models.IntegerField.contribute_to_class(self, cls, name, **kwargs)

class Itself(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        self.set_attributes_from_name(name)
        self.model = cls
        cls._meta.add_field(self)

class Handed(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        place(self, cls, name, **kwargs)

def place(field, cls, name, **kwargs):
    super(Handed, field).contribute_to_class(cls, name, **kwargs)

class Indirect(models.IntegerField):
    def contribute_to_class(self, cls, name, **kwargs):
        put = super().contribute_to_class
        put(cls, name)
`,
    'core/models.py': `from django.db import models
from core import fields

class Base(models.Model):
    title = fields.Translated(max_length=9)
    class Meta:
        abstract = True

class Between(Base):
    class Meta:
        abstract = True

class Child(Between):
    word = fields.Translated(max_length=9)
    line = fields.Suffixed(max_length=9)
    count = fields.Never()

class Grandchild(Child):
    pass

class Others(models.Model):
    unbound = fields.Unbound()
    itself = fields.Itself()
    handed = fields.Handed()
    indirect = fields.Indirect()

Others.add_to_class("late", fields.Translated(max_length=2))
fields.Translated(max_length=3).contribute_to_class(Others, "later")
`,
  });
});
