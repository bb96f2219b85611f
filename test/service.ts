/** A real service on a real port with a data folder of its own, and a client with a cookie jar. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, type SettingKey } from '../src/config.ts';
import type { Status, StatusWithRun, TaskRun } from '../src/contract/index.ts';
import type { RunEnd } from '../src/runner/runner.ts';
import { type Service, startService } from '../src/serve.ts';
import { djangoPython } from './django-python.ts';
import { shareReaders } from './shared-readers.ts';

export const makeFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'inspector-test-')));

export type ProjectFiles = Record<string, string>;

const manage = `import os, sys
if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

const settings = `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "planted-secret-key-of-the-tiny-project"
DEBUG = True
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
`;

/** A small Django project; more files, or others in place of these, as given. */
export const makeProject = (parent: string, name: string, files: ProjectFiles = {}): string => {
  const root = join(parent, name);
  const all: ProjectFiles = { 'manage.py': manage, 'config/__init__.py': '', 'config/settings.py': settings, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

/** A management command of the project's own that does what its name says. */
export const slowSettings = (python: string): string => `${settings}\n${python}\n`;

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json<T = ErrorBody>(): T };
type ErrorBody = { errors: Record<string, string[]>; code: string };
export type Fields = Record<string, string>;
export type Options = {
  headers?: Record<string, string | string[]>;
  fields?: Fields;
  body?: string | Buffer;
  type?: string;
  csrf?: boolean;
};

export class Client {
  readonly port: number;
  readonly cookies = new Map<string, string>();
  host: string;

  constructor(port: number) {
    this.port = port;
    this.host = `127.0.0.1:${port}`;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  send(method: string, path: string, options: Options = {}): Promise<Answer> {
    const body = options.body ?? (options.fields && new URLSearchParams(options.fields).toString());
    const type = options.type ?? (options.fields && 'application/x-www-form-urlencoded');
    const headers: Record<string, string | string[]> = { host: this.host };
    if (this.cookies.size > 0) headers.cookie = this.cookieHeader;
    if (method !== 'GET' && options.csrf !== false) headers['x-csrftoken'] = this.cookies.get('csrftoken') ?? '';
    if (type !== undefined) headers['content-type'] = type;
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port: this.port, method, path, headers: { ...headers, ...options.headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            this.#keep(response.headers['set-cookie'] ?? []);
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: () => JSON.parse(text),
            });
          });
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  get(path: string, options?: Options): Promise<Answer> {
    return this.send('GET', path, options);
  }

  post(path: string, fields: Fields = {}, options: Options = {}): Promise<Answer> {
    return this.send('POST', path, { fields, ...options });
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined) continue;
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value ?? '');
    }
  }
}

/** What no client of HTTP would send, byte by byte; the whole answer as text. */
export const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

export type TestService = Service & {
  folder: string;
  dataDir: string;
  port: number;
  /** Logged in as the owner by a launch link. */
  owner: Client;
  client(): Client;
  /** A client logged in with a fresh launch link. */
  logIn(): Promise<Client>;
  end(): Promise<void>;
};

