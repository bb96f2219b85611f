from __future__ import annotations
import contextlib, enum, sys, uuid
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar
import django
from django.conf import settings
from django.db import models, connection
from django.db.models import F
from django.utils.functional import cached_property, lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from shop.models import Product
    class OnlyTyping(models.Model):
        x = models.IntegerField()

T = TypeVar('T')
NULLABLE = {'null': True, 'blank': True}
COMMON = dict(max_length=50, **NULLABLE)

class UUIDModel(models.Model):
    id: uuid.UUID = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    class Meta:
        abstract = True
        get_latest_by = 'pk'

class TimeStamped(models.Model):
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    updated_at = models.DateTimeField(auto_now=True)
    class Meta:
        abstract = True
        ordering = ('-created_at',)
        indexes = [models.Index(fields=['created_at'])]

class SoftDeleteQuerySet(models.QuerySet['SoftDelete']):
    def alive(self): return self.filter(deleted_at=None)

class SoftDeleteManager(models.Manager.from_queryset(SoftDeleteQuerySet)):
    use_in_migrations = True

class SoftDelete(models.Model):
    deleted_at = models.DateTimeField(**NULLABLE)
    objects = SoftDeleteManager()
    everything = SoftDeleteQuerySet.as_manager()
    class Meta:
        abstract = True

class Sluggable(models.Model, Generic[T]):
    slug_source: ClassVar[str] = 'name'
    slug = models.SlugField(_('slug'), unique=True)
    class Meta:
        abstract = True

class Lower(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault('max_length', 30)
        kwargs['db_collation'] = kwargs.pop('collation', None)
        super().__init__(*args, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if kwargs.get('max_length') == 30:
            del kwargs['max_length']
        return name, path, args, kwargs

class PriceMixin:
    def __init__(self, verbose_name=None, *, currency='EUR', **kwargs):
        self.currency = currency
        super().__init__(verbose_name, **{'max_digits': 9, 'decimal_places': 2, **kwargs})
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.currency != 'EUR':
            kwargs['currency'] = self.currency
        return name, path, args, kwargs

class PriceField(PriceMixin, models.DecimalField):
    description = 'price'

def typed(base):
    class Typed(base):
        def db_type(self, connection): return super().db_type(connection)
    Typed.__name__ = Typed.__qualname__ = 'Typed' + base.__name__
    return Typed
TypedIntegerField = typed(models.IntegerField)
TypedTextField = typed(models.TextField)
