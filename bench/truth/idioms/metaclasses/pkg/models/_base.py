from django.db import models
class Base(models.Model):
    slug = models.SlugField()
    class Meta:
        abstract = True
        app_label = __package__.split('.')[0]
        db_table = 'never'
