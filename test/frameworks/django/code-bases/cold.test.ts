/** Clones without their packages: what code of a package may do to models is left open, what rests on the text alone is told. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const id = '("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
const name = '("name", models.CharField(max_length=9))';

type Clone = {
  models: string;
  /** Of the migration: `Model: fields` each. */
  made: Record<string, string>;
  imports?: string;
  files?: Record<string, string>;
  settings?: string;
};

const migration = ({ made, imports = '' }: Pick<Clone, 'made' | 'imports'>): string => `
${imports}
import django.db.models.deletion
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [${Object.entries(made)
      .map(([model, fields]) => `migrations.CreateModel("${model}", [${fields}]),`)
      .join('\n        ')}]
`;

const readClone = (context: TestContext, { models, made, imports, files = {}, settings = '' }: Clone) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(
      ['plain', 'core'],
      `DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n${settings}`,
    ),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models\n${models}`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': migration({ made, imports: imports ?? '' }),
    // An app that no package touches: there everything is told.
    'plain/__init__.py': '',
    'plain/models.py': 'from django.db import models\nclass Kept(models.Model):\n    fresh = models.TextField()\n',
    'plain/migrations/__init__.py': '',
    'plain/migrations/0001_initial.py': migration({ made: { Kept: `${id}, ${name}`, Gone: `${id}, ${name}` } }),
    ...files,
  });
  const { project, models: read } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models: read, live: null, liveProblem: null });
  const unmadeIn = (label: string): string[] =>
    detail.apps.flatMap((app) => (app.label === label ? app.unmade.map(({ description }) => description) : []));
  // Whatever is open in one app, another is not touched by it.
  assert.deepEqual(unmadeIn('plain'), ['Delete model Gone', 'Remove field name from kept', 'Add field fresh to kept']);
  return {
    unmade: unmadeIn('core'),
    problems: [...project.problems, ...detail.problems].map(({ code }) => code),
    fields: Object.fromEntries(
      read
        .filter(({ app, abstract }) => app === 'core' && !abstract)
        .map((model) => [
          model.name,
          model.fields.map((field) => `${field.name}:${field.classPath.split('.').at(-1)}`),
        ]),
    ),
  };
};

test('of an import that may fail as well as not both ways count: what they do not share is left open', (context) => {
  const { unmade, fields, problems } = readClone(context, {
    models: `
try:
    from taggit.managers import TaggableManager
except ImportError:
    TaggableManager = None
try:
    from jsonfield import JSONField
except ImportError:
    from django.db.models import JSONField
try:
    import gis
    HAS_GIS = True
except ImportError:
    HAS_GIS = False
else:
    class Place(models.Model):
        at = models.TextField()
class Item(models.Model):
    name = models.CharField(max_length=10)
    data = JSONField()
    if TaggableManager is not None:
        tags = TaggableManager()
    if HAS_GIS:
        spot = models.TextField()
    else:
        spot = models.CharField(max_length=9)
if not HAS_GIS:
    class Flat(models.Model):
        at = models.TextField()
`,
    made: { Item: `${id}, ${name}, ("data", models.JSONField())`, Place: `${id}, ${name}` },
  });
  assert.deepEqual(unmade, ['Alter field name on item']);
  assert.deepEqual(fields, { Item: ['id:BigAutoField', 'name:CharField'] });
  assert.ok(problems.includes('package_not_at_hand'));
  assert.ok(problems.includes('change_unclear'));
});

test('models that a package makes of those it is given are not removed', (context) => {
  const clone = (models: string, made: Record<string, string>): string[] =>
    readClone(context, { models, made: { Item: `${id}, ${name}`, ...made } }).unmade;
  const item = 'class Item(models.Model):\n    name = models.CharField(max_length=9)\n';
  const gone = { Other: `${id}, ${name}` };
  assert.deepEqual(
    clone(`from simple_history import register\n${item}register(Item)\n`, { ...gone, HistoricalItem: id }),
    ['Delete model Other'],
  );
  assert.deepEqual(
    clone(
      `import simple_history\nfrom django.contrib.auth.models import User\n${item}simple_history.register(User, app="core", custom_model_name="Log")\n`,
      { ...gone, Log: id },
    ),
    ['Delete model Other'],
  );
  assert.deepEqual(clone(`import pghistory\n@pghistory.track()\n${item}`, { ...gone, ItemEvent: id }), [
    'Delete model Other',
  ]);
  assert.deepEqual(clone(`from package import make\n${item}Made = make("Made")\n`, { ...gone, Made: id }), [
    'Delete model Other',
  ]);
  assert.deepEqual(clone(`${item}from shop.apps.catalogue.models import *\n`, { ...gone, Product: id }), []);
});

test('a class that makes models is none, though its base in a package that is not at hand is called like one', (context) => {
  const { fields, unmade } = readClone(context, {
    models: `
