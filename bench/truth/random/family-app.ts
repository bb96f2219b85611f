/** An app of random projects in which models come from models: abstract chains, parents with tables, proxies of proxies, swapped ones. */
import type { AppTemplate } from './parts.ts';

const bases = `from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.core.validators import BaseValidator, RegexValidator
from django.db import models
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _, ngettext_lazy


@deconstructible(path=«"@app@.bases.Even"¦None»)
class Even(BaseValidator):
    message = _("odd")

    def __init__(self, limit_value=«2¦3», message=None):
        super().__init__(limit_value, message)


only_small = RegexValidator(r"^[a-z]+$", «_("small letters only")¦"small", flags=0»)


class UpperField(models.CharField):
    def __init__(self, *args, upper=True, **kwargs):
        self.upper = upper
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        «if not self.upper:
            kwargs["upper"] = False¦kwargs["upper"] = self.upper¦if self.max_length == 20:
            del kwargs["max_length"]¦path = "django.db.models.CharField"»
        return name, path, args, kwargs


class Made(models.Model):
    made = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=«5¦6», validators=[only_small«¦, Even()¦, Even(4)»])
    note = models.TextField(blank=True)

    class Meta:
        abstract = True
        ordering = [«"-made"¦"made"»]
        «indexes = [models.Index(fields=["kind"], name="%(app_label)s_%(class)s_k")]¦constraints = [models.UniqueConstraint(fields=["kind"], name="%(class)s_%(app_label)s_u", condition=models.Q(note="«a¦b»"))]¦verbose_name = _("made")¦unique_together = [("kind", "made")]»


class Named(Made):
    name = UpperField(max_length=«20¦21»«¦, upper=False»)
    «note = None¦note = models.CharField(max_length=«7¦8», default="")¦kind = None¦pass»

    class Meta«¦(Made.Meta)»:
        abstract = True
«¦        verbose_name_plural = "«named¦all named»"
»

class Linked(models.Model):
    target = models.ForeignKey("@label@.Peer", models.CASCADE, related_name="«+¦%(class)s_links¦%(app_label)s_%(class)s_l»"«¦, related_query_name="%(class)s_link"¦, limit_choices_to={"label__startswith": "«a¦b»"}¦, limit_choices_to=models.Q(label="a") | models.Q(pk__gt=«1¦2»)»)
    others = models.ManyToManyField("self", symmetrical=«False¦True», blank=True«¦, related_name="%(class)s_back"»)

    class Meta:
        abstract = True


class Marked(models.Model):
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE«¦, related_name="+"»)
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey()

    class Meta:
        abstract = True
`;

const models = `from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.fields import GenericRelation
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from . import bases
from .bases import Linked, Made, Marked, Named

Grade = models.TextChoices("Grade", "«LOW HIGH¦LOW MID HIGH»")
Step = models.IntegerChoices("Step", [("ONE", 1), ("TWO", «2¦3»)])


class Turn(models.TextChoices):
    LEFT = "l", "«Left¦left»"
    RIGHT = "r"


def first_peer():
    return apps.get_model("@label@", "Peer").objects.first()


def next_number():
    model = apps.get_model("@label@.Peer")
    return model.objects.count() + «1¦2»


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)

    @classmethod
    def usual(cls):
        return cls.objects.first()

    @staticmethod
    def usual_word():
        return "«a¦b»"


class Counter(models.Manager):
    «use_in_migrations = True¦pass»

    def __init__(self, start=0):
        super().__init__()
        self.start = start


class Mark(Marked):
    word = models.CharField(max_length=5, default=Peer.usual_word)


class Animal(«Named¦Made¦Named, Linked¦Linked, Made»):
    class Grade(models.IntegerChoices):
        A = 1, "«a¦ay»"
        B = 2

    grade = models.IntegerField(choices=Grade.choices, default=Grade.«A¦B»)
    turn = models.CharField(max_length=9, choices=«Turn.choices¦[(t.value, t.name) for t in Turn]¦Turn.choices[:1]», default=Turn.«LEFT¦RIGHT»)
    number = models.IntegerField(default=«next_number¦0»)
    owner = models.ForeignKey(Peer, on_delete=models.«SET(first_peer)¦SET(Peer.usual)¦SET_NULL», null=True, related_name="«+¦animals»")
    marks = GenericRelation(Mark«¦, related_query_name="«beasts¦animals»"»)
    «made = None
    created = models.DateTimeField(null=True)¦pass»

    objects = «Counter()¦Counter(«1¦2»)¦models.Manager()»
    class Meta«(Named.Meta)¦¦(Made.Meta)»:
        «pass¦abstract = False¦ordering = ["«id¦-id»"]¦indexes = []¦constraints = [models.CheckConstraint(check=Q(number__gte=«0¦1») | Q(number=-1), name="@label@_animal_n")]¦unique_together = [("grade", "turn")]¦order_with_respect_to = "owner"¦default_manager_name = "objects"»


class Bird(Animal):
    «up = models.OneToOneField(Animal, on_delete=models.CASCADE, parent_link=True«¦, primary_key=True»«¦, related_name="as_bird"»)¦wing = models.IntegerField(default=0)»


class Fish(«Animal¦models.Model»):
    fin = models.IntegerField(default=«1¦2»)
    «pass¦friends = models.ManyToManyField(Peer, through="Friendship", related_name="«fishes¦+»")»


«¦class FlyingFish(Bird, Fish):
    «pass¦depth = models.IntegerField(default=0)»
»

class Friendship(models.Model):
    fish = models.ForeignKey(Fish, on_delete=models.CASCADE)
    peer = models.ForeignKey(Peer, on_delete=models.CASCADE«¦, related_name="friendships"»)
    since = models.DateField(null=True)
    invited_by = models.CharField(max_length=«5¦6», blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fish", "peer"], name="@label@_fr"«¦, condition=Q(since__isnull=«True¦False»)»)]


class Pet(Animal):
    class Meta:
        proxy = True
        «ordering = ["grade"]¦verbose_name = "pet"¦default_manager_name = "tame"»

    tame = Counter()


class OldPet(«Pet¦Animal»):
    class Meta(«Pet.Meta¦Animal.Meta»):
        proxy = True
«¦        verbose_name = "«old¦aged»"
»

class OldestPet(«OldPet¦Pet»):
    «pass¦years = 3»

    class Meta:
        proxy = True


class Stall(models.Model):
    pet = models.ForeignKey(«OldPet¦"OldestPet"¦Pet», on_delete=models.CASCADE, related_name="«+¦stalls»")
    pets = models.ManyToManyField(«Pet¦"@label@.OldPet"», related_name="«+¦in_stalls»"«¦, db_table="@label@_stalled"»)


class Tool(models.Model):
    word = models.CharField(max_length=«5¦6»)

    class Meta:
        swappable = "@LABEL@_TOOL"


class Bench(models.Model):
    tool = models.ForeignKey(«settings.@LABEL@_TOOL¦"@label@.Tool"», on_delete=models.CASCADE)
    grade = models.CharField(max_length=9, choices=«Grade.choices¦Turn.choices», blank=True)
    step = models.IntegerField(choices=«Step.choices¦[(1, "one")]», default=1)
`;

export const family: AppTemplate = { 'bases.py': bases, 'models.py': models };
