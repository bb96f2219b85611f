/** Which folders become the data folder, and which are left as they are. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { folder, inspector } from './rig.ts';

describe('the data folder', () => {
  test('a data folder that is a file is told so', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const { code, err } = await inspector(['list'], file);
    assert.equal(code, 69);
    assert.match(err, /^The data folder .*no-folder cannot be used: it is not a folder\. Choose another/);
  });

  test('no data folder is made inside a project, whatever the command', async () => {
    const project = join(folder, 'touched-by-nobody');
    mkdirSync(join(project, 'app'), { recursive: true });
    writeFileSync(join(project, 'manage.py'), '# a project');
    symlinkSync(join(project, 'app'), join(folder, 'way-in'));
    for (const [place, ...args] of [
      [join(project, 'data'), project],
      [join(project, 'app/deep/data'), 'add', project],
      [project, 'list'],
      [join(folder, 'way-in/data'), 'users'],
    ] as const) {
      const { code, err } = await inspector([...args], place);
      assert.equal(code, 69, err);
      assert.match(err, /^The data folder .* would lie in the project .*, where nothing is written\. Choose another/);
    }
    assert.deepEqual(readdirSync(project, { recursive: true }).sort(), ['app', 'manage.py']);
  });

  test('a folder that holds something else does not become the data folder: nothing in it is touched', async () => {
    const documents = join(folder, 'documents');
    mkdirSync(join(documents, 'reading'), { recursive: true, mode: 0o755 });
    writeFileSync(join(documents, 'reading/thesis.txt'), 'years of work');
    const { code, err } = await inspector(['list'], documents);
    assert.equal(code, 69, err);
    assert.match(err, /^The folder .*documents holds something else already \(reading\).* Choose a new one/);
    assert.deepEqual(readdirSync(documents, { recursive: true }).sort(), ['reading', 'reading/thesis.txt']);
    assert.equal(statSync(documents).mode & 0o777, 0o755);
    const prepared = join(folder, 'prepared');
    mkdirSync(prepared);
    for (const name of ['config.json', '.DS_Store']) writeFileSync(join(prepared, name), '{}');
    assert.equal((await inspector(['list'], prepared)).code, 0, 'settings may be there before');
    rmSync(join(prepared, 'inspector.sqlite3'));
    writeFileSync(join(prepared, 'moved-away.sqlite3'), 'damaged');
    assert.equal((await inspector(['list'], prepared)).code, 0, 'it is ours, also without its store');
  });

  test('a folder that cannot be made is no data folder, and that is said at once', async () => {
    for (const place of ['/proc/inspector-data', '/proc/inspector/data', '/dev/null/data']) {
      const result = await inspector(['list'], place);
      assert.equal(result.code, 69, result.err);
      assert.match(result.err, new RegExp(`${place}.* cannot be used: `));
      assert.doesNotMatch(result.err, /\n\s+at /);
    }
  });
});
