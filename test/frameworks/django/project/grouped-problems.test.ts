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
