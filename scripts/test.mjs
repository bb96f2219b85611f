#!/usr/bin/env node
/**
 * `npm test [-- STAGE …]`: set-up with the tests' parts, then every stage in order, each with its time; stops at the first that fails.
 * What a stage that runs beside another prints is kept until that one has ended.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './machine.mjs';
import { packageProgram } from './packages.mjs';
import { ensureRenderer } from './renderer.mjs';
import { ensureSample } from './sample.mjs';
import { runMain, setUp } from './setup.mjs';

// A stage that hangs must not hang the run: well above what the slowest takes on two cores.
const STAGE_TIMEOUT_MS = 20 * 60_000;

const isBrowserTest = (file) => file.startsWith('test/e2e/');
const isAxe = (file) => file === 'test/e2e/axe.test.ts';
const isArchitecture = (file) => file === 'test/architecture.test.ts';
// They start nothing that another of them would disturb. In one process the modules they share are loaded and warm once: a third of the processor time less.
const isReader = (file) => /^test\/(frameworks|python)\//.test(file);
const isInProcess = (file) => /^test\/(http|masking|queue|usecases|web)\//.test(file);
const isCommandLine = (file) => file.startsWith('test/cli/');
const isOther = (file) => ![isReader, isInProcess, isCommandLine, isBrowserTest, isArchitecture].some((is) => is(file));

const stages = [
  // On two cores more than one checker is slower: each reads the types that they share anew (22 s of processor time instead of 8).
  { name: 'types', run: (_, held) => runProgram(packageProgram('tsc'), ['-p', '.', '--checkers', '1'], { held }) },
  { name: 'lint', isBeside: true, run: (_, held) => runProgram(packageProgram('biome'), ['check'], { held }) },
  { name: 'architecture', isBeside: true, run: (parts, held) => runTests(parts, held, isArchitecture, 'one process') },
  { name: 'renderer', run: ({ node }) => ensureRenderer(node).then(() => 'passed') },
  // Five at a time keep two cores busy to the end: many test files wait for a folder to come to rest, or for a process.
  { name: 'tests', run: (parts, held) => runTests(parts, held, isOther, 'one by one') },
  { name: 'reader', isBeside: true, run: (parts, held) => runTests(parts, held, isReader, 'one process') },
  { name: 'in-process', isBeside: true, run: (parts, held) => runTests(parts, held, isInProcess, 'one process') },
  {
    name: 'command-line',
    isBeside: true,
    run: (parts, held) => runTests(parts, held, isCommandLine, 'one by one'),
  },
  {
    name: 'browser',
    needs: 'browser',
    isBeside: true,
    run: (parts, held) => runTests(parts, held, (file) => isBrowserTest(file) && !isAxe(file), 'one process'),
  },
  {
    name: 'accessibility',
    needs: 'browser',
    isBeside: true,
    follows: 'browser',
    run: (parts, held) => runTests(parts, held, isAxe, 'one process'),
  },
];

/** The chosen stages in order; those of one group run beside each other, but for one that follows another of them. */
function groupStages(chosen) {
  const groups = [];
  for (const stage of stages.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    if (stage.isBeside && groups.length > 0) groups.at(-1).push(stage);
    else groups.push([stage]);
  }
  return groups;
}

async function main() {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(`No stage ${unknown.join(', ')}. There are: ${stages.map((s) => s.name).join(', ')}.`);
  const parts = await setUp('tests');
  await ensureSample(parts.files.python);
  const started = performance.now();
  const results = [];
  for (const group of groupStages(chosen)) {
    results.push(...(await runGroup(group, parts)));
    if (results.some(({ outcome }) => outcome === 'failed')) break;
  }
  return summarise(results, parts.missing, (performance.now() - started) / 1000);
}

