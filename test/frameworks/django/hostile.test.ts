/** Text that is made to keep a reader busy for ever, or to fill its memory. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import { assertEndsWithin } from '../../processor-time.ts';
import { inputFor, plainSettings, writeProject } from './throwaway.ts';

const texts: Record<string, string> = {
  'a decorator that decorates inside itself':
    'def deco(f):\n    @deco\n    def g(): pass\n    return f\n@deco\ndef x(): pass\n@deco\nclass Y: pass\n',
  'functions that call themselves twice': 'def f(x): return list(map(f, [x, x]))\nA = f(1)\n',
  'a text that executes itself twice': 'T = "exec(T); exec(T)"\nexec(T)\n',
  'a generator without end':
    'def g():\n    while True:\n        for i in range(1000):\n            for j in range(1000):\n                yield i\nA = list(g())\n',
  'lists and texts doubled again and again':
    'A = "ab"\nB = [1]\nC = [1]\nfor i in range(200):\n    A = A + A\n    B = B + B\n    C += C\n    C.extend(C)\n',
  'texts joined, replaced and filled in with themselves':
    'A = "x" * 10000\nB = A.join([A] * 1000)\nC = A.replace("x", A)\nD = ("{0}" * 10000).format(A)\nE = ("%s" * 10000) % ((A,) * 10000)\n',
  'widths that no text has':
    'A = f"{1:>1000000000}"\nB = "{:>999999999}".format(2)\nC = "%999999999d" % 3\nD = "x".ljust(10**9)\nE = "ab" * (10**9)\nF = list(range(10**9))\n',
  'patterns of many stars': `import glob\nfrom pathlib import Path\nA = glob.glob("./${'*a'.repeat(40)}*")\nB = list(Path(".").glob("${'*a'.repeat(40)}*"))\n`,
  'what holds itself':
    'import copy\nA = []\nA.append(A)\nB = [str(A), sorted(A), copy.deepcopy(A), A == A, A < [A]]\nglobals()["C"] = globals()\nD = copy.deepcopy(globals())\n',
  'what is nested a million times':
    'import copy\nA = []\nE = {}\nfor i in range(1000):\n    for j in range(1000):\n        A = [A]\n        E = {"a": E}\nB = A == A\nC = copy.deepcopy([A, E])\nLOGGING = E\n',
};

for (const [what, text] of Object.entries(texts))
  test(`settings and models with ${what} come to an end, and what was left out is said`, {
    timeout: 120_000,
  }, async (context) => {
    const root = writeProject(context, {
      'proj/settings.py': plainSettings(['shop'], text),
      'shop/__init__.py': '',
      'shop/models.py': `from django.db import models\nclass Before(models.Model): pass\n${text}`,
    });
    writeFileSync(join(root, 'a'.repeat(200)), '');
    const { schema } = await read(inputFor(root), createReadingMemory());
    assert.ok(schema.apps.some(({ label }) => label === 'shop'));
    if (schema.models.every(({ id }) => id !== 'shop.Before'))
      assert.ok(schema.problems.length > 0, 'what was left out is said');
  });

const blanks = '\t'.repeat(100_000);
const dotenv = 'from dotenv import load_dotenv\nload_dotenv(BASE_DIR / "data")\n';
const ini =
  'import configparser\nini = configparser.ConfigParser()\nini.read(BASE_DIR / "data")\nA = ini["one"]["key"]\n';
const longName = 'fields.'.repeat(50_000);
const migration = (text: string): string =>
  `from django.db import migrations\nfrom shop import models\n${text}\nclass Migration(migrations.Migration):\n    operations = []\n`;

/** Texts that a pattern which may take the same signs in two ways would go over for minutes, each in a file that is read. */
const slow: readonly [file: string, text: string, settings?: string][] = [
  ['data', `A=${blanks}=${blanks}\u2028x\n`, dotenv],
  ['data', `A=a${blanks}x\n`, dotenv],
  ['data', `A=${'${a:-'.repeat(30_000)}`, dotenv],
  ['data', `[one]\nkey${blanks}:${blanks}:\u2028x\n`, ini],
  ['data', `[one]\nkey = ${'%('.repeat(50_000)}\n`, ini],
  ['proj/more.py', '', `A = float("${'1'.repeat(100_000)}_")\nB = "%${'0'.repeat(100_000)})" % 1\n`],
  [`proj/${'a'.repeat(200)}.py`, '', `from split_settings.tools import include\ninclude("${'*a'.repeat(40)}*.pyc")\n`],
  ['pyproject.toml', `${'\n'.repeat(200_000)}x\n`],
  ['setup.cfg', `${'\n'.repeat(200_000)}x\n`],
  ['.python-version', `${'\n'.repeat(200_000)}x\n`],
  ['Pipfile.lock', '"django":{'.repeat(50_000)],
  ['requirements.txt', `Django>=1${blanks}x\n`],
  ['shop/migrations/0001_initial.py', migration(`# ${'if '.repeat(50_000)}`)],
  ['shop/migrations/0001_initial.py', migration('\n'.repeat(100_000))],
  ['shop/migrations/0001_initial.py', migration(`import ${longName}x as long\nA = long.make(1)\n`)],
  [
    'shop/migrations/0001_initial.py',
    `from django.db import migrations\nimport ${longName}x as long\nclass Migration(migrations.Migration):\n    operations = [${Array.from({ length: 1000 }, (_, at) => `migrations.AddField("a", "b", long.a${at}.b)`).join(', ')}]\n`,
  ],
];

test('files that a pattern would go over again and again are read in the time of others', {
  timeout: 300_000,
}, async (context) => {
  for (const [file, text, settings = ''] of slow) {
    const root = writeProject(context, {
      'proj/settings.py': plainSettings(['shop'], settings),
      'shop/__init__.py': '',
      'shop/migrations/__init__.py': '',
      'shop/models.py': 'from django.db import models\nclass Before(models.Model): pass\n',
      [file]: text,
    });
    await assertEndsWithin(
      3_000,
      async () => {
        // Without Django beside it, so that files are asked for its version.
        const { schema } = await read(inputFor(root, { sitePackages: [] }), createReadingMemory());
        assert.ok(schema.models.some(({ id }) => id === 'shop.Before'));
      },
      `${file} with ${JSON.stringify(text.slice(0, 20))}`,
    );
  }
});
