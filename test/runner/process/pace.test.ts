/** A command that prints in small pieces is not slowed down by whoever reads it, and nobody waits for what it prints. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, readlinkSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { defaultLimits } from '../../../src/runner/limits.ts';
import { runAttempt } from '../../../src/runner/process/attempt.ts';
import { createPace } from '../../../src/runner/process/pace.ts';
import { createPipePool, type OutputPipe } from '../../../src/runner/process/pipe.ts';
import { djangoPython } from '../../django-python.ts';
import { makeFolder, until } from '../workbench.ts';

const pipeBytes = 64 * 1024;

/** The pauses after pieces that come so far apart, beyond the pause before. */
const paceOf = (pieces: readonly number[], apartMs: number): number[] => {
  let at = 0;
  const pace = createPace(pipeBytes, () => at);
  return pieces.map((bytes) => {
    const pauseMs = pace.pauseAfter(bytes);
    at += pauseMs + apartMs;
    return pauseMs;
  });
};
const times = (count: number, bytes: number): number[] => Array.from({ length: count }, () => bytes);

test('what is printed now and then is read at once', () => {
  assert.ok(paceOf(times(100, 30), 30).every((pauseMs) => pauseMs === 0));
});

test('a flood of large pieces is read without a pause, also with a small one now and then', () => {
  for (const size of [4096, 8192, 32_768, pipeBytes])
    assert.ok(paceOf(times(1000, size), 0.1).every((pauseMs) => pauseMs === 0));
  const mixed = times(1000, pipeBytes).map((bytes, index) => (index % 3 === 2 ? 100 : bytes));
  assert.ok(paceOf(mixed, 0.1).every((pauseMs) => pauseMs === 0));
});

test('a burst of small pieces is left to gather for some milliseconds, after a first few', () => {
  const pauses = paceOf(times(100, 30), 0.1);
  assert.deepEqual(pauses.slice(0, 5), times(5, 0));
  assert.ok(Math.max(...pauses) <= 10, 'far less than the 100 ms between two batches');
  assert.ok(pauses.slice(10).every((pauseMs) => pauseMs >= 4));
  const filled = paceOf([...times(100, 30), pipeBytes, ...times(100, 30)], 0.1).slice(100);
  assert.deepEqual(filled, times(101, 0), 'a writer that fills the pipe is not made to wait again soon');
});

const write = async (t: TestContext, program: string): Promise<OutputPipe> => {
  const pipe = await createPipePool(makeFolder(t), 'mkfifo').open();
  const child = spawn(djangoPython, ['-u', '-c', program], { stdio: ['ignore', pipe.writeFd, 'ignore'] });
  t.after(() => child.kill('SIGKILL'));
  await pipe.closeWriteEnd();
  return pipe;
};

const gather = (pipe: OutputPipe, onPiece: (text: string) => void = () => undefined, isCounting = false) => {
  const found = { pieces: 0, bytes: 0 };
  const push = (bytes: Uint8Array): void => {
    found.pieces += 1;
    found.bytes += bytes.length;
    onPiece(Buffer.from(bytes).toString());
  };
  return { found, ended: pipe.read({ push, mayGoOn: () => undefined, isCounting: () => isCounting }) };
};

/** With as much work for each line as Django has. */
const chatty = 'import os\nfor _ in range(30000):\n    sum(range(500))\n    os.write(1, b"a short line\\n")';

for (const isCounting of [false, true]) {
  test(`tens of thousands of short lines wake their reader a few hundred times${isCounting ? ', also beyond the limit' : ''}`, async (t) => {
    const { found, ended } = gather(await write(t, chatty), undefined, isCounting);
    await ended;
    assert.equal(found.bytes, 30_000 * 13);
    assert.ok(found.pieces < 1000, `${found.pieces} pieces`);
  });
}

test('a line that is printed every now and then is there at once', async (t) => {
  const late: number[] = [];
  const program = 'import time\nfor _ in range(30):\n    print(int(time.time() * 1000))\n    time.sleep(0.02)';
  const { ended } = gather(await write(t, program), (text) => {
    for (const line of text.trim().split('\n')) if (line !== '') late.push(Date.now() - Number(line));
  });
  await ended;
  assert.equal(late.length, 30);
  const median = late.sort((left, right) => left - right)[15] ?? Number.NaN;
  assert.ok(median < 50, `${median} ms`);
});

test('X04 a reader that is not ready is given nothing more, and what was written waits in the pipe', async (t) => {
  const pipe = await createPipePool(makeFolder(t), 'mkfifo').open();
  writeSync(pipe.writeFd, Buffer.alloc(pipeBytes));
  await pipe.closeWriteEnd();
  let bytes = 0;
  const gate = Promise.withResolvers<void>();
  const push = (piece: Uint8Array): void => {
    bytes += piece.length;
  };
  const ended = pipe.read({ push, mayGoOn: () => gate.promise, isCounting: () => false });
  await until(() => bytes > 0, 'the first piece');
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(bytes, pipeBytes / 4);
  gate.resolve();
  await ended;
  assert.equal(bytes, pipeBytes);
});

test('reading can be stopped in the middle of a burst', async (t) => {
  const pipe = await write(t, 'import os\nwhile True: os.write(1, b"a short line\\n")');
  const { found, ended } = gather(pipe);
  await until(() => found.bytes > 100_000, 'a burst');
  pipe.stop();
  await ended;
});

const countOpen = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

test('a pipe that no process could be given is closed at both ends, and the next one gets it', async (t) => {
  const folder = makeFolder(t);
  const pool = createPipePool(folder, 'mkfifo');
  // Node itself refuses such an argument, before there is a process.
  const launch = { file: '/bin/true', argv: ['\0'], environment: {}, bwrap: null, written: null, notWritten: [] };
  const attempt = runAttempt({
    launch: { profile: 'none', ...launch },
    pipe: await pool.open(),
    workspacePath: '/',
    limits: defaultLimits,
    reader: { push: () => undefined, mayGoOn: () => undefined, isCounting: () => false },
    onStart: () => undefined,
    remember: () => undefined,
    group: null,
    stop: new AbortController().signal,
  });
  await assert.rejects(attempt, { code: 'ERR_INVALID_ARG_VALUE' });
  assert.equal(countOpen(folder), 0);
  await (await pool.open()).giveBack();
  assert.deepEqual([countOpen(folder), readdirSync(folder)], [0, ['pipe-1']]);
});

test('a pipe whose mode a command has changed, or that somebody removed, keeps no later run from starting', async (t) => {
  const folder = makeFolder(t);
  const file = path.join(folder, 'pipe-1');
  const pool = createPipePool(folder, 'mkfifo');
  await (await pool.open()).giveBack();
  chmodSync(file, 0);
  await (await pool.open()).giveBack();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  rmSync(file);
  await (await pool.open()).giveBack();
});
