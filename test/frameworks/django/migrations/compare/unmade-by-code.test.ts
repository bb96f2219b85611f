/** Managers, fields and relations that code has a hand in make no change where makemigrations sees none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMigrations } from '../../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { withLiveChanges } from '../../../../../src/frameworks/django/probe/merge-migrations.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { askLive, readAll, runCommand, writeProject } from '../../throwaway.ts';

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
    ...firstMigration(
      ['"text", models.TextField(help_text="At most 5 words", choices=[("a", "A"), ("b", "B")])'],
      '',
      `        migrations.CreateModel(
            name="Kept",
            fields=[("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))],
            options={"abstract": False},
        ),
`,
    ),
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

class Noted(models.Model):
    objects = Found()

    class Meta:
        abstract = True

def keep_first(sender, **kwargs):
    if issubclass(sender, Noted):
        first = sender._meta.default_manager
        Found().contribute_to_class(sender, "late")
        sender._meta.default_manager_name = first.name

models.signals.class_prepared.connect(keep_first)

class Kept(Noted):
    pass
`,
  });
});

const made = `from enum import Enum, IntEnum

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
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
    any_one = models.ForeignKey("One", models.CASCADE, limit_choices_to=models.Q())
    some_one = models.ForeignKey("One", models.CASCADE, limit_choices_to=models.Q(level=1), related_name="+")

class Four(models.Model):
    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey()

    class Meta:
        order_with_respect_to = "thing"
`;

test('right after makemigrations nothing is left to be migrated, whatever managers, orders and fields are made by', (context) => {
  const files = { ...settings(), 'core/migrations/__init__.py': '', 'core/models.py': made };
  const root = writeProject(context, { 'core/__init__.py': '', ...files });
  runCommand(root, 'makemigrations', '-v0', 'core');
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
  assert.deepEqual(compareMigrations(askLive(root), detail).differences, []);
});

test('a float is told from a whole number in texts, and equal to it where makemigrations compares', (context) => {
  const model = (ratio: string, help: string) => `from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Rate",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ratio", models.FloatField(default=${ratio}, help_text="${help}")),
                ("whole", models.FloatField(default=1)),
                ("flag", models.FloatField(default=True)),
                ("wide", models.FloatField(default=2, verbose_name="1e+16 or 0.30000000000000004")),
            ],
        ),
    ]
`;
  const files = {
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/models.py': `from django.db import models

STEP = 10 / 5

class Rate(models.Model):
    ratio = models.FloatField(default=STEP, help_text=f"between {1.0} and {STEP}")
    whole = models.FloatField(default=1.0)
    flag = models.FloatField(default=1.0)
    wide = models.FloatField(default=float("2"), verbose_name="%s or %s" % (1e16, 0.1 + 0.2))
`,
  };
  agrees(context, { ...files, 'core/migrations/0001_initial.py': model('2.0', 'between 1.0 and 2.0') });
  agrees(context, { ...files, 'core/migrations/0001_initial.py': model('2.5', 'between 1 and 2') });
});

const valuesInitial = (day: string, path: string, upload: string, pattern: string) => `import core.models
import datetime
import django.core.validators
import functools
import re
from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Plan",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(default=datetime.date(${day}))),
                ("hour", models.TimeField(default=datetime.time(${day.slice(-2)}, 0))),
                ("path", models.FileField(upload_to=${path})),
                ("upload", models.FileField(upload_to=${upload})),
                ("word", models.CharField(max_length=5, validators=[django.core.validators.RegexValidator(re.compile("${pattern}"))])),
            ],
        ),
    ]
`;

test('days, hours, patterns and functions with some of their arguments are compared by what they say', (context) => {
  const files = {
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/models.py': `import functools
import re
from datetime import date, time
from django.core.validators import RegexValidator
from django.db import models

def upload(instance, name, folder="x"):
    return folder + name

class Plan(models.Model):
    day = models.DateField(default=date(2020, 1, 12))
    hour = models.TimeField(default=time(12))
    path = models.FileField(upload_to=functools.partial(upload, folder="a"))
    upload = models.FileField(upload_to=upload)
    word = models.CharField(max_length=5, validators=[RegexValidator(re.compile("a+"))])
`,
  };
  const partial = (folder: string) => `functools.partial(core.models.upload, *(), **{"folder": "${folder}"})`;
  const initial = 'core/migrations/0001_initial.py';
  agrees(context, { ...files, [initial]: valuesInitial('2020, 1, 12', partial('a'), 'core.models.upload', 'a+') });
  agrees(context, { ...files, [initial]: valuesInitial('2020, 1, 13', partial('b'), partial('a'), 'b+') });
  agrees(context, { ...files, [initial]: valuesInitial('2021, 1, 12', 'core.models.upload', partial('a'), 'a+') });
  const other = valuesInitial('2021, 1, 12', '"a/%Y"', '"b"', 'a+');
  agrees(context, { ...files, [initial]: other });
  const byFunction = other
    .replace('datetime.date(2021, 1, 12)', 'datetime.date.today')
    .replace(/datetime\.time\(.*?\)/, 'None');
  agrees(context, { ...files, [initial]: byFunction });
  const now = files['core/models.py'].replace('date(2020, 1, 12)', 'date.today').replace('time(12)', 'timezone.now');
  agrees(context, { ...files, 'core/models.py': `from django.utils import timezone\n${now}`, [initial]: other });
});

test('an object that gives a path and a path are two things, whichever of them the migrations have', (context) => {
  const files = (now: string, before: string): Record<string, string> => ({
    ...settings(),
    'core/migrations/__init__.py': '',
    'core/models.py': `from django.db import models
from django.utils.deconstruct import deconstructible

@deconstructible
class Folder:
    def __init__(self, name):
        self.name = name
    def __call__(self, instance, filename):
        return self.name + filename

class Paper(models.Model):
    file = models.FileField(upload_to=${now})
`,
    'core/migrations/0001_initial.py': `import core.models
from django.db import migrations, models

class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Paper",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("file", models.FileField(upload_to=${before})),
            ],
        ),
    ]
`,
  });
  agrees(context, files('"a"', 'core.models.Folder("a")'));
  agrees(context, files('Folder("a")', '"a"'));
  agrees(context, files('Folder("a")', 'core.models.Folder("a")'));
});

test('what an operation of its own names where it is made is all that it leaves open', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Note(models.Model):
    title = models.CharField(max_length=20)
class Tag(models.Model):
    word = models.CharField(max_length=20)
`,
    ...firstMigration(
      ['"title", models.CharField(max_length=9)'],
      `
class Widen(migrations.AlterField):
    def __init__(self):
        super().__init__("tag", "word", field=models.CharField(max_length=20))
    def state_forwards(self, app_label, state):
        state.models[app_label, self.model_name_lower].options["ordering"] = ["word"]
        super().state_forwards(app_label, state)
        state.models[app_label, self.model_name_lower].options.pop("ordering")
`,
      `        migrations.CreateModel("Tag", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("word", models.CharField(max_length=9)),
        ]),
        Widen(),
`,
    ),
  });
});

test('a file that is held as a default is another one each time, to Django', (context) => {
  const files = 'from django.core.files.uploadedfile import SimpleUploadedFile\n';
  agrees(context, {
    ...settings(),
    ...firstMigration(
      [
        '"held", models.FileField(upload_to="", default=SimpleUploadedFile("a.txt", b"x"))',
        '"named", models.FileField(upload_to="", default="a.txt")',
      ],
      files,
    ),
    'core/models.py': `from django.db import models
${files}
class Note(models.Model):
    held = models.FileField(default=SimpleUploadedFile("a.txt", b"x"))
    named = models.FileField(default=SimpleUploadedFile("a.txt", b"x"))
`,
  });
});

test('a field of a class that a call gave which cannot be told is not called removed, and one in whose place a manager stands is', (context) => {
  const made = {
    named: 'getattr(models, name)()',
    imported: 'import_string("django.db.models." + name)()',
    chosen: 'random.choice([models.TextField])()',
    part: 'functools.partial(random.choice([models.TextField]), null=True)()',
    next: 'next(iter(random.sample([models.TextField], 1)))()',
    listed: 'models.__dict__[name]()',
    called: '(lambda kind: kind())(random.choice([models.TextField]))',
    copied: 'copy.copy(random.choice([models.TextField()]))',
    read: 'eval("models." + name + "()")',
    kept: 'functools.lru_cache(None)(lambda: models.TextField())()',
  };
  const root = writeProject(context, {
    ...settings(),
    ...firstMigration([...Object.keys(made), 'found', 'size'].map((name) => `"${name}", models.TextField()`)),
    'core/__init__.py': '',
    'core/models.py': `import copy
import functools
import random
import re
from django.db import models
from django.utils.module_loading import import_string
name = random.choice(["TextField"])
class Note(models.Model):
    objects = models.Manager()
${Object.entries(made)
  .map(([name, value]) => `    ${name} = ${value}\n`)
  .join('')}    found = models.Manager.from_queryset(models.QuerySet)()
    size = random.randint(1, 3)
`,
  });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const told = detail.apps.flatMap(({ unmade }) => unmade.map(({ description }) => description));
  assert.deepEqual(told, ['Remove field found from note', 'Remove field size from note']);
  const really = withLiveChanges(detail, askLive(root)).apps.flatMap(({ unmade }) => unmade.map(({ field }) => field));
  assert.deepEqual(
    really.filter((field) => field === 'found' || field === 'size'),
    ['found', 'size'],
  );
});
