/**
 * How fast a project is scanned, beside what Python itself takes: `ast.parse` of the same model and migration files, and Django's `setup()`
 * with a walk over the registry. That tells no migrations, so beside it stands when the scan has told the models, and beside the whole scan
 * what Django takes to tell the same. All in one run on the same machine; ends with 1 when a goal is missed.
 *
 * A scan is what the service waits for: reading, and the digest that it stores. Starting a reader process and loading its code is left
 * out, because a service pays it once; compiling that code while it runs is not: that is most of the first reading of a small project.
 * Beside it stands a scan by a reader that has read another project of 1,000 models before, as one has that is in use for a while.
 *
 * What a person waits for is measured as well: from the command that starts the service to the models of its project.
 *
 * Projects that are named are measured instead of generated ones, as they are, without edits: real ones import more than models.
 *
 *   node bench/scan.ts [--models 1000] [--migrations 4000] [--python FILE] [--large] [PROJECT …]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findInterpreter } from '../src/runner/interpreter/find.ts';
import { createScanner } from '../src/scanner/create-scanner.ts';
import type { Reading, ScanInput, Scanner } from '../src/scanner/scanner.ts';
import { djangoPython } from '../test/django-python.ts';
import { type ProjectSize, writeProject } from './generated-project.ts';
import { measureFirstModels, measureService } from './scan-service.ts';
import { createGoals } from './service/goals.ts';

const { values: options, positionals: projects } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string', default: '1000' },
    migrations: { type: 'string', default: '4000' },
    python: { type: 'string', default: djangoPython },
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
os.environ['DJANGO_SETTINGS_MODULE'] = sys.argv[2]
start = time.perf_counter()
import django
django.setup()
from django.apps import apps
fields = sum(len(model._meta.get_fields()) for model in apps.get_models(include_auto_created=True))
print((time.perf_counter() - start) * 1000, fields, 0)
`;

/** What a whole scan tells: the registry, the graph of migrations, and whether they describe the models. */
const checkAll = `${setUp.replace(/^print.*$/m, '')}
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
loader = MigrationLoader(None)
changes = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps)).changes(graph=loader.graph)
print((time.perf_counter() - start) * 1000, len(changes), 0)
`;

// Django takes minutes for more.
const checkedModels = 1000;

const settingsOf = (root: string): string =>
  /DJANGO_SETTINGS_MODULE\W+([\w.]+)/.exec(readFileSync(join(root, 'manage.py'), 'utf8'))?.[1] ?? 'settings';

