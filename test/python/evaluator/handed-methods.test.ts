/** Methods of lists, dicts and texts that are handed on or asked for by their special names, and errors that may be raised as well as not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';
import { run } from '../text.ts';

test('a method that is handed on changes what it was asked of, as in Python', () => {
  const text = `import functools, operator
apps, table, names = ["a"], {"x": 1}, {"n"}
add, put, note = apps.append, table.update, names.add
add("b"); put(y=2); note("m")
def every(do, items):
    for item in items:
        do(item)
every(apps.append, ["c", "d"])
getattr(apps, "remove")("c")
list.extend(apps, ["e"])
dict.__setitem__(table, "z", 3)
table.__delitem__("x")
operator.setitem(table, "o", 4)
functools.partial(apps.insert, 0)("first")
class Holder:
    add = apps.append
Holder().add("held")
joined = ", ".join
R = [apps, table, sorted(names), joined(apps), list(map("<{}>".format, apps)), sorted("ba", key={"a": 2, "b": 1}.get)]
R += [functools.reduce(operator.iconcat, [[1], [2]], []), "abc".__contains__("b"), [1].__len__(), "a".__add__("b")]
`;
  assert.deepEqual(hold(text), KNOWN);
});

test('a list whose method goes to someone who cannot be looked into is left open', () => {
  const at = run(`
import something
APPS, OTHERS = ["a"], ["a"]
something.each(APPS.append)
list(map(OTHERS.append, something.names()))
`);
  assert.deepEqual(
    [at('APPS'), at('OTHERS')],
    [
      ['a', 'unknown'],
      ['a', 'unknown'],
    ],
  );
});

test('a list that may be one of two is changed by its method, whichever it is and however that is asked for', () => {
  const at = run(
    `
import something
ONE, OTHER = {"a": 1}, {}
SAME, LIKE = ["a"], ["b"]
if something.on():
    ONE, SAME = OTHER, LIKE
ONE.__setitem__("b", 2)
add = SAME.append
add("c")
KNOWN = [OTHER == {}, LIKE == ["b"]]
`,
    { readsSettings: () => false },
  );
  assert.deepEqual(at('KNOWN'), ['unknown', 'unknown']);
});

test('what may be missing may be raised as well as not: nothing that depends on it is said to be known', () => {
  const at = run(`
import socket
HOST = socket.gethostname()
APPS, HOSTS = ["a", "b"], {"one": 1}
try:
    KIND = HOSTS[HOST]
    FOUND = True
except KeyError:
    FOUND = False
try:
    APPS.remove(HOST)
    GONE = True
except ValueError:
    GONE = False
try:
    ["a"].pop(5)
    FIFTH = True
except IndexError:
    FIFTH = False
`);
  assert.deepEqual(['FOUND', 'GONE', 'FIFTH'].map(at), ['unknown', 'unknown', false]);
});

test('a variable that is taken out of the environment is not set any more', () => {
  const variables = new Map([
    ['ONE', '1'],
    ['TWO', '2'],
    ['THREE', '3'],
  ]);
  const at = run(
    `
import os
ask = os.environ.__getitem__
THREE = ask("THREE")
ONE = os.environ.pop("ONE", None)
AGAIN = os.environ.pop("ONE", "gone")
del os.environ["TWO"]
TWO = os.environ.get("TWO", "gone")
try:
    NONE = ask("NONE")
except KeyError:
    NONE = "not set"
`,
    {
      environment: (name) => variables.get(name),
      setEnvironment: (name, value) => {
        if (value === undefined) variables.delete(name);
        else variables.set(name, value);
      },
    },
  );
  assert.deepEqual(['THREE', 'ONE', 'AGAIN', 'TWO', 'NONE'].map(at), ['3', '1', 'gone', 'gone', 'not set']);
});

test('files of data are opened by every name that Python has for it', () => {
  const at = run(
    `
import codecs, io, json
with codecs.open("/srv/data.json", encoding="utf-8") as file:
    ONE = json.load(file)
TWO = json.loads(io.open("/srv/data.json", "r").read())
`,
    { exists: () => true, readText: () => '["a"]' },
  );
  assert.deepEqual([at('ONE'), at('TWO')], [['a'], ['a']]);
});

test('objects answer by their own class what they hold and have, and what can be gone over is taken apart', () => {
  const text = `import ast
class Bag(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)
class All:
    def __contains__(self, item):
        return item != "none"
    def __iter__(self):
        return iter(["x", "y"])
bag, everything, names = Bag(a=1), All(), ["n"]
R = [hasattr(bag, "a"), hasattr(bag, "b"), getattr(bag, "b", 2), "q" in everything, "none" in everything]
names.extend(everything)
names.extend({"k": 1})
names.extend("ab")
R += [names, ast.literal_eval("['a', {'b': (1, None, -2)}]"), "names" in dir(), "gone" in dir()]
`;
  assert.deepEqual(hold(text), KNOWN);
});
