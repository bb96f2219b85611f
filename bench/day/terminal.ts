/** What is typed into a terminal: git, manage.py, environments, folders moved. And what tools do beside, which says nothing of the project. */
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDjangoInto, djangoPython } from '../../test/django-python.ts';
import { type Desk, rootOf, shopOf, slugs } from './desk.ts';
import { branches, command, git, manage } from './projects.ts';

export const checkOut = (desk: Desk): void => {
  git(shopOf(desk), 'checkout', '-qf', desk.random.pick(branches));
};

export const checkOutQuickly = (desk: Desk): void => {
  for (let time = 0; time < 3; time += 1) checkOut(desk);
};

export const stash = (desk: Desk): void => {
  git(shopOf(desk), 'stash', '-q', '-u');
  if (desk.random.next(2) === 0) git(shopOf(desk), 'stash', 'pop', '-q');
};

export const commit = (desk: Desk): void => {
  git(shopOf(desk), 'add', '-A');
  git(shopOf(desk), 'commit', '-qm', 'more');
};

export const rebase = (desk: Desk): void => {
  if (!git(shopOf(desk), 'rebase', '-q', 'main')) git(shopOf(desk), 'rebase', '--abort');
};

export const clean = (desk: Desk): void => {
  git(rootOf(desk, desk.random.pick(['shop', 'atlas'])), 'clean', '-qfd');
};

export const resetHard = (desk: Desk): void => {
  git(rootOf(desk, desk.random.pick(['shop', 'atlas'])), 'reset', '-q', '--hard');
};

export const makeMigrations = (desk: Desk): void => {
  manage(shopOf(desk), 'makemigrations', '--no-input');
};

export const migrate = (desk: Desk): void => {
  manage(shopOf(desk), 'migrate', '--no-input', ...(desk.random.next(4) === 0 ? ['shop', 'zero'] : []));
};

export const removeMigration = (desk: Desk): void => {
  rmSync(join(shopOf(desk), 'blog/migrations/0001_initial.py'), { force: true });
};

/** Away for a moment or for as long as it takes to notice. */
export const moveAway = async (desk: Desk): Promise<void> => {
  const root = rootOf(desk, desk.random.pick(slugs));
  renameSync(root, `${root}-away`);
  await sleep(desk.random.pick([0, 500, 5000]));
  renameSync(`${root}-away`, root);
};

export const makeEnvironment = (desk: Desk): void => {
  const environment = join(shopOf(desk), '.venv');
  if (existsSync(environment)) rmSync(environment, { recursive: true });
  else {
    command(shopOf(desk), djangoPython, '-m', 'venv', '--without-pip', '.venv');
    for (const packages of globSync(join(environment, 'lib/python3.*/site-packages'))) copyDjangoInto(packages);
  }
};

/** What says nothing of the project: caches, packages for the browser, git's own files. */
export const makeNoise = (desk: Desk): void => {
  const root = shopOf(desk);
  for (const folder of ['shop/__pycache__', '.pytest_cache/v', 'node_modules/left-pad/lib', '.mypy_cache/3.11'])
    mkdirSync(join(root, folder), { recursive: true });
  for (let number = 0; number < 50; number += 1) {
    writeFileSync(join(root, `node_modules/left-pad/lib/index${number}.json`), '{}');
    writeFileSync(join(root, `shop/__pycache__/models.cpython-${number}.pyc`), String(number));
  }
  writeFileSync(join(root, '.pytest_cache/v/cache.json'), '{}');
  git(root, 'status');
  git(root, 'gc', '-q');
};
