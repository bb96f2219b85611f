/** Fields that code copies from one model into another that it makes, as packages do that keep what models were. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, decides, settings } from '../../agreement.ts';
import { manage, plainSettings, readAll, writeProject } from '../../throwaway.ts';

const kept = `import copy

from django.conf import settings
from django.db import models


class Coin(models.Model):
    name = models.CharField("The name", max_length=10, unique=True)
    mail = models.EmailField(blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="coins")
    twin = models.OneToOneField("self", on_delete=models.CASCADE, null=True)


class Keyed(models.Model):
    code = models.UUIDField(primary_key=True)
    coin = models.ForeignKey(Coin, models.PROTECT, related_name="+")
`;

test('a copy of a field that code makes one of another class, and no key any more, is shown as that', (context) => {
  const made = `

def copies(model):
    fields = {}
    for field in model._meta.fields:
        field = copy.copy(field)
        field.remote_field = copy.copy(field.remote_field)
        if isinstance(field, models.AutoField):
            field.__class__ = models.IntegerField
        if field.primary_key or field.unique:
            field.primary_key = False
            field._unique = False
            field.db_index = True
        if not field.is_relation:
            fields[field.name] = field
    return fields


for model in (Coin, Keyed):
    name = model.__name__ + "Log"
    attrs = {"__module__": __name__, "log_id": models.AutoField(primary_key=True), **copies(model)}
    globals()[name] = type(name, (models.Model,), attrs)
`;
  agrees(context, { ...settings(), 'core/models.py': kept + made });
});

test('a field made anew from what another deconstructs to has all of it but what code changes', (context) => {
  const made = `

class Unset:
    pass


UNSET = Unset()


class Change:
    def __init__(self, *, unique=UNSET, primary_key=UNSET):
        self._unique = unique
        self._primary_key = primary_key

    @property
    def kwargs(self):
        named = {"unique": self._unique, "primary_key": self._primary_key}
        return {name: value for name, value in named.items() if value is not UNSET}


class PointerChange(Change):
    def __init__(self, *, on_delete=UNSET, related_name=UNSET, **kwargs):
        super().__init__(**kwargs)
        self._on_delete = on_delete
        self._related_name = related_name

    @property
    def kwargs(self):
        named = {"on_delete": self._on_delete, "related_name": self._related_name}
        return {**super().kwargs, **{name: value for name, value in named.items() if value is not UNSET}}


def anew(field):
    if isinstance(field, models.AutoField):
        return models.BigIntegerField(null="verbose_name" not in field.deconstruct()[3])
    field = copy.deepcopy(field)
    field.swappable = False
    name, path, args, kwargs = field.deconstruct()
    kind = models.ForeignKey if isinstance(field, models.OneToOneField) else field.__class__
    change = Change(unique=False, primary_key=False)
    if isinstance(field, models.ForeignKey):
        change = PointerChange(on_delete=models.DO_NOTHING, related_name="+")
    kwargs.update(change.kwargs)
    return kind(*args, db_column="old_" + name, **kwargs)


for model in (Coin, Keyed):
    attrs = {"__module__": __name__, **{field.name + "_was": anew(field) for field in model._meta.fields}}
    globals()[model.__name__ + "Event"] = type(model.__name__ + "Event", (models.Model,), attrs)
`;
  const models = agrees(context, { ...settings(), 'core/models.py': kept + made });
  const event = models.find(({ name }) => name === 'CoinEvent');
  const pointers = event?.localFields.flatMap(({ name, relation }) => (relation ? [[name, relation.target]] : []));
  assert.deepEqual(pointers, [
    ['owner_was', 'auth.User'],
    ['twin_was', 'core.Coin'],
  ]);
});

test('a field that code changes once it is part of a model keeps its column, and the model its key', (context) => {
  const changed = `from django.db import models


class Named(models.Model):
    code = models.CharField(max_length=3)

    class Meta:
        abstract = True


class Late(models.Model):
    code = models.CharField(max_length=3, db_column="first")
    name = models.CharField(max_length=3)


class Short(models.Model):
    code = models.CharField(max_length=3, primary_key=True)


class Renamed(models.Model):
    code = models.CharField(max_length=3)
    short = models.ForeignKey("self", models.CASCADE)


class Before(Named):
    pass


Named._meta.get_field("code").primary_key = True
Late._meta.get_field("code").db_column = "second"
Late._meta.get_field("name").primary_key = True
Short._meta.get_field("code").primary_key = False
Before._meta.get_field("code").db_column = "third"
Renamed._meta.get_field("id").auto_created = False
Late._meta.get_field("id").verbose_name = "Number"
Renamed._meta.get_field("code").name = "word"
Renamed._meta.get_field("short").name = "long"


class After(Named):
    pass
`;
  agrees(context, { ...settings(), 'core/models.py': changed });
});

test('a model that is made of what nobody can tell, or handed a field past its class, is said to have more than is shown', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `
from datetime import datetime
from django.db import models
fields = {f"in_{datetime.now().year}": models.IntegerField()}
Year = type("Year", (models.Model,), {"__module__": __name__, **fields, "plain": models.IntegerField()})
class Shared:
    def contribute_to_class(self, cls, name):
        field = models.IntegerField()
        field.set_attributes_from_name(name)
        field.model = cls
        cls._meta.add_field(field, private=True)
class Sum(models.Model):
    total = Shared()
`,
  });
  const { project } = readAll(root);
  assert.deepEqual(
    project.problems.map(({ code, message, line }) => [code, message.split(' ')[0], line]),
    [
      ['fields_unknown', 'core.Year', 5],
      ['fields_unknown', 'core.Sum', 12],
    ],
  );
});

test('a field of an own class that says nothing of how it is made is written as Django writes those above it', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `import copy
from django.db import models
from django.utils.module_loading import import_string


class Named:
    kind = "named"


class Loud(Named, models.CharField):
    description = "loud"

    def from_db_value(self, value, expression, connection):
        return value


class Far(models.ForeignKey):
    def formfield(self, **kwargs):
        return None


class Coin(models.Model):
    code = Loud("the code", max_length=3, unique=True, db_column="cod")
    key = Loud(primary_key=True, max_length=5)
    far = Far("self", models.CASCADE, null=True, related_name="fars")


def anew(field):
    if not field.concrete:
        return field
    field = copy.deepcopy(field)
    field.swappable = False
    name, path, args, kwargs = field.deconstruct()
    kwargs.update({"unique": False, "primary_key": False})
    if "related_name" in kwargs:
        kwargs["related_name"] = "+"
    return import_string(path)(*args, **kwargs)


attrs = {"__module__": __name__, "log": models.AutoField(primary_key=True)}
attrs.update({field.name: anew(field) for field in Coin._meta.fields})
CoinLog = type("CoinLog", (models.Model,), attrs)
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `import core.models
import django.db.models.deletion
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Coin",
            fields=[
                ("code", core.models.Loud(db_column="cod", max_length=3, unique=True, verbose_name="the code")),
                ("key", core.models.Loud(max_length=5, primary_key=True, serialize=False)),
                ("far", core.models.Far(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="fars", to="core.coin")),
            ],
        ),
        migrations.CreateModel(
            name="CoinLog",
            fields=[
                ("log", models.AutoField(primary_key=True, serialize=False)),
                ("code", core.models.Loud(db_column="cod", max_length=3, verbose_name="the code")),
                ("key", core.models.Loud(max_length=5, serialize=False)),
                ("far", core.models.Far(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="core.coin")),
            ],
        ),
    ]
`,
  });
});

test('a field that is turned into one of another class keeps what its first class made of it', (context) => {
  const models = `import copy
from django.db import models
class Tag(models.Model):
    name = models.CharField(max_length=3, unique=True)
def turned(field, to, **more):
    field = copy.deepcopy(field)
    field.__class__ = to
    for name, value in more.items():
        setattr(field, name, value)
    return field
class Log(models.Model):
    key = models.AutoField(primary_key=True)
    id = turned(Tag._meta.get_field("id"), models.IntegerField, primary_key=False, serialize=True, _unique=False, db_index=True)
    pointer = turned(models.OneToOneField(Tag, models.CASCADE), models.ForeignKey)
    plain = turned(models.OneToOneField(Tag, models.CASCADE, related_name="+"), models.ForeignKey, _unique=False)
    slug = turned(models.SlugField(), models.CharField)
    mail = turned(models.EmailField(), models.CharField)
    day = turned(models.DateField(auto_now=True), models.DateTimeField)
    days = turned(models.DateField(auto_now_add=True), models.IntegerField)
    big = turned(models.BigAutoField(), models.BigIntegerField)
    size = turned(models.IntegerField("The size"), models.PositiveIntegerField)
`;
  const migration = `from django.db import migrations, models
from django.db.models.deletion import CASCADE
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel("Tag", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("name", models.CharField(max_length=3, unique=True)),
        ]),
        migrations.CreateModel("Log", [
            ("key", models.AutoField(primary_key=True, serialize=False)),
            ("id", models.IntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("pointer", models.ForeignKey(on_delete=CASCADE, to="core.tag", unique=True)),
            ("plain", models.ForeignKey(on_delete=CASCADE, related_name="+", to="core.tag")),
            ("slug", models.CharField(db_index=True, max_length=50)),
            ("mail", models.CharField(max_length=254)),
            ("day", models.DateTimeField(auto_now=True)),
            ("days", models.IntegerField(blank=True, editable=False)),
            ("big", models.BigIntegerField(blank=True)),
            ("size", models.PositiveIntegerField(verbose_name="The size")),
        ]),
    ]
`;
  decides(context, {
    ...settings(),
    'core/models.py': models,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': migration,
  });
});
