/** Fields that Django 5 and 6 brought, in a model and in the migration that makemigrations of that version wrote for it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toModels } from '../../../../src/frameworks/django/models/schema.ts';
import { createModel, fieldsOf, ID, readApp, type TextReading } from './text.ts';

const agrees = (context: TestContext, version: string | null, models: string, operations: string[]): TextReading => {
  const reading = readApp(context, { models, operations, version });
  assert.deepEqual(reading.unmade, []);
  assert.deepEqual(reading.problems, []);
  return reading;
};

const choices = `
class Medal(models.TextChoices):
    GOLD = "G", "Gold"
    SILVER_CUP = "S"

class Suit(models.IntegerChoices):
    DIAMOND = 1, "Diamond"
    __empty__ = "(Unknown)"

def shades():
    return {"d": "Dark"}

class Card(models.Model):
    medal = models.CharField(max_length=1, choices=Medal, default=Medal.GOLD, db_default=Medal.GOLD)
    suit = models.IntegerField(choices=Suit)
    shade = models.CharField(max_length=1, choices=shades)
    group = models.CharField(max_length=1, choices={"a": "A", "Rest": {"b": "B"}})
`;
const card = createModel(
  'Card',
  `${ID}
    ("medal", models.CharField(choices=[("G", "Gold"), ("S", "Silver Cup")], db_default="G", default="G", max_length=1)),
    ("suit", models.IntegerField(choices=[(None, "(Unknown)"), (1, "Diamond")])),
    ("shade", models.CharField(choices=core.models.shades, max_length=1)),
    ("group", models.CharField(choices=[("a", "A"), ("Rest", [("b", "B")])], max_length=1)),`,
);

test('choices given as a class, a function or a mapping are those that the migration lists', (context) => {
  for (const version of ['5.0', '5.2', '6.0', null]) agrees(context, version, choices, [card]);
  const more = choices.replace('"G", "Gold"', '"G", "Golden"');
  assert.deepEqual(readApp(context, { models: more, operations: [card], version: '5.2' }).unmade, [
    'Alter field medal on card',
  ]);
});

const generated = `
import datetime
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce, Now

class Price(models.Model):
    net = models.IntegerField(null=True)
    at = models.DateTimeField(db_default=Now())
    gross = models.GeneratedField(
        expression=F("net") * (1 + Value(20)) - 3, output_field=models.BigIntegerField(), db_persist=True
    )
    debt = models.GeneratedField(expression=-F("net"), output_field=models.IntegerField(), db_persist=False)
    until = models.GeneratedField(
        expression=F("at") + datetime.timedelta(hours=1), output_field=models.DateTimeField(), db_persist=True
    )
    mail = models.GeneratedField(
        expression=Coalesce("net", Value(0, output_field=models.EmailField())),
        output_field=models.EmailField("mail"),
        db_persist=True,
    )
    size = models.GeneratedField(
        expression=Case(When(Q(net__gt=9), then=Value("L")), default=Value("S")),
        output_field=models.CharField(max_length=1),
        db_persist=True,
    )
`;
const combined = 'django.db.models.expressions.CombinedExpression';
const price = createModel(
  'Price',
  `${ID}
    ("net", models.IntegerField(null=True)),
    ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
    ("gross", models.GeneratedField(db_persist=True, expression=${combined}(${combined}(models.F("net"), "*", ${combined}(models.Value(1), "+", models.Value(20))), "-", models.Value(3)), output_field=models.BigIntegerField())),
    ("debt", models.GeneratedField(db_persist=False, expression=${combined}(models.F("net"), "*", models.Value(-1)), output_field=models.IntegerField())),
    ("until", models.GeneratedField(db_persist=True, expression=${combined}(models.F("at"), "+", models.Value(datetime.timedelta(seconds=3600))), output_field=models.DateTimeField())),
    ("mail", models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Coalesce("net", models.Value(0, output_field=models.EmailField(max_length=254))), output_field=models.EmailField(max_length=254, verbose_name="mail"))),
    ("size", models.GeneratedField(db_persist=True, expression=models.Case(models.When(models.Q(("net__gt", 9)), then=models.Value("L")), default=models.Value("S")), output_field=models.CharField(max_length=1))),`,
);

test('a generated column is compared by its expression, whatever it is written as', (context) => {
  agrees(context, '5.2', generated, [price]);
  const edited = generated.replace('Value(20)', 'Value(19)');
  assert.deepEqual(readApp(context, { models: edited, operations: [price], version: '5.2' }).unmade, [
    'Alter field gross on price',
  ]);
});

test('the fields inside an array are compared as fields', (context) => {
  agrees(
    context,
    '6.0',
    `
from django.contrib.postgres.fields import ArrayField, DateTimeRangeField

class Bag(models.Model):
    mails = ArrayField(models.EmailField(), default=list)
    span = DateTimeRangeField(default_bounds="[)")
`,
    [
      createModel(
        'Bag',
        `${ID}
    ("mails", django.contrib.postgres.fields.ArrayField(base_field=models.EmailField(max_length=254), default=list, size=None)),
    ("span", django.contrib.postgres.fields.DateTimeRangeField()),`,
      ),
    ],
  );
});

const composite = `
class Release(models.Model):
    pk = models.CompositePrimaryKey("name", "number")
    name = models.SlugField()
    number = models.IntegerField()
`;
const compositeField =
  '("pk", models.CompositePrimaryKey("name", "version", blank=True, editable=False, primary_key=True, serialize=False)),';

test('a composite primary key is a field without a column, and no id is added beside it', (context) => {
  const reading = agrees(context, '5.2', composite, [
    createModel('Release', `${compositeField} ("name", models.SlugField()), ("version", models.IntegerField()),`),
    'migrations.RenameField("release", "version", "number"),',
  ]);
  assert.deepEqual(fieldsOf(reading, 'Release'), ['pk:CompositePrimaryKey', 'name:SlugField', 'number:IntegerField']);
  const [key] = reading.models.find(({ name }) => name === 'Release')?.fields ?? [];
  assert.deepEqual([key?.column, key?.primaryKey], [null, true]);
});

test('a composite primary key names its fields, also one that is said by its column, and none where a name is not known', (context) => {
  const { models } = readApp(context, {
    version: '5.2',
    models: `${composite}
class Asset(models.Model):
    pk = models.CompositePrimaryKey("release_id", "name")
    release = models.OneToOneField("auth.Group", models.CASCADE)
    name = models.SlugField()
class Open(models.Model):
    pk = models.CompositePrimaryKey("name", input())
    name = models.SlugField()
`,
    operations: [],
  });
  assert.deepEqual(
    toModels(models).flatMap(({ name, composite_key }) =>
      ['Release', 'Asset', 'Open'].includes(name) ? [[name, ...composite_key]] : [],
    ),
    [['Release', 'name', 'number'], ['Asset', 'release', 'name'], ['Open']],
  );
});

test('choices and a storage that are made by code are not claimed to differ', (context) => {
  const { unmade } = readApp(context, {
    version: '5.2',
    models: `
from django.core.files.storage import storages

class Paper(models.Model):
    Kind = models.TextChoices("Kind", "OPEN CLOSED")
    kind = models.CharField(max_length=6, choices=Kind)
    file = models.FileField(storage=storages["private"])
`,
    operations: [
      createModel(
        'Paper',
        `${ID}
    ("kind", models.CharField(choices=[("OPEN", "Open"), ("CLOSED", "Closed")], max_length=6)),
    ("file", models.FileField(storage=django.core.files.storage.filesystem.FileSystemStorage(), upload_to="")),`,
      ),
    ],
  });
  assert.deepEqual(unmade, []);
});

test('what every field class says by default is left out on both sides', (context) => {
  agrees(
    context,
    '6.0',
    `
import datetime
import zoneinfo
from django.contrib.gis.db import models as gis

class Plain(models.Model):
    file = models.FileField()
    path = models.FilePathField()
    mail = models.EmailField()
    slug = models.SlugField()
    spot = gis.PointField()
    area = gis.PolygonField(geography=True, srid=4326, tolerance=0.1)
    zone = models.CharField(default=zoneinfo.ZoneInfo("Europe/Paris"))
    since = models.DateTimeField(default=datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC))
`,
    [
      createModel(
        'Plain',
        `${ID}
    ("file", models.FileField(upload_to="")),
    ("path", models.FilePathField()),
    ("mail", models.EmailField(max_length=254)),
    ("slug", models.SlugField()),
    ("spot", django.contrib.gis.db.models.fields.PointField(srid=4326)),
    ("area", django.contrib.gis.db.models.fields.PolygonField(geography=True, srid=4326)),
    ("zone", models.CharField(default=zoneinfo.ZoneInfo(key="Europe/Paris"))),
    ("since", models.DateTimeField(default=datetime.datetime(2024, 1, 1, 0, 0, tzinfo=datetime.timezone.utc))),`,
      ),
    ],
  );
});

test('what the models of GeoDjango have from those of Django is the same as there', (context) => {
  const reading = agrees(
    context,
    '5.2',
    `
from django.contrib.gis.db import models
from django.contrib.gis.geos import Point

class Kind(models.TextChoices):
    RIVER = "r", "River"
    LAKE = "l"

class Water(models.Model):
    kind = models.CharField(max_length=1, choices=Kind.choices, default=Kind.RIVER)
    mouth = models.PointField(default=Point(1, 2, srid=4326))
    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind="r") | ~models.Q(mouth__isvalid=False), name="shape"),
            models.UniqueConstraint(models.F("kind").desc(), name="once"),
        ]
`,
    [
      createModel(
        'Water',
        `${ID}
    ("kind", models.CharField(choices=[("r", "River"), ("l", "Lake")], default="r", max_length=1)),
    ("mouth", django.contrib.gis.db.models.fields.PointField(
        default=django.contrib.gis.geos.point.Point(1, 2, srid=4326), srid=4326)),`,
        `options={"constraints": [
        models.CheckConstraint(condition=models.Q(("kind", "r"), models.Q(("mouth__isvalid", False), _negated=True), _connector="OR"), name="shape"),
        models.UniqueConstraint(models.OrderBy(models.F("kind"), descending=True), name="once")]}`,
      ),
    ],
  );
  assert.deepEqual(fieldsOf(reading, 'Water'), ['id:BigAutoField', 'kind:CharField', 'mouth:PointField']);
});
