/** Throwaway projects on disk, and the live registry of one as the real Django has it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ReadModel } from '../../../src/frameworks/django/models/model.ts';
import { readModels } from '../../../src/frameworks/django/models/read-models.ts';
import type { LiveData } from '../../../src/frameworks/django/probe/live.ts';
import { parseProbe } from '../../../src/frameworks/django/probe/parse-probe.ts';
import { type ReadProject, readProject } from '../../../src/frameworks/django/project/read-project.ts';
import type { ReadingInput } from '../../../src/frameworks/framework.ts';
import { djangoPython } from '../../django-python.ts';
import { askPython, runPython } from '../../warm-python.ts';

export const python = djangoPython;
export const probe = join(import.meta.dirname, '../../../src/frameworks/django/probe/probe.py');

export const sitePackages: readonly string[] = JSON.parse(
  execFileSync(
    python,
    [
      '-c',
      'import json,sys; print(json.dumps([p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]))',
    ],
    { encoding: 'utf8' },
  ),
) as string[];

/** Why a test has to be skipped: the tests' Python lacks one of these modules. */
export const lacking = (...modules: string[]): string | false => {
  const program = `from django.conf import settings; settings.configure(); import ${modules.join(', ')}`;
  return runPython(['-c', program]).status === 0 ? false : `${modules.join(', ')} cannot be imported here`;
};

export const manage = (settings = 'proj.settings'): string => `#!/usr/bin/env python
import os
import sys


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "${settings}")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
`;

export const plainSettings = (apps: readonly string[], more = ''): string => `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "a-secret-of-the-test"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = ${JSON.stringify(['django.contrib.auth', 'django.contrib.contenttypes', ...apps])}
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
${more}`;

/** Writes the files and removes them when the test ends. */
export const writeProject = (context: TestContext, files: Record<string, string>): string => {
  const root = mkdtempSync(join(tmpdir(), 'django-project-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ 'manage.py': manage(), 'proj/__init__.py': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

export const inputFor = (root: string, more: Partial<ReadingInput> = {}): ReadingInput => ({
  root,
  sitePackages,
  pythonVersion: null,
  djangoVersion: null,
  live: null,
  liveProblem: null,
  ...more,
});

export const readAll = (
  root: string,
  more: Partial<ReadingInput> = {},
): { project: ReadProject; models: ReadModel[] } => {
  const project = readProject(inputFor(root, more));
  return { project, models: readModels(project) };
};

/** What the probe prints of the project. */
export const runProbe = (root: string): string => runPython([probe], { cwd: root }).stdout;

/** What `python manage.py …` prints in the project; it must end well. */
export const runCommand = (root: string, ...args: readonly string[]): string =>
  askPython(['manage.py', ...args], { cwd: root });

/** What the real Django says about the project. */
export const askLive = (root: string): LiveData => {
  const parsed = parseProbe(runProbe(root));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.live;
};
