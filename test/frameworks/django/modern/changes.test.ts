/** What counts as a change differs from one version of Django to the next. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createModel, ID, migration, readApp, readFiles } from './text.ts';

const parts = `
from django.db.models import Q

class Part(models.Model):
    a = models.IntegerField()
    b = models.IntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(a__gte=0), name="positive", violation_error_message="Too small"),
            models.UniqueConstraint(fields=["a", "b"], name="pair", nulls_distinct=False),
        ]
        indexes = [models.Index(fields=["a", "b"], name="ab")]
`;
const part = createModel(
  'Part',
  `${ID} ("a", models.IntegerField()), ("b", models.IntegerField()),`,
  `options={"index_together": {("a", "b")}, "constraints": [
    models.CheckConstraint(check=models.Q(("a__gte", 0)), name="positive"),
    models.UniqueConstraint(fields=("a", "b"), name="pair", nulls_distinct=False)]}`,
);
const partChanges = (context: TestContext, version: string): string[] =>
  readApp(context, { models: parts, operations: [part], version }).unmade;

test('a constraint that only says something else is altered since Django 5.2, and made anew before', (context) => {
  assert.deepEqual(partChanges(context, '5.1'), [
    'Remove constraint positive from model part',
    "Rename unnamed index for ('a', 'b') on part to ab",
    'Create constraint positive on model part',
  ]);
  assert.deepEqual(partChanges(context, '5.2'), [
    "Rename unnamed index for ('a', 'b') on part to ab",
    'Alter constraint positive on part',
  ]);
});

test('what is left of index_together in old migrations is no change since Django 5.1', (context) => {
  const models = parts.replace(/\n {8}indexes.*/, '').replace(', violation_error_message="Too small"', '');
  const changes = (version: string): string[] => readApp(context, { models, operations: [part], version }).unmade;
  assert.deepEqual(changes('5.0'), ['Alter index_together for part (0 constraint(s))']);
  assert.deepEqual(changes('5.1'), []);
});

const links = `
class Group(models.Model):
    members = models.ManyToManyField("auth.User", through="Link", through_fields=("group", "user"))
    rights = models.ManyToManyField("auth.Permission")

class Link(models.Model):
    group = models.ForeignKey(Group, models.CASCADE)
    user = models.ForeignKey("auth.User", models.CASCADE)
`;
const linkOperations = [
  createModel('Group', `${ID} ("rights", models.ManyToManyField(to="auth.group")),`),
  createModel(
    'Link',
    `${ID}
    ("group", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="core.group")),
    ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="auth.user")),`,
  ),
  'migrations.AddField("group", "members", models.ManyToManyField(through="core.Link", to="auth.user")),',
];

test('through_fields are part of a migration since Django 5.2, a new target is another field since 6.1', (context) => {
  const changes = (version: string | null): string[] =>
    readApp(context, { models: links, operations: linkOperations, version }).unmade;
  assert.deepEqual(changes('5.1'), ['Alter field rights on group']);
  assert.deepEqual(changes('5.2'), ['Alter field members on group', 'Alter field rights on group']);
  assert.deepEqual(changes('6.1'), [
    'Alter field members on group',
    'Remove field rights from group',
    'Add field rights to group',
  ]);
  assert.ok(!changes(null).includes('Alter field members on group'));
});

test('deleting in the database, a comment on a table and on a column are read as they are written', (context) => {
  const models = `
class Note(models.Model):
    user = models.ForeignKey("auth.User", models.DB_CASCADE, db_comment="who")

    class Meta:
        db_table_comment = "Notes"
`;
  const field = 'on_delete=django.db.models.deletion.DB_CASCADE, to="auth.user"';
  const operations = [
    createModel('Note', `${ID} ("user", models.ForeignKey(${field})),`),
    `migrations.AlterField("note", "user", models.ForeignKey(db_comment="who", ${field})),`,
    'migrations.AlterModelTableComment(name="note", table_comment="Notes"),',
  ];
  const reading = readApp(context, { models, operations, version: '6.1' });
  assert.deepEqual([reading.unmade, reading.problems], [[], []]);
  const relation = reading.models.find(({ name }) => name === 'Note')?.fields[1]?.relation;
  assert.equal(relation?.on_delete, 'DB_CASCADE');
});

