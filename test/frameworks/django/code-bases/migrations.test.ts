/** Migrations that rest on other modules of the project, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';

const item = (size: string): string => `
from django.db import models
from core.consts import STATES, _SIZE
class Item(models.Model):
    name = models.CharField(max_length=${size})
    state = models.CharField(max_length=1, choices=STATES)
    a = models.IntegerField(null=True)
    b = models.IntegerField(null=True)
`;

const constants = {
  ...settings(),
  'core/consts.py':
    'from typing import Final\n_SIZE: Final = 40\nSTATES = [("a", "A"), ("b", "B")]\ncolumns = ("a", "b")\n',
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': `
from django.db import migrations, models
from core import consts
from core.consts import _SIZE, columns
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Item", [${id},
        ("name", models.CharField(max_length=_SIZE)),
        ("state", models.CharField(max_length=1, choices=consts.STATES)),
    ])] + [migrations.AddField("item", name, models.IntegerField(null=True)) for name in columns]
`,
};

test('a migration that takes its lengths and choices from another module is no change', (context) => {
  agrees(context, { ...constants, 'core/models.py': item('_SIZE') });
  agrees(context, { ...constants, 'core/models.py': item('41') });
});

test('operations of the project’s own are followed to those of Django that they are made of', (context) => {
  agrees(context, {
    ...settings(),
    'core/operations.py': `
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
class CreateThing(Operation):
    """Nothing that models know of."""
    reversible = True
    def __init__(self, name):
        self.name = name
    def state_forwards(self, app_label, state):
        pass
    def database_forwards(self, *args):
        self.name += "!"
class AddAudit(migrations.CreateModel):
    def __init__(self, name, fields, table):
        super().__init__(name, fields, options={"db_table": table})
class AddNumber(migrations.AddField):
    def __init__(self, model, name):
        super().__init__(model, name, models.IntegerField(null=True))
class StateOnly(migrations.SeparateDatabaseAndState):
    def __init__(self, *operations):
        super().__init__(state_operations=list(operations))
`,
    'core/models.py': `
from django.db import models
class Audit(models.Model):
    at = models.DateTimeField()
    number = models.IntegerField(null=True)
    class Meta:
        db_table = "audit"
        indexes = [models.Index(fields=["at"], name="audit_at")]
class Fresh(models.Model):
    pass
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
from core.operations import AddAudit, AddNumber, CreateThing, StateOnly
class Migration(migrations.Migration):
    initial = True
    operations = [
        CreateThing("extension"),
        AddAudit("Audit", [${id}, ("at", models.DateTimeField())], "audit"),
        AddNumber("audit", "number"),
        StateOnly(migrations.AddIndex("audit", models.Index(fields=["at"], name="audit_at"))),
    ]
`,
  });
});

test('an operation that only sets options of its own, or loads models again, leaves the rest comparable (pgtrigger)', (context) => {
  agrees(context, {
    ...settings(),
    'core/operations.py': `
from django.db.migrations.operations.base import Operation
from django.db.models import options
options.DEFAULT_NAMES = tuple(options.DEFAULT_NAMES) + ("watches",)
class AddWatch(Operation):
    def __init__(self, model_name, watch):
        self.model_name = model_name
        self.watch = watch
    def state_forwards(self, app_label: str, state: object) -> None:
        """Kept with the options of the state."""
        model_state = state.models[app_label, self.model_name]
        model_state.options["watches"] = model_state.options.get("watches", []) + [self.watch]
        state.reload_model(app_label, self.model_name, delay=True)
    def database_forwards(self, *args):
        pass
class RemoveWatch(AddWatch):
    def state_forwards(self, app_label, state):
        watches = state.models[app_label, self.model_name].options.get("watches", [])
        watches.remove(self.watch)
class Reload(Operation):
    def __init__(self, key):
        self.key = key
    def state_forwards(self, app_label: str, state: object) -> None:
        """Has the state load it anew."""
        state.reload_model(*self.key)
`,
    'core/models.py': `
from django.db import models
class Box(models.Model):
    size = models.TextField()
    fresh = models.IntegerField()
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
from core.operations import AddWatch, Reload, RemoveWatch
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel("Box", [${id}, ("size", models.IntegerField())]),
        AddWatch("box", "one"),
        RemoveWatch("box", "one"),
        Reload(("core", "box")),
    ]
`,
  });
});

const borrowed = {
  'shop/__init__.py': '',
  'shop/models.py': `
from django.db import models
class Item(models.Model):
    pass
class Other(models.Model):
    pass
class Third(models.Model):
    pass
`,
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': `
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel(name, [${id}]) for name in ("Item", "Other", "Third")]
`,
  'core/borrowing.py': `
from django.db import migrations, models
class Borrowing(migrations.Migration):
    of = None
    def __init__(self, name, app_label):
        super().__init__(name, app_label)
        self.own_label = app_label
    def mutate_state(self, project_state, preserve=True):
        self.app_label = self.of
        state = super().mutate_state(project_state, preserve)
        self.app_label = self.own_label
        return state
class AddElsewhere(migrations.AddField):
    def __init__(self, app, *args, **kwargs):
        self.app = app
        super().__init__(*args, **kwargs)
    def state_forwards(self, app_label, state):
        super().state_forwards(self.app, state)
`,
  'core/models.py': `
from django.contrib.auth.models import Group, Permission
from django.db import models
from shop.models import Item, Other, Third
Group.add_to_class("boss", models.IntegerField(null=True))
Permission.add_to_class("level", models.IntegerField(null=True))
Item.add_to_class("stock", models.IntegerField(null=True))
Other.add_to_class("color", models.IntegerField(null=True))
Third.add_to_class("size", models.IntegerField(null=True))
Third.add_to_class("width", models.IntegerField(null=True))
class Own(models.Model):
    name = models.TextField()
`,
  'core/migrations/__init__.py': '',
};

/** A migration of `core` that follows the one before it. */
const borrowing = (before: string, operations: string, more = '', base = 'migrations.Migration'): string => `
from django.db import migrations, models
from core.borrowing import AddElsewhere, Borrowing
LABEL = "shop"
class Migration(${base}):
    dependencies = [("shop", "0001_initial"), ("auth", "0001_initial")${before && `, ("core", "${before}")`}]
    operations = [${operations}]
${more}`;