export const startTestService = async (
  flags: Partial<Record<SettingKey, string | boolean>> = {},
  folder = makeFolder(),
  readers: 'shared' | 'own' = 'shared',
): Promise<TestService> => {
  const dataDir = join(folder, 'data');
  const config = readConfig(
    {
      port: '0',
      'data-dir': dataDir,
      'no-open': true,
      'no-watch': true,
      'posts-per-minute': '100000',
      'log-level': 'silent',
      'default-python': djangoPython,
      ...flags,
    },
    {},
  );
  const service = await startService(config, async ({ scanner }) => {
    if (readers === 'shared') shareReaders(scanner);
  });
  if (!service) throw new Error('the data folder is taken');
  const port = service.app.context.address?.port ?? 0;
  const logIn = async (): Promise<Client> => {
    const client = new Client(port);
    const link = await import('../src/usecases/sessions/sessions.ts').then(({ createLaunchLink }) =>
      createLaunchLink(service.app.context),
    );
    await client.get(new URL(link.fallback_url).pathname + new URL(link.fallback_url).search);
    return client;
  };
  return {
    ...service,
    folder,
    dataDir,
    port,
    owner: config.auth === 'off' ? new Client(port) : await logIn(),
    client: () => new Client(port),
    logIn,
    end: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Scans of these workspaces alone are carried out, all others wait: for what has nothing to do with readings. One takes three processes of
 * ours and a start of Django, beside whatever the test is about.
 */
export const scanOnly = ({ app }: TestService, ...slugs: string[]): void => {
  const { scans, workspaces } = app.context.store;
  const { nextPending } = scans;
  scans.nextPending = async (kinds, busy) => {
    const others = (await workspaces.list()).filter(({ slug }) => !slugs.includes(slug));
    return nextPending(kinds, [...busy, ...others.map(({ id }) => id)]);
  };
};

/** Projects are read from their text alone: for what does not need their Django to start. Runs are refused. */
export const askNoProject = ({ app }: TestService): void => {
  app.context.sandbox = async () => ({
    available: false,
    profile: null,
    reason: 'Nobody is asked here.',
    remedy: null,
    proven: false,
  });
};

export const givenUp: RunEnd = {
  ...{ ended: 'cancelled', exitCode: 130, durationMs: 1, cause: null },
  ...{ outputLines: 0, outputBytes: 0, outputTruncated: false },
  sandbox: { profile: 'copy-on-write', interpreter: null, network: false, discarded: { files: 0, bytes: 0 } },
};

/** Whatever is started goes on until it is given up; `count` says how often each happened. */
export const neverAnswer = ({ app }: TestService): { asked: number; givenUp: number } => {
  const count = { asked: 0, givenUp: 0 };
  app.context.runner.start = () => {
    count.asked += 1;
    const { promise, resolve } = Promise.withResolvers<RunEnd>();
    return {
      ended: promise,
      cancel: () => {
        count.givenUp += 1;
        resolve(givenUp);
      },
    };
  };
  return count;
};

/** How long to wait before the next look: a tenth of what was waited already. To look is work, too, and takes it from what is waited for. */
const pauseAfter = (waitedMs: number): number => Math.min(250, Math.max(20, waitedMs / 10));

/** Waits until something is true; fails after a while with what was seen last. */
export const until = async <T>(
  read: () => Promise<T> | T,
  holds: (value: T) => boolean,
  what: string,
  limitMs = 60_000,
): Promise<T> => {
  const start = Date.now();
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    const waitedMs = Date.now() - start;
    if (waitedMs > limitMs)
      throw new Error(`${what}: not within ${limitMs} ms; last seen ${JSON.stringify(value)?.slice(0, 2000)}`);
    await sleep(pauseAfter(waitedMs));
  }
};

export const isFinal = (run: TaskRun): boolean => !['queued', 'running'].includes(run.status);

export const queueRun = async (client: Client, workspace: string, preset: string): Promise<TaskRun> => {
  const answer = await client.post('/api/task-runs/', { workspace, preset, confirm_safe: 'on' });
  assert.equal(answer.status, 201, answer.text);
  return answer.json<StatusWithRun>().task_run;
};

export const waitForRun = (client: Client, id: number, limitMs?: number): Promise<TaskRun> =>
  until(async () => (await client.get(`/api/task-runs/${id}/`)).json<TaskRun>(), isFinal, `run ${id} ends`, limitMs);

export const readStatus = async (client: Client, slug: string): Promise<Status> =>
  (await client.get(`/api/workspaces/${slug}/status/`)).json<Status>();

export const waitForScans = (client: Client, slug: string): Promise<Status> =>
  until(
    () => readStatus(client, slug),
    (status) => status.scans.every((scan) => scan.status === 'completed' || scan.status === 'failed'),
    'scans end',
  );
