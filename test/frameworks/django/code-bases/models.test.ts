/** Models in the ways of well-known code bases, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../agreement.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

/** The first migration of `core`, with a model of these fields. */
const initial = (name: string, fields: string, more = ''): Record<string, string> => ({
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': `from django.db import migrations, models
${more}
class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.CreateModel("${name}", [${id}, ${fields}])]
`,
});

test('a model that is made only where no other of its name is registered yet (django-oscar)', (context) => {
  const made = agrees(context, {
    ...settings('', ['forked']),
    'loading.py': `
from django.apps import apps
def is_model_registered(app_label, model_name):
    try:
        apps.get_registered_model(app_label, model_name)
    except LookupError:
        return False
    else:
        return True
`,
    'core/abstract_models.py': `
from django.db import models
class AbstractPartner(models.Model):
    code = models.SlugField()
    class Meta:
        abstract = True
        app_label = "core"
class AbstractStock(models.Model):
    partner = models.ForeignKey("core.Partner", models.CASCADE)
    class Meta:
        abstract = True
        app_label = "core"
`,
    'core/models.py': `
from core.abstract_models import *
from loading import is_model_registered
__all__ = []
if not is_model_registered("core", "Partner"):
    class Partner(AbstractPartner):
        plain = models.BooleanField(default=True)
    __all__.append("Partner")
if not is_model_registered("core", "Stock"):
    class Stock(AbstractStock):
        pass
`,
    'forked/__init__.py': '',
    'forked/models.py': `
from django.db import models
from core.abstract_models import AbstractPartner
class Partner(AbstractPartner):
    vip = models.BooleanField(default=False)
from core.models import *
`,
  });
  assert.deepEqual(
    made.map((model) => [model.id, model.localFields.map(({ name }) => name).join(' ')]).filter(([, names]) => names),
    [
      ['core.AbstractPartner', 'code'],
      ['core.AbstractStock', 'partner'],
      ['core.Partner', 'id code vip'],
      ['core.Stock', 'id partner'],
    ],
  );
});

test('a primary key that is written as if Django had made it comes before inherited fields (Zulip)', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
class AbstractMessage(models.Model):
    subject = models.CharField(max_length=60)
    class Meta:
        abstract = True
class Message(AbstractMessage):
    id = models.AutoField(auto_created=True, primary_key=True, verbose_name="ID")
    text = models.TextField()
`,
  });
});

test('choices that a class of its own gives by its metaclass (NetBox)', (context) => {
  const files = {
    ...settings(),
    'choices.py': `
class ChoiceSetMeta(type):
    def __new__(mcs, name, bases, attrs):
        attrs["_choices"] = []
        for choice in attrs.get("CHOICES", []):
            attrs["_choices"].append((choice[0], choice[1]))
        return super().__new__(mcs, name, bases, attrs)
    def __call__(cls, *args, **kwargs):
        return getattr(cls, "_choices", ())
    def __iter__(cls):
        return iter(getattr(cls, "_choices", ()))
class ChoiceSet(metaclass=ChoiceSetMeta):
    CHOICES = list()
class Status(ChoiceSet):
    PLANNED = "planned"
    CHOICES = [(PLANNED, "Planned", "cyan"), ("active", "Active", "green")]
`,
    ...initial(
      'Site',
      '("status", models.CharField(choices=[("planned", "Planned"), ("active", "Active")], max_length=9))',
    ),
  };
  const site = (more: string): string => `
from choices import Status
from django.db import models
class Site(models.Model):
    status = models.CharField(max_length=9, choices=Status${more})
`;
  agrees(context, { ...files, 'core/models.py': site('') });
  agrees(context, { ...files, 'core/models.py': site('.CHOICES') });
});

test('members of a plain enumeration, of one that is mixed with texts, and second names for a value', (context) => {
  const files = {
    ...settings(),
    'core/enums.py': `
import enum
class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"
class Text(str, enum.Enum):
    A = "a"
class Number(enum.IntEnum):
    ONE = 1
    FIRST = ONE
    TWO = 2
    @classmethod
    def pairs(cls):
        return tuple((member.value, LABELS[member]) for name, member in cls.__members__.items() if name == member.name)
LABELS = {Number.ONE: "one", Number.TWO: "two"}
KINDS = tuple((i.value, i.name.lower()) for i in [Level.LOW, Level.HIGH])
`,
    ...initial(
      'Thing',
      `("level", models.CharField(default=core.enums.Level["LOW"], max_length=9)),
       ("text", models.CharField(default=core.enums.Text["A"], max_length=9)),
       ("number", models.IntegerField(choices=[(1, "one"), (2, "two")], default=core.enums.Number["ONE"])),
       ("all", models.IntegerField(choices=[(1, "ONE"), (2, "TWO")])),
       ("kind", models.CharField(choices=[("low", "low"), ("high", "high")], max_length=9))`,
      'import core.enums',
    ),
  };
  const thing = (level: string): string => `
from core.enums import KINDS, Level, Number, Text
from django.db import models
class Thing(models.Model):
    level = models.CharField(max_length=9, default=${level})
    text = models.CharField(max_length=9, default=Text.A)
    number = models.IntegerField(default=Number.FIRST, choices=Number.pairs())
    all = models.IntegerField(choices=[(n.value, n.name) for n in Number])
    kind = models.CharField(max_length=9, choices=KINDS)
`;
  // Each way to write the default is told apart as Django does it: a member is no text.
  for (const level of ['Level.LOW', 'Level.HIGH', '"low"', 'Level.LOW.value'])
    agrees(context, { ...files, 'core/models.py': thing(level) });
});

