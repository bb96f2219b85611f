/** Classes that have several names, as all of Django's fields do, and classes as keys. Held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, decides, firstMigration, settings } from '../agreement.ts';

const namesOf = ([model]: ReturnType<typeof agrees>): string[] => (model?.fields ?? []).map(({ name }) => name);

test('a class is the same by whatever name it is taken', (context) => {
  const made = agrees(context, {
    ...settings(),
    'site-packages/vendor/__init__.py': 'from vendor.fields import LoudField\n',
    'site-packages/vendor/fields.py': 'from django.db import models\nclass LoudField(models.TextField):\n    pass\n',
    'core/models.py': `from django.db import models
from django.db.models import fields
from django.db.models.fields import CharField as Text
from django.db.models.fields.related import ForeignKey
import vendor.fields
class Box(models.Model):
    if models.CharField is fields.CharField:
        identity = models.IntegerField()
    if models.CharField == Text and not models.CharField != Text:
        equality = models.IntegerField()
    if Text in (models.CharField, models.TextField):
        among = models.IntegerField()
    if Text().__class__ is models.CharField:
        of_object = models.IntegerField()
    if vendor.LoudField is vendor.fields.LoudField:
        of_package = models.IntegerField()
    if models.CharField is models.TextField or Text in [models.TextField, models.IntegerField]:
        another = models.IntegerField()
    if ForeignKey is not models.ForeignKey:
        no_other = models.IntegerField()
`,
  });
  assert.deepEqual(namesOf(made), ['id', 'identity', 'equality', 'among', 'of_object', 'of_package']);
});

test('a class is the same key of a dict by whatever name it is taken', (context) => {
  const made = decides(context, {
    ...settings(),
    'site-packages/vendor/__init__.py': 'from vendor.fields import LoudField\n',
    'site-packages/vendor/fields.py': 'from django.db import models\nclass LoudField(models.TextField):\n    pass\n',
    'core/quiet.py': `from django.db import models
KINDS = {}
def kind_of(kind, *names):
    key = tuple((kind,) + names)
    if key not in KINDS:
        KINDS[key] = type("Quiet" + kind.__name__, (Quiet, kind), {"kind": kind})
    return KINDS[key]
class Quiet:
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("help_text", None)
        return name, "django.db.models." + self.kind.__name__, args, kwargs
def quiet(field):
    name, path, args, kwargs = field.deconstruct()
    return kind_of(field.__class__, "help_text")(*args, **kwargs)
`,
    'core/models.py': `from django.db import models
from django.db.models.fields import CharField as Text, IntegerField
from django.db.models import fields
import vendor
from vendor.fields import LoudField
from .quiet import quiet
LENGTHS = {Text: 5, models.TextField: 6, vendor.LoudField: 7}
LENGTHS[fields.SlugField] = LENGTHS.setdefault(models.SlugField, 8) + 1
EACH = {kind: at for at, kind in enumerate((models.CharField, models.TextField), 3)}
del EACH[fields.TextField]
class Note(models.Model):
    code = quiet(models.CharField(max_length=4, help_text="said by nobody"))
    by_name = models.CharField(max_length=LENGTHS[models.CharField])
    got = models.CharField(max_length=LENGTHS.get(IntegerField, 9) + LENGTHS.get(fields.TextField))
    of_package = models.CharField(max_length=LENGTHS[LoudField])
    slug = models.CharField(max_length=LENGTHS[models.SlugField])
    each = models.CharField(max_length=EACH[fields.CharField] + len(EACH))
    if fields.TextField not in EACH and Text in EACH:
        last = models.CharField(max_length=1)
`,
    ...firstMigration([
      '"code", models.CharField(max_length=4)',
      '"by_name", models.CharField(max_length=5)',
      '"got", models.CharField(max_length=15)',
      '"of_package", models.CharField(max_length=7)',
      '"slug", models.CharField(max_length=9)',
      '"each", models.CharField(max_length=4)',
      '"last", models.CharField(max_length=1)',
    ]),
  });
  assert.deepEqual(namesOf(made), ['id', 'code', 'by_name', 'got', 'of_package', 'slug', 'each', 'last']);
});

test('how many classes a set has is not known where two names of it may stand for one', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
from django.db.models import fields
class Note(models.Model):
    one = models.CharField(max_length=len({models.CharField, fields.CharField}))
    both = models.CharField(max_length=len({models.CharField} & {fields.CharField}) + 1)
    either = models.CharField(max_length=len({models.CharField} | {fields.CharField, models.TextField}))
    rest = models.CharField(max_length=len({models.CharField, models.TextField} - {fields.CharField}))
    others = models.CharField(max_length=len({models.CharField, models.TextField}))
`,
    ...firstMigration([
      '"one", models.CharField(max_length=1)',
      '"both", models.CharField(max_length=2)',
      '"either", models.CharField(max_length=2)',
      '"rest", models.CharField(max_length=1)',
      '"others", models.CharField(max_length=2)',
    ]),
  });
});

test('the first and the last moment, by whatever name, are what a migration has written out', (context) => {
  decides(context, {
    ...settings(),
    ...firstMigration(
      [
        '"opens", models.DateTimeField(default=datetime.datetime(1, 1, 1, 0, 0))',
        '"closes", models.DateTimeField(default=datetime.datetime(9999, 12, 31, 23, 59, 59, 999999))',
        '"day", models.DateField(default=datetime.date(9999, 12, 31))',
        '"time", models.TimeField(default=datetime.time(23, 59, 59, 999999))',
        '"span", models.DurationField(default=datetime.timedelta(days=999999999, seconds=86399, microseconds=999999))',
        '"step", models.DurationField(default=datetime.timedelta(microseconds=1))',
        '"year", models.IntegerField(default=9999)',
        '"begun", models.DateTimeField(default=datetime.datetime(2000, 1, 1, 0, 0))',
      ],
      'import datetime\n',
    ),
    'core/models.py': `from datetime import MAXYEAR, date, datetime as moment, time, timedelta
from django.db import models
from django.utils import timezone
from django.utils.timezone import timedelta as span
FOREVER = moment.max
class Note(models.Model):
    opens = models.DateTimeField(default=timezone.datetime.min)
    closes = models.DateTimeField(default=FOREVER)
    day = models.DateField(default=date.max)
    time = models.TimeField(default=time.max)
    span = models.DurationField(default=span.max)
    step = models.DurationField(default=timedelta.resolution)
    year = models.IntegerField(default=MAXYEAR)
    begun = models.DateTimeField(default=timezone.datetime(2000, 1, 1))
`,
  });
});
