/** An app of random projects whose models lean on code: enumerations, records, decorators that look at fields, changes after the fact. */
import type { AppTemplate } from './parts.ts';

export const coded: AppTemplate = {
  'kinds.py': `import contextlib
import functools
import itertools
import operator
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum, unique

from django.db import models

Spec = namedtuple("Spec", «"name size"¦["name", "size"]»)
SPECS = [Spec("short", «3¦4»), Spec(name="long", size=«30¦40»)]


@unique
class Color(Enum):
    RED = "«red¦r»"
    BLUE = "blue"

    @classmethod
    def choices(cls):
        return [(item.value, item.name.«title¦lower»()) for item in cls]

    @classmethod
    def longest(cls):
        return max(len(item.value) for item in cls)


class Rank(IntEnum):
    LOW = 1
    HIGH = «2¦3»


@dataclass
class Limits:
    low: int = «0¦1»
    high: int = 9
    words: list = field(default_factory=list)


LIMITS = Limits(«¦high=8¦low=2»)
OPTIONS = {"null": True} | {"blank": «True¦False»}
ROWS = OrderedDict([("a", 1), ("b", «2¦3»)])
FLAT = list(itertools.chain(["x"], [«"y"¦"z"»]))
PAIRS = sorted(ROWS.items(), key=operator.itemgetter(«0¦1»), reverse=«True¦False»)
FIRST = next(iter(ROWS))
TOTAL = functools.reduce(operator.add, ROWS.values(), «0¦1»)
with contextlib.suppress(KeyError):
    MISSING = ROWS["«a¦nope»"]
for _key, _value in ROWS.items():
    if _value > «1¦5»:
        PICKED = _key
        break
else:
    PICKED = "none"
_left = [3, 2, 1]
while _left:
    if _left.pop() == «2¦9»:
        FOUND = True
        break
else:
    FOUND = False


class Tags(str):
    pass


def nullable(cls):
    for name, item in list(vars(cls).items()):
        if isinstance(item, models.«CharField¦Field»):
            item.help_text = "«seen¦found»"
    return cls


def checked(*names, limit=«5¦6»):
    return [models.CheckConstraint(check=models.Q(**{name + "__«lt¦lte»": 50}), name="@label@_%s_ck" % name) for name in names]


class Register(type(models.Model)):
    known = {}

    def __new__(mcs, name, bases, attrs, **kwargs):
        made = super().__new__(mcs, name, bases, attrs, **kwargs)
        if not made._meta.abstract:
            mcs.known[name] = made
            «pass¦if not hasattr(bases[0], "mark"):
                made.add_to_class("mark", models.CharField(max_length=3, default=name.lower()[:3]))¦models.IntegerField(default=0).contribute_to_class(made, "made_" + name.lower())»
        return made


class Told(models.Model):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.told = «"yes"¦models.CharField(max_length=3)»

    class Meta:
        abstract = True
        default_related_name = "%(app_label)s_%(model_name)s_«all¦every»"
`,
  'models.py': `from django.contrib.auth.models import Group, User
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Upper

from . import kinds
from .kinds import LIMITS, OPTIONS, Color, Rank, Spec, Told, nullable


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)


class MetaMixin:
    «ordering = ["-id"]¦verbose_name = "mixed"»
    get_latest_by = "id"


«¦@nullable
»class Thing(Told):
    STATES = («("n", "New"), ("o", "Old")¦("n", "new"), ("p", "Past")»)
    state = models.CharField(max_length=1, choices=STATES, default=STATES[«0¦1»][0])
    color = models.CharField(max_length=«Color.longest()¦9», choices=Color.choices(), default=Color.«RED¦BLUE».value)
    rank = models.IntegerField(choices=[(r.value, r.name) for r in Rank], default=Rank.«LOW¦HIGH»)
    low = models.IntegerField(default=LIMITS.low, **OPTIONS)
    high = models.IntegerField(default=«LIMITS.high¦kinds.TOTAL¦len(kinds.FLAT)»)
    first = models.CharField(max_length=9, default=«kinds.FIRST¦kinds.PICKED¦str(kinds.FOUND)¦"".join(kinds.FLAT)¦kinds.Tags("t")»)
    pairs = models.CharField(max_length=9, blank=True, choices=«kinds.PAIRS¦[(v, k) for k, v in kinds.PAIRS]¦list(enumerate(kinds.FLAT))»)
    peer = models.ForeignKey(Peer, null=True, on_delete=models.«SET_NULL¦CASCADE»«¦, related_name="%(class)s_things"»)
    for _spec in kinds.SPECS:
        locals()["text_" + _spec.name] = models.CharField(max_length=_spec.size, default="")
    del _spec

    class Meta(«MetaMixin¦MetaMixin, Told.Meta¦Told.Meta, MetaMixin»):
        abstract = False
        constraints = [*kinds.checked("low", "high"«¦, limit=3») ]«[:1]¦»
        indexes = [
            models.Index(Lower("first")«¦.desc()», "state", name="@label@_fs"),
            *[models.Index(fields=[name], name="@label@_%s_ix" % name) for name in («"low", "high"¦"low",»)],
            «¦models.Index(F("low") + «1¦2», name="@label@_sum"),¦models.Index(fields=["high"], name="@label@_part", condition=Q(high__gt=LIMITS.low) | ~Q(state="«n¦o»")),»
        ]


class Marked(models.Model, metaclass=kinds.Register):
    word = models.CharField(max_length=5)
«¦
    class Meta:
        unique_together = ("word", "«id¦pk»")
»

class MarkedChild(Marked):
    more = models.TextField(blank=True)


class Part(models.Model):
    thing = models.ForeignKey(Thing, on_delete=models.CASCADE, related_name="parts")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+"«¦, limit_choices_to={"name__startswith": "«a¦b»"}»)
    number = models.PositiveIntegerField(default=0)

    class Meta:
        unique_together = [["thing", "number"]]
        «default_related_name = "part_set_of"¦permissions = [("look", "Can «look¦see»")]¦base_manager_name = "objects"¦select_on_save = True»


class Bag(models.Model):
    things = models.ManyToManyField(Thing, through=«"Held"¦"@label@.Held"», through_fields=("bag", "thing"), related_name="«bags¦sacks»")
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="%(app_label)s_%(class)s«¦_x»")


class Held(models.Model):
    bag = models.ForeignKey(Bag, models.CASCADE)
    thing = models.ForeignKey(Thing, models.CASCADE)
    giver = models.ForeignKey(Thing, models.CASCADE, related_name="given", null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bag", "thing"], name="@label@_held"«¦, condition=Q(giver__isnull=«True¦False»)»)]


class GroupLook(Group):
    objects = models.Manager()

    class Meta:
        proxy = True
        «ordering = ["name"]¦verbose_name = "look"»


Thing._meta.get_field("first").«help_text = "late"¦max_length = 9¦blank = True»
«¦Peer.add_to_class("note", models.CharField(max_length=4, default="«a¦b»"))
»«¦for _model in (Part, Held):
    _model.add_to_class("seen_" + _model.__name__.lower(), models.BooleanField(default=False))
»«¦setattr(Bag, "label_of", property(lambda self: "x"))
»«¦ALIAS = Thing
ALIAS.add_to_class("by_alias", models.IntegerField(default=«0¦1»))
»`,
};
