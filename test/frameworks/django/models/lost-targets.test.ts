/** Relations to models that do not exist, in the text and in the running project; Django's own check is asked whether it finds the same. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import type { ReadingInput } from '../../../../src/frameworks/framework.ts';
import { runPython } from '../../../warm-python.ts';
import { inputFor, manage, plainSettings, runProbe, writeProject } from '../throwaway.ts';

const files = (models: string, settings = plainSettings(['core'])): Record<string, string> => ({
  'manage.py': manage(),
  'proj/__init__.py': '',
  'proj/settings.py': settings,
  'core/__init__.py': '',
  'core/models.py': `from django.db import models
from django.conf import settings
${models}`,
});

const lostIn = async (root: string, more: Partial<ReadingInput> = {}): Promise<string[]> => {
  const { schema } = await read(inputFor(root, more), createReadingMemory());
  assert.equal(schema.provenance.source, more.live ? 'live' : 'static');
  return schema.problems
    .filter(({ code }) => code === 'relation_target_missing')
    .map(({ message, file, line, severity }) => `${severity} ${file}:${line} ${message}`);
};

const answer = (root: string): Partial<ReadingInput> => ({
  live: { readAt: new Date().toISOString(), output: runProbe(root) },
});

/** Fields of which the command `check` says that they point at no model. */
const toldByDjango = (root: string): string[] => {
  const { stderr } = runPython(['manage.py', 'check'], { cwd: root });
  return [...new Set([...stderr.matchAll(/^(\S+): \(fields\.E3(?:00|31)\)/gm)].map(([, field]) => field ?? ''))].sort();
};

const lost = `
class Base(models.Model):
    class Meta:
        abstract = True

class Person(models.Model):
    home = models.ForeignKey("House", models.CASCADE)
    work = models.ForeignKey("office.Desk", models.CASCADE)
    base = models.ForeignKey("core.Base", models.CASCADE)
    friends = models.ManyToManyField("self", through="Friendship")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    peer = models.OneToOneField("core.PERSON", models.CASCADE)
    groups = models.ManyToManyField("auth.Group")
`;

test('a relation to a model that does not exist is an error, in the text as in the running project, as Django’s check has it', async (context) => {
  const root = writeProject(context, files(lost));
  const expected = [
    'error core/models.py:9 core.Person.home points at core.House, which does not exist: Django’s checks fail until that is mended.',
    'error core/models.py:10 core.Person.work points at office.Desk, which does not exist: Django’s checks fail until that is mended.',
    'error core/models.py:11 core.Person.base points at core.Base, which is abstract: Django’s checks fail until that is mended.',
    'error core/models.py:12 core.Person.friends points at core.Friendship, which does not exist: Django’s checks fail until that is mended.',
  ].map((message) => message.replace('’', "'"));
  assert.deepEqual(await lostIn(root), expected);
  assert.deepEqual(await lostIn(root, answer(root)), expected);
  assert.deepEqual(toldByDjango(root), [
    'core.Person.base',
    'core.Person.friends',
    'core.Person.home',
    'core.Person.work',
  ]);
});

test('what many models have from one base is said once', async (context) => {
  const models = ['One', 'Two', 'Three'].map((name) => `class ${name}(Base):\n    pass\n`).join('\n');
  const base = `
class Base(models.Model):
    of = models.ForeignKey("core.House", models.CASCADE, related_name="+")
    class Meta:
        abstract = True
`;
  const root = writeProject(context, files(base + models));
  const [said, ...others] = await lostIn(root);
  assert.match(
    said ?? '',
    /core\/models\.py:5 core\.One\.of points at core\.House, .* The same of core\.Two\.of, core\.Three\.of\.$/,
  );
  assert.deepEqual(others, []);
});

const silent = (title: string, project: Record<string, string>, more: Partial<ReadingInput> = {}): void => {
  test(`nothing is said to be missing ${title}`, async (context: TestContext) => {
    assert.deepEqual(await lostIn(writeProject(context, project), more), []);
  });
};

const missing = 'class Person(models.Model):\n    home = models.ForeignKey("House", models.CASCADE)\n';

silent('where the packages are not known', files(lost), { sitePackages: [] });
silent(
  'of an app that a package may have',
  files(missing.replace('House', 'shop.House'), plainSettings(['core', 'shop'])),
);
silent('where a file could not be read to its end', {
  ...files(missing),
  'core/more.py': 'class House(\n',
  'core/__init__.py': '',
  'core/apps.py': 'from . import more\n',
});
silent(
  'where the settings do not tell every app',
  files(
    missing.replace('House', 'shop.House'),
    plainSettings(['core'], 'INSTALLED_APPS += open("/apps").read().split()'),
  ),
);
silent(
  'where a model is made by a name that nobody can tell',
  files(`import os
${missing}
Made = type(os.environ.get("NAME"), (models.Model,), {"__module__": __name__})
`),
);
silent(
  'where a package that is not at hand may make it',
  files(`from away import makes_a_house
${missing}
makes_a_house(Person)
`),
);
