/** Relations of an own kind, which make their other end themselves, held against the real Django. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, decides, firstMigration, settings } from '../../agreement.ts';
import { readAll, sitePackages, writeProject } from '../../throwaway.ts';

const labels = `
from django.db import models
from django.db.models.fields.related import ManyToManyRel, RelatedField, lazy_related_operation

class LabelManager(RelatedField):
    many_to_many = True
    many_to_one = False
    one_to_many = False
    one_to_one = False
    def __init__(self, verbose_name="Labels", help_text="Words", through=None, blank=False, related_name=None, to=None, ordering=None):
        self.through = through
        rel = ManyToManyRel(self, to, related_name=related_name, through=through)
        super().__init__(verbose_name=verbose_name, help_text=help_text, blank=blank, null=True, serialize=False, rel=rel)
        self.ordering = ordering
        self.swappable = False
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for kwarg in ("serialize", "null"):
            del kwargs[kwarg]
        rel = self.remote_field
        if isinstance(rel.through, str):
            kwargs["through"] = rel.through
        elif not rel.through._meta.auto_created:
            kwargs["through"] = "{}.{}".format(rel.through._meta.app_label, rel.through._meta.object_name)
        if isinstance(rel.model, str):
            kwargs["to"] = rel.model
        else:
            kwargs["to"] = "{}.{}".format(rel.model._meta.app_label, rel.model._meta.object_name)
        return name, path, args, kwargs
    def contribute_to_class(self, cls, name):
        self.set_attributes_from_name(name)
        self.model = cls
        self.opts = cls._meta
        cls._meta.add_field(self)
        setattr(cls, name, self)
        if not cls._meta.abstract:
            if isinstance(self.remote_field.model, str):
                def resolve_model(cls, model, field):
                    field.remote_field.model = model
                lazy_related_operation(resolve_model, cls, self.remote_field.model, field=self)
            if isinstance(self.through, str):
                def resolve_through(cls, model, field):
                    self.through = model
                    self.remote_field.through = model
                    self.settle(cls)
                lazy_related_operation(resolve_through, cls, self.through, field=self)
            else:
                self.settle(cls)
    def get_internal_type(self):
        return "ManyToManyField"
    def settle(self, cls):
        if not self.remote_field.model:
            self.remote_field.model = self.through._meta.get_field("tag").remote_field.model
    def related_query_name(self):
        return self.model._meta.model_name
    def m2m_reverse_name(self):
        return "tag_id"
    def m2m_column_name(self):
        return "note_id"
    def db_type(self, connection=None):
        return None
`;

const models = (given: string): string => `
from django.db import models
from labels_package import LabelManager
class Label(models.Model):
    word = models.CharField(max_length=9)
class Labelled(models.Model):
    tag = models.ForeignKey(Label, models.CASCADE, related_name="+")
    note = models.ForeignKey("core.Note", models.CASCADE, related_name="+")
class Note(models.Model):
    labels = LabelManager(${given})
`;

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
const written =
  'labels_package.LabelManager(help_text="Words", through="core.Labelled", to="core.Label", verbose_name="Labels"';

const migration = firstMigration(
  [`"labels", ${written})`],
  'import django.db.models.deletion\nimport labels_package\n',
  `        migrations.CreateModel("Label", [${id}, ("word", models.CharField(max_length=9))]),
        migrations.CreateModel("Labelled", [${id},
            ("tag", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="core.label")),
            ("note", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="core.note")),
        ]),
`,
);

const files = (given: string): Record<string, string> => ({
  ...settings(),
  'site-packages/labels_package.py': labels,
  'core/__init__.py': '',
  'core/models.py': models(given),
  ...migration,
});

test('a relation of an own kind is compared by what it tells of its other end (django-taggit)', (context) => {
  agrees(context, files('through=Labelled, help_text="Other"'));
  agrees(context, files('through="core.Labelled", blank=True'));
  for (const given of ['through=Labelled', 'through="core.Labelled", ordering=["word"]']) {
    const root = writeProject(context, files(given));
    const read = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
    const { detail } = readMigrations({ ...read, live: null, liveProblem: null });
    assert.deepEqual([detail.problems, detail.apps.flatMap(({ unmade }) => unmade)], [[], []]);
  }
});

test('a relation to itself that goes both ways is as the migration has it, whichever versions of Django fit', (context) => {
  const unmade = (requirement: string, field = 'models.ManyToManyField("self")'): string[] => {
    const root = writeProject(context, {
      ...settings(),
      'requirements.txt': requirement,
      'core/__init__.py': '',
      'core/models.py': `from django.db import models\nclass Note(models.Model):\n    near = ${field}\n`,
      ...firstMigration(['"near", models.ManyToManyField(to="core.note")']),
    });
    const { project, models } = readAll(root, { sitePackages: [] });
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
    return detail.apps.flatMap((app) => app.unmade.map(({ description }) => description));
  };
  for (const requirement of ['', 'Django>=4.2,<5.3\n', 'Django>=2.2\n', 'Django==5.2\n'])
    assert.deepEqual(unmade(requirement), [], requirement);
  const blank = 'models.ManyToManyField("self", blank=True)';
  for (const requirement of ['', 'Django>=4.2,<5.3\n'])
    assert.deepEqual(unmade(requirement, blank), ['Alter field near on note'], requirement);
});

test('the key of a proxy is that of the model with the table, whatever a relation to it names', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Text(models.Model):
    number = models.AutoField(primary_key=True)
    id = models.IntegerField(unique=True)
class Plain(Text):
    class Meta:
        proxy = True
class Linked(Plain):
    class Meta:
        proxy = True
class Long(Text):
    pass
class LongProxy(Long):
    class Meta:
        proxy = True
class Note(models.Model):
    one = models.ForeignKey(Plain, models.CASCADE, related_name="+", to_field="id")
    two = models.ForeignKey(Linked, models.CASCADE, related_name="+", to_field="id")
    three = models.ForeignKey(Linked, models.CASCADE, related_name="+", to_field="number")
    four = models.ForeignKey(LongProxy, models.CASCADE, related_name="+", to_field="text_ptr")
    five = models.ForeignKey(LongProxy, models.CASCADE, related_name="+")
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `import django.db.models.deletion
from django.db import migrations, models
cascade = django.db.models.deletion.CASCADE
def proxy(name, base):
    return migrations.CreateModel(
        name=name, fields=[], options={"proxy": True, "indexes": [], "constraints": []}, bases=("core." + base,)
    )
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Text",
            fields=[("number", models.AutoField(primary_key=True, serialize=False)), ("id", models.IntegerField(unique=True))],
        ),
        proxy("Plain", "text"),
        proxy("Linked", "plain"),
        migrations.CreateModel(
            name="Long",
            fields=[
                ("text_ptr", models.OneToOneField(auto_created=True, on_delete=cascade, parent_link=True, primary_key=True, serialize=False, to="core.text")),
            ],
            bases=("core.text",),
        ),
        proxy("LongProxy", "long"),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("one", models.ForeignKey(on_delete=cascade, related_name="+", to="core.plain", to_field="id")),
                ("two", models.ForeignKey(on_delete=cascade, related_name="+", to="core.linked", to_field="id")),
                ("three", models.ForeignKey(on_delete=cascade, related_name="+", to="core.linked")),
                ("four", models.ForeignKey(on_delete=cascade, related_name="+", to="core.longproxy")),
                ("five", models.ForeignKey(on_delete=cascade, related_name="+", to="core.longproxy")),
            ],
        ),
    ]
`,
  });
});
