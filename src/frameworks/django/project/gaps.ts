/** Where a reading of the project's text has gaps: what stands there is missing without being gone. */
import type { Problem } from '../../../contract/index.ts';
import type { DjangoApp, DjangoProject } from './project.ts';

const gapCodes: ReadonlySet<string> = new Set(['syntax_error', 'not_evaluated', 'file_unreadable']);

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

/** As they are shown. */
export const brokenFiles = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.filter(isGap).flatMap(({ file }) => file ?? [])),
];

export const isInApp = ({ modules }: DjangoProject, { path }: DjangoApp, file: string): boolean =>
  file.startsWith(`${path === null ? '' : modules.shownPath(path)}/`);