async function runGroup([first, ...others], parts) {
  process.stdout.write(`\n── ${[first, ...others].map(({ name }) => name).join(', beside it ')}\n`);
  const running = [{ stage: first, result: runStage(first, parts) }];
  for (const stage of others) {
    const held = [];
    const before = running.find((other) => other.stage.name === stage.follows);
    running.push({ stage, held, result: runAfter(before?.result, stage, parts, held) });
  }
  const results = [];
  for (const { stage, held, result } of running) {
    results.push(await result);
    if (held) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${stage.name}\n`), ...held]));
  }
  return results;
}

async function runAfter(before, stage, parts, held) {
  const followed = await before;
  if (followed?.outcome === 'failed')
    return { name: stage.name, outcome: `left out: ${followed.name} failed`, seconds: 0 };
  return runStage(stage, parts, held);
}

async function runStage(stage, parts, held) {
  const started = performance.now();
  const isMissing = parts.missing.includes(stage.needs);
  const outcome = isMissing ? `left out: no ${stage.needs}` : await attempt(stage, parts, held);
  return { name: stage.name, outcome, seconds: (performance.now() - started) / 1000 };
}

async function attempt(stage, parts, held) {
  try {
    return await stage.run(parts, held);
  } catch (error) {
    say(held, `${error.message}\n`);
    return 'failed';
  }
}

function say(held, text) {
  if (held) held.push(Buffer.from(text));
  else process.stdout.write(text);
}

function summarise(results, missing, total) {
  process.stdout.write('\n');
  for (const { name, outcome, seconds } of results) {
    process.stdout.write(`${name.padEnd(13)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${outcome}\n`);
  }
  const failed = results.some(({ outcome }) => outcome === 'failed');
  if (missing.length > 0)
    process.stdout.write(`Missing on this machine: ${missing.join(', ')} (see the first lines).\n`);
  process.stdout.write(`${failed ? 'FAILED' : 'Passed'} after ${total.toFixed(0)} s.\n`);
  return failed ? 1 : 0;
}

/** A room without tests is a mistake in the pattern, not a success. Each file is a process, `one by one`, or all are `one process`. */
function runTests({ node, files: programs }, held, wanted, how) {
  const files = listTests('test').filter(wanted);
  if (files.length === 0) throw new Error('No test file found for this stage.');
  const isOne = how === 'one process';
  if (isOne) refuseSharedHooks(files);
  const options = [
    '--disable-warning=ExperimentalWarning',
    '--test',
    isOne ? '--test-isolation=none' : '--test-concurrency=1',
  ];
  const env = {
    INSPECTOR_TEST_BROWSER: programs.browser ?? '',
    INSPECTOR_TEST_PYTHON: programs.python ?? '',
    INSPECTOR_TEST_POSTGRES: programs.postgres ?? '',
    // Read and compiled once, the modules that they share are there for all processes.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'inspector-tests'),
  };
  return runProgram(node, [...options, ...files], { env, held });
}

/** In one process a hook outside of every `describe` is run for the tests of all files. */
function refuseSharedHooks(files) {
  const hook = /^(before|after)(Each)?\(/m;
  const file = files.find((each) => hook.test(readFileSync(join(root, each), 'utf8')));
  if (file)
    throw new Error(
      `${file} has a hook outside of its \`describe\`: here it would be run for the tests of every file.`,
    );
}

function listTests(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return path === 'test/fixtures' ? [] : listTests(path);
      return path.endsWith('.test.ts') ? [path] : [];
    });
}

/** Its output is shown, or kept in `held`. */
function runProgram(file, args, { env = {}, held } = {}) {
  return new Promise((done) => {
    const bin = join(root, 'node_modules', '.bin');
    const path = `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
    const child = spawn(file, args, {
      cwd: root,
      stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env, PATH: path },
      shell: file.endsWith('.cmd'),
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => held.push(chunk));
    const timer = setTimeout(() => {
      say(held, `Stopped: no end after ${STAGE_TIMEOUT_MS / 60_000} minutes.\n`);
      child.kill('SIGTERM');
      setTimeout(() => {
        child.kill('SIGKILL');
        end('failed');
      }, 5000).unref();
    }, STAGE_TIMEOUT_MS);
    const end = (outcome) => {
      clearTimeout(timer);
      done(outcome);
    };
    child.on('error', (error) => {
      say(held, `${error.message}\n`);
      end('failed');
    });
    child.on('close', (code) => end(code === 0 ? 'passed' : 'failed'));
  });
}

await runMain(main);
