/**
 * What the sandbox adds to a bare spawn of the same argv, in one run: a program that does nothing, and `manage.py check`.
 * Prints the median of each and what was added, in milliseconds. Run it on a machine that does nothing else.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxProfile } from '../src/contract/index.ts';
import { createLog } from '../src/kit/log.ts';
import { createRunner } from '../src/runner/index.ts';
import type { Runner } from '../src/runner/runner.ts';
import { djangoPython } from '../test/django-python.ts';
import { requestOf } from '../test/runner/workbench.ts';
import { median } from './service/goals.ts';

const rounds = Number(process.argv[2] ?? 30);
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inspector-bench-')));
const project = path.join(folder, 'plain');
cpSync(path.join(import.meta.dirname, '../test/fixtures/projects/plain'), project, { recursive: true });

const spawnBare = (argv: string[]): Promise<number> =>
  new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(djangoPython, argv, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PYTHONDONTWRITEBYTECODE: '1' },
    });
    child.stdout.resume();
    child.stderr.resume();
    child.once('close', () => resolve(performance.now() - start));
  });

let runs = 0;
const spawnConfined = async (runner: Runner, argv: string[]): Promise<number> => {
  const finding = await runner.findInterpreter(project, djangoPython);
  if ('problem' in finding) throw new Error(finding.problem);
  runs += 1;
  const isScript = argv[0] !== 'manage.py';
  const end = await runner.start(
    requestOf(project, {
      name: `bench-${runs}`,
      command: isScript
        ? { kind: 'script', file: path.join(project, argv[0] ?? ''), argv: [] }
        : { kind: 'manage', argv },
      interpreter: finding.found,
      outputFile: path.join(folder, 'output.gz'),
    }),
    {},
  ).ended;
  if (end.exitCode !== 0) throw new Error(end.cause ?? `exit ${end.exitCode}`);
  return end.durationMs;
};

const measure = async (name: string, argv: string[], count: number): Promise<void> => {
  const profiles: { profile: SandboxProfile; without: SandboxProfile[] }[] = [
    { profile: 'copy-on-write', without: [] },
    { profile: 'read-only', without: ['copy-on-write'] },
  ];
  const runners = profiles.map(({ profile, without }) => ({
    profile,
    times: [] as number[],
    runner: createRunner({
      scratchDir: path.join(folder, profile),
      log: createLog('silent'),
      sandbox: 'auto',
      servicePaths: [],
      without,
    }),
  }));
  const bare: number[] = [];
  // Turn by turn, so that whatever else the machine does meets all of them alike; the first turn warms up.
  for (let round = 0; round <= count; round += 1) {
    const time = await spawnBare(argv);
    if (round > 0) bare.push(time);
    for (const { runner, times } of runners) {
      const confined = await spawnConfined(runner, argv);
      if (round > 0) times.push(confined);
    }
  }
  const base = median(bare);
  console.log(`${name}: bare ${base.toFixed(1)} ms`);
  for (const { profile, times } of runners) {
    const time = median(times);
    console.log(
      `  ${profile}: ${time.toFixed(1)} ms, added ${(time - base).toFixed(1)} ms, ratio ${(time / base).toFixed(2)}`,
    );
  }
};

try {
  await measure('a program that does nothing', ['plain/__init__.py'], rounds);
  await measure('manage.py check', ['manage.py', 'check'], Math.ceil(rounds / 3));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
