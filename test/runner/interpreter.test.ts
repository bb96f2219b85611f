/** The interpreter of a workspace, found by reading. No file that is looked at here is ever run. */
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findInterpreter } from '../../src/runner/interpreter/find.ts';
import { findSiblings } from '../../src/runner/interpreter/siblings.ts';
import { found, makeConda, makeInstallation, makeVenv, problem, setUp, write } from './environments.ts';
import { makeFolder, until } from './workbench.ts';

test('a virtual environment in the project is found under each of its usual names', async (t) => {
  for (const name of ['.venv', 'venv', 'env']) {
    const { home, base, workspace } = setUp(t);
    const packages = makeVenv(path.join(workspace, name), base);
    assert.deepEqual(await found(workspace, home), {
      path: path.join(workspace, name, 'bin/python'),
      origin: 'workspace',
      pythonVersion: '3.12.4',
      djangoVersion: '5.2.1',
      prefix: path.join(workspace, name),
      basePrefix: base,
      sitePackages: [packages],
    });
  }
});

test('the forms of uv and virtualenv, and an environment of the folder above, are found', async (t) => {
  const { home, base, workspace } = setUp(t);
  const uv = path.join(workspace, '.venv');
  makeVenv(uv, base);
  write(
    path.join(uv, 'pyvenv.cfg'),
    `home = ${base}/bin\nimplementation = CPython\nuv = 0.5.1\nversion_info = 3.12.4.final.0\n`,
  );
  assert.equal((await found(workspace, home)).pythonVersion, '3.12.4');
  rmSync(uv, { recursive: true });
  const above = path.join(home, 'code');
  makeVenv(path.join(above, '.venv'), base);
  write(path.join(above, 'pyproject.toml'), '[project]');
  assert.equal((await found(workspace, home)).path, path.join(above, '.venv/bin/python'));
});

test('the environment that is active where the service is started is for projects without one, if it has Django', async (t) => {
  const { home, base, workspace } = setUp(t);
  const active = path.join(home, 'envs/active');
  const packages = makeVenv(active, base);
  const look = async (defaultPython: string | null = null) =>
    findInterpreter(workspace, null, home, { defaultPython, active });
  const prefixOf = (finding: Awaited<ReturnType<typeof look>>) => 'found' in finding && finding.found.prefix;
  assert.equal(prefixOf(await look()), active);
  makeVenv(path.join(home, 'envs/default'), base);
  assert.equal(prefixOf(await look(path.join(home, 'envs/default'))), path.join(home, 'envs/default'));
  rmSync(path.join(packages, 'django'), { recursive: true });
  assert.notEqual(prefixOf(await look()), active);
  makeVenv(path.join(workspace, '.venv'), base);
  assert.equal(prefixOf(await look()), path.join(workspace, '.venv'));
});

test('an environment of conda is chosen by its folder', async (t) => {
  const { home, workspace } = setUp(t);
  const prefix = makeConda(path.join(home, 'somewhere/shop'));
  const interpreter = await found(workspace, home, prefix);
  assert.deepEqual([interpreter.prefix, interpreter.djangoVersion], [prefix, '5.2']);
});

test('.python-version leads to a version of pyenv that has Django', async (t) => {
  const { home, base, workspace } = setUp(t);
  write(path.join(workspace, '.python-version'), '3.12\n');
  const packages = path.join(base, 'lib/python3.12/site-packages');
  write(path.join(packages, 'django/__init__.py'), "VERSION = (6, 0, 0, 'beta', 1)\n");
  const interpreter = await found(workspace, home);
  assert.equal(interpreter.prefix, base);
  assert.equal(interpreter.djangoVersion, '6.0b1');
  assert.equal(interpreter.pythonVersion, '3.12.4');
  write(path.join(workspace, '.python-version'), '../../../etc\n');
  assert.notEqual(
    await findInterpreter(workspace, null, home).then((it) => ('found' in it ? it.found.prefix : '')),
    base,
  );
});

