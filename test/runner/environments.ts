/** Environments and installations of Python as tools make them, below a home folder of the test, and what is found of them. */
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { findInterpreter } from '../../src/runner/interpreter/find.ts';
import type { FoundInterpreter } from '../../src/runner/runner.ts';
import { makeFolder } from './workbench.ts';

export const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** A Python installation as pyenv makes one: enough of it to be recognised. */
export const makeInstallation = (prefix: string): string => {
  write(path.join(prefix, 'lib/python3.12/os.py'), '# the standard library');
  mkdirSync(path.join(prefix, 'bin'), { recursive: true });
  const python = path.join(prefix, 'bin/python3.12');
  copyFileSync('/usr/bin/true', python);
  chmodSync(python, 0o755);
  symlinkSync('python3.12', path.join(prefix, 'bin/python3'));
  return python;
};

export const makeVenv = (folder: string, base: string, config = ''): string => {
  write(path.join(folder, 'pyvenv.cfg'), `home = ${base}/bin\nversion = 3.12.4\n${config}`);
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  symlinkSync(path.join(base, 'bin/python3.12'), path.join(folder, 'bin/python'));
  const packages = path.join(folder, 'lib/python3.12/site-packages');
  write(path.join(packages, 'django/__init__.py'), "VERSION = (5, 2, 1, 'final', 0)\n");
  return packages;
};

export const setUp = (t: TestContext) => {
  const home = makeFolder(t);
  const base = path.join(home, '.pyenv/versions/3.12.4');
  makeInstallation(base);
  const workspace = path.join(home, 'code/site');
  write(path.join(workspace, 'manage.py'), '');
  return { home, base, workspace };
};

export const found = async (
  workspace: string,
  home: string,
  override: string | null = null,
): Promise<FoundInterpreter> => {
  const finding = await findInterpreter(workspace, override, home);
  assert.ok('found' in finding, 'problem' in finding ? finding.problem : '');
  return finding.found;
};
export const problem = async (workspace: string, home: string, override: string | null = null): Promise<string> => {
  const finding = await findInterpreter(workspace, override, home);
  assert.ok('problem' in finding, JSON.stringify(finding));
  return finding.problem;
};

export const makeConda = (prefix: string): string => {
  symlinkSync(makeInstallation(prefix), path.join(prefix, 'bin/python'));
  write(path.join(prefix, 'conda-meta/history'), '');
  write(path.join(prefix, 'lib/python3.12/site-packages/django/__init__.py'), "VERSION = (5, 2, 0, 'final', 0)\n");
  return prefix;
};
