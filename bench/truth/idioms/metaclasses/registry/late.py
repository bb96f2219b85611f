from django.db import models
from django.apps import apps
class Late(models.Model):
    to = models.ForeignKey('reg.Gen1', models.CASCADE)
    class Meta: app_label = 'reg'
apps.get_model('shapes', 'Square').add_to_class('late', models.IntegerField(null=True))
