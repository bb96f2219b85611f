import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../../../bench/truth/compare.ts';
import { toApps, toModels } from '../../../../src/frameworks/django/models/schema.ts';
import { askLive, plainSettings, readAll, writeProject } from '../throwaway.ts';

const agrees = (root: string): void => {
  const { project, models } = readAll(root);
  const comparison = compare(askLive(root), project.apps, models);
  assert.deepEqual(comparison.differences, []);
  assert.ok(comparison.models.total > 0);
  assert.equal(comparison.fields.right, comparison.fields.total);
};

const core = `
from django.db import models
from . import mixins as m
from .mixins import Stamped, Named as Titled


class Owned(models.Model):
    owner = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="%(class)s_set")

    class Meta:
        abstract = True
        ordering = ["owner"]


class Base(Titled, Owned, Stamped, m.Plain):
    code = models.SlugField(unique=True, db_column="the_code")
    dropped = None

    class Meta(Owned.Meta):
        abstract = True
        app_label = "core"


class Thing(Base):
    size = models.DecimalField(max_digits=5, decimal_places=1, null=True)

    class Meta(Base.Meta):
        db_table = "things"
        unique_together = ("size", "code")
        constraints = [models.UniqueConstraint(fields=["size"], name="%(app_label)s_%(class)s_size")]
        indexes = [models.Index(fields=["size"], name="size_idx")]


class BigThing(Thing):
    weight = models.IntegerField()


class OtherThing(Thing):
    link = models.OneToOneField(Thing, on_delete=models.CASCADE, parent_link=True, related_name="other")


class Place(models.Model):
    key = models.CharField(max_length=9, primary_key=True)


class Both(Thing, Place):
    last = models.IntegerField()


class ThingProxy(Thing):
    class Meta:
        proxy = True


class ProxyOfProxy(ThingProxy):
    class Meta:
        proxy = True


class External(models.Model):
    class Meta:
        managed = False
        db_table = "elsewhere"


class Ordered(models.Model):
    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL)

    class Meta:
        order_with_respect_to = "parent"
`;

const mixins = `
from django.db import models


class Stamped(models.Model):
    created = models.DateTimeField(auto_now_add=True)
    dropped = models.IntegerField()

    class Meta:
        abstract = True


class Named(models.Model):
    name = models.CharField("The name", max_length=30)
    made = models.DateField()

    class Meta:
        abstract = True


class Plain:
    ignored = models.IntegerField()

    def __str__(self):
        return self.name
`;

test('abstract, concrete and proxy parents give fields in the order of the real Django', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/mixins.py': mixins,
    'core/models.py': core,
  });
  agrees(root);
});

const relations = `
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import CASCADE, ForeignKey as FK, ManyToManyField
from library.models.people import Person
from .fields import OwnerKey, Money, optional

User = get_user_model()


class Tag(models.Model):
    content_type = FK(ContentType, CASCADE)
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey("content_type", "object_id")


class Loan(models.Model):
    book = models.ForeignKey("Book", models.PROTECT)
    person = models.ForeignKey("library.Person", models.DO_NOTHING, db_column="who")


class Book(models.Model):
    author = FK(Person, on_delete=models.SET(1))
    keeper = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    reader = models.OneToOneField(User, on_delete=CASCADE, related_name="+")
    sequel = models.OneToOneField("self", null=True, on_delete=models.SET_NULL)
    similar = ManyToManyField("self")
    borrowers = models.ManyToManyField("library.person", through=Loan, related_name="borrowed")
    helpers = models.ManyToManyField(User, db_table="book_help")
    tags = GenericRelation(Tag)
    owner = OwnerKey(related_name="owned")
    price = Money(default=0)
    note = optional(models.TextField)


for _name in ("Red", "Blue"):
    globals()[_name] = type(_name, (models.Model,), {"__module__": __name__, "shade": models.IntegerField()})


def make(name):
    class Meta:
        app_label = "shop"
    return type(name, (Book,), {"__module__": __name__, "Meta": Meta, "extra": models.CharField(max_length=3)})


Book.add_to_class("late", models.BooleanField(default=False))
Made = make("Made")
`;

