import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { explainHang } from '../../../src/frameworks/django/failures/hang.ts';
import { explainFailure } from '../../../src/frameworks/django/failures/index.ts';
import { parseProbe } from '../../../src/frameworks/django/probe/parse-probe.ts';
import { read } from '../../../src/frameworks/django/read.ts';
import { askPython, runPython } from '../../warm-python.ts';
import {
  askLive,
  inputFor,
  manage,
  plainSettings,
  probe,
  python,
  runCommand,
  runProbe,
  writeProject,
} from './throwaway.ts';

const shop = `from django.db import models
class Item(models.Model):
    name = models.CharField(max_length=9)
    owner = models.ForeignKey("auth.User", on_delete=models.CASCADE)
`;

const files = {
  'proj/settings.py': plainSettings(['shop']),
  'shop/__init__.py': '',
  'shop/models.py': shop,
  'shop/migrations/__init__.py': '',
};

test('the probe reports apps, models, migrations and unmade changes, and leaves nothing behind', (context) => {
  const root = writeProject(context, files);
  const before = readdirSync(root, { recursive: true }).sort();
  const live = askLive(root);
  assert.deepEqual(
    live.apps.map(({ label }) => label),
    ['auth', 'contenttypes', 'shop'],
  );
  const item = live.models.find(({ id }) => id === 'shop.Item');
  assert.deepEqual(
    item?.fields.map(({ name, relation }) => [name, relation?.target ?? null]),
    [
      ['id', null],
      ['name', null],
      ['owner', 'auth.User'],
    ],
  );
  assert.ok(live.migrations?.disk.some(({ app, name }) => app === 'auth' && name === '0001_initial'));
  assert.deepEqual(live.migrations?.applied, { rows: [], problem: 'The database file does not exist yet.' });
  assert.deepEqual(
    live.migrations?.unmade.changes?.map(({ app, kind, description }) => [app, kind, description]),
    [['shop', 'CreateModel', 'Create model Item']],
  );
  assert.deepEqual(readdirSync(root, { recursive: true }).sort(), before);
});

test('text and running project agree on the field that a relation points at', async (context) => {
  const related = `from django.db import models
class Country(models.Model):
    code = models.CharField(max_length=2, unique=True)
class City(models.Model):
    country = models.ForeignKey(Country, on_delete=models.CASCADE, to_field="code")
    capital_of = models.OneToOneField(Country, models.CASCADE, "code", related_name="+")
    near = models.ForeignKey("self", on_delete=models.CASCADE)
    first_in = models.ForeignKey("Country", models.CASCADE, to_field="id", related_name="+")
    by_code = models.ForeignObject("Country", models.CASCADE, ["country_id"], ["code"], related_name="+")
    by_two = models.ForeignObject("Country", models.CASCADE, from_fields=["near_id", "country_id"], to_fields=["id", "code"], related_name="+")
    nowhere = models.ForeignObject("Country", models.CASCADE, from_fields=["no"], to_fields=["such"], related_name="+")
    lost = models.ForeignKey("Country", models.CASCADE, to_field="lost", related_name="+")
    from_nowhere = models.ForeignObject("Country", models.CASCADE, from_fields=["no"], to_fields=["id"], related_name="+")
`;
  const root = writeProject(context, { ...files, 'shop/models.py': related });
  // With columns that are not there Django starts, too; `check` finds them.
  const expected = [null, 'code', 'code', null, null, 'code', null, 'such', 'lost', null];
  const live = askLive(root).models.find(({ id }) => id === 'shop.City');
  assert.deepEqual(
    live?.fields.map(({ relation }) => relation?.to_field ?? null),
    expected,
  );
  const { schema } = await read(inputFor(root));
  const city = schema.models.find(({ id }) => id === 'shop.City');
  assert.deepEqual(
    city?.fields.map(({ relation }) => relation?.to_field ?? null),
    expected,
  );
});

test('a change that makemigrations would ask about is told like any other, and costs nothing else', (context) => {
  const root = writeProject(context, files);
  runCommand(root, 'makemigrations', '-v0', 'shop');
  const text = shop.replace('    name =', '    title =').concat('    size = models.IntegerField()\n');
  writeFileSync(join(root, 'shop/models.py'), text);
  const live = askLive(root);
  assert.ok(live.models.some(({ id }) => id === 'shop.Item'));
  assert.deepEqual(
    live.migrations?.unmade.changes?.map(({ kind, model, field }) => [kind, model, field]),
    [
      ['RenameField', 'item', 'title'],
      ['AddField', 'item', 'size'],
    ],
  );
});

