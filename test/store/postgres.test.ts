import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { backUp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { LogPage, ServiceState, Workspace } from '../../src/contract/index.ts';
import { hidePassword } from '../../src/kit/database-url.ts';
import { InspectorError } from '../../src/kit/errors.ts';
import { openPostgres } from '../../src/store/dialects/postgres.ts';
import { openTeamStore, type Store } from '../../src/store/index.ts';
import { storeContract } from '../contracts/store.ts';
import { djangoInterpreter } from '../django-python.ts';
import { noPostgres, type Postgres, postgres } from '../postgres.ts';
import {
  askNoProject,
  type Client,
  makeFolder,
  makeProject,
  queueRun,
  slowSettings,
  startTestService,
  until,
  waitForRun,
  waitForScans,
} from '../service.ts';

const empty = ({ sql }: Postgres): Promise<string> => sql('DROP SCHEMA IF EXISTS workspace_inspector CASCADE');

/** Closed when the test has ended, however it ends. */
const openAt = async (t: TestContext, url: string): Promise<Store> => {
  const store = await openTeamStore(url);
  t.after(() => store.close());
  return store;
};

/** All rows; the tables are left, which take most of the time to be made. */
const clear = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'workspace_inspector' AND tablename <> 'state'
    LOOP EXECUTE format('DELETE FROM workspace_inspector.%I', name); END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'workspace_inspector'
    LOOP EXECUTE format('ALTER SEQUENCE workspace_inspector.%I RESTART', name); END LOOP;
END $$`;

storeContract(
  'PostgreSQL',
  async () => {
    const server = await postgres();
    const store = await openTeamStore(server.url());
    return {
      store,
      end: async () => {
        await store.close();
        await server.sql(clear);
      },
    };
  },
  noPostgres,
);

const user = (name: string) => ({ name, role: 'viewer' as const, password: null, created_at: 1 });

/** One sentence of ours, without the password. */
const rejectsWith = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof InspectorError && error.code === 'unavailable', String(error));
  assert.match(error.message, pattern);
  assert.doesNotMatch(error.message, /ssw%C3|ssw(ö|%C3%B6)rd|of-nobody/);
  return true;
};

/** In between, as a network that fails: who is connected is cut off, and the server is not told. */
const startNetwork = async (port: number) => {
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(port, '127.0.0.1');
    near.add(socket.on('error', () => undefined));
    far.add(other.on('error', () => undefined));
    socket.pipe(other, { end: false });
    other.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    cut: () => {
      for (const socket of near) socket.destroy();
      near.clear();
    },
    end: () => {
      for (const socket of [...near, ...far]) socket.destroy();
      server.close();
    },
  };
};

describe('the database of the store', { skip: noPostgres }, () => {
  beforeEach(async () => {
    await empty(await postgres());
  });

  test('a server that is not there, a wrong password and a database that is missing are each told in a sentence', async () => {
    const { url, port, password } = await postgres();
    const refused = (address: string, pattern: RegExp) => assert.rejects(openTeamStore(address), rejectsWith(pattern));
    const other = url().replace(`:${port}`, ':1');
    await refused(other, /^The database server 127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\)\. Start it/);
    const wrong = url().replace(encodeURIComponent(password), 'password-of-nobody');
    await refused(wrong, /refuses the user "tester" \(password authentication failed.*Check the user and the password/);
    await refused(url().replace(`:${encodeURIComponent(password)}`, ''), /asks for a password of the user "tester"/);
    await refused(`${url()}?sslrootcert=/nowhere/ca.pem`, /^The address of --database cannot be used \(ENOENT/);
    await refused(
      url('nowhere'),
      /^There is no database "nowhere" on 127\.0\.0\.1:\d+\. Create it \(createdb nowhere\)/,
    );
  });

  test('a user who may not make the schema is told what to grant, and one who was given it needs no more', async (t) => {
    const server = await postgres();
    await server.sql("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    const url = `postgres://guest:guest@127.0.0.1:${server.port}/postgres`;
    await assert.rejects(openTeamStore(url), rejectsWith(/GRANT CREATE ON DATABASE "postgres" TO "guest"/));
    await server.sql('CREATE SCHEMA workspace_inspector AUTHORIZATION guest');
    const store = await openAt(t, url);
    assert.equal(await store.users.insert(user('ada')), true);
  });

  test('what others have in the database stays as it is, and a schema of theirs with our name is refused', async (t) => {
    const server = await postgres();
    await server.sql('CREATE SCHEMA workspace_inspector; CREATE TABLE workspace_inspector.users (theirs int)');
    await assert.rejects(openTeamStore(server.url()), rejectsWith(/holds something else already/));
    assert.equal(await server.sql('SELECT count(*) FROM workspace_inspector.users'), '0');
    await empty(server);
    await server.sql('CREATE TABLE users (theirs int); CREATE TABLE meta (theirs int)');
    const store = await openAt(t, server.url());
    await store.users.insert(user('ada'));
    const outside = "schemaname NOT IN ('pg_catalog', 'information_schema', 'workspace_inspector')";
    assert.equal(await server.sql(`SELECT tablename FROM pg_tables WHERE ${outside} ORDER BY 1`), 'meta\nusers');
    assert.equal(await server.sql('SELECT count(*) FROM public.users'), '0');
    await server.sql('DROP TABLE users, meta');
  });

  test('a database that keeps not every letter is refused, and so is a store of a newer version', async (t) => {
    const server = await postgres();
    await server.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    await assert.rejects(openTeamStore(server.url('latin')), rejectsWith(/keeps text as LATIN1.*--encoding=UTF8/));
    const store = await openAt(t, server.url());
    await store.close();
    await server.sql('UPDATE workspace_inspector.state SET version = 9999');
    await assert.rejects(openTeamStore(server.url()), rejectsWith(/newer Workspace Inspector/));
  });

  test('a database is held by one service, and free again when that one ends', async (t) => {
    const server = await postgres();
    const store = await openAt(t, server.url());
    const pattern = new RegExp(
      `^Another service .* has the database "postgres" \\(process ${process.pid} on \\S+\\)\\.`,
    );
    await assert.rejects(openTeamStore(server.url()), rejectsWith(pattern));
    assert.equal(await store.users.insert(user('ada')), true);
    await store.close();
    assert.equal((await (await openAt(t, server.url())).users.list()).length, 1);
  });

  test('a transaction of which a statement failed keeps nothing, though its work went on', async (t) => {
    const dialect = await openPostgres((await postgres()).url());
    t.after(() => dialect.close());
    await dialect.run('CREATE TABLE once (id INTEGER PRIMARY KEY)');
    const work = dialect.transaction(async (inside) => {
      await inside.run('INSERT INTO once (id) VALUES (?)', 1);
      await inside.run('INSERT INTO once (id) VALUES (?)', 1).catch(() => undefined);
    });
    await assert.rejects(work, /nothing of it was kept/);
    assert.deepEqual(await dialect.all('SELECT id FROM once'), []);
    assert.equal(await dialect.run('INSERT INTO once (id) VALUES (?)', 2 ** 40), 1);
  });

  test('a sign that PostgreSQL cannot keep in a text is kept as its picture', async (t) => {
    const store = await openAt(t, (await postgres()).url());
    await store.remember('key', () => 'a\0b');
    assert.equal(await store.remember('key', () => ''), 'a\u2400b');
  });

  test('a schema that was removed under a service is told, and nothing is made in its place', async (t) => {
    const server = await postgres();
    const store = await openAt(t, server.url());
    await empty(server);
    await assert.rejects(store.users.insert(user('ada')), rejectsWith(/was removed .*Restart the service/));
    assert.equal(await server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'workspace_inspector'"), '0');
  });

  test('a store whose server was stopped says so, and goes on by itself when it is back', async (t) => {
    const server = await postgres();
    const store = await openAt(t, server.url());
    await store.users.insert(user('ada'));
    await server.stop();
    await assert.rejects(store.users.list(), rejectsWith(/cannot be reached/));
    const given = await store.soon.users.insert(user('bob')).catch((error: unknown) => error);
    assert.ok(given instanceof InspectorError && given.retryAfterSeconds === 5);
    await server.start();
    const names = await until(
      () => store.users.list().catch(() => []),
      (users) => users.length > 0,
      'the store is back',
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ['ada'],
    );
  });

  test('a connection that was cut without the server noticing is not taken for another service', async (t) => {
    const server = await postgres();
    const network = await startNetwork(server.port);
    t.after(network.end);
    const store = await openAt(t, server.url().replace(`:${server.port}`, `:${network.port}`));
    await store.users.insert(user('ada'));
    network.cut();
    await store.users.list().catch(() => undefined);
    assert.equal((await store.users.list()).length, 1);
  });

  test('a store that another service used meanwhile is not written by the first any more', async (t) => {
    const server = await postgres();
    const store = await openAt(t, server.url());
    await store.users.insert(user('ada'));
    const theirs = "application_name LIKE 'workspace-inspector %'";
    await server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${theirs}`);
    const other = await openAt(t, server.url());
    await assert.rejects(store.users.insert(user('bob')), rejectsWith(/^Another service .* has the database/));
    await other.close();
    const settled = () => store.users.insert(user('bob')).then(String, String);
    await until(settled, (said) => /has used the database .*Restart this one/.test(said), 'it is told to be restarted');
    assert.equal(await server.sql('SELECT count(*) FROM workspace_inspector.users'), '1');
  });
});

describe('the address of the database', () => {
  const secret = 'c4n4ry';
  const given = `postgresql://ada:${secret}@db.example:5433/inspector`;

  test('its password is in no setting that is shown and in no variable that a run may ask for', () => {
    const config = readConfig({}, { INSPECTOR_DATABASE: given, OTHER: 'x' });
    assert.equal(config.database, given);
    assert.deepEqual(config.settings.database, {
      value: 'postgresql://ada:***@db.example:5433/inspector',
      source: 'environment',
    });
    assert.deepEqual([config.environment.INSPECTOR_DATABASE, config.environment.OTHER], [undefined, 'x']);
    assert.doesNotMatch(JSON.stringify(config.settings), new RegExp(secret));
  });

  test('its password is hidden wherever in it it stands, and all else is left', () => {
    for (const [given, shown] of [
      [`--database postgres://ada:p@ss/${secret}@h/n --port 1`, '--database postgres://ada:***@h/n --port 1'],
      [`postgres:///n?host=/run&password=${secret}&x=1`, 'postgres:///n?host=/run&password=***&x=1'],
      ['postgres://ada@h:5432/n', 'postgres://ada@h:5432/n'],
    ] as const)
      assert.equal(hidePassword(given), shown);
  });

  test('what is no address of PostgreSQL is refused without being told, also in a file that is no JSON', () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'config.json'), `{"database": postgres://ada:${secret}@h/n}`);
    const readings: [RegExp, () => unknown][] = [
      [/must be the address of a PostgreSQL database/, () => readConfig({ database: `mysql://ada:${secret}@h/n` }, {})],
      [/written as %2F/, () => readConfig({ database: `postgres://ada:1/${secret}@h/n` }, {})],
      [/config\.json cannot be used/, () => readConfig({ 'data-dir': folder }, {})],
    ];
    for (const [pattern, read] of readings)
      assert.throws(read, (error: Error) => pattern.test(error.message) && !error.message.includes(secret));
    rmSync(folder, { recursive: true });
  });

  test('a backup is left to pg_dump, with the command that makes it', async () => {
    const config = readConfig({ database: given }, {});
    const command =
      "pg_dump --schema=workspace_inspector --file='/tmp/my copy.sql' --dbname=postgresql://ada@db.example";
    await assert.rejects(backUp(config, '/tmp/my copy.sql'), (error: Error) => error.message.includes(command));
  });
});

