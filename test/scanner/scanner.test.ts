import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, afterEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createScanner, type ScannerOptions } from '../../src/scanner/create-scanner.ts';
import type { ScanInput, Scanner } from '../../src/scanner/scanner.ts';

let scanner: Scanner;
const folder = mkdtempSync(join(tmpdir(), 'inspector-scanner-'));
after(() => rmSync(folder, { recursive: true }));

const open = (options: Partial<ScannerOptions> = {}): Scanner => {
  scanner = createScanner({
    frameworkModule: new URL('./odd-frameworks.ts', import.meta.url),
    scratchDir: join(folder, 'reading'),
    ...options,
  });
  return scanner;
};

afterEach(() => scanner.close());

const project = (behaviour: string): ScanInput => ({
  root: `/nowhere/${behaviour}`,
  sitePackages: [],
  pythonVersion: null,
  djangoVersion: null,
  live: null,
  liveProblem: null,
});

const timeMs = (read: number) => ({
  prepare: 5000,
  look: 5000,
  read,
  fixtures: 5000,
  logs: 5000,
  mark: 5000,
  folders: 5000,
});

/** What the odd framework tells of its reading. */
const read = async (behaviour: string): Promise<Record<string, unknown>> =>
  JSON.parse((await scanner.read(project(behaviour))).logFiles[0] ?? '');

test('a scan that never ends is stopped and the next one of the same project works', async () => {
  open({ processes: 1, limits: { timeMs: timeMs(4000) } });
  await assert.rejects(scanner.read(project('forever')), {
    code: 'unavailable',
    message: /took longer than 4 s and was stopped/,
  });
  assert.equal((await read('fine')).readings, 1);
});

test('a crash fails its own scan only, after it was tried once more; those that wait go on', async () => {
  open({ processes: 1 });
  const crashed = assert.rejects(scanner.read(project('crashes')), {
    code: 'internal',
    message: 'The scan ended without an answer, also when it was tried once more.',
  });
  const waiting = read('fine');
  await crashed;
  assert.equal((await waiting).readings, 1);
});

test('a scan whose process is killed, as by a system that is short of memory, is tried once more', async () => {
  open({ processes: 1 });
  const { process: pid } = await read('fine');
  const reading = read('busy');
  process.kill(Number(pid), 'SIGKILL');
  const { process: other, readings } = await reading;
  assert.notEqual(other, pid);
  assert.equal(readings, 1);
});

test('a scan whose process is killed twice fails and says what may be the cause', async () => {
  open({ processes: 1 });
  await assert.rejects(scanner.read(project('killed')), {
    code: 'unavailable',
    message:
      'The process that read the project was killed, also when it was tried once more: this machine may be short of memory.',
  });
  assert.equal((await read('fine')).readings, 1);
});

test('a scan that wants all memory is stopped and says so', async () => {
  open({ processes: 1, limits: { memoryMb: 40 } });
  await assert.rejects(scanner.read(project('floods')), { code: 'unavailable', message: /more than 40 MB of memory/ });
  assert.equal((await read('fine')).readings, 1);
});

test('a scan for which what was read before left too little memory has all of it to itself', async () => {
  open({ processes: 1, limits: { memoryMb: 40 } });
  await read('fine');
  assert.equal((await read('floods-as-second')).readings, 1);
});

test('what reads a project can change no file, start no program and see no secret of the service', async (context) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'inspector-trespass-'));
  context.after(() => rmSync(elsewhere, { recursive: true }));
  writeFileSync(join(elsewhere, 'kept'), 'x');
  // Of whoever started the service, also where the system knows no such user.
  const { HOME } = process.env;
  context.after(() => Object.assign(process.env, { HOME }));
  process.env.HOME = elsewhere;
  open();
  const input = { ...project('trespasses'), root: join(elsewhere, 'trespasses') };
  const found = JSON.parse((await scanner.read(input)).logFiles[0] ?? '');
  assert.deepEqual(found, {
    write: 'ERR_ACCESS_DENIED',
    remove: 'ERR_ACCESS_DENIED',
    start: 'ERR_ACCESS_DENIED',
    environment: ['HOME', 'NODE_COMPILE_CACHE', 'TMPDIR'],
    home: elsewhere,
  });
  assert.deepEqual(readdirSync(elsewhere), ['kept']);
});

test('the scratch folder of a reading goes with its process', async () => {
  open({ processes: 1 });
  const { scratch } = await read('scratch');
  assert.ok(existsSync(scratch as string));
  await scanner.close();
  assert.ok(!existsSync(scratch as string));
});

test('a scratch folder that cannot be removed, as on a disk that takes no more writes, ends nobody but its own process', async () => {
  open({ processes: 1, limits: { idleMs: 50 } });
  const reading = join(folder, 'reading');
  const before = (await read('fine')).process;
  renameSync(reading, `${reading}-away`);
  // Not even root removes what lies behind a link that leads to itself.
  symlinkSync('reading', reading);
  while (existsSync(`/proc/${before}`)) await setTimeout(10);
  await setTimeout(50);
  rmSync(reading);
  assert.equal((await read('fine')).readings, 1);
});

