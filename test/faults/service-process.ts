/** A service as a process of its own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { djangoPython } from '../django-python.ts';
import { Client, until } from '../service.ts';

const main = fileURLToPath(new URL('../../bin/inspector.js', import.meta.url));

export type ServiceProcess = {
  child: ChildProcess;
  client: Client;
  pid: number;
  errors(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** A test that fails half way must not leave a service behind, nor hang on it. */
const started = new Set<ChildProcess>();
after(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** `log`: a descriptor that takes its stderr instead of `errors`. */
export const startProcess = async (
  dataDir: string,
  args: string[] = [],
  log: number | 'pipe' = 'pipe',
): Promise<ServiceProcess> => {
  const flags = [
    '--data-dir',
    dataDir,
    '--port',
    '0',
    '--no-open',
    '--no-watch',
    '--posts-per-minute',
    '1000000',
    '--default-python',
    djangoPython,
    ...args,
  ];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...flags], {
    cwd: '/',
    stdio: ['ignore', 'pipe', log],
  });
  started.add(child);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await until(
    () => out,
    (text) => {
      if (child.exitCode !== null) throw new Error(`the service ended: ${err}`);
      return /^ {2}or .*\n/m.test(text);
    },
    'the service prints its lines',
    60_000,
  );
  const link = new URL(/ {2}or (\S+)/.exec(out)?.[1] ?? '');
  const client = new Client(Number(link.port));
  await client.get(link.pathname + link.search);
  return {
    child,
    client,
    pid: child.pid ?? 0,
    errors: () => err,
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Processes whose command line holds a word: what a run left behind. */
export const processesWith = (word: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(join('/proc', name, 'cmdline'), 'utf8').includes(word);
      } catch {
        return false;
      }
    })
    .map(Number);