describe('a service on PostgreSQL', { skip: noPostgres }, () => {
  const logging = `LOGGING = {"version": 1, "handlers": {"f": {"class": "logging.FileHandler", "filename": BASE_DIR / "shop.log"}}, "root": {"handlers": ["f"]}}`;
  const find = async (client: Client, words: string): Promise<string[]> => {
    const page = await client.get(`/api/workspaces/shop/logs/?source=shop.log&q=${encodeURIComponent(words)}`);
    return page.json<LogPage>().lines.map(({ message }) => message);
  };

  test('keeps what was added, read and run through a restart, and refuses a second one', async (t) => {
    const server = await postgres();
    await empty(server);
    const folder = makeFolder();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const project = makeProject(folder, 'shop', {
      'config/settings.py': slowSettings(logging),
      'shop.log': '2026-01-02 03:04:05,678 ERROR shop Ошибка в заказе\n',
    });
    const database = { database: server.url() };
    // Numbers of runs of the file that was used before are not those of the database.
    mkdirSync(join(folder, 'data', 'output'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'data', 'lock.sqlite3'), '');
    writeFileSync(join(folder, 'data', 'output', '1.gz'), "another store's");
    const first = await startTestService(database, folder);
    t.after(() => first.stop());
    const { sandbox } = first.app.context;
    askNoProject(first);
    assert.equal((await first.owner.post('/api/workspaces/', { path: project })).status, 201);
    await waitForScans(first.owner, 'shop');
    first.app.context.sandbox = sandbox;
    const { id } = await queueRun(first.owner, 'shop', 'version');
    const run = await waitForRun(first.owner, id);
    assert.equal(run.status, 'succeeded', run.metadata.command.error);
    assert.deepEqual(await find(first.owner, 'ОШИБКА'), ['shop Ошибка в заказе']);
    const { settings } = (await first.owner.get('/api/service/')).json<ServiceState>();
    assert.match(String(settings.database?.value), /^postgresql:\/\/tester:\*\*\*@127/);

    const elsewhere = makeFolder();
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }));
    await assert.rejects(startTestService(database, elsewhere), rejectsWith(/Another service .* has the database/));
    await first.stop();

    const second = await startTestService(database, folder);
    askNoProject(second);
    t.after(() => second.stop());
    const [workspace] = (await second.owner.get('/api/workspaces/')).json<Workspace[]>();
    assert.equal(workspace?.slug, 'shop');
    assert.equal((await second.owner.get(`/api/task-runs/${id}/output/`)).text.trim(), djangoInterpreter.djangoVersion);
    assert.deepEqual(await find(second.owner, 'в заказе'), ['shop Ошибка в заказе']);
    assert.ok(readdirSync(join(folder, 'data', 'output')).includes('1.gz'), "another store's output is left");
    assert.equal(existsSync(join(folder, 'data', 'inspector.sqlite3')), false);

    await server.stop();
    const away = await second.owner.get('/api/workspaces/');
    assert.deepEqual([away.status, away.headers['retry-after']], [503, '5']);
    assert.match(away.text, /cannot be reached/);
    await assert.rejects(startTestService(database, elsewhere), rejectsWith(/cannot be reached \(.*\)\. Start it/));
    await server.start();
    await until(
      async () => (await second.owner.get('/api/workspaces/')).status,
      (status) => status === 200,
      'the service is back',
    );
    assert.equal(await second.app.context.store.remember('later', () => 'kept'), 'kept');
  });
});
