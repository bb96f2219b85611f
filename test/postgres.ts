/**
 * A PostgreSQL server of the tests' own, one for a test process: an empty one in a temporary folder, which goes with the process, however that ends.
 * Local connections are trusted, those over TCP need the password.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** Debian keeps each version in a folder of its own, off the PATH; for a test file that is run by itself. */
const findKnown = (): string | undefined => {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest.map((version) => join(versions, version, 'bin', 'postgres')).find((file) => existsSync(file));
};
const program = process.env.INSPECTOR_TEST_POSTGRES || findKnown();

/** Give this as `skip`: a machine without PostgreSQL says so instead of failing. */
export const noPostgres: string | false = program ? false : 'no PostgreSQL on this machine';

export type Postgres = {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Where its local socket lies. */
  socketFolder: string;
  /** Over TCP, with the password. */
  url(database?: string): string;
  /** Runs SQL as its superuser, and gives the rows as text: a line each, columns between bars. */
  sql(text: string, database?: string): Promise<string>;
  stop(): Promise<void>;
  /** After a stop, at the same address. */
  start(): Promise<void>;
};

/** PostgreSQL refuses to run as root. */
const otherUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Ends with its input, which the system closes when the test process is gone, even killed; told to keep the folder, it does. */
const keeper = `"$@" & server=$!
read -r wish
if [ "$wish" = keep ]; then kill -INT $server; else kill -QUIT $server; fi
wait $server
if [ "$wish" != keep ]; then rm -rf "$FOLDER"; fi`;

const ready = 'ready to accept connections';

const launch = (folder: string, port: number): Promise<ChildProcess> => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    // What a test wrote is not to survive a power cut.
    fsync: 'off',
    full_page_writes: 'off',
    shared_buffers: '16MB',
    max_connections: 30,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [program as string, '-D', join(folder, 'data'), ...options];
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', ...server], {
    ...otherUser(),
    cwd: folder,
    // What ends the tests from a terminal does not end it before it has tidied up.
    detached: true,
    env: { PATH: process.env.PATH, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const gone = () => reject(new Error(`PostgreSQL did not start: ${said}`));
    child.once('error', reject).once('exit', gone);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes(ready)) return;
      said += text;
      if (/FATAL|PANIC/.test(said)) child.stdin?.end();
      if (!said.includes(ready)) return;
      child.off('exit', gone);
      // It must not keep the test process from ending.
      child.unref();
      for (const stream of [child.stdin, child.stderr]) (stream as unknown as { unref(): void }).unref();
      resolve(child);
    });
  });
};

const make = async (): Promise<Postgres> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-pg-')));
  const account = otherUser();
  const [user, password] = ['tester', 'pässwörd/of@the:tests'];
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  // Its own: a service that this process has started before keeps new files from everybody else.
  for (const path of account.uid === undefined ? [] : [folder, passwordFile])
    chownSync(path, account.uid as number, account.gid as number);
  const access = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth-local=trust', '--auth-host=scram-sha-256'];
  const kind = ['--no-sync', '--locale=C', '--encoding=UTF8'];
  let child: ChildProcess;
  let isStopped = false;
  // Whoever would remove it ended with the server.
  process.once('exit', () => isStopped && rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  try {
    const options = { ...account, cwd: folder, env: { PATH: process.env.PATH }, stdio: 'pipe' as const };
    execFileSync(join(dirname(program as string), 'initdb'), ['-D', join(folder, 'data'), ...kind, ...access], options);
    rmSync(passwordFile);
    child = await launch(folder, port);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    socketFolder: folder,
    url: (database = 'postgres') =>
      `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    sql: async (text, database = 'postgres') => {
      const client = new pg.Client({ host: folder, port, user, database });
      await client.connect();
      try {
        // Of several statements there are several answers.
        const answer = [await client.query<Record<string, unknown>>(text)].flat().at(-1);
        return (answer?.rows ?? []).map((row) => Object.values(row).join('|')).join('\n');
      } finally {
        await client.end();
      }
    },
    stop: () =>
      new Promise((resolve) => {
        isStopped = true;
        child.once('exit', () => resolve());
        child.ref();
        child.stdin?.end('keep\n');
      }),
    start: async () => {
      child = await launch(folder, port);
      isStopped = false;
    },
  };
};

let made: Promise<Postgres> | undefined;

/** The server of this process, started when it is first asked for. */
export const postgres = (): Promise<Postgres> => {
  made ??= make();
  return made;
};
