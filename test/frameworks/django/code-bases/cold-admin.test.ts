/** Models that only the admin imports, in a clone whose packages are not at hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const files = (admin: string): Record<string, string> => ({
  'proj/settings.py': plainSettings([admin, 'django.contrib.auth', 'django.contrib.contenttypes', 'core']),
  'core/__init__.py': '',
  'core/models/__init__.py': '',
  'core/models/loan.py': 'from django.db import models\n\n\nclass Loan(models.Model):\n    pass\n',
  'core/admin.py': `from django.contrib import admin
from core.models.loan import Loan


@admin.register(Loan)
class LoanAdmin(admin.ModelAdmin):
    list_display = ["id"]
`,
  'proj/apps.py': `from django.contrib.admin.apps import AdminConfig


class OwnAdminConfig(AdminConfig):
    default_site = "proj.admin.Site"
`,
});

for (const [admin, names] of [
  ['django.contrib.admin', ['Loan']],
  ['django.contrib.admin.apps.AdminConfig', ['Loan']],
  ['proj.apps.OwnAdminConfig', ['Loan']],
  // It leaves the search for the modules to the project.
  ['django.contrib.admin.apps.SimpleAdminConfig', []],
] as const)
  test(`with ${admin} a clone shows ${names.length > 0 ? 'the' : 'no'} models that its admin modules alone import`, (context) => {
    const { project, models } = readAll(writeProject(context, files(admin)), { sitePackages: [] });
    assert.deepEqual(
      models.filter(({ app }) => app === 'core').map(({ name }) => name),
      names,
    );
    assert.equal(project.apps.find(({ name }) => name === 'django.contrib.admin')?.label, 'admin');
    assert.deepEqual(project.problems, []);
  });