test('a killed service leaves no reading process and no scratch folder', async () => {
  const service = fork(new URL('./reading-service.ts', import.meta.url), [join(folder, 'killed')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ scratch, process: pid }] = (await once(service, 'message')) as [{ scratch: string; process: number }];
  assert.ok(existsSync(scratch));
  service.kill('SIGKILL');
  while (existsSync(`/proc/${pid}`) || existsSync(scratch)) await setTimeout(10);
});

test('what readers left that were killed with their service is swept away at the next start', async () => {
  mkdirSync(join(folder, 'reading/reader-gone'), { recursive: true });
  open();
  await read('fine');
  assert.ok(!existsSync(join(folder, 'reading/reader-gone')));
});

test("a reader's own error arrives as it is", async () => {
  open();
  await assert.rejects(scanner.read(project('throws')), { code: 'not_found', message: 'The folder is gone.' });
});

test('progress arrives in steps, ending with all', async () => {
  open();
  const steps: [number, number][] = [];
  await scanner.read(project('steps'), { onProgress: (done, total) => steps.push([done, total]) });
  assert.deepEqual(steps.at(-1), [5, 5]);
  assert.ok(steps.length >= 3);
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => a[0] - b[0]),
  );
});

test('logs arrive masked: the service need not look through what a project writes', async () => {
  open();
  const { lines } = await scanner.readLogs(project('fine'), ['key hunter2-xyz', 'password=other'], {}, ['hunter2-xyz']);
  assert.deepEqual(
    lines.map(({ message, detail }) => [message, detail]),
    [
      ['key ***', 'key ***'],
      ['password=***', 'password=***'],
    ],
  );
});

test('models arrive whole, however many, before anything else is read', async () => {
  open();
  const root = join(folder, 'models-first');
  let models = 0;
  const onModels = ({ fixtureNeeds }: { fixtureNeeds: string }): void => {
    models = JSON.parse(fixtureNeeds).length;
    writeFileSync(join(folder, 'seen'), '');
  };
  const { logFiles } = await scanner.read({ ...project(''), root }, { onModels });
  assert.deepEqual(JSON.parse(logFiles[0] ?? ''), { seen: true });
  assert.equal(models, 3000);
});

test('the service keeps answering while a folder is read and while a large result arrives', async () => {
  open();
  await read('fine');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [busy, large] = await Promise.all([read('busy'), scanner.read(project('large'))]);
  delay.disable();
  assert.ok(busy.process !== undefined);
  assert.equal((JSON.parse(large.fixtureNeeds) as string[]).length, 3000);
  assert.ok(delay.percentile(99) / 1e6 < 300, `p99 ${delay.percentile(99) / 1e6} ms`);
});

test('readings of one project stay with the process that remembers it, and logs do not wait for them', async () => {
  open({ processes: 2 });
  const first = await read('project');
  const second = await read('project');
  assert.equal(second.process, first.process);
  assert.equal(second.readings, 2);
  const order: string[] = [];
  const slow = read('busy').then(() => order.push('reading'));
  const quick = scanner.readLogs(project('busy'), [], {}, []).then(() => order.push('logs'));
  await Promise.all([slow, quick]);
  assert.deepEqual(order, ['logs', 'reading']);
});

test('what is asked for while a project is read for a moment waits for it instead of starting a process, and not for one that is read for long', async () => {
  const orderBeside = async (behaviour: string): Promise<string[]> => {
    open({ processes: 2 });
    const order: string[] = [];
    const reading = read(behaviour).then(() => order.push('reading'));
    const logs = scanner.readLogs(project(behaviour), [], {}, []).then(() => order.push('logs'));
    await Promise.all([reading, logs]);
    await scanner.close();
    return order;
  };
  assert.deepEqual(await orderBeside('busy'), ['reading', 'logs']);
  assert.deepEqual(await orderBeside('slow'), ['logs', 'reading']);
});

test('a process that was made ready has loaded what reads, and does what comes first', async () => {
  open({ processes: 2 });
  scanner.prepare();
  scanner.prepare();
  const looked = (await scanner.look(project('fine'))) as unknown as Record<string, unknown>;
  assert.equal(looked.isPrepared, true);
  const { process, isPrepared } = await read('fine');
  assert.deepEqual({ process, isPrepared }, { process: looked.process, isPrepared: true });
});

test('a project that is forgotten takes no place among those that the processes share out', async () => {
  open({ processes: 2 });
  const processOf = async (name: string) => (await read(name)).process;
  const [first, second] = [await processOf('a'), await processOf('b')];
  assert.notEqual(second, first);
  assert.equal(await processOf('c'), first);
  for (const name of ['a', 'c']) scanner.forget(project(name).root);
  assert.equal(await processOf('d'), first, 'none is left there');
  assert.equal(await processOf('b'), second, 'and the others stay where they are');
});

test('an idle process is ended and started again when it is needed', async () => {
  open({ processes: 1, limits: { idleMs: 20 } });
  const first = await read('project');
  await setTimeout(300);
  const second = await read('project');
  assert.notEqual(second.process, first.process);
});

test('closing ends what runs and refuses what comes', async () => {
  open({ processes: 1 });
  const running = assert.rejects(scanner.read(project('forever')), { code: 'unavailable' });
  const waiting = assert.rejects(scanner.read(project('fine')), { code: 'unavailable' });
  await scanner.close();
  await Promise.all([running, waiting]);
  await assert.rejects(scanner.read(project('fine')), { code: 'unavailable' });
});
