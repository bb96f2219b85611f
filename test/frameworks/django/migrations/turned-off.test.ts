/** Settings of tests that turn off the migrations of every app. */
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';

const model =
  'from django.db import models\n\n\nclass Note(models.Model):\n    name = models.CharField(max_length=9)\n';

for (const base of ['', '(dict)'])
  test(`an object${base && ' that is a dict'} which has None for every app leaves none of them migrations, as Django finds them`, (context) => {
    const off = `class NoMigrations${base}:
    def __contains__(self, item):
        return True

    def __getitem__(self, item):
        return None


MIGRATION_MODULES = NoMigrations()
`;
    agrees(context, { 'core/models.py': model, ...settings(off) });
  });
