/** Questions at a terminal: what is typed there, and what becomes of a question that is given up. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { makeProject } from '../service.ts';

import { folder, inspector, startAtTerminal } from './rig.ts';

const ctrlC = '\u0003';
const ctrlD = '\u0004';

/** Types the next answer at each question; what was shown, and how it ended. */
const answer = async (
  args: string[],
  data: string,
  question: RegExp,
  answers: readonly string[],
): Promise<{ code: number | null; out: string }> => {
  const child = startAtTerminal(args, data);
  let out = '';
  let asked = 0;
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    const questions = out.match(new RegExp(question, 'g'))?.length ?? 0;
    for (; asked < questions; asked += 1) child.stdin?.write(answers[asked] ?? ctrlC);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out };
};

describe('a question at a terminal', () => {
  const data = join(folder, 'asked-data');
  before(async () => {
    makeProject(folder, 'asked');
    await inspector(['add', 'asked'], data);
  });

  test('is given up with Ctrl-C or Ctrl-D, in one line and with 130, and nothing is changed', async () => {
    for (const [key, question, ...args] of [
      [ctrlC, /\[y\/N\]/, 'remove', 'asked'],
      [ctrlD, /\[y\/N\]/, 'remove', 'asked'],
      [ctrlC, /assword: /, 'users', 'add', 'ada'],
      [ctrlD, /assword: /, 'users', 'add', 'ada'],
    ] as const) {
      const { code, out } = await answer([...args], data, question, [key]);
      assert.equal(code, 130, out);
      assert.match(out, /\n[^\n]*Nothing was changed\.[^\n]*\n$/);
      assert.doesNotMatch(out, /went wrong|Abort|\n +at /);
    }
    assert.match((await inspector(['list'], data)).out, /^asked /);
    assert.doesNotMatch((await inspector(['users'], data)).out, /^ada /m);
  });

  test('asks for a password twice, and takes none that was typed in two ways', async () => {
    const type = (...passwords: string[]) =>
      answer(
        ['users', 'add', 'grace'],
        data,
        /Password: |Once more: /,
        passwords.map((word) => `${word}\r`),
      );
    const differ = await type('long enough', 'long enouhg');
    assert.equal(differ.code, 69, differ.out);
    assert.match(differ.out, /The two passwords differ\. Nothing was changed\./);
    const same = await type('long enough', 'long enough');
    assert.equal(same.code, 0, same.out);
    assert.match(same.out, /Added grace \(viewer\)/);
    assert.doesNotMatch(same.out, /long enough/);
  });
});