const fields = `
from django.conf import settings
from django.db import models


class OwnerKey(models.ForeignKey):
    def __init__(self, **kwargs):
        kwargs.setdefault("on_delete", models.CASCADE)
        kwargs["to"] = settings.AUTH_USER_MODEL
        kwargs["null"] = True
        super().__init__(**kwargs)


class Money(models.DecimalField):
    def __init__(self, *args, **kwargs):
        kwargs.update(max_digits=10, decimal_places=2)
        super(Money, self).__init__(*args, **kwargs)


def optional(kind, **kwargs):
    return kind(null=True, blank=True, **kwargs)
`;

test('every kind of relation, fields of the project’s own classes and models made by code are those of the real Django', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['library.apps.LibraryConfig', 'shop']),
    'library/__init__.py': '',
    'library/apps.py':
      'from django.apps import AppConfig\nclass LibraryConfig(AppConfig):\n    name = "library"\n    default_auto_field = "django.db.models.BigAutoField"\n',
    'library/models/__init__.py': 'from .people import *\n',
    'library/models/people.py':
      'from django.db import models\n__all__ = ["Person"]\nclass Person(models.Model):\n    name = models.CharField(max_length=9)\nclass Hidden(models.Model):\n    pass\n',
    'shop/__init__.py': '',
    'shop/fields.py': fields,
    'shop/models.py': relations,
  });
  agrees(root);
});

test('a project with a user model of its own has the built-in one swapped out', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(
      ['people'],
      'AUTH_USER_MODEL = "people.Member"\nDEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n',
    ),
    'people/__init__.py': '',
    'people/models.py':
      'from django.contrib.auth.models import AbstractUser\nfrom django.db import models\nclass Member(AbstractUser):\n    phone = models.CharField(max_length=20)\n    class Meta(AbstractUser.Meta):\n        pass\n',
  });
  agrees(root);
  const shown = toModels(readAll(root).models);
  assert.equal(shown.find(({ id }) => id === 'auth.User')?.kind, 'swapped');
  assert.deepEqual(
    shown
      .find(({ id }) => id === 'people.Member')
      ?.fields.slice(0, 4)
      .map(({ name }) => name),
    ['id', 'password', 'last_login', 'is_superuser'],
  );
});

test('models that only AppConfig.ready imports are found, and those that nobody imports are not', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['late.apps.LateConfig']),
    'late/__init__.py': '',
    'late/apps.py':
      'from django.apps import AppConfig\nclass LateConfig(AppConfig):\n    name = "late"\n    label = "tardy"\n    def ready(self):\n        from . import records\n',
    'late/records.py': 'from django.db import models\nclass Record(models.Model):\n    at = models.DateTimeField()\n',
    'late/forgotten.py': 'from django.db import models\nclass Forgotten(models.Model):\n    pass\n',
  });
  agrees(root);
  assert.ok(readAll(root).models.some(({ id }) => id === 'tardy.Record'));
});

test('a model says where it is written, by file and line, inherited fields too', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/mixins.py': mixins,
    'core/models.py': core,
  });
  const { project, models } = readAll(root);
  const thing = toModels(models).find(({ id }) => id === 'core.Thing');
  assert.deepEqual(thing?.source, { file: 'core/models.py', line: 24 });
  const created = thing?.fields.find(({ name }) => name === 'made');
  assert.deepEqual(created?.source, { file: 'core/mixins.py', line: 15 });
  assert.equal(created?.inherited_from, 'core.mixins.Named');
  assert.deepEqual(thing?.constraints, ['core_thing_size']);
  assert.deepEqual(thing?.unique_together, [['size', 'code']]);
  const user = toModels(models).find(({ id }) => id === 'auth.User');
  assert.match(user?.source?.file ?? '', /^site-packages\/django\/contrib\/auth\/models\.py$/);
  assert.equal(user?.own, false);
  const apps = toApps(project, toModels(models));
  assert.deepEqual(
    apps.map(({ label, own, models: count }) => [label, own, count]),
    [
      ['core', true, 9],
      ['auth', false, 3],
      ['contenttypes', false, 1],
    ],
  );
});

