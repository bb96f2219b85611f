/** What has one cause is one problem. */
import type { Problem } from '../../../contract/index.ts';
import { groupVariables } from './settings/variables-not-set.ts';

// Settings may ask for the same unknown thing dozens of times.
const linesNamed = 8;

const withLines = (first: Problem, rest: readonly Problem[]): Problem => {
  const lines = [...new Set(rest.map(({ line }) => line))];
  const more = lines.length - linesNamed;
  const named = more > 0 ? `${lines.slice(0, linesNamed).join(', ')} and ${more} more` : lines.join(', ');
  return { ...first, message: `${first.message} The same in ${lines.length === 1 ? 'line' : 'lines'} ${named}.` };
};

const keyOf = ({ code, severity, message, file }: Problem): string => JSON.stringify([code, severity, message, file]);

/** The same sentence about several lines of a file is said once, at the first of them: what one thing that is not known leads to. */
const groupLines = (problems: readonly Problem[]): Problem[] => {
  const same = Map.groupBy(problems, keyOf);
  return problems.flatMap((problem) => {
    const found = problem.line === null ? [problem] : (same.get(keyOf(problem)) ?? []);
    if (found.length < 2) return problem;
    const [first, ...rest] = found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return found[0] === problem && first ? withLines(first, rest) : [];
  });
};

export const groupProblems = (problems: readonly Problem[]): Problem[] => groupLines(groupVariables(problems));
