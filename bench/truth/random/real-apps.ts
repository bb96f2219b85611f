/** Apps of random projects written as people write them: choices inside models, constants, code that asks what Django has, registries. */
import type { AppTemplate } from './parts.ts';

const compat = `import django
from django.db import models
try:
    from django.db.models import «NoSuchJSONField¦JSONField» as Json
except ImportError:
    from django.db.models import TextField as Json
try:
    from «django.core.urlresolvers¦django.urls» import reverse
    HAS_OLD = True
except ImportError:
    HAS_OLD = False
Small = models.TinyField if hasattr(models, "TinyField") else models.SmallIntegerField
Big = models.BigIntegerField if hasattr(models, "BigIntegerField") else models.IntegerField
Long = getattr(models, "«LongTextField¦TextField»", models.SlugField)
if django.VERSION >= («3, 1¦4, 0»):
    LIMIT = 30
else:
    LIMIT = 31
«¦class LoudField(models.CharField):
    pass


models.LoudField = LoudField
»Loud = getattr(models, "LoudField", models.CharField)
RATE = «1.5¦2.0¦10 / 5¦7 // 2¦1e16¦0.1 + 0.2»
STEPS = [round(RATE * step, «1¦2») for step in (1, 2)]
VERSION = "%s.%s" % («1, 0¦1.0, 2»)
`;

/** Choices, constants and functions inside the class, floats in texts, models in between. */
export const typical: AppTemplate = {
  'compat.py': compat,
  'models.py': `from __future__ import annotations

import functools
import typing as t
from datetime import timedelta
from decimal import Decimal
from enum import Enum

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from . import compat
from .compat import RATE, «STEPS, VERSION¦STEPS, VERSION, Json»

if t.TYPE_CHECKING:
    from nowhere_at_all import Something

MINUTE = 60
HOUR = MINUTE * 60
PERCENT = [MinValueValidator(«0¦0.0»), MaxValueValidator(«100¦1.0»)]
ORDERED = dict(db_index=True, «default=0¦default=1»)


def make_word(length, word="«x¦y»"):
    return word * length


def upload_to(instance, filename, folder="x"):
    return folder + filename


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)


class Article(models.Model):
    class Status(models.TextChoices):
        DRAFT = "draft", _("«Draft¦Sketch»")
        LIVE = "live", _("Live")
«¦        GONE = "gone"
»
    class Level(models.IntegerChoices):
        LOW, HIGH = «1, 2¦0, 5»

    NEW, OLD = "n", "«o¦p»"
    AGES = ((NEW, _("new")), (OLD, "%s or older" % OLD))
    MAX = «20¦2 * 11¦compat.LIMIT»

    def default_note():
        return ""

    status = models.CharField(max_length=MAX, choices=Status.choices, default=Status.«DRAFT¦LIVE»)
    level = models.PositiveSmallIntegerField(choices=Level.choices, default=Level.«LOW¦HIGH»«¦, help_text=f"{Level.HIGH} is most"»)
    age = models.CharField(max_length=1, choices=AGES, default=NEW«¦, help_text=f"{OLD}: old"»)
    rate = models.FloatField(default=«RATE¦1.0¦1¦STEPS[0]», help_text=«f"about {RATE}"¦"%s of %s" % (RATE, 100.0)¦"{} ({:.1f})".format(RATE, RATE)¦str(STEPS[-1])¦VERSION¦""»)
    share = models.DecimalField(max_digits=5, decimal_places=2, default=«Decimal("1.0")¦Decimal(str(1.5))¦1.0¦0», validators=PERCENT)
    pause = models.DurationField(default=timedelta(seconds=«HOUR¦HOUR * 1.0¦3600»))
    order = models.IntegerField(**«ORDERED¦dict(ORDERED, null=True)¦{**ORDERED, "db_index": False}»)
    word = models.CharField(max_length=9, default=functools.partial(make_word, «2¦3»))
    file = models.FileField(upload_to=«functools.partial(upload_to, folder="a")¦upload_to¦"a/%Y"», null=True)
    path = models.FilePathField(path=«"/srv"¦"/tmp"», recursive=«True¦False», null=True)
    data = compat.Json(default=«dict¦list»)
    big = compat.Big(default=0)
    small = compat.Small(default=0)
    long = compat.Long(default="")
    loud = compat.Loud(max_length=5, default="«¦a»")
    note = models.TextField(default=«default_note¦""»)
    if compat.HAS_OLD:
        link = models.URLField(null=True)
    peers = models.ManyToManyField(Peer, through="Reading", related_name="«articles¦read»")
    friends: models.ManyToManyField = models.ManyToManyField("self", through="Friend", symmetrical=False)

    objects: t.ClassVar[models.Manager[Article]] = models.Manager()

    class Meta:
        ordering: t.ClassVar = [«"-rate"¦"order", "-id"»]
        verbose_name, verbose_name_plural = _("article"), _("«articles¦Articles»")
        constraints = [
            models.CheckConstraint(check=Q(rate__gte=«0¦0.0¦0.5») & Q(rate__lte=«RATE¦100»), name="@label@_rate"),
            models.UniqueConstraint(fields=["order"], condition=Q(status=«"live"¦"draft"»), name="@label@_live_order"),
        ]
        indexes = [models.Index(fields=["status", "-order"]«¦, name="@label@_st"»)]


class Color(str, Enum):
    RED = "red"
    BLUE = "«blue¦navy»"

    @property
    def label(self):
        return self.value.title()


class Country(models.Model):
    code = models.CharField(primary_key=True, max_length=«2¦3»)
    name = models.CharField(_("«name¦Name»"), unique=True, max_length=9)


class Town(models.Model):
    id = models.«BigAutoField¦AutoField»(primary_key=True«¦, verbose_name="key"»)
    country = models.ForeignKey(Country, on_delete=models.CASCADE, db_constraint=«False¦True»)
    twin = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL)
    twins = models.ManyToManyField("self"«¦, blank=True», limit_choices_to={"country__code": "«de¦it»"})


class Profile(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True«¦, related_name="@label@_profile"»)
    peer = models.ForeignKey(Peer, to_field=«"label"¦"id"», db_column="peer_key", null=True, on_delete=models.CASCADE)
    town = models.ForeignKey(Town, models.PROTECT, null=True, related_name="%(app_label)s_%(class)ss")
    color = models.CharField(max_length=9, choices=[(c.value, «c.name¦c.label») for c in Color], default=«Color.RED¦Color.RED.value¦Color.BLUE.value¦"red"»)
    slug = models.SlugField(unique_for_«date¦month»="day")
    day = models.DateField(null=True)
    ip = models.GenericIPAddressField(protocol=«"both"¦"IPv4"», unpack_ipv4=«False¦False», null=True)


class Reading(models.Model):
    article = models.ForeignKey(Article, models.CASCADE)
    peer = models.ForeignKey("@label@.Peer", models.CASCADE)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        unique_together = («("article", "peer"),¦("peer", "article"), ("at", "peer")»)
        auto_created = False


class Friend(models.Model):
    one = models.ForeignKey(Article, models.CASCADE, related_name="ones")
    two = models.ForeignKey(Article, models.CASCADE, related_name="«twos¦others»")


class LiveArticle(Article):
    class Meta:
        proxy = True
        ordering = ["«id¦-id»"]


class OwnArticle(LiveArticle):
    class Meta:
        proxy = True
        verbose_name = "own"


class LongArticle(«LiveArticle¦Article»):
    pages = models.IntegerField(default=«0¦1»)


class Chapter(models.Model):
    article = models.ForeignKey(«LongArticle¦LiveArticle¦"LongArticle"», on_delete=models.CASCADE)
    opens_with = models.OneToOneField("Figure", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        order_with_respect_to = "article"


class Figure(models.Model):
    chapter = models.ForeignKey(Chapter, on_delete=models.CASCADE)
    other = models.ForeignKey("@other@.Peer", null=True, on_delete=models.CASCADE, related_name="%(app_label)s_%(class)s_«f¦g»")
«¦
    class Meta:
        managed = False
        db_table = "@label@_figures"
»`,
};

