/** The history that django-simple-history keeps of models, held against the real Django. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { claimsOfModels } from '../../../../bench/truth/cold.ts';
import { compare } from '../../../../bench/truth/compare.ts';
import { compareMigrations } from '../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, settings } from '../agreement.ts';
import { askLive, lacking, readAll, runCommand, writeProject } from '../throwaway.ts';

const lacksHistory = lacking('simple_history');

test('history tables of models that are registered instead of naming their records', {
  skip: lacksHistory,
}, (context) => {
  agrees(context, {
    ...settings('', ['simple_history']),
    'core/models.py': `
from django.contrib.auth.models import User
from django.db import models
from simple_history import register
from simple_history.models import HistoricalRecords
import simple_history
class Base(models.Model):
    made = models.DateTimeField(auto_now_add=True)
    class Meta:
        abstract = True
class Post(Base):
    title = models.CharField(max_length=9, unique=True)
    author = models.ForeignKey(User, models.CASCADE)
    peers = models.ManyToManyField("self")
    file = models.FileField(upload_to="x")
    one = models.OneToOneField("Other", models.CASCADE, null=True)
register(Post)
class Other(models.Model):
    name = models.TextField()
simple_history.register(Other, table_name="others_history", manager_name="log", user_related_name="+", excluded_fields=["name"])
class Third(models.Model):
    name = models.TextField(primary_key=True)
    history = HistoricalRecords(history_id_field=models.UUIDField(primary_key=True), cascade_delete_history=True)
class Fourth(Base):
    name = models.SlugField()
    history = HistoricalRecords(bases=[Base], custom_model_name="FourthLog", history_change_reason_field=models.TextField(null=True))
class Fifth(models.Model):
    parent = models.ForeignKey("self", models.SET_NULL, null=True)
    log = HistoricalRecords(inherit=True, app="core", related_name="logs")
class Sixth(Fifth):
    more = models.BooleanField()
register(User, app="core")
`,
  });
});

test('a history has the name by which filters go back as the model itself got it, also from an abstract base or a parent', {
  skip: lacksHistory,
}, (context) => {
  const root = writeProject(context, {
    ...settings('', ['simple_history']),
    'core/__init__.py': '',
    'core/models.py': `
from django.contrib.auth.models import User
from django.db import models
from simple_history.models import HistoricalRecords
class Owned(models.Model):
    owner = models.ForeignKey(User, models.CASCADE, related_name="%(class)s_owned", related_query_name="%(app_label)s_%(class)s")
    class Meta:
        abstract = True
class Post(Owned):
    log = HistoricalRecords(inherit=True)
class Letter(Post):
    to = models.TextField()
`,
  });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const live = askLive(root);
  assert.deepEqual(live.migrations?.unmade.changes, []);
  // Which version it is may not be known: then it is not told.
  for (const djangoVersion of [live.django, null]) {
    const { project, models } = readAll(root, { djangoVersion });
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.deepEqual(compareMigrations(live, detail).differences, []);
  }
});

test('what records are told by place, and the table that those of a parent ask for, is what the package makes of it', {
  skip: lacksHistory,
}, (context) => {
  const root = writeProject(context, {
    ...settings('', ['simple_history']),
    'core/__init__.py': '',
    'core/models.py': `
from django.db import models
from simple_history.models import HistoricalRecords
class Post(models.Model):
    log = HistoricalRecords("log of posts", "logs of posts", (models.Model,))
class Place(models.Model):
    log = HistoricalRecords(inherit=True, table_name="place_log")
    class Meta:
        abstract = True
class Town(Place):
    name = models.TextField()
`,
  });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const live = askLive(root);
  assert.deepEqual(live.migrations?.unmade.changes, []);
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(compare(live, project.apps, models).differences, []);
  assert.deepEqual(compareMigrations(live, detail).differences, []);
  assert.deepEqual(
    detail.problems.filter(({ code }) => code === 'change_unclear'),
    [],
  );
});

test('a history has the fields that its model had by then, not those that are added later', {
  skip: lacksHistory,
}, (context) => {
  agrees(context, {
    ...settings('', ['simple_history']),
    'core/models.py': `
from django.db import models
from simple_history import register
from simple_history.models import HistoricalRecords
class Kept(models.Model):
    log = HistoricalRecords()
    name = models.TextField()
Kept.add_to_class("total", models.IntegerField(default=0))
class Told(models.Model):
    name = models.TextField()
Told.add_to_class("before", models.IntegerField(default=0))
register(Told)
Told.add_to_class("after", models.IntegerField(default=0))
`,
  });
});

test('a history that a class of the project keeps is known where that class changes nothing of it, and open where it may', {
  skip: lacksHistory,
}, (context) => {
  const root = writeProject(context, {
    ...settings('', ['simple_history']),
    'core/__init__.py': '',
    'core/models.py': `
from django.contrib.auth.models import Group, User
from django.db import models
from simple_history.models import HistoricalRecords
class Quiet(HistoricalRecords):
    def get_history_user(self, instance):
        return None
    def finalize(self, sender, **kwargs):
        super().finalize(sender, **kwargs)
        models.signals.pre_save.connect(self.get_history_user, sender=sender, weak=False)
class Loud(HistoricalRecords):
    def get_extra_fields(self, model, fields):
        return {**super().get_extra_fields(model, fields), "loud": models.TextField(null=True)}
class Shout(models.CharField):
    def __init__(self, *args, loud=False, **kwargs):
        self.loud = loud
        super().__init__(*args, max_length=12, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        return name, path, args, {**kwargs, "loud": self.loud}
class Far(models.ForeignKey):
    def __init__(self, *args, far=None, **kwargs):
        self.far = far
        super().__init__(*args, **{"on_delete": models.PROTECT, **kwargs})
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "far": self.far}
def first():
    return 1
class One(models.Model):
    key = models.BigAutoField("number", primary_key=True)
    code = Shout("code", loud=True, unique=True)
    group = models.ForeignKey(Group, models.SET_DEFAULT, default=first, verbose_name="G", help_text="g", to_field="name",
        db_column="grp", db_index=False, limit_choices_to={"name": "x"}, related_name="ones")
    peer = Far("self", far="a", null=True, verbose_name="peer")
    boss = models.OneToOneField(User, models.CASCADE, verbose_name="boss", db_column="b")
    file = models.FileField("a file", upload_to="x")
    made = models.DateTimeField(auto_now_add=True, verbose_name="when")
    seen = models.DateField(auto_now=True, unique_for_date="made")
    history = Quiet(excluded_field_kwargs={"group": ["help_text"]}, no_db_index=["peer"])
class Ordered(models.Model):
    group = models.ForeignKey(Group, models.CASCADE)
    history = HistoricalRecords(custom_model_name=lambda name: f"Log{name}")
    class Meta:
        order_with_respect_to = "group"
class Two(models.Model):
    history = Loud()
class Three(models.Model):
    pass
`,
    'core/migrations/__init__.py': '',
  });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const models = join(root, 'core/models.py');
  writeFileSync(models, readFileSync(models, 'utf8').replace('class Three(models.Model):\n    pass\n', ''));
  const { project, models: read } = readAll(root);
  const live = askLive(root);
  const { detail } = readMigrations({ project, models: read, live: null, liveProblem: null });
  assert.deepEqual(compareMigrations(live, detail).differences, []);
  const known = ['core.HistoricalOne', 'core.LogOrdered'];
  const isKnown = ({ id }: { id: string }): boolean => known.includes(id);
  const wanted = { ...live, models: live.models.filter(isKnown) };
  assert.deepEqual(compare(wanted, project.apps, read.filter(isKnown)).differences, []);
  assert.deepEqual(
    detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
    ['Delete model Three'],
  );
  assert.equal(detail.problems.filter(({ code }) => code === 'change_unclear').length, 1);
});

test('of a history that a class of the project makes otherwise only the fields are shown that it surely has', {
  skip: lacksHistory,
}, (context) => {
  const root = writeProject(context, {
    ...settings('', ['simple_history']),
    'core/__init__.py': '',
    'core/models.py': `
import uuid
from django.db import models
from simple_history.models import HistoricalRecords
class Chosen(HistoricalRecords):
    def __init__(self, *args, **kwargs):
        self.chosen = kwargs.pop("chosen", None)
        super().__init__(*args, **kwargs)
    def create_history_model(self, model, inherited):
        self.excluded_fields = [field.name for field in model._meta.fields if field.name not in self.chosen]
        return super().create_history_model(model, inherited)
class Keyed(HistoricalRecords):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("history_id_field", models.UUIDField(default=uuid.uuid4))
        super().__init__(*args, **kwargs)
class Quiet(HistoricalRecords):
    def get_extra_fields(self, model, fields):
        extra = super().get_extra_fields(model, fields)
        extra.pop("history_change_reason")
        return extra
class One(models.Model):
    name = models.TextField()
    secret = models.TextField()
    history = Chosen(chosen=["id", "secret"])
class Two(models.Model):
    name = models.TextField()
    history = Keyed()
class Three(models.Model):
    name = models.TextField()
    history = Quiet()
`,
    'core/migrations/__init__.py': '',
  });
  const { project, models: read } = readAll(root);
  const live = askLive(root);
  const shown = (id: string): string[] => read.find((model) => model.id === id)?.fields.map(({ name }) => name) ?? [];
  assert.deepEqual(shown('core.HistoricalThree'), ['id', 'name']);
  assert.deepEqual(shown('core.HistoricalOne').slice(0, 2), ['history_id', 'history_date']);
  assert.deepEqual(
    claimsOfModels(
      read.filter(({ id, abstract }) => id.startsWith('core.') && !abstract),
      live,
    ).filter(([, isTrue]) => !isTrue),
    [],
  );
  assert.deepEqual(
    project.problems.map(({ code, message }) => `${code} ${message.split(' ', 1)[0]}`),
    ['One', 'Two', 'Three'].map((name) => `fields_unknown core.Historical${name}`),
  );
});

test('what a history is called and how its time is indexed is read from the package, so that a change of it is told', {
  skip: lacksHistory,
}, (context) => {
  const root = writeProject(context, {
    ...settings('', ['simple_history']),
    'core/models.py': `
from django.db import models
from simple_history.models import HistoricalRecords
class BlogPost(models.Model):
    history = HistoricalRecords()
class Entry(models.Model):
    history = HistoricalRecords(verbose_name="past", verbose_name_plural="")
    class Meta:
        verbose_name = "an entry"
class Child(models.Model):
    history = HistoricalRecords()
    class Meta:
        verbose_name_plural = "children"
`,
    'core/migrations/__init__.py': '',
  });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const unmade = (): (string | boolean)[] => {
    const { project, models: read } = readAll(root);
    const { detail } = readMigrations({ project, models: read, live: null, liveProblem: null });
    assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
    assert.deepEqual(
      detail.problems.filter(({ code }) => code === 'change_unclear'),
      [],
    );
    return detail.apps.flatMap((app) => app.unmade.map(({ kind, model }) => `${kind} ${model}`)).sort();
  };
  assert.deepEqual(unmade(), []);
  const models = join(root, 'core/models.py');
  writeFileSync(models, readFileSync(models, 'utf8').replace('"children"', '"offspring"'));
  assert.equal(unmade().length, 2);
  const file = join(root, 'proj/settings.py');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nSIMPLE_HISTORY_DATE_INDEX = False\n`);
  assert.equal(unmade().length, 5);
  // The package asks for it by an option that newer ones have no more.
  if (Number.parseFloat(askLive(root).django ?? '') > 5) return;
  writeFileSync(file, readFileSync(file, 'utf8').replace('INDEX = False', 'INDEX = "Composite"'));
  assert.equal(unmade().length, 8);
});
