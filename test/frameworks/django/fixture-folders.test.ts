import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FixturesDetail } from '../../../src/contract/index.ts';
import { readFixtures } from '../../../src/frameworks/django/fixtures/read-fixtures.ts';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import { inputFor, plainSettings, python, runProbe, writeProject } from './throwaway.ts';

const groups = (...names: string[]): string =>
  JSON.stringify(names.map((name) => ({ model: 'auth.group', fields: { name } })));

const writeShop = (context: TestContext, settings: string, files: Record<string, string> = {}): string =>
  realpathSync(
    writeProject(context, {
      'proj/settings.py': plainSettings(['shop'], settings),
      'shop/__init__.py': '',
      'shop/models.py': '',
      ...files,
    }),
  );

const fixturesOf = async (root: string, live = false): Promise<FixturesDetail> => {
  const probe = live ? { live: { readAt: '2026-01-01T00:00:00.000Z', output: runProbe(root) } } : {};
  return readFixtures({ root }, (await read(inputFor(root, probe), createReadingMemory())).fixtureNeeds);
};

const shown = ({ files }: FixturesDetail): string[] => files.map(({ file, objects }) => `${file} ${objects}`).sort();

const told = ({ problems }: FixturesDetail): string[] => problems.map(({ code }) => code).sort();

/** Where the project's own loaddata looks, or why it refuses to. */
const loaddataFolders = (root: string): string[] | string => {
  const program = `
import json, os, sys
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "proj.settings"
import django
django.setup()
from django.core.exceptions import ImproperlyConfigured
from django.core.management.commands.loaddata import Command
command = Command()
command.app_label = None
try:
    print(json.dumps(command.fixture_dirs))
except ImproperlyConfigured as error:
    print(json.dumps(str(error)))
`;
  return JSON.parse(execFileSync(python, ['-B', '-W', 'ignore', '-c', program], { cwd: root, encoding: 'utf8' }));
};

test('fixtures are found in every folder of the workspace where loaddata looks, from text and from the project', async (context) => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'fixtures-outside-')));
  context.after(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'far.json'), groups('far'));
  const root = writeShop(
    context,
    `import os
FIXTURE_DIRS = [BASE_DIR / "seed", os.path.join(BASE_DIR, "static", "demo"), "linked", "missing", "leads-out", "missing/", ${JSON.stringify(outside)}]`,
    {
      'seed/groups.json': groups('a', 'b'),
      'seed/deep/more.json': groups('c'),
      'seed/broken.json': '[{"model":',
      'seed/notes.txt': 'no fixture',
      'static/demo/shown.json': groups('d'),
      'static/other.json': groups('e'),
      'real/one.yaml': '- model: auth.group\n  fields: {name: f}\n',
      'shop/fixtures/own.json': groups('g', 'h', 'i'),
      'elsewhere/not.json': groups('j'),
    },
  );
  symlinkSync('real', join(root, 'linked'));
  symlinkSync(outside, join(root, 'leads-out'));
  const folders = loaddataFolders(root);
  assert.ok(Array.isArray(folders));
  for (const live of [false, true]) {
    const fixtures = await fixturesOf(root, live);
    assert.deepEqual(shown(fixtures), [
      'real/one.yaml 1',
      'seed/broken.json null',
      'seed/deep/more.json 1',
      'seed/groups.json 2',
      'shop/fixtures/own.json 3',
      'static/demo/shown.json 1',
    ]);
    for (const { file, app } of fixtures.files) {
      assert.ok(
        folders.some((folder) => folder !== root && join(root, file).startsWith(`${folder}/`)),
        file,
      );
      assert.equal(app, file.startsWith('shop/') ? 'shop' : '');
    }
    assert.deepEqual(told(fixtures), [
      'fixture_folder_missing',
      'fixture_folder_missing',
      'fixture_folder_outside',
      'fixture_syntax',
    ]);
  }
});

test('of a project that names itself, only fixtures beside manage.py are added, and nothing else is called broken', async (context) => {
  const root = writeShop(context, 'FIXTURE_DIRS = (BASE_DIR,)', {
    'start.json': groups('a'),
    'package.json': '{"name": "shop"}',
    'tsconfig.json': '{"compilerOptions": {}, // with a comment\n}',
    'src/data.json': groups('b'),
  });
  const fixtures = await fixturesOf(root);
  assert.deepEqual([shown(fixtures), told(fixtures)], [['start.json 1'], []]);
});

test('a folder that only the environment names is said to be unknown, and found when the project is asked', async (context) => {
  const root = writeShop(
    context,
    'import subprocess\nFIXTURE_DIRS = [BASE_DIR / "seed", subprocess.getoutput("echo given")]',
    { 'seed/a.json': groups('a'), 'given/b.json': groups('b') },
  );
  const fromText = await fixturesOf(root);
  assert.deepEqual([shown(fromText), told(fromText)], [['seed/a.json 1'], ['fixture_folders_unresolved']]);
  const fromLive = await fixturesOf(root, true);
  assert.deepEqual([shown(fromLive), told(fromLive)], [['given/b.json 1', 'seed/a.json 1'], []]);
});

test('without settings it is said that FIXTURE_DIRS is not known', async (context) => {
  const root = writeShop(context, '', { 'shop/fixtures/a.json': groups('a') });
  rmSync(join(root, 'proj'), { recursive: true });
  const fixtures = await fixturesOf(root);
  assert.deepEqual(shown(fixtures), ['shop/fixtures/a.json 1']);
  assert.match(fixtures.problems.map(({ message }) => message).join('\n'), /no settings to tell FIXTURE_DIRS/);
});

const lists = [
  ['FIXTURE_DIRS = ["seed", "seed"]', /twice/],
  ['FIXTURE_DIRS = [BASE_DIR / "seed", str(BASE_DIR / "seed")]', null],
  ['FIXTURE_DIRS = [BASE_DIR / "seed", BASE_DIR / "seed"]', /twice/],
  ['FIXTURE_DIRS = [str(BASE_DIR / "shop" / "fixtures")]', /the app shop/],
  ['FIXTURE_DIRS = [BASE_DIR / "shop" / "fixtures"]', /the app shop/],
  ['FIXTURE_DIRS = [str(BASE_DIR / "shop" / "fixtures" / "deep")]', null],
  ['FIXTURE_DIRS = ["shop/fixtures"]', null],
  ['FIXTURE_DIRS = None', null],
] as const;

for (const [settings, refusal] of lists) {
  test(`it is told that loaddata refuses every fixture exactly where it does: ${settings}`, async (context) => {
    const root = writeShop(context, settings, { 'seed/a.json': groups('a') });
    mkdirSync(dirname(join(root, 'shop/fixtures/deep/a.json')), { recursive: true });
    const isNone = settings.endsWith('None');
    const isRefused = !isNone && typeof loaddataFolders(root) === 'string';
    const refusals = (await fixturesOf(root)).problems.filter(({ code }) => code === 'fixture_folders_refused');
    assert.equal(refusals.length > 0, isRefused);
    if (isRefused && refusal) assert.match(refusals[0]?.message ?? '', refusal);
    if (isRefused) assert.equal(refusals[0]?.file, 'proj/settings.py');
    // What is no list must not stop the probe.
    if (isNone) assert.deepEqual(told(await fixturesOf(root, true)), []);
  });
}
