/** One problem for what has one cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import { inputFor, plainSettings, writeProject } from '../throwaway.ts';

test('conditions of a file that cannot be told are one problem, with the line of the first and those of the others', async (context) => {
  const condition = (name: string): string =>
    `if "${name}" == socket.gethostname():\n    INSTALLED_APPS += ["${name}"]\n`;
  const settings = (more: string): string => plainSettings(['core'], `import socket\n${more}`);
  const told = async (more: string): Promise<string[]> => {
    const root = writeProject(context, { 'proj/settings.py': settings(more), 'core/__init__.py': '' });
    const { schema } = await read(inputFor(root), createReadingMemory());
    return schema.problems
      .filter(({ code }) => code === 'settings_not_evaluated')
      .map(({ message, line }) => `${line}: ${message}`);
  };
  const said = 'Could not tell whether a condition holds; both sides were read.';
  assert.deepEqual(await told(condition('a')), [`8: ${said}`]);
  assert.deepEqual(await told(condition('a') + condition('b')), [`8: ${said} The same in line 10.`]);
  assert.deepEqual(await told('abcdefghijkl'.replaceAll(/./g, condition)), [
    `8: ${said} The same in lines 10, 12, 14, 16, 18, 20, 22, 24 and 3 more.`,
  ]);
});

test('models whose base is not at hand are one problem for each such base, which names them', async (context) => {
  const model = (name: string, base: string): string => `class ${name}(${base}):\n    size = models.IntegerField()\n`;
  const pages = ['Home', 'Blog', 'Shop'].map((name) => model(name, 'Page')).join('');
  const imports = 'from django.db import models\nfrom gone.models import Page\nfrom away.models import Tag\n';
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `${imports}${pages}${model('Label', 'Tag')}`,
  });
  const { schema } = await read(inputFor(root), createReadingMemory());
  const said = (base: string): string =>
    `is taken for a model, but its base ${base} could not be read: inherited fields are missing.`;
  assert.deepEqual(
    schema.problems.filter(({ code }) => code === 'unknown_base').map(({ line, message }) => `${line}: ${message}`),
    [
      `4: core.models.Home ${said('gone.models.Page')} The same of core.models.Blog, core.models.Shop.`,
      `10: core.models.Label ${said('away.models.Tag')}`,
    ],
  );
});
