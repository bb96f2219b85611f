/** Classes that have nothing of their own but a base of a package which is not at hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const migration = (names: readonly string[]): string => `from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [${names.map((name) => `migrations.CreateModel(name="${name}", fields=[("id", models.AutoField(primary_key=True))]),`).join('\n        ')}]
`;

const files = (models: string, names: readonly string[]): Record<string, string> => ({
  'proj/settings.py': plainSettings(['core']),
  'core/__init__.py': '',
  'core/models.py': models,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': migration(names),
});

test('a class without fields is a model by a Meta that only models have, whatever its base', (context) => {
  const root = writeProject(
    context,
    files(
      `from tenants_elsewhere.models import DomainMixin, TenantMixin
from forms_elsewhere import ReadingBase


class Domain(DomainMixin):
    class Meta:
        db_table = "hosts"


class Tenant(TenantMixin):
    class Meta:
        verbose_name = "tenant"
        app_label = "core"


class Shared(TenantMixin):
    class Meta:
        abstract = True


class Reading(ReadingBase):
    class Meta:
        model = Tenant
        ordering = ["id"]


class Plain(ReadingBase):
    pass
`,
      ['Domain'],
    ),
  );
  const { project, models } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    models.filter(({ app }) => app === 'core').map(({ name, table }) => [name, table]),
    [
      ['Domain', 'hosts'],
      ['Tenant', 'core_tenant'],
    ],
  );
  assert.deepEqual(
    project.problems.filter(({ code }) => code === 'unknown_base').map(({ line }) => line),
    [5, 10],
  );
});

const undecided = (root: string): string[] => {
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  return detail.problems.filter(({ code }) => code === 'change_unclear').map(({ message }) => message);
};

test('what could not be compared with the migrations is called by its name', (context) => {
  const mixins = (names: readonly string[]): string =>
    ['from elsewhere import Mixin', ...names.map((name) => `class ${name}(Mixin):\n    pass`), ''].join('\n');
  const sentence = (count: string): string =>
    `${count} of models with migrations in core could not be decided from text`;
  const told = (names: readonly string[]): string[] => undecided(writeProject(context, files(mixins(names), names)));
  assert.deepEqual(told(['Domain']), [`${sentence('1 comparison')}: Domain.`]);
  assert.deepEqual(told([...'ABCDEFG']), [`${sentence('7 comparisons')}: A, B, C, D, E and 2 more.`]);
});

test('where a migration is missing that another one follows, that is why nothing is said of changes', (context) => {
  const root = writeProject(context, {
    ...files(
      'from django.db import models\n\n\nclass Book(models.Model):\n    id = models.AutoField(primary_key=True)\n',
      ['Book'],
    ),
    'core/migrations/0003_last.py': `from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("core", "0002_gone"), ("core", "0001_initial")]
`,
  });
  assert.deepEqual(undecided(root), [
    'Whether the models of core have changes without a migration could not be decided: a migration file is missing.',
  ]);
});

test('pages of a clone without its packages are all shown: by their migration, by a base that is one, by a key to their parent', (context) => {
  const root = writeProject(context, {
    ...files(
      `from django.db import models
from wagtail.models import Page, PageManager
from wagtail.fields import StreamField
from modelcluster.fields import ParentalKey
from taggit.models import TaggedItemBase


class BasePage(Page):
    introduction = models.TextField()

    class Meta:
        abstract = True


class HomePage(Page):
    max_count = 1


class NewsPage(BasePage):
    parent_page_types = ["core.HomePage"]
    body = StreamField([])


class NewsTag(TaggedItemBase):
    content_object = ParentalKey("NewsPage", related_name="tags", on_delete=models.CASCADE)


class NewsManager(PageManager):
    pass
`,
      ['HomePage', 'NewsPage'],
    ),
    'core/migrations/0002_tag.py': `import modelcluster.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        migrations.AddField("newspage", "news", modelcluster.fields.ParentalKey(on_delete=models.CASCADE, to="core.homepage")),
    ]
`,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    models
      .filter(({ app, abstract }) => app === 'core' && !abstract)
      .map(({ name, fields }) => [name, fields.map((field) => field.name)]),
    [
      ['HomePage', []],
      ['NewsPage', ['introduction']],
      ['NewsTag', ['content_object']],
    ],
  );
  assert.deepEqual(
    project.problems
      .filter(({ code }) => code === 'field_unknown')
      .map(({ file, line, message }) => [file, line, message]),
    [
      [
        'core/models.py',
        21,
        'core.NewsPage.body is not shown: whether wagtail.fields.StreamField is a field could not be told, because its package is not at hand and no migration has one.',
      ],
    ],
  );
});

test('a field of a class whose base is one of two that cannot be told is not called removed, and is said not to be shown', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
try:
    from clusters_elsewhere.fields import ParentalKey
except ImportError:
    ParentalKey = models.ForeignKey


class OwnKey(ParentalKey):
    pass


class NoteKey(OwnKey):
    pass


class Order(models.Model):
    pass


class Note(models.Model):
    order = OwnKey(Order, on_delete=models.CASCADE)
    other = NoteKey(Order, models.CASCADE, related_name="+")
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `import core.models
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Order", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))]),
        migrations.CreateModel("Note", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("order", core.models.OwnKey(on_delete=django.db.models.deletion.CASCADE, to="core.order")),
            ("other", core.models.NoteKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="core.order")),
            ("gone", models.TextField()),
        ]),
    ]
`,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(
    detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description)),
    ['Remove field gone from note'],
  );
  assert.deepEqual(
    project.problems.flatMap(({ code, line }) => (code === 'field_unknown' ? [line] : [])),
    [21, 22],
  );
});
