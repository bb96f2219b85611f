/** Paths that settings compare with others: apps are found by where they lie. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';

const sure = [
  'str(p.relative_to("/a")), str(p.relative_to(Path("/a/b"))), str(p.relative_to(p)), str(p.relative_to("/"))',
  'str(Path("a/b").relative_to("a")), ".".join(p.relative_to("/a").parts), str(Path("/a/./b").relative_to("/a/"))',
  'p.is_relative_to("/a"), p.is_relative_to("/a/bc"), Path("/ab").is_relative_to("/a"), p.is_relative_to("a")',
  'given("/a/b", "/c"), given("/a/b", "/a"), given("a", "/a")',
  'os.path.relpath("/a/b", "/a"), os.path.relpath("/a", "/a/b"), os.path.relpath("/a", "/a"), os.path.relpath("/a/b", start="/c")',
  'math.floor(2.5), math.ceil(2.1), math.floor(-0.5), math.ceil(-0.5), math.floor(3), math.floor(7 / 2)',
];

const functions = `
import math, os
from pathlib import Path
p = Path("/a/b/c.txt")
def given(path, above):
    try:
        return str(Path(path).relative_to(above))
    except ValueError:
        return None
`;

for (const text of sure)
  test(`as Python has it: ${text}`, () => {
    assert.deepEqual(hold(`${functions}R = [${text}]`), KNOWN);
  });
