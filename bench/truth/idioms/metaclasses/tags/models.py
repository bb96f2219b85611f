from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models.base import ModelBase
from django.utils.translation import gettext_lazy as _

def create_intermediary(model):
    name = '%s%s' % (model.__name__, 'Item')
    class Meta:
        db_table = '%s_items' % model._meta.db_table
        unique_together = (('tag', 'content_type', 'object_id'),)
        verbose_name = _('tagged item')
    def obj_unicode(self):
        return str(self.pk)
    attrs = {
        '__module__': model.__module__,
        'Meta': Meta,
        'tag': models.ForeignKey(model, models.CASCADE, verbose_name=_('tag'), related_name='items'),
        'content_type': models.ForeignKey(ContentType, models.CASCADE),
        'object_id': models.PositiveIntegerField(_('object id'), db_index=True),
        'content_object': GenericForeignKey('content_type', 'object_id'),
        '__str__': obj_unicode,
    }
    return type(name, (models.Model,), attrs)

class TagMeta(ModelBase):
    def __new__(cls, name, bases, attrs):
        model = super().__new__(cls, name, bases, attrs)
        if not model._meta.abstract:
            model.item_model = create_intermediary(model)
            model.Item = model.item_model
        return model

class TagBase(models.Model, metaclass=TagMeta):
    name = models.CharField(_('name'), max_length=100, unique=True)
    class Meta:
        abstract = True
        ordering = ['name']

class Tag(TagBase):
    pass

class Keyword(TagBase):
    weight = models.FloatField(default=1.0)
    class Meta(TagBase.Meta):
        db_table = 'kw'

class Pinned(models.Model):
    item = models.ForeignKey(Tag.Item, models.CASCADE)
    kw = models.ManyToManyField(Keyword.item_model)
