/** Apps that a random project is put together from: text with open choices, by path below the app's folder. */
import { coded } from './code-apps.ts';
import { family } from './family-app.ts';
import { made, moving } from './made-apps.ts';
import { type AppTemplate, consts, fields, model, own } from './parts.ts';
import { registered, typical } from './real-apps.ts';
import { shared } from './shared-app.ts';

/** Everything in one file. */
const soup: AppTemplate = {
  'models.py': `§head§
from . import consts, fields
${own}

class Stamped(models.Model):
    created = models.DateTimeField(auto_now_add=True)
§line§
    class Meta:
        abstract = True
        ordering = ["«-¦»created"]
«¦        indexes = [models.Index(fields=["created"])]
»«¦        verbose_name = "stamped"
»«¦        constraints = [models.CheckConstraint(check=Q(created__isnull=False), name="%(app_label)s_%(class)s_cr")]
»

class Named:
    «pass¦name_of = models.CharField(max_length=5)»

${model('Apple')}${model('Berry', '«models.Model¦Stamped¦Named, models.Model¦Named, Stamped»')}
«¦${model('Cherry', '«Stamped¦models.Model»')}»

class Child(«Apple¦Berry»):
    own_word = models.CharField(max_length=«5¦6»)
«¦    class Meta:
        ordering = ["own_word"]
¦    class Meta(Stamped.Meta):
        indexes = []
        constraints = []
        verbose_name = "child"
        abstract = False
»

«¦class Linked(Apple):
    up = models.OneToOneField(Apple, on_delete=models.CASCADE, parent_link=True«¦, primary_key=True¦, related_name="down"»)


»class Look(Apple«¦, Named»):
    class Meta:
        proxy = True
«¦        ordering = ["num"]
»«¦        verbose_name = "look"
»
    objects = «Kept()¦models.Manager()¦Passing()»


«¦class Join(models.Model):
    left = models.ForeignKey(Apple, models.CASCADE, related_name="«+¦lefts»")
    right = models.ForeignKey(Berry, models.CASCADE)
    other = models.ForeignKey(Berry, models.CASCADE, related_name="+")


class Joined(models.Model):
    many = models.ManyToManyField(Berry, through=«"Join2"¦"@label@.Join2"», through_fields=("left", "right"))


class Join2(models.Model):
    left = models.ForeignKey(Joined, models.CASCADE)
    right = models.ForeignKey("Berry", models.CASCADE)
    second = models.ForeignKey(Berry, on_delete=models.CASCADE, related_name="+")
¦class Note(models.Model):
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE)
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey(«¦"content_type", "object_id"»)


class Noted(models.Model):
    notes = GenericRelation(«Note¦"Note"»)
§field§
»`,
  'consts.py': consts,
  'fields.py': fields,
};

/** Models in a package, bases in files of their own, circular imports. */
const split: AppTemplate = {
  'models/__init__.py': `«from .first import *
from .second import Second, Third as Trio¦from . import first
from .second import *
from .first import First, Peer¦from @app@.models.first import *  # noqa
from @app@.models import second
__all__ = ["First", "second"]¦from .second import Second
from .first import First, Peer¦import importlib
for _name in ("first", "second"):
    importlib.import_module("." + _name, __name__)»
`,
  'models/first.py': `§head§
from .. import consts, fields
from ..bases import «Base, Tagged, Counted¦*»
«¦from ..bases import Tagged, Counted
»${own}
«¦__all__ = ["First", "Peer"]
»
${model('First', '«Base¦Tagged, Base¦Base, Tagged¦Counted¦Base, Counted»')}
«¦    class Deep(Base.Meta):
        pass
»
def second_of(first):
    from .second import Second
    return Second
`,
  'models/second.py': `from django.db import models
import @app@.models.first as whole
from «.first¦@app@.models.first» import First, Peer
from ..bases import «Base, Tagged¦*»
⟦Nested=yes:from ...@leaf@ import bases
⟧⟦Nested=no:from .. import bases
⟧«¦from .. import bases as more
»

class Second(«bases.Base¦First¦models.Model¦bases.Tagged, bases.Counted»):
    word = models.CharField(max_length=«5¦6»)
    up = models.ForeignKey(«First¦"First"¦whole.First¦"@label@.First"», on_delete=models.CASCADE, related_name="+")

    class Meta«¦(bases.Base.Meta)»:
        «pass¦db_table = "@label@_sec"¦verbose_name = "2nd"¦abstract = False¦app_label = "@label@"»


class Third(«models.Model¦Second¦bases.Base»):
    class Meta:
        «pass¦proxy = False¦ordering = ["id"]»


«¦if «True¦False¦bases.READY¦hasattr(models, "JSONField")»:
    class Fourth(models.Model):
        word = models.TextField()
»`,
  'bases.py': `from django.db import models
from django.utils.translation import gettext_lazy as _

READY = «True¦False»


class Base(models.Model):
    made = models.DateTimeField(auto_now_add=True)
    note_text = models.TextField(blank=True, default="«¦-»")

    class Meta:
        abstract = True
        «ordering = ["made"]¦get_latest_by = "made"¦default_permissions = ()»
«¦        verbose_name = _("base")
»

class Tagged(models.Model):
    tags_m = models.ManyToManyField(«"auth.Group"¦"@label@.Peer"», related_name="%(app_label)s_%(class)s_«t¦u»")
«¦    note_text = None
¦    note_text = models.CharField(max_length=3)
»
    class Meta:
        abstract = True
        «ordering = ["pk"]¦app_label = "@label@"»


class Counted(«Base¦models.Model»):
    count = models.PositiveIntegerField(default=«0¦1»)
    parent = models.ForeignKey("self", null=True, on_delete=models.«CASCADE¦SET_NULL», related_name="«+¦%(class)s_kids»")

    class Meta«¦(Base.Meta)»:
        abstract = True
`,
  'consts.py': consts,
  'fields.py': fields,
};

export const appTemplates: readonly AppTemplate[] = [
  soup,
  soup,
  split,
  made,
  moving,
  shared,
  typical,
  registered,
  coded,
  family,
  family,
];

/** Variables of each app, chosen before its text. */
export const appVariables: Readonly<Record<string, string>> = {
  Moved: '«Stone¦Rock»',
  moved_set: '«stones¦rocks»',
  field_name: '«amount¦total»',
  renamed: '«before¦after»',
  Place: '«here¦there»',
};
