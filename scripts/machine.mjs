/** What set-up asks the machine: where a program is, what it answers, which system this is. No dependency. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const isCi = ['true', '1'].includes(process.env.CI ?? '');
export const isRoot = process.getuid?.() === 0;

/** Lines of set-up go to stderr: stdout belongs to what is started. */
export function say(name, text) {
  process.stderr.write(`${name.padEnd(11)} ${text}\n`);
}

/** Every program of that name on the PATH, first first: a shim without Django may stand before a Python that has it. */
export function findAll(name, path = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const files = path.split(delimiter).flatMap((folder) => endings.map((ending) => join(folder || '.', name + ending)));
  return [...new Set(files)].filter(isProgram);
}

export function findFirst(...names) {
  return names.flatMap((name) => findAll(name))[0];
}

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end and gives `{code, output}`; code 127 when it cannot be started, 124 when it took too long.
 * `show` lets its output through to stderr, for installs that take a while.
 */
export function ask(file, args, { timeoutMs = 20_000, show = false, env = {}, cwd = root } = {}) {
  return new Promise((done) => {
    const stdio = ['ignore', show ? 2 : 'pipe', show ? 2 : 'pipe'];
    const child = spawn(file, args, { cwd, stdio, env: { ...process.env, ...env } });
    let output = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const end = (code) => {
      clearTimeout(timer);
      done({ code: late ? 124 : code, output: output.trim() });
    };
    child.on('error', () => end(127));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** `debian`, `fedora`, `arch`, `mac`, `windows` or `linux`: which remedy to print. */
export function systemFamily() {
  if (process.platform === 'darwin') return 'mac';
  if (process.platform === 'win32') return 'windows';
  const release = readText('/etc/os-release');
  const words = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)/gm)].flatMap((match) => match[1].split(' '));
  return ['debian', 'fedora', 'arch'].find((family) => words.includes(family)) ?? 'linux';
}

export function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The Node that the machine brought along: the one in node_modules may disappear under us while npm installs. */
function outerNode() {
  const inside = resolve(root, 'node_modules') + sep;
  return findAll('node').find((file) => !resolve(file).startsWith(inside)) ?? process.execPath;
}

/** Runs npm: the one that started us, else the one on the PATH. */
export function npm(args, options) {
  const own = process.env.npm_execpath ?? '';
  if (own.endsWith('.js')) return ask(outerNode(), [own, ...args], options);
  const file = findFirst('npm');
  if (!file) return Promise.resolve({ code: 127, output: 'npm is not on the PATH' });
  return process.platform === 'win32' ? ask('cmd', ['/c', file, ...args], options) : ask(file, args, options);
}
