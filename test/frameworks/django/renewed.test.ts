import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { edits, type Files, startingFiles, writeFiles } from '../../../bench/fuzz/changing-project.ts';
import { timeless, walk } from '../../../bench/fuzz/rescans.ts';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import type { StaticReading } from '../../../src/frameworks/framework.ts';
import { randomFrom } from '../../random.ts';
import { copySampleTo } from '../../sample.ts';
import { inputFor, sitePackages } from './throwaway.ts';

const folderFor = (context: TestContext): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'changing-project-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

test('whatever is edited, a rescan says what a first scan would say', async (context) => {
  let renewed = 0;
  for (const seed of [1, 2, 3]) renewed += await walk({ root: folderFor(context), seed, steps: 50, packages: [] });
  assert.ok(renewed > 30, `only ${renewed} of 150 rescans took anything over`);
});

test('the same with installed packages, whose bases and history tables are read', async (context) => {
  for (const seed of [11, 12]) await walk({ root: folderFor(context), seed, steps: 20, packages: sitePackages });
});

test('a module that comes to give another a name, or no longer does, is heard of where that name is asked for', async (context) => {
  const root = folderFor(context);
  const asks = 'import core.fields\nSIZE = core.fields.SIZE\n';
  const gives = 'def give():\n    import core.fields\n    core.fields.SIZE = 3\n';
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  let before: Files = new Map();
  for (const given of [true, false, true]) {
    const files = startingFiles();
    files.set('blog/models.py', `${files.get('blog/models.py')}${asks}`);
    if (given) files.set('core/models.py', `${files.get('core/models.py')}${gives}`);
    writeFiles(root, files, before);
    before = files;
    const kept = await read(input, memory);
    assert.deepEqual(timeless(kept), timeless(await read(input, createReadingMemory())));
    assert.equal(JSON.stringify(kept).includes('There is no SIZE in core.fields.'), !given);
  }
});

const pythonFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.py') && statSync(join(root, path)).isFile(),
  );

test('the sample project, edited line by line, is read as if for the first time', async (context) => {
  const root = folderFor(context);
  copySampleTo(root);
  const random = randomFrom(7);
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  await read(input, memory);
  for (let step = 0; step < 40; step += 1) {
    const path = join(root, random.pick(pythonFiles(root).filter((name) => !name.endsWith('manage.py'))));
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    lines.splice(random.next(lines.length), 1 + random.next(2));
    writeFileSync(path, lines.join('\n'));
    const [kept, fresh] = [await read(input, memory), await read(input, createReadingMemory())];
    assert.deepEqual(timeless(kept), timeless(fresh), `line removed from ${path}`);
    if (step % 3 > 0) writeFileSync(path, text);
  }
});

test('of an edit in one app the models of the others are the very same objects', async (context) => {
  const root = folderFor(context);
  const files = startingFiles();
  writeFiles(root, files, new Map());
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  const first = await read(input, memory);
  const edited = new Map(files);
  edits['flips a flag that decides over a model']?.(edited, randomFrom(1), root);
  writeFiles(root, edited, files);
  const second = await read(input, memory);
  const isStock = ({ app }: { app: string }): boolean => app === 'stock';
  assert.deepEqual(
    second.schema.models.filter(isStock).map(({ name }) => name),
    ['Shelf', 'Flagged'],
  );
  assert.ok(
    first.schema.models.filter((model) => !isStock(model)).every((model) => second.schema.models.includes(model)),
  );
});

test('a migration that comes leaves every model the very same object, and nothing is read from the start for it', async (context) => {
  const root = folderFor(context);
  copySampleTo(root);
  const memory = createReadingMemory();
  const apps = readdirSync(join(root, 'atlas')).filter((name) => existsSync(join(root, 'atlas', name, 'migrations')));
  const first = await read(inputFor(root), memory);
  for (const app of apps) {
    writeFileSync(
      join(root, 'atlas', app, 'migrations/9999_late.py'),
      'from django.db import migrations\nclass Migration(migrations.Migration):\n    pass\n',
    );
    const onModels = async (): Promise<void> => assert.fail('The project was read from the start.');
    const { schema, migrations } = await read(inputFor(root, { onModels }), memory);
    assert.ok(schema.models.every((model, at) => model === first.schema.models[at]));
    assert.ok(migrations.apps.some((each) => each.migrations.some(({ name }) => name === '9999_late')));
  }
  assert.ok(apps.length > 0);
});

test('a file that is written twice within one tick of its clock is read twice', async (context) => {
  const root = folderFor(context);
  writeFiles(root, startingFiles(), new Map());
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  const path = join(root, 'shop/migrations/0002_more.py');
  const models = join(root, 'stock/models.py');
  for (const name of ['aaaa', 'bbbb', 'cccc']) {
    // Same length, and as fast as it goes: size and often the time are the same.
    writeFileSync(path, readFileSync(path, 'utf8').replace(/name="\w+", field/, `name="${name}", field`));
    writeFileSync(
      models,
      readFileSync(models, 'utf8').replace(/^class \w+\(models\.Model\)/m, `class C${name}(models.Model)`),
    );
    const reading = await read(input, memory);
    assert.ok(reading.schema.models.some((model) => model.name === `C${name}`));
    const shop = reading.migrations.apps.find(({ label }) => label === 'shop');
    assert.equal(shop?.migrations[1]?.operations[0]?.description, `Add field ${name} to order`);
  }
});

