import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEngine,
  createModule,
  isA,
  isSequence,
  readModule,
  runModule,
  type Value,
} from '../../../src/python/index.ts';
import { askPython } from '../../warm-python.ts';
import { closedWorld } from '../closed-world.ts';

const text = `
class Shape: pass
class Kind: RED = "red"
def tell(subject):
    match subject:
        case None: return "none"
        case True | False: return "truth"
        case 0 | -1: return "small"
        case Kind.RED: return "red"
        case str(word) if word.startswith("x"): return "x" + word
        case "a" | "b" as letter: return letter
        case str(): return "text"
        case float(): return "float"
        case int() as number: return number + 1
        case []: return "empty"
        case [1, *rest]: return rest
        case [first, [second, _]]: return [first, second]
        case [str() as word, ("u" | "v") as end]: return word + end
        case [{"in": int() as inner} as whole, *_]: return [inner, whole["in"]]
        case {"deep": [_, ("a" | "b" as letter)]}: return letter
        case (one, two, three): return three
        case [*_, "end"]: return "ends"
        case {"kind": "a", "size": size}: return size
        case {"kind": "b" | "c", **others}: return "other kind"
        case {}: return "dict"
        case Shape(): return "shape"
        case _: return "else"
subjects = [None, True, 1, 0, -1, 2.5, "red", "xy", "a", "zz", [], [1, 2, 3], [5, [6, 7]], (7, 8, 9), ["q", "r", "s", "end"],
    ["q", "u"], ["q", "w"], [{"in": 4}, 5], [{"in": "x"}], {"deep": [1, "b"]}, {"deep": [1, "c"]}, {"kind": "a", "size": 3}, {"kind": "z"}, {"kind": "a"}, ["x", 1]]
answers = [tell(subject) for subject in subjects]
`;

const plain = (value: Value): unknown =>
  isSequence(value) ? value.items.map(plain) : isA(value, 'unknown') ? '?' : value;

test('the case of a match that holds is the one of Python', () => {
  const engine = createEngine(closedWorld);
  const module = createModule('settings', '/settings.py');
  runModule(engine, module, readModule(text));
  const answers = module.names.get('answers');
  const theirs = askPython(['-c', `${text}\nimport json; print(json.dumps(answers))`]);
  assert.deepEqual(answers === undefined ? [] : plain(answers), JSON.parse(theirs));
});

test('where the case cannot be told, all that may hold are read, and it is said', () => {
  const notes: string[] = [];
  const engine = createEngine({ ...closedWorld, note: ({ message }) => notes.push(message) });
  const module = createModule('settings', '/settings.py');
  const source =
    'import os\nmatch os.urandom(1):\n    case b"a":\n        A = 1\n    case [x]:\n        B = 2\n    case _:\n        C = 3\n';
  runModule(engine, module, readModule(source));
  assert.deepEqual(
    ['A', 'B', 'C'].map((name) => module.names.get(name)),
    [1, 2, 3],
  );
  assert.deepEqual(notes, ['Could not tell which case of a match holds; all that may were read.']);
});
