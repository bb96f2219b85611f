/**
 * How fast a project is scanned, beside what Python itself takes: `ast.parse` of the same model and migration files, and Django's `setup()`
 * with a walk over the registry, which reads no migrations: beside it stands the reading of models alone as well. All in one run on the
 * same machine; goals: ≤ 1.0 of ast.parse, ≥ 3 times faster than Django, a rescan after one edit ≤ 5 % of the full scan, 5,000 models and
 * 20,000 migrations in ≤ 600 MB while status answers stay within twice their idle time, linear growth.
 *
 * A scan is what the service waits for: reading, and the digest that it stores. Starting a reader process and loading its code is left
 * out, because a service pays it once; compiling that code while it runs is not.
 *
 *   node bench/scan.ts [--models 1000] [--migrations 4000] [--python /usr/bin/python3] [--large]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createScanner } from '../src/scanner/create-scanner.ts';
import type { ScanInput } from '../src/scanner/scanner.ts';
import { type ProjectSize, writeProject } from './generated-project.ts';
import { measureService } from './scan-service.ts';

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
  modelEditMs: number;
  migrationEditMs: number;
  models: number;
  migrations: number;
};

const newModel = (number: number): string =>
  `\n\nclass Added${number}(models.Model):\n    name = models.CharField(max_length=10)\n`;

const newMigration = (number: number): string =>
  `from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n    dependencies = [("app0", "0001_initial")]\n    operations = [migrations.AddField(model_name="model1", name="late${number}", field=models.IntegerField(null=True))]\n`;

/** A fresh process per full scan, so that nothing is remembered; then edits, and scans of the same process. */
const measure = async (root: string): Promise<Measured> => {
  const scanner = createScanner({
    frameworkModule: new URL('../src/frameworks/index.ts', import.meta.url),
    scratchDir: join(base, 'reading'),
    processes: 1,
  });
  await scanner.look(inputFor(root));
  const timed = async (): Promise<number> => {
    const start = performance.now();
    await scanner.read(inputFor(root));
    return performance.now() - start;
  };
  const start = performance.now();
  const reading = await scanner.read(inputFor(root));
  const fullMs = performance.now() - start;
  const againMs = best([await timed(), await timed()]);
  const file = join(root, 'app0/models.py');
  const before = readFileSync(file);
  const [modelEdits, migrationEdits]: [number[], number[]] = [[], []];
  for (let edit = 0; edit < 3; edit += 1) {
    appendFileSync(file, newModel(edit));
    modelEdits.push(await timed());
    const migration = join(root, `app0/migrations/9${edit}_late.py`);
    writeFileSync(migration, newMigration(edit));
    migrationEdits.push(await timed());
    rmSync(migration);
  }
  writeFileSync(file, before);
  await scanner.close();
  const { ownModels, migrations, unmade } = reading.counts;
  if (unmade > 0) throw new Error(`The generated project should have no unmade change, not ${unmade}.`);
  const edits = { modelEditMs: best(modelEdits), migrationEditMs: best(migrationEdits) };
  return { fullMs, againMs, ...edits, models: ownModels, migrations };
};

/** What `setup()` does, and no more: settings, apps and models, in a process of its own. */
const readModelsAlone = (root: string): number => {
  const module = new URL('../src/frameworks/django/models/remembered.ts', import.meta.url).href;
  const script = `const { readProjectAndModels } = await import(${JSON.stringify(module)});
    const start = performance.now();
    readProjectAndModels(${JSON.stringify(inputFor(root))}, { last: null });
    console.log(performance.now() - start);`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return Number(execFileSync(process.execPath, args).toString());
};

const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(9);
const row = (label: string, value: string, more = ''): void => console.log(`  ${label.padEnd(30)}${value}   ${more}`);

const showService = async (root: string): Promise<void> => {
  const { busyP99Ms, idleP99Ms, polls, peakMb } = await measureService(root);
  const ratio = (busyP99Ms / idleP99Ms).toFixed(2);
  const answers = `${idleP99Ms.toFixed(1)} ms idle, ${busyP99Ms.toFixed(1)} ms while scanning (${polls} polls)`;
  row('status p99', `${ratio.padStart(7)} ×`, `of idle (goal ≤ 2): ${answers}`);
  row('service and readers, peak', `${peakMb.toFixed(0).padStart(6)} MB`, '(goal ≤ 600 MB for 5,000 models)');
};

const compare = async (root: string, size: ProjectSize): Promise<number> => {
  writeProject(root, size);
  const rounds = size.models >= 5000 ? 2 : 3;
  const scans: Measured[] = [];
  const [parses, setups, alone]: [number[], number[], number[]] = [[], [], []];
  let [files, bytes] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    scans.push(await measure(root));
    const [parseMs, count, total] = python(parseAll, root);
    parses.push(parseMs);
    [files, bytes] = [count, total];
    alone.push(readModelsAlone(root));
    if (sitePackages.length > 0) setups.push(python(setUp, root)[0]);
  }
  const bestOf = (key: keyof Measured): number => best(scans.map((scan) => scan[key]));
  const full = bestOf('fullMs');
  const share = (value: number): string => `${((value / full) * 100).toFixed(1)} % of the full scan (goal ≤ 5 %)`;
  const [first] = scans;
  console.log(
    `${first?.models} models, ${first?.migrations} migrations, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  row('full scan', ms(full), `${((full * 1000) / size.models).toFixed(0)} µs a model`);
  row('ast.parse', ms(best(parses)), `scan / ast.parse = ${(full / best(parses)).toFixed(2)} (goal ≤ 1.0)`);
  if (setups.length > 0) {
    const setup = best(setups);
    const ratios = `Django / scan = ${(setup / full).toFixed(2)}, Django / models alone = ${(setup / best(alone)).toFixed(2)} (goal ≥ 3)`;
    row('Django setup and walk', ms(setup), ratios);
  }
  row('models alone', ms(best(alone)));
  row('rescan, nothing changed', ms(bestOf('againMs')), share(bestOf('againMs')));
  row('rescan after a new model', ms(bestOf('modelEditMs')), share(bestOf('modelEditMs')));
  row('rescan after a new migration', ms(bestOf('migrationEditMs')), share(bestOf('migrationEditMs')));
  await showService(root);
  return full / size.models;
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
  const costs: number[] = [];
  for (const [index, size] of sizes.entries()) costs.push(await compare(join(base, `project${index}`), size));
  const [small = 0, ...larger] = costs;
  const growth = larger.map((cost) => (cost / small).toFixed(2)).join(', ');
  console.log(`cost of a model beside that of the smallest project: ${growth} (linear: about 1, or less)`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
