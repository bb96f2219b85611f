/** Dicts that are put together with entries which nobody can tell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

const text = `
import os
MORE = {"name": "more"}
if os.getpid() > 3:
    MORE["name"] = "other"
def maybe():
    found = {"x": 1}
    if os.getpid() > 3:
        found["name"] = "other"
    return found
BASE = {"name": "base"}
SPREAD = {**BASE, **MORE}["name"]
MAYBE = {"name": "base", **maybe()}["name"]
JOINED = (BASE | MORE)["name"]
MADE = dict(BASE, **MORE)["name"]
UPDATED = {"name": "base"}
UPDATED.update(MORE)
PUT = {"name": "base"}
PUT["name" if os.getpid() > 3 else "other"] = "put"
PUT_NAME = PUT["name"]
UPDATED_NAME = UPDATED["name"]
SURE = {**MORE, "name": "sure"}["name"]
BESIDE = {"y": 1, **maybe(), "z": 2}["z"]
KEPT = BASE["name"]
SAME = {"x": 3, **maybe()}["x"]
ANY = {**BASE, **found()}["name"]
`;

test('where models are read an entry that another one may have replaced is not known, and what comes last is', () => {
  const at = run(text, { readsSettings: () => false });
  for (const name of ['SPREAD', 'MAYBE', 'JOINED', 'MADE', 'UPDATED_NAME', 'PUT_NAME', 'ANY'])
    assert.equal(at(name), 'unknown', name);
  assert.deepEqual(['SURE', 'BESIDE', 'KEPT', 'SAME'].map(at), ['sure', 2, 'base', 1]);
});

test('where settings are read what is known of a dict stays', () => {
  const at = run(text, { readsSettings: () => true });
  assert.deepEqual(['ANY', 'PUT_NAME', 'SURE'].map(at), ['base', 'base', 'sure']);
});
