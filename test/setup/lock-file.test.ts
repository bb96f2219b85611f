/** The lock file as npm itself judges it. */
import { execFile } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../service.ts';

const root = join(import.meta.dirname, '../..');

// A registry that lacks the builds of other systems makes npm leave them out of the lock file, and `npm ci` then refuses it everywhere.
test('npm ci takes the lock file, which names the builds of every system', async (t) => {
  const cwd = makeFolder();
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(cwd, name));
  const cache = join(cwd, 'cache');
  await promisify(execFile)('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--cache', cache], { cwd });
});
