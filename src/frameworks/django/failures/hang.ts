/** Where a start was that did not come to its end: Python's watchdog prints it, for each thread the innermost place first. */
import { linesOf, placeOf, rootOf } from './traceback.ts';

const header = /^Timeout \(\d+:\d\d:\d\d(?:\.\d+)?\)!$/;
const thread = /^Thread 0x.* \(most recent call first\):$/;
const frame = /^ {2}File "([^"]+)", line (\d+) in (.+)$/;

/** `root`: the folder of the project. */
export const explainHang = (output: string, root?: string): string | null => {
  const lines = linesOf(output);
  const told = lines.slice(lines.findLastIndex((line) => header.test(line)) + 1);
  // The thread that started everything is the last of them.
  const first = told.findLastIndex((line) => thread.test(line));
  if (told.length === lines.length || first < 0) return null;
  const frames = told
    .slice(first + 1)
    .map((line) => frame.exec(line))
    .filter((match) => match !== null)
    .map(([, file = '', line = '', name = '']) => ({ file, line, name }));
  const place = placeOf({ frames: frames.toReversed() }, rootOf([{ frames }], root));
  return place === undefined ? null : `It was at ${place}, in ${frames[0]?.name}.`;
};