test('two apps that share a class name are told apart by their label', (context) => {
  const model =
    'from django.db import models\nclass Same(models.Model):\n    pass\nclass Only%s(models.Model):\n    pass\n';
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['one', 'two']),
    'one/__init__.py': '',
    'one/models.py': model.replace('%s', 'One'),
    'two/__init__.py': '',
    'two/models.py': model.replace('%s', 'Two'),
  });
  const names = toModels(readAll(root).models)
    .filter(({ own }) => own)
    .map(({ name }) => name);
  assert.deepEqual(names.sort(), ['OnlyOne', 'OnlyTwo', 'one.Same', 'two.Same']);
});

test('a broken models file costs its broken lines: the models around them are still there', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py':
      'from django.db import models\nclass A(models.Model):\n    x = models.CharField(max_length=\n    y = models.IntegerField()\nclass B(models.Model):\n    z = models.TextField()\n',
  });
  const { project, models } = readAll(root);
  const own = models.filter(({ own }) => own);
  assert.deepEqual(
    own.map(({ id, fields: list }) => [id, list.map(({ name }) => name)]),
    [
      ['core.A', ['id', 'y']],
      ['core.B', ['id', 'z']],
    ],
  );
  assert.deepEqual(
    project.problems.map(({ code, file, line }) => [code, file, line]),
    [['syntax_error', 'core/models.py', 4]],
  );
});

test('without installed packages models are still read, and what is missing is said', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core', 'rest_framework']),
    'core/__init__.py': '',
    'core/models.py':
      'from django.contrib.auth.models import AbstractUser\nfrom django.db import models\nfrom somewhere.models import TimeStampedModel\nfrom somewhere.fields import FancyForeignKey\nclass A(TimeStampedModel):\n    user = models.ForeignKey("auth.User", on_delete=models.CASCADE)\n    other = FancyForeignKey("core.B", on_delete=models.CASCADE)\nclass B(AbstractUser):\n    pass\n',
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const a = models.find(({ id }) => id === 'core.A');
  assert.deepEqual(
    a?.fields.map(({ name, relation }) => [name, relation?.target ?? null]),
    // Whether the base brings a primary key of its own is not known.
    [
      ['user', 'auth.User'],
      ['other', 'core.B'],
    ],
  );
  assert.ok(models.find(({ id }) => id === 'core.B')?.fields.some(({ name }) => name === 'username'));
  assert.ok(models.some(({ id }) => id === 'auth.Group'));
  assert.deepEqual(project.problems.map(({ code }) => code).sort(), ['app_not_found', 'unknown_base']);
});

test('a model that names an app which is not installed is none of the project, and that is said', (context) => {
  const files = {
    'core/__init__.py': '',
    'core/models.py': `
from django.db import models
class Note(models.Model):
    far = models.ForeignKey("gone.Far", models.CASCADE, null=True)
    many = models.ManyToManyField("gone.Far", related_name="+")
class Far(models.Model):
    notes = models.ManyToManyField(Note)
    class Meta:
        app_label = "gone"
class Near(Far):
    size = models.IntegerField()
`,
  };
  const root = writeProject(context, { ...files, 'proj/settings.py': plainSettings(['core']) });
  agrees(root);
  const said = ({ project }: ReturnType<typeof readAll>) =>
    project.problems.filter(({ code }) => code === 'model_not_installed').map(({ message, line }) => [message, line]);
  assert.deepEqual(said(readAll(root)), [
    ['gone.Far is not among the models: no installed app has the label gone.', 6],
  ]);

  // An app of a package that is not at hand may have any label.
  const cold = writeProject(context, { ...files, 'proj/settings.py': plainSettings(['core', 'elsewhere.things']) });
  const reading = readAll(cold, { sitePackages: [] });
  assert.deepEqual(said(reading), []);
  assert.ok(reading.models.some(({ id }) => id === 'gone.Far'));
});

test('of a clone no model is claimed that only stands on one side of whether a package is installed', (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop']),
    'shop/__init__.py': '',
    'shop/models.py': `from django.db import models
try:
    import somewhere
except ImportError:
    somewhere = None

class Sure(models.Model):
    pass

if not somewhere:
    class Without(models.Model):
        pass
else:
    class With(models.Model):
        pass
`,
  });
  const { project, models } = readAll(root, { sitePackages: [] });
  const names = models.filter(({ app }) => app === 'shop').map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !project.maybeModels.has(`shop.${name}`)),
    ['Sure'],
  );
});
