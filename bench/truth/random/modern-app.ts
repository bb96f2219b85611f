/** An app of random projects with what Django 4.0 to 5.2 and Python 3.12 brought; only where the Django in use has all of it. */
import type { AppTemplate } from './parts.ts';

const head = `from __future__ import annotations

import datetime
import decimal
import enum
import functools
import uuid

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.indexes import BrinIndex, BTreeIndex, GinIndex, HashIndex, OpClass
from django.core.files.storage import FileSystemStorage, InMemoryStorage, default_storage, storages
from django.core.validators import DomainNameValidator, MinValueValidator, StepValueValidator
from django.db import models
from django.db.models import Case, Deferrable, Exists, ExpressionWrapper, F, Func, Q, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.fields.generated import GeneratedField as Generated
from django.db.models.functions import (
    MD5, Abs, Cast, Coalesce, Concat, Extract, ExtractYear, Greatest, JSONObject, Length, Lower, Mod, Now, Pi, Random,
    Round, SHA256, Substr, Trim, TruncDate, TruncMonth, Upper,
)
from django.db.models.lookups import Exact, GreaterThan, IsNull
from django.utils.choices import CallableChoiceIterator
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _
⟦Postgres=yes:from django.contrib.postgres.fields import ArrayField, DateRangeField, DateTimeRangeField, HStoreField, IntegerRangeField, RangeOperators
from django.contrib.postgres.search import SearchVectorField
⟧`;

const choices = `

class Status(models.TextChoices):
    DRAFT = "draft", _("«Draft¦Sketch»")
    DONE = "«done¦over»", _("Done")
«¦    LATE = enum.nonmember(3)
»«¦    __empty__ = _("(«none¦nothing»)")
»
    @property
    def short(self):
        return self.value[:1]


class Level(models.IntegerChoices):
    LOW = enum.auto(), "«low¦Low»"
    HIGH = enum.auto()
«¦    TOP = 9, "top"
»

class Paper(decimal.Decimal, models.Choices):
    A = "1.«0¦5»", "a"
    B = "2"


class Colour(enum.StrEnum):
    RED = enum.auto()
    BLUE = "«blue¦azure»"


GROUPS = {
    "Audio": {"vinyl": "«Vinyl¦Record»", "cd": "CD"},
    "unknown": "«Unknown¦Open»",
}


def get_choices():
    return [("a", "«A¦Ah»"), ("b", "B")]


def get_pairs():
    yield "a", "«A¦Ah»"


class Lazy:
    @staticmethod
    def choices():
        return {"x": "«X¦Ex»"}

    @classmethod
    def of_class(cls):
        return {"y": "Y"}


LATER = functools.partial(sorted, [("p", "P"), ("q", "«Q¦Kew»")])


def pick_storage():
    return «default_storage¦storages["«default¦other»"]¦FileSystemStorage("/srv/«a¦b»")»


class PickedStorage(FileSystemStorage):
    def __init__(self):
        super().__init__(location="/srv/«p¦q»")


def year_folder(instance, name):
    return f"{instance.pk}/{name}"
⟦Python312=yes:
type Pair = tuple[str, str]
type Boxed[T] = list[T]


def first_of[T](items: list[T]) -> T:
    return items[0]


class Owned[T](models.Model):
    owned_by: T
    owner_word = models.CharField(max_length=«10¦12», default=f"{"«a¦b»"}-{first_of(["x", "y"])}")

    class Meta:
        abstract = True


class Typed[T](models.Manager):
    use_in_migrations = «True¦False»
⟧⟦Python312=no:

class Owned(models.Model):
    owner_word = models.CharField(max_length=«10¦12»)

    class Meta:
        abstract = True


class Typed(models.Manager):
    use_in_migrations = «True¦False»
⟧`;

const choiceField = `«models.CharField(max_length=9, choices=§modernChoices§«¦, default=«Status.DRAFT¦Status.DRAFT.short¦"a"¦Colour.RED»¦, db_default=«"a"¦Status.DRAFT¦Value("a")¦Colour.BLUE»»)¦models.IntegerField(choices=«Level¦Level.choices¦{1: "one", 2: "«two¦Two»"}»«¦, default=Level.LOW¦, db_default=Level.«LOW¦HIGH»»)¦models.DecimalField(max_digits=4, decimal_places=«1¦2», choices=«Paper¦Paper.choices», null=True)»`;

