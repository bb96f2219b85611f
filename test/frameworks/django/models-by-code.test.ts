/** Models that code has a hand in: deep inheritance, fields changed later, packages that add, rename and choose. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compare } from '../../../bench/truth/compare.ts';
import { compareMigrations } from '../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../src/frameworks/django/migrations/read-migrations.ts';
import type { ReadModel } from '../../../src/frameworks/django/models/model.ts';
import { askLive, manage, plainSettings, python, readAll, sitePackages, writeProject } from './throwaway.ts';

const withSite = manage().replace(
  'import sys\n',
  'import sys\nsys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))\n',
);

/** Writes a project with packages of its own and holds the reading against the real Django. */
const agrees = (context: TestContext, files: Record<string, string>): ReadModel[] => {
  const root = writeProject(context, { 'manage.py': withSite, 'core/__init__.py': '', ...files });
  const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const live = askLive(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const differences = [
    ...compare(live, project.apps, models).differences,
    ...compareMigrations(live, detail).differences,
  ];
  assert.deepEqual(differences, []);
  assert.deepEqual(project.problems, []);
  return models.filter(({ app }) => app === 'core');
};

const settings = (more = '', apps: readonly string[] = []): Record<string, string> => ({
  'proj/settings.py': plainSettings([...apps, 'core'], more),
});

test('each model of a long line has the pointers of all its parents, a diamond has those of both sides', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class A(models.Model):
    a = models.IntegerField()

class B(A):
    b = models.IntegerField()

class C(B):
    c = models.IntegerField()

class D(C):
    d = models.IntegerField()

class Left(B):
    up = models.OneToOneField(B, models.CASCADE, parent_link=True)

class Right(B):
    right = models.IntegerField()

class Both(Left, Right):
    pass

class DProxy(D):
    class Meta:
        proxy = True
`,
  });
  const names = models.find(({ name }) => name === 'D')?.fields.map(({ name }) => name);
  assert.deepEqual(names, ['id', 'a', 'a_ptr', 'b', 'b_ptr', 'c', 'c_ptr', 'd']);
});

test('what is set on a field after its class was made counts, for that model alone', (context) => {
  const models = agrees(context, {
    ...settings('AUTH_USER_MODEL = "core.Member"\n'),
    'core/models.py': `from django.contrib.auth.models import AbstractUser
from django.db import models

class Named(models.Model):
    name = models.CharField(max_length=50)
    note = models.TextField()

    class Meta:
        abstract = True

class Member(AbstractUser):
    pass

class Short(Named):
    pass

class Long(Named):
    pass

Member._meta.get_field("email")._unique = True
Short._meta.get_field("name").null = True
setattr(Long._meta.get_field("note"), "null", True)
`,
  });
  const field = (model: string, name: string) =>
    models.find((candidate) => candidate.name === model)?.fields.find((candidate) => candidate.name === name);
  assert.equal(field('Member', 'email')?.unique, true);
  assert.equal(field('Short', 'name')?.null, true);
  assert.equal(field('Long', 'name')?.null, false);
  assert.equal(field('Short', 'name')?.inheritedFrom, 'core.models.Named');
});

test('a field that brings others with it brings them to the children of an abstract model too', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/fields.py': `from django.db import models

class Priced(models.DecimalField):
    def __init__(self, *args, currency="EUR", **kwargs):
        self.currency = currency
        kwargs.setdefault("max_digits", 9)
        kwargs.setdefault("decimal_places", 2)
        super().__init__(*args, **kwargs)

    def contribute_to_class(self, cls, name, **kwargs):
        if not cls._meta.abstract:
            unit = models.CharField(max_length=3, default=self.currency, null=self.null)
            unit.creation_counter = self.creation_counter + 1
            cls.add_to_class(name + "_unit", unit)
        super().contribute_to_class(cls, name, **kwargs)
`,
    'core/models.py': `from django.db import models
from core.fields import Priced

class Sold(models.Model):
    price = Priced(null=True)

    class Meta:
        abstract = True

class Pear(Sold):
    pass

class Apple(Sold):
    weight = models.IntegerField()
`,
  });
  assert.ok(models.every(({ abstract, fields }) => abstract || fields.some(({ name }) => name === 'price_unit')));
});

test('a package that is not an app may choose the model, name the setting that swaps one, and keep its own settings', (context) => {
  const models = agrees(context, {
    ...settings('CORE_PLACE_MODEL = "core.Venue"\nMAKER = {"OWNER": "auth.Group"}\n'),
    'site-packages/chooser/__init__.py': `from django.conf import settings

def name_of(app, model):
    return "%s_%s_MODEL" % (app.upper(), model.upper())

def chosen(app, model):
    default = "{}.{}".format(app, model)
    return getattr(settings, name_of(app, model), default) if hasattr(settings, name_of(app, model)) else default
`,
    'site-packages/chooser/conf.py': `from django.conf import settings

VALUES = getattr(settings, "MAKER", {})
VALUES.setdefault("OWNER", "auth.User")
`,
    'core/models.py': `import chooser
from chooser.conf import VALUES
from django.db import models

class Place(models.Model):
    class Meta:
        swappable = chooser.name_of("core", "Place")

class Venue(models.Model):
    owner = models.ForeignKey(VALUES["OWNER"], models.CASCADE)

class Event(models.Model):
    place = models.ForeignKey(chooser.chosen("core", "Place"), models.CASCADE)
    keeper = models.ForeignKey(chooser.chosen("auth", "User"), models.CASCADE)
`,
  });
  assert.equal(models.find(({ name }) => name === 'Place')?.swapped, 'core.Venue');
});

test('what a field is made with is not mixed up with other objects that are made meanwhile', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/units/__init__.py': `class Lazy(object):
    def __init__(self, name):
        super(Lazy, self).__init__()
        self.name = name

class Remembered(Lazy):
    def __init__(self, name, extra=None):
        super().__init__(name)

metre = Remembered("metre")
label = metre.name
GRAM = bool(label)
`,
    'core/models.py': `import units
from django.db import models

class Measure(models.FloatField):
    def __init__(self, unit=None, *args, **kwargs):
        if not unit or not units.GRAM:
            raise TypeError("a unit is needed")
        super(Measure, self).__init__(*args, **kwargs)

class Host(object):
    def __init__(self, size=None):
        self.size = size

class Hosted(models.CharField, Host):
    def __init__(self, size=None, **kwargs):
        Host.__init__(self, size=size)
        models.CharField.__init__(self, max_length=5, **kwargs)

class Parcel(models.Model):
    weight = Measure(unit=units.GRAM, null=True, unique=True)
    host = Hosted(size=3, null=True)
`,
  });
});

test('what functions, decorators and partial calls make of models and fields is there', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from functools import partial
from django.contrib.auth.models import User
from django.db import models

def beside(parent):
    name = parent._meta.verbose_name.replace(" ", "_")

    class Beside(models.Model):
        locals()[name] = models.OneToOneField(parent, models.CASCADE, primary_key=True)

        class Meta:
            abstract = True

    return Beside

class BlogPost(models.Model):
    pass

class Profile(beside(User)):
    nick = models.CharField(max_length=9)

def in_languages(*names):
    def add(cls):
        for name in names:
            for language in ("de", "fr"):
                cls.add_to_class("%s_%s" % (name, language), models.CharField(max_length=9, null=True))
        return cls
    return add

Short = partial(models.CharField, max_length=5)

@in_languages("title")
class Page(models.Model):
    title = Short(unique=True)
    code = Short(max_length=2, null=True)

class Extra(beside(BlogPost)):
    pass
`,
  });
});

