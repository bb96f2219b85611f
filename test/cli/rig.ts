/** The command line as a process of its own; its current folder is removed after the tests of a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { djangoPython } from '../django-python.ts';
import { makeFolder, until } from '../service.ts';

export const main = fileURLToPath(new URL('../../bin/inspector.js', import.meta.url));

export type Result = { code: number | null; out: string; err: string };

export const folder = makeFolder();
export const environment = (data: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  INSPECTOR_DATA_DIR: data,
  INSPECTOR_NO_OPEN: '1',
  INSPECTOR_PORT: '0',
  INSPECTOR_NO_WATCH: '1',
  INSPECTOR_DEFAULT_PYTHON: djangoPython,
});

export const start = (args: string[], data: string, cwd = folder): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd,
    env: environment(data),
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** `script` gives it a terminal; what it says there is all one. */
export const startAtTerminal = (args: string[], data: string): ChildProcess =>
  spawn('script', ['-qec', [process.execPath, main, ...args].join(' '), '/dev/null'], {
    cwd: folder,
    env: { ...environment(data), TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** What a process has said so far. */
const listenTo = ({ stdout, stderr }: ChildProcess): { out: string; err: string } => {
  const said = { out: '', err: '' };
  // A letter of several bytes may come in two parts.
  stdout?.setEncoding('utf8');
  stderr?.setEncoding('utf8');
  stdout?.on('data', (chunk) => {
    said.out += chunk;
  });
  stderr?.on('data', (chunk) => {
    said.err += chunk;
  });
  return said;
};

/** What it has said so far, and how it ended. */
export const begin = (args: string[], data: string, input = '', cwd = folder) => {
  const child = start(args, data, cwd);
  const said = listenTo(child);
  const ended = new Promise<Result>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }));
  });
  // It may have ended without asking: what counts is what it said, and how it ended.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return { said, ended };
};

export const inspector = (...given: Parameters<typeof begin>): Promise<Result> => begin(...given).ended;

/** A service as a process of its own; resolves when it has printed its lines. */
export const serve = async (
  args: string[],
  data: string,
  cwd = folder,
): Promise<{ child: ChildProcess; lines: string[]; port: number; ended: Promise<number | null> }> => {
  const child = start(args, data, cwd);
  const said = listenTo(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await until(
    () => said.out,
    (text) => /^ {2}or .*\n/m.test(text) || child.exitCode !== null,
    `service prints its lines (${said.err})`,
  );
  const lines = said.out.split('\n');
  return { child, lines, ended, port: Number(/:(\d+)\//.exec(lines[0] ?? '')?.[1]) };
};

after(() => rmSync(folder, { recursive: true, force: true }));