const systemHasDjango = existsSync('/usr/lib/python3/dist-packages/django/__init__.py');
const skip = systemHasDjango ? false : 'the Python of this system has no Django';
test('the system Python with its Django is found when the project has none', { skip }, async (t) => {
  const { home, workspace } = setUp(t);
  const interpreter = await found(workspace, home);
  assert.equal(interpreter.path, '/usr/bin/python3');
  assert.equal(interpreter.origin, 'system');
  assert.match(interpreter.djangoVersion ?? '', /^\d+\.\d+/);
  assert.ok(interpreter.sitePackages.includes('/usr/lib/python3/dist-packages'));
});

test('a machine without any Python is told apart from one whose Python has no Django, and one whose Python is damaged', async (t) => {
  const { home, workspace } = setUp(t);
  const system = makeFolder(t);
  const ask = async (): Promise<string> => {
    const systemPythons = [path.join(system, 'local/bin/python3'), path.join(system, 'bin/python3')];
    const finding = await findInterpreter(workspace, null, home, { systemPythons });
    return 'problem' in finding ? finding.problem : '';
  };
  const none = await ask();
  assert.match(
    none,
    /no virtual environment in the project, and there is no Python on this system\. Install Python 3\. Make one: python3/,
  );
  makeInstallation(system);
  assert.match(
    await ask(),
    /in the project, and the Python of the system \(.*\/bin\/python3\) has no Django\. Make one: python3/,
  );
  rmSync(path.join(system, 'lib'), { recursive: true });
  assert.match(await ask(), /and the Python of the system cannot be used: .*\/bin\/python3 has no standard library/);
});

test('the default Python of the service is for projects without an environment of their own', async (t) => {
  const { home, base, workspace } = setUp(t);
  const shared = path.join(home, 'envs/shared');
  makeVenv(shared, base);
  const withDefault = (file: string) => findInterpreter(workspace, null, home, { defaultPython: file });
  for (const file of [shared, path.join(shared, 'bin/python')]) {
    const finding = await withDefault(file);
    assert.ok('found' in finding);
    assert.equal(finding.found.path, path.join(shared, 'bin/python'));
    assert.equal(finding.found.origin, 'system');
  }
  const wrong = await withDefault('/nowhere/python');
  assert.ok('problem' in wrong);
  assert.match(wrong.problem, /that default-python names \(\/nowhere\/python\) cannot be used: .*does not exist/);
  makeVenv(path.join(workspace, '.venv'), base);
  const own = await withDefault(shared);
  assert.ok('found' in own);
  assert.equal(own.found.path, path.join(workspace, '.venv/bin/python'));
});

test('one chosen by hand wins, as a file or as the folder of an environment', async (t) => {
  const { home, base, workspace } = setUp(t);
  const elsewhere = path.join(home, 'envs/site');
  makeVenv(elsewhere, base);
  for (const override of [elsewhere, path.join(elsewhere, 'bin/python')]) {
    const interpreter = await found(workspace, home, override);
    assert.equal(interpreter.path, path.join(elsewhere, 'bin/python'));
    assert.equal(interpreter.origin, 'override');
  }
  assert.equal((await found(workspace, home, path.join(base, 'bin/python3'))).basePrefix, base);
  assert.match(await problem(workspace, home, '/nowhere/python'), /does not exist/);
  const shim = path.join(home, 'shim');
  write(shim, '#!/bin/bash\n');
  chmodSync(shim, 0o755);
  assert.match(await problem(workspace, home, shim), /is a script \(a pyenv shim\?\)/);
});

