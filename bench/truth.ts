/**
 * `npm run truth [-- PATH …] [--python FILE]`: the static reading of real projects held against their live registry. Without
 * paths: Django's contrib apps, the samples, projects as they are met in the wild (`truth/idioms/`), and the packages of this system, each in a
 * throwaway project. Each is then read as a clone
 * without its packages, too, which must claim nothing that is not true: `cold`.
 * `npm run truth -- --apps FOLDER [--edits 3] [--seed 1]`: every app below a folder, as the tests of Django or of a package have them, in one
 * project, with the migrations that Django makes for them; then with random edits in their models, that many times.
 * `npm run truth -- --random 50 [--seed 1] [--rounds 6] [--keep FOLDER]`: random projects instead, edited and migrated at random, see
 * `truth/random/`; each read with its packages, without them, and with conditions that nobody can tell, those with a difference kept in the
 * folder.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainFailure } from '../src/frameworks/django/failures/index.ts';
import { readMigrations } from '../src/frameworks/django/migrations/read-migrations.ts';
import { readModels } from '../src/frameworks/django/models/read-models.ts';
import type { LiveData } from '../src/frameworks/django/probe/live.ts';
import { parseProbe } from '../src/frameworks/django/probe/parse-probe.ts';
import { readProject } from '../src/frameworks/django/project/read-project.ts';
import { cloneTrials } from './truth/clones.ts';
import { coldClones, readCold } from './truth/cold.ts';
import { type Comparison, compare, type Score } from './truth/compare.ts';
import { readDoubtful } from './truth/doubts.ts';
import { editModels } from './truth/edits.ts';
import { projectOfApps } from './truth/found-apps.ts';
import { compareMigrations, type MigrationComparison } from './truth/migrations.ts';
import { modernTrials } from './truth/modern-trials.ts';
import { packageTrials } from './truth/packages.ts';
import { type Trial, trials, writeProject } from './truth/projects.ts';
import { runRandom } from './truth/random/run.ts';

const probe = resolve(import.meta.dirname, '../src/frameworks/django/probe/probe.py');
const options = parseArgs({
  options: {
    python: { type: 'string' },
    only: { type: 'string' },
    apps: { type: 'string' },
    edits: { type: 'string', default: '0' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '6' },
    keep: { type: 'string' },
  },
  allowPositionals: true,
});
const asked = options.values.python;
// It is started in the folders of projects.
const python =
  (asked?.includes('/') ? resolve(asked) : asked) ??
  ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path)) ??
  'python3';

type Version = readonly [major: number, minor: number];

const { packages, versions } = JSON.parse(
  execFileSync(
    python,
    [
      '-c',
      `import json, sys, django
packages = [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
print(json.dumps({"packages": packages, "versions": {"django": django.VERSION[:2], "python": sys.version_info[:2]}}))`,
    ],
    { encoding: 'utf8' },
  ),
) as { packages: string[]; versions: Record<'django' | 'python', Version> };

const isOld = ([major, minor]: Version, [least, from]: Version = [0, 0]): boolean =>
  major < least || (major === least && minor < from);

const runsHere = ({ needs = {} }: Trial): boolean =>
  !isOld(versions.django, needs.django) && !isOld(versions.python, needs.python);

const runLive = (root: string): LiveData | string => {
  const run = spawnSync(python, ['-B', probe], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 1 << 28,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: root },
  });
  const parsed = parseProbe(run.stdout);
  return 'problem' in parsed ? (explainFailure(run.stderr, run.status ?? 1) ?? parsed.problem) : parsed.live;
};

const totals: Record<string, Score> = {};

const percent = ({ right, total }: Score): string => (total === 0 ? '—' : `${((100 * right) / total).toFixed(2)} %`);

const add = (scores: Record<string, Score>): void => {
  for (const [key, score] of Object.entries(scores)) {
    totals[key] ??= { right: 0, total: 0 };
    totals[key].right += score.right;
    totals[key].total += score.total;
  }
};

/** Everything but the list of differences. */
const scoresOf = ({ differences, ...scores }: Comparison | MigrationComparison): Record<string, Score> => scores;

/** Migrations for the trial's own apps, so that what its fields are written as is held against what is read. */
const makeMigrations = (root: string, { files = {} }: Trial): void => {
  const labels = Object.keys(files).flatMap((path) => /^(\w+)\/models\.py$/.exec(path)?.[1] ?? []);
  if (labels.length > 0)
    spawnSync(python, ['-B', 'manage.py', 'makemigrations', '-v0', '--skip-checks', ...labels], {
      cwd: root,
      timeout: 120_000,
      stdio: 'ignore',
    });
};

/** A database with some migrations applied, so that applied and pending both mean something. */
const migrateSome = (root: string): void => {
  spawnSync(python, ['-B', 'manage.py', 'migrate', '-v0', 'contenttypes'], {
    cwd: root,
    timeout: 120_000,
    stdio: 'ignore',
  });
};

