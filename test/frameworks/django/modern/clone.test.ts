/** A fresh clone, without its packages: what only they could tell is not told, and not held against the project. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { needsFromText } from '../../../../src/frameworks/django/fixtures/needs.ts';
import { readFixtures } from '../../../../src/frameworks/django/fixtures/read-fixtures.ts';
import { shop, userFields } from './shop.ts';
import { createModel, fieldsOf, ID, readApp, readFiles } from './text.ts';

const lock = (version: string): Record<string, string> => ({
  'uv.lock': `version = 1\n\n[[package]]\nname = "django"\nversion = "${version}"\n`,
});

test('a project of today, freshly cloned, has no problem and no unmade change', (context) => {
  const versions = [
    lock('5.2.8'),
    lock('6.0'),
    lock('6.1.1'),
    { 'pyproject.toml': 'dependencies = ["django>=5.2"]\n' },
    {},
  ];
  for (const version of versions) {
    const reading = readFiles(context, { ...shop, ...version });
    assert.deepEqual(reading.problems, []);
    assert.deepEqual(reading.unmade, []);
  }
});

test('settings, users and models of a project of today are read from a fresh clone', (context) => {
  const reading = readFiles(context, { ...shop, ...lock('6.0') });
  const { facts, logFiles } = reading.project;
  assert.deepEqual(
    [facts.settings_module, facts.django_version, facts.auth_user_model, facts.default_auto_field],
    ['config.settings.local', '6.0', 'users.User', 'django.db.models.BigAutoField'],
  );
  assert.equal(facts.databases[0]?.engine, 'django.db.backends.postgresql');
  assert.match(logFiles[0] ?? '', /logs\/app\.log$/);
  assert.deepEqual(fieldsOf(reading, 'User').slice(0, 3), [
    'id:BigAutoField',
    'password:CharField',
    'last_login:DateTimeField',
  ]);
  assert.ok(!fieldsOf(reading, 'User').some((field) => field.startsWith('username')));
  assert.deepEqual(fieldsOf(reading, 'Review'), [
    'pk:CompositePrimaryKey',
    'author:ForeignKey',
    'content_type:ForeignKey',
    'object_id:UUIDField',
    'rating:PositiveSmallIntegerField',
    'target:GenericForeignKey',
  ]);
  assert.ok(fieldsOf(reading, 'Product').includes('gross:GeneratedField'));
});

test('an edit of such a project is told, and nothing beside it', (context) => {
  const product = 'shop/catalog/models/product.py';
  const edits: Record<string, [string, string, string[]]> = {
    choice: ['"live", "Live"', '"live", "On sale"', ['Alter field status on product']],
    column: ['1 + F("rate")', '2 + F("rate")', ['Alter field gross on product']],
    default: ['db_default=Now()', 'auto_now_add=True', ['Alter field listed on product']],
    message: ['"Taken"', '"Used"', ['Alter constraint unique_lower_name on product']],
    comment: ['"Everything on sale"', '"Products"', ['Alter product table comment']],
  };
  for (const [from, to, changes] of Object.values(edits)) {
    const text = shop[product] ?? '';
    assert.ok(text.includes(from), from);
    assert.deepEqual(
      readFiles(context, { ...shop, ...lock('6.0'), [product]: text.replace(from, to) }).unmade,
      changes,
    );
  }
});

const userModel = (more: string): string =>
  `from django.contrib.auth.models import AbstractUser\n\nclass Person(AbstractUser):\n${more}`;
const names = `
  ("username", models.CharField(error_messages={"unique": "A user with that username already exists."}, help_text="Required.", max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name="username")),
  ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
  ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
  ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),`;

test('of a custom user what Django says of its fields is left open, what the project says is compared', (context) => {
  const changes = (models: string): string[] =>
    readApp(context, {
      version: null,
      settings: 'AUTH_USER_MODEL = "core.Person"\n',
      models,
      operations: [
        createModel(
          'Person',
          `${ID}${userFields}${names}`,
          'options={"verbose_name": "user", "verbose_name_plural": "users", "abstract": False}, managers=[("objects", django.contrib.auth.models.UserManager())]',
        ),
      ],
    }).unmade;
  assert.deepEqual(changes(userModel('    pass\n')), []);
  assert.deepEqual(changes(userModel('    phone = models.CharField(max_length=9)\n')), ['Add field phone to person']);
  assert.deepEqual(changes(userModel('    email = models.EmailField("email address", unique=True)\n')), [
    'Alter field email on person',
  ]);
});

test('children of Django’s own models keep the managers that a migration names', (context) => {
  const { unmade, problems } = readApp(context, {
    version: null,
    models: `
from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session

class Team(Group):
    flag = models.IntegerField(default=CHANGE)

class Visit(Session):
    pass
`,
    operations: [
      createModel(
        'Team',
        `("group_ptr", models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to="auth.group")),
         ("flag", models.IntegerField(default=2)),`,
        'bases=("auth.group",), managers=[("objects", django.contrib.auth.models.GroupManager())]',
      ),
      createModel(
        'Visit',
        `("session_ptr", models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to="sessions.session")),`,
        'options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False}, bases=("sessions.session",), managers=[("objects", django.contrib.sessions.models.SessionManager())]',
      ),
    ],
  });
  assert.deepEqual([unmade, problems], [[], []]);
});

const withPackages = (context: TestContext, dependencies: string) =>
  readFiles(context, {
    ...lock('5.2'),
    'proj/settings.py':
      'INSTALLED_APPS = ["wagtail.users", "wagtail.images", "users"]\nDEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n',
    'users/__init__.py': '',
    'users/models.py':
      'from django.db import models\nfrom wagtail.images.models import Image\n\nclass Face(models.Model):\n    image = models.ForeignKey(Image, models.CASCADE)\n',
    'users/migrations/__init__.py': '',
    'users/migrations/0001_initial.py': `from django.db import migrations, models
import django.db.models.deletion

class Migration(migrations.Migration):
    dependencies = [${dependencies}]
    operations = [
        migrations.CreateModel(name="Face", fields=[${ID}
            ("image", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="wagtailimages.image")),
        ]),
    ]
`,
  });

test('an app that is not at hand takes no label from the project’s own, and what points into it is taken as written', (context) => {
  const reading = withPackages(context, '("wagtailimages", "0027_image_description")');
  assert.deepEqual(reading.unmade, []);
  assert.deepEqual([...new Set(reading.problems.map(({ code }) => code))], ['app_not_found']);
  assert.deepEqual(
    reading.project.apps.filter(({ own }) => own).map(({ label }) => label),
    ['users'],
  );
  assert.deepEqual(fieldsOf(reading, 'Face'), ['id:BigAutoField', 'image:ForeignKey']);
});

test('a migration of the project’s own that is missing is an error in a clone too', (context) => {
  const { problems } = withPackages(context, '("users", "0000_gone")');
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ['migration_dependency_missing'],
  );
});

const pages = `from pydantic import BaseModel
from wagtail.fields import StreamField
from wagtail.models import Page
from model_utils.models import UUIDModel
from django.db import models

class Home(Page):
    pass

class Story(Page):
    body = StreamField([("text", "a block")])

class Token(UUIDModel):
    name = models.CharField(max_length=5)

class Options(BaseModel):
    size: int = 3
`;

test('models on bases from packages that are not at hand are neither removed nor altered nor made', (context) => {
  const pointer =
    '("page_ptr", models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to="wagtailcore.page")),';
  const { models, unmade, problems } = readApp(context, {
    version: '5.2',
    models: pages,
    operations: [
      createModel('Home', pointer, 'bases=("wagtailcore.page",)'),
      createModel(
        'Story',
        `${pointer} ("body", wagtail.fields.StreamField([("text", 0)], block_lookup={0: ("a", (), {})})),`,
        'bases=("wagtailcore.page",)',
      ),
      createModel(
        'Token',
        '("id", model_utils.fields.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)), ("name", models.CharField(max_length=5)),',
      ),
    ],
  });
  assert.deepEqual(unmade, []);
  assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['unknown_base', 'change_unclear']);
  assert.deepEqual(
    models.filter(({ own }) => own).map(({ name }) => name),
    ['Home', 'Story', 'Token'],
  );
});

test('what a database records of apps that are not at hand is applied, and no file of theirs is missing', (context) => {
  const record = (root: string): void => {
    const database = new DatabaseSync(join(root, 'db.sqlite3'));
    database.exec('CREATE TABLE django_migrations (id integer primary key, app text, name text, applied datetime)');
    const add = database.prepare('INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)');
    for (const [app, name] of [
      ['auth', '0001_initial'],
      ['core', '0001_initial'],
      ['core', '0002_gone'],
    ] as const)
      add.run(app, name, '2026-11-01 10:00:00');
    database.close();
  };
  const app = { version: '6.0', models: '', operations: [], beforeReading: record };
  const { detail, problems } = readApp(context, app);
  assert.deepEqual(
    detail.apps.flatMap(({ label, migrations }) => migrations.map(({ name, state }) => `${label} ${name} ${state}`)),
    ['core 0001_initial applied', 'core 0002_gone file_missing', 'auth 0001_initial applied'],
  );
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['Applied in core, but without a file: 0002_gone.'],
  );
});

test('in a clone without its packages, which may make models anywhere, no model of a fixture is called missing', (context) => {
  const fixture = (...models: string[]): string =>
    JSON.stringify(models.map((model) => ({ model, pk: [1, 2], fields: {} })));
  const { project, models } = readFiles(context, {
    'proj/settings.py': 'INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "taggit", "core"]\n',
    'core/__init__.py': '',
    'core/models.py': 'from django.db import models\n\nclass Plain(models.Model):\n    pass\n',
    'core/fixtures/start.json': fixture('taggit.tag', 'auth.group', 'core.plain', 'core.historicalplain'),
  });
  const { problems } = readFixtures({ root: project.root }, needsFromText(project, models, false));
  assert.deepEqual(
    problems.map(({ severity, message }) => [severity, message]),
    [
      ['info', 'Whether taggit.tag exists cannot be told: the app taggit could not be found.'],
      [
        'info',
        'Whether core.historicalplain exists cannot be told: the installed packages of the project are not known.',
      ],
    ],
  );
});

test('a new model that looks like one which a package may have made is not told as added', (context) => {
  const line = '("order", models.ForeignKey("core.order", models.CASCADE)), ("amount", models.IntegerField()),';
  const read = (manager: string) =>
    readApp(context, {
      version: '5.2',
      models: `
from tracks.models import make_manager
class OrderQuerySet(models.QuerySet):
    pass
class Order(models.Model):
    objects = ${manager}
class Row(models.Model):
    order = models.ForeignKey(Order, models.CASCADE)
    amount = models.IntegerField()
`,
      operations: [createModel('Order', ID), createModel('OrderLine', `${ID}${line}`)],
    }).unmade;
  assert.deepEqual(read('make_manager()'), []);
  assert.deepEqual(read('OrderQuerySet.as_manager()'), ['Rename model OrderLine to Row']);
});
