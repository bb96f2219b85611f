/** Questions at a terminal. Their words go to stderr: stdout is for what was asked for. */
import { Writable } from 'node:stream';

/** Ctrl-C or Ctrl-D in place of an answer. */
export class PromptGivenUp extends Error {}

/** `isHidden`: what is typed is not shown. */
export const askAtTerminal = async (question: string, isHidden = false): Promise<string> => {
  // Loaded when somebody is asked: whether a question was given up is looked at by every command.
  const { createInterface } = await import('node:readline/promises');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { stdin: input, stderr } = process;
  const prompt = createInterface({ input, output: isHidden ? silent : stderr, terminal: isHidden || stderr.isTTY });
  if (isHidden) stderr.write(question);
  let isAnswered = false;
  try {
    const answer = await prompt.question(isHidden ? '' : question);
    isAnswered = true;
    return answer;
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'AbortError')) throw cause;
    throw new PromptGivenUp('The question was given up.', { cause });
  } finally {
    prompt.close();
    // The key that ends a line is shown by nobody here.
    if (isHidden || !isAnswered) stderr.write('\n');
  }
};