test('in a project of another language translated names are no changes', (context) => {
  const settings = plainSettings(['django.contrib.sessions', 'shop'], 'LANGUAGE_CODE = "fr"\nUSE_I18N = True\n');
  const live = askLive(
    writeProject(context, { 'manage.py': manage(), 'proj/settings.py': settings, 'shop/__init__.py': '' }),
  );
  assert.deepEqual(live.migrations?.unmade, { changes: [], problem: null });
});

test('applied migrations come with their time from a database that exists', (context) => {
  const root = writeProject(context, files);
  runCommand(root, 'migrate', '-v0', 'contenttypes');
  const rows = askLive(root).migrations?.applied.rows ?? [];
  assert.deepEqual(
    rows.map(({ app, name }) => `${app}.${name}`),
    ['contenttypes.0001_initial', 'contenttypes.0002_remove_content_type_name'],
  );
  assert.match(rows[0]?.applied ?? '', /^\d{4}-\d\d-\d\dT/);
});

test('what a project prints while it starts does not get between', (context) => {
  const root = writeProject(context, {
    ...files,
    'shop/__init__.py': 'print("hello " * 1000)\nimport sys; sys.stdout.write("no newline")\n',
  });
  assert.ok(askLive(root).models.length > 0);
});

test('settings that manage.py sets up in its own way are used as it does', (context) => {
  const root = writeProject(context, {
    ...files,
    'manage.py': manage('conf').replace('def main():\n', 'def main():\n    sys.path.insert(0, "inner")\n'),
    'inner/conf.py': 'from proj.settings import *\nINSTALLED_APPS = ["django.contrib.contenttypes"]\n',
  });
  assert.deepEqual(
    askLive(root).apps.map(({ label }) => label),
    ['contenttypes'],
  );
});

test('settings and apps that look at the command line see that of a check', (context) => {
  const root = writeProject(context, {
    ...files,
    'proj/settings.py': plainSettings(['shop'], 'import sys\nTESTING = sys.argv[1] == "test"\n'),
    'shop/models.py': `import sys\nassert sys.argv == ["manage.py", "check"], sys.argv\n${shop}`,
  });
  assert.ok(askLive(root).models.some(({ id }) => id === 'shop.Item'));
});

test('a project whose threads never end is asked all the same', (context) => {
  const root = writeProject(context, {
    ...files,
    'shop/models.py': `import threading\nthreading.Thread(target=threading.Event().wait).start()\n${shop}`,
  });
  const run = spawnSync(python, ['-B', probe], { cwd: root, encoding: 'utf8', timeout: 30_000 });
  assert.equal(run.status, 0, 'it ended by itself');
  assert.ok('live' in parseProbe(run.stdout));
});

