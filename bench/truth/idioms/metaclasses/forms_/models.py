import copy, sys, enum, functools, itertools, operator
from functools import partial, reduce
from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.deconstruct import deconstructible

Money = partial(models.DecimalField, max_digits=12, decimal_places=2)
short = functools.partial(models.CharField, max_length=20, blank=True, default='')

class Color(enum.Enum):
    RED = 'r'
    GREEN = 'g'
    DARK_BLUE = 'db'
    @classmethod
    def choices(cls):
        return [(c.value, c.name.replace('_', ' ').title()) for c in cls]
    @classmethod
    def longest(cls):
        return max(len(c.value) for c in cls)

class StrEnum(str, enum.Enum):
    A = 'alpha'
    B = 'beta'

class Flags(enum.IntFlag):
    X = enum.auto()
    Y = enum.auto()
    Z = X | Y

SIZES = dict(s='Small', m='Medium', l='Large')
LEVELS = {1: 'low', 2: 'mid', **{n: f'high-{n}' for n in range(3, 6)}}

@deconstructible
class Even:
    def __init__(self, by=2):
        self.by = by
    def __call__(self, value):
        pass

def add_fields(**fields):
    def wrap(cls):
        for name, field in fields.items():
            cls.add_to_class(name, field)
        return cls
    return wrap

def stamped(*names, null=False):
    class Stamped(models.Model):
        class Meta:
            abstract = True
    for name in names:
        models.DateTimeField(null=null, editable=False).contribute_to_class(Stamped, f'{name}_at')
    Stamped.__name__ = 'Stamped' + ''.join(map(str.title, names))
    return Stamped

@add_fields(note=models.TextField(null=True), rank=models.SmallIntegerField(default=0))
class Item(stamped('created', 'updated'), stamped('deleted', null=True)):
    price = Money(help_text='net')
    cost = Money(max_digits=8, null=True)
    code = short(unique=True)
    color = models.CharField(choices=Color.choices(), max_length=Color.longest(), default=Color.RED.value)
    kind = models.CharField(max_length=max(map(len, (e.value for e in StrEnum))), choices=[(e.value, e.name) for e in StrEnum], default=StrEnum.A)
    size = models.CharField(max_length=1, choices=tuple(sorted(SIZES.items())), validators=[RegexValidator(r'^[sml]$')])
    level = models.IntegerField(choices=list(LEVELS.items()), default=min(LEVELS), validators=[MinValueValidator(1), Even(by=3)])
    flags = models.IntegerField(default=(Flags.X | Flags.Y).value)
    for _i, _n in enumerate(('alpha', 'beta'), start=1):
        locals()[f'part_{_i}_{_n}'] = models.IntegerField(default=_i * 10)
    del _i, _n
    vars()['legacy' if settings.FEATURES.get('legacy') else 'modern'] = models.BooleanField(default=False)
    if (extra := settings.FEATURES['extra']):
        extra_field = models.JSONField(default=dict)
    del extra
    class Meta:
        indexes = [models.Index(fields=[f, '-price'], name='item_%s_idx' % f) for f in ('code', 'color')]
        constraints = [
            models.CheckConstraint(**{('condition' if hasattr(models, 'CompositePrimaryKey') else 'check'): models.Q(price__gte=0) & ~models.Q(code='')}, name='item_ok'),
            *(models.UniqueConstraint(fields=['code', n], name=f'uniq_{n}') for n in ['size', 'level']),
        ]

for name, (base, extra) in {'Big': (Item, {'w': models.IntegerField()}), 'Free': (models.Model, {'h': short(), 'p': Money()})}.items():
    globals()[name + 'Thing'] = type(name + 'Thing', (base,), dict({'__module__': __name__}, **extra))
    setattr(sys.modules[__name__], f'{name}Alias', globals()[name + 'Thing'])

class UsesAlias(models.Model):
    big = models.OneToOneField(BigAlias, models.CASCADE, primary_key=True)
    free = models.ManyToManyField(FreeThing, through='Link', through_fields=('user', 'free'))
    twin = copy.deepcopy(Item._meta.get_field('code'))
    same = Item._meta.get_field('cost').clone()

class Link(models.Model):
    user = models.ForeignKey(UsesAlias, models.CASCADE, related_name='+')
    other = models.ForeignKey(UsesAlias, models.CASCADE, related_name='%(class)s_others')
    free = models.ForeignKey(FreeThing, on_delete=models.RESTRICT)

Item._meta.get_field('note').verbose_name = 'remark'
Item._meta.get_field('note').help_text = 'free'
Link._meta.ordering = ['-pk']
Link._meta.verbose_name = 'the link'
Item._meta.get_field('price').null = True
UsesAlias._meta.get_field('code').max_length = 33
globals().update({n: type(n, (models.Model,), {'__module__': __name__, 'v': f()}) for n, f in zip(['G1', 'G2'], [models.TextField, partial(models.URLField, max_length=99)])})
