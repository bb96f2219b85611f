/** What `inspector doctor` advises can be done as it is said. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { djangoPython } from '../django-python.ts';
import { makeProject } from '../service.ts';
import { folder, inspector } from './rig.ts';

const data = join(folder, 'advised');

describe('doctor', () => {
  test('says how to tell where a project is that was moved', async () => {
    const project = makeProject(folder, 'here');
    await inspector(['add', project], data);
    renameSync(project, join(folder, 'there'));
    const { code, out } = await inspector(['doctor'], data);
    assert.equal(code, 1);
    assert.ok(
      out.includes(`✗ workspace here: The workspace folder cannot be used: ${project} does not exist any more.`),
    );
    assert.match(out, /say where the project is now: inspector move here PATH\n/);
    assert.equal((await inspector(['move', 'here', join(folder, 'there')], data)).code, 0);
    assert.match(
      (await inspector(['doctor'], data)).out,
      /✓ store: SQLite, in the data folder\n[\s\S]*✓ workspace here: /,
    );
  });

  test('says how to choose another Python where the one that was found has no Django', async () => {
    const project = makeProject(folder, 'bare', {
      '.venv/pyvenv.cfg': `home = ${dirname(djangoPython)}\ninclude-system-site-packages = false\nversion = 3.11.2\n`,
      '.venv/lib/python3.11/site-packages/README.txt': '',
    });
    mkdirSync(join(project, '.venv/bin'));
    symlinkSync(djangoPython, join(project, '.venv/bin/python'));
    await inspector(['add', project], data);
    const { out } = await inspector(['doctor'], data);
    assert.ok(out.includes('choose another: inspector change bare --python FILE\n'), out);
    const chosen = await inspector(['change', 'bare', '--python', djangoPython], data);
    assert.equal(chosen.code, 0, chosen.err);
    assert.ok(chosen.out.includes(`python       ${djangoPython}\n`), chosen.out);
    assert.match((await inspector(['doctor'], data)).out, /✓ workspace bare: /);
  });
});
