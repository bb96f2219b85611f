/** The apps that the running project has, in the place of those that text told or guessed. */
import { appAt, type ReadApp } from '../project/apps.ts';
import type { ReadProject } from '../project/read-project.ts';
import type { LiveData } from './live.ts';

/** The project itself where they are the same. */
export const withLiveApps = (project: ReadProject, live: LiveData): ReadProject => {
  const told: readonly ReadApp[] = project.apps;
  const known = new Map(told.map((app) => [`${app.label} ${app.name}`, app]));
  const isSame = live.apps.length === known.size && live.apps.every(({ label, name }) => known.has(`${label} ${name}`));
  if (isSame) return project;
  const apps = live.apps.map(
    ({ label, name }) => known.get(`${label} ${name}`) ?? appAt(project.modules, project.settings, label, name),
  );
  return { ...project, apps };
};
