/**
 * A real pipe for a command's output. Node's own are socket pairs, and a project that logs to `/dev/stdout` (as in a container) cannot
 * open one of those. Named pipes are made once and used again when the last writer is gone.
 */
import { execFile } from 'node:child_process';
import { close, constants, open, rmSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createPace } from './pace.ts';

export type Reader = {
  /** The bytes are used before it returns. */
  push(bytes: Uint8Array): void;
  /** What to wait for before the next piece. */
  mayGoOn(): Promise<void> | undefined;
  /** Bytes are only counted now, so that they may come as fast as they will. */
  isCounting(): boolean;
};

export type OutputPipe = {
  /** To hand to the child; close it once the child has it. */
  writeFd: number;
  closeWriteEnd(): Promise<void>;
  /** Gives each piece to the reader; ends when every writer is gone. */
  read(reader: Reader): Promise<void>;
  /** Stops reading; what is still in the pipe is lost. */
  stop(): void;
  /** For one that nobody was given and nobody reads. */
  giveBack(): Promise<void>;
};

export type PipePool = { open(): Promise<OutputPipe> };

/** As much as a pipe holds. */
const readBytes = 64 * 1024;
/** One piece is handled in one turn of the event loop: small enough that a flood of short lines delays nobody. */
const pieceBytes = 16 * 1024;
const countedPerTurn = 4;
const run = promisify(execFile);
/** Plain numbers: a socket takes the reading end over, and a FileHandle would close it a second time. */
const openDescriptor = promisify(open);
const closeDescriptor = promisify(close);

/** Hands on what was read piece by piece, each in a turn of its own, and then reads on. */
const handInTurns = (bytes: Uint8Array, to: Reader, readOn: () => void): void => {
  to.push(bytes.subarray(0, pieceBytes));
  const next = bytes.length > pieceBytes ? () => handInTurns(bytes.subarray(pieceBytes), to, readOn) : readOn;
  const wait = to.mayGoOn();
  if (wait) void wait.then(() => setImmediate(next));
  else setImmediate(next);
};

type Flow = { onPiece(bytes: Uint8Array): boolean; end(): void };

/** Takes what the socket reads, and says whether it may read on at once; if not, `resume` is called when it may. */
const createFlow = (to: Reader, resume: () => void): Flow => {
  const pace = createPace(readBytes);
  let pause: NodeJS.Timeout | undefined;
  let counted = 0;
  return {
    onPiece: (bytes) => {
      const pauseMs = pace.pauseAfter(bytes.length);
      const readOn = (): void => {
        if (pauseMs === 0) resume();
        else pause = setTimeout(resume, pauseMs);
      };
      if (!to.isCounting()) {
        handInTurns(bytes, to, readOn);
        return false;
      }
      to.push(bytes);
      // True reads on at once: a turn for each piece that is only counted would make more garbage than the rest.
      counted = (counted + 1) % countedPerTurn;
      if (counted !== 0 && pauseMs === 0) return true;
      setImmediate(readOn);
      return false;
    },
    end: () => clearTimeout(pause),
  };
};

export const createPipePool = (folder: string, mkfifo: string): PipePool => {
  const free: string[] = [];
  let made = 0;

  const takeName = async (): Promise<string> => {
    for (let used = free.pop(); used; used = free.pop()) {
      // A command may change the mode of what it writes to. If nobody can give it back, the pipe was removed.
      const isThere = await chmod(used, 0o600).then(
        () => true,
        () => false,
      );
      if (isThere) return used;
    }
    made += 1;
    const file = path.join(folder, `pipe-${made}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rm(file, { force: true });
    await run(mkfifo, ['-m', '600', file], { timeout: 5000 });
    return file;
  };

  /** Whoever is out of descriptors keeps none of those that were still to be had. */
  const giveBack = async (file: string, ...opened: number[]): Promise<void> => {
    for (const descriptor of opened) await closeDescriptor(descriptor);
    free.push(file);
  };

  return {
    open: async () => {
      const file = await takeName();
      const opened: number[] = [];
      const openEnd = async (flags: number): Promise<number> => {
        const descriptor = await openDescriptor(file, flags).catch(async (error: unknown) => {
          await giveBack(file, ...opened);
          throw error;
        });
        opened.push(descriptor);
        return descriptor;
      };
      // The reader first and without waiting, or opening the writer would wait for it.
      const reader = await openEnd(constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = await openEnd(constants.O_WRONLY);
      let socket: Socket | undefined;
      return {
        writeFd: writer,
        closeWriteEnd: () => closeDescriptor(writer),
        giveBack: () => giveBack(file, reader, writer),
        read: (to) =>
          new Promise((resolve) => {
            const buffer = Buffer.alloc(readBytes);
            const flow = createFlow(to, () => socket?.resume());
            const callback = (count: number): boolean => flow.onPiece(buffer.subarray(0, count));
            socket = new Socket({ fd: reader, readable: true, writable: false, onread: { buffer, callback } });
            let isEmpty = false;
            socket.on('error', () => socket?.destroy());
            socket.once('end', () => {
              isEmpty = true;
            });
            socket.once('close', () => {
              flow.end();
              // Without a sandbox a daemon may have it still: what it goes on to write would stand in a later run.
              if (isEmpty) free.push(file);
              else rmSync(file, { force: true });
              resolve();
            });
            socket.resume();
          }),
        stop: () => socket?.destroy(),
      };
    },
  };
};