const hidden = `from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("friends", models.ManyToManyField(related_name="_person_friends_+", to="core.Person")),
                ("follows", models.ManyToManyField(to="core.Person", related_name="followers")),
                ("rivals", models.ManyToManyField(to="core.Person", related_name="_rivals_+")),
            ],
        ),
    ]
`;

test('a way back that Django makes up by itself is no change to be migrated', (context) => {
  agrees(context, {
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': hidden,
    'core/models.py': `from django.db import models

class Person(models.Model):
    friends = models.ManyToManyField("self")
    follows = models.ManyToManyField("self", symmetrical=False, related_name="followers")
    rivals = models.ManyToManyField("Person", related_name="+")
`,
  });
});

test('a manager that is added to a finished model, and texts that count, make no change to be migrated', (context) => {
  agrees(context, {
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(help_text="At most 5 words", choices=[("a", "A"), ("b", "B")])),
            ],
        ),
    ]
`,
    'core/models.py': `from django.db import models
from django.utils.translation import ngettext_lazy

class Found(models.Manager):
    pass

def words(number):
    return ngettext_lazy("At most {} word", "At most {} words", number).format(number)

def letters():
    for letter in "ab":
        yield letter, letter.upper()

class Note(models.Model):
    text = models.TextField(help_text=words(5), choices=letters())

Found().contribute_to_class(Note, "found")
`,
  });
});

const made = `from enum import Enum, IntEnum

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F
from django.db.models.functions import Lower

class Level(IntEnum):
    LOW = 1
    HIGH = 2

class Found(models.QuerySet):
    pass

class Plain(models.Manager.from_queryset(Found)):
    pass

class Kept(Plain):
    use_in_migrations = True

class KeptToo(models.Manager):
    use_in_migrations = True

class FromOwn(KeptToo.from_queryset(Found)):
    pass

class Listed(models.Model):
    objects = Plain()

    class Meta:
        abstract = True

class Short(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, max_length=5, null=True, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"], kwargs["null"]
        return name, path, args, kwargs

class One(models.Model):
    level = models.IntegerField(default=Level.LOW)
    other = models.IntegerField(default=Level["HIGH"])
    short = Short(unique=True)
    objects = Kept()

    class Meta:
        ordering = [Lower("short"), F("level").desc()]

class Two(Listed):
    found = Plain()

class Three(models.Model):
    found = FromOwn()
    objects = models.Manager()
    friends = models.ManyToManyField("self")
    followed = models.ManyToManyField("self", symmetrical=False)
`;

test('right after makemigrations nothing is left to be migrated, whatever managers, orders and fields are made by', (context) => {
  const files = { ...settings(), 'core/migrations/__init__.py': '', 'core/models.py': made };
  const root = writeProject(context, { 'core/__init__.py': '', ...files });
  const run = spawnSync(python, ['-B', 'manage.py', 'makemigrations', '-v0', 'core'], { cwd: root, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
  assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
});
