/** Real projects in temporary folders, a real runner, and a hash of everything that a run must leave as it was. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { createLog } from '../../src/kit/log.ts';
import { createRunner, type RunnerOptions } from '../../src/runner/index.ts';
import type { RunEnd, RunEvents, RunHandle, RunRequest } from '../../src/runner/runner.ts';
import { djangoInterpreter, djangoPython } from '../django-python.ts';

const projects = path.join(import.meta.dirname, '../fixtures/projects');

/** A command of root is told that it has changed a mode, a time or an attribute, wherever it tries. */
export const believesInModes = process.getuid?.() === 0;

/** A temporary folder that is gone after the test. */
export const makeFolder = (t: TestContext, name = 'inspector-test-'): string => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), name)));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

/** A copy of a fixture project; with `migrated` its database is made by Django itself. */
export const makeProject = (
  t: TestContext,
  name: string,
  options: { at?: string; migrated?: boolean } = {},
): string => {
  const project = options.at ?? path.join(makeFolder(t), name);
  cpSync(path.join(projects, name), project, { recursive: true });
  if (options.migrated) migrate(project, name);
  return project;
};

/** Of each fixture project, once Django has made it: those of later copies have the same bytes. */
const databases = new Map<string, Buffer>();

const migrate = (project: string, name: string): void => {
  const file = path.join(project, 'db.sqlite3');
  const made = databases.get(name);
  if (made) writeFileSync(file, made);
  else {
    manage(project, 'migrate', '--verbosity', '0');
    databases.set(name, readFileSync(file));
  }
};

/** Django outside the sandbox, to set a project up. */
export const manage = (project: string, ...argv: string[]): string =>
  execFileSync(djangoPython, ['-B', 'manage.py', ...argv], { cwd: project, encoding: 'utf8', timeout: 120_000 });

/** Contents, kinds, modes and times of everything below a folder; the time of its last change tells of owners and attributes, and nobody can set it. */
export const hashTree = (folder: string): string => {
  const hash = createHash('sha256');
  const visit = (file: string): void => {
    const found = lstatSync(file, { bigint: true });
    hash.update(
      `${path.relative(folder, file)}\0${found.mode}\0${found.mtimeNs}\0${found.size}\0${found.uid}\0${found.ino}\0${found.ctimeNs}\n`,
    );
    if (found.isSymbolicLink()) hash.update(readlinkSync(file));
    else if (found.isFile()) hash.update(readFileSync(file));
    else if (found.isDirectory()) for (const name of readdirSync(file).sort()) visit(path.join(file, name));
  };
  visit(folder);
  return hash.digest('hex');
};

export const makeRunner = (t: TestContext, options: Partial<RunnerOptions> = {}) => {
  const runner = createRunner({
    scratchDir: makeFolder(t, 'inspector-scratch-'),
    log: createLog('silent'),
    sandbox: 'auto',
    servicePaths: [],
    ...options,
  });
  t.after(() => runner.close());
  return runner;
};

export type Finished = RunEnd & { text: string; lines: string[]; batches: number; started: boolean };
type Begun = RunHandle & { finished: Promise<Finished>; text(): string };
type Asked = Partial<RunRequest> & { argv?: string[]; behaviour?: string };

/** A `manage.py check` of a project, but for what is asked for otherwise. */
export const requestOf = (project: string, asked: Partial<RunRequest> = {}): RunRequest => ({
  name: 'run',
  command: { kind: 'manage', argv: ['manage.py', 'check'] },
  workspacePath: project,
  interpreter: djangoInterpreter,
  network: false,
  environment: {},
  sqliteFiles: [],
  logFiles: [],
  checkedFolders: [],
  secrets: [],
  timeoutMs: 60_000,
  spentMs: 0,
  outputFile: null,
  outputLimitBytes: 1024 * 1024,
  logLimitBytes: null,
  ...asked,
});

let runs = 0;

export const begin = (
  runner: ReturnType<typeof makeRunner>,
  project: string,
  asked: Asked = {},
  events: RunEvents = {},
): Begun => {
  const { argv = ['check'], behaviour, environment, ...rest } = asked;
  const lines: string[] = [];
  let batches = 0;
  let started = false;
  runs += 1;
  const handle = runner.start(
    requestOf(project, {
      name: `run-${runs}`,
      command: { kind: 'manage', argv: ['manage.py', ...argv] },
      environment: { ...(behaviour ? { BEHAVIOUR: behaviour } : {}), ...environment },
      sqliteFiles: [path.join(project, 'db.sqlite3')],
      timeoutMs: 120_000,
      outputLimitBytes: 64 * 1024 * 1024,
      ...rest,
    }),
    {
      onStart: (sandbox) => {
        started = true;
        events.onStart?.(sandbox);
      },
      onLines: (batch, skipped) => {
        batches += 1;
        for (const { text } of batch) for (const line of text.split('\n')) lines.push(line);
        events.onLines?.(batch, skipped);
      },
    },
  );
  const text = (): string => lines.join('\n');
  const finished = handle.ended.then((end) => ({ ...end, text: text(), lines, batches, started }));
  return { ...handle, finished, text };
};

export const runOnce = (runner: ReturnType<typeof makeRunner>, project: string, asked: Asked = {}): Promise<Finished> =>
  begin(runner, project, asked).finished;

/** Waits for a condition, never for a time. */
export const until = async (condition: () => boolean, what: string, limitMs = 30_000): Promise<void> => {
  const deadline = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Processes of this machine that work in a project's folder, inside a sandbox or around it, or name it. */
export const findProcesses = (project: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === project || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(project)
        );
      } catch {
        return false;
      }
    })
    .map(Number)
    .filter((pid) => pid !== process.pid);
