/** The package that people install: compiled and packed, below a node_modules of theirs, with the packages it asks for and nothing else of this repository. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { SchemaDetail, Status } from '../src/contract/index.ts';
import { djangoPython } from './django-python.ts';
import { makeFolder, makeProject } from './service.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Folders of the packages that come with it: those of the lock file which are needed by more than our own work. */
const runtimePackages = (): string[] => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional)
    .map(([path]) => path);
};

test('the source is not packed as if it could be installed: npm pack says what makes the package', async () => {
  const pack = run('npm', ['pack', '--dry-run'], { cwd: root, timeout: 60_000 });
  await assert.rejects(pack, /`npm run package` makes dist\/workspace-inspector\.tgz/);
});

describe('the installed package', () => {
  const home = makeFolder();
  const installed = join(home, 'node_modules', 'workspace-inspector');
  const project = makeProject(home, 'shop', {
    'config/models.py':
      'from django.db import models\n\nclass Order(models.Model):\n    number = models.IntegerField()\n',
    'config/settings.py': 'SECRET_KEY = "x"\nINSTALLED_APPS = ["config"]\n',
  });
  const bin = join(installed, 'bin', 'inspector.js');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    INSPECTOR_DATA_DIR: join(home, 'data'),
    INSPECTOR_DEFAULT_PYTHON: djangoPython,
  };
  const inspector = async (...argv: string[]): Promise<string> =>
    (await run(process.execPath, [bin, ...argv], { cwd: home, env, timeout: 60_000 })).stdout;

  before(async () => {
    await run(process.execPath, [join(root, 'scripts/package.mjs')], { timeout: 300_000 });
    mkdirSync(installed, { recursive: true });
    for (const path of runtimePackages()) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      symlinkSync(join(root, path), join(home, path));
    }
    await run('tar', ['-xzf', join(root, 'dist/workspace-inspector.tgz'), '-C', installed, '--strip-components=1']);
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

  test('serves the window and the guide', async () => {
    const argv = [bin, '--no-open', '--port', '0', '--auth', 'off'];
    const service = spawn(process.execPath, argv, { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
      const url = line.replace('Listening on ', '');
      const page = await (await fetch(url)).text();
      const script = /assets\/[^"]+\.js/.exec(page)?.[0] ?? 'none';
      assert.equal((await fetch(new URL(script, url))).status, 200);
      assert.match(await (await fetch(new URL('docs/', url))).text(), /<h1[^>]*>Guide/);
    } finally {
      service.kill();
      await once(service, 'exit');
    }
  });
});
