/** Apps of random projects whose models are made by code, or change their names and places. */
import { type AppTemplate, consts } from './parts.ts';

/** Classes that functions, loops and decorators make. */
export const made: AppTemplate = {
  'models.py': `from django.db import models
from django.db.models.signals import class_prepared
«from . import consts¦from @app@ import consts¦import @app@.consts as consts»
import functools


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)


def make_model(name, length=«5¦6», base=models.Model):
    class Made(base):
        word = models.CharField(max_length=length)

        class Meta:
            abstract = True

    return type(name, (Made,), {"__module__": __name__, "extra": models.IntegerField(default=«0¦1»)})


def abstract_of(target, null=False):
    class Abstract(models.Model):
        link = models.ForeignKey(target, on_delete=models.CASCADE, null=null, related_name="+")

        class Meta:
            abstract = True

    return Abstract


def with_stamp(cls):
    cls.add_to_class("stamp", models.DateTimeField(null=True«¦, blank=True»))
    return cls


def with_field(name, **options):
    def change(cls):
        models.CharField(max_length=5, **options).contribute_to_class(cls, name)
        return cls
    return change


def keep(cls):
    return cls


Alpha = make_model("Alpha")
«¦Beta = make_model("Beta", length=«7¦8»)
»

class Gamma(abstract_of(«Peer¦"Peer"»«¦, null=True»)):
    word = models.TextField()


«¦@with_stamp
¦@keep
»«¦@with_field("late", default="«x¦y»")
»class Delta(models.Model):
    word = models.TextField(«¦blank=True»)


for _name in («"dyn_a", "dyn_b"¦"dyn_a",»):
    Delta.add_to_class(_name, models.IntegerField(«default=0¦null=True»))

«¦models.BooleanField(default=False).contribute_to_class(Peer, "flagged")
»
«if consts.FLAG:
    class Maybe(models.Model):
        word = models.TextField()
else:
    class Maybe(models.Model):
        number = models.IntegerField()
¦try:
    from nothing_there import Thing
except ImportError:
    class Thing(models.Model):
        word = models.CharField(max_length=3)
¦if (limit := consts.LIMIT) > 55:
    class Wide(models.Model):
        word = models.CharField(max_length=limit)
»

class Outer:
    class Inner(models.Model):
        word = models.CharField(max_length=«3¦4»)


def in_function():
    class Hidden(models.Model):
        word = models.TextField()

        class Meta:
            app_label = "@label@"
    return Hidden


«¦in_function()
»SPECS = {"Red": «3¦4», "Blue": 5}
for _n, _size in SPECS.items():
    globals()[_n] = type(_n, (models.Model,), {"__module__": __name__, "size": models.CharField(max_length=_size), "__str__": lambda self: "x"})
«¦
[type("List%d" % i, (models.Model,), {"__module__": __name__}) for i in range(«1¦2»)]
»
class Meta0:
    ordering = ["«-¦»id"]


class Late(models.Model):
    Meta = Meta0


class Partial(models.Model):
    Char = functools.partial(models.CharField, max_length=«4¦5»)
    one = Char()
    two = Char(null=True)
    locals().update({"three": Char(blank=True)})
    vars()["four"] = Char()


class Registered(models.base.ModelBase):
    def __new__(mcs, name, bases, attrs, **kwargs):
«¦        attrs.setdefault("auto_note", models.TextField(default="«¦n»"))
»        return super().__new__(mcs, name, bases, attrs, **kwargs)


class ByMeta(models.Model, metaclass=Registered):
    word = models.TextField()


class Sub(models.Model):
    registry = []

    class Meta:
        abstract = True

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.registry.append(cls)


class SubOne(Sub):
    word = models.TextField()
`,
  'consts.py': consts,
};

/** A model that moves between files, classes that change their names and parents. */
export const moving: AppTemplate = {
  'models.py': `from django.db import models


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)


⟦Place=here:class @Moved@(models.Model):
    word = models.CharField(max_length=9)
    peer = models.ForeignKey(Peer, on_delete=models.CASCADE, related_name="@moved_set@")
⟧⟦Place=there:from .other import @Moved@
⟧

class Pointer(models.Model):
    one = models.ForeignKey(«"@Moved@"¦@Moved@», on_delete=models.CASCADE)
    all = models.ManyToManyField("@label@.@Moved@", related_name="+")
    @field_name@ = models.IntegerField(default=0)

    class Meta:
        unique_together = [("one", "@field_name@")]
        indexes = [models.Index(fields=["@field_name@"])]


class Upper(models.Model):
    title = models.CharField(max_length=5)


class Lower(«Upper¦models.Model¦@Moved@»):
    body = models.TextField()


class Keyed(models.Model):
    «id = models.BigAutoField(primary_key=True)¦id = models.UUIDField(primary_key=True)¦code = models.CharField(max_length=5, primary_key=True)¦word = models.TextField()¦id = models.CharField(max_length=9, primary_key=True)»
    slug = models.SlugField(unique=True)


class ToKeyed(models.Model):
    by_slug = models.ForeignKey(Keyed, to_field="slug", on_delete=models.CASCADE, related_name="+")
    by_pk = models.ForeignKey(Keyed, on_delete=models.CASCADE)


class Shaped(models.Model):
    thing = «models.IntegerField(default=0)¦models.ForeignKey(Peer, models.CASCADE)¦models.ManyToManyField(Peer)¦models.CharField(max_length=4)»
    @renamed@ = models.«TextField¦CharField»(«max_length=5¦max_length=6»)

    class Meta:
        «pass¦managed = False¦order_with_respect_to = "thing"¦db_table = "@label@_shape"»
`,
  'other.py': `from django.db import models


⟦Place=there:class @Moved@(models.Model):
    word = models.CharField(max_length=9)
    peer = models.ForeignKey("Peer", on_delete=models.CASCADE, related_name="@moved_set@")

    class Meta:
        app_label = "@label@"
⟧`,
};
