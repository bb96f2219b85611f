/** Settings that a module answers for by functions, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { manage, readAll, writeProject } from '../throwaway.ts';

const answering = `
_more = {"CORE_TABLE": "of_more"}
def __getattr__(name):
    try:
        return _more[name]
    except KeyError:
        raise AttributeError(name)
`;

const models = {
  'core/models.py': `from django.conf import settings
from django.db import models

class Note(models.Model):
    size = models.IntegerField(null=hasattr(settings, "CORE_TABLE"))
    class Meta:
        db_table = getattr(settings, "CORE_TABLE", "own")
`,
};

test('a setting that a module answers for is one where its __dir__ names it, and else is none', (context) => {
  const named = `${answering}\ndef __dir__():\n    return [*globals(), *_more]\n`;
  const tables = [answering, named].map((more) => agrees(context, { ...settings(more), ...models })[0]?.table);
  assert.deepEqual(tables, ['own', 'of_more']);
});

test('settings that are named by a function which cannot be followed are said to be missing', (context) => {
  const more = `${answering}\ndef __dir__():\n    return open("/etc/names").read().split()\n`;
  const { project } = readAll(writeProject(context, { ...settings(more), 'core/__init__.py': '', ...models }));
  assert.deepEqual(
    project.problems.map(({ code, file }) => [code, file]).filter(([code]) => code === 'settings_handed_over'),
    [['settings_handed_over', 'proj/settings.py']],
  );
});

test('settings that code fills in ways that cannot be followed are said to be open, also where another module takes them over', (context) => {
  const filled = `
import subprocess, json
SECRET_KEY = "x"
INSTALLED_APPS = ["core"]
globals().update(json.loads(subprocess.check_output(["settings"])))
`;
  for (const files of [
    { 'proj/settings.py': filled },
    { 'proj/base.py': filled, 'proj/settings.py': 'from .base import *\n' },
  ]) {
    const root = writeProject(context, { 'manage.py': manage(), 'core/__init__.py': '', ...files });
    const { project } = readAll(root, { sitePackages: [] });
    assert.deepEqual(
      project.problems.map(({ code, file }) => [code, file]),
      [['settings_handed_over', 'proj/settings.py']],
    );
    assert.equal(project.isAutoFieldSure, false);
  }
});
