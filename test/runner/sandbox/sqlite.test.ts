/** A project's SQLite database in every state it may be found in: read truthfully, never written. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { planDatabases } from '../../../src/runner/databases.ts';
import { listImportFolders } from '../../../src/runner/interpreter/packages.ts';
import { explainRefusal } from '../../../src/runner/sandbox/remedies.ts';
import { djangoPython } from '../../django-python.ts';
import { type Finished, hashTree, makeFolder, makeProject, makeRunner, runOnce } from '../workbench.ts';

/** Another program that has the database open, as the project's own app would. It says when it is ready and waits. */
const openElsewhere = async (t: TestContext, project: string, statements: string[]): Promise<ChildProcess> => {
  const code = `
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
for statement in sys.argv[2:]:
    connection.execute(statement).fetchall()
print("ready", flush=True)
time.sleep(60)`;
  const child = spawn(djangoPython, ['-c', code, path.join(project, 'db.sqlite3'), ...statements], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
};

const killHard = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

const show = async (t: TestContext, project: string): Promise<Finished> => {
  const before = hashTree(project);
  const end = await runOnce(makeRunner(t), project, { argv: ['showmigrations', 'books'] });
  assert.equal(hashTree(project), before, 'the database and what lies beside it are as they were');
  assert.equal(end.sandbox.profile, 'copy-on-write');
  return end;
};
const applied = 'books\n [X] 0001_initial\n [X] 0002_book_isbn';
const write = "INSERT INTO books_author (name) VALUES ('x')";

test('a database at rest is read', async (t) => {
  const end = await show(t, makeProject(t, 'plain', { migrated: true }));
  assert.equal(end.text, applied);
  assert.deepEqual(end.sandbox.discarded, { files: 0, bytes: 0 });
});

test('a command that needs tables of a database that does not exist says so', async (t) => {
  const project = makeProject(t, 'plain');
  const end = await runOnce(makeRunner(t), project, { argv: ['dumpdata', '--natural-foreign', '--indent', '2'] });
  assert.notEqual(end.exitCode, 0);
  assert.equal(end.cause, 'The database file does not exist yet: run migrate in the project first.');
});

test('a database with a write-ahead log, closed cleanly, is read', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  await killHard(
    await openElsewhere(t, project, ['PRAGMA journal_mode=WAL', write, 'PRAGMA wal_checkpoint(TRUNCATE)']),
  );
  for (const end of ['-wal', '-shm']) rmSync(path.join(project, `db.sqlite3${end}`), { force: true });
  assert.equal((await show(t, project)).text, applied);
});

test('a write-ahead log with a living writer is read beside it', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  await openElsewhere(t, project, ['PRAGMA journal_mode=WAL', write]);
  assert.ok(existsSync(path.join(project, 'db.sqlite3-shm')));
  assert.equal((await show(t, project)).text, applied);
});

test('a write-ahead log whose index is lost is read', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  await killHard(await openElsewhere(t, project, ['PRAGMA journal_mode=WAL', write]));
  rmSync(path.join(project, 'db.sqlite3-shm'));
  assert.ok(existsSync(path.join(project, 'db.sqlite3-wal')));
  assert.equal((await show(t, project)).text, applied);
});

test('a database that the app holds locked is told as locked, not read torn', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  await openElsewhere(t, project, ['BEGIN EXCLUSIVE', write]);
  const end = await show(t, project);
  assert.equal(end.exitCode, 1);
  assert.match(end.text, /database is locked/);
});

test('a journal that a dead writer left is rolled back in the layer alone, and the first try leaves no line', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  // A tiny cache makes SQLite write pages, and so the journal, before the transaction ends.
  await killHard(
    await openElsewhere(t, project, [
      'PRAGMA cache_size=1',
      'BEGIN',
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO books_author (name) SELECT hex(randomblob(40)) FROM n',
      'DELETE FROM django_migrations',
    ]),
  );
  assert.ok(existsSync(path.join(project, 'db.sqlite3-journal')), 'the journal is hot');
  const end = await show(t, project);
  assert.equal(end.text, applied, 'as it was before the transaction, and nothing of the first try');
  assert.equal(end.exitCode, 0);
});

test('a database in a hidden folder elsewhere is told as not shown, instead of as one without a migration', async (t) => {
  const project = makeProject(t, 'plain');
  const elsewhere = path.join(makeFolder(t), '.data', 'db.sqlite3');
  const settings = path.join(project, 'plain/settings.py');
  const named = `\nimport os\nos.makedirs(${JSON.stringify(path.dirname(elsewhere))}, exist_ok=True)\nDATABASES["default"]["NAME"] = ${JSON.stringify(elsewhere)}\n`;
  appendFileSync(settings, named);
  const end = await runOnce(makeRunner(t), project, { argv: ['showmigrations'], sqliteFiles: [elsewhere] });
  assert.doesNotMatch(end.text, /\[ \]/);
  assert.match(end.cause ?? '', /db\.sqlite3 lies outside of the project in a hidden folder, .* never sees/);
});

