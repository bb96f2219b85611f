/** What settings do with conditions that nobody can tell, the environment, paths and files of data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModule } from '../../../src/python/index.ts';
import { run } from '../text.ts';

const unsure = 'import something\nDATA = "a"\nAPPS = ["a", "b"]\nPAIR = (1, 2)\n';

test('of two sides that nobody can tell, data is left open, lists of names have all, and nobody is told what says so itself', () => {
  const notes: number[] = [];
  const at = run(
    `${unsure}if something.on():
    DATA = "b"
    PAIR = (1, 3)
else:
    """Nothing."""
    print("off")
if something.on():
    SAME = 1
else:
    SAME = 1
if something.on():
    APPS = ["first"] + APPS
else:
    APPS = ["a", "c"]
if something.on():
    APPS.append("d")
if something.on():
    ONE = 1
`,
    { note: ({ line }) => notes.push(line) },
  );
  assert.deepEqual(['DATA', 'PAIR', 'SAME', 'APPS'].map(at), ['unknown', 'unknown', 1, ['first', 'a', 'b', 'c', 'd']]);
  // Lists that are read whole, what is changed in place, a name that one side brings.
  assert.deepEqual(notes, [15, 19, 21]);
});

test('a side that ends the program is not gone, and an error is told in its own words', () => {
  const notes: string[] = [];
  const at = run(
    `${unsure}import sys
if something.on():
    APPS = []
    raise RuntimeError("not here")
if not something.on():
    sys.exit(1)
else:
    DATA = "kept"
def checked(value):
    if value is None or something.on():
        raise ValueError("no value")
    return value
VALUE = checked("v")
try:
    if something.on():
        raise KeyError("x")
    CAUGHT = 1
except KeyError:
    CAUGHT = 2
NAME = "DATABASE_URL"
NEEDED = checked(None)
try:
    import gone
except ImportError as error:
    if something.on(error):
        raise RuntimeError(f"{NAME} is needed") from error
    raise
raise RuntimeError(f"Set {NAME}\\n  please")
`,
    {
      importModule: (name) => (name === 'gone' ? 'missing' : 'closed'),
      note: ({ message }) => notes.push(message),
    },
  );
  assert.deepEqual(['APPS', 'DATA', 'VALUE', 'CAUGHT', 'NEEDED'].map(at), [
    ['a', 'b'],
    'kept',
    'v',
    'unknown',
    'unknown',
  ]);
  assert.deepEqual(notes, [
    'Could not tell whether a condition holds; both sides were read.',
    'Whether an error is raised is not known; what depends on it is left open.',
    'Python raises ValueError here: no value',
    'There is no module named gone.',
    'Python raises RuntimeError here: Set DATABASE_URL please',
  ]);
});

test('the environment is gone over, homes and modules are found, as far as they are known', () => {
  const at = run(
    `
import os, sys, tempfile
from pathlib import Path
ALL = {key: value for key, value in os.environ.items() if key.startswith("APP_")}
KEYS = sorted(os.environ.keys())
HAS = "APP_A" in os.environ.keys()
COPY = os.environ.copy()
HOME = [os.path.expanduser("~/x"), Path("~/x").expanduser(), Path.home() / "x", os.path.expanduser("~other/x")]
TEMP = tempfile.gettempdir()
RUNNER = "pytest" in sys.modules
OTHER = "other" not in sys.modules
UNSURE = "unsure" in sys.modules
LOADED = sys.modules["other"].VALUE
OWN = sys.modules[__name__].TEMP
import single
NAMES = [single.__name__]
THERE = [os.path.exists("/etc/x"), os.path.isdir("/etc"), Path("/etc/x").is_file()]
try:
    TEXT = open("/etc/x").read()
except OSError:
    TEXT = "none"
import glob
FOUND = glob.glob("/etc/*.conf")
`,
    {
      variables: () => [
        ['APP_A', '1'],
        ['B', '2'],
      ],
      loadedModule: (name) =>
        name === 'other'
          ? { ...createModule('other', null), names: new Map([['VALUE', 7]]) }
          : name === 'pytest'
            ? false
            : undefined,
      environment: () => undefined,
    },
  );
  assert.deepEqual(['ALL', 'KEYS', 'HAS', 'COPY'].map(at), [
    { APP_A: '1' },
    ['APP_A', 'B'],
    true,
    { APP_A: '1', B: '2' },
  ]);
  const home = '/home/someone/x';
  assert.deepEqual(at('HOME'), [home, `path ${home}`, `path ${home}`, '~other/x']);
  assert.deepEqual(['TEMP', 'RUNNER', 'OTHER', 'UNSURE', 'LOADED', 'OWN', 'NAMES'].map(at), [
    '/tmp',
    false,
    false,
    'unknown',
    7,
    '/tmp',
    ['single'],
  ]);
  assert.deepEqual(['THERE', 'TEXT', 'FOUND'].map(at), [[false, false, false], 'none', []]);
});

test('JSON is written as Python writes it, and kinds of collections are told apart', () => {
  const at = run(`
import json
from collections.abc import Mapping, Sequence
TEXT = json.dumps({"a": [1, 2.0, None, True], "b": "é\\n"})
BACK = json.loads(TEXT)
KINDS = [isinstance({}, Mapping), isinstance("x", Mapping), isinstance([], Sequence), isinstance(set(), (list, set))]
NONE = json.dumps(what())
`);
  assert.equal(at('TEXT'), '{"a": [1, 2.0, null, true], "b": "\\u00e9\\n"}');
  assert.deepEqual(at('KINDS'), [true, false, true, true]);
  assert.equal(at('NONE'), 'json.dumps()');
});

test('a dict of settings that ends in an error is evaluated once: what its entries do counts once', () => {
  const notes: string[] = [];
  const at = run(
    `
import os
NAMES = ["first", "second", "third"]
CALLS = []
def told(name):
    CALLS.append(name)
    return name
DATABASES = {
    "default": {"ENGINE": told("sqlite"), "NAME": os.environ["MISSING"], "HOST": NAMES.pop(0)},
    "other": {"NAME": NAMES.pop(0), "USER": os.environ["GONE"], told("key"): 1},
}
HOST, OTHER = DATABASES["default"]["HOST"], DATABASES["other"]
`,
    { environment: () => undefined, note: ({ message }) => notes.push(message) },
  );
  assert.deepEqual([at('CALLS'), at('NAMES'), at('HOST')], [['sqlite', 'key'], ['third'], 'first']);
  assert.deepEqual(at('OTHER'), { NAME: 'second', USER: 'unknown', key: 1 });
  assert.deepEqual(notes, [
    'The environment variable MISSING is not set.',
    'The environment variable GONE is not set.',
  ]);
});

test('names that are made unique by a dict stay known where others among them are not', () => {
  const at = run(`
APPS = ["a", "b", "a"]
LAST = list(dict.fromkeys(APPS + found()))
FIRST = list(dict.fromkeys(found() + APPS))
HELD = "b" in dict.fromkeys(APPS + found())
MISSED = "c" in dict.fromkeys(APPS + found())
PAIRS = len(dict.fromkeys([(n, n) for n in range(12)]))
`);
  assert.deepEqual(['LAST', 'FIRST'].map(at), [
    ['a', 'b', 'unknown'],
    ['unknown', 'a', 'b', 'unknown'],
  ]);
  assert.deepEqual(['HELD', 'MISSED', 'PAIRS'].map(at), [true, 'unknown', 12]);
});

test('a configparser has the sections that code puts into it', () => {
  const at = run(`
import configparser
parser = configparser.RawConfigParser()
parser.read_dict({"a": {"X": "1", "y": 2}})
A = parser.get("a", "x")
B = parser.getint("a", "y")
parser["b"] = {"z": "3"}
C = parser["b"]["z"]
parser.add_section("d")
parser.set("d", "e", "5")
D = parser.get("d", "e")
E = parser.sections()
parser.read_something_else("x")
F = parser.get("nowhere", "x")
`);
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F'].map(at), ['1', 2, '3', '5', ['a', 'b', 'd'], 'unknown']);
});

test('what settings may change in the midst of an expression, or after a round of a loop that may have ended, is said to be read', () => {
  const said = (text: string): readonly number[] => {
    const lines: number[] = [];
    run(`import os\n${text}`, { note: ({ line }) => lines.push(line) });
    return lines;
  };
  assert.deepEqual(said('A = []\nos.getpid() > 3 and A.append(1)'), [3]);
  assert.deepEqual(said('A = []\nB = A.append(1) if os.getpid() > 3 else A'), [3]);
  assert.deepEqual(said('A = "a" if os.getpid() > 3 else "b"\nB = os.getpid() > 3 and A'), []);
  const loop = (then: string): string =>
    `A = []\ndef fill():\n    for each in "ab":\n        if os.getpid() > 3:\n            ${then}\n        A.append(each)\nfill()`;
  assert.deepEqual(said(loop('continue')), [5, 5]);
  assert.deepEqual(said(loop('pass')), []);
  const asked = 'import functools\nA = []\n@functools.cache\ndef ask(name):\n    A.append(name)\n';
  assert.deepEqual(said(`${asked}ask(os.getpid())\nask(os.getpid())`), [5]);
  assert.deepEqual(said(`${asked}ask(1)\nask(1)`), []);
});