const modernField = `«models.IntegerField(db_default=«0¦1¦2 ** 4¦-1¦Value(«3¦4»)¦Abs(-«5¦6»)¦F("num") + 1¦Length(Value("«abc¦ab»"))¦Case(When(num=1, then=Value(1)), default=Value(«2¦3»))¦Round(«1.5¦2.5»)¦Mod(«7¦8», 2)»«¦, default=«0¦7»¦, null=True»)¦models.FloatField(db_default=«Pi()¦1.«0¦5»¦Pi() * 2¦Pi() - 1¦Random()¦Func(Value(«1¦2»), function="ROUND", output_field=models.FloatField())»)¦models.CharField(max_length=«20¦30», db_default=«"a"¦"«x¦y»"¦Value("«a¦b»")¦Concat(Value("a"), Value("«b¦c»"))¦Lower(Value("«A¦B»"))¦Upper("«key¦other»")¦Cast(«1¦2», models.CharField(max_length=«5¦6»))¦Coalesce(Value(None), Value("z"))¦MD5(Value("«a¦b»"))¦Substr(Value("«abc¦abd»"), 1, 2)»)¦models.DateTimeField(db_default=«Now()¦Now() + datetime.timedelta(days=«1¦2»)¦datetime.datetime(2020, 1, «2¦3», tzinfo=datetime.timezone.utc)»«¦, null=True¦, editable=False»)¦models.DateField(db_default=«TruncDate(Now())¦datetime.date(2020, 1, «2¦3»)¦TruncMonth(Now(), output_field=models.DateField())»)¦models.UUIDField(default=uuid.uuid4, db_comment="«id¦uid»", editable=False)¦models.BooleanField(db_default=«True¦False¦Value(True)»)¦models.DecimalField(max_digits=6, decimal_places=2, db_default=decimal.Decimal("«1.10¦2.0»"))¦models.JSONField(db_default=«Value({"a": «1¦2»}, models.JSONField())¦JSONObject(a=Value(«1¦2»))¦{}¦[1, «2¦3»]»)¦models.JSONField(default=dict«¦, null=True»)¦models.TextField(db_comment="«text¦Text»"«¦, db_collation="«nocase¦binary»"»)¦models.CharField(«max_length=None, ¦»db_collation="nocase"«¦, blank=True»)¦models.CharField()¦models.FileField(upload_to=«"a"¦year_folder», storage=«pick_storage¦PickedStorage¦PickedStorage()¦InMemoryStorage()¦InMemoryStorage(location="«a¦b»")¦default_storage¦storages["default"]»)¦models.IntegerField(validators=[«StepValueValidator(«2¦3»)¦StepValueValidator(limit_value=2, offset=«1¦0»)¦MinValueValidator(«1¦2», message=_("«low¦Low»"))»], null=True)¦models.CharField(max_length=50, validators=[DomainNameValidator(«¦accept_idna=False»)])¦models.GenericIPAddressField(protocol="«ipv4¦ipv6¦both»", null=True, db_comment="")¦models.URLField(max_length=«99¦200»)¦models.SlugField(allow_unicode=«True¦False», db_index=«True¦False»)¦models.DurationField(db_default=datetime.timedelta(«hours=1¦minutes=60¦hours=2»))¦models.BinaryField(editable=True, db_default=«b"a"¦Value(b"«a¦b»")»)¦§choiceField§»`;

const generated = `«models.GeneratedField¦Generated»(expression=«F("num") * «2¦3»¦F("num") + F("num")¦Abs("num")¦Mod("num", «2¦3»)¦Case(When(num__gt=«0¦1», then=Value(1)), default=Value(0))¦Coalesce("num", Value(0))¦ExpressionWrapper(F("num") «*¦+» 2, output_field=models.IntegerField())¦-F("num")¦1 - F("num")¦Greatest("num", «1¦2»)¦F("num").bitand(«1¦3»)¦Q(num__gt=«0¦1») & ~Q(key="")¦GreaterThan(F("num"), «0¦1»)», output_field=models.«IntegerField()¦BigIntegerField()¦IntegerField(null=True)», db_persist=«True¦False»«¦, null=True¦, db_comment="made"¦, verbose_name="m"¦, help_text="«h¦i»"¦, db_column="gen_col"¦, unique=True¦, blank=True¦, db_index=True»)`;