const addNumber = (model: string, name: string): string =>
  `migrations.AddField("${model}", "${name}", models.IntegerField(null=True))`;

test('a migration that changes the models of another app counts there', (context) => {
  agrees(context, {
    ...settings('', ['shop']),
    ...borrowed,
    'core/migrations/0001_item.py': borrowing(
      '',
      addNumber('item', 'stock'),
      '    def __init__(self, name, app_label):\n        super(Migration, self).__init__(name, LABEL)\n',
    ),
    'core/migrations/0002_group.py': borrowing(
      '0001_item',
      addNumber('group', 'boss'),
      '    def __init__(self, *args):\n        super().__init__(*args)\n        self.app_label = "auth"\n',
    ),
    'core/migrations/0003_other.py': borrowing(
      '0002_group',
      addNumber('other', 'color'),
      `    def mutate_state(self, project_state, preserve=True):
        kept = self.app_label
        self.app_label = "shop"
        state = super().mutate_state(project_state, preserve)
        self.app_label = kept
        return state
`,
    ),
    'core/migrations/0004_third.py': borrowing(
      '0003_other',
      addNumber('third', 'size'),
      '    of = "shop"\n',
      'Borrowing',
    ),
    'core/migrations/0005_own.py': borrowing(
      '0004_third',
      `migrations.CreateModel("Own", [${id}, ("name", models.TextField())]),
        AddElsewhere("shop", "third", "width", models.IntegerField(null=True)), AddLevel()`,
      `class AddLevel(migrations.operations.base.Operation):
    def state_forwards(self, app_label, state):
        state.add_field("auth", "permission", "level", models.IntegerField(null=True), True)
`,
    ).replace(/(class Migration.*)(class AddLevel.*)/s, '$2$1'),
  });
});

