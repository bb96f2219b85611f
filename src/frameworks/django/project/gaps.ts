/** Where a reading of the project's text has gaps: what stands there is missing without being gone. */
import type { Problem } from '../../../contract/index.ts';
import { plural } from '../../../kit/numbers.ts';
import { isGuessed } from './apps.ts';
import { searchClosed } from './closed-folders.ts';
import type { DjangoApp, DjangoProject } from './project.ts';

const gapCodes: ReadonlySet<string> = new Set([
  'syntax_error',
  'not_evaluated',
  'settings_not_evaluated',
  'file_unreadable',
]);

/** Part of a file was not read. */
export const isGap = ({ code }: Problem): boolean => gapCodes.has(code);

/** Why it is not known which apps are installed; null where the settings tell every one. */
export const appsProblemOf = ({ settings, problems }: DjangoProject): string | null => {
  const { module, file, resolved } = settings;
  if (resolved) return problems.find(({ code }) => code === 'installed_apps_unresolved')?.message ?? null;
  if (module === null) return 'No settings module is named.';
  return file === null
    ? `The settings module ${module} could not be found.`
    : `INSTALLED_APPS could not be told from the text of ${module}.`;
};

/** Labels of the installed apps; null where they are not all surely known. */
export const installedLabels = (project: DjangoProject): ReadonlySet<string> | null =>
  appsProblemOf(project) !== null || project.apps.some(isGuessed)
    ? null
    : new Set(project.apps.map(({ label }) => label));

/** As they are shown. */
export const brokenFiles = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.filter(isGap).flatMap(({ file }) => file ?? [])),
];

/** The folder of the app itself may be what cannot be read. */
export const isInApp = ({ modules }: DjangoProject, { path }: DjangoApp, file: string): boolean =>
  `${file}/`.startsWith(`${path === null ? '' : modules.shownPath(path)}/`);

/** The innermost: an app may lie in the folder of another. */
const ownAppOf = (project: DjangoProject, file: string): DjangoApp | undefined =>
  project.apps
    .filter((app) => app.own && isInApp(project, app, file))
    .sort((a, b) => (b.path ?? '').length - (a.path ?? '').length)[0];

/**
 * A class that stands where a file was not read is no model that anybody counts. What is evaluated for the settings makes none: Django refuses a
 * model before it has them.
 */
export const missingModels = (project: DjangoProject): { modelsProblem: string | null; cutApps: string[] } => {
  const problems = project.problems.filter(({ code }) => code !== 'settings_not_evaluated');
  const found = brokenFiles(problems).flatMap((file) => {
    const app = ownAppOf(project, file);
    return app ? { file, label: app.label } : [];
  });
  const unsearched = problems.flatMap(({ code, file }) => (code === searchClosed && file !== null ? file : []));
  const [first, ...others] = [...found.map(({ file }) => file), ...unsearched];
  if (first === undefined) return { modelsProblem: null, cutApps: [] };
  const more = others.length > 0 ? ` and of ${plural(others.length, 'other file')}` : '';
  return {
    modelsProblem: `Part of ${first}${more} could not be read.`,
    cutApps: [...new Set(found.map(({ label }) => label))],
  };
};
