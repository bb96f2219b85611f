from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.postgres.fields import ArrayField, HStoreField
from django.db import models
from django.conf import settings
import contextlib, sys, django
with contextlib.suppress(ImportError):
    from not_there import JSONThing
try:
    from not_there.fields import Special
except ImportError:
    Special = models.TextField
else:
    Special = None
class Tagged(models.Model):
    ctype = models.ForeignKey('contenttypes.ContentType', models.CASCADE)
    oid = models.PositiveBigIntegerField()
    target = GenericForeignKey('ctype', 'oid')
    class Meta:
        index_together = () if django.VERSION >= (5, 1) else (('ctype', 'oid'),)
    if django.VERSION >= (5, 1):
        del Meta.index_together
class Doc(models.Model):
    tags = GenericRelation(Tagged, 'oid', 'ctype', related_query_name='docs')
    body = Special(blank=True)
    words = ArrayField(models.CharField(max_length=10), default=list, size=3)
    grid = ArrayField(ArrayField(models.IntegerField(null=True)), null=True)
    if sys.version_info >= (3, 8):
        modern = models.BooleanField(default=True)
    elif 'x' in settings.INSTALLED_APPS:
        old = models.BooleanField()
    if settings.DATABASES['default']['ENGINE'].endswith('postgresql'):
        extra = HStoreField()
    with contextlib.suppress(NameError):
        thing = JSONThing()
    for n in range(2):
        exec(f'dyn{n} = models.IntegerField(default={n})')
    del n
    objects = models.Manager()
    def body_html(self): return ''
    words_count = property(lambda self: len(self.words))
class Place(models.Model):
    name = models.CharField(max_length=5)
class Restaurant(Place):
    place_link = models.OneToOneField(Place, models.CASCADE, parent_link=True, related_name='resto')
    stars = models.IntegerField(choices=[(i, '*' * i) for i in range(1, 6)])
class Supplier(Place):
    customers = models.ManyToManyField(Restaurant, through='Supply')
class Cafe(Restaurant):
    class Meta:
        proxy = True
        ordering = ['-stars']
class Bakery(Cafe):
    breads = models.JSONField(default=dict)
class Supply(models.Model):
    supplier = models.ForeignKey(Supplier, models.CASCADE)
    restaurant = models.ForeignKey(Restaurant, models.CASCADE, to_field='place_link')
    class Meta:
        unique_together = 'supplier', 'restaurant'
        order_with_respect_to = 'supplier'
class AbstractOfConcrete(Place):
    note = models.TextField()
    class Meta:
        abstract = True
class Hut(AbstractOfConcrete):
    name_of_hut = models.CharField(max_length=3, db_column='n' + 'ame2')
