/** Projects of Django versions that are not installed anywhere here: read from their text, with nothing started. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { MigrationsDetail, Problem } from '../../../../src/contract/index.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import type { ReadModel } from '../../../../src/frameworks/django/models/model.ts';
import { readModels } from '../../../../src/frameworks/django/models/read-models.ts';
import { type ReadProject, readProject } from '../../../../src/frameworks/django/project/read-project.ts';

const manage = `import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "proj.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

export type TextReading = {
  project: ReadProject;
  models: ReadModel[];
  detail: MigrationsDetail;
  /** What makemigrations would say, app by app. */
  unmade: string[];
  problems: Problem[];
};

export const readFiles = (
  context: TestContext,
  files: Record<string, string>,
  beforeReading: (root: string) => void = () => undefined,
): TextReading => {
  const root = mkdtempSync(join(tmpdir(), 'django-text-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ 'manage.py': manage, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  beforeReading(root);
  const project = readProject({
    root,
    sitePackages: [],
    pythonVersion: null,
    djangoVersion: null,
    live: null,
    liveProblem: null,
  });
  const models = readModels(project);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const unmade = detail.apps.flatMap((app) => app.unmade.map(({ description }) => description));
  return { project, models, detail, unmade, problems: [...project.problems, ...detail.problems] };
};

export const ID =
  '("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),';

const header = `import datetime
import uuid
import zoneinfo
import core.models
import django.contrib.auth.models
import model_utils.fields
import wagtail.fields
import django.contrib.gis.db.models.fields
import django.contrib.postgres.fields
import django.contrib.sessions.base_session
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
`;

export const migration = (...operations: string[]): string => `${header}${operations.join('\n')}\n    ]\n`;

/** An app `core` with these models, whose one migration has these operations. */
export const readApp = (
  context: TestContext,
  app: {
    models: string;
    operations: string[];
    version: string | null;
    settings?: string;
    beforeReading?: (root: string) => void;
  },
): TextReading => {
  const files = {
    ...(app.version === null ? {} : { 'requirements.txt': `Django==${app.version}\n` }),
    'proj/__init__.py': '',
    'proj/settings.py': `INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "core"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
${app.settings ?? ''}`,
    'core/__init__.py': '',
    'core/models.py': `from django.db import models\n${app.models}`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': migration(...app.operations),
  };
  return readFiles(context, files, app.beforeReading);
};

export const createModel = (name: string, fields: string, more = ''): string =>
  `migrations.CreateModel(name="${name}", fields=[${fields}], ${more}),`;

/** `name:Class` of each field of one of the project's own models, in order. */
export const fieldsOf = ({ models }: TextReading, name: string): string[] =>
  models
    .find((model) => model.own && model.name === name)
    ?.fields.map((field) => `${field.name}:${field.classPath.split('.').at(-1)}`) ?? [];
