/** Environments that tools make for a project, beside the usual ones: where each keeps them, and which of them counts. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import test from 'node:test';
import { findInterpreter } from '../../src/runner/interpreter/find.ts';
import { found, makeConda, makeVenv, setUp, write } from './environments.ts';

test('an environment that Poetry, Pipenv or virtualenvwrapper keeps for the project is found', async (t) => {
  const { home, base, workspace } = setUp(t);
  const hash = createHash('sha256').update(workspace).digest('base64url').slice(0, 8);
  const poetry = path.join(home, '.cache/pypoetry/virtualenvs');
  makeVenv(path.join(poetry, `my-shop-${hash}-py3.9`), base);
  makeVenv(path.join(poetry, `my-shop-${hash}-py3.12`), base);
  makeVenv(path.join(poetry, 'my-shop-AAAAAAAA-py3.13'), base);
  assert.equal((await found(workspace, home)).prefix, path.join(poetry, `my-shop-${hash}-py3.12`), 'the newest');
  write(
    path.join(poetry, 'envs.toml'),
    `[my-shop-AAAAAAAA]\nminor = "3.13"\n\n[my-shop-${hash}]\nminor = "3.9"\npatch = "3.9.18"\n\n[z-BBBBBBBB]\nminor = "3.12"\n`,
  );
  assert.equal((await found(workspace, home)).prefix, path.join(poetry, `my-shop-${hash}-py3.9`), 'the chosen one');
  for (const kept of ['.virtualenvs/shop', '.local/share/virtualenvs/site-aB3_x-9z']) {
    makeVenv(path.join(home, kept), base);
    write(path.join(home, kept, '.project'), `${workspace}\n`);
    assert.equal((await found(workspace, home)).prefix, path.join(home, kept));
  }
  makeVenv(path.join(workspace, '.venv'), base);
  assert.equal((await found(workspace, home)).prefix, path.join(workspace, '.venv'), 'that of the project comes first');
});

test('a file .venv names the environment, by its path or by its name', async (t) => {
  const { home, base, workspace } = setUp(t);
  makeVenv(path.join(home, 'envs/shop'), base);
  makeVenv(path.join(home, '.virtualenvs/other'), base);
  for (const [text, prefix] of [
    [`${home}/envs/shop\n`, 'envs/shop'],
    ['../../envs/shop', 'envs/shop'],
    ['~/envs/shop', 'envs/shop'],
    ['other', '.virtualenvs/other'],
  ] as const) {
    write(path.join(workspace, '.venv'), text);
    assert.equal((await found(workspace, home)).prefix, path.join(home, prefix), text);
  }
  // No more than a link of that name could: a folder without a Python installation behind it is not shown to a run.
  write(path.join(home, '.ssh/id'), 'secret');
  write(path.join(workspace, '.venv'), `${home}/.ssh`);
  const finding = await findInterpreter(workspace, null, home);
  assert.ok(!('found' in finding) || finding.found.origin === 'system');
});

test('an environment that direnv or devenv made, or that PDM names, is found', async (t) => {
  const { home, base, workspace } = setUp(t);
  makeVenv(path.join(home, '.local/share/pdm/venvs/shop-1'), base);
  write(path.join(workspace, '.pdm-python'), `${home}/.local/share/pdm/venvs/shop-1/bin/python\n`);
  assert.equal((await found(workspace, home)).prefix, path.join(home, '.local/share/pdm/venvs/shop-1'));
  for (const name of ['.direnv/python-3.9', '.direnv/python-3.12', '.devenv/state/venv']) {
    makeVenv(path.join(workspace, name), base);
    assert.equal((await found(workspace, home)).prefix, path.join(workspace, name));
  }
});

test('an environment of hatch is found, whether it lies in the home folder or in the project, and none that hatch made for another use', async (t) => {
  const { home, base, workspace } = setUp(t);
  const storage = path.join(home, '.local/share/hatch/env/virtual');
  const hash = createHash('sha256').update(workspace).digest('base64url').slice(0, 8);
  for (const other of [`my-shop/${hash}/hatch-test`, 'my-shop/AAAAAAAA/my-shop'])
    makeVenv(path.join(storage, other), base);
  const finding = await findInterpreter(workspace, null, home);
  assert.ok(!('found' in finding) || finding.found.origin === 'system');
  makeVenv(path.join(storage, 'my-shop', hash, 'my-shop'), base);
  assert.equal((await found(workspace, home)).prefix, path.join(storage, 'my-shop', hash, 'my-shop'));
  for (const name of ['docs', 'my-shop']) makeVenv(path.join(workspace, '.hatch', name), base);
  write(path.join(workspace, 'pyproject.toml'), '[project]\nname = "My_Shop"\n');
  assert.equal((await found(workspace, home)).prefix, path.join(workspace, '.hatch/my-shop'));
});

test('an environment of conda is found in the project, and in the home folder by the name in environment.yml', async (t) => {
  const { home, workspace } = setUp(t);
  const expected: [string, string][] = [
    ['name: shop\ndependencies:\n  - django\n', makeConda(path.join(home, 'miniforge3/envs/shop'))],
    ['channels: [x]\nname: "far-away" # elsewhere\n', makeConda(path.join(home, 'elsewhere/far-away'))],
  ];
  write(path.join(home, '.conda/environments.txt'), `${home}/miniforge3\n${home}/elsewhere/far-away\n`);
  for (const [text, prefix] of expected) {
    write(path.join(workspace, 'environment.yml'), text);
    const interpreter = await found(workspace, home);
    assert.deepEqual([interpreter.prefix, interpreter.origin, interpreter.djangoVersion], [prefix, 'workspace', '5.2']);
  }
  write(path.join(workspace, 'environment.yml'), 'name: ../../elsewhere/far-away\n');
  assert.doesNotMatch(JSON.stringify(await findInterpreter(workspace, null, home)), /far-away/);
  for (const name of ['.pixi/envs/default', '.conda', 'env']) {
    const inside = makeConda(path.join(workspace, name));
    assert.equal((await found(workspace, home)).prefix, inside);
  }
});
