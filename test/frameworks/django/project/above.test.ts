/** `repo/backend/manage.py`: what tells versions lies above the workspace, in the same repository. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { look } from '../../../../src/frameworks/django/read.ts';
import { inputFor, manage } from '../throwaway.ts';

/** A folder with these files; a name with a final `/` is a folder. */
const write = (context: TestContext, files: Record<string, string>): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(path.endsWith('/') ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(root, path), text);
  }
  return root;
};

const backend = { 'backend/manage.py': manage(), 'backend/proj/settings.py': 'INSTALLED_APPS = []\n' };

const factsOf = (root: string, workspace = 'backend') =>
  look(inputFor(join(root, workspace), { sitePackages: [] })).project;

const versionOf = (root: string, workspace?: string): (string | null)[] => {
  const { django_version, django_version_source } = factsOf(root, workspace);
  return [django_version, django_version_source];
};

test('lock files and requirements above the workspace tell versions where they lie in its repository', (context) => {
  const locked = write(context, {
    ...backend,
    '.git/HEAD': '',
    'uv.lock': 'requires-python = ">=3.12"\n[[package]]\nname = "django"\nversion = "5.1.2"\n',
  });
  assert.deepEqual(versionOf(locked), ['5.1.2', '../uv.lock']);
  assert.equal(factsOf(locked).python_version, '>=3.12');
  // A submodule has a file of that name.
  const required = write(context, { ...backend, '.git': 'gitdir: x', 'requirements/base.txt': 'Django==4.2.7\n' });
  assert.deepEqual(versionOf(required), ['4.2.7', '../requirements/base.txt']);
  const deep = { 'src/backend/manage.py': manage(), 'src/backend/proj/settings.py': 'INSTALLED_APPS = []\n' };
  const further = write(context, { ...deep, '.git/HEAD': '', 'pyproject.toml': 'dependencies = ["Django~=5.0.1"]\n' });
  assert.deepEqual(versionOf(further, 'src/backend'), ['5.0.1', '../../pyproject.toml']);
});

test('what the workspace itself says comes first, then what lies nearest', (context) => {
  const root = write(context, {
    'src/backend/manage.py': manage(),
    'src/backend/requirements.txt': 'Django==5.2.1\n',
    'src/other/manage.py': manage(),
    'src/requirements.txt': 'Django==4.2.1\n',
    '.git/HEAD': '',
    'requirements.txt': 'Django==3.2.1\n',
  });
  assert.deepEqual(versionOf(root, 'src/backend'), ['5.2.1', 'requirements.txt']);
  assert.deepEqual(versionOf(root, 'src/other'), ['4.2.1', '../requirements.txt']);
});

test('nothing above the workspace is read without a repository, beyond it, or through a link that leads out of it', (context) => {
  const versions = { 'requirements.txt': 'Django==4.2.7\n' };
  assert.deepEqual(versionOf(write(context, { ...backend, ...versions })), [null, null]);
  const own = write(context, { ...backend, ...versions, '.git/HEAD': '', 'backend/.git/HEAD': '' });
  assert.deepEqual(versionOf(own), [null, null]);
  const inner = write(context, {
    'repo/backend/manage.py': manage(),
    'repo/.git/HEAD': '',
    '.git/HEAD': '',
    ...versions,
  });
  assert.deepEqual(versionOf(inner, 'repo/backend'), [null, null]);
  const far = write(context, { 'a/b/c/manage.py': manage(), '.git/HEAD': '', ...versions });
  assert.deepEqual(versionOf(far, 'a/b/c'), [null, null]);
  const outside = write(context, versions);
  const linked = write(context, { ...backend, '.git/HEAD': '' });
  symlinkSync(join(outside, 'requirements.txt'), join(linked, 'requirements.txt'));
  assert.deepEqual(versionOf(linked), [null, null]);
});

test('a repository of the home folder is nobody’s project', (context) => {
  const home = write(context, { ...backend, '.git/HEAD': '', 'requirements.txt': 'Django==4.2.7\n' });
  const { HOME } = process.env;
  context.after(() => {
    if (HOME === undefined) delete process.env.HOME;
    else process.env.HOME = HOME;
  });
  process.env.HOME = home;
  assert.deepEqual(versionOf(home), [null, null]);
});
