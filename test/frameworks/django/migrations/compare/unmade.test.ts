/** Unmade changes held against Django's own autodetector: one project, many edits of its models. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { readModels } from '../../../../../src/frameworks/django/models/read-models.ts';
import { readProject } from '../../../../../src/frameworks/django/project/read-project.ts';
import { djangoInterpreter } from '../../../../django-python.ts';
import { askPython } from '../../../../warm-python.ts';
import { edits as firstEdits, projectFiles } from '../edited-project.ts';
import { stockEdits, stockFiles } from '../edited-stock.ts';

const edits = { ...firstEdits, ...stockEdits };

let base: string;

const autodetector = new URL('../autodetector.py', import.meta.url).pathname;

const theirs = (root: string): Record<string, string[]> => JSON.parse(askPython([autodetector, root]));

const write = (root: string, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const folderOf = (name: string): string => join(base, name.replaceAll(/\W+/g, '-'));

describe('unmade changes', () => {
  before(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'unmade-')));
    const start = join(base, 'start');
    write(start, { ...projectFiles, ...stockFiles });
    askPython([autodetector, start, '--make']);
    for (const [name, changes] of Object.entries(edits)) {
      cpSync(start, folderOf(name), { recursive: true });
      for (const [file, from, to] of changes) {
        const path = join(folderOf(name), file);
        const text = readFileSync(path, 'utf8');
        assert.ok(text.includes(from), `${name}: ${from}`);
        writeFileSync(path, text.replace(from, to));
      }
    }
  });

  after(() => rmSync(base, { recursive: true, force: true }));

  const ours = (root: string): Record<string, string[]> => {
    const { sitePackages, pythonVersion, djangoVersion } = djangoInterpreter;
    const project = readProject({ root, sitePackages, pythonVersion, djangoVersion, live: null, liveProblem: null });
    const { detail } = readMigrations({ project, models: readModels(project), live: null, liveProblem: null });
    return Object.fromEntries(
      detail.apps.flatMap((app) =>
        app.unmade.length > 0 ? [[app.label, app.unmade.map(({ description }) => description)]] : [],
      ),
    );
  };

  const sorted = (changes: Record<string, string[]>): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries(changes)
        .map(([app, list]): [string, string[]] => [app, list.toSorted()])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );

  test('a project whose migrations are made has no unmade changes', () => {
    assert.deepEqual(theirs(join(base, 'start')), {});
    assert.deepEqual(ours(join(base, 'start')), {});
  });

  for (const name of Object.keys(edits)) {
    test(`after an edit the same changes are told as makemigrations tells: ${name}`, () => {
      const changes = theirs(folderOf(name));
      if (!name.startsWith('no change')) assert.notDeepEqual(changes, {});
      assert.deepEqual(sorted(ours(folderOf(name))), sorted(changes));
    });
  }
});
