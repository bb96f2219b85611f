/** Operations of a project's own that leave the state to those of Django, held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { readAll, writeProject } from '../../throwaway.ts';

const files = {
  ...settings(),
  'core/models.py': `from django.db import models

class Note(models.Model):
    size = models.TextField()
    other = models.IntegerField(null=True)
`,
  'core/operations.py': `from django.db import migrations

class Add(migrations.AddField):
    def state_forwards(self, app_label, state):
        """As Django does."""
        super().state_forwards(app_label, state)
    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        super().database_forwards(app_label, schema_editor, from_state, to_state)

class AddAll(migrations.AddField):
    def state_forwards(self, *args, **kwargs):
        return super(AddAll, self).state_forwards(*args, **kwargs)

class Run(migrations.RunPython):
    def state_forwards(self, app_label, state):
        super().state_forwards(app_label=app_label, state=state)

class AddElsewhere(migrations.AddField):
    def state_forwards(self, app_label, state):
        super().state_forwards("auth", state)
`,
  ...firstMigration(['"size", models.IntegerField()']),
  'core/migrations/0002_more.py': `from django.db import migrations, models
from core import operations
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        operations.Add("note", "gone", models.IntegerField(null=True)),
        operations.AddAll("note", "other", models.IntegerField(default=1)),
        operations.Run(migrations.RunPython.noop),
    ]
`,
};

test('an operation that hands the state on as it was given it is the one of Django that it derives from', (context) => {
  agrees(context, files);
});

test('one that hands on something else may do anything', (context) => {
  const more = files['core/migrations/0002_more.py'].replace('operations.Add(', 'operations.AddElsewhere(');
  const root = writeProject(context, { ...files, 'core/__init__.py': '', 'core/migrations/0002_more.py': more });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
});

const removing = `from enum import Enum
from django.db.migrations import Migration, RemoveField

class Deletion(Enum):
    LATER = 0
    NOW = 1

class Checked(Migration):
    def apply(self, project_state, schema_editor, collect_sql=False):
        return super().apply(project_state, schema_editor, collect_sql)

class SafeRemoveField(RemoveField):
    def __init__(self, model_name, name, deletion):
        super().__init__(model_name, name)
        self.deletion = deletion
    def state_forwards(self, app_label, state):
        if self.deletion == Deletion.LATER:
            super().state_forwards(app_label, state)
        else:
            pass
`;

const remover = (number: number, before: string, deletion: string): Record<string, string> => ({
  [`core/migrations/000${number}_remove.py`]: `from core.removing import Checked, Deletion, SafeRemoveField
class Migration(Checked):
    dependencies = [("core", "${before}")]
    operations = [SafeRemoveField("note", "size", deletion=Deletion.${deletion})]
`,
});

test('one that hands on where a condition holds is followed by what it was made with', (context) => {
  const removed = {
    ...settings(),
    'core/models.py': 'from django.db import models\n\nclass Note(models.Model):\n    other = models.IntegerField()\n',
    'core/removing.py': removing,
    ...firstMigration(['"size", models.IntegerField()', '"other", models.TextField()']),
    ...remover(2, '0001_initial', 'LATER'),
    ...remover(3, '0002_remove', 'NOW'),
  };
  const [note] = agrees(context, removed);
  assert.ok(note);
  // With the text of it alone it must be told what is left to be made: the change of `other`, and nothing else.
  const root = writeProject(context, { ...removed, 'core/__init__.py': '' });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const unmade = detail.apps.find(({ label }) => label === 'core')?.unmade ?? [];
  assert.deepEqual(
    unmade.map(({ kind, field }) => [kind, field]),
    [['field_altered', 'other']],
  );
  assert.deepEqual(detail.problems, []);
});

test('operations that a version of Django or the kind of database decides are told', (context) => {
  const decided = {
    ...settings(),
    'core/models.py': 'from django.db import models\n\nclass Note(models.Model):\n    old = models.IntegerField()\n',
    ...firstMigration(['"old", models.TextField()']),
    'core/migrations/0002_decided.py': `import django
from django.db import connection, connections, DEFAULT_DB_ALIAS, migrations, models
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = []
    engine = connection.settings_dict["ENGINE"]
    if "postgresql" in engine or connections[DEFAULT_DB_ALIAS].settings_dict["ENGINE"].endswith("mysql"):
        operations.append(migrations.AddField("note", "next", models.IntegerField()))
    if django.VERSION >= (2, 0):
        operations.append(migrations.AlterField("note", "old", models.IntegerField()))
    if connection.vendor == "postgresql":
        operations.append(migrations.AddField("note", "new", models.IntegerField()))
`,
  };
  agrees(context, decided);
  const root = writeProject(context, { ...decided, 'core/__init__.py': '' });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
  assert.deepEqual(detail.problems, []);
});

test('an operation that gives a model of the migrations other bases leaves nothing open: these are not compared', (context) => {
  const rebased = {
    ...settings(),
    'core/models.py':
      'from django.db import models\nclass Base(models.Model):\n    pass\nclass Note(Base):\n    text = models.TextField()\n',
    ...firstMigration(
      ['"text", models.TextField()'],
      '',
      'migrations.CreateModel("Base", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))]),',
    ),
    'core/migrations/0002_bases.py': `import django.db.models.deletion
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
class AlterBases(Operation):
    reversible = True
    def __init__(self, model_name, bases):
        self.model_name = model_name
        self.bases = bases
    def state_forwards(self, app_label, state):
        model = state.models[app_label, self.model_name.lower()]
        model.bases = self.bases
        state.reload_model(app_label, self.model_name.lower(), delay=True)
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        migrations.RemoveField("note", "id"),
        AlterBases("note", ("core.base",)),
        migrations.AddField("note", "base_ptr", models.OneToOneField(
            auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True,
            serialize=False, to="core.base", default=1), preserve_default=False),
    ]
`,
  };
  agrees(context, rebased);
  const { project, models } = readAll(writeProject(context, { ...rebased, 'core/__init__.py': '' }));
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.problems, []);
});

const careful = `from contextlib import suppress
from django.db import migrations
from django.db.migrations.operations.base import Operation

class Remove(migrations.RemoveField):
    def state_forwards(self, app_label, state):
        try:
            super().state_forwards(app_label, state)
        except KeyError:
            pass

class Alter(migrations.AlterField):
    def state_forwards(self, app_label, state):
        with suppress(KeyError):
            super().state_forwards(app_label, state)

class Add(migrations.AddField):
    def state_forwards(self, app_label, state):
        key = (app_label, self.model_name.lower())
        if key not in state.models:
            return
        super().state_forwards(app_label, state)

class AddHere(migrations.AddField):
    def state_forwards(self, app_label, state):
        if (app_label, self.model_name_lower) in state.models:
            super().state_forwards(app_label, state)

class InState(Operation):
    def __init__(self, operation):
        self.operation = operation
    def state_forwards(self, app_label, state):
        self.operation.state_forwards(app_label, state)

class AllInState(Operation):
    def __init__(self, *operations):
        self.operations = list(operations)
    def state_forwards(self, app_label, state):
        for operation in self.operations:
            operation.state_forwards(app_label, state)
`;

test('one that minds what is missing, or hands on to operations that it holds, is followed', (context) => {
  const project = {
    ...settings(),
    'core/models.py': `from django.db import models
class Note(models.Model):
    size = models.IntegerField()
    added = models.IntegerField(null=True)
    here = models.IntegerField(null=True)
class Held(models.Model):
    size = models.IntegerField()
class Other(models.Model):
    pass
`,
    'core/careful.py': careful,
    ...firstMigration(['"size", models.TextField()', '"old", models.TextField()']),
    'core/migrations/0002_more.py': `from django.db import migrations, models
from core.careful import Add, AddHere, AllInState, Alter, InState, Remove
def key():
    return ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        Remove("note", "old"),
        Remove("note", "older"),
        Remove("nobody", "old"),
        Alter("note", "size", models.IntegerField()),
        Add("note", "added", models.IntegerField(default=1)),
        Add("nobody", "added", models.IntegerField(default=1)),
        AddHere("note", "here", models.IntegerField(default=1)),
        InState(migrations.CreateModel("Held", [key()])),
        AllInState(
            migrations.AddField("held", "size", models.TextField()),
            migrations.CreateModel("Other", [key()]),
        ),
    ]
`,
  };
  agrees(context, project);
  const root = writeProject(context, { ...project, 'core/__init__.py': '' });
  const { project: read, models } = readAll(root);
  const { detail } = readMigrations({ project: read, models, live: null, liveProblem: null });
  const told = detail.apps.find(({ label }) => label === 'core')?.unmade ?? [];
  assert.deepEqual(
    told.map(({ kind, model, field }) => [kind, model.toLowerCase(), field]),
    [
      ['field_altered', 'held', 'size'],
      ['field_altered', 'note', 'added'],
      ['field_altered', 'note', 'here'],
    ],
  );
  assert.deepEqual(detail.problems, []);
});

test('a model is not called new where an operation of another app, or one inside of another, may have made it', (context) => {
  const moving = `from django.db.migrations.operations.base import Operation
class Move(Operation):
    def __init__(self, name, to):
        self.name, self.to = name, to
    def state_forwards(self, app_label, state):
        model = state.models.pop((app_label, self.name.lower()))
        model.app_label = self.to
        state.models[self.to, self.name.lower()] = model
class Twice(Operation):
    def __init__(self, operation):
        self.operation = operation
    def state_forwards(self, app_label, state):
        self.operation.state_forwards(app_label, state.clone())
        self.operation.state_forwards(app_label, state)
`;
  const created = 'migrations.CreateModel("NAME", [("id", models.AutoField(primary_key=True, serialize=False))])';
  agrees(context, {
    ...settings('', ['old']),
    'core/models.py': `from django.db import models
class Moved(models.Model):
    id = models.AutoField(primary_key=True)
class Held(models.Model):
    id = models.AutoField(primary_key=True)
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
from old.moving import Twice
class Migration(migrations.Migration):
    operations = [Twice(${created.replace('NAME', 'Held')})]
`,
    'old/__init__.py': '',
    'old/moving.py': moving,
    'old/migrations/__init__.py': '',
    'old/migrations/0001_initial.py': `from django.db import migrations, models
from old.moving import Move
class Migration(migrations.Migration):
    operations = [${created.replace('NAME', 'Moved')}, Move("Moved", "core")]
`,
  });
});

const many = (forwards: string, made: string): Record<string, string> => ({
  ...settings(),
  'core/models.py': `from django.db import models

class Note(models.Model):
    size = models.IntegerField()
    left = models.IntegerField(default=0)
    right = models.IntegerField(default=0)
`,
  'core/operations.py': `from django.db import migrations, models
from django.db.migrations.operations.base import Operation

class AddNumbers(Operation):
    def __init__(self, model_name, names):
        self.model_name = model_name
        self.names = names
    def state_forwards(self, app_label, state):
${forwards}
    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        pass
`,
  ...firstMigration(['"size", models.IntegerField()']),
  'core/migrations/0002_more.py': `from django.db import migrations, models
from core import operations
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [${made}]
`,
});

const eachForwards = `        """Each is one of Django's."""
        for name in self.names:
            number = models.IntegerField(default=0)
            migrations.AddField(self.model_name, name, number).state_forwards(app_label, state)`;

test('an operation that hands the state to others that it makes, one by one, does what these do', (context) => {
  agrees(context, many(eachForwards, 'operations.AddNumbers("note", ["left", "right"])'));
  const lacking = agrees(context, many(eachForwards, 'operations.AddNumbers("note", ["left"])'));
  assert.equal(lacking.length, 1);
});

test('one that hands on to others, and does something else with the state as well, may do anything', (context) => {
  const more = `${eachForwards}\n        del state.models["core", "note"].fields["left"]`;
  const elsewhere = eachForwards.replace('(app_label, state)', '("auth", state)');
  const unclear = eachForwards.replace('migrations.AddField', 'self.make');
  for (const forwards of [more, elsewhere, unclear]) {
    const root = writeProject(context, {
      'core/__init__.py': '',
      ...many(forwards, 'operations.AddNumbers("note", ["left", "right"])'),
    });
    const { project, models } = readAll(root);
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    assert.ok(detail.problems.some(({ code }) => code === 'migration_operation_unknown'));
  }
});
