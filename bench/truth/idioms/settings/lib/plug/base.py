from django.db import models
class PlugField(models.CharField):
    def __init__(self, *a, plug='x', **kw):
        self.plug = plug
        kw['max_length'] = 10
        super().__init__(*a, **kw)
    def contribute_to_class(self, cls, name, **kw):
        super().contribute_to_class(cls, name, **kw)
        if not cls._meta.abstract:
            for extra in getattr(cls, 'plugs', ()):
                field = models.BooleanField(default=False)
                field.creation_counter = self.creation_counter
                cls.add_to_class(f'{name}_{extra}', field)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop('max_length', None)
        return name, path, args, kwargs
class Pluggable(models.Model):
    plug = PlugField(plug='z')
    class Meta: abstract = True
