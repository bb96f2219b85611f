import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openFolder } from '../../../src/folder/folder.ts';
import { readAppliedMigrations } from '../../../src/frameworks/django/database.ts';
import { djangoPython } from '../../django-python.ts';
import { askPython } from '../../warm-python.ts';

let root: string;
let scratch: string;
let writer: ChildProcess | undefined;

describe('what a database has recorded', () => {
  const usual = process.env.TMPDIR;

  beforeEach(() => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), 'scratch-')));
    root = realpathSync(mkdtempSync(join(tmpdir(), 'database-')));
    process.env.TMPDIR = scratch;
  });

  afterEach(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    writer?.kill('SIGKILL');
    writer = undefined;
    assert.deepEqual(readdirSync(scratch), [], 'no private copy is left behind');
    rmSync(scratch, { recursive: true, force: true });
    rmSync(root, { recursive: true, force: true });
  });

  const table =
    'create table django_migrations(id integer primary key, app varchar(255), name varchar(255), applied datetime)';
  const row = (name: string) =>
    `insert into django_migrations(app, name, applied) values('shop', '${name}', '2025-11-15 03:07:10.123456')`;

  /** Runs Python with a connection `c` to the database, as Django would have one. */
  const sqlite = (code: string): void => {
    askPython([
      '-c',
      `import sqlite3, os\nc = sqlite3.connect(${JSON.stringify(join(root, 'db.sqlite3'))}, isolation_level=None)\n${code}\nc.close()`,
    ]);
  };

  /** The same, but the process says `ready` and stays. */
  const keepWriter = async (code: string): Promise<void> => {
    const script = `import sqlite3, sys, time\nc = sqlite3.connect(${JSON.stringify(join(root, 'db.sqlite3'))}, isolation_level=None)\n${code}\nprint("ready", flush=True)\ntime.sleep(60)`;
    writer = spawn(djangoPython, ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => writer?.stdout?.once('data', resolve));
  };

  const treeState = (): string =>
    readdirSync(root)
      .sort()
      .map((name) => {
        const stats = statSync(join(root, name));
        const hash = createHash('sha256')
          .update(readFileSync(join(root, name)))
          .digest('hex');
        return `${name} ${stats.mode} ${stats.mtimeMs} ${hash}`;
      })
      .join('\n');

  /** Names of the applied migrations; asserts that reading changed nothing in the folder. */
  const read = (file = 'db.sqlite3') => {
    const before = treeState();
    const record = readAppliedMigrations(openFolder(root), file);
    assert.equal(treeState(), before, 'the folder is untouched');
    return record;
  };

  /** What a person is told: mark and tables are for comparing. */
  const told = (file?: string) => {
    const { mark: _, tables: __, ...words } = { mark: '', tables: null, ...read(file) };
    return words;
  };

  const names = (file?: string) => {
    const record = read(file);
    return record.known ? record.applied.map((migration) => migration.name) : record.note;
  };

  test('applied migrations are read with their time from an idle database', () => {
    sqlite(`c.execute("${table}"); c.execute("${row('0001_initial')}")`);
    assert.deepEqual(told(), {
      known: true,
      applied: [{ app: 'shop', name: '0001_initial', appliedAt: '2025-11-15T03:07:10.123Z' }],
      note: null,
    });
    sqlite(`c.execute("${row('0002_more')}")`);
    assert.deepEqual(names(), ['0001_initial', '0002_more']);
  });

  test('a record says something else when migrations or tables do, not when there are other rows', () => {
    const mark = (): string => {
      const record = read();
      return record.known ? record.mark : '';
    };
    sqlite(`c.execute("${table}"); c.execute("${row('0001_initial')}"); c.execute("create table shop_order(id)")`);
    const first = mark();
    sqlite('c.execute("insert into shop_order values (1)")');
    assert.equal(mark(), first);
    sqlite('c.execute("alter table shop_order add paid")');
    const altered = mark();
    assert.notEqual(altered, first);
    sqlite(`c.execute("${row('0002_more')}")`);
    assert.notEqual(mark(), altered);
  });

  test('a missing, an empty and a fresh database mean that nothing is applied, and say so', () => {
    assert.deepEqual(told(), {
      known: true,
      applied: [],
      note: 'The database file does not exist yet: migrate has not run.',
    });
    assert.deepEqual(readdirSync(root), []);
    writeFileSync(join(root, 'db.sqlite3'), '');
    assert.deepEqual(names(), []);
    sqlite('c.execute("create table x(y)")');
    const record = read();
    assert.deepEqual(record.known && record.applied, []);
    assert.match(record.note ?? '', /no django_migrations table/);
  });

  test('a database in WAL mode is read when closed cleanly, with a live writer, and when its -shm is lost', async () => {
    sqlite(`c.execute("pragma journal_mode=wal"); c.execute("${table}"); c.execute("${row('0001')}")`);
    assert.deepEqual(names(), ['0001']);
    await keepWriter(`c.execute("${row('0002')}")`);
    assert.ok(statSync(join(root, 'db.sqlite3-wal')).size > 0);
    assert.deepEqual(names(), ['0001', '0002']);
    writer?.kill('SIGKILL');
    await new Promise((resolve) => writer?.once('exit', resolve));
    rmSync(join(root, 'db.sqlite3-shm'));
    assert.deepEqual(names(), ['0001', '0002']);
  });

  test('what a writer has not committed is not shown, alive with an exclusive lock or dead with a hot journal', async () => {
    sqlite(`c.execute("${table}"); c.execute("${row('0001')}")`);
    const flood = `c.execute("pragma cache_size=1"); c.execute("begin exclusive"); c.execute("create table big(x)")\nfor i in range(300): c.execute("insert into big values(randomblob(4000))")\nc.execute("${row('0002')}")`;
    await keepWriter(flood);
    assert.ok(statSync(join(root, 'db.sqlite3-journal')).size > 0);
    assert.deepEqual(names(), ['0001']);
    writer?.kill('SIGKILL');
    await new Promise((resolve) => writer?.once('exit', resolve));
    assert.deepEqual(names(), ['0001']);
  });

  test('a large idle database is read in place and nothing is created beside it', () => {
    sqlite(
      `c.execute("pragma journal_mode=wal"); c.execute("${table}"); c.execute("${row('0001')}"); c.execute("create table big(x)"); c.execute("insert into big values(zeroblob(40000000))")`,
    );
    assert.deepEqual(names(), ['0001']);
    assert.deepEqual(readdirSync(root), ['db.sqlite3']);
  });

  test('a view that never ends, other files and links out of the project are refused', () => {
    sqlite(
      'c.execute("create view django_migrations as with recursive r(n) as (select 1 union all select n+1 from r) select n as id, n as app, n as name, n as applied from r")',
    );
    assert.deepEqual(names(), []);
    writeFileSync(join(root, 'text.sqlite3'), 'hello, this is not a database at all');
    assert.match(String(names('text.sqlite3')), /not an SQLite database/);
    symlinkSync('/etc/passwd', join(root, 'link.sqlite3'));
    assert.match(String(names('link.sqlite3')), /outside/);
    assert.match(String(names('../x.sqlite3')), /outside/);
  });

  test('names with odd characters are read', () => {
    sqlite(`c.execute("${table}"); c.execute("${row('0001')}")`);
    const odd = 'a?b #é%20:x.sqlite3';
    writeFileSync(join(root, odd), readFileSync(join(root, 'db.sqlite3')));
    assert.deepEqual(names(odd), ['0001']);
  });

  test('a database that was cut off never throws', () => {
    sqlite(`c.execute("${table}")\nfor i in range(200): c.execute("${row('0001')}")`);
    truncateSync(join(root, 'db.sqlite3'), 4096);
    assert.equal(typeof readAppliedMigrations(openFolder(root), 'db.sqlite3').known, 'boolean');
  });
});
