from django.db import models
class AbstractProduct(models.Model):
    title = models.CharField(max_length=9)
    class Meta:
        abstract = True
        app_label = 'catalogue'
        ordering = ['title']
class AbstractOption(models.Model):
    name = models.CharField(max_length=8)
    class Meta:
        abstract = True
        app_label = 'catalogue'
