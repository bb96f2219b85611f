/** What a command writes reaches the store as inert, whole, bounded text, while it runs. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createRecorder } from '../../../src/runner/output/record.ts';
import { begin, makeFolder, makeProject, makeRunner, runOnce, until } from '../workbench.ts';

const MiB = 1024 * 1024;

test('X06 X07 strange bytes, escapes and progress bars become inert text', async (t) => {
  const outputFile = path.join(makeFolder(t), 'output.gz');
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), { behaviour: 'speaks_strangely', outputFile });
  assert.deepEqual(end.lines.slice(0, 7), [
    'split € done',
    'bad \ufffd\ufffd bytes',
    'nul ␀ bell ␇ back ␈',
    'red link clip',
    '100%',
    '<script>alert(1)</script>',
    'split escape',
  ]);
  assert.deepEqual(
    end.lines.slice(7, 10).map((line) => line.length),
    [16384, 16384, 40000 - 2 * 16384],
  );
  assert.deepEqual(end.lines.slice(10), ['to stderr', 'without an end']);
  assert.equal(end.outputLines, 10, 'its own lines, before long ones are broken');
  const kept = gunzipSync(readFileSync(outputFile)).toString();
  const long = end.lines.slice(7, 10).join('');
  assert.ok(kept === `${[...end.lines.slice(0, 7), long, ...end.lines.slice(10)].join('\n')}\n`, 'long lines whole');
  assert.equal(end.outputBytes, Buffer.byteLength(kept));
  assert.equal(statSync(outputFile).mode & 0o777, 0o600);
});

test('lines come while the command runs, in batches no more often than every 100 ms', async (t) => {
  const times: number[] = [];
  const project = makeProject(t, 'misbehaves');
  const begun = performance.now();
  const run = begin(
    makeRunner(t),
    project,
    { behaviour: 'floods', environment: { BYTES: String(20 * MiB) } },
    { onLines: () => times.push(performance.now()) },
  );
  await until(() => times.length > 0, 'the first batch');
  const end = await run.finished;
  assert.equal(end.lines.length, (20 * MiB) / 128);
  // Counted from the start, because a busy machine may see one batch late and the next in time. The last comes with the end.
  for (const [index, time] of times.slice(0, -1).entries()) {
    assert.ok(time - begun >= 100 * index, `batch ${index} after ${time - begun} ms`);
  }
});

test('X04 a flood is cut at the limit, said so, and its end is kept', async (t) => {
  const outputFile = path.join(makeFolder(t), 'output.gz');
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), {
    behaviour: 'floods',
    environment: { BYTES: String(64 * MiB) },
    outputFile,
    outputLimitBytes: 4 * MiB,
  });
  assert.equal(end.exitCode, 0);
  assert.equal(end.outputTruncated, true);
  assert.equal(end.outputLines, (64 * MiB) / 128);
  assert.ok(end.outputBytes < 5 * MiB);
  assert.equal(end.lines.filter((line) => /lines beyond the output limit are not kept/.test(line)).length, 1);
  assert.equal(end.lines.at(-1), 'y'.repeat(127));
  assert.equal(gunzipSync(readFileSync(outputFile)).length, end.outputBytes);
});

test('X04 of a flood only what the log has room for is handed on, about once a second, and the rest is counted', async (t) => {
  const logLimitBytes = 64 * 1024;
  const begun = performance.now();
  let handedOn = 0;
  let skippedLines = 0;
  const run = begin(
    makeRunner(t),
    makeProject(t, 'misbehaves'),
    { behaviour: 'floods', environment: { BYTES: String(64 * MiB) }, logLimitBytes, outputLimitBytes: 128 * MiB },
    {
      onLines: (blocks, skipped) => {
        skippedLines += skipped;
        for (const { text } of blocks) handedOn += text.length;
      },
    },
  );
  const end = await run.finished;
  assert.equal(end.outputTruncated, false);
  assert.equal(end.lines.length + skippedLines, (64 * MiB) / 128);
  assert.equal(end.lines.at(-1), 'y'.repeat(127));
  const seconds = (performance.now() - begun) / 1000;
  // The first half of the log comes as it is written, then once a second, and once at the end.
  assert.ok(end.batches <= seconds + 5, `${end.batches} batches in ${seconds} s`);
  assert.ok(handedOn < 2 * MiB + end.batches * logLimitBytes, `${handedOn} bytes`);
});

test('X04 whoever prints faster than the store and the file take it has to wait', async (t) => {
  const piece = Buffer.from('y'.repeat(1023).concat('\n').repeat(1024));
  const request = { logLimitBytes: null, outputFile: null, outputLimitBytes: 64 * MiB, secrets: [] };
  for (const outputFile of [null, path.join(makeFolder(t), 'output.gz')]) {
    const recorder = createRecorder({ ...request, outputFile }, {}, null);
    assert.equal(recorder.mayGoOn(), undefined);
    recorder.push(outputFile === null ? piece : piece.subarray(0, MiB / 2));
    const wait = recorder.mayGoOn();
    assert.ok(wait instanceof Promise, 'a mebibyte waits for the store, or the file for the disk');
    await wait;
    assert.equal(recorder.mayGoOn(), undefined);
    await recorder.end();
  }
});

test('X04 an endless line costs no memory and every piece of it is short', async (t) => {
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), {
    behaviour: 'floods_without_newline',
    environment: { BYTES: String(8 * MiB + 5) },
  });
  assert.equal(end.outputLines, 1);
  assert.equal(end.lines.join('').length, 8 * MiB + 5);
  assert.ok(end.lines.every((line) => line.length <= 16384));
});

test('a full disk does not fail the run, only its kept output', async (t) => {
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), {
    behaviour: 'floods',
    environment: { BYTES: String(4 * MiB) },
    outputFile: '/dev/full',
  });
  assert.equal(end.exitCode, 0);
  assert.equal(end.outputTruncated, true);
  assert.equal(end.lines.length, (4 * MiB) / 128);
});

test('a secret is masked in the lines and in the kept file, also across pieces and broken lines', async (t) => {
  const canary = 'canary-4f81c2d9e7';
  const outputFile = path.join(makeFolder(t), 'output.gz');
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), {
    behaviour: 'leaks',
    environment: { CANARY: canary },
    secrets: [canary],
    outputFile,
  });
  const kept = gunzipSync(readFileSync(outputFile)).toString();
  for (const text of [end.lines.join(''), kept.replaceAll('\n', '')]) {
    assert.doesNotMatch(text, /canary|4f81c2d9e7/);
    assert.ok(text.split('***').length > 40);
  }
  assert.equal(end.lines[0], 'plain ***');
  assert.equal(end.lines[1], 'API_TOKEN=***');
  assert.equal(end.lines[2], 'in pieces ***');
});

test('what a first try writes is held back from its first line on, however long the project took to start', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const request = { logLimitBytes: null, outputFile: null, outputLimitBytes: MiB, secrets: [] };
  const shown: string[] = [];
  const recorder = createRecorder(
    request,
    { onLines: (blocks) => shown.push(...blocks.map(({ text }) => text)) },
    10_000,
  );
  t.mock.timers.tick(60_000);
  recorder.push(Buffer.from('OSError: Read-only file system\n'));
  t.mock.timers.tick(9_000);
  assert.deepEqual([recorder.isHeld(), shown], [true, []]);
  t.mock.timers.tick(1_000);
  assert.deepEqual([recorder.isHeld(), shown], [false, ['OSError: Read-only file system']]);
  await recorder.end();
});
