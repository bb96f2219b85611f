/** The package that people install: compiled, below a node_modules of theirs, with Node 24 and nothing of this repository. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { SchemaDetail, Status } from '../src/contract/index.ts';
import { djangoPython } from './django-python.ts';
import { makeFolder, makeProject } from './service.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

describe('the installed package', () => {
  const home = makeFolder();
  const installed = join(home, 'node_modules', 'workspace-inspector');
  const project = makeProject(home, 'shop', {
    'config/models.py':
      'from django.db import models\n\nclass Order(models.Model):\n    number = models.IntegerField()\n',
    'config/settings.py': 'SECRET_KEY = "x"\nINSTALLED_APPS = ["config"]\n',
  });
  const inspector = async (...argv: string[]): Promise<string> => {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      INSPECTOR_DATA_DIR: join(home, 'data'),
      INSPECTOR_DEFAULT_PYTHON: djangoPython,
    };
    const bin = join(installed, 'bin', 'inspector.js');
    return (await run(process.execPath, [bin, ...argv], { cwd: home, env, timeout: 60_000 })).stdout;
  };

  before(async () => {
    await run(process.execPath, [join(root, 'scripts/package.mjs')], { timeout: 300_000 });
    mkdirSync(join(home, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name));
    }
    cpSync(join(root, 'dist/package'), installed, { recursive: true });
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  test('holds no TypeScript: Node would not run it there', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    assert.ok(files.includes('src/cli/inspector.js') && files.includes('dist/web/index.html'));
    assert.deepEqual(
      files.filter((name) => /\.tsx?$/.test(name)),
      [],
    );
  });

  test('adds a project, reads it, asks it live and runs a command', async () => {
    assert.match(await inspector('--version'), /^workspace-inspector \d/);
    assert.match(await inspector('add', project), /^Added shop/);
    assert.match(await inspector('scan', 'shop'), /1 model in 1 app/);
    const status = JSON.parse(await inspector('status', 'shop', '--json')) as Status;
    assert.ok(status.scans.every((scan) => scan.status === 'completed'));
    const schema = JSON.parse(await inspector('schema', 'shop', '--format', 'json')) as SchemaDetail;
    assert.ok(schema.models.some(({ name }) => name === 'Order'));
    assert.equal(schema.provenance.source, 'live');
    assert.match(await inspector('run', 'shop', 'check', '--confirm-safe'), /System check identified 1 issue/);
  });
});
