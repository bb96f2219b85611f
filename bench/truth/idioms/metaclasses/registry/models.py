from django.db import models
class Meta_(type(models.Model)):
    def __new__(mcs, name, bases, ns, **kw):
        columns = ns.pop('columns', ())
        for c in columns:
            field, *rest = c.split(':')
            ns[field] = {'int': models.IntegerField, 'str': lambda: models.CharField(max_length=int(rest[1]))}[rest[0]]()
        return super().__new__(mcs, name, bases, ns, **kw)
class Row(models.Model, metaclass=Meta_):
    class Meta: abstract = True
class Table(Row):
    columns = 'a:int', 'b:str:12'
class Other(Table):
    columns = ['c:int']
class Mixin:
    plain = 1
    not_a_field = models.IntegerField()
class WithMixin(Mixin, models.Model):
    own = models.IntegerField()
def build(spec):
    attrs = {k: (v() if callable(v) else v) for k, v in spec.items() if not k.startswith('_')}
    attrs.update(__module__=__name__, Meta=type('Meta', (), spec.get('_meta', {})))
    return type(spec['_name'], (models.Model,), attrs)
SPECS = [{'_name': f'Gen{i}', 'v': models.IntegerField, 'w': models.CharField(max_length=i + 1), '_meta': {'db_table': 'g%d' % i}} for i in range(3)]
GENERATED = list(map(build, SPECS))