test('a comprehension in a class sees the names of the class in what it goes over first', (context) => {
  agrees(context, {
    ...settings(),
    ...initial('Realm', '("kind", models.IntegerField(choices=[(0, "None"), (10, "Business")], default=0))'),
    'core/models.py': `
from typing import Any, Dict
from django.db import models
class Realm(models.Model):
    KINDS: Dict[str, Dict[str, Any]] = {"none": {"name": "None", "id": 0}, "business": {"name": "Business", "id": 10}}
    kind = models.IntegerField(default=KINDS["none"]["id"], choices=[(t["id"], t["name"]) for t in KINDS.values()])
`,
  });
});

test('an instance that is called, and flags of a regular expression', (context) => {
  agrees(context, {
    ...settings(),
    ...initial(
      'Thing',
      '("name", models.CharField(max_length=30, validators=[django.core.validators.RegexValidator("^a", flags=re.RegexFlag["IGNORECASE"])]))',
      'import django.core.validators\nimport re',
    ),
    'core/models.py': `
import re
from django.core.validators import RegexValidator
from django.db import models
class Times:
    def __init__(self, factor):
        self.factor = factor
    def __call__(self, value):
        return value * self.factor
triple = Times(3)
class Thing(models.Model):
    name = models.CharField(max_length=triple(10), validators=[RegexValidator("^a", flags=re.IGNORECASE)])
`,
  });
});

test('something that puts itself among the fields of a model is one, without a column (django-bitfield)', (context) => {
  agrees(context, {
    ...settings(),
    'core/fields.py': `
class Together:
    is_relation = False
    many_to_many = False
    concrete = False
    def __init__(self, fields):
        self.fields = fields
    def contribute_to_class(self, cls, name):
        self.name = name
        self.model = cls
        cls._meta.private_fields.append(self)
        setattr(cls, name, self)
`,
    'core/models.py': `
from django.db import models
from core.fields import Together
class Note(models.Model):
    title = models.CharField(max_length=9)
    both = Together(("title", "id"))
class Longer(Note):
    pass
`,
    ...initial('Note', '("title", models.CharField(max_length=9))'),
  });
});

test('choices are made of named tuples and dataclasses, and an order or arguments that nobody knows are no change', (context) => {
  agrees(context, {
    ...settings(),
    'core/kinds.py': `
import locale
import os
from dataclasses import dataclass
from typing import NamedTuple
class Money(NamedTuple):
    code: str
    label: str = "none"
@dataclass(frozen=True)
class Kind:
    key: str
    title: str = "none"
MONEY = [Money("EUR", "Euro"), Money(code="USD")]
KINDS = (Kind("a", "Anna"), Kind("b"))
NAMES = sorted(["b", "a"], key=lambda name: os.environ.get("NOBODY", "") + locale.strxfrm(name))
REST = [int(text) for text in os.popen("echo 3").read().split()]
`,
    'core/models.py': `
from django.db import models
from core.kinds import KINDS, MONEY, NAMES, REST
def limit(size=9, *more):
    return size
class Tag(models.Model):
    pass
class Note(models.Model):
    money = models.CharField(max_length=9, choices=[(one.code, one.label) for one in MONEY])
    pairs = models.CharField(max_length=9, choices=MONEY)
    kind = models.CharField(max_length=9, choices=[(kind.key, kind.title) for kind in KINDS], default=KINDS[1].key)
    name = models.CharField(max_length=9, choices=[(name, name) for name in NAMES])
    size = models.CharField(max_length=limit(*REST))
    tags = models.ManyToManyField(Tag)
class NoteTag(Note.tags.through):
    class Meta:
        proxy = True
`,
    ...initial(
      'Note',
      `("money", models.CharField(max_length=9, choices=[("EUR", "Euro"), ("USD", "none")])),
    ("pairs", models.CharField(max_length=9, choices=[("EUR", "Euro"), ("USD", "gone")])),
    ("kind", models.CharField(max_length=9, choices=[("a", "Anna"), ("b", "none")], default="b")),
    ("name", models.CharField(max_length=9, choices=[("a", "a"), ("b", "b")])),
    ("size", models.CharField(max_length=3))`,
    ),
  });
});

test('names that Django has for values of its own stand for these', (context) => {
  const made = agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
from django.db.models.constants import LOOKUP_SEP
from django.db.models.fields import BLANK_CHOICE_DASH
from django.db.models.fields.related import RECURSIVE_RELATIONSHIP_CONSTANT
class Note(models.Model):
    kind = models.CharField(max_length=9, choices=BLANK_CHOICE_DASH + [("a", "A")])
    above = models.ForeignKey(RECURSIVE_RELATIONSHIP_CONSTANT, models.CASCADE, null=True)
    class Meta:
        ordering = [LOOKUP_SEP.join(["above", "kind"])]
`,
    ...firstMigration([
      '"kind", models.CharField(max_length=9, choices=[("", "---------"), ("a", "A")])',
      '"above", models.ForeignKey("core.Note", models.CASCADE, null=True)',
    ]),
  });
  assert.deepEqual(
    made.map(({ ordering }) => ordering),
    [['above__kind']],
  );
});
