/** The graph held against Django's own loader, on migrations written to a real folder. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type MigrationFile,
  migrationWorld,
  readMigrationFile,
} from '../../../../src/frameworks/django/migrations/files/migration-file.ts';
import { buildGraph, findLeaves, parentsOf } from '../../../../src/frameworks/django/migrations/graph.ts';
import { askPython } from '../../../warm-python.ts';

let root: string;

describe('the graph of migrations', () => {
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'graph-')));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  type Written = { dependencies?: [string, string][]; run_before?: [string, string][]; replaces?: [string, string][] };

  /** `app.name` → what its class says. */
  const write = (migrations: Record<string, Written>): MigrationFile[] =>
    Object.entries(migrations).map(([key, written]) => {
      const [app = '', name = ''] = key.split('.');
      const folder = join(root, app, 'migrations');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(root, app, '__init__.py'), '');
      writeFileSync(join(folder, '__init__.py'), '');
      const pairs = (list: [string, string][] = []) => `[${list.map(([a, b]) => `('${a}', '${b}')`).join(', ')}]`;
      const text = `from django.db import migrations\n\nclass Migration(migrations.Migration):\n    dependencies = ${pairs(written.dependencies)}\n    run_before = ${pairs(written.run_before)}\n    replaces = ${pairs(written.replaces)}\n    operations = []\n`;
      writeFileSync(join(folder, `${name}.py`), text);
      const file = readMigrationFile(
        {
          text,
          app,
          name,
          module: `${app}.migrations`,
          file: `${app}/migrations/${name}.py`,
          path: join(folder, `${name}.py`),
        },
        migrationWorld(() => undefined),
      );
      assert.ok(!Array.isArray(file));
      return file;
    });

  type Seen = { nodes: Record<string, string[]>; leaves: string[]; error: string | null };

  /** What Django's loader makes of the folder, with these recorded as applied. */
  const django = (apps: string[], applied: string[]): Seen =>
    JSON.parse(
      askPython(
        [
          '-c',
          `
import json, sys, django
from django.conf import settings
apps, applied = json.loads(sys.argv[1]), json.loads(sys.argv[2])
settings.configure(INSTALLED_APPS=apps, DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}})
django.setup()
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
recorder = MigrationRecorder(connection)
for key in applied:
    recorder.record_applied(*key.split('.'))
seen = {'nodes': {}, 'leaves': [], 'error': None}
try:
    loader = MigrationLoader(connection)
    dot = '.'.join
    seen['nodes'] = {dot(key): sorted(dot(parent.key) for parent in loader.graph.node_map[key].parents) for key in loader.graph.nodes}
    seen['leaves'] = sorted(dot(key) for key in loader.graph.leaf_nodes())
except Exception as error:
    seen['error'] = type(error).__name__
print(json.dumps(seen))
`,
          JSON.stringify(apps),
          JSON.stringify(applied),
        ],
        { cwd: root },
      ),
    );

  const ours = (files: MigrationFile[], apps: string[], applied: string[]): Seen & { order: readonly string[] } => {
    const graph = buildGraph({
      files,
      migratedApps: new Set(apps),
      installedApps: new Set(apps),
      applied: new Set(applied),
    });
    return {
      nodes: Object.fromEntries(
        [...graph.nodes].map(([key, node]) => [
          key,
          parentsOf(node)
            .map((parent) => parent.key)
            .sort(),
        ]),
      ),
      leaves: [...findLeaves(graph).values()].flat().sort(),
      error: graph.problems[0]?.code ?? null,
      order: graph.order,
    };
  };

  const agrees = (migrations: Record<string, Written>, applied: string[] = []): void => {
    const files = write(migrations);
    const apps = [...new Set(files.map(({ app }) => app))].sort();
    const { order, ...seen } = ours(files, apps, applied);
    assert.deepEqual(seen, django(apps, applied));
    const place = new Map(order.map((key, index) => [key, index]));
    for (const [key, parents] of Object.entries(seen.nodes)) {
      for (const parent of parents)
        assert.ok((place.get(parent) ?? 0) < (place.get(key) ?? 0), `${parent} before ${key}`);
    }
  };

  test('two leaves in an app are a conflict, as Django sees it', () => {
    agrees({
      'a.0001': {},
      'a.0002_x': { dependencies: [['a', '0001']] },
      'a.0002_y': { dependencies: [['a', '0001']] },
      'b.0001': { dependencies: [['a', '0002_x']] },
    });
  });

  test('__first__, __latest__ and run_before mean what they mean to Django', () => {
    agrees({
      'a.0001': {},
      'a.0002': { dependencies: [['a', '0001']] },
      'b.0001': { dependencies: [['a', '__first__']] },
      'b.0002': {
        dependencies: [
          ['b', '0001'],
          ['a', '__latest__'],
        ],
      },
      'c.0001': { run_before: [['b', '0001']] },
      'c.0002': { dependencies: [['c', '__first__']] },
    });
  });

  const squashed: Record<string, Written> = {
    'a.0001': {},
    'a.0002': {
      dependencies: [
        ['a', '0001'],
        ['b', '0001'],
      ],
    },
    'a.0003': { dependencies: [['a', '0002']] },
    'a.0001_squashed': {
      replaces: [
        ['a', '0001'],
        ['a', '0002'],
      ],
      dependencies: [['b', '0001']],
    },
    'b.0001': {},
    'b.0002': {
      dependencies: [
        ['b', '0001'],
        ['a', '0002'],
      ],
    },
  };

  for (const [name, applied] of [
    ['nothing', []],
    ['everything', ['a.0001', 'a.0002', 'a.0003', 'b.0001', 'b.0002']],
    ['a part', ['a.0001', 'b.0001']],
  ] as const) {
    test(`a squashed migration stands in or aside as with Django when ${name} is applied`, () => {
      agrees(squashed, [...applied]);
    });
  }

  test('a squashed migration whose originals are deleted keeps those that depend on them', () => {
    agrees({
      'a.0001_squashed': {
        replaces: [
          ['a', '0001'],
          ['a', '0002'],
        ],
      },
      'a.0003': { dependencies: [['a', '0002']] },
      'b.0001': { dependencies: [['a', '0001']] },
    });
  });

  test('a squashed migration that replaces itself is read to the end', () => {
    const files = write({
      'a.0001': { dependencies: [['a', 'gone']] },
      'a.0002': { replaces: [['a', '0001']] },
      'a.0003': {
        replaces: [
          ['a', '0003'],
          ['a', 'gone'],
        ],
      },
    });
    assert.deepEqual(ours(files, ['a'], []).order, ['a.0002', 'a.0003']);
  });

  test('a dependency that does not exist and a circle are named and cost nothing else', () => {
    const files = write({ 'a.0001': { dependencies: [['a', '0000']] }, 'b.0001': {} });
    assert.equal(django(['a', 'b'], []).error, 'NodeNotFoundError');
    const seen = ours(files, ['a', 'b'], []);
    assert.equal(seen.error, 'migration_dependency_missing');
    assert.deepEqual(Object.keys(seen.nodes), ['a.0001', 'b.0001']);
    rmSync(join(root, 'a'), { recursive: true });
    rmSync(join(root, 'b'), { recursive: true });
    const circle = write({ 'a.0001': { dependencies: [['b', '0001']] }, 'b.0001': { dependencies: [['a', '0001']] } });
    assert.equal(django(['a', 'b'], []).error, 'CircularDependencyError');
    assert.equal(ours(circle, ['a', 'b'], []).error, 'migration_cycle');
  });

  test('a migration that is to run before one that does not exist is said to, and not to depend on it', () => {
    const files = write({ 'a.0001': {}, 'a.0002': { dependencies: [['a', '0001']], run_before: [['a', '0003']] } });
    assert.equal(django(['a'], []).error, 'NodeNotFoundError');
    const labels = new Set(['a']);
    const { problems } = buildGraph({ files, migratedApps: labels, installedApps: labels, applied: new Set() });
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['Migration a.0002 is to run before a.0003, which does not exist.'],
    );
  });

  test('all that build on a migration that does not exist are told in one sentence, at the first of them', () => {
    const apps = ['a', 'b', 'c', 'd', 'e'];
    const on = (...names: string[]) =>
      Object.fromEntries(names.map((app) => [`${app}.0001`, { dependencies: [['z', '0001']] }]));
    const messages = (...names: string[]): string[] => {
      const files = write({ 'z.0002': {}, ...on(...names) });
      const labels = new Set([...apps, 'z']);
      const { problems } = buildGraph({ files, migratedApps: labels, installedApps: labels, applied: new Set() });
      return problems.map(({ message }) => message);
    };
    assert.deepEqual(messages('a', 'b'), ['Migrations a.0001 and b.0001 depend on z.0001, which does not exist.']);
    assert.deepEqual(messages(...apps), [
      'Migrations a.0001, b.0001, c.0001 and 2 more depend on z.0001, which does not exist.',
    ]);
  });

  test('a file that is no migration, cut off or random says so and never throws', () => {
    const good = `from django.db import migrations, models\n\nclass Migration(migrations.Migration):\n    dependencies = [('a', '0001'), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]\n    operations = [migrations.CreateModel(name='Book', fields=[('id', models.AutoField(primary_key=True)), ('title', models.CharField(max_length=10))], options={'ordering': ['title']}), migrations.RunPython(lambda apps, s: None)]\n`;
    const read = (text: string) =>
      readMigrationFile(
        { text, app: 'a', name: 'x', module: 'a.migrations', file: 'a/migrations/x.py', path: '/a/migrations/x.py' },
        migrationWorld(() => undefined),
      );
    assert.deepEqual(
      ([read('x = 1')].flat() as { code: string }[]).map(({ code }) => code),
      ['migration_without_class'],
    );
    let seed = 11;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const before = performance.now();
    for (let round = 0; round < 400; round += 1) {
      const bytes = Buffer.from(good.slice(0, random(good.length)));
      for (let hit = 0; hit < round % 6 && bytes.length > 0; hit += 1) bytes[random(bytes.length)] = random(256);
      const result = read(bytes.toString());
      if (!Array.isArray(result))
        buildGraph({
          files: [result],
          migratedApps: new Set(['a']),
          installedApps: new Set(['a']),
          applied: new Set(),
        });
    }
    assert.ok(performance.now() - before < 30_000);
  });
});
