/** Clones without their packages: nothing is claimed that the packages could make untrue. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

const changes = (context: TestContext, files: Record<string, string>): string[] => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n'),
    'core/__init__.py': '',
    'core/migrations/__init__.py': '',
    ...files,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  return detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description));
};

test('a field of a class that is not at hand, whatever it is called, is not removed', (context) => {
  const said = changes(context, {
    'core/models.py': `
from django.db import models
from modelcluster.fields import ParentalKey
from mptt.fields import TreeForeignKey
class Page(models.Model):
    up = TreeForeignKey("self", null=True, db_index=True, on_delete=models.CASCADE)
class Line(models.Model):
    page = ParentalKey("core.Page", on_delete=models.CASCADE)
    added = models.IntegerField()
`,
    'core/migrations/0001_initial.py': `
import modelcluster.fields, mptt.fields
import django.db.models.deletion
from django.db import migrations, models
class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Page", [${id}, ("up", mptt.fields.TreeForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="core.page"))]),
        migrations.CreateModel("Line", [${id}, ("page", modelcluster.fields.ParentalKey(on_delete=django.db.models.deletion.CASCADE, to="core.page"))]),
    ]
`,
  });
  assert.deepEqual(said, ['Add field added to line']);
});

test('a history table keeps what a base brings along that is not at hand', (context) => {
  const said = changes(context, {
    'core/models.py': `
from django.db import models
from model_utils.models import TimeStampedModel
from simple_history.models import HistoricalRecords
class Item(TimeStampedModel):
    name = models.CharField(max_length=9)
    history = HistoricalRecords()
`,
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Item", [${id}, ("created", models.DateTimeField()), ("name", models.CharField(max_length=9))]),
        migrations.CreateModel("HistoricalItem", [
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("created", models.DateTimeField()),
            ("name", models.CharField(max_length=9)),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField()),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            ("history_type", models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1)),
            ("history_user", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to="auth.user")),
        ], options={"ordering": ("-history_date", "-history_id")}),
    ]
`,
  });
  assert.deepEqual(said, []);
});

test('a model that an operation of a package may have made, and a constant of one, are no changes', (context) => {
  const said = changes(context, {
    'core/models.py': `
from django.db import models
class Audit(models.Model):
    name = models.CharField(max_length=9, choices=[("a", "A")])
class Fresh(models.Model):
    name = models.CharField(max_length=9, choices=[("a", "A")])
`,
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
from package import letters
from package.operations import AddAudit
class Migration(migrations.Migration):
    operations = [AddAudit("Audit"), migrations.CreateModel("Fresh", [${id}, ("name", models.CharField(max_length=9, choices=letters))])]
`,
  });
  assert.deepEqual(said, []);
});

test('a relation between many that has a history has a table of its own, and each child of an abstract model its own history', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n'),
    'core/__init__.py': '',
    'core/models.py': `
import uuid
from django.db import models
from simple_history.models import HistoricalRecords
class Place(models.Model):
    name = models.CharField(max_length=9)
class Stay(models.Model):
    poll = models.ForeignKey("Poll", models.CASCADE)
    place = models.ForeignKey(Place, models.CASCADE)
    days = models.IntegerField()
class Poll(models.Model):
    places = models.ManyToManyField("Place")
    peers = models.ManyToManyField("self")
    untold = models.ManyToManyField(Place, related_name="+")
    history = HistoricalRecords(m2m_fields=[places, "peers"], table_name="poll_log")
class Kept(models.Model):
    places = models.ManyToManyField(Place, through=Stay)
    history = HistoricalRecords(m2m_fields=[places], inherit=True, table_name="kept_log", history_id_field=models.UUIDField(default=uuid.uuid4))
    class Meta:
        abstract = True
class Child(Kept):
    friends = models.ManyToManyField("self")
    _history_m2m_fields = [friends]
`,
  });
  const { models } = readAll(root, { sitePackages: [] });
  const histories = models.filter(({ name }) => name.startsWith('Historical'));
  const kept = 'history_date history_change_reason history_type history_user>auth.User';
  assert.deepEqual(
    histories.map(({ name, table, fields }) => [
      `${name} ${table}`,
      fields.map((field) => (field.relation ? `${field.name}>${field.relation.target}` : field.name)).join(' '),
    ]),
    [
      ['HistoricalPoll poll_log', `id history_id ${kept}`],
      [
        'HistoricalPoll_places core_historicalpoll_places',
        'id poll>core.Poll place>core.Place history>core.HistoricalPoll m2m_history_id',
      ],
      [
        'HistoricalPoll_peers core_historicalpoll_peers',
        'id from_poll>core.Poll to_poll>core.Poll history>core.HistoricalPoll m2m_history_id',
      ],
      // Whether a table that the records of a parent name is the child's too depends on the version of the package.
      ['HistoricalChild null', `id history_id ${kept}`],
      [
        'HistoricalStay core_historicalstay',
        'id days poll>core.Poll place>core.Place history>core.HistoricalChild m2m_history_id',
      ],
      [
        'HistoricalChild_friends core_historicalchild_friends',
        'id from_child>core.Child to_child>core.Child history>core.HistoricalChild m2m_history_id',
      ],
    ],
  );
});

test('a session of its own has the managers that Django gives it, and no change', (context) => {
  const said = changes(context, {
    'core/models.py': `
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
class Session(AbstractBaseSession):
    account = models.IntegerField(null=True)
`,
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Session", [
            ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key")),
            ("session_data", models.TextField(verbose_name="session data")),
            ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
            ("account", models.IntegerField(null=True)),
        ], options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False}),
    ]
`,
  });
  assert.deepEqual(said, []);
});
