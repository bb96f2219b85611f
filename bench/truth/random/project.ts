/** One random project: which apps it has, what was chosen in their text, and edits of that. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Random, randomFrom } from '../../../test/random.ts';
import { appTemplates, appVariables } from './apps.ts';
import { type Choices, type Rendering, render } from './grammar.ts';
import { modern, modernRules } from './modern-app.ts';
import type { AppTemplate } from './parts.ts';
import { rules } from './rules.ts';
import { appsPy, peopleModels, settingsPy } from './settings.ts';
import { commonFiles } from './shared-app.ts';

type App = { template: AppTemplate; folder: string; label: string; variables: ReadonlyMap<string, string> };

export type RandomProject = {
  root: string;
  random: Random;
  apps: readonly App[];
  swapped: boolean;
  choices: Choices;
  /** Places of the text as it is, each with how many ways there are. */
  met: Map<string, number>;
};

const manage = `import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

/** What the Python that random projects run with has. */
export type Abilities = { modernDjango: boolean; python312: boolean; postgres: boolean };

const createApp = (
  random: Random,
  index: number,
  abilities: Abilities,
): Omit<App, 'variables'> & { fixed: Map<string, string> } => {
  const leaf = `app${index}`;
  const folder = `${random.pick(['', '', 'apps/', 'apps/inner/'])}${leaf}`;
  const labelled = random.next(3) === 0;
  const label = labelled ? `lab${index}` : leaf;
  const fixed = new Map([
    ['app', folder.replaceAll('/', '.')],
    ['leaf', leaf],
    ['Nested', folder === leaf ? 'no' : 'yes'],
    ['label', label],
    ['LABEL', label.toUpperCase()],
    ['Labelled', labelled ? 'yes' : 'no'],
    ['Auto', random.pick(['none', 'none', 'big', 'small', 'own'])],
    ['Config', `App${index}Config`],
    ['Django', abilities.modernDjango ? 'modern' : 'old'],
    ['Python312', abilities.python312 ? 'yes' : 'no'],
    ['Postgres', abilities.postgres ? 'yes' : 'no'],
  ]);
  const templates = abilities.modernDjango ? [...appTemplates, modern, modern, modern] : appTemplates;
  return { template: random.pick(templates), folder, label, fixed };
};

export const createProject = (root: string, seed: number, abilities: Abilities): RandomProject => {
  const random = randomFrom(seed);
  const drafts = Array.from({ length: 3 + random.next(4) }, (_, index) => createApp(random, index, abilities));
  const swapped = random.next(4) === 0;
  const labels = [...drafts.map(({ label }) => label), ...(swapped ? ['people'] : [])];
  const apps = drafts.map(({ fixed, ...draft }) => ({
    ...draft,
    variables: fixed.set('other', random.pick(labels)),
  }));
  return { root, random, apps, swapped, choices: new Map(), met: new Map() };
};

const allRules = { ...rules, ...modernRules };

const renderingFor = (project: RandomProject, variables: Map<string, string>): Rendering => ({
  rules: allRules,
  variables,
  choices: project.choices,
  met: project.met,
  random: project.random,
});

const appFiles = (project: RandomProject, app: App): [string, string][] => {
  const rendering = renderingFor(project, new Map(app.variables));
  for (const [name, text] of Object.entries(appVariables))
    rendering.variables.set(name, render(text, `${app.folder}/${name}`, rendering));
  const files = { '__init__.py': '', 'migrations/__init__.py': '', 'apps.py': appsPy, ...app.template };
  return Object.entries(files).map(([path, text]) => {
    const place = join(app.folder, path);
    return [place, render(text, place, rendering)];
  });
};

const packagesAbove = (path: string): string[] => {
  const parts = dirname(path).split('/');
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/__init__.py`);
};

/** Every file of the project but its migrations. */
export const filesOf = (project: RandomProject): Map<string, string> => {
  project.met.clear();
  const files = new Map<string, string>(project.apps.flatMap((app) => appFiles(project, app)));
  for (const [path, text] of Object.entries(commonFiles))
    files.set(path, render(text, path, renderingFor(project, new Map())));
  if (project.swapped) {
    for (const path of ['__init__.py', 'migrations/__init__.py']) files.set(`people/${path}`, '');
    files.set('people/models.py', render(peopleModels, 'people', renderingFor(project, new Map())));
  }
  const entries = project.apps.map(({ variables }) => `    "${variables.get('app')}",\n`);
  const variables = new Map([
    ['installed', [...entries, ...(project.swapped ? ['    "people",\n'] : [])].join('')],
    ['Swapped', project.swapped ? 'yes' : 'no'],
    ['swaps', project.apps.map(({ label }) => `${label.toUpperCase()}_TOOL = "${label}.Tool"\n`).join('')],
  ]);
  files.set('manage.py', manage);
  files.set('project/__init__.py', '');
  files.set('project/settings.py', render(settingsPy, 'settings', renderingFor(project, variables)));
  for (const path of [...files.keys()])
    for (const above of packagesAbove(path)) if (path !== 'manage.py' && !files.has(above)) files.set(above, '');
  files.delete('./__init__.py');
  return files;
};

export const writeFiles = (root: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

/** Another choice at some places. */
export const editProject = (project: RandomProject, count: number): void => {
  const { random } = project;
  const places = [...project.met].filter(([, ways]) => ways > 1);
  for (let edit = 0; edit < count; edit += 1) {
    const [place, ways] = random.pick(places);
    project.choices.set(place, ((project.choices.get(place) ?? 0) + 1 + random.next(ways - 1)) % ways);
  }
};
