import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readModule } from '../../../src/python/index.ts';
import { askPython } from '../../warm-python.ts';
import { statementForm } from './cpython-form.ts';

const script = join(import.meta.dirname, 'cpython_syntax.py');

const packageFolder = (name: string): string => askPython(['-c', `import ${name}; print(${name}.__path__[0])`]).trim();

const pythonFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => join(folder, name));

const compareAll = (files: readonly string[]): void => {
  const output = askPython([script], { input: files.join('\n') });
  const lines = output.split('\n').filter((line) => line !== '');
  assert.equal(lines.length, files.length);
  for (const line of lines) {
    const [path, theirs, problem] = JSON.parse(line) as [string, unknown, string | null];
    assert.equal(problem, null, `${path} is not readable by CPython itself`);
    const { statements, problems } = readModule(readFileSync(path, 'utf8'));
    assert.deepEqual(problems, [], path);
    assert.ok(
      JSON.stringify(statements.map(statementForm)) === JSON.stringify(theirs),
      `${path} is read otherwise than CPython reads it`,
    );
  }
};

test('every statement and expression of Django is read as CPython reads it, function bodies too', () => {
  const files = [...pythonFiles(packageFolder('django.contrib')), ...pythonFiles(packageFolder('django.db'))];
  assert.ok(files.length > 300, `only ${files.length} files`);
  compareAll(files);
});

test('the unusual corners of the standard library are read as CPython reads them', () => {
  const library = askPython(['-c', 'import os; print(os.__file__)']).trim();
  const names = [
    'asyncio',
    'collections',
    'dataclasses.py',
    'enum.py',
    'typing.py',
    'inspect.py',
    'ast.py',
    'tarfile.py',
    'random.py',
  ];
  const files = names.flatMap((name) => {
    const path = join(library, '..', name);
    return name.endsWith('.py') ? [path] : pythonFiles(path);
  });
  compareAll(files);
});