test('the name of a database leads nowhere out of the sandbox, however it is written', async (t) => {
  const project = makeProject(t, 'plain');
  const elsewhere = makeFolder(t);
  // Where bubblewrap keeps the real root while it sets up.
  const sqliteFiles = [
    `/x/../../oldroot${elsewhere}/.made/db.sqlite3`,
    `/x/../..${elsewhere}/.other/db.sqlite3`,
    '.db',
  ];
  const end = await runOnce(makeRunner(t), project, { argv: ['version'], sqliteFiles });
  assert.equal(end.exitCode, 0);
  assert.deepEqual(readdirSync(elsewhere), []);
});

test('a database whose folder is not there is told by its folder', async (t) => {
  const project = makeProject(t, 'plain');
  const file = path.join(project, 'data/db.sqlite3');
  appendFileSync(path.join(project, 'plain/settings.py'), `\nDATABASES["default"]["NAME"] = ${JSON.stringify(file)}\n`);
  const end = await runOnce(makeRunner(t), project, { argv: ['showmigrations'], sqliteFiles: [file] });
  assert.equal(end.cause, `The folder of the database is not there: make ${path.dirname(file)} first.`);
});

test('a database of the service is never shown, also where its folder is reached by a link', async (t) => {
  const [project, own] = [makeProject(t, 'plain'), path.join(makeFolder(t), 'own')];
  const database = path.join(makeProject(t, 'plain', { at: own, migrated: true }), 'db.sqlite3');
  symlinkSync(own, `${own}-link`);
  writeFileSync(path.join(project, 'manage.py'), `print(open(${JSON.stringify(database)}, "rb").read(6))`);
  const seen = async (...servicePaths: string[]) =>
    (await runOnce(makeRunner(t, { servicePaths }), project, { sqliteFiles: [database] })).text;
  assert.equal(await seen(), "b'SQLite'");
  for (const name of [own, `${own}-link`]) assert.match(await seen(name), /No such file|Is a directory/);
});

test('a project with thousands of databases, or of folders on its path, runs like any other', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  const names = Array.from({ length: 3100 }, (_, index) => path.join(project, `${index}.sqlite3`));
  for (const name of names) linkSync(path.join(project, 'db.sqlite3'), name);
  const end = await runOnce(makeRunner(t), project, { argv: ['version'], sqliteFiles: names });
  assert.equal(end.exitCode, 0, `${end.cause} ${end.text}`);
  assert.equal(end.sandbox.profile, 'copy-on-write');
  assert.doesNotMatch(explainRefusal('bwrap: Exceeded maximum number of arguments').remedy ?? '', /--sandbox none/);
  const [repository, packages] = [makeFolder(t), path.join(project, '.venv/lib/python3.12/site-packages')];
  writeFileSync(path.join(repository, 'pyproject.toml'), '');
  const folders = names.slice(0, 150).map((name) => path.join(repository, path.basename(name)));
  for (const folder of [...folders, packages]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(packages, 'many.pth'), folders.join('\n'));
  assert.equal((await listImportFolders([packages], project, '/home/user')).length, 101);
});

test('a file that is no database, or lies in a hidden folder elsewhere, is never shown', async (t) => {
  const project = makeProject(t, 'plain', { migrated: true });
  const database = path.join(project, 'db.sqlite3');
  const other = makeProject(t, 'plain', { migrated: true });
  const plan = (files: string[], own: string[] = []) => planDatabases(files, path.join(other), own);
  assert.deepEqual((await plan([database])).bound, [database]);
  assert.deepEqual((await plan([path.join(project, 'manage.py'), '/etc/shadow', '/nowhere'])).bound, []);
  assert.deepEqual((await plan([database], [project])).bound, [], 'a folder of the service');
  const hidden = path.join(makeFolder(t), '.browser');
  renameSync(project, hidden);
  symlinkSync(hidden, path.join(other, 'linked'));
  symlinkSync(path.join(hidden, 'db.sqlite3'), path.join(other, 'link.sqlite3'));
  const links = ['linked/db.sqlite3', 'link.sqlite3'].map((name) => path.join(other, name));
  assert.deepEqual((await plan([path.join(hidden, 'db.sqlite3'), ...links])).bound, [], 'nor by a link');
});
