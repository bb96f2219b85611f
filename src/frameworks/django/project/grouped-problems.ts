/** What has one cause is one problem. */
import type { Problem } from '../../../contract/index.ts';
import { groupVariables } from './settings/variables-not-set.ts';

// Settings may ask for the same unknown thing dozens of times.
const named = 8;

/** "The same in lines 3, 4 and 7 more." */
const withRest = (first: Problem, where: string, rest: readonly (string | number)[]): Problem => {
  const more = rest.length - named;
  const told = more > 0 ? `${rest.slice(0, named).join(', ')} and ${more} more` : rest.join(', ');
  return { ...first, message: `${first.message} The same ${where} ${told}.` };
};

const inLines = (first: Problem, rest: readonly Problem[]): Problem => {
  const lines = [...new Set(rest.map(({ line }) => line ?? 0))];
  return withRest(first, lines.length === 1 ? 'in line' : 'in lines', lines);
};

const sentenceOf = ({ code, severity, message, file }: Problem): string =>
  JSON.stringify([code, severity, message, file]);

/** The same sentence about several lines of a file is said once, at the first of them: what one thing that is not known leads to. */
const groupLines = (problems: readonly Problem[]): Problem[] => {
  const same = Map.groupBy(problems, sentenceOf);
  return problems.flatMap((problem) => {
    const found = problem.line === null ? [problem] : (same.get(sentenceOf(problem)) ?? []);
    if (found.length < 2) return problem;
    const [first, ...rest] = found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return found[0] === problem && first ? inLines(first, rest) : [];
  });
};

const subjectOf = ({ message }: Problem): string => message.slice(0, message.indexOf(' '));

/** Their sentences begin with a model or a field. */
const ofModels = new Set(['unknown_base', 'unknown_target', 'relation_target_missing']);

/** What one missing package or model leads to is said once, of the first model: often it is so of all of a project's. */
const groupModels = (problems: readonly Problem[]): Problem[] => {
  const ofOne = ({ code, message }: Problem): string | undefined =>
    ofModels.has(code) ? message.slice(message.indexOf(' ')) : undefined;
  const same = Map.groupBy(problems, ofOne);
  return problems.flatMap((problem) => {
    const key = ofOne(problem);
    const [first, ...rest] = key === undefined ? [problem] : (same.get(key) ?? []);
    if (first === undefined || rest.length === 0) return problem;
    return first === problem ? withRest(first, 'of', rest.map(subjectOf)) : [];
  });
};

export const groupProblems = (problems: readonly Problem[]): Problem[] =>
  groupLines(groupModels(groupVariables(problems)));