from mptt.models import MPTTModel, MPTTModelBase
class TitledBase(MPTTModelBase):
    def __new__(meta, name, bases, attrs):
        attrs["title"] = models.CharField(max_length=9)
        return super().__new__(meta, name, bases, attrs)
class NamedModelBase(MPTTModelBase):
    kind = "named"
class Titled(MPTTModel, metaclass=TitledBase):
    pass
class Named(MPTTModel, metaclass=NamedModelBase):
    name = models.CharField(max_length=9)
`,
    made: { Titled: id, Named: `${id}, ${name}` },
  });
  assert.deepEqual(Object.keys(fields).sort(), ['Named', 'Titled']);
  assert.deepEqual(unmade, ['Add field title to titled']);
});

test('of several modules that all names are taken from, the one that has a name gives it', (context) => {
  const { unmade, fields } = readClone(context, {
    models: `
from django.core.validators import *
from django.db.models import *
from django.utils.translation import *
class Item(Model):
    name = CharField(max_length=8, validators=[MinLengthValidator(2)])
`,
    made: { Item: `${id}, ${name}`, Other: `${id}, ${name}` },
  });
  assert.deepEqual(unmade, ['Delete model Other', 'Alter field name on item']);
  assert.deepEqual(fields, { Item: ['id:BigAutoField', 'name:CharField'] });
});

test('translation tables and history tables of a package that is not at hand are left open', (context) => {
  const { unmade, fields } = readClone(context, {
    imports: 'import parler.fields',
    models: `
from parler.fields import TranslatedField
from parler.models import TranslatableModel, TranslatedFields, TranslatedFieldsModel
from simple_history.models import HistoricalRecords
class Item(TranslatableModel):
    title = TranslatedField(any_language=True)
    translations = TranslatedFields(title=models.CharField(max_length=9))
    price = models.IntegerField()
    added = models.IntegerField()
class Other(TranslatableModel):
    name = TranslatedField()
class OtherTranslation(TranslatedFieldsModel):
    master = models.ForeignKey(Other, models.CASCADE, null=True, related_name="translations")
    name = models.CharField(max_length=9)
class Poll(models.Model):
    history = HistoricalRecords(history_id_field=models.UUIDField())
`,
    made: {
      Item: `${id}, ("price", models.IntegerField())`,
      ItemTranslation: `${id}, ("language_code", parler.fields.HideChoicesCharField(max_length=15)), ("title", models.CharField(max_length=9)), ("master", parler.fields.TranslationsForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="core.item"))`,
      Other: id,
      OtherTranslation: `${id}, ("language_code", models.CharField(max_length=15)), ${name}, ("master", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="translations", to="core.other"))`,
      Poll: id,
      HistoricalPoll: `("history_id", models.UUIDField(primary_key=True, serialize=False)), ("history_date", models.DateTimeField())`,
    },
  });
  assert.deepEqual(unmade, ['Add field added to item']);
  assert.deepEqual(fields.Item, ['price:IntegerField', 'added:IntegerField']);
});

test('tags with arguments that no migration holds are no change', (context) => {
  const { unmade } = readClone(context, {
    imports: 'import taggit.managers',
    models: `
