/** Mixins that all apps of a random project share, in a package that is no app, and an app that builds on them. */
import type { AppTemplate } from './parts.ts';

export const commonFiles: AppTemplate = {
  'common/__init__.py': '«¦from .mixins import Tracked  # noqa\n»',
  'common/managers.py': `from django.db import models


class SoftQuery(models.QuerySet):
    def alive(self):
        return self.filter(gone=False)


class SoftManager(models.Manager.from_queryset(SoftQuery)):
    use_in_migrations = «True¦False»


class AllManager(models.Manager):
    «use_in_migrations = True¦pass»
`,
  'common/mixins.py': `import typing as t
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .managers import AllManager, SoftManager

__all__ = [«"Tracked", "Sluggy", "Owned", "Soft", "Keyed"¦"Tracked"] + ["Sluggy", "Owned", "Soft", "Keyed"»]


class Tracked(models.Model):
    created = models.DateTimeField(_("«created¦made»"), auto_now_add=True, «editable=False¦db_index=True»)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        ordering = [«"-created"¦"created", "pk"»]
        get_latest_by = "created"


class Sluggy(models.Model):
    slug = models.SlugField(max_length=«50¦60», unique=«True¦False»)
    SOURCE: t.ClassVar[str] = "name"

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["slug"]«¦, name="%(app_label)s_%(class)s_sl"»)]


class Owned(Tracked):
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.«CASCADE¦SET_NULL¦PROTECT»,
        null=True,
        related_name="«%(app_label)s_%(class)s_owned¦+»",
    )

    class Meta«(Tracked.Meta)¦»:
        abstract = True


class Soft(models.Model):
    gone = models.BooleanField(default=False«¦, db_index=True»)

    objects = SoftManager()
    all_objects = AllManager()

    class Meta:
        abstract = True
        «default_manager_name = "all_objects"¦base_manager_name = "all_objects"¦verbose_name = "soft"»


class Keyed(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True
`,
  'common/choices.py': `from django.db import models


def choices(*names, **labels):
    return [(name, labels.get(name, name.replace("_", " ").title())) for name in names]


class Status(models.TextChoices):
    DRAFT = "draft"
    LIVE = "live", "«Live¦On air»"
    __empty__ = "(none)"


STATES = choices("open", "in_«work¦progress»", closed="Shut")
`,
};

export const shared: AppTemplate = {
  'models.py': `import typing

import common.mixins
from common import «choices as ch, mixins as cm¦mixins as cm, choices as ch»
from common.mixins import *
from django.conf import settings
from django.db import models



class Peer(«models.Model¦Keyed¦Tracked»):
    label = models.CharField(max_length=10, unique=True)


class Page(«Tracked, Sluggy¦Sluggy, Tracked¦cm.Owned, Sluggy¦Soft, Owned¦common.mixins.Owned»):
    name = models.CharField(max_length=«20¦30»)
    state = models.CharField(max_length=12, choices=«ch.STATES¦ch.choices("a", "b_c")¦ch.Status.choices», «default="open"¦default=ch.Status.DRAFT¦blank=True»)
«¦
    class Meta(cm.Owned.Meta):
        verbose_name = "page"
¦
    class Meta(Tracked.Meta):
        ordering = Tracked.Meta.ordering + ["name"]
¦
    class Meta(Sluggy.Meta, Tracked.Meta):
        pass
¦
    class Meta(Tracked.Meta):
        abstract = «False¦False»
        managed = «not getattr(settings, "EXTRA", False)¦True»
»

class Note(Keyed, «Soft¦Tracked¦Soft, Tracked»):
    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="«notes¦remarks»")
«¦    objects = models.Manager()
»«¦
    Meta = type("Meta", (), {"ordering": ["«-¦»pk"], "verbose_name": "note"})
»

class Box(models.Model):
    size: int = models.IntegerField(default=«0¦1»)


class SubPage(Page):
    depth = models.PositiveIntegerField(default=0)
«¦
    class Meta(Page.Meta):
        verbose_name = "sub"
»

class OldPage(Page):
    class Meta:
        proxy = True
«¦        ordering = ["name"]
»

«¦class Left(Soft):
    class Meta(Soft.Meta):
        abstract = True
        «unique_together = [("gone",)]¦ordering = ["gone"]»


class Final(Left, Tracked):
    pass
»`,
  'late.py': `from django.db import models


class Late(models.Model):
    word = models.CharField(max_length=«5¦6»)
`,
  'apps.py': `from django.apps import AppConfig


«¦class Base(AppConfig):
    default = False


»class @Config@(AppConfig):
    name = "@app@"
    «default = True¦verbose_name = "Shared"»
⟦Labelled=yes:    label = "@label@"
⟧⟦Auto=big:    default_auto_field = "django.db.models.BigAutoField"
⟧⟦Auto=small:    default_auto_field = "django.db.models.AutoField"
⟧
    def ready(self):
        «pass¦from . import late  # noqa¦import importlib
        importlib.import_module("@app@.late")»
`,
};
