/** Pythons that lie outside the project: a run sees what it needs of them, and changes none of it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { djangoInterpreter } from '../../django-python.ts';
import { believesInModes, hashTree, makeFolder, makeRunner, runOnce } from '../workbench.ts';

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** What a Python needs to start, and its own modules beside that. */
const startsWith = /\.py$|^(?:__pycache__|encodings|importlib|collections|re)$/;

/** The tests' Python under another prefix, which a link elsewhere leads to, as pyenv and uv lay theirs out. */
const installInHome = (home: string) => {
  const { basePrefix, pythonVersion } = djangoInterpreter;
  const python = `python${/^\d+\.\d+/.exec(pythonVersion ?? '')?.[0]}`;
  const base = path.join(home, '.pyenv/versions/own');
  const copy = (name: string): void =>
    cpSync(path.join(basePrefix, name), path.join(base, name), { recursive: true, preserveTimestamps: true });
  copy(`bin/${python}`);
  for (const name of readdirSync(path.join(basePrefix, 'lib', python))) {
    if (startsWith.test(name)) copy(`lib/${python}/${name}`);
  }
  for (const name of readdirSync(path.join(basePrefix, 'lib'))) if (name.startsWith('libpython')) copy(`lib/${name}`);
  mkdirSync(path.join(base, 'lib', python, 'lib-dynload'));
  write(path.join(base, 'lib', python, 'only_here.py'), '');
  mkdirSync(path.join(home, '.local/bin'), { recursive: true });
  symlinkSync(path.join(base, 'bin', python), path.join(home, '.local/bin', python));
  return { base, python };
};

const makeVenv = (t: TestContext) => {
  const home = makeFolder(t);
  const { base, python } = installInHome(home);
  const project = path.join(home, 'code/shop');
  const venv = path.join(project, '.venv');
  write(path.join(venv, 'pyvenv.cfg'), `home = ${base}/bin\nversion = ${python.slice(6)}\n`);
  write(path.join(venv, `lib/${python}/site-packages/installed.py`), '');
  mkdirSync(path.join(venv, 'bin'));
  symlinkSync(path.join(home, '.local/bin', python), path.join(venv, 'bin/python'));
  return { home, base, python, project, venv };
};

/** Each line of Python as a try of its own, told in the output. */
const tries = (lines: readonly string[]): string =>
  `for line in ${JSON.stringify(lines)}:\n    try:\n        exec(line)\n        print("did", line)\n    except OSError:\n        print("failed", line)\n`;

test('S14 S07 an environment whose Python lies in the hidden home runs in the sandbox, and that Python stays as it is', async (t) => {
  const { home, base, python, project, venv } = makeVenv(t);
  const own = path.join(base, 'lib', python, 'only_here.py');
  const changes = [
    `open(${JSON.stringify(own)}, "a").write("pwned")`,
    `open(${JSON.stringify(`${own}.pth`)}, "w")`,
    `os.chmod(${JSON.stringify(path.join(base, 'bin', python))}, 0o777)`,
    `os.utime(${JSON.stringify(own)}, (1, 1))`,
    `os.setxattr(${JSON.stringify(own)}, "user.mark", b"1")`,
    `os.remove(${JSON.stringify(own)})`,
  ];
  write(
    path.join(project, 'manage.py'),
    `import os, installed, only_here\nprint(only_here.__file__)\n${tries(changes)}`,
  );
  const before = hashTree(home);
  const runner = makeRunner(t, { homeDir: home });
  const finding = await runner.findInterpreter(project, null);
  assert.ok('found' in finding, JSON.stringify(finding));
  assert.equal(finding.found.basePrefix, base);
  // The copy has forgotten where its library lies.
  const environment = { LD_LIBRARY_PATH: path.join(base, 'lib') };
  const end = await runOnce(runner, project, { interpreter: finding.found, environment });
  assert.equal(end.exitCode, 0, `${end.cause} ${end.text}`);
  const isMode = (line: string): boolean => believesInModes && /chmod|utime|setxattr/.test(line);
  assert.deepEqual(end.lines, [own, ...changes.map((line) => `${isMode(line) ? 'did' : 'failed'} ${line}`)]);
  assert.equal(end.sandbox.interpreter, path.join(venv, 'bin/python'));
  assert.equal(hashTree(home), before);
});
