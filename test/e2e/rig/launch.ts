/** Starts the real service on a free port with a data folder of its own, as the command line does it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { djangoPython } from '../../django-python.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

// On a machine that does six things at once it took longer than half a minute.
const startWithinMs = 90_000;
const stopWithinMs = 10_000;
/** A write into a pipe that nobody reads would stop the service: the last of it is kept for a failure's message. */
const keptOutput = 8_000;

export type Service = {
  /** `http://inspector.localhost:PORT`, with the base path, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  /** A launch link that nobody has used: the one that was printed at the start, then as `inspector link` prints it. */
  newLink(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** It is there and does nothing, until `goOn`. */
  hang(): void;
  goOn(): void;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  close(): Promise<void>;
};

const command = ['--disable-warning=ExperimentalWarning', join(root, 'bin/inspector.js')];
const env = { ...process.env, INSPECTOR_DEFAULT_PYTHON: djangoPython };

type Started = { child: ChildProcess; link: string; said: () => string };

function startOnce(args: readonly string[], cwd: string): Promise<Started> {
  const child = spawn(process.execPath, [...command, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service ${why}:\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not say where it listens in time');
    }, startWithinMs);
    const onData = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
      const link = /^Open (\S+)$/m.exec(output)?.[1];
      if (!link) return;
      clearTimeout(timer);
      resolve({ child, link, said: () => output });
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.on('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill(signal);
  });
}

const printed = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...command, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`inspector ${args[0]} ended with ${code}`)),
    );
  });

export async function launch(options: { project?: string; args?: readonly string[] } = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inspector-e2e-data-'));
  const fixed = ['--data-dir', dataDir, '--no-open', ...(options.args ?? [])];
  const project = options.project ? [options.project] : [];
  let started = await startOnce([...project, ...fixed, '--port', '0'], dataDir);
  let stopped = false;
  let printedLink: string | undefined = started.link;
  const first = new URL(started.link);
  const url = `${first.origin}${first.pathname.replace(/\/login\/?$/, '').replace(/\/$/, '')}`;
  return {
    url,
    dataDir,
    newLink: async () => {
      const unused = printedLink;
      printedLink = undefined;
      if (unused) return unused;
      const link = /https?:\/\/\S+/.exec(await printed(['link', '--data-dir', dataDir]))?.[0];
      if (!link) throw new Error('inspector link printed no link');
      return link;
    },
    kill: (signal) => {
      stopped = true;
      return ended(started.child, signal);
    },
    hang: () => void started.child.kill('SIGSTOP'),
    goOn: () => void started.child.kill('SIGCONT'),
    start: async () => {
      stopped = false;
      started = await startOnce([...fixed, '--port', first.port], dataDir);
    },
    close: async () => {
      const { exitCode, signalCode } = started.child;
      const died = !stopped && (exitCode !== null || signalCode !== null);
      await ended(started.child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
      if (died) throw new Error(`The service ended by itself (${exitCode ?? signalCode}):\n${started.said()}`);
    },
  };
}

/** One more workspace, added at the command line. */
export const addWorkspace = async (service: Service, path: string): Promise<void> => {
  await printed(['add', path, '--data-dir', service.dataDir]);
};

/** A user with a password, made at the command line as an operator does it; a viewer. */
export const addUser = (service: Service, name: string, password: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...command, 'users', 'add', name, '--data-dir', service.dataDir], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.end(`${password}\n`);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`inspector users add ended with ${code}`))));
  });
