/** What the project's own code reads, so that its change is noticed. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { look, read } from '../../../../src/frameworks/django/read.ts';
import { inputFor, plainSettings, writeProject } from '../throwaway.ts';

const readers = `
import configparser, json, os, tomllib, yaml, environ
from dotenv import load_dotenv
KEY = (BASE_DIR / "conf/key").read_text()
LINES = open(BASE_DIR / "conf/lines").readlines()
DATA = json.load(open(os.path.join(BASE_DIR, "conf/data")))
with open("conf/table", "rb") as table:
    TABLE = tomllib.load(table)
with open(BASE_DIR / "conf/tree") as tree:
    TREE = yaml.safe_load(tree)
parser = configparser.ConfigParser()
parser.read(BASE_DIR / "conf/parts")
environ.Env.read_env(BASE_DIR / "conf/variables")
load_dotenv(BASE_DIR / "conf/more-variables")
if os.path.exists(os.path.join(BASE_DIR, "conf/missing")):
    pass
if (BASE_DIR / "conf/flag").is_file():
    pass
EXTRA = [name for name in os.listdir(BASE_DIR / "conf.d")]
OUTSIDE = os.path.exists("/etc/shop/secret")
`;

const names = 'key lines data table tree parts variables more-variables missing flag'.split(' ');

test('every file of the project that settings read or look for is told, and none outside', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings([], readers),
    ...Object.fromEntries(names.slice(0, 8).map((name) => [`conf/${name}`, ''])),
    'conf/data': '{}',
    'conf.d/a': '',
  });
  const expected = [...names.map((name) => join(root, 'conf', name)), `${join(root, 'conf.d')}/`];
  const told = look(inputFor(root, { sitePackages: [] })).dataFiles;
  for (const file of expected) assert.ok(told.includes(file), file);
  assert.deepEqual(
    told.filter((file) => !file.startsWith(`${root}/`)),
    [],
  );
});

test('of a link that settings read, the file that it leads to is told, too', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings([], 'KEY = open(BASE_DIR / "key").read()'),
    'secrets/development': 'x',
  });
  symlinkSync('secrets/development', join(root, 'key'));
  const { dataFiles } = await read(inputFor(root));
  assert.deepEqual(dataFiles.toSorted(), [join(root, 'key'), join(root, 'secrets/development')]);
});

test('code that asks for endless files makes a list that ends', (context) => {
  const loop = 'for n in range(800):\n    (BASE_DIR / str(n)).exists()';
  const root = writeProject(context, { 'proj/settings.py': plainSettings([], loop) });
  assert.equal(look(inputFor(root)).dataFiles.length, 500);
});
