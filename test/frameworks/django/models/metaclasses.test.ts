/** Metaclasses that have a say in what a class becomes, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';

const head = 'from django.db import models\nfrom django.db.models.base import ModelBase\n';

test('a metaclass that makes an abstract base of a model, and models of its own beside it (django-tenancy)', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `${head}
def meta(**options):
    return type("Meta", (), options)
class TenantBase(ModelBase):
    made = {}
    def __new__(cls, name, bases, attrs, **kwargs):
        super_new = super(TenantBase, cls).__new__
        Meta = attrs.setdefault("Meta", meta())
        if getattr(Meta, "abstract", False) or bases == (models.Model,):
            return super_new(cls, name, bases, attrs, **kwargs)
        Meta.abstract = True
        module = attrs["__module__"]
        base = super_new(cls, "Abstract%s" % name, (models.Model,), attrs)
        try:
            plural = base.TenantMeta.plural
        except AttributeError:
            plural = name.lower() + "s"
        for tenant in ("acme", "umbrella"):
            cls.made[name] = super_new(cls, tenant.title() + name, (base,), {
                "__module__": module,
                "Meta": meta(db_table="%s_%s" % (tenant, plural)),
                "owner": models.ForeignKey("Tenant", models.CASCADE, related_name="%s_%s" % (tenant, plural)),
            })
        return super_new(cls, name, (base,) + bases, {"__module__": module, "Meta": meta(managed=False)})
class Tenant(models.Model):
    name = models.CharField(max_length=9)
class TenantModel(models.Model, metaclass=TenantBase):
    class Meta:
        abstract = True
class Report(TenantModel):
    title = models.CharField(max_length=9)
class Invoice(TenantModel):
    total = models.IntegerField()
    class TenantMeta:
        plural = "bills"
class Line(models.Model):
    invoice = models.ForeignKey(Invoice, models.CASCADE, db_constraint=False)
`,
  });
  const tables = models.flatMap(({ abstract, table }) => (abstract ? [] : [table]));
  assert.ok(
    ['acme_reports', 'umbrella_bills', 'core_invoice'].every((table) => tables.includes(table)),
    `${tables}`,
  );
});

test('a metaclass that hands on other names, other bases, or gives another class', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `${head}
class Cut(ModelBase):
    def __new__(mcs, name, bases, attrs):
        kept = {key: value for key, value in attrs.items() if not key.startswith("x_")}
        kept["added"] = models.IntegerField(default=1)
        return super().__new__(mcs, name, bases, kept)
class Short(models.Model, metaclass=Cut):
    x_gone = models.TextField()
    stays = models.TextField()
class Named(models.Model):
    named = models.CharField(max_length=5)
    class Meta:
        abstract = True
class Mixing(ModelBase):
    def __new__(mcs, name, bases, attrs):
        return ModelBase.__new__(mcs, name, (Named,) + bases, attrs)
class Mixed(models.Model, metaclass=Mixing):
    own = models.IntegerField()
class Extending(type):
    def __new__(mcs, name, bases, attrs):
        for key, value in attrs.items():
            if not key.startswith("__"):
                Short.add_to_class(key, value)
        return Short
class ShortMore(metaclass=Extending):
    more = models.IntegerField(null=True)
class Uses(models.Model):
    short = models.ForeignKey(ShortMore, models.CASCADE)
`,
  });
});

test('fields that decorators are given are made before those of the class and of its bases', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `${head}
def with_fields(**fields):
    def add(cls):
        for name, field in fields.items():
            cls.add_to_class(name, field)
        return cls
    return add
def stamped(name):
    class Stamped(models.Model):
        class Meta:
            abstract = True
    Stamped.add_to_class(name, models.DateTimeField(null=True))
    return Stamped
@with_fields(rank=models.IntegerField(default=0))
class Item(stamped("made_at")):
    title = models.TextField()
`,
  });
});
