/** What a problem says to type is typed: nothing of a project's own names may mean something to a shell. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { findInterpreter } from '../../src/runner/interpreter/find.ts';
import { makeFolder } from './workbench.ts';

test('a command that a problem names can be pasted, whatever the folder of the project is called', async (t) => {
  const home = makeFolder(t);
  for (const name of ['plain', 'my shop', "o'brien; exit 3", '$(exit 4)', '`exit 5`"']) {
    const folder = path.join(home, name, '.venv');
    mkdirSync(path.join(folder, 'bin'), { recursive: true });
    writeFileSync(path.join(home, name, 'manage.py'), '');
    writeFileSync(path.join(folder, 'pyvenv.cfg'), `home = ${home}/gone/bin\nversion = 3.12.4\n`);
    symlinkSync(path.join(home, 'gone/bin/python3'), path.join(folder, 'bin/python'));
    const finding = await findInterpreter(path.join(home, name), null, home);
    const command = 'problem' in finding ? /for example: (python3 .*) && /.exec(finding.problem)?.[1] : undefined;
    assert.ok(command, JSON.stringify(finding));
    const words = execFileSync('sh', ['-c', `python3() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' });
    assert.deepEqual(words.trimEnd().split('\n'), ['-m', 'venv', folder]);
  }
});
