/** Where a reading of the project's text has gaps: what stands there is missing without being gone. */
import type { Problem } from '../../../contract/index.ts';
import type { DjangoApp, DjangoProject } from './project.ts';

const gapCodes: ReadonlySet<string> = new Set(['syntax_error', 'not_evaluated', 'file_unreadable']);

/** Part of a file was not read. */
export const isGap = ({ code }: Problem): boolean => gapCodes.has(code);

/** As they are shown. */
export const brokenFiles = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.filter(isGap).flatMap(({ file }) => file ?? [])),
];

export const isInApp = ({ modules }: DjangoProject, { path }: DjangoApp, file: string): boolean =>
  file.startsWith(`${path === null ? '' : modules.shownPath(path)}/`);
