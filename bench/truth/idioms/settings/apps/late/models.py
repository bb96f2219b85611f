from django.db import models
from apps.things.models import *
from apps.things import models as tm
class Later(models.Model):
    cars = models.ManyToManyField(Car, related_name='laters')
    n = models.IntegerField(choices=[(i, c.__name__) for i, c in enumerate(tm.registry)])
    class Meta:
        permissions = [(f'drive_{c._meta.model_name}', c._meta.verbose_name) for c in tm.registry]
