/**
 * `npm run truth [-- PATH …] [--python FILE]`: the static reading of real projects held against their live registry. Without
 * paths: Django's contrib apps, the samples, and the packages of this system, each in a throwaway project.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readModels } from '../src/frameworks/django/models/read-models.ts';
import type { LiveData } from '../src/frameworks/django/probe/live.ts';
import { liveDataOf, parseProbe } from '../src/frameworks/django/probe/parse-probe.ts';
import { readProject } from '../src/frameworks/django/project/read-project.ts';
import { type Comparison, compare, type Score } from './truth/compare.ts';
import { trials, writeProject } from './truth/projects.ts';

const probe = resolve(import.meta.dirname, '../src/frameworks/django/probe/probe.py');
const options = parseArgs({
  options: { python: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
});
const python =
  options.values.python ?? ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path)) ?? 'python3';

const sitePackages = (): string[] =>
  JSON.parse(
    execFileSync(
      python,
      [
        '-c',
        'import json,sys; print(json.dumps([p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]))',
      ],
      { encoding: 'utf8' },
    ),
  ) as string[];

const runLive = (root: string): LiveData | string => {
  const run = spawnSync(python, ['-B', probe], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 1 << 28,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: root },
  });
  const parsed = parseProbe(run.stdout);
  return 'problem' in parsed ? parsed.problem : (liveDataOf(parsed.probe) ?? 'not readable');
};

const packages = sitePackages();
const totals: Record<string, Score> = {};

const percent = ({ right, total }: Score): string => (total === 0 ? '—' : `${((100 * right) / total).toFixed(2)} %`);

const add = (comparison: Comparison): void => {
  for (const key of ['apps', 'models', 'fields', 'attributes', 'relations'] as const) {
    totals[key] ??= { right: 0, total: 0 };
    totals[key].right += comparison[key].right;
    totals[key].total += comparison[key].total;
  }
};

const hold = (name: string, root: string): void => {
  const live = runLive(root);
  if (typeof live === 'string') {
    console.log(`${name.padEnd(28)} not compared: ${live.split('\n')[0]}`);
    return;
  }
  const began = performance.now();
  const project = readProject({
    root,
    sitePackages: packages,
    pythonVersion: null,
    djangoVersion: null,
    live: null,
    liveProblem: null,
  });
  const models = readModels(project);
  const tookMs = performance.now() - began;
  const comparison = compare(live, project.apps, models);
  add(comparison);
  const { apps, models: m, fields, attributes, relations } = comparison;
  console.log(
    `${name.padEnd(28)} apps ${percent(apps)}  models ${m.right}/${m.total}  fields ${fields.right}/${fields.total}  ` +
      `attributes ${percent(attributes)}  relations ${relations.right}/${relations.total}  ${tookMs.toFixed(0)} ms, ${project.modules.filesRead()} files`,
  );
  for (const difference of comparison.differences) console.log(`    ${difference}`);
};

const holdTrials = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    for (const [index, trial] of trials.entries()) {
      if (options.values.only !== undefined && !trial.name.includes(options.values.only)) continue;
      const root = join(folder, `t${index}`);
      writeProject(root, trial);
      hold(trial.name, root);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const samples = (): string[] => {
  const folder = resolve(import.meta.dirname, '../samples');
  if (!existsSync(folder)) return [];
  return [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter((path) =>
    existsSync(join(path, 'manage.py')),
  );
};

if (options.positionals.length > 0) for (const path of options.positionals) hold(path, resolve(path));
else {
  if (options.values.only === undefined) for (const path of samples()) hold(path, path);
  holdTrials();
}
console.log(
  `\nall together: ${Object.entries(totals)
    .map(([key, value]) => `${key} ${value.right}/${value.total} = ${percent(value)}`)
    .join('  ')}`,
);
