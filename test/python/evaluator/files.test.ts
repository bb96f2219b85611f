/** Files that settings look for and read: what is found and read is what Python finds and reads in the same folder. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { askPython } from '../../warm-python.ts';
import { run } from '../text.ts';

const root = mkdtempSync(join(tmpdir(), 'files-'));

const files = {
  'conf/a.json': '{"b": 1, "10": [1.0, 2], "a": {"2": null, "1": true}}',
  'conf/b.py': 'B = 1\n',
  'conf/deep/er/c.py': 'C = 1\n',
  'conf/.hidden/d.py': 'D = 1\n',
  'conf/.e.py': '',
  'key.txt': 'one\r\ntwo\nthree',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const world = {
  cwd: root,
  exists: (path: string, kind?: 'file' | 'folder') =>
    existsSync(resolve(root, path)) &&
    (kind === undefined || statSync(resolve(root, path)).isDirectory() === (kind === 'folder')),
  readText: (path: string) => readFileSync(resolve(root, path), 'utf8'),
  entries: (path: string) =>
    readdirSync(resolve(root, path), { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
};

const head = 'import glob, json, os\nfrom pathlib import Path\nROOT = Path.cwd()\n';

const asPython = (text: string): unknown =>
  JSON.parse(askPython(['-c', `${head}${text}\nimport json\nprint(json.dumps(R))`], { cwd: root }));

const sure: Record<string, string> = {
  'a pattern that begins nowhere': 'R = sorted(glob.glob("conf/*.py")) + sorted(glob.glob("./conf/*"))',
  'a pattern with any number of folders':
    'R = sorted(glob.glob("conf/**/*.py", recursive=True)) + sorted(glob.glob(str(ROOT / "**/*.txt"), recursive=True))',
  'two stars that are not asked to go deeper': 'R = sorted(glob.glob("conf/**/*.py"))',
  'paths with any number of folders': 'R = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "conf").glob("**/*.py"))',
  'paths below a folder': 'R = sorted(str(p.relative_to(ROOT)) for p in ROOT.rglob("*.py"))',
  'paths below a folder of no begin':
    'R = sorted(str(p) for p in Path("conf").rglob("c.py")) + sorted(map(str, Path(".").glob("*.txt")))',
  'the folders in a folder': 'R = [sorted(next(os.walk("conf"))[1]), sorted(next(os.walk(str(ROOT / "conf")))[2])]',
  'a folder without folders, gone over':
    'R = [[top, d, f] for top, d, f in os.walk("conf/deep/er")] + list(os.walk("nowhere"))',
  'names that a pattern stands for':
    'import fnmatch\nN = sorted(os.listdir("conf"))\nR = [fnmatch.filter(N, "?.*"), fnmatch.filter(N, "*"), [fnmatch.fnmatch(n, "*.py") for n in N], fnmatch.fnmatchcase("a/b", "a*")]',
  'JSON keeps the order of its names':
    'R = [list(json.load(open("conf/a.json"))), list(json.load(open("conf/a.json"))["a"])]',
  'lines of a file, one after the other':
    'f = open("key.txt")\nR = [f.readline(), f.readline(), f.read(), f.read()]\nf.seek(0)\nR.append(f.readlines())\nR.append(Path("key.txt").read_text())',
  'what is there, and what is the same':
    'R = [os.path.lexists("key.txt"), os.path.lexists("conf"), os.path.samefile("conf/a.json", "./conf/../conf/a.json")]',
  'a file that is read as bytes':
    'R = [open("key.txt", "rb").read().decode(), [line.decode() for line in open("key.txt", "rb")]]',
};

const open: Record<string, string> = {
  'a part of a file': 'R = open("key.txt").read(2)',
  'names that one sign of several stands for': 'import fnmatch\nR = fnmatch.filter(os.listdir("conf"), "[ab].*")',
  'what follows a part of a file': 'f = open("key.txt")\nf.read(2)\nR = f.read()',
  'folders below a folder, of which some may be left out': 'R = [top for top, d, f in os.walk("conf")]',
  'JSON with a number that is too large': 'R = json.loads("[12345678901234567891]")[0]',
  'JSON with a name for a number': 'R = json.loads("NaN")',
};

describe('files that settings read', () => {
  after(() => rmSync(root, { recursive: true, force: true }));

  for (const [what, text] of Object.entries(sure))
    test(`as Python has it: ${what}`, () => {
      assert.deepEqual(run(head + text, world)('R'), asPython(text));
    });

  for (const [what, text] of Object.entries(open))
    test(`nothing false is said of ${what}`, () => {
      const read = run(head + text, world)('R');
      assert.ok(JSON.stringify(read).includes('unknown') || /\(\)$/.test(String(read)), JSON.stringify(read));
    });
});