from taggit.managers import TaggableManager
from taggit.models import TaggedItemBase
class Tagged(TaggedItemBase):
    content_object = models.ForeignKey("Food", models.CASCADE)
class Food(models.Model):
    tags = TaggableManager("Tags", through=Tagged, related_name="foods", blank=True)
    name = models.CharField(max_length=9, null=True)
`,
    made: {
      Tagged: `${id}, ("tag", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="taggit.tag")), ("content_object", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="core.food"))`,
      Food: `${id}, ${name}, ("tags", taggit.managers.TaggableManager(blank=True, help_text="A comma-separated list of tags.", through="core.Tagged", to="taggit.Tag", verbose_name="Tags"))`,
    },
  });
  assert.deepEqual(unmade, ['Alter field name on food']);
});

test('columns that a field, a decorator or a registry of a package adds are not removed', (context) => {
  const { unmade } = readClone(context, {
    imports: 'import djmoney.models.fields',
    models: `
from djmoney.models.fields import MoneyField
from denorm import denormalized
from package import registered
class Item(models.Model):
    price = MoneyField(max_digits=9, decimal_places=2, default_currency="EUR")
class News(models.Model):
    title = models.CharField(max_length=9)
class Count(models.Model):
    @denormalized(models.IntegerField)
    def total(self):
        return 1
@registered
class Wide(models.Model):
    pass
`,
    files: {
      'core/translation.py':
        'from modeltranslation.translator import TranslationOptions, translator\nfrom core import models\nclass Options(TranslationOptions):\n    fields = ("title",)\ntranslator.register(models.News, Options)\n',
    },
    made: {
      Item: `${id}, ("price_currency", djmoney.models.fields.CurrencyField(default="EUR", max_length=3)), ("price", djmoney.models.fields.MoneyField(decimal_places=2, max_digits=9)), ("old", models.IntegerField())`,
      News: `${id}, ("title", models.CharField(max_length=9)), ("title_en", models.CharField(max_length=9, null=True))`,
      Count: `${id}, ("total", models.IntegerField()), ("old", models.IntegerField())`,
      Wide: `${id}, ("width", models.IntegerField())`,
    },
  });
  assert.deepEqual(unmade, ['Remove field old from count', 'Remove field old from item']);
});

test('an attribute named like a field is one where migrations name its class, and is said to be open where none does', (context) => {
  const { unmade, fields } = readClone(context, {
    imports: 'import django_countries.fields',
    models: `
from django_countries.fields import CountryField
from imagekit.models import ImageSpecField
class Item(models.Model):
    country = CountryField()
    other = CountryField(null=True)
    thumb = ImageSpecField(source="image")
`,
    made: { Item: `${id}, ("country", django_countries.fields.CountryField(max_length=2, null=True))` },
  });
  assert.deepEqual(unmade, ['Add field other to item']);
  assert.deepEqual(fields, { Item: ['id:BigAutoField', 'country:CountryField', 'other:CountryField'] });
  const alone = readClone(context, {
    models:
      'from imagekit.models import ImageSpecField\nclass Item(models.Model):\n    thumb = ImageSpecField(source="image")\n',
    made: { Item: id },
  });
  assert.deepEqual(alone.unmade, []);
  assert.ok(alone.problems.includes('change_unclear'));
});

test('a class of a package may be written as another, and what a package names by another name', (context) => {
  const { unmade } = readClone(context, {
    imports: 'import package.defaults',
    models: `
from enumfields import EnumField
from package import default, validate, LETTERS, KeyField
class Item(models.Model):
    kind = EnumField(LETTERS, null=True, db_column="k")
    name = models.CharField(max_length=9, default=default, validators=[validate(1)], choices=LETTERS)
    number = models.IntegerField(default=default, null=True)
    key = KeyField(primary_key=True)
