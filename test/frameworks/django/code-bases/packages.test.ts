/** What packages do to a project's models while they are imported, held against the real Django. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { lacking, readAll, sitePackages, writeProject } from '../throwaway.ts';

test('fields that settings ask for, kept by pairs of app and model until the model is prepared (Mezzanine)', (context) => {
  const made = agrees(context, {
    ...settings(
      `EXTRA_MODEL_FIELDS = (
    ("core.models.Post.rank", "IntegerField", ("Rank",), {"default": 0}),
    ("core.models.Post.picture", "django.db.models.FileField", ("Picture",), {"blank": True, "upload_to": "x"}),
    ("core.models.Other.note", "TextField", (), {"null": True}),
)
`,
      ['boot'],
    ),
    'site-packages/boot/__init__.py': `
from collections import defaultdict
from importlib import import_module
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.models.signals import class_prepared

def import_field(field_classpath):
    if "." in field_classpath:
        fully_qualified = field_classpath
    else:
        fully_qualified = "django.db.models.%s" % field_classpath
    try:
        module_name, attribute = fully_qualified.rsplit(".", 1)
        return getattr(import_module(module_name), attribute)
    except ImportError:
        raise ImproperlyConfigured(field_classpath)

def parse_field_path(field_path):
    model_path, field_name = field_path.rsplit(".", 1)
    app_name, model_name = model_path.rsplit(".", 1)
    _, app_label = app_name.rsplit(".models", 1)[0].rpartition(".")[1:]
    return (app_label, model_name.lower()), field_name

def parse_extra_model_fields(extra_model_fields):
    fields = defaultdict(list)
    for entry in extra_model_fields:
        model_key, field_name = parse_field_path(entry[0])
        field_class = import_field(entry[1])
        field_args, field_kwargs = entry[2:]
        try:
            field = field_class(*field_args, **field_kwargs)
        except TypeError as e:
            raise ImproperlyConfigured(e)
        fields[model_key].append((field_name, field))
    return fields

fields = parse_extra_model_fields(settings.EXTRA_MODEL_FIELDS)

def add_extra_model_fields(sender, **kwargs):
    model_key = sender._meta.app_label, sender._meta.model_name
    for field_name, field in fields.get(model_key, {}):
        field.contribute_to_class(sender, field_name)

if fields:
    class_prepared.connect(add_extra_model_fields, dispatch_uid="FQFEQ#rfq3r")
`,
    'core/models.py': `
from django.db import models
class Post(models.Model):
    title = models.TextField()
class Other(models.Model):
    pass
class Third(models.Model):
    pass
`,
  });
  assert.deepEqual(
    made.map(({ fields }) => fields.map(({ name }) => name)),
    [['id', 'rank', 'picture', 'title'], ['id', 'note'], ['id']],
  );
});

test('fields that are kept by the model itself, or by a pair with one, until they are added', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
class Post(models.Model):
    title = models.TextField()
class Other(models.Model):
    pass
by_model = {Post: [("rank", models.IntegerField(null=True))]}
by_model.setdefault(Other, []).append(("size", models.IntegerField(null=True)))
for model, fields in by_model.items():
    for name, field in fields:
        model.add_to_class(name, field)
by_pair = {(Post, "kind"): models.CharField(max_length=3)}
by_pair[(Other, "kind")] = models.CharField(max_length=4)
by_pair.update({(Post, "kind"): models.CharField(max_length=5)})
for (model, name), field in by_pair.items():
    field.contribute_to_class(model, name)
`,
  });
});

test('tags that go through a model named by text', { skip: lacking('taggit') }, (context) => {
  agrees(context, {
    ...settings('', ['taggit']),
    'core/models.py': `
from django.db import models
from taggit.managers import TaggableManager
from taggit.models import GenericTaggedItemBase, ItemBase, TagBase, TaggedItemBase
class Tags(TaggableManager):
    pass
class Labels(TaggableManager):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("through", "core.Throughout")
        super().__init__(*args, **kwargs)
class Drink(models.Model):
    tags = Tags("the tags", blank=True)
class Meal(models.Model):
    labels = Labels(related_name="meals")
class Food(models.Model):
    tags = TaggableManager(through="core.TaggedFood")
    more = TaggableManager(through="Labelled", related_name="+")
    own = TaggableManager(through="core.Throughout", related_name="things")
class Soup(Food):
    hot = models.BooleanField(default=True)
class Stew(models.Model):
    tags = TaggableManager(through="Sticker")
class TaggedFood(TaggedItemBase):
    content_object = models.ForeignKey("Food", on_delete=models.CASCADE)
class Label(TagBase):
    pass
class Labelled(ItemBase):
    content_object = models.ForeignKey("Food", on_delete=models.CASCADE, related_name="labelled")
    tag = models.ForeignKey(Label, on_delete=models.CASCADE, related_name="labels")
class Throughout(GenericTaggedItemBase):
    tag = models.ForeignKey("core.Label", on_delete=models.CASCADE, related_name="throughouts")
class Sticker(Throughout):
    class Meta:
        proxy = True
`,
  });
});

test('models that are imported because a field asks a package for its choices (allauth in Mailman)', (context) => {
  const made = agrees(context, {
    ...settings('', ['accounts', 'local']),
    'site-packages/accounts/__init__.py': '',
    'site-packages/accounts/providers/__init__.py': `
import importlib
from django.conf import settings
class Registry:
    def __init__(self):
        self.known = {}
        self.loaded = False
    def register(self, cls):
        self.known[cls.id] = cls
    def as_choices(self):
        self.load()
        for provider in self.known.values():
            yield (provider.id, provider.name)
    def load(self):
        if not self.loaded:
            for app in settings.INSTALLED_APPS:
                try:
                    module = importlib.import_module(app + ".provider")
                except ImportError:
                    pass
                else:
                    for cls in getattr(module, "provider_classes", []):
                        self.register(cls)
            self.loaded = True
registry = Registry()
`,
    'site-packages/accounts/providers/base.py': 'class Provider:\n    pass\n',
    'site-packages/accounts/providers/openid/__init__.py': '',
    'site-packages/accounts/providers/openid/models.py':
      'from django.db import models\nclass Nonce(models.Model):\n    salt = models.TextField()\n',
    'site-packages/accounts/providers/openid/store.py': 'from .models import Nonce\n',
    'site-packages/accounts/providers/openid/provider.py': `
from accounts.providers.base import Provider
from .store import Nonce
class OpenIDProvider(Provider):
    id = "openid"
    name = "OpenID"
`,
    'site-packages/accounts/models.py': `
from django.db import models
from accounts import providers
class Account(models.Model):
    provider = models.CharField(max_length=30, choices=providers.registry.as_choices())
`,
    'site-packages/local/__init__.py': '',
    'site-packages/local/provider.py': `
from accounts.providers.openid.provider import OpenIDProvider
class LocalProvider(OpenIDProvider):
    id = "local"
provider_classes = [LocalProvider]
`,
    'core/models.py': 'from django.db import models\nclass Page(models.Model):\n    pass\n',
  });
  assert.deepEqual(
    made.map(({ id }) => id),
    ['core.Page'],
  );
});

const lengths = {
  ...settings('BOX_LENGTH = 20\n', ['boxes']),
  'site-packages/boxes/__init__.py': '',
  'site-packages/boxes/states.py':
    'from django.db import models\nOPEN = "open"\nclass Kind(models.TextChoices):\n    A = "a", "Ah"\n    B = "b", "Bee"\n',
  'site-packages/boxes/conf.py': `
class Conf:
    def __init__(self, prefix):
        self.prefix = prefix
    def _setting(self, name, otherwise):
        from django.conf import settings
        getter = lambda name, otherwise: getattr(settings, name, otherwise)
        getter = getter if callable(getter) else None
        return getter(self.prefix + name, otherwise)
    @property
    def LENGTH(self):
        return self._setting("LENGTH", 9)
    @property
    def WIDTH(self):
        return self._setting("WIDTH", 5)
_conf = Conf("BOX_")
def __getattr__(name):
    return getattr(_conf, name)
`,
  'site-packages/boxes/models.py': `from django.db import models
from boxes import conf, states
from boxes.states import Kind
class Box(models.Model):
    name = models.CharField(max_length=conf.LENGTH)
    word = models.CharField(max_length=conf.WIDTH, default=states.OPEN)
    kind = models.CharField(max_length=1, choices=Kind.choices, default=Kind.A)
    size = models.IntegerField(default=eval("2"))
`,
  'site-packages/boxes/migrations/__init__.py': '',
  'site-packages/boxes/migrations/0001_initial.py': `from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Box", [
        ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("name", models.CharField(max_length=9)),
        ("word", models.CharField(default="open", max_length=5)),
        ("kind", models.CharField(choices=[("a", "Ah"), ("b", "Be")], default="a", max_length=1)),
        ("size", models.IntegerField(default=2)),
    ])]
`,
  'core/models.py': '',
};

test('what models take from modules of a package is opened where a comparison rests on it (allauth); what stays open of a package is said', (context) => {
  agrees(context, lengths);
  const root = writeProject(context, { ...lengths, 'core/__init__.py': '' });
  const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const { apps, problems } = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  assert.deepEqual(
    apps.find(({ label }) => label === 'boxes')?.unmade.map(({ field }) => field),
    ['kind', 'name'],
  );
  const open = problems.filter(({ code }) => code === 'change_unclear').map(({ message }) => message);
  assert.deepEqual(open, ['1 comparison of models with migrations in boxes could not be decided from text: Box.']);
});

const kindsPackage = `
class Kinds:
    def __init__(self, *kinds):
        self._pairs = []
        self._values = {}
        for kind in kinds:
            value, name, label = kind if isinstance(kind, tuple) else (kind, kind, kind)
            self._values[name] = value
            self._pairs.append((value, label))
    def __iter__(self):
        return iter(self._pairs)
    def __getattr__(self, name):
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name)
`;

const withKinds = (last: string): string => `
from django.db import models
from kinds_package import Kinds
COLOURS = Kinds("red", "blue")
class Note(models.Model):
    KIND = Kinds((0, "new", "New"), (1, "done", "${last}"))
    kind = models.IntegerField(choices=KIND, default=KIND.new)
    colour = models.CharField(max_length=9, choices=COLOURS, default=COLOURS.blue)
    plain = models.CharField(max_length=9, choices=Kinds("a"))
`;

const kindFields = [
  '"kind", models.IntegerField(choices=[(0, "New"), (1, "Done")], default=0)',
  '"colour", models.CharField(choices=[("red", "red"), ("blue", "blue")], default="blue", max_length=9)',
  '"plain", models.CharField(choices=[("a", "a")], max_length=9)',
];

const kindFiles = (last: string): Record<string, string> => ({
  ...settings(),
  'site-packages/kinds_package/__init__.py': 'from .kinds import Kinds\n',
  'site-packages/kinds_package/kinds.py': kindsPackage,
  'core/__init__.py': '',
  'core/models.py': withKinds(last),
  ...firstMigration(kindFields),
});

test('choices and defaults that an object of a package holds are compared with those of migrations (django-model-utils)', (context) => {
  agrees(context, kindFiles('Gone'));
  const root = writeProject(context, kindFiles('Done'));
  const read = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const { detail } = readMigrations({ ...read, live: null, liveProblem: null });
  assert.deepEqual([detail.problems, detail.apps.flatMap(({ unmade }) => unmade)], [[], []]);
});

test('a parameter of a package has a default from another module of it, and its kind decides what a field is made with', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/lib/__init__.py': '',
    'site-packages/lib/consts.py': 'DEFAULT = "EUR"\n',
    'site-packages/lib/fields.py': `from django.db import models
from .consts import DEFAULT
class Currency: pass
class CurrencyField(models.CharField):
    def __init__(self, price_field=None, default=DEFAULT, **kwargs):
        if isinstance(default, Currency):
            default = default.code
        kwargs.setdefault("max_length", 3)
        super().__init__(default=default, **kwargs)
`,
    'core/models.py': `from django.db import models
from lib.fields import CurrencyField
class Note(models.Model):
    currency = CurrencyField()
    other = CurrencyField(default="CHF")
`,
    ...firstMigration(
      [
        '("currency", lib.fields.CurrencyField(default="EUR", max_length=3))',
        '("other", lib.fields.CurrencyField(default="USD", max_length=3))',
      ],
      'import lib.fields',
    ),
  });
});
