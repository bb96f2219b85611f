/** Modules that are there or not, here and now: by the Python that runs the project, by what is installed, and by what a fresh clone lacks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

test('what was imported inside a try is there or not, however it is asked for', (context) => {
  const optional = (name: string, module: string, field: string): string =>
    `try:\n    ${module}\nexcept ImportError:\n    ${name} = None\n\n\nclass ${field}(models.Model):\n    if ${name}:\n        found = models.IntegerField()\n    if not ${name}:\n        missed = models.IntegerField()\n\n\n`;
  const models = agrees(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
${optional('ssl', 'import ssl', 'Module')}
${optional('ZoneInfo', 'from zoneinfo import ZoneInfo', 'Class')}
${optional('JSONField', 'from django.db.models import JSONField', 'FieldOfDjango')}
${optional('cached_property', 'from django.utils.functional import cached_property', 'FunctionOfDjango')}
${optional('sync', 'from asgiref import sync', 'PartOfPackage')}
${optional('sync', 'from asgiref import sync', 'TheSameAgain')}
${optional('sync', 'import asgiref.sync as sync', 'ByAnotherName')}
${optional('nothing', 'from asgiref import nothing', 'NoPartOfPackage')}
${optional('asyncore', 'import telnetlib2000 as asyncore', 'NoModule')}
`,
  });
  assert.deepEqual(
    models.map(({ name, fields }) => [name, fields[1]?.name]),
    [
      ['Module', 'found'],
      ['Class', 'found'],
      ['FieldOfDjango', 'found'],
      ['FunctionOfDjango', 'found'],
      ['PartOfPackage', 'found'],
      ['TheSameAgain', 'found'],
      ['ByAnotherName', 'found'],
      ['NoPartOfPackage', 'missed'],
      ['NoModule', 'missed'],
    ],
  );
});

test('a module that this Python has no more, or not yet, is missing; where only the text tells which Python it is, it may be there', (context) => {
  const files = {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
try:
    import tomllib
except ImportError:
    tomllib = None
try:
    import telnetlib
except ImportError:
    telnetlib = None


class Note(models.Model):
    if tomllib:
        new = models.IntegerField()
    if telnetlib:
        old = models.IntegerField()
`,
  };
  const fieldsWith = (pythonVersion: string, more: object = {}): string[] =>
    readAll(writeProject(context, files), { pythonVersion, ...more })
      .models.filter(({ name }) => name === 'Note')
      .flatMap(({ fields }) => fields.map((field) => field.name));
  assert.deepEqual(fieldsWith('3.10'), ['id', 'old']);
  assert.deepEqual(fieldsWith('3.11'), ['id', 'new', 'old']);
  assert.deepEqual(fieldsWith('3.13'), ['id', 'new']);
  assert.deepEqual(fieldsWith('3.10', { sitePackages: [] }), ['id', 'new', 'old']);
  const { project } = readAll(writeProject(context, { ...files, ...settings('import telnetlib\n') }), {
    pythonVersion: '3.13',
  });
  assert.deepEqual(
    project.problems.map(({ file, message }) => [file, message]),
    [['proj/settings.py', 'There is no module named telnetlib.']],
  );
});

const local = (more: string, files: Record<string, string> = {}): Record<string, string> => ({
  ...settings(more),
  'proj/__init__.py': '',
  'proj/local.py.example': 'DEFAULT_AUTO_FIELD = "django.db.models.SmallAutoField"\n',
  'core/__init__.py': '',
  'core/models.py':
    'from django.db import models\n\n\nclass Note(models.Model):\n    text = models.CharField(max_length=5)\n',
  ...files,
});

test('an example beside the settings is not taken for the module that a fresh clone lacks', (context) => {
  const { project } = readAll(writeProject(context, local('from proj.local import *\n')));
  assert.deepEqual(
    project.problems.map(({ file, message }) => [file, message]),
    [['proj/settings.py', 'There is no module named proj.local.']],
  );
  const tried = 'try:\n    from proj.local import *\nexcept ImportError:\n    pass\n';
  agrees(context, local(tried));
  assert.deepEqual(readAll(writeProject(context, local(tried))).project.problems, []);
});

test('a module that is there compiled is not called missing', (context) => {
  for (const name of ['local.pyc', 'local.so', 'local.cpython-311-x86_64-linux-gnu.so', 'local.abi3.so']) {
    const files = local('from proj.local import *\n', { [`proj/${name}`]: '' });
    const { project } = readAll(writeProject(context, files));
    assert.doesNotMatch(project.problems.map(({ message }) => message).join(), /no module named/, name);
  }
});
