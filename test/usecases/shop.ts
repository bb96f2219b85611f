/** A project of one app, a service on it that reads its text alone, and that has read it. */
import type { TestContext } from 'node:test';
import {
  askNoProject,
  makeProject,
  type ProjectFiles,
  startTestService,
  type TestService,
  waitForScans,
} from '../service.ts';

export const settings = (more = ''): string => `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "var/shop.data"}}
${more}`;

export const models = (...names: string[]): string =>
  ['from django.db import models', ...names.map((name) => `class ${name}(models.Model):\n    pass`)].join('\n');

export const openShop = async (
  t: TestContext,
  files: ProjectFiles = {},
  noWatch = false,
): Promise<TestService & { project: string }> => {
  const service = await startTestService({ 'no-watch': noWatch });
  askNoProject(service);
  t.after(() => service.end());
  const project = makeProject(service.folder, 'work/shop', {
    'config/settings.py': settings(),
    'shop/__init__.py': '',
    'shop/models.py': models('Order'),
    ...files,
  });
  await service.owner.post('/api/workspaces/', { path: project });
  await waitForScans(service.owner, 'shop');
  return { ...service, project };
};
