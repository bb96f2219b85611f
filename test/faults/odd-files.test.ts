/** A project whose files are none, never end or lead in circles: read from outside, by the running service. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { FixturesDetail, LogPage, SchemaDetail } from '../../src/contract/index.ts';
import { askNoProject, makeProject, readStatus, slowSettings, startTestService, waitForScans } from '../service.ts';

const gigabytes = 1024 ** 3;

const makeEmpty = (file: string, bytes: number): void => {
  const handle = openSync(file, 'w');
  ftruncateSync(handle, bytes);
  closeSync(handle);
};

test('P09 loops, pipes, sockets, devices, depths and files without end cost a project their own content, and nobody waits for them', {
  timeout: 120_000,
}, async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  // Python itself would wait at such a file, as it does for whoever starts the project.
  askNoProject(service);
  const root = makeProject(service.folder, 'odd', {
    'config/settings.py': slowSettings(
      'INSTALLED_APPS += ["shop", "fine"]\nLOGGING = {"version": 1, "handlers": {"file": {"class": "logging.FileHandler", "filename": str(BASE_DIR / "logs/app.log")}}}',
    ),
    'shop/__init__.py': '',
    'fine/__init__.py': '',
    'fine/models.py': 'from django.db import models\nclass Kept(models.Model):\n    pass\n',
    'shop/fixtures/deep.json': '['.repeat(1_000_000),
    'shop/fixtures/nested.json': '{"a":'.repeat(300_000),
    'pyproject.toml': `a = ${'['.repeat(100_000)}`,
    'Pipfile.lock': '{"default":'.repeat(100_000),
    'logs/endless.log': `ERROR ${'x'.repeat(20_000_000)}`,
  });
  const pipes = ['.env', '.python-version', 'requirements.txt', 'README.md', 'db.sqlite3', 'logs/app.log'];
  for (const name of [...pipes, 'shop/models.py', 'shop/migrations/0001_initial.py', 'shop/fixtures/pipe.json']) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    rmSync(join(root, name), { force: true });
    execFileSync('mkfifo', [join(root, name)]);
  }
  const socket = createServer().listen(join(root, 'shop/apps.py'));
  t.after(() => socket.close());
  for (const [name, target] of [
    ['loop', '.'],
    ['shop/up', '..'],
    ['process', '/proc/self/root'],
    ['uv.lock', '/dev/zero'],
    ['logs/environ.log', '/proc/self/environ'],
  ] as const)
    symlinkSync(target, join(root, name));
  makeEmpty(join(root, 'logs/sparse.log'), 6 * gigabytes);
  makeEmpty(join(root, 'fine/huge.py'), 6 * gigabytes);
  mkdirSync(join(root, `deep${'/d'.repeat(400)}`), { recursive: true });

  await service.owner.post('/api/workspaces/', { path: root });
  const { scans } = await waitForScans(service.owner, 'odd');
  assert.deepEqual([...new Set(scans.map(({ status }) => status))], ['completed'], JSON.stringify(scans));
  const schema = (await service.owner.get('/api/workspaces/odd/schema/')).json<SchemaDetail>();
  assert.ok(schema.models.some(({ id }) => id === 'fine.Kept'));
  // Python finds no module in a pipe either.
  assert.ok(schema.models.every(({ app }) => app !== 'shop'));
  const logs = (await service.owner.get('/api/workspaces/odd/logs/')).json<LogPage>();
  assert.ok(
    logs.problems.some(({ file }) => file?.endsWith('app.log')),
    JSON.stringify(logs.problems),
  );
  const fixtures = (await service.owner.get('/api/workspaces/odd/fixtures/')).json<FixturesDetail>();
  for (const name of ['deep.json', 'nested.json'])
    assert.ok(
      fixtures.problems.some(({ file }) => file?.endsWith(name)),
      name,
    );
  const { insights } = await readStatus(service.owner, 'odd');
  assert.match(insights.find(({ title }) => title === 'Applied state')?.delta ?? '', /not a regular file/);
});
