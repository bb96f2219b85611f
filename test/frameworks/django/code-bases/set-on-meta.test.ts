import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../agreement.ts';

test('what code sets on _meta once a model is made counts as Django counts it, for migrations too', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class PlacedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if not made._meta.abstract:
            unique = models.UniqueConstraint(fields=["place"], name=f"{name.lower()}_place")
            made._meta.constraints = (*made._meta.constraints, unique)
            made._meta.original_attrs["constraints"] = list(made._meta.constraints)
        return made

class Placed(models.Model, metaclass=PlacedBase):
    place = models.IntegerField()

    class Meta:
        abstract = True

class First(Placed):
    pass

class Second(Placed):
    class Meta:
        constraints = [models.UniqueConstraint(fields=["place", "id"], name="own")]

class KindField(models.IntegerField):
    def contribute_to_class(self, cls, name, private_only=False):
        super().contribute_to_class(cls, name, private_only)
        cls._meta.original_attrs["constraints"] = cls._meta.original_attrs.get("constraints", [])
        cls._meta.constraints = [
            *cls._meta.constraints,
            models.UniqueConstraint(fields=[name], name=f"{cls._meta.model_name}_{name}"),
        ]

class Third(models.Model):
    kind = KindField()
    other = KindField()

class Note(models.Model):
    x = models.IntegerField()
    y = models.IntegerField()

Note._meta.indexes = [models.Index(fields=["x"], name="only_shown")]
Note._meta.unique_together = (("x", "y"),)
Note._meta.original_attrs.update(verbose_name="Remark", unique_together=(("x", "y"),))

class Shown(models.Model):
    x = models.IntegerField()
    y = models.IntegerField()

class Before(Shown):
    pass

Shown._meta.unique_together = (("x", "y"),)
Shown._meta.ordering = ["x"]

class After(Shown):
    pass
`,
    ...firstMigration(['"x", models.IntegerField()', '"y", models.IntegerField()']),
  });
  const orderings = models.filter(({ name }) => /^(?:Before|After)$/.test(name)).map(({ ordering }) => ordering);
  assert.deepEqual(orderings, [[], ['x']]);
});

test('a proxy has the table of what it stands for, unless code gives its _meta another', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Event(models.Model):
    class Meta:
        db_table = "happened"

class Same(Event):
    class Meta:
        proxy = True

class Older(Event):
    class Meta:
        proxy = True

Older._meta.db_table = "_older_" + Event._meta.db_table

class Copied(models.Model):
    class Meta:
        db_table = "copy_of_" + Same._meta.db_table
`,
  });
  assert.deepEqual(
    models.filter(({ id }) => id.startsWith('core.')).map(({ name, table }) => [name, table]),
    [
      ['Event', 'happened'],
      ['Same', 'happened'],
      ['Older', '_older_happened'],
      ['Copied', 'copy_of_happened'],
    ],
  );
});

test('groups that code adds in _meta to those of Meta are no change of Meta', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class PlacedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if not made._meta.abstract:
            group = ("x", "y")
            if group not in made._meta.unique_together:
                made._meta.unique_together += (group,)
        return made

class Placed(models.Model, metaclass=PlacedBase):
    x = models.IntegerField()
    y = models.IntegerField()
    z = models.IntegerField()

    class Meta:
        abstract = True
        unique_together = [["y", "z"]]

class Note(Placed):
    class Meta(Placed.Meta):
        unique_together = Placed.Meta.unique_together + [["x", "z"]]

class Plain(Placed):
    pass

class One(Placed):
    class Meta:
        unique_together = ["x", "y"]
`,
    ...firstMigration(
      ['"x", models.IntegerField()', '"y", models.IntegerField()', '"z", models.IntegerField()'],
      '',
      '        migrations.AlterUniqueTogether("note", {("y", "z"), ("x", "z")}),\n',
    ),
  });
});

test('permissions that a metaclass adds for each field name the key of Django as Django does', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class AskedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        for field in made._meta.fields:
            made._meta.permissions.append((f"see_{field.name}", f"Can see {field.verbose_name}"))
        return made

class Note(models.Model, metaclass=AskedBase):
    word_count = models.IntegerField()

    class Meta:
        permissions = [("print", "Can print")]

class Longer(Note):
    class Meta:
        permissions = []

class Plain(models.Model, metaclass=AskedBase):
    pass
`,
    ...firstMigration(
      ['"word_count", models.IntegerField()'],
      '',
      `        migrations.AlterModelOptions("note", {"permissions": [
            ("print", "Can print"), ("see_id", "Can see ID"), ("see_word_count", "Can see word count")]}),\n`,
    ),
  });
});