const keyProject = (requirements: Record<string, string>, key: string): Record<string, string> => ({
  ...requirements,
  'proj/settings.py': 'INSTALLED_APPS = ["core"]\n',
  'core/__init__.py': '',
  'core/models.py': 'from django.db import models\n\nclass Plain(models.Model):\n    pass\n',
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': migration(createModel('Plain', ID.replace('BigAutoField', key))),
});

test('the primary key that Django adds follows its version, and is no change where that is not known', (context) => {
  const changes = (requirements: Record<string, string>, key: string): string[] =>
    readFiles(context, keyProject(requirements, key)).unmade;
  const altered = ['Alter field id on plain'];
  for (const text of ['django==6.0.1', 'django>=6.1']) {
    assert.deepEqual(changes({ 'requirements.txt': text }, 'BigAutoField'), []);
    assert.deepEqual(changes({ 'requirements.txt': text }, 'AutoField'), altered);
  }
  for (const text of ['Django==4.2.1', 'Django~=5.2.1', 'Django>=4.2,<6', 'django<6.0,>=5.1']) {
    assert.deepEqual(changes({ 'requirements.txt': text }, 'AutoField'), []);
    assert.deepEqual(changes({ 'requirements.txt': text }, 'BigAutoField'), altered);
  }
  for (const requirements of [{}, { 'requirements.txt': 'django\n' }, { 'requirements.txt': 'Django>=4.2' }])
    for (const key of ['AutoField', 'BigAutoField']) assert.deepEqual(changes(requirements, key), []);
});

const squashed = (replaces: string[], dependencies: string[], ...operations: string[]): string => {
  const list = (names: string[]): string => names.map((name) => `("core", "${name}"),`).join(' ');
  return migration(...operations)
    .replace('dependencies = []', `dependencies = [${list(dependencies)}]`)
    .replace('initial = True', `replaces = [${list(replaces)}]`);
};

test('a squashed migration may be squashed again, and stands for everything below it', (context) => {
  const add = (name: string): string => `migrations.AddField("plain", "${name}", models.IntegerField(null=True)),`;
  const create = createModel('Plain', ID);
  const { detail, unmade, problems } = readFiles(context, {
    ...keyProject({ 'requirements.txt': 'Django==6.0' }, 'BigAutoField'),
    'core/models.py':
      'from django.db import models\n\nclass Plain(models.Model):\n    x = models.IntegerField(null=True)\n    y = models.IntegerField(null=True)\n',
    'core/migrations/0001_initial.py': squashed([], [], create),
    'core/migrations/0001_squashed_0002.py': squashed(['0001_initial', '0002_x'], [], create, add('x')),
    'core/migrations/0001_squashed_0003.py': squashed(['0001_squashed_0002', '0003_y'], [], create, add('x'), add('y')),
    'core/migrations/0002_x.py': squashed([], ['0001_initial'], add('x')),
    'core/migrations/0003_y.py': squashed([], ['0002_x'], add('y')),
  });
  assert.deepEqual([unmade, problems], [[], []]);
  const inUse = detail.apps.flatMap((app) => app.migrations).filter(({ state }) => state !== 'squashed');
  assert.deepEqual(
    inUse.map(({ name, state }) => `${name} ${state}`),
    ['0001_squashed_0003 pending'],
  );
});

test('a squashed migration that replaces itself is told where Django refuses it', (context) => {
  const codes = (version: string): string[] =>
    readFiles(context, {
      ...keyProject({ 'requirements.txt': `Django==${version}` }, 'BigAutoField'),
      'core/migrations/0001_initial.py': squashed(['0001_initial', '0002_x'], [], createModel('Plain', ID)),
    }).problems.map(({ code }) => code);
  assert.deepEqual(codes('5.2'), []);
  assert.deepEqual(codes('6.0'), ['migration_cycle']);
});
