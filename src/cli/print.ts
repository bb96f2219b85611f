/** Words for a terminal. Colours only where a person looks at them. */
import { styleText } from 'node:util';
import { messageOf, systemCodeOf } from '../kit/errors.ts';
import { exitCodes } from './exit-codes.ts';

type Style = 'green' | 'red' | 'yellow' | 'dim' | 'bold' | 'cyan';

export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  stream.isTTY ? styleText(style, text, { stream }) : text;

/**
 * Whoever reads the output may have seen enough (`| head`): then the program ends without a word, as Unix tools do. What stops in order when it is
 * told to (a service, a run) does so here too.
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
    if (process.listenerCount('SIGTERM') === 0) process.exit(exitCodes.brokenPipe);
    process.kill(process.pid, 'SIGTERM');
  };
  process.stdout.on('error', end);
  process.stderr.on('error', end);
};

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printError = (text: string): void => {
  process.stderr.write(`${paint('red', text, process.stderr)}\n`);
};

/** `--json`: exactly the HTTP resource. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Columns as wide as their widest cell; control characters of a project's names cannot reach the terminal. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const clean = rows.map((row) => row.map(inert));
  const widths = clean.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, [...cell].length)),
    [],
  );
  for (const row of clean)
    print(row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  '));
};

/** What a project printed or named cannot steer the terminal; a tab is no order. */
export const inert = (text: string): string => text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g, '?');

/** One line that is written over while something takes long; nothing where nobody looks. */
export const progressLine = () => {
  const { stderr } = process;
  return {
    show: (text: string): void => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${inert(text).slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    clear: (): void => {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
};

export const statusMark = (status: string): string => {
  if (status === 'succeeded' || status === 'completed') return paint('green', status);
  if (status === 'failed') return paint('red', status);
  return status === 'cancelled' ? paint('yellow', status) : paint('cyan', status);
};
