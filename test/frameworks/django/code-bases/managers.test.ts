import { test } from 'node:test';
import { agrees, decides, firstMigration, settings } from '../agreement.ts';

const trees = `from django.db import models

class TreeManager(models.Manager.from_queryset(models.QuerySet)):
    def contribute_to_class(self, model, name):
        super().contribute_to_class(model, name)
        if not model._meta.abstract:
            self.tree_model = model

class TreeBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if made._meta.abstract:
            return made
        manager = None
        if made._default_manager and isinstance(made._default_manager, TreeManager):
            manager = made._default_manager
        else:
            for each in made._meta.managers:
                if isinstance(each, TreeManager) and each.model is made:
                    manager = each
                    break
        if manager is None:
            manager = TreeManager()
        manager.contribute_to_class(made, "_tree_manager")
        setattr(made, "_tree_manager", manager)
        made._counted_in = None
        for base in made.mro():
            if hasattr(base, "_tree_manager") and base._tree_manager.tree_model is base:
                made._counted_in = base
        if not manager:
            models.IntegerField().contribute_to_class(made, "never")
        if made._counted_in is made:
            models.IntegerField(default=0).contribute_to_class(made, "level")
        return made

class Tree(models.Model, metaclass=TreeBase):
    objects = TreeManager()

    class Meta:
        abstract = True
`;

test('a model that is asked for its managers while it is made has the fields that come of it, and nothing is left open', (context) => {
  agrees(context, {
    ...settings('', ['trees']),
    'site-packages/trees/__init__.py': '',
    'site-packages/trees/models.py': trees,
    'core/models.py': `import threading
from django.db import models
from trees.models import Tree, TreeManager

class Note(Tree):
    text = models.TextField()

class Found(models.QuerySet):
    pass

class Own(Tree):
    objects = Found.as_manager()
    kept = threading.local()

class Second(Tree):
    plain = models.Manager()
    tree = TreeManager()

class Below(Note):
    pass

class Proxy(Note):
    class Meta:
        proxy = True
`,
    ...firstMigration(['"text", models.TextField()', '"level", models.IntegerField(default=0)']),
  });
});

test('a manager that a metaclass or other code adds to a model that is made comes behind the one that Django gave it', (context) => {
  const kept = 'from django.db import models\n\nclass Keeping(models.Manager):\n    use_in_migrations = True\n';
  const byMetaclass = `${kept}
class Kept(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if not made._meta.abstract:
            made.add_to_class("kept", Keeping())
        return made

class Note(models.Model, metaclass=Kept):
    title = models.CharField(max_length=9)
`;
  const byOthers = `${kept}
class Note(models.Model):
    title = models.CharField(max_length=9)

Note.add_to_class("kept", Keeping())
`;
  const managers = '("objects", models.Manager()), ("kept", core.models.Keeping())';
  const operation = `        migrations.AlterModelManagers("note", [${managers}]),\n`;
  for (const models of [byMetaclass, byOthers])
    for (const more of ['', operation]) {
      const migration = firstMigration(['"title", models.CharField(max_length=9)'], 'import core.models', more);
      agrees(context, { ...settings(), 'core/models.py': models, ...migration });
    }
});

const named = `import time
from django.db import models

class FirstManager(models.Manager):
    use_in_migrations = True

class SecondManager(models.Manager):
    use_in_migrations = True

class Untold(models.Model):
    objects = FirstManager() if time.time() > 1 else SecondManager()
    class Meta:
        abstract = True

class Doubled(models.Model):
    things = FirstManager()
    also = things
    class Meta:
        abstract = True
`;

const listed = (model: string, managers: string): string => `
        migrations.CreateModel(
            name="${model}",
            fields=[("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))],
            managers=[${managers}],
        ),`;

test('a manager with two names in a class has the first, and one of a nearer class hides what no text tells above it', (context) => {
  agrees(context, {
    ...settings(),
    'core/bases.py': named,
    'core/models.py': `from django.db import models
from .bases import Doubled, FirstManager, SecondManager, Untold

class Note(models.Model):
    objects = models.Manager()
    all_notes = objects
    mine = SecondManager()
    also_mine = mine

class Hidden(Untold):
    objects = SecondManager()

class Nearer(Doubled):
    things = SecondManager()
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
import django.db.models.manager
import core.bases

class Migration(migrations.Migration):
    initial = True
    operations = [${listed('Note', '("objects", django.db.models.manager.Manager()), ("mine", core.bases.SecondManager())')}${listed('Hidden', '("objects", core.bases.SecondManager())')}${listed('Nearer', '("things", core.bases.SecondManager())')}
    ]
`,
  });
});

test('a manager that is made of another one and a query set is one of its class, whose model is told', (context) => {
  decides(context, {
    ...settings('', ['trees']),
    'site-packages/trees/__init__.py': '',
    'site-packages/trees/models.py': trees,
    'core/models.py': `from django.db import models
from trees.models import Tree, TreeManager

class Found(models.QuerySet):
    def found(self):
        return self

Made = TreeManager.from_queryset(Found)

class Told(Made):
    use_in_migrations = True

class Note(Tree):
    objects = Made()

class Plain(Tree):
    objects = models.Manager.from_queryset(Found)()
    tree = TreeManager.from_queryset(Found, "Other")()

class Kept(Tree):
    objects = Told()
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
import django.db.models.manager
import core.models

class Migration(migrations.Migration):
    initial = True
    operations = [${['Note', 'Plain', 'Kept']
      .map((name) =>
        listed(name, name === 'Kept' ? '("objects", core.models.Told())' : '').replace(
          ')],',
          '), ("level", models.IntegerField(default=0))],',
        ),
      )
      .join('')}
    ]
`,
  });
});

test('a manager of the project’s own that is made of another one stays the default where a plain one comes second', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Found(models.QuerySet):
    def found(self):
        return self

class Living(models.Manager):
    def get_queryset(self):
        return super().get_queryset().filter(dead=False)

class Note(models.Model):
    dead = models.BooleanField(default=False)
    objects = Living.from_queryset(Found)()
    every = models.Manager()
`,
    ...firstMigration(['"dead", models.BooleanField(default=False)']),
  });
});
