/** The Python of the tests, as if it were started anew for each question: a process that has imported Django once answers each from a fork of itself. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { djangoPython } from './django-python.ts';

const PATIENCE_SECONDS = 60;
const SIGALRM = 14;
// As it is before a test names another for itself.
const temporary = tmpdir();
const program = join(import.meta.dirname, 'warm_python.py');
const plainEnv = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };

/** What of a start is not as ever. Without a folder: that of the whole system, where nothing can be imported from. */
export type Start = { cwd?: string; env?: Record<string, string>; input?: string };

/** How it ended: with this status, or less than none where a signal has ended it. */
export type Run = { status: number; stdout: string; stderr: string };

export type WarmPython = { run: (args: readonly string[], how?: Start) => Run; end: () => void };

/** Makes its pipes in the folder; it is ready when this returns. */
const startIn = (folder: string): void => {
  const { status, stderr, error } = spawnSync(
    djangoPython,
    ['-B', '-W', 'ignore', program, folder, `${PATIENCE_SECONDS}`],
    { env: plainEnv, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: PATIENCE_SECONDS * 1000 },
  );
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${djangoPython} does not come to import Django: ${error?.message ?? stderr}`);
};

/** Empty where nobody writes it any more. */
const readLine = (file: number): string => {
  const bytes = Buffer.alloc(16);
  let line = '';
  while (!line.endsWith('\n')) {
    const length = readSync(file, bytes);
    if (length === 0) return '';
    line += bytes.toString('latin1', 0, length);
  }
  return line;
};

export const startWarmPython = (): WarmPython => {
  const folder = mkdtempSync(join(temporary, 'warm-python-'));
  startIn(folder);
  // It ends when this process does, however that comes: nobody else has this end of the pipe.
  const questions = openSync(join(folder, 'questions'), 'w');
  const answers = openSync(join(folder, 'answers'), 'r');

  const ask = (question: object): number => {
    let line = '';
    try {
      writeFileSync(questions, `${JSON.stringify(question)}\n`);
      line = readLine(answers);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
    if (line !== '') return Number(line);
    rmSync(folder, { recursive: true, force: true });
    throw new Error('The Python that answers the tests has ended.');
  };

  const run = (args: readonly string[], { cwd = '/', env = {}, input = '' }: Start = {}): Run => {
    const status = ask({ arguments: args, cwd, env: { ...plainEnv, HOME: cwd, ...env }, input });
    const [stdout = '', stderr = ''] = ['stdout', 'stderr'].map((name) => readFileSync(join(folder, name), 'utf8'));
    if (status === -SIGALRM)
      throw new Error(`Python did not end within ${PATIENCE_SECONDS} s: ${args.join(' ')}\n${stderr}`);
    return { status, stdout, stderr };
  };

  const end = (): void => {
    closeSync(questions);
    closeSync(answers);
  };
  return { run, end };
};

/** Started for the first question. */
let warm: WarmPython | undefined;

/** `python …` with these arguments: a script or `-c`, and what follows it. Nothing compiled is written, and no warnings. */
export const runPython: WarmPython['run'] = (args, how) => {
  warm ??= startWarmPython();
  return warm.run(args, how);
};

/** What it prints; it must end well. */
export const askPython = (args: readonly string[], how?: Start): string => {
  const { status, stdout, stderr } = runPython(args, how);
  if (status !== 0) throw new Error(`Python ended with ${status}: ${args.join(' ')}\n${stderr}`);
  return stdout;
};
