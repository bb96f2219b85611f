/**
 * Cold clones: a project read without its packages claims nothing that its live registry, with all packages, does not have. What is left
 * open is fine. Each package of a trial is also taken for the project itself, with its text in the clone and all others missing.
 */
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MigrationsDetail } from '../../src/contract/index.ts';
import { readMigrations } from '../../src/frameworks/django/migrations/read-migrations.ts';
import type { ReadModel } from '../../src/frameworks/django/models/model.ts';
import { readModels } from '../../src/frameworks/django/models/read-models.ts';
import type { LiveData, LiveModel } from '../../src/frameworks/django/probe/live.ts';
import { withLiveChanges } from '../../src/frameworks/django/probe/merge-migrations.ts';
import { readProject } from '../../src/frameworks/django/project/read-project.ts';
import type { Score } from './compare.ts';
import { unmadeOf } from './migrations.ts';
import type { Trial } from './projects.ts';

export type Claims = { score: Score; untrue: string[] };
type Claim = [claim: string, isTrue: boolean];

const same = (left: string | null | undefined, right: string | null | undefined): boolean =>
  (left ?? '').toLowerCase() === (right ?? '').toLowerCase();

/** Everything that is said of a model: that it is there, its fields, and where they point. */
const claimsOf = (read: ReadModel, live: LiveModel | undefined): Claim[] => {
  const claims: Claim[] = [[`model ${read.id}`, live !== undefined]];
  for (const field of live === undefined ? [] : read.fields) {
    const type = field.classPath.split('.').at(-1);
    // Two abstract bases may both bring a field of one name.
    const found = live?.fields.find((other) => other.name === field.name && other.type === type);
    claims.push([`field ${read.id}.${field.name}:${type}`, found !== undefined]);
    for (const key of ['kind', 'target', 'through', 'on_delete'] as const)
      if (field.relation?.[key] != null)
        claims.push([
          `${read.id}.${field.name} ${key} ${field.relation[key]}`,
          same(found?.relation?.[key], field.relation[key]),
        ]);
  }
  return claims;
};

export const claimsOfModels = (models: readonly ReadModel[], live: LiveData): Claim[] => {
  const known = new Map(live.models.map((model) => [model.id.toLowerCase(), model]));
  return models.flatMap((model) => claimsOf(model, known.get(model.id.toLowerCase())));
};

export const claimsOfUnmade = (detail: MigrationsDetail, live: LiveData): Claim[] => {
  const really = unmadeOf(withLiveChanges(detail, live), live.django);
  return [...unmadeOf(detail, live.django)].map((change) => [`unmade ${change}`, really.has(change)]);
};

export const toldOf = (claims: readonly Claim[]): Claims => {
  const untrue = claims.filter(([, isTrue]) => !isTrue).map(([claim]) => claim);
  return { score: { right: claims.length - untrue.length, total: claims.length }, untrue };
};

export const readWith = (root: string, live: LiveData, sitePackages: string[]) => {
  // A clone names its version in a lock file or its requirements.
  const input = { root, sitePackages, pythonVersion: null, djangoVersion: live.django, live: null, liveProblem: null };
  const project = readProject(input);
  const models = readModels(project);
  return { project, models, ...readMigrations({ project, models, live: null, liveProblem: null }) };
};

const errorsOf = ({ problems }: MigrationsDetail): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);

/** What a clone without packages is said to be, and what of that is untrue. */
export const readCold = (root: string, live: LiveData, packages: string[]): Claims => {
  const { project, models, detail } = readWith(root, live, []);
  const own = new Set(project.apps.filter((app) => app.own).map(({ label }) => label));
  const claims = claimsOfModels(
    models.filter((model) => model.own && !model.abstract && own.has(model.app)),
    live,
  );
  claims.push(...claimsOfUnmade(detail, live).filter(([claim]) => own.has(claim.split(' ', 2)[1] ?? '')));
  const errors = errorsOf(detail);
  // What is wrong with the files of migrations is the same with the packages, where it is held against Django.
  const real = new Set(errors.length === 0 ? [] : errorsOf(readWith(root, live, packages).detail));
  for (const message of errors) claims.push([`error ${message}`, real.has(message)]);
  return toldOf(claims);
};

const topOf = (app: string): string => app.split('.', 1)[0] ?? app;

/** The trial as it is where it has apps of its own, then with the text of one package at a time. */
export const coldClones = function* (
  root: string,
  { apps, files = {} }: Trial,
  packages: readonly string[],
): Generator<string> {
  const own = new Set(Object.keys(files).map((path) => path.split('/', 1)[0] ?? ''));
  if (own.size > 0) yield 'own';
  for (const top of new Set(apps.map(topOf))) {
    const from = packages.map((folder) => join(folder, top)).find((folder) => existsSync(folder));
    if (top === 'django' || own.has(top) || from === undefined || !statSync(from).isDirectory()) continue;
    const into = join(root, top);
    cpSync(from, into, { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
    yield top;
    rmSync(into, { recursive: true, force: true });
  }
};
