#!/usr/bin/env node
/**
 * `npm test [-- STAGE …]`: set-up with the tests' parts, then every stage in order, each with its time; stops at the first that fails.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './machine.mjs';
import { packageProgram } from './packages.mjs';
import { ensureRenderer } from './renderer.mjs';
import { ensureSample } from './sample.mjs';
import { runMain, setUp } from './setup.mjs';

// A stage that hangs must not hang the run: well above what the slowest takes on two cores.
const STAGE_TIMEOUT_MS = 20 * 60_000;

const stages = [
  { name: 'types', run: () => runProgram(packageProgram('tsc'), ['-p', '.']) },
  { name: 'lint', run: () => runProgram(packageProgram('biome'), ['check']) },
  { name: 'architecture', run: (parts) => runTests(parts, (file) => file === 'test/architecture.test.ts', 1) },
  { name: 'renderer', run: ({ node }) => ensureRenderer(node).then(() => 'passed') },
  { name: 'tests', run: (parts) => runTests(parts, (file) => !/^test\/(e2e\/|architecture\.)/.test(file), 3) },
  { name: 'browser', needs: 'browser', run: (parts) => runTests(parts, (file) => file.startsWith('test/e2e/'), 1) },
];

async function main() {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(`No stage ${unknown.join(', ')}. There are: ${stages.map((s) => s.name).join(', ')}.`);
  const parts = await setUp('tests');
  await ensureSample(parts.files.python);
  const results = [];
  for (const stage of stages.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    process.stdout.write(`\n── ${stage.name}\n`);
    const started = performance.now();
    const outcome = parts.missing.includes(stage.needs) ? `left out: no ${stage.needs}` : await attempt(stage, parts);
    results.push({ name: stage.name, outcome, seconds: (performance.now() - started) / 1000 });
    if (outcome === 'failed') break;
  }
  return summarise(results, parts.missing);
}

async function attempt(stage, parts) {
  try {
    return await stage.run(parts);
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    return 'failed';
  }
}

function summarise(results, missing) {
  process.stdout.write('\n');
  for (const { name, outcome, seconds } of results) {
    process.stdout.write(`${name.padEnd(13)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${outcome}\n`);
  }
  const failed = results.some(({ outcome }) => outcome === 'failed');
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  if (missing.length > 0)
    process.stdout.write(`Missing on this machine: ${missing.join(', ')} (see the first lines).\n`);
  process.stdout.write(`${failed ? 'FAILED' : 'Passed'} after ${total.toFixed(0)} s.\n`);
  return failed ? 1 : 0;
}

/** A room without tests is a mistake in the pattern, not a success. */
function runTests({ node, files: programs }, wanted, concurrency) {
  const files = listTests('test').filter(wanted);
  if (files.length === 0) throw new Error('No test file found for this stage.');
  const options = ['--disable-warning=ExperimentalWarning', '--test', `--test-concurrency=${concurrency}`];
  const env = { INSPECTOR_TEST_BROWSER: programs.browser ?? '', INSPECTOR_TEST_PYTHON: programs.python ?? '' };
  return runProgram(node, [...options, ...files], env);
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

function runProgram(file, args, env = {}) {
  return new Promise((done) => {
    const bin = join(root, 'node_modules', '.bin');
    const path = `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
    const child = spawn(file, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env, PATH: path },
      shell: file.endsWith('.cmd'),
    });
    const timer = setTimeout(() => {
      process.stdout.write(`Stopped: no end after ${STAGE_TIMEOUT_MS / 60_000} minutes.\n`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    }, STAGE_TIMEOUT_MS);
    const end = (outcome) => {
      clearTimeout(timer);
      done(outcome);
    };
    child.on('error', (error) => {
      process.stdout.write(`${error.message}\n`);
      end('failed');
    });
    child.on('exit', (code) => end(code === 0 ? 'passed' : 'failed'));
  });
}

await runMain(main);
