from django.db import models
from django.db.models.base import ModelBase

def meta(**opts):
    return type(str('Meta'), (), opts)

class TenantOptions:
    def __init__(self, model, related_name):
        self.model = model
        self.related_name = related_name

class TenantModelBase(ModelBase):
    registry = {}
    def __new__(cls, name, bases, attrs, **kwargs):
        super_new = super(TenantModelBase, cls).__new__
        Meta = attrs.setdefault('Meta', meta())
        if not getattr(Meta, 'abstract', False) and bases != (models.Model,):
            Meta.abstract = True
            module = attrs.get('__module__')
            base = super_new(cls, str("Abstract%s" % name), (models.Model,), attrs)
            try:
                related_name = base.TenantMeta.related_name
            except AttributeError:
                related_name = name.lower() + 's'
            opts = TenantOptions(base, related_name)
            model = super_new(cls, name, (base,) + bases, {'__module__': module, '_tenant_meta': opts, 'Meta': meta(managed=False)})
            cls.registry[name] = (base, opts)
            for tenant in ('acme', 'umbrella'):
                made = super_new(cls, '%s%s' % (tenant.title(), name), (base,), {
                    '__module__': module,
                    'Meta': meta(db_table='%s_%s' % (tenant, related_name)),
                    'owner': models.ForeignKey('Tenant', models.CASCADE, related_name='%s_%s' % (tenant, related_name)),
                })
                cls.registry[made.__name__] = (made, opts)
            return model
        return super_new(cls, name, bases, attrs, **kwargs)

class Tenant(models.Model):
    name = models.CharField(max_length=10)

class TenantModel(models.Model, metaclass=TenantModelBase):
    class Meta:
        abstract = True

class Report(TenantModel):
    title = models.CharField(max_length=40)
    parent = models.ForeignKey('self', models.SET_NULL, null=True)

class Invoice(TenantModel):
    total = models.DecimalField(max_digits=8, decimal_places=2)
    class TenantMeta:
        related_name = 'bills'
