import enum, functools
from django.db import models
from django.db.models.signals import class_prepared
from django.db.models.fields.related import lazy_related_operation
class Mode(enum.Enum):
    REGION = 'r'
    CONTROL = 'c'
class Limit:
    def __init__(self, *modes): self.modes = frozenset(modes)
    def __call__(self, cls):
        cls.__limit = self
        cls._limit = self
        if Mode.REGION in self.modes:
            cls.add_to_class('region', models.CharField(max_length=2))
        return cls
region = Limit(Mode.REGION)
class Base(models.Model):
    made = models.DateTimeField(auto_now_add=True)
    class Meta: abstract = True
@region
class Plain(Base):
    a = models.IntegerField()
@Limit(Mode.CONTROL)
class Control(Base):
    b = models.IntegerField()
def sub(cls):
    return type('Sub' + cls.__name__, (cls,), {'__module__': cls.__module__, 'more': models.IntegerField()})
@sub
class Parent(models.Model):
    p = models.IntegerField()
class Uses(models.Model):
    parent = models.ForeignKey(Parent, models.CASCADE)
def prepare(sender, **kw):
    sender.add_to_class('prep', models.IntegerField(default=1))
class_prepared.connect(prepare, sender='deco.Later')
class Later(models.Model): pass
def wire(model, related, **kw):
    model.add_to_class('wired_' + related._meta.model_name, models.IntegerField(null=True))
lazy_related_operation(wire, Later, 'deco.Last')
class Last(models.Model): pass
class PluginBase(models.base.ModelBase):
    pool = []
    def __new__(cls, name, bases, attrs):
        super_new = super().__new__
        render = attrs.pop('RenderMeta', None)
        new_class = super_new(cls, name, bases, attrs)
        meta = render or getattr(new_class, '_render_meta', None)
        for field in (f for f in new_class._meta.fields if f.name in ('depth', 'path')):
            field.editable = False
            field.null = True
        new_class._render_meta = meta
        cls.pool.append(new_class)
        return new_class
class Plugin(models.Model, metaclass=PluginBase):
    depth = models.IntegerField()
    path = models.CharField(max_length=4)
class Text(Plugin):
    body = models.TextField()
    class RenderMeta: x = 1
class Mixin1(models.Model):
    m1 = models.IntegerField()
    class Meta: abstract = True
def mixed(*bases):
    class Meta: abstract = True
    return type('Mixed', bases + (models.Model,), {'__module__': __name__, 'Meta': Meta, 'mx': models.IntegerField()})
class Final(mixed(Mixin1, Base)):
    pass
class Singleton(models.Model):
    class Meta: abstract = True
    def __init_subclass__(cls): cls.is_single = True
class Conf(Singleton):
    values = models.JSONField(default=dict)
    if getattr(Singleton, 'is_single', False): wrong = models.IntegerField()
