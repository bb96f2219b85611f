/** Environment variables that the settings cannot do without, and that are not set where a clone is read. */
import type { Problem } from '../../../../contract/index.ts';

export const VARIABLE_NOT_SET = 'variable_not_set';

const MAX_NAMED = 20;
const NAMED = /^The environment variable (\S+) is not set\.$/;

const sayAll = (found: readonly Problem[]): string => {
  const names = [...new Set(found.flatMap(({ message }) => NAMED.exec(message)?.[1] ?? []))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `These environment variables are not set: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`;
};

/** One sentence for those of a file, at the first of them: Python stops at each, so that all are needed, and a list of them is what one sets up from. */
export const groupVariables = (problems: readonly Problem[]): Problem[] => {
  const byFile = Map.groupBy(
    problems.filter(({ code }) => code === VARIABLE_NOT_SET),
    ({ file }) => file,
  );
  return problems.flatMap((problem) => {
    const found = problem.code === VARIABLE_NOT_SET ? (byFile.get(problem.file) ?? []) : [];
    if (found.length < 2) return problem;
    return found[0] === problem ? { ...problem, message: sayAll(found) } : [];
  });
};
