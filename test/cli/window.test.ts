/** With what a window is opened: never with a program of the project that one happens to stand in. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findAppBrowser, openWindow } from '../../src/cli/window.ts';
import { makeFolder, until } from '../service.ts';

const makeProgram = (folder: string, name: string, trace: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\npwd > "${trace}-new"; mv "${trace}-new" "${trace}"\n`);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
};

test('a browser is looked for where PATH names a whole path, not in the folder that one stands in', {
  skip: process.platform !== 'linux' && 'browsers of other systems are not looked for in PATH',
}, async (t) => {
  const folder = makeFolder();
  const here = process.cwd();
  t.after(() => {
    process.chdir(here);
    rmSync(folder, { recursive: true, force: true });
  });
  const trace = join(folder, 'trace');
  const project = join(folder, 'project');
  for (const place of ['', 'bin', 'node_modules/.bin'])
    for (const name of ['chromium', 'xdg-open']) makeProgram(join(project, place), name, trace);
  process.chdir(project);
  const machine = { platform: 'linux', hasDisplay: true, searchPath: '.::bin:./node_modules/.bin:../project/bin' };
  assert.equal(findAppBrowser(machine), undefined);
  await openWindow('http://inspector.localhost/', join(folder, 'window'), machine);
  const own = makeProgram(join(realpathSync(folder), 'own'), 'chromium', `${trace}-own`);
  const further = { ...machine, searchPath: `${machine.searchPath}:${join(folder, 'own')}` };
  assert.equal(findAppBrowser(further), own);
  await openWindow('http://inspector.localhost/', join(folder, 'window'), further);
  await until(
    () => existsSync(`${trace}-own`),
    (isThere) => isThere,
    'the right one was started',
  );
  assert.deepEqual([existsSync(trace), readFileSync(`${trace}-own`, 'utf8')], [false, '/\n']);
});
