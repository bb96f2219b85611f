/** Rarely used corners of Django's models, as its own tests use them, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { lacking, manage, plainSettings } from '../throwaway.ts';

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

test('fields without a column, of a class that says so', (context) => {
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
class Box(models.Model):
    none = NoColumn(null=True)
    renamed = Renamed(null=True)
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