`,
    made: {
      Item: `("key", package.fields.KeyField(primary_key=True, serialize=False)), ("kind", models.CharField(max_length=9)), ("name", models.CharField(choices=[("a", "A")], default=package.defaults.make, max_length=9, validators=[package.checks.Check(1)])), ("number", models.IntegerField(default=package.defaults.make))`,
    },
  });
  assert.deepEqual(unmade, ['Alter field number on item']);
});

test('managers, options and indexes that rest on a package are left open, others are compared', (context) => {
  const { unmade } = readClone(context, {
    imports: 'import people.managers\nimport django.db.models.manager',
    models: `
from cms.models import CMSPlugin
from package import INDEXES, IndexOf, ToolsMeta, Meta as MetaBase
from people.managers import PersonManager
class Person(models.Model):
    people = PersonManager()
    tracker = PersonManager()
    name = models.CharField(max_length=9)
class Named(models.Model):
    name = models.CharField(max_length=9)
    class Meta(ToolsMeta):
        verbose_name = "named"
class Indexed(models.Model):
    name = models.CharField(max_length=9)
    class Meta:
        indexes = [IndexOf(fields=["name"]), *INDEXES]
        verbose_name = "changed"
class Made(models.Model, metaclass=MetaBase):
    name = models.CharField(max_length=9)
class Plugin(CMSPlugin):
    cmsplugin_ptr = models.OneToOneField(CMSPlugin, models.CASCADE, parent_link=True)
class Other(models.Model):
    name = models.CharField(max_length=9)
    class Meta:
        indexes = [models.Index(fields=["name"], name="other_name")]
`,
    made: {
      Person: `${id}, ${name}], managers=[("people", people.managers.PersonManager())`,
      Named: `${id}, ${name}], options={"verbose_name": "named", "ordering": ["name"]}, bases=[models.Model`,
      Indexed: `${id}, ${name}], options={"indexes": [models.Index(fields=["name"], name="other")]}, bases=[models.Model`,
      Made: `${id}, ${name}, ("slug", models.SlugField())`,
      MadeShadow: `${id}, ${name}`,
      Plugin: `("cmsplugin_ptr", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to="cms.cmsplugin"))`,
      Other: `${id}, ${name}`,
    },
  });
  assert.deepEqual(unmade, [
    'Change Meta options on indexed',
    'Create index other_name on field(s) name of model other',
  ]);
});

test('a relation into a package points where the migrations say, also where its label is not that of its folder', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['wagtail.images', 'core']),
    'core/__init__.py': '',
    'core/models.py':
      'from django.db import models\nfrom wagtail.images.models import Image\nclass Face(models.Model):\n    image = models.ForeignKey(Image, models.CASCADE)\n',
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': migration({
      made: {
        Face: `${id}, ("image", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="wagtailimages.image"))`,
      },
    }),
  });
  const { models } = readAll(root, { sitePackages: [] });
  const face = models.find(({ name }) => name === 'Face');
  assert.equal(face?.fields.find((field) => field.name === 'image')?.relation?.target, 'wagtailimages.Image');
});

test('migrations that the project keeps for an app that is not at hand remove nothing', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(
      ['wagtail.images', 'account'],
      'MIGRATION_MODULES = {"account": "proj.account", "wagtailimages": "proj.images"}\n',
    ),
    'proj/account/__init__.py': '',
    'proj/account/0001_initial.py': migration({ made: { Account: `${id}, ${name}` } }),
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(
    detail.apps.flatMap((app) => app.unmade),
    [],
  );
});

test('a new field that may be an old one renamed is not told as added while the old one may still be there', (context) => {
  const { unmade, problems } = readClone(context, {
    models: `
from package import registered
@registered
class Wide(models.Model):
    breadth = models.CharField(max_length=9)
    height = models.IntegerField()
`,
    made: { Wide: `${id}, ("width", models.CharField(max_length=9))` },
  });
  assert.deepEqual(unmade, ['Add field height to wide']);
  assert.ok(problems.includes('change_unclear'));
});