test('code beside a workspace is of its repository only where that lies below the home folder or elsewhere, two folders above at most', async (t) => {
  const { home, base, workspace } = setUp(t);
  const libs = path.join(home, 'code/libs');
  mkdirSync(libs);
  const seen = () => findSiblings(workspace, [libs, '../libs', '/etc', '..', '.'], home);
  assert.deepEqual(await seen(), []);
  mkdirSync(path.join(home, '.git'));
  assert.deepEqual(await seen(), [], 'the home folder is no repository of a project');
  write(path.join(home, 'code/.git'), 'gitdir: elsewhere');
  assert.deepEqual(await seen(), [libs]);
  const around = path.join(home, 'code/.venv');
  makeVenv(around, base);
  assert.equal((await found(workspace, home)).prefix, around);
  chmodSync(path.join(home, 'code'), 0o1777);
  assert.deepEqual(await seen(), [], 'anybody may have made it where all may write, as in /tmp');
  assert.doesNotMatch(JSON.stringify(await findInterpreter(workspace, null, home)), /code\/\.venv/);
  const deep = path.join(workspace, 'a/b/c');
  mkdirSync(deep, { recursive: true });
  assert.deepEqual(await findSiblings(deep, [libs], home), []);
});

test('a program beside a Python is no Python', async (t) => {
  const { home, base, workspace } = setUp(t);
  const environment = path.join(workspace, '.venv');
  makeVenv(environment, base);
  symlinkSync('/bin/sh', path.join(home, 'python3'));
  for (const folder of [base, environment]) copyFileSync('/usr/bin/true', path.join(folder, 'bin/tool'));
  for (const file of [
    '/bin/sh',
    path.join(base, 'bin/tool'),
    path.join(home, 'python3'),
    path.join(environment, 'bin/tool'),
  ]) {
    assert.match(
      await problem(workspace, home, file),
      /^The interpreter chosen for this workspace \(\S+\) cannot be used: \S+ is not named like a Python/,
    );
  }
  assert.match(await problem(workspace, home, path.join(environment, 'bin/nothing')), /nothing does not exist/);
  assert.match(await problem(workspace, home, makeInstallation(home)), /does not belong to a Python/);
  symlinkSync('/bin/sh', path.join(environment, 'bin/sh'));
  rmSync(path.join(environment, 'bin/python'));
  symlinkSync('sh', path.join(environment, 'bin/python'));
  assert.match(await problem(workspace, home), /The Python of \S+ cannot be run: \S+ is not named like a Python/);
});

test('a Python is known under the names that Pythons have', async (t) => {
  const { home, base, workspace } = setUp(t);
  for (const name of [
    'python',
    'python3',
    'python3.13t',
    'python3.12-dbg',
    'pypy3',
    'pypy3.10',
    'graalpy',
    'platform-python3.6',
  ]) {
    const file = path.join(base, 'bin', name);
    rmSync(file, { force: true });
    copyFileSync('/usr/bin/true', file);
    write(path.join(base, 'lib/python3.13t/os.py'), '');
    assert.equal((await found(workspace, home, file)).path, file);
  }
  symlinkSync('python3.12', path.join(base, 'bin/my-own'));
  assert.equal((await found(workspace, home, path.join(base, 'bin/my-own'))).basePrefix, base, 'a link has any name');
});

test('an environment whose Python is gone says how to make it again', async (t) => {
  const { home, base, workspace } = setUp(t);
  makeVenv(path.join(workspace, '.venv'), base);
  rmSync(base, { recursive: true });
  assert.match(await problem(workspace, home), /its Python is gone\. Make it again, for example: python3 -m venv/);
});