test('a project that does not start fails under the probe as under manage.py, for the same reason in the same words', (context) => {
  const ends = `import sys\nsys.exit("Copy .env.example to .env first")\n`;
  for (const [models, reason] of [
    [
      'import not_there_at_all\n',
      /^The module "not_there_at_all" is neither in the workspace nor installed for its interpreter/,
    ],
    [
      'import os\nos.environ["SHOP_KEY"]\n',
      /^The environment variable SHOP_KEY is asked for \(shop\/models\.py, line \d\): name SHOP_KEY in /,
    ],
    ['class Item(\n', /^The project's code cannot be read: SyntaxError: .* \(shop\/models\.py, line \d\)$/],
    [ends, /^Copy \.env\.example to \.env first$/],
  ] as const) {
    const root = writeProject(context, { ...files, 'shop/models.py': models });
    const said = [probe, 'manage.py'].map((script) => {
      const { status, stdout, stderr } = runPython([script, 'check'], { cwd: root });
      assert.deepEqual([status, stdout], [1, '']);
      return explainFailure(stderr, 1) ?? stderr.trim();
    });
    assert.match(said[0] ?? '', reason);
    assert.equal(said[0], said[1]);
  }
});

test('of a project that hangs while it starts the line is told where it waits, and for what', (context) => {
  // The watchdog of the probe, sooner; what it prints ends the wait.
  const waits = `import faulthandler, os, threading, time
def wait_for_printer():
    faulthandler.dump_traceback_later(0.1, file=open("told", "w"))
    while not os.path.getsize("told"):
        time.sleep(0.02)
    faulthandler.cancel_dump_traceback_later()
    os._exit(0)
threading.Thread(target=threading.Event().wait, daemon=True).start()
wait_for_printer()
`;
  const root = writeProject(context, { ...files, 'shop/models.py': waits });
  spawnSync(python, ['-B', probe], { cwd: root, timeout: 30_000 });
  const told = readFileSync(join(root, 'told'), 'utf8');
  assert.match(explainHang(told) ?? '', /^It was at shop\/models\.py, line \d, in wait_for_printer\.$/);
  assert.equal(explainHang('Nothing of the kind.\n'), null);
});

test('the probe tells names that are texts only when they are asked for', (context) => {
  const lazy = `from django.db import models
from django.utils.text import format_lazy

class Item(models.Model):
    name = models.TextField(db_column=format_lazy("{}_name", "x"))

    class Meta:
        db_table = format_lazy("{}_items", "x")
        ordering = [format_lazy("-{}", "name")]
`;
  const { models } = askLive(writeProject(context, { ...files, 'shop/models.py': lazy }));
  const item = models.find(({ name }) => name === 'Item');
  assert.deepEqual([item?.table, item?.ordering, item?.fields[1]?.column], ['x_items', ['-name'], 'x_name']);
});

test('the probe answers also where something else stands for the error output', (context) => {
  const root = writeProject(context, files);
  const replaced = 'import io, sys; sys.stderr = sys.__stderr__ = io.StringIO(); exec(open(sys.argv.pop(1)).read())';
  assert.match(askPython(['-c', replaced, probe], { cwd: root }), /probe-begin=/);
});

test('output with long lines broken, secrets masked or noise around is read; anything else is refused in words', (context) => {
  const root = writeProject(context, files);
  const output = runProbe(root);
  const harmed = output
    .replace(/(.{40})/g, '$1\n')
    .replace(/(=====workspace)\n?/g, '$1')
    .replaceAll('admin', '***')
    .replaceAll('password', '***');
  const whole = output.split('\n').flatMap((line) => (line.startsWith('=') ? [line] : (line.match(/.{1,40}/g) ?? [])));
  assert.ok('live' in parseProbe(`noise\n${whole.join('\n')}\nmore noise`));
  assert.ok('live' in parseProbe(harmed) || 'problem' in parseProbe(harmed));
  assert.ok('problem' in parseProbe(''));
  assert.ok('problem' in parseProbe(output.slice(0, output.length / 2)));
  const begin = output.split('\n').find((line) => line.startsWith('=====')) ?? '';
  const end = begin.replace('begin', 'end');
  for (const text of ['', 'not base64 at all', Buffer.from('{}').toString('base64')])
    assert.ok('problem' in parseProbe(`${begin}\n${text}\n${end}`));
  const odd = deflateSync(Buffer.from('{"format":1}')).toString('base64');
  assert.match((parseProbe(`${begin}\n${odd}\n${end}`) as { problem: string }).problem, /not as expected/);
});

test('what is not as expected is said in few words, however long it is', () => {
  const packed = deflateSync(JSON.stringify({ format: 1, django: '9'.repeat(100_000) })).toString('base64');
  const mark = (word: string): string => `=====workspace-inspector-probe-${word}=====`;
  const parsed = parseProbe(`${mark('begin')}\n${packed}\n${mark('end')}`);
  assert.ok('problem' in parsed);
  assert.match(parsed.problem, /not as expected/);
  assert.ok(parsed.problem.length < 1100);
});

test('a forged answer that would make every answer about the project large is refused, and said to be', () => {
  const report = (change: object): string => {
    const data = {
      format: 1,
      django: '3.2',
      python: '3.11',
      settings_module: null,
      auth_user_model: 'auth.User',
      default_auto_field: null,
      databases: [],
      fixture_dirs: [],
      apps: [],
      models: [],
      migrations: null,
      migrations_problem: null,
      migrations_place: null,
      ...change,
    };
    const packed = deflateSync(JSON.stringify(data)).toString('base64');
    const mark = (word: string): string => `=====workspace-inspector-probe-${word}=====`;
    const parsed = parseProbe(`${mark('begin')}\n${packed}\n${mark('end')}`);
    return 'problem' in parsed ? parsed.problem : 'believed';
  };
  const app = (name: string): object => ({ label: name, name, path: '/' });
  assert.equal(report({ apps: [app('shop')] }), 'believed');
  assert.match(report({ apps: [app('x'.repeat(10_000))] }), /^What the project reported is not as expected: /);
  assert.match(report({ apps: Array.from({ length: 2500 }, () => app('x'.repeat(4000))) }), /too large to be shown/);
  assert.match(report({ apps: Array.from({ length: 260_000 }, () => app('')) }), /too large to be shown/);
  assert.match(report({ migrations_problem: 'x'.repeat(100_000) }), /not as expected/);
});

test('live facts are shown, files and lines of the text kept, and differences told', async (context) => {
  const root = writeProject(context, {
    ...files,
    'shop/models.py': `${shop}    secret_extra = eval("models.IntegerField(null=True)")
    class Meta:
        # A table that the text leaves open is no other one.
        db_table = eval("'items'")
`,
  });
  const live = { readAt: '2026-01-02T03:04:05.000Z', output: runProbe(root) };
  const reading = await read(inputFor(root, { live }));
  const item = reading.schema.models.find(({ id }) => id === 'shop.Item');
  assert.deepEqual(
    item?.fields.map(({ name }) => name),
    ['id', 'name', 'owner', 'secret_extra'],
  );
  assert.deepEqual(item?.fields.find(({ name }) => name === 'name')?.source, { file: 'shop/models.py', line: 3 });
  assert.equal(item?.table, 'items');
  assert.equal(reading.schema.provenance.source, 'live');
  const idsOf = ({ schema }: typeof reading): string[] => schema.models.map(({ id }) => id);
  assert.deepEqual(idsOf(reading), idsOf(await read(inputFor(root))), 'no model is moved by an answer');
  assert.deepEqual(reading.schema.differences, [
    { subject: 'fields of shop.Item', static: 'id, name, owner', live: 'id, name, owner, secret_extra' },
  ]);
  assert.equal(reading.project.django_version_source?.startsWith('site-packages/'), true);
  const app = reading.migrations.apps.find(({ label }) => label === 'shop');
  assert.deepEqual(
    app?.unmade.map(({ kind, model }) => [kind, model.toLowerCase()]),
    [['model_added', 'item']],
  );
});

test('where settings cannot be read the running project tells which apps have migrations, not their folders', async (context) => {
  const root = writeProject(context, {
    ...files,
    'proj/settings.py': plainSettings(
      [],
      "INSTALLED_APPS = eval(\"INSTALLED_APPS + ['shop', 'people.apps.People']\")\n",
    ),
    'people/__init__.py': '',
    'people/apps.py':
      'from django.apps import AppConfig\nclass People(AppConfig):\n    name = "people"\n    label = "persons"\n',
    'people/migrations/__init__.py': '',
    'people/migrations/0001_initial.py': `from django.db import migrations
class Migration(migrations.Migration):
    operations = []
`,
    'unused/__init__.py': '',
    'unused/models.py': shop,
    'unused/migrations/__init__.py': '',
    'unused/migrations/0001_initial.py':
      'from django.db import migrations\nclass Migration(migrations.Migration):\n    pass\n',
  });
  const { schema, migrations, appsProblem } = await read({
    ...inputFor(root),
    live: { readAt: '2026-01-01T00:00:00Z', output: runProbe(root) },
  });
  assert.equal(appsProblem, null);
  assert.deepEqual(
    migrations.apps.map(({ label, own }) => [label, own]),
    [
      ['persons', true],
      ['shop', true],
      ['auth', false],
      ['contenttypes', false],
    ],
  );
  assert.deepEqual(
    schema.apps.map(({ label, own, has_migrations }) => [label, own, has_migrations]),
    [
      ['persons', true, true],
      ['shop', true, true],
      ['auth', false, true],
      ['contenttypes', false, true],
    ],
  );
});

test('a database outside of the project that its text does not name has an unknown record, not an empty one', async (context) => {
  const elsewhere = join(tmpdir(), 'of-nobody', 'db.sqlite3');
  const root = writeProject(context, {
    ...files,
    'proj/settings.py': plainSettings(
      ['shop'],
      `DATABASES["default"]["NAME"] = eval(${JSON.stringify(`'${elsewhere}'`)})\n`,
    ),
  });
  const live = { readAt: '2026-01-02T03:04:05.000Z', output: runProbe(root) };
  const { applied } = (await read(inputFor(root, { live }))).migrations;
  assert.equal(applied.source, 'unknown');
  assert.match(applied.note ?? '', /No record was found in .*of-nobody\/db\.sqlite3, .* a run may not see it/);
});

test('without a live project the reading is static and says why', async (context) => {
  const root = writeProject(context, files);
  const reading = await read(inputFor(root, { liveProblem: 'There is no interpreter.' }));
  assert.deepEqual(
    [reading.schema.provenance.source, reading.schema.provenance.note],
    ['static', 'There is no interpreter.'],
  );
  assert.deepEqual(
    reading.schema.apps.map(({ label, models }) => [label, models]),
    [
      ['shop', 1],
      ['auth', 3],
      ['contenttypes', 1],
    ],
  );
  assert.deepEqual(reading.secrets, ['a-secret-of-the-test']);
  assert.ok(!existsSync(join(root, 'db.sqlite3')));
});

test('a project whose manage.py Python cannot read does not start, and a run says the same', (context) => {
  for (const text of ['def main(:\n', manage('proj.settings').replace('import os', 'if True\n    pass')]) {
    const root = writeProject(context, { ...files, 'manage.py': text });
    const said = [probe, 'manage.py'].map((script) => {
      const { status, stderr } = runPython([script, 'check'], { cwd: root });
      return explainFailure(stderr, status) ?? '';
    });
    assert.match(said[0] ?? '', /^The project's code cannot be read: SyntaxError: .+ \(manage\.py, line [12]\)$/);
    assert.equal(said[0], said[1]);
  }
});