test('branches that a merge brings together are replayed in the order of Django', (context) => {
  const migration = (dependencies: string, operations: string): string => `from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [${dependencies}]
    operations = [${operations}]
`;
  agrees(context, {
    ...settings(),
    'core/models.py':
      'from django.db import models\nclass Box(models.Model):\n    size = models.IntegerField()\n    name = models.TextField()\n',
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': migration(
      '',
      `migrations.CreateModel("Box", [${id}, ("size", models.IntegerField()), ("name", models.TextField())])`,
    ),
    'core/migrations/0002_a.py': migration(
      '("core", "0001_initial")',
      'migrations.AlterField("box", "size", models.TextField()), migrations.AlterField("box", "name", models.CharField(max_length=9))',
    ),
    'core/migrations/0002_b.py': migration(
      '("core", "0001_initial")',
      'migrations.SeparateDatabaseAndState([], [migrations.RemoveField("box", "size")]), migrations.AlterField("box", "name", models.TextField())',
    ),
    'core/migrations/0003_merge.py': migration('("core", "0002_a"), ("core", "0002_b")', ''),
  });
});

test('migrations that Python 2 wrote with bytes in the place of texts are altered', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
class Box(models.Model):
    kind = models.CharField(max_length=50, default="jingle", verbose_name="Kind", help_text="x")
    file = models.FileField(upload_to="boxes")
    size = models.CharField(max_length=1, choices=[("a", "A")])
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `# -*- coding: utf-8 -*-
from __future__ import unicode_literals
from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = []
    operations = [migrations.CreateModel(name='Box', fields=[${id},
        ('kind', models.CharField(default=b'jingle', max_length=50, verbose_name=b'Kind', help_text=b'x')),
        ('file', models.FileField(upload_to=b'boxes')),
        ('size', models.CharField(max_length=1, choices=[(b'a', b'A')])),
    ])]
`,
  });
});

test('what got another name and kept the old one for its migrations is the same', (context) => {
  agrees(context, {
    ...settings(),
    'core/moved.py':
      'from django.db import models\nclass Word(models.CharField):\n    pass\ndef usual():\n    return "x"\n',
    'core/fields.py': `
from django.db import models
from core.moved import Word, usual
class Short(models.CharField):
    pass
OldShort = Short
def check(value):
    pass
old_check, old_usual = check, usual
`,
    'core/models.py': `
from django.db import models
from core.fields import Short, check
from core.moved import Word, usual
class Box(models.Model):
    one = Short(max_length=3, validators=[check], default=usual)
    two = Word(max_length=3)
    three = Word(max_length=4)
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `
from django.db import migrations, models
import core.fields
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Box", [
        ${id},
        ("one", core.fields.OldShort(max_length=3, validators=[core.fields.old_check], default=core.fields.old_usual)),
        ("two", core.fields.Word(max_length=3)),
        ("three", core.fields.OldShort(max_length=4)),
    ])]
`,
  });
});

test('a migration that builds on nobody knows what makes no conflict', (context) => {
  const root = writeProject(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': '',
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py':
      'from django.db import migrations\nclass Migration(migrations.Migration):\n    initial = True\n',
    'core/migrations/0002_more.py': `from django.db import migrations
BEFORE = eval('"0001_initial"')
class Migration(migrations.Migration):
    dependencies = [("core", BEFORE)]
`,
  });
  const { project, models } = readAll(root);
  const { apps, problems } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.equal(apps.find(({ label }) => label === 'core')?.conflict, false);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['migration_dependency_unclear'],
  );
});
