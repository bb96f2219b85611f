/** Apps that installed packages bring by their entry points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const model = (name: string): string =>
  `from django.db import models\n\n\nclass ${name}(models.Model):\n    name = models.CharField(max_length=9)\n`;

const finding = `
from importlib.metadata import entry_points
try:
    found = list(entry_points(group="shop.plugins"))
except TypeError:
    found = entry_points().get("shop.plugins", [])
for point in found:
    INSTALLED_APPS.append(point.value.split(":")[0])
`;

const files = {
  'core/models.py': model('Note'),
  'site-packages/shop_maps-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: shop-maps\nVersion: 1.0\n',
  'site-packages/shop_maps-1.0.dist-info/entry_points.txt':
    '[console_scripts]\nmaps = shop_maps:main\n\n[shop.plugins]\n# the app\nmaps = shop_maps:Config\n',
  'site-packages/shop_maps/__init__.py': 'class Config:\n    apps = ["shop_charts"]\n',
  'site-packages/shop_maps/models.py': model('Map'),
  'site-packages/shop_charts/__init__.py': '',
  'site-packages/shop_charts/models.py': model('Chart'),
};

test('apps that settings find by entry points of installed packages are there', (context) => {
  agrees(context, { ...files, ...settings(finding) });
});

test('what such an entry point names is loaded, and what it says is taken', (context) => {
  const loading = 'for point in found:\n    INSTALLED_APPS += point.load().apps\n';
  agrees(context, { ...files, ...settings(finding + loading) });
});

test('where nobody knows which packages are installed, their apps are left open', (context) => {
  const root = writeProject(context, {
    'core/__init__.py': '',
    'core/models.py': model('Note'),
    'proj/settings.py': plainSettings(['core'], finding),
  });
  const { project } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    project.apps.map(({ label }) => label),
    ['auth', 'contenttypes', 'core'],
  );
  assert.ok(project.problems.some(({ code }) => code === 'installed_apps_unresolved'));
});
