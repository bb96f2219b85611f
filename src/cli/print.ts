/** Words for a terminal. Colours only where a person looks at them. */
import { styleText } from 'node:util';
import { messageOf, systemCodeOf } from '../kit/errors.ts';
import { turningMarks } from '../kit/turning-marks.ts';
import { exitCodes } from './exit-codes.ts';

type Style = 'green' | 'red' | 'yellow' | 'dim' | 'bold' | 'cyan';

export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  stream.isTTY ? styleText(style, text, { stream }) : text;

/**
 * Whoever reads the output may have seen enough (`| head`): then the program ends without a word, as Unix tools do. What stops in order when it is
 * told to (a service, a run) does so here too. Words on stderr that nobody can read are no reason to end: what was asked for goes on.
 */
export const endWithReader = (): void => {
  let ending = false;
  const end = (error: Error): void => {
    if (ending) return;
    ending = true;
    if (systemCodeOf(error) !== 'EPIPE') {
      printError(`The output cannot be written: ${messageOf(error)}`);
      process.exit(exitCodes.failed);
    }
    // Whatever it comes to in order: the end of a cancelled run, or of a stopped service, is not what whoever closed the output asks for.
    process.on('exit', () => {
      process.exitCode = exitCodes.brokenPipe;
    });
    if (process.listenerCount('SIGTERM') === 0) process.exit();
    process.kill(process.pid, 'SIGTERM');
  };
  process.stdout.on('error', end);
  process.stderr.on('error', () => undefined);
};

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** An error may name a folder or a project's words. */
export const printError = (text: string): void => {
  process.stderr.write(`${paint('red', inertText(text), process.stderr)}\n`);
};

/** `--json`: exactly the HTTP resource. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** A cell, or one that is coloured: its text is made inert first. */
export type Cell = string | { text: string; style: Style };

const textOf = (cell: Cell): string => inert(typeof cell === 'string' ? cell : cell.text);

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** How much room a terminal gives a text: two places for each letter of some scripts, none for a mark upon another. */
const placesOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/^[\p{Mn}\p{Me}]$/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0);

/** Columns as wide as their widest cell; control characters of a project's names cannot reach the terminal. */
export const printTable = (rows: readonly (readonly Cell[])[]): void => {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, placesOf(textOf(cell)))),
    [],
  );
  const show = (cell: Cell, width: number): string => {
    const text = textOf(cell);
    const blanks = ' '.repeat(Math.max(0, width - placesOf(text)));
    return (typeof cell === 'string' ? text : paint(cell.style, text)) + blanks;
  };
  for (const row of rows) {
    print(
      row
        .map((cell, index) => show(cell, index === row.length - 1 ? 0 : (widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
  }
};

const orders = new RegExp(`[\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f${turningMarks}]`, 'g');

/** What a project printed or named cannot steer the terminal, nor be read backwards there; a tab is no order. */
export const inert = (text: string): string => text.replace(orders, '?');

/** The same for a text of several lines. */
export const inertText = (text: string): string => text.split('\n').map(inert).join('\n');

/** One line that is written over while something takes long; nothing where nobody looks. */
export const progressLine = () => {
  const { stderr } = process;
  return {
    show: (text: string): void => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${inert(text).slice(0, (stderr.columns || 80) - 1)}`);
    },
    clear: (): void => {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
};

const styleOf = (status: string): Style => {
  if (status === 'succeeded' || status === 'completed') return 'green';
  if (status === 'failed') return 'red';
  return status === 'cancelled' ? 'yellow' : 'cyan';
};

/** For a table. */
export const statusCell = (status: string): Cell => ({ text: status, style: styleOf(status) });

export const statusMark = (status: string): string => paint(styleOf(status), status);