/** Models that get fields from a registry, by a module that is looked for in each app. */
export const registered: AppTemplate = {
  'compat.py': compat,
  'registry.py': `from django.db import models

LANGUAGES = [«"en", "de"¦"en"¦"en", "de", "fr"»]


class Registry:
    def __init__(self):
        self.models = []

    def register(self, model, names, **options):
        for name in names:
            for language in LANGUAGES:
                field = models.CharField(max_length=«9¦8», null=True, **options)
                «model.add_to_class("%s_%s" % (name, language), field)¦field.contribute_to_class(model, f"{name}_{language}")»
        self.models.append(model)


registry = Registry()


def translated(*names, **options):
    def change(cls):
        registry.register(cls, names, **options)
        return cls
    return change
`,
  'models.py': `from django.db import models
from . import registry


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)


class News(models.Model):
    title = models.CharField(max_length=9)
    text = models.CharField(max_length=9)


«¦@registry.translated(«"name"¦"name", "more"»«¦, blank=True»)
»class Other(models.Model):
    name = models.CharField(max_length=9)
    more = models.CharField(max_length=9«¦, default=str(1.0)»)
`,
  'translation.py': `from .models import News
from .registry import registry

registry.register(News, [«"title"¦"title", "text"¦»]«¦, help_text="«a¦b»"»)
`,
  'apps.py': `from django.apps import AppConfig


class @Config@(AppConfig):
    name = "@app@"
⟦Labelled=yes:    label = "@label@"
⟧
    def ready(self):
        «from . import translation  # noqa¦from django.utils.module_loading import autodiscover_modules
        autodiscover_modules("translation")¦from importlib import import_module
        from django.apps import apps
        from django.utils.module_loading import module_has_submodule
        for config in apps.get_app_configs():
            if module_has_submodule(config.module, "translation"):
                import_module(config.name + ".translation")¦pass»
`,
};