test('an environment that came with a project cannot have other folders shown', async (t) => {
  const { home, base, workspace } = setUp(t);
  const packages = makeVenv(path.join(workspace, '.venv'), base);
  const secrets = path.join(home, '.ssh');
  const library = path.join(home, 'code/library/src');
  const mapped = path.join(home, 'code/library/mapped');
  const data = path.join(home, 'documents/of/today');
  for (const folder of [secrets, library, mapped, data]) mkdirSync(folder, { recursive: true });
  // What looks like a checkout is none where it is hidden, or holds the home folder or the workspace.
  for (const folder of ['code/library', '.ssh', '', 'code']) write(path.join(home, folder, 'pyproject.toml'), '');
  write(
    path.join(packages, 'evil.pth'),
    `${secrets}\n${home}\n${home}/code\n/\n/etc\n${data}\nimport os; os.system("touch pwned")\n`,
  );
  write(path.join(packages, '__editable__.library.pth'), `${library}\n`);
  write(
    path.join(packages, '__editable___other_finder.py'),
    `MAPPING: dict[str, str] = {'other': '${library}/other'}\n`,
  );
  write(
    path.join(packages, '_third.py'),
    `F.map_module('third', '${mapped}/third/__init__.py')\nF.map_module('evil', '${secrets}/evil.py')\n`,
  );
  mkdirSync(path.join(workspace, 'apps'));
  write(path.join(packages, 'own.pth'), '../../../../apps\n');
  const { sitePackages } = await found(workspace, home);
  assert.deepEqual(sitePackages.sort(), [packages, library, mapped, path.join(workspace, 'apps')].sort());
  write(path.join(workspace, '.venv/pyvenv.cfg'), `home = ${secrets}/bin\n`);
  assert.equal((await found(workspace, home)).basePrefix, base, 'what is no Python installation is no base');
});

test('packages of another environment that a `.pth` file names are seen, also where that is hidden', async (t) => {
  const { home, base, workspace } = setUp(t);
  const packages = makeVenv(path.join(workspace, '.venv'), base);
  const shared = makeVenv(path.join(home, '.virtualenvs/shared'), base);
  rmSync(path.join(packages, 'django'), { recursive: true });
  write(path.join(packages, 'shared.pth'), `${shared}\n`);
  const interpreter = await found(workspace, home);
  assert.deepEqual(interpreter.sitePackages, [packages, shared]);
  assert.equal(interpreter.djangoVersion, '5.2.1');
});

test('an environment that names millions of folders, or is made to be searched for ever, is found in seconds', async (t) => {
  const { home, base, workspace } = setUp(t);
  const packages = makeVenv(path.join(workspace, '.venv'), base);
  mkdirSync(path.join(packages, 'own'));
  write(path.join(packages, '_a.pth'), 'own\n');
  for (let file = 0; file < 40; file += 1) write(path.join(packages, `many-${file}.pth`), 'a\n'.repeat(131_072));
  for (let file = 0; file < 4; file += 1)
    write(
      path.join(packages, `__editable___${file}_finder.py`),
      ['MAPPING\n', 'MAPPING={\n'][file % 2]?.repeat(26_000) ?? '',
    );
  const start = performance.now();
  assert.deepEqual((await found(workspace, home)).sitePackages, [packages, path.join(packages, 'own')]);
  assert.ok(performance.now() - start < 20_000, `${performance.now() - start} ms`);
});

test('what is installed into an environment that was known for long is seen at once', async (t) => {
  const { home, base, workspace } = setUp(t);
  const packages = makeVenv(path.join(workspace, '.venv'), base);
  // Names are only remembered of a folder that has been left alone for a while.
  await until(() => Date.now() - statSync(packages).ctimeMs > 2100, 'the folder to be old');
  assert.deepEqual((await found(workspace, home)).sitePackages, [packages]);
  mkdirSync(path.join(workspace, 'apps'));
  write(path.join(packages, 'own.pth'), '../../../../apps\n');
  assert.deepEqual((await found(workspace, home)).sitePackages, [packages, path.join(workspace, 'apps')]);
  rmSync(path.join(packages, 'own.pth'));
  assert.deepEqual((await found(workspace, home)).sitePackages, [packages]);
});

test('a folder that an environment puts on the path comes before the packages of the system', async (t) => {
  const { home, base, workspace } = setUp(t);
  const packages = makeVenv(path.join(workspace, '.venv'), base, 'include-system-site-packages = true\n');
  const [apps, system] = [path.join(workspace, 'apps'), path.join(base, 'lib/python3.12/site-packages')];
  for (const folder of [apps, system]) mkdirSync(folder, { recursive: true });
  write(path.join(packages, 'own.pth'), '../../../../apps\n');
  assert.deepEqual((await found(workspace, home)).sitePackages, [packages, apps, system]);
});