const python = (script: string, root: string): [number, number, number] => {
  const env = { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', LANG: 'C.UTF-8' };
  const text = execFileSync(options.python, ['-c', script, root, settingsOf(root)], { env, maxBuffer: 1e8 }).toString();
  return text.trim().split(' ').map(Number) as [number, number, number];
};

const best = (times: readonly number[]): number => Math.min(...times);

const finding = await findInterpreter('/', options.python, homedir());
if ('problem' in finding) throw new Error(finding.problem);
const { sitePackages, djangoVersion } = finding.found;

const inputFor = (root: string): ScanInput => ({
  root,
  sitePackages,
  pythonVersion: null,
  djangoVersion: null,
  live: null,
  liveProblem: null,
});

/** `modelsMs`: until the service had the models. */
type FullScan = { fullMs: number; modelsMs: number; counts: Reading['counts'] };

type Measured = {
  fullMs: number;
  modelsMs: number;
  /** By a reader that has read another project before. */
  usedFullMs: number;
  usedModelsMs: number;
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

type Timed = () => Promise<number>;

/** Scans after edits of a file of models and of the folder of migrations beside it, each edit undone. */
const measureEdits = async (root: string, scan: Timed): Promise<Pick<Measured, 'modelEditMs' | 'migrationEditMs'>> => {
  const file = join(root, 'app0/models.py');
  const before = readFileSync(file);
  const [modelEdits, migrationEdits]: [number[], number[]] = [[], []];
  for (let edit = 0; edit < 3; edit += 1) {
    appendFileSync(file, newModel(edit));
    modelEdits.push(await scan());
    const migration = join(root, `app0/migrations/9${edit}_late.py`);
    writeFileSync(migration, newMigration(edit));
    migrationEdits.push(await scan());
    rmSync(migration);
    // So that the next edit is read alone.
    await scan();
  }
  writeFileSync(file, before);
  return { modelEditMs: best(modelEdits), migrationEditMs: best(migrationEdits) };
};

/** A scanner whose one reader has started, as it has when a folder was looked at before it is added. */
const startScanner = async (root: string): Promise<Scanner> => {
  const scanner = createScanner({
    frameworkModule: new URL('../src/frameworks/index.ts', import.meta.url),
    scratchDir: join(base, 'reading'),
    processes: 1,
  });
  await scanner.look(inputFor(root));
  return scanner;
};

const scanFromStart = async (scanner: Scanner, root: string): Promise<FullScan> => {
  const start = performance.now();
  let modelsMs = Number.NaN;
  const onModels = (): void => {
    modelsMs = performance.now() - start;
  };
  const { counts } = await scanner.read(inputFor(root), { onModels });
  return { fullMs: performance.now() - start, modelsMs, counts };
};

const scanByUsedReader = async (root: string): Promise<FullScan> => {
  const scanner = await startScanner(otherProject);
  await scanner.read(inputFor(otherProject));
  const full = await scanFromStart(scanner, root);
  await scanner.close();
  return full;
};

/** A fresh process per full scan, so that nothing is remembered; then edits, and scans of the same process. */
const measure = async (root: string): Promise<Measured> => {
  const used = await scanByUsedReader(root);
  const scanner = await startScanner(root);
  const { counts, ...full } = await scanFromStart(scanner, root);
  if (counts.unmade > 0) throw new Error(`The generated project should have no unmade change, not ${counts.unmade}.`);
  const scan = async (): Promise<number> => {
    const begun = performance.now();
    await scanner.read(inputFor(root));
    return performance.now() - begun;
  };
  const againMs = best([await scan(), await scan()]);
  const edits = await measureEdits(root, scan);
  await scanner.close();
  const [usedFullMs, usedModelsMs] = [used.fullMs, used.modelsMs];
  const size = { models: counts.ownModels, migrations: counts.migrations };
  return { ...full, usedFullMs, usedModelsMs, againMs, ...edits, ...size };
};

const row = (label: string, value: number, unit: string, more = ''): void =>
  console.log(`  ${label.padEnd(30)}${value.toFixed(0).padStart(6)} ${unit}   ${more}`);

type Compared = Measured & {
  parseMs: number;
  setupMs: number | null;
  checkMs: number | null;
  files: number;
  bytes: number;
};

/** The best of several rounds, in each of which everything is measured once. */
const measureBeside = async (root: string, rounds: number): Promise<Compared> => {
  const taken: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const scan = await measure(root);
    const [parseMs, files, bytes] = python(parseAll, root);
    const setupMs = djangoVersion !== null ? python(setUp, root)[0] : null;
    taken.push({ ...scan, parseMs, files, bytes, setupMs, checkMs: null });
  }
  const bestOf = (of: (round: Compared) => number): number => best(taken.map(of));
  const [first] = taken as [Compared];
  return {
    ...first,
    fullMs: bestOf(({ fullMs }) => fullMs),
    modelsMs: bestOf(({ modelsMs }) => modelsMs),
    usedFullMs: bestOf(({ usedFullMs }) => usedFullMs),
    usedModelsMs: bestOf(({ usedModelsMs }) => usedModelsMs),
    againMs: bestOf(({ againMs }) => againMs),
    modelEditMs: bestOf(({ modelEditMs }) => modelEditMs),
    migrationEditMs: bestOf(({ migrationEditMs }) => migrationEditMs),
    parseMs: bestOf(({ parseMs }) => parseMs),
    setupMs: first.setupMs === null ? null : bestOf(({ setupMs }) => setupMs ?? 0),
    // Once: beside it nothing here takes long.
    checkMs: first.setupMs === null || first.models > checkedModels ? null : python(checkAll, root)[0],
  };
};

const showCompared = (figures: Compared): void => {
  const { models, migrations, files, bytes, fullMs, setupMs, checkMs } = figures;
  console.log(`${models} models, ${migrations} migrations, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
  row('ast.parse', figures.parseMs, 'ms');
  row('full scan', fullMs, 'ms', `${((fullMs * 1000) / models).toFixed(0)} µs a model`);
  row('full scan, reader in use', figures.usedFullMs, 'ms');
  row('its models', figures.modelsMs, 'ms');
  row('its models, reader in use', figures.usedModelsMs, 'ms');
  if (setupMs !== null) row('Django setup and walk', setupMs, 'ms');
  if (checkMs !== null) row('Django, migrations as well', checkMs, 'ms');
  row('rescan, nothing changed', figures.againMs, 'ms');
  row('rescan after a new model', figures.modelEditMs, 'ms');
  row('rescan after a new migration', figures.migrationEditMs, 'ms');
};

const aThird = 0.33;
const aSecond = 1000;
const smallest = 100;
const largest = 5000;

const checkCompared = (figures: Compared): void => {
  const { models, fullMs, parseMs, setupMs, checkMs } = figures;
  const beside = (what: string, share: number, goal: number): void =>
    goals.check(`${models} models: ${what}`, share, goal, '×');
  const rescan = (what: string, value: number): void =>
    goals.check(`${models} models: rescan, ${what}`, (value / fullMs) * 100, 5, '% of the full scan');
  beside('full scan beside ast.parse', fullMs / parseMs, 1);
  beside('by a reader in use', figures.usedFullMs / parseMs, 1);
  if (setupMs !== null) {
    beside("full scan beside Django's setup, which tells no migrations", fullMs / setupMs, aThird);
    beside("its models beside Django's setup", figures.modelsMs / setupMs, aThird);
  }
  if (checkMs !== null) beside('full scan beside Django, migrations as well', fullMs / checkMs, aThird);
  rescan('nothing changed', figures.againMs);
  rescan('after a new model', figures.modelEditMs);
  rescan('after a new migration', figures.migrationEditMs);
};

const compareService = async (root: string, models: number): Promise<void> => {
  const { busyP99Ms, idleP99Ms, polls, peakMb } = await measureService(root);
  const answers = `${idleP99Ms.toFixed(1)} ms idle, ${busyP99Ms.toFixed(1)} ms while scanning (${polls} polls)`;
  console.log(`  ${'status p99'.padEnd(30)}${answers}`);
  row('service and readers, peak', peakMb, 'MB');
  if (models < largest) return;
  goals.check(`${models} models: status p99 beside idle`, busyP99Ms / idleP99Ms, 2, '×');
  goals.check(`${models} models: service and readers, peak`, peakMb, 600, 'MB');
};

/** What a model costs. */
const compare = async (root: string, size: ProjectSize): Promise<number> => {
  writeProject(root, size);
  const figures = await measureBeside(root, size.models >= largest ? 2 : 3);
  showCompared(figures);
  checkCompared(figures);
  if (size.models === smallest)
    goals.check(`${size.models} models: from the command to its models`, await measureFirstModels(root), aSecond, 'ms');
  await compareService(root, size.models);
  return figures.fullMs / size.models;
};

/** A project as it is. */
const compareReal = async (root: string): Promise<void> => {
  const scans: { fresh: FullScan; used: FullScan }[] = [];
  const [setups, checks]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const used = await scanByUsedReader(root);
    const scanner = await startScanner(root);
    scans.push({ fresh: await scanFromStart(scanner, root), used });
    await scanner.close();
    setups.push(python(setUp, root)[0]);
    checks.push(python(checkAll, root)[0]);
  }
  const counts = scans[0]?.fresh.counts;
  console.log(`${root}: ${counts?.ownModels} own models, ${counts?.migrations} migrations`);
  const [setupMs, checkMs] = [best(setups), best(checks)];
  row('Django setup and walk', setupMs, 'ms');
  row('Django, migrations as well', checkMs, 'ms');
  const beside = (what: string, takenMs: number, djangoMs: number): void => {
    row(what, takenMs, 'ms');
    goals.check(`${basename(root)}: ${what}, beside Django`, takenMs / djangoMs, aThird, '×');
  };
  beside('full scan', best(scans.map((scan) => scan.fresh.fullMs)), checkMs);
  beside('full scan, reader in use', best(scans.map((scan) => scan.used.fullMs)), checkMs);
  beside('its models', best(scans.map((scan) => scan.fresh.modelsMs)), setupMs);
  beside('its models, reader in use', best(scans.map((scan) => scan.used.modelsMs)), setupMs);
};

const compareGenerated = async (): Promise<void> => {
  // Small projects have small apps: with 50 models in each, an edit of one file would be one of half the project.
  const sizes: ProjectSize[] = [
    { models: smallest, migrations: 400, perApp: 10 },
    { models: Number(options.models), migrations: Number(options.migrations) },
    ...(options.large ? [{ models: largest, migrations: 20_000 }] : []),
  ];
  const costs: number[] = [];
  for (const [index, size] of sizes.entries()) costs.push(await compare(join(base, `project${index}`), size));
  const [small = 0, ...larger] = costs;
  goals.check('cost of a model beside one of the smallest project', Math.max(...larger) / small, 1, '×');
};

const goals = createGoals();
const base = realpathSync(mkdtempSync(join(tmpdir(), 'bench-scan-')));
// Large enough that V8 has compiled what it will; its files share no text with those that are measured.
const otherProject = join(base, 'other');
try {
  writeProject(otherProject, { models: 1000, migrations: 4000 }, 'other');
  if (projects.length === 0) await compareGenerated();
  for (const project of projects) await compareReal(realpathSync(project));
  goals.end();
} finally {
  rmSync(base, { recursive: true, force: true });
}