const generatedText = `models.GeneratedField(expression=«Lower("key")¦Upper(Trim("key"))¦Concat("key", Value("«-¦+»"), "key")¦Concat(F("key"), Value(" "), F("other"))¦Substr("key", 1, «1¦2»)¦SHA256("key")¦Cast("num", models.CharField(max_length=«5¦6»))», output_field=models.CharField(max_length=«10¦20»), db_persist=True)`;

const part = `«models.UniqueConstraint(Lower("key")«¦.desc()», name="@label@_@Self@_low"«¦, condition=Q(num__gt=«0¦1»)¦, nulls_distinct=«True¦False»¦, violation_error_message="«no¦taken»"¦, violation_error_code="«x¦y»"»)¦models.UniqueConstraint(F("num").«asc¦desc»(«¦nulls_first=True»), Upper("key"), name="@label@_@Self@_two")¦models.UniqueConstraint(fields=["num", "key"], name="@label@_@Self@_uni"«¦, nulls_distinct=«True¦False¦None»¦, include=["other"]¦, opclasses=["int4_ops", "«text_pattern_ops¦varchar_ops»"]¦, deferrable=Deferrable.«DEFERRED¦IMMEDIATE»¦, violation_error_message=_("«no¦taken»")¦, violation_error_code="«x¦y»", violation_error_message="m"»)¦models.CheckConstraint(condition=«Q(num__gte=«0¦1»)¦Q(num__gt=F("num") - 1) | Q(key="a")¦GreaterThan(F("num"), «0¦1»)¦Exact(F("key"), Value("«a¦b»"))¦IsNull(F("num"), «True¦False»)¦Q(Exact(Lower("key"), F("key")))¦~Q(key__in=["a", "«b¦c»"])¦Q(key="a") ^ Q(num=«1¦2»)», name="@label@_@Self@_chk"«¦, violation_error_message="«m¦n»"¦, violation_error_code="«c¦d»"»)¦models.CheckConstraint(check=Q(num__gte=«0¦1»), name="«%(app_label)s_%(class)s¦@label@_@Self@»_old")¦ExclusionConstraint(name="@label@_@Self@_ex", expressions=[(F("num"), "="), («"key"¦OpClass("key", name="text_ops")¦Lower("key")», "«<>¦=»")]«¦, index_type="«gist¦spgist»"¦, condition=Q(num=«1¦2»)¦, include=["other"]¦, violation_error_code="«x¦y»"»)»`;

const index = `«models.Index(Lower("key")«.asc()¦.desc()¦», "num", name="@label@_@Self@_i")¦models.Index(F("num") «+¦*» «1¦2», name="@label@_@Self@_sum")¦models.Index(fields=["num"], include=["key"«¦, "other"»], name="@label@_@Self@_inc")¦models.Index(fields=["key"], opclasses=["«varchar_pattern_ops¦text_pattern_ops»"], name="@label@_@Self@_op")¦models.Index(OpClass(Lower("key"), name="«varchar_ops¦text_ops»"), name="@label@_@Self@_opc")¦models.Index(fields=["key", "-num"])¦models.Index(fields=["num", "key"], name="@label@_@Self@_«r¦s»")¦models.Index("num", Round("num"), name="@label@_@Self@_rnd", condition=Q(num__gt=«0¦1»))¦GinIndex(fields=["other"], fastupdate=«True¦False», name="@label@_@Self@_gin")¦BrinIndex(fields=["num"], autosummarize=«True¦False»«, name="@label@_@Self@_brin"¦»)¦HashIndex(fields=["key"], fillfactor=«70¦80»)¦BTreeIndex(Upper("key"), name="@label@_@Self@_bt"«¦, deduplicate_items=False»)»`;