/** Reads, edits one file, and holds the rescan against a first scan; gives the models as shown before and after. */
const editOne = async (
  context: TestContext,
  files: Record<string, string>,
  [path, text]: readonly [string, string],
  packages: readonly string[] = [],
): Promise<[StaticReading, StaticReading]> => {
  const root = folderFor(context);
  const before: Files = new Map(Object.entries(files));
  writeFiles(root, before, new Map());
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: packages });
  const first = await read(input, memory);
  writeFiles(root, new Map([...before, [path, text]]), before);
  const second = await read(input, memory);
  assert.deepEqual(timeless(second), timeless(await read(input, createReadingMemory())));
  return [first, second];
};

const settings = (apps: readonly string[]): string => `INSTALLED_APPS = ${JSON.stringify(apps)}\n`;
const manageText = 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\n';

test('who is imported first decides what modules in a circle see of each other, also in a rescan', async (context) => {
  const files = {
    'manage.py': manageText,
    'settings.py': settings(['one', 'two']),
    'one/__init__.py': '',
    'one/models.py': 'import two.p\n',
    'two/__init__.py': '',
    'two/models.py': 'from .p import *\nfrom .q import *\n',
    'two/p.py':
      'from django.db import models\nfrom two import q\nclass P(models.Model):\n    x = models.IntegerField()\n',
    'two/q.py':
      'from django.db import models\nfrom two import p\nclass Q(getattr(p, "P", models.Model)):\n    y = models.IntegerField()\n',
  };
  const [first, second] = await editOne(context, files, ['one/models.py', 'import two.q\n']);
  const basesOf = ({ schema }: StaticReading): unknown => schema.models.find(({ name }) => name === 'Q')?.bases;
  assert.deepEqual(basesOf(first), []);
  assert.deepEqual(basesOf(second), ['two.P']);
});

test('a module of a package that another app opens by now is seen by the rest as well', async (context) => {
  const packages = folderFor(context);
  writeFiles(
    packages,
    new Map([
      ['django/__init__.py', ''],
      ['pack/__init__.py', ''],
      ['pack/plain.py', 'ORDER = ["x"]\n'],
    ]),
    new Map(),
  );
  const files = {
    'manage.py': manageText,
    'settings.py': settings(['one', 'two']),
    'one/__init__.py': '',
    'one/models.py': '',
    'two/__init__.py': '',
    'two/models.py':
      'from django.db import models\nfrom pack import plain\nclass A(models.Model):\n    x = models.IntegerField()\n    class Meta:\n        ordering = plain.ORDER\n',
  };
  const [first, second] = await editOne(context, files, ['one/models.py', 'from pack.plain import *\n'], [packages]);
  assert.deepEqual(first.schema.models[0]?.ordering, ['…']);
  assert.deepEqual(second.schema.models[0]?.ordering, ['x']);
});

test('a rescan sees what models read from data files, from files they execute and from a folder', async (context) => {
  const root = folderFor(context);
  const write = (path: string, text: string): void => {
    const files: Files = new Map([[path, text]]);
    writeFiles(root, files, new Map());
  };
  for (const [path, text] of startingFiles()) write(path, text);
  write('manage.py', 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "here")\n');
  write('here.py', 'INSTALLED_APPS = ["things"]\n');
  write('things/__init__.py', '');
  write('things/names.json', '["One"]');
  write('things/extra.py', 'OTHER = "Two"\n');
  write('things/kinds/three.txt', '');
  write(
    'things/models.py',
    `import json, os
from django.db import models
at = os.path.dirname(__file__)
exec(open(os.path.join(at, "extra.py")).read())
names = json.load(open(os.path.join(at, "names.json"))) + [OTHER] + sorted(os.listdir(os.path.join(at, "kinds")))
for name in names:
    globals()[name] = type(name.split(".")[0].title(), (models.Model,), {"__module__": __name__})
`,
  );
  const memory = createReadingMemory();
  const names = async (): Promise<string[]> =>
    (await read(inputFor(root), memory)).schema.models.map(({ name }) => name).sort();
  assert.deepEqual(await names(), ['One', 'Three', 'Two']);
  write('things/names.json', '["Uno"]');
  assert.deepEqual(await names(), ['Three', 'Two', 'Uno']);
  write('things/extra.py', 'OTHER = "Due"\n');
  assert.deepEqual(await names(), ['Due', 'Three', 'Uno']);
  write('things/kinds/four.txt', '');
  assert.deepEqual(await names(), ['Due', 'Four', 'Three', 'Uno']);
});
