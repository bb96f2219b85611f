/** The whole output, masked and compressed, in a file beside the store. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, constants as zlib } from 'node:zlib';

export type KeptOutput = {
  /** With its line ends. */
  write(text: string): void;
  /** More is waiting than is good for memory: wait for `drained` before the next write. */
  isBusy(): boolean;
  drained(): Promise<void>;
  /** Undefined when all is on disk, else what went wrong (a full disk). */
  close(): Promise<unknown>;
};

export const keepNothing: KeptOutput = {
  write: () => undefined,
  isBusy: () => false,
  drained: () => Promise.resolve(),
  close: () => Promise.resolve(undefined),
};

/** Short texts are gathered to this size: a write for each costs more than compressing it. */
const blockLength = 16 * 1024;

export const keepInFile = (file: string): KeptOutput => {
  const gzip = createGzip({ level: zlib.Z_BEST_SPEED });
  const target = createWriteStream(file, { mode: 0o600 });
  let failure: unknown;
  let block: string[] = [];
  let length = 0;
  const waiting: (() => void)[] = [];
  const fail = (error: unknown): void => {
    failure ??= error;
    gzip.destroy();
    target.destroy();
  };
  gzip.on('error', fail);
  target.on('error', fail);
  const goOn = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  gzip.on('drain', goOn);
  gzip.on('close', goOn);
  gzip.pipe(target);
  const flush = (): void => {
    if (failure === undefined && length > 0) gzip.write(block.join(''));
    block = [];
    length = 0;
  };
  return {
    write: (text) => {
      block.push(text);
      length += text.length;
      if (length >= blockLength) flush();
    },
    isBusy: () => failure === undefined && gzip.writableNeedDrain,
    drained: () =>
      new Promise((resolve) => {
        if (failure !== undefined || !gzip.writableNeedDrain) resolve();
        else waiting.push(resolve);
      }),
    close: async () => {
      flush();
      gzip.end();
      await finished(target).catch(fail);
      return failure;
    },
  };
};
