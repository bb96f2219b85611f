/** Code beside a project, in the same repository, from the project's own path to what is read and run. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SchemaDetail } from '../../src/contract/index.ts';
import { hashTree } from '../runner/workbench.ts';
import {
  makeProject,
  queueRun,
  slowSettings,
  startTestService,
  type TestService,
  until,
  waitForRun,
  waitForScans,
} from '../service.ts';

const manage = `import os, sys
from pathlib import Path
if __name__ == "__main__":
    above = Path(__file__).resolve().parent.parent
    sys.path[1:1] = [str(above / name) for name in ("libs", ".hidden", "linked", "../elsewhere")] + [str(above)]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

const settings = slowSettings(`INSTALLED_APPS += ["common", "shop"]
import os
from common.names import APP_NAME
for place in ("libs", ".hidden", "linked", "../elsewhere", "private"):
    print(place, "is seen" if os.path.isdir(BASE_DIR.parent / place) else "is not there")`);

const shared = `from django.db import models
class Stamped(models.Model):
    at = models.DateTimeField(auto_now=True)
    class Meta:
        abstract = True
class Tag(models.Model):
    name = models.CharField(max_length=9)
`;

const makeRepository = (parent: string, name: string): string => {
  const repository = join(parent, name);
  const backend = makeProject(repository, `${name}-backend`, {
    'manage.py': manage,
    'config/settings.py': settings,
    'shop/__init__.py': '',
    'shop/models.py':
      'from django.db import models\nfrom common.models import Stamped\nclass Order(Stamped):\n    number = models.IntegerField()\n',
    '../libs/common/__init__.py': '',
    '../libs/common/names.py': 'APP_NAME = "shop"\n',
    '../libs/common/models.py': shared,
    '../private/keys.txt': 'not for this project',
    '../.hidden/keys.txt': 'hidden',
    '../../elsewhere/keys.txt': 'of nobody here',
  });
  symlinkSync('../elsewhere', join(repository, 'linked'));
  return backend;
};

describe('code beside a project', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.end());

  test('is read and seen by runs where the project puts it on its path and the repository is the same, and nothing else is', async () => {
    const backend = makeRepository(service.folder, 'mono');
    const repository = join(backend, '..');
    mkdirSync(join(repository, '.git'));
    await service.owner.post('/api/workspaces/', { path: backend });
    await waitForScans(service.owner, 'mono-backend');
    const schema = (await service.owner.get('/api/workspaces/mono-backend/schema/')).json<SchemaDetail>();
    assert.equal(schema.provenance.source, 'live', schema.provenance.note ?? '');
    const order = schema.models.find(({ id }) => id === 'shop.Order');
    assert.deepEqual(
      order?.fields.map(({ name }) => name),
      ['id', 'at', 'number'],
    );
    assert.deepEqual(
      schema.problems.filter(({ severity }) => severity !== 'info'),
      [],
    );
    assert.deepEqual(schema.differences, []);
    const before = hashTree(join(repository, 'libs'));
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'mono-backend', 'check')).id);
    assert.equal(run.status, 'succeeded', run.log);
    const seen = [...run.log.matchAll(/\] (\S+) is (seen|not there)$/gm)].map(([, place, how]) => `${place} ${how}`);
    assert.deepEqual(seen, [
      'libs seen',
      '.hidden not there',
      'linked not there',
      '../elsewhere not there',
      'private not there',
    ]);
    assert.equal(hashTree(join(repository, 'libs')), before);
  });

  test('is watched like the project itself', async (t) => {
    const watching = await startTestService({ 'no-watch': false });
    t.after(() => watching.end());
    const backend = makeRepository(watching.folder, 'edited');
    mkdirSync(join(backend, '../.git'));
    await watching.owner.post('/api/workspaces/', { path: backend });
    await waitForScans(watching.owner, 'edited-backend');
    appendFileSync(join(backend, '../libs/common/models.py'), '    colour = models.CharField(max_length=9)\n');
    await until(
      async () => (await watching.owner.get('/api/workspaces/edited-backend/schema/')).json<SchemaDetail>().models,
      (models) => models.some(({ id, fields }) => id === 'common.Tag' && fields.some(({ name }) => name === 'colour')),
      'the new field is shown',
    );
  });

  test('of no repository, or of another one, is not seen, and a run that misses it says so', async () => {
    const check = async (slug: string) => waitForRun(service.owner, (await queueRun(service.owner, slug, 'check')).id);
    const fails = async (slug: string) =>
      assert.match(
        (await check(slug)).metadata.command.error ?? '',
        /^The module "common" is neither in the workspace nor installed for its interpreter: /,
      );
    await service.owner.post('/api/workspaces/', { path: makeRepository(service.folder, 'loose') });
    await fails('loose-backend');
    const backend = makeRepository(service.folder, 'nested');
    for (const folder of ['.git', '../.git']) mkdirSync(join(backend, folder));
    await service.owner.post('/api/workspaces/', { path: backend });
    await fails('nested-backend');
    renameSync(join(backend, '.git'), join(backend, 'git-no-more'));
    // What is known of a project that nobody watches holds for a moment.
    await until(
      () => check('nested-backend'),
      ({ status }) => status === 'succeeded',
      'the repository around it is seen',
    );
  });
});
