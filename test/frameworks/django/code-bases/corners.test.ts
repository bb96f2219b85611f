/** Rarely used corners of Django's models, as its own tests use them, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { lacking, manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

test('models of a registry of their own are none of the project', (context) => {
  const made = agrees(context, {
    ...settings(),
    'core/models.py': `
from django.apps.registry import Apps
from django.db import models
others = Apps()
class Apart(models.Model):
    others = models.ManyToManyField("self")
    class Meta:
        apps = others
class Base(models.Model):
    class Meta:
        abstract = True
        apps = others
class Child(Base):
    apart = models.ForeignKey(Apart, models.CASCADE)
class Here(models.Model):
    name = models.TextField()
`,
  });
  assert.deepEqual(
    made.filter(({ abstract }) => !abstract).map((model) => model.id),
    ['core.Here'],
  );
});

test('a NullBooleanField may be null, and says so in no migration', (context) => {
  agrees(context, {
    ...settings('SILENCED_SYSTEM_CHECKS = ["fields.W903", "fields.E903"]\n'),
    'core/models.py': `
from django.db import models
class Box(models.Model):
    open = models.NullBooleanField()
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.CreateModel("Box", [
        ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("open", models.NullBooleanField()),
    ])]
`,
  });
});

test('fields without a column, or with another than Django would give them, of a class that says so', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
class NoColumn(models.IntegerField):
    def db_type(self, connection):
        return None
    def get_attname_column(self):
        attname, column = super().get_attname_column()
        return attname, None
class Renamed(models.IntegerField):
    def get_attname_column(self):
        attname, column = super().get_attname_column()
        return attname, "x_" + column
class Pointer(models.ForeignKey):
    def __init__(self, *args, called=None, **kwargs):
        self.called = called
        super().__init__(*args, **kwargs)
    def get_attname(self):
        return self.called or super().get_attname()
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "called": self.called}
class Box(models.Model):
    none = NoColumn(null=True)
    renamed = Renamed(null=True)
    inside = Pointer("self", models.CASCADE, null=True, called="inner")
    beside = Pointer("self", models.CASCADE, null=True, related_name="+")
`,
  });
});

test('generic relations that come from several parents stand in the order of Django, and say whose they are', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
class Note(models.Model):
    content_type = models.ForeignKey(ContentType, models.CASCADE, related_name="+")
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey()
class Above(models.Model):
    kind_above = models.ForeignKey(ContentType, models.CASCADE, related_name="+")
    id_above = models.PositiveIntegerField()
    thing_above = GenericForeignKey("kind_above", "id_above")
    notes_above = GenericRelation(Note)
    class Meta:
        abstract = True
class Middle(Above):
    kind_middle = models.ForeignKey(ContentType, models.CASCADE, related_name="+")
    id_middle = models.PositiveIntegerField()
    notes_middle = GenericRelation(Note)
    thing_middle = GenericForeignKey("kind_middle", "id_middle")
class Below(Middle):
    kind_below = models.ForeignKey(ContentType, models.CASCADE, related_name="+")
    id_below = models.PositiveIntegerField()
    thing_below = GenericForeignKey("kind_below", "id_below")
    notes_below = GenericRelation(Note)
class Stand(Below):
    class Meta:
        proxy = True
class Lower(Stand):
    more = models.TextField()
`,
  });
  const from = (model: string): string[] =>
    models
      .find(({ name }) => name === model)
      ?.fields.filter(({ name }) => /^notes/.test(name))
      .map(({ name, inheritedFrom }) => `${name} ${inheritedFrom}`) ?? [];
  assert.deepEqual(from('Middle').sort(), ['notes_above core.models.Above', 'notes_middle null']);
  assert.deepEqual(from('Lower').sort(), [
    'notes_above core.Middle',
    'notes_below core.Below',
    'notes_middle core.Middle',
  ]);
});

const lacksGeography = lacking('django.contrib.gis.gdal.libgdal');

test('models whose module takes everything from the geographic one', { skip: lacksGeography }, (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.contrib.gis.db import models
class Base(models.Model):
    class Meta:
        abstract = True
        required_db_features = ["gis_enabled"]
class Plain(models.Model):
    name = models.TextField()
class Town(Base, models.Model):
    at = models.PointField(null=True)
`,
  });
});

test('apps, modules and models are found by names in any script, as they are written on the disk', (context) => {
  const apart = 'bäcker'.normalize('NFD');
  const initial = (create: string): string =>
    `from django.db import migrations, models\nclass Migration(migrations.Migration):\n    operations = [${create}]\n`;
  const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
  agrees(context, {
    'manage.py': manage('проект.settings'),
    'проект/__init__.py': '',
    'проект/settings.py': plainSettings(
      ['café', apart, 'магазин.apps.МагазинConfig', 'my-parts.shelf', 'core'],
      'ДЛИНА = 9\nMIGRATION_MODULES = {"магазин": "магазин.переходы"}\n',
    ),
    'café/__init__.py': '',
    'café/models.py': `
from django.db import models
class Größe(models.Model):
    naïve = models.ForeignKey("bäcker.Brot", models.CASCADE)
`,
    [`${apart}/__init__.py`]: '',
    [`${apart}/apps.py`]: `from django.apps import AppConfig\nclass C(AppConfig):\n    name = "${apart}"\n    label = "bäcker"\n`,
    [`${apart}/models.py`]: 'from django.db import models\nclass Brot(models.Model):\n    pass\n',
    'магазин/__init__.py': '',
    'магазин/apps.py':
      'from django.apps import AppConfig\nclass МагазинConfig(AppConfig):\n    name = "магазин"\n    verbose_name = "М"\n',
    'магазин/слова.py': 'ДЛИНА = 7\nﬁx = "%(слово)s-{слово}" % {"слово": "a"}\nfix = fix.format(слово="b")\n',
    'магазин/models.py': `
from django.conf import settings
from django.db import models
from café.models import Größe
import магазин.слова as с
from .слова import ДЛИНА
class Товар(Größe):
    имя = models.CharField(max_length=ДЛИНА, help_text=с.fix)
    род = models.CharField(max_length=settings.ДЛИНА)
    class Meta:
        app_label = "магазин"
`,
    'магазин/переходы/__init__.py': '',
    'магазин/переходы/0001_начало.py': initial(`migrations.CreateModel("Товар", [${id}])`),
    'my-parts/__init__.py': '',
    'my-parts/shelf/__init__.py': '',
    'my-parts/shelf/models.py': 'from django.db import models\nclass Board(models.Model):\n    pass\n',
    'core/models.py': '',
  });
});

test('a model whose options are asked for keeps the indexes and constraints that an abstract one hands down', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

def watched(cls):
    if not cls._meta.abstract and cls._meta.ordering == ["name"]:
        cls.add_to_class("seen", models.IntegerField())
    return cls

class Named(models.Model):
    name = models.CharField(max_length=50)

    class Meta:
        abstract = True
        ordering = ["name"]
        indexes = [models.Index(fields=["name"], name="%(class)s_name")]
        constraints = [models.UniqueConstraint(fields=["name"], name="%(class)s_once")]

@watched
class Tag(Named):
    pass
`,
  });
  assert.deepEqual(
    models.find(({ name }) => name === 'Tag')?.fields.map(({ name }) => name),
    ['id', 'name', 'seen'],
  );
});

test('something that is no field and makes one in its place makes it once, for children of an abstract model too', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Slot:
    def __init__(self, kind, **options):
        self.kind, self.options = kind, options

    def contribute_to_class(self, cls, name):
        self.kind(**self.options).contribute_to_class(cls, name)
        models.IntegerField(default=0).contribute_to_class(cls, f"{name}_rank")

class Block(models.Model):
    side = Slot(models.TextField, blank=True)

class Base(models.Model):
    top = Slot(models.CharField, max_length=5)

    class Meta:
        abstract = True

class Note(Base):
    pass

Slot(models.DateField, null=True).contribute_to_class(Note, "late")
Note.add_to_class("later", Slot(models.DateField))
`,
  });
  const names = models.find(({ name }) => name === 'Note')?.fields.map(({ name }) => name);
  assert.deepEqual(names, ['id', 'top', 'top_rank', 'late', 'late_rank', 'later', 'later_rank']);
});

test('what a base or a metaclass asks a class for is what Django has left there at that moment', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class PageBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        own = attrs.get("Meta")
        if own is not None and not getattr(own, "abstract", False) and not hasattr(own, "db_table"):
            own.db_table = "cms_" + name.lower()
        return super().__new__(meta, name, bases, attrs, **kwargs)

class Page(models.Model, metaclass=PageBase):
    class Meta:
        abstract = True

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        own = cls.__dict__.get("Meta")
        if own is not None or (cls._meta.abstract and cls.__name__ == "News"):
            own.ordering = ["nothing"]

class Home(Page):
    class Meta(Page.Meta):
        verbose_name = "home"

class News(Home):
    class Meta(Home.Meta):
        verbose_name = "news"

class Other(models.Model):
    class Meta:
        db_table = "others"

class Child(Other):
    class Meta(Other.Meta if hasattr(Other, "Meta") else object):
        verbose_name = "child"
`,
  });
  assert.deepEqual(
    models.filter(({ abstract }) => !abstract).map(({ table }) => table),
    ['cms_home', 'cms_news', 'others', 'core_child'],
  );
});

test('classes that are made by the class of a class, and fields that a text makes, are there', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

def build(name, bases=(models.Model,), /, **attrs):
    attrs.setdefault("__module__", __name__)
    return type(models.Model)(name, bases, attrs)

Owner = build("Owner", name=models.TextField())
Child = Owner.__class__("Child", (Owner,), {"__module__": __name__})
Owner.name.field._unique = True

class Wide(models.Model):
    word = "x"
    exec("first = models.TextField(help_text=word)")
    for number in range(2):
        exec(f"more_{number} = models.IntegerField()")
`,
  });
  const names = models.find(({ name }) => name === 'Wide')?.fields.map(({ name }) => name);
  assert.deepEqual(names, ['id', 'first', 'more_0', 'more_1']);
});

test('a class whose bases cannot be told may be the model that migrations know', (context) => {
  const root = writeProject(context, {
    ...settings(),
    ...firstMigration([]),
    'core/__init__.py': '',
    'core/models.py': `import random
from django.db import models
from django.conf import settings

def build(name, bases=(models.Model,), **attrs):
    return type(name, bases, {"__module__": __name__, **attrs})

Note = build("Note", **random.choice([{}]))
`,
  });
  const { project, models } = readAll(root);
  const { apps } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
});

test('choices of Django are texts, numbers and enumerations to whoever asks for their class', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
import enum
from django.db import models
class Kind(models.TextChoices):
    A = "a", "Aa"
class Size(models.IntegerChoices):
    ONE = 1, "One"
class KindOfField(type(models.Field)):
    def __call__(cls, kind=None, **more):
        if cls is not OneOf:
            return type.__call__(cls, kind=kind, **more)
        return type.__call__(OneText if issubclass(kind, str) else OneNumber, kind=kind, **more)
class OneOf(models.Field, metaclass=KindOfField):
    def __init__(self, *args, kind=None, **more):
        super().__init__(*args, **more)
class OneText(OneOf, models.CharField):
    pass
class OneNumber(OneOf, models.SmallIntegerField):
    pass
class Box(models.Model):
    kind = OneOf(Kind, max_length=3)
    size = OneOf(Size)
    text = models.CharField(max_length=10 if issubclass(Kind, enum.Enum) and not issubclass(Kind, int) else 20)
    number = models.CharField(max_length=10 if issubclass(Size, (int, dict)) and not issubclass(Size, str) else 20)
`,
  });
});
