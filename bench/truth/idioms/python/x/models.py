import abc, datetime, re, string, typing as t, uuid, weakref, logging, warnings, json, types, contextlib, inspect, threading
from collections import namedtuple, OrderedDict, defaultdict
from dataclasses import dataclass, field, fields as dc_fields
from functools import cached_property, partialmethod, singledispatch, total_ordering
from django.db import models
from django.utils.text import slugify, capfirst
from django.utils.functional import classproperty, lazystr, SimpleLazyObject
logger = logging.getLogger(__name__)
_local = threading.local()
Spec = namedtuple('Spec', 'name kind opts', defaults=[{}])
SPECS = [Spec('a', 'Integer'), Spec('b', 'Char', {'max_length': 4}), Spec(kind='Text', name='c')]
KINDS = {k: getattr(models, k + 'Field') for k in ('Integer', 'Char', 'Text')}
@dataclass(frozen=True)
class Col:
    name: str
    cls: type = models.IntegerField
    kw: dict = field(default_factory=dict)
    def make(self, **more): return self.cls(**{**self.kw, **more})
    @property
    def attr(self): return f'{self.name}_col'
class Cols(list):
    def by_name(self, n): return next(c for c in self if c.name == n)
COLS = Cols([Col('p'), Col('q', models.TextField, {'null': True})])
class Registry(dict):
    def register(self, cls):
        self[cls.__name__.lower()] = cls
        return cls
reg = Registry()
@reg.register
class One(models.Model):
    for s in SPECS:
        locals()[s.name] = KINDS[s.kind](**s.opts)
    del s
    for c in COLS:
        vars()[c.attr] = c.make(blank=True)
    del c
@reg.register
class Two(models.Model):
    one = models.ForeignKey(reg['one'], models.CASCADE)
    n = models.IntegerField(default=len(reg), choices=[(i, k) for i, k in enumerate(reg)])
    slug = models.SlugField(max_length=len(slugify('Héllo Wörld')) + 30, default=slugify('Ab Cd'))
class Three(models.Model):
    name = models.CharField(max_length=3)
    q2 = COLS.by_name('q').make()
    class Meta:
        db_table = 'tbl' + '_x'
        ordering = list(dict.fromkeys(['name', 'name']))
class LazyModels:
    def __getattr__(self, name): return KINDS[name]
lz = LazyModels()
class Four(models.Model):
    x = lz.Integer()
    y = getattr(lz, 'Char')(max_length=2)
    z = (lambda **kw: models.DateField(**kw))(auto_now=True)
    u = type('Up', (models.CharField,), {'description': 'up'})(max_length=6)
    t = [models.IntegerField, models.TextField][bool(COLS)]()
    s = {True: models.TextField}.get(1 > 0, models.IntegerField)()
def with_prefix(prefix, **fs):
    def deco(cls):
        for k, f in fs.items(): f.contribute_to_class(cls, f'{prefix}_{k}')
        return cls
    return deco
@with_prefix('pre', a=models.IntegerField(null=True), b=models.TextField(null=True))
@total_ordering
class Five(models.Model):
    def __lt__(self, o): return True
    objects: t.ClassVar[models.Manager] = models.Manager()
    a: int = models.IntegerField()
    b: t.Optional[str] = models.TextField(null=True)
    c: 'models.ForeignKey[Five, Five]' = models.ForeignKey('self', models.CASCADE, null=True)
with contextlib.suppress(Exception):
    raise ValueError
    class Never(models.Model): pass
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    class InWith(models.Model):
        a = models.IntegerField()
try:
    class InTry(models.Model):
        a = models.IntegerField()
    1 / 0
    class NotReached(models.Model): pass
except ZeroDivisionError:
    class InExcept(models.Model):
        a = models.IntegerField()
for T in ('Cat', 'Dog'):
    class Animal(models.Model):
        legs = models.IntegerField(default=4)
        class Meta:
            db_table = f'animal_{T.lower()}'
            app_label = 'x'
    break
def factory(n):
    class Made(models.Model):
        v = models.IntegerField(default=n)
        class Meta: db_table = f'made{n}'; app_label = 'x'
        def __str__(self): return 'm'
    return Made
Made7 = factory(7)
class Generic(t.Generic[t.TypeVar('T')], models.Model):
    g = models.IntegerField()
    class Meta: abstract = True
class Concrete(Generic[int]): h = models.IntegerField()
class ABCMixin(abc.ABC):
    @abc.abstractmethod
    def run(self): ...
class Both(models.Model):
    class Meta: abstract = True
    def __class_getitem__(cls, item): return cls
class UsesGetitem(Both['x']): k = models.IntegerField()
