/** A pretended machine: a copy of the checkout with its own PATH, so that set-up finds exactly what a test put there. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { djangoPython } from '../django-python.ts';

export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Body of a script that is the tests' Python, with a driver for PostgreSQL as far as set-up looks. No link: through one, a Python of a virtual
 * environment does not find its packages.
 */
export const runDjangoPython = `case "$*" in *psycopg2*) echo 2.9.9 ;; *) exec '${djangoPython}' "$@" ;; esac`;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Machine {
  root: string;
  /** Puts a program on the PATH: a shell script. */
  script(name: string, body: string): string;
  write(path: string, text: string): void;
  /** Puts everything there that the tests ask for, as far as set-up looks. */
  giveEverything(): void;
  /** The sample's database and logs are there, as far as set-up looks: saves seconds where they do not matter. */
  pretendSample(): void;
  environment(more?: Record<string, string>): NodeJS.ProcessEnv;
  run(args: string[], more?: Record<string, string>): Promise<Ended>;
  remove(): void;
}

export function makeMachine({ packages = true } = {}): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-setup-')));
  const bin = join(root, '.machine');
  mkdirSync(bin);
  for (const name of ['scripts', 'package.json', 'samples']) copy(name, root);
  // What is installed is by definition current: the tests are about set-up, not about this checkout's own state.
  cpSync(join(checkout, 'node_modules/.package-lock.json'), join(root, 'package-lock.json'));
  if (packages) symlinkSync(realpathSync(join(checkout, 'node_modules')), join(root, 'node_modules'));
  const machine: Machine = {
    root,
    script(name, body) {
      const file = join(bin, name);
      writeFileSync(file, `#!/bin/sh\n${body}\n`);
      chmodSync(file, 0o755);
      return file;
    },
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    giveEverything() {
      machine.script('python3', runDjangoPython);
      machine.script('bwrap', 'echo bubblewrap 0.8.0');
      for (const name of ['chromium', 'git', 'postgres', 'initdb']) machine.script(name, 'exit 0');
    },
    pretendSample() {
      for (const name of ['db.sqlite3', 'logs/atlas.log']) machine.write(`samples/atlas/${name}`, '');
    },
    environment: (more = {}) => ({ PATH: bin, HOME: root, ...more }),
    run: (args, more) => finish(start(process.execPath, args, root, machine.environment(more))),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  return machine;
}

function copy(name: string, root: string): void {
  const made = /(^|\/)(\.venv|logs|__pycache__)(\/|$)|\.sqlite3/;
  const source = join(checkout, name);
  cpSync(source, join(root, name), { recursive: true, filter: (path) => !made.test(path.slice(source.length)) });
}

export function start(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  return spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
}

export function finish(child: ReturnType<typeof start>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
