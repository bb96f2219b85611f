/**
 * How fast a project is scanned, beside what Python itself takes: `ast.parse` of the same model and migration files, and Django's `setup()`
 * with a walk over the registry. All in one run on the same machine; goals: ≤ 1.0 of ast.parse, ≥ 3 times faster than Django, a rescan after
 * one edit ≤ 5 % of the full scan, 5,000 models and 20,000 migrations in ≤ 600 MB, linear growth.
 *
 *   node bench/scan.ts [--models 1000] [--migrations 4000] [--python /usr/bin/python3] [--large]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createScanner } from '../src/scanner/create-scanner.ts';
import type { ScanInput } from '../src/scanner/scanner.ts';
import { type ProjectSize, writeProject } from './generated-project.ts';

const { values: options } = parseArgs({
  options: {
    models: { type: 'string', default: '1000' },
    migrations: { type: 'string', default: '4000' },
    python: { type: 'string', default: '/usr/bin/python3' },
    large: { type: 'boolean', default: false },
  },
});

const parseAll = `
import ast, os, sys, time
files = []
for folder, _, names in os.walk(sys.argv[1]):
    files += [os.path.join(folder, name) for name in names if name.endswith('.py')]
start = time.perf_counter()
size = 0
for file in files:
    with open(file, 'rb') as stream:
        text = stream.read()
    size += len(text)
    ast.parse(text)
print((time.perf_counter() - start) * 1000, len(files), size)
`;

const setUp = `
import os, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
os.environ['DJANGO_SETTINGS_MODULE'] = 'settings'
start = time.perf_counter()
import django
django.setup()
from django.apps import apps
fields = sum(len(model._meta.get_fields()) for model in apps.get_models(include_auto_created=True))
print((time.perf_counter() - start) * 1000, fields, 0)
`;

const python = (script: string, root: string): [number, number, number] => {
  const env = { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', LANG: 'C.UTF-8' };
  const text = execFileSync(options.python, ['-c', script, root], { env, maxBuffer: 1e8 }).toString();
  return text.trim().split(' ').map(Number) as [number, number, number];
};

const best = (times: readonly number[]): number => Math.min(...times);

const sitePackages = ['/usr/lib/python3/dist-packages'].filter((folder) => existsSync(join(folder, 'django')));

const inputFor = (root: string): ScanInput => ({
  root,
  sitePackages,
  pythonVersion: null,
  djangoVersion: null,
  live: null,
  liveProblem: null,
});

type Measured = {
  fullMs: number;
  againMs: number;
  editMs: number;
  peakMb: number;
  loopP99Ms: number;
  models: number;
  migrations: number;
};

/** A fresh thread per full scan, so that nothing is remembered; then one edit and a scan of the same thread. */
const measure = async (root: string): Promise<Measured> => {
  const scanner = createScanner({
    frameworkModule: new URL('../src/frameworks/index.ts', import.meta.url),
    scratchDir: join(base, 'reading'),
    processes: 1,
  });
  // Starting the thread and loading the code is paid once per service, not per scan.
  await scanner.look(inputFor(root));
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const timed = async (): Promise<number> => {
    const start = performance.now();
    await scanner.read(inputFor(root));
    return performance.now() - start;
  };
  const start = performance.now();
  const reading = await scanner.read(inputFor(root));
  const fullMs = performance.now() - start;
  delay.disable();
  const againMs = await timed();
  const file = join(root, 'app0/models.py');
  const before = readFileSync(file);
  const edits: number[] = [];
  for (let edit = 0; edit < 3; edit += 1) {
    appendFileSync(file, `\n\nclass Added${edit}(models.Model):\n    name = models.CharField(max_length=10)\n`);
    edits.push(await timed());
  }
  writeFileSync(file, before);
  clearInterval(sampler);
  await scanner.close();
  const { ownModels, migrations, unmade } = reading.counts;
  if (unmade > 0) throw new Error(`The generated project should have no unmade change, not ${unmade}.`);
  return {
    fullMs,
    againMs,
    editMs: best(edits),
    peakMb: peak / 1e6,
    loopP99Ms: delay.percentile(99) / 1e6,
    models: ownModels,
    migrations,
  };
};

const ms = (value: number): string => `${value.toFixed(0)} ms`;

const compare = async (root: string, size: ProjectSize): Promise<void> => {
  writeProject(root, size);
  const rounds = size.models >= 5000 ? 1 : 3;
  const scans: Measured[] = [];
  const parses: number[] = [];
  const setups: number[] = [];
  let files = 0;
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    scans.push(await measure(root));
    const [parseMs, count, total] = python(parseAll, root);
    parses.push(parseMs);
    [files, bytes] = [count, total];
    if (sitePackages.length > 0) setups.push(python(setUp, root)[0]);
  }
  const full = best(scans.map((scan) => scan.fullMs));
  const [first] = scans;
  console.log(
    `${first?.models} models, ${first?.migrations} migrations, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  console.log(`  full scan              ${ms(full)}`);
  console.log(
    `  ast.parse              ${ms(best(parses))}   scan / ast.parse = ${(full / best(parses)).toFixed(2)} (goal ≤ 1.0)`,
  );
  if (setups.length > 0) {
    console.log(
      `  Django setup and walk  ${ms(best(setups))}   Django / scan = ${(best(setups) / full).toFixed(2)} (goal ≥ 3)`,
    );
  }
  const edit = best(scans.map((scan) => scan.editMs));
  console.log(`  rescan, nothing changed ${ms(best(scans.map((scan) => scan.againMs)))}`);
  console.log(
    `  rescan after one edit  ${ms(edit)}   ${((edit / full) * 100).toFixed(1)} % of the full scan (goal ≤ 5 %)`,
  );
  console.log(`  peak resident memory   ${Math.max(...scans.map((scan) => scan.peakMb)).toFixed(0)} MB`);
  console.log(`  event loop delay p99   ${Math.max(...scans.map((scan) => scan.loopP99Ms)).toFixed(1)} ms`);
};

const base = realpathSync(mkdtempSync(join(tmpdir(), 'bench-scan-')));
try {
  const sizes: ProjectSize[] = options.large
    ? [
        { models: 100, migrations: 400 },
        { models: 1000, migrations: 4000 },
        { models: 5000, migrations: 20_000 },
      ]
    : [
        { models: 100, migrations: 400 },
        { models: Number(options.models), migrations: Number(options.migrations) },
      ];
  for (const [index, size] of sizes.entries()) await compare(join(base, `project${index}`), size);
} finally {
  rmSync(base, { recursive: true, force: true });
}
