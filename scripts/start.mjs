#!/usr/bin/env node
/**
 * `npm start [-- PATH …flags]`: set-up, a current renderer, the sample when no PATH is given, then the service itself.
 * All lines of set-up go to stderr, so that stdout begins with the service's own two.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './machine.mjs';
import { ensureRenderer } from './renderer.mjs';
import { ensureSample, samplePath } from './sample.mjs';
import { runMain, setUp } from './setup.mjs';

/** The flags of the command line that stand alone; every other one is followed by its value. */
const ALONE = ['--no-open', '--no-watch', '--json'];

/** True when the words already say what to open or do: a PATH, a subcommand, or a question about the program itself. */
function namesTarget(words) {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (['--help', '-h', '--version', '-V'].includes(word)) return true;
    if (!word.startsWith('-')) return true;
    if (!word.includes('=') && !ALONE.includes(word)) index += 1;
  }
  return false;
}

async function main() {
  const words = process.argv.slice(2);
  const own = namesTarget(words);
  const { node, files } = await setUp(own ? 'own project' : 'start');
  await ensureRenderer(node);
  if (!own) await ensureSample(files.python);
  const program = join(root, 'bin', 'inspector.js');
  const args = ['--disable-warning=ExperimentalWarning', program, ...(own ? words : [samplePath, ...words])];
  // A relative PATH is meant from where `npm start` was typed.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  return become(node, args);
}

/** Replaces this process where Node can (signals and exit status then need no care), else stands in front of the child. */
function become(node, args) {
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], process.env);
  return new Promise((done) => {
    const child = spawn(node, args, { stdio: 'inherit' });
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
      // On a terminal Ctrl-C reaches the child by itself; a second one would tell it to hurry.
      process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
    }
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      done(126);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

await runMain(main);