export const modernRules: Readonly<Record<string, string>> = {
  modernChoices:
    '«Status¦Status.choices¦Colour¦GROUPS¦get_choices¦get_pairs¦Lazy.choices¦Lazy.of_class¦LATER¦{"a": "«A¦Ah»", "b": "B"}¦{**GROUPS, "z": "Z"}¦[("g", {"a": "A"}), ("b", "B")]¦Status.__members__.items()¦{s.value: s.label for s in Status}¦CallableChoiceIterator(get_choices)¦(("Group", [("a", "A"), ("b", "«B¦Be»")]),)¦iter([("i", "«I¦Eye»")])¦dict(a="«A¦Ah»")¦None»',
  choiceField,
  modernField,
  modernLine: `    §name§ = §modernField§\n`,
  modernPart: part,
  modernIndex: index,
  modernMeta: `«¦        db_table_comment = "«about¦on»"\n¦        constraints = [«§modernPart§¦§modernPart§, models.UniqueConstraint(fields=["key"], name="@label@_@Self@_k")»]\n¦        indexes = [«§modernIndex§¦§modernIndex§, models.Index(fields=["other"], name="@label@_@Self@_o")»]\n¦        ordering = [«F("num").«asc¦desc»(nulls_last=True)¦Lower("key")¦Lower("key").desc()¦"peer__label"¦"-num", "key"»]\n¦        unique_together = [("key", "num")]\n¦        default_related_name = "«drn_m¦%(model_name)s_n»"\n¦        get_latest_by = ["num", "-key"]\n»`,
};

const model = (name: string, bases: string, body = ''): string => `

⟪Self=${name}⟫class ${name}(${bases}):
    key = models.CharField(max_length=«10¦12»)
    num = models.IntegerField(default=0)
    other = models.TextField(blank=True)
    peer = models.ForeignKey("Peer", models.CASCADE, related_name="«%(class)s_peers¦+¦%(app_label)s_%(class)s_x¦%(model_name)s_y»"«¦, related_query_name="%(class)s_q"¦, db_comment="to"¦, to_field="«label¦id»"»)
§modernLine§§modernLine§«§modernLine§¦»«    generated = ${generated}
¦»«    made_text = ${generatedText}
¦»${body}
    class Meta:
§modernMeta§§modernMeta§        pass
`;

export const modern: AppTemplate = {
  'models.py': `${head}${choices}

class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)
    objects = Typed()

${model('Plain', 'models.Model')}${model('Owner', 'Owned⟦Python312=yes:[str]⟧')}${model('Third', '«models.Model¦Owned»', '«    hidden = models.ManyToManyField("self", symmetrical=«True¦False»«¦, related_name="«h¦+»"»)\n¦»')}

«¦class Pairing(models.Model):
    pk = models.CompositePrimaryKey("«left_id¦left»", "«right_id¦place»")
    left = models.ForeignKey(Plain, models.CASCADE)
    right = models.ForeignKey(Peer, models.CASCADE, related_name="+")
    place = models.IntegerField(db_default=«0¦1»)
    many = models.ManyToManyField(Peer, through="Through", through_fields=("one", "«two¦other»"))


class Through(models.Model):
    one = models.ForeignObject(Pairing, models.CASCADE, from_fields=["one_left", "one_right"], to_fields=["left_id", "«right_id¦place»"], related_name="+")
    one_left = models.IntegerField()
    one_right = models.IntegerField()
    two = models.ForeignKey(Peer, models.CASCADE, related_name="+")
    other = models.ForeignKey(Peer, models.CASCADE, related_name="+")


»⟦Postgres=yes:«¦class Ranged(models.Model):
    tags = ArrayField(models.CharField(max_length=«5¦6»«¦, blank=True»), default=list«¦, size=«3¦4»»)
    grid = ArrayField(ArrayField(models.IntegerField(choices=«Level¦{1: "«one¦1»"}»), size=3), null=True«¦, db_default=Value([[1]], output_field=ArrayField(ArrayField(models.IntegerField())))»)
    days = DateRangeField(null=True)
    moments = DateTimeRangeField(null=True«¦, default_bounds="«[]¦[)»"»)
    counts = IntegerRangeField(null=True)
    extra = HStoreField(default=dict)
    vector = SearchVectorField(null=True)

    class Meta:
        constraints = [ExclusionConstraint(name="@label@_days", expressions=[("days", RangeOperators.«OVERLAPS¦CONTAINS»), ("counts", RangeOperators.EQUAL)])]
        indexes = [GinIndex(fields=["tags"], name="@label@_tags"), GinIndex(OpClass("extra", name="«gin_ops¦jsonb_ops»"), name="@label@_extra")]


»⟧class PlainLook(Plain):
    class Meta:
        proxy = True
«¦        ordering = [F("num").desc()]
»`,
};
