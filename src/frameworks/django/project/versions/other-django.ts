/** A Python of the system, or an environment made long ago, has a Django that the project does not ask for: what is shown is as that one has it. */
import type { Problem } from '../../../../contract/index.ts';
import { isAsked, type VersionFinding } from './bounds.ts';

export const sayOtherDjango = (installed: VersionFinding, asked: VersionFinding, problems: Problem[]): void => {
  if (installed === null || asked === null || isAsked(installed, asked)) return;
  const { source, range, version } = asked;
  const written = range?.written ?? version;
  problems.push({
    code: 'other_django',
    severity: 'warning',
    message: `${source} asks for Django ${written}, and the interpreter has ${installed.version}: everything here is as that one tells it. Install the project's requirements in an environment of its own, or choose its Python.`,
    file: source.startsWith('../') ? null : source,
    line: null,
  });
};
