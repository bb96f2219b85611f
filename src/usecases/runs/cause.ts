/** Why a command that ended by itself did not succeed, in words: what is known of it, else what it said last. */
import type { Framework } from '../../frameworks/framework.ts';
import type { RunEnd } from '../../runner/runner.ts';

const longestWords = 300;

const lastWords = (output: string): string | undefined => {
  const line = output.split('\n').findLast((text) => text.trim() !== '');
  return line && [...line.trim()].slice(0, longestWords).join('');
};

/** `output`: the end of it; `root`: the folder of the project. */
export const causeOf = (framework: Framework, end: RunEnd, output: string, root?: string): string => {
  const known = end.cause ?? framework.explainFailure(output, end.exitCode, root);
  if (known !== null) return known;
  if (end.ended === 'signalled') return `The command was ended by signal ${end.exitCode - 128}.`;
  const said = lastWords(output);
  return `The command ended with exit code ${end.exitCode} and ${said === undefined ? 'no message.' : `said last: ${said}`}`;
};
