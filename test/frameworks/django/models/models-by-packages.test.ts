/** What packages make of models that they are given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOfModels, toldOf } from '../../../../bench/truth/cold.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { decides, settings } from '../agreement.ts';
import { askLive, plainSettings, readAll, runCommand, writeProject } from '../throwaway.ts';

test('what a package makes of a model by its fields, its key and its options stands in the app of the model', (context) => {
  const models = decides(context, {
    ...settings('', ['logs']),
    'site-packages/logs/__init__.py': '',
    'site-packages/logs/make.py': `import sys
from django.apps import apps
from django.db import models


class Mark:
    def __bool__(self):
        return False


UNSET = Mark()
DEFAULT = Mark()


def given(values):
    return {key: value for key, value in values.items() if key not in ("self", "kwargs", "__class__") and value is not UNSET}


class Change:
    def __init__(self, *, null=UNSET, primary_key=UNSET, unique=UNSET, db_index=UNSET):
        self.told = given(locals())

    def start(self):
        return Change(primary_key=False, unique=False, db_index=False).told

    @property
    def kwargs(self):
        return {key: value for key, value in {**self.start(), **self.told}.items() if value is not DEFAULT}


class PointerChange(Change):
    def __init__(self, *, on_delete=UNSET, related_name=DEFAULT, **kwargs):
        super().__init__(**kwargs)
        self.told.update(given(locals()))

    def start(self):
        return {**super().start(), **PointerChange(on_delete=models.DO_NOTHING, db_index=True, related_name="+").told}


def anew(model, name):
    field = model._meta.get_field(name)
    if isinstance(field, models.AutoField):
        return models.IntegerField()
    field.swappable = False
    _, _, args, kwargs = field.deconstruct()
    isPointer = isinstance(field, models.ForeignKey)
    kwargs.update((PointerChange(related_name="+") if isPointer else Change()).kwargs)
    return (models.ForeignKey if isPointer else type(field))(*args, **kwargs)


def track(**options):
    def wrap(model):
        label = model._meta.app_label
        module = apps.app_configs[label].module.__name__ + ".models"
        names = [field.name for field in (model._meta.concrete_model or model)._meta.local_fields]
        attrs = {
            "__module__": module,
            "Meta": type("Meta", (), {"app_label": label, **options}),
            **{name: anew(model, name) for name in names},
            "log_id": models.AutoField(primary_key=True),
            "log_of": models.ForeignKey(model, **PointerChange(null=True, related_name="logs").kwargs),
        }
        made = type(model.__name__ + "Log", (models.Model,), attrs)
        setattr(sys.modules[module], made.__name__, made)
        return model

    return wrap
`,
    'core/models.py': `from django.db import models
from logs.make import track

@track()
class Court(models.Model):
    id = models.CharField(max_length=15, primary_key=True)
    above = models.ForeignKey("self", models.CASCADE, null=True)

@track(verbose_name="log")
class High(Court):
    seat = models.TextField(unique=True)

@track()
class Proxy(High):
    class Meta:
        proxy = True
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `import django.db.models.deletion
from django.db import migrations, models

def log(name, fields, options={}):
    pointer = models.ForeignKey(
        db_constraint=True, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="logs", to="core." + name
    )
    key = models.AutoField(primary_key=True, serialize=False)
    return migrations.CreateModel(
        name=name + "Log", fields=[*fields, ("log_id", key), ("log_of", pointer)], options=options
    )

def link():
    return models.ForeignKey(
        auto_created=True, on_delete=django.db.models.deletion.DO_NOTHING, parent_link=True, related_name="+", serialize=False, to="core.court"
    )

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Court",
            fields=[
                ("id", models.CharField(max_length=15, primary_key=True, serialize=False)),
                ("above", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="core.court")),
            ],
        ),
        migrations.CreateModel(
            name="High",
            fields=[
                ("court_ptr", models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to="core.court")),
                ("seat", models.TextField(unique=True)),
            ],
            bases=("core.court",),
        ),
        migrations.CreateModel(name="Proxy", fields=[], options={"proxy": True, "indexes": [], "constraints": []}, bases=("core.high",)),
        log("Court", [
            ("id", models.CharField(max_length=15, serialize=False)),
            ("above", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to="core.court")),
        ]),
        log("High", [("court_ptr", link()), ("seat", models.TextField())], {"verbose_name": "log"}),
        log("Proxy", [("court_ptr", link()), ("seat", models.TextField())]),
    ]
`,
  });
  const log = models.find(({ name }) => name === 'HighLog');
  assert.deepEqual(
    log?.fields.flatMap(({ name, relation }) => (relation ? [`${name} ${relation.on_delete}`] : [])),
    ['court_ptr DO_NOTHING', 'log_of DO_NOTHING'],
  );
});

test('a model whose module or label cannot be told is claimed of no app, and is missing from none', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['tools', 'core'], ''),
    'tools/__init__.py': '',
    'tools/make.py': `import random
from django.db import models

def more():
    return {name: models.TextField() for name in random.sample(["a"], 1)}

def make(model):
    label = model._meta.app_label
    place = random.choice([model.__module__])
    meta = type("Meta", (), {"app_label": label})
    type(model.__name__ + "Spread", (models.Model,), {"__module__": model.__module__, "Meta": meta, **more()})
    type(model.__name__ + "Placed", (models.Model,), {"__module__": place})
    type(model.__name__ + "Labelled", (models.Model,), {"__module__": place, "Meta": meta})
    type(model.__name__ + "Here", (models.Model,), {**more(), "__module__": model.__module__})
    class Open(models.Model):
        class Meta:
            app_label = random.choice([label])
    return model
`,
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
from tools.make import make

@make
class One(models.Model):
    name = models.TextField()
`,
    'core/migrations/__init__.py': '',
  });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const told = models.filter(({ abstract }) => !abstract);
  assert.deepEqual(toldOf(claimsOfModels(told, askLive(root))).untrue, []);
  assert.deepEqual(models.flatMap(({ id, app }) => (app === 'core' || app === 'tools' ? [id] : [])).sort(), [
    'core.One',
    'core.OneHere',
    'core.OneLabelled',
    'core.OneSpread',
  ]);
  assert.deepEqual(
    detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
    [],
  );
  assert.deepEqual(
    project.problems.flatMap(({ code, message }) => (code === 'not_evaluated' ? [message] : [])).sort(),
    ['OnePlaced', 'Open'].map((name) => `A model ${name} is made whose app could not be told; it is missing.`),
  );
});