const holdAgainst = (name: string, root: string, live: LiveData, onlyWrong = false): number => {
  const began = performance.now();
  const { python: pythonVersion, django: djangoVersion } = live;
  const input = { root, sitePackages: packages, pythonVersion, djangoVersion, live: null, liveProblem: null };
  const project = readProject(input);
  const models = readModels(project);
  const tookMs = performance.now() - began;
  const migrations = readMigrations({ project, models, live: null, liveProblem: null }).detail;
  const comparison = compare(live, project.apps, models);
  const compared = compareMigrations(live, migrations);
  const scores = { ...scoresOf(comparison), ...scoresOf(compared) };
  add(scores);
  // It has started: nothing in it was refused.
  const refusals = project.problems
    .filter(({ code }) => code === 'model_refused')
    .map(({ message, file, line }) => `said to be refused: ${message} ${file}:${line}`);
  const differences = [...comparison.differences, ...compared.differences, ...refusals];
  if (onlyWrong && differences.length === 0) return 0;
  const shown = Object.entries(scores).map(([key, { right, total }]) => `${key} ${right}/${total}`);
  console.log(
    `${name.padEnd(26)} ${shown.join('  ')}  (${tookMs.toFixed(0)} ms, ${project.modules.filesRead()} files)`,
  );
  const why = live.migrations === null ? live.migrations_problem : live.migrations.unmade.problem;
  if (why !== null)
    console.log(
      `    (${live.migrations === null ? 'its migrations cannot be loaded' : 'makemigrations fails'}: ${why})`,
    );
  for (const difference of differences) console.log(`    ${difference}`);
  const said = onlyWrong ? [...project.problems, ...migrations.problems] : [];
  for (const { message, file, line } of said) console.log(`    (said: ${message} ${file ?? ''}:${line ?? ''})`);
  return differences.length;
};

/** What the same project is said to be without its packages; only what is untrue is told. */
const holdCold = (name: string, root: string, live: LiveData): number => {
  const { score, untrue } = readCold(root, live, packages);
  add({ cold: score });
  for (const claim of untrue) console.log(`    cold ${name}: ${claim} is not true`);
  return untrue.length;
};

/** What it is said to be where conditions that nobody can tell are written into it. */
const holdDoubtful = (name: string, root: string, live: LiveData, seed: number): number => {
  const { score, untrue } = readDoubtful({ root, live, packages, seed }, () => keepWrong(`${name} with doubts`, root));
  add({ doubtful: score });
  for (const claim of untrue) console.log(`    doubtful ${name}: ${claim} is not true`);
  return untrue.length;
};

const keepWrong = (name: string, root: string): void => {
  const { keep } = options.values;
  if (keep !== undefined) cpSync(root, join(keep, name.replaceAll(' ', '-')), { recursive: true });
};

const hold = (name: string, root: string, trial?: Trial): void => {
  const live = runLive(root);
  if (typeof live === 'string') {
    console.log(`${name.padEnd(28)} not compared: ${live.split('\n')[0]}`);
    return;
  }
  holdAgainst(name, root, live);
  if (trial === undefined) holdCold('own', root, live);
  else for (const clone of coldClones(root, trial, packages)) holdCold(clone, root, live);
};

/** Tells only of projects with a difference, which are kept where `--keep` says. */
const holdRandom = (projects: number): void => {
  let [compared, refused] = [0, 0];
  runRandom({
    python,
    probe,
    projects,
    rounds: Number(options.values.rounds),
    seed: Number(options.values.seed),
    hold: (name, root, live) => {
      compared += 1;
      holdDoubtful(name, root, live, Number(options.values.seed) + compared);
      if (holdAgainst(name, root, live, true) + holdCold(name, root, live) > 0) keepWrong(name, root);
    },
    refused: (name, why) => {
      refused += 1;
      console.log(`${name.padEnd(26)} not compared: ${why.split('\n')[0]}`);
    },
  });
  console.log(`\n${projects} projects, ${compared} states of them compared, ${refused} refused by Django`);
};

const holdTrials = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    for (const [index, trial] of [...trials, ...modernTrials, ...packageTrials, ...cloneTrials].entries()) {
      if (options.values.only !== undefined && !trial.name.includes(options.values.only)) continue;
      if (!runsHere(trial)) continue;
      const root = join(folder, `t${index}`);
      writeProject(root, trial);
      makeMigrations(root, trial);
      migrateSome(root);
      hold(trial.name, root, trial);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const projectsIn = (folder: string): string[] =>
  existsSync(folder)
    ? [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter((path) =>
        existsSync(join(path, 'manage.py')),
      )
    : [];

const samples = resolve(import.meta.dirname, '../samples');

/** Ways to write projects that are met in the wild; they need a Django of today. */
const idioms = join(import.meta.dirname, 'truth/idioms');

const holdIdioms = (): void => {
  if (isOld(versions.django, [5, 2])) return;
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    for (const path of projectsIn(idioms)) {
      const root = join(folder, basename(path));
      // Databases are made where a project is asked.
      cpSync(path, root, { recursive: true });
      hold(basename(path), root);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const holdApps = (source: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  const name = basename(source);
  try {
    const root = join(folder, name);
    console.log(`${projectOfApps(source, root, python).length} apps of ${name}`);
    hold(name, root);
    for (let round = 0; round < Number(options.values.edits); round++) {
      const edited = join(folder, `${name}-${round}`);
      cpSync(root, edited, { recursive: true, verbatimSymlinks: true });
      const seed = Number(options.values.seed) + round;
      console.log(`${editModels(edited, python, seed)} edits, seed ${seed}`);
      hold(name, edited);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (options.values.random !== undefined) holdRandom(Number(options.values.random));
else if (options.values.apps !== undefined) holdApps(resolve(options.values.apps));
else if (options.positionals.length > 0) for (const path of options.positionals) hold(path, resolve(path));
else {
  if (options.values.only === undefined) {
    for (const path of projectsIn(samples)) hold(path, path);
    holdIdioms();
  }
  holdTrials();
}
console.log(
  `\nall together: ${Object.entries(totals)
    .map(([key, value]) => `${key} ${value.right}/${value.total} = ${percent(value)}`)
    .join('  ')}`,
);
if (Object.values(totals).some(({ right, total }) => right !== total)) process.exitCode = 1;
