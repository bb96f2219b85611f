import sys
from django.conf import settings
from django.db import models
from django.utils.module_loading import import_string
from plug import registry
from plug.base import Pluggable
module = sys.modules[__name__]
for name in settings.EXTRA_MODELS:
    setattr(module, name, type(name, (models.Model,), {'__module__': __name__, '__doc__': 'x', f'{name.lower()}_value': models.IntegerField(default=0)}))
class Owned(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name='%(app_label)s_%(class)s_set')
    class Meta: abstract = True
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        registry.add(cls)
class Car(Pluggable, Owned):
    wheels = models.IntegerField(default=4)
class Boat(Pluggable, Owned):
    length = import_string('django.db.models.FloatField')()
    plugs = ('engine', 'sail')
assert len(registry) == 2
class Counter(models.Model):
    count = models.IntegerField(default=len(registry))
    alpha = models.ForeignKey('Alpha', models.CASCADE)
    beta = models.ForeignKey(Beta, models.CASCADE)
