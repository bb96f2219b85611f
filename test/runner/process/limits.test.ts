/** What a run may use. A run that takes more ends with a cause in words, and the service answers all the while. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import test, { type TestContext } from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import type { RunnerOptions } from '../../../src/runner/index.ts';
import { defaultLimits } from '../../../src/runner/limits.ts';
import { outcomeOf } from '../../../src/runner/outcome.ts';
import { watchLimits } from '../../../src/runner/process/watch.ts';
import { uncounted } from '../../../src/runner/process/written.ts';
import { assertWithin } from '../../processor-time.ts';
import { begin, findProcesses, hashTree, makeFolder, makeProject, makeRunner, runOnce, until } from '../workbench.ts';

const MiB = 1024 * 1024;

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Runs a behaviour and says how late the service's own timers were meanwhile. */
const runWatched = async (
  t: TestContext,
  behaviour: string,
  environment: Record<string, string> = {},
  timeoutMs = 60_000,
  options: Partial<RunnerOptions> = {},
) => {
  const project = makeProject(t, 'misbehaves');
  const runner = makeRunner(t, {
    ...options,
    limits: { memoryBytes: 512 * MiB, scratchBytes: 64 * MiB, fileBytes: 1024 * MiB, processes: 100 },
  });
  const before = hashTree(project);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const end = await runOnce(runner, project, { behaviour, environment, timeoutMs });
  delay.disable();
  assert.equal(hashTree(project), before);
  assert.deepEqual(findProcesses(project), []);
  return { end, latestMs: delay.max / 1e6 };
};

test('a command yields to the service and to every other program, itself and its session', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const run = begin(makeRunner(t), project, { behaviour: 'forever' });
  await until(() => run.text().includes('ready'), 'its first line');
  const command = findProcesses(project).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('python'));
  assert.ok(command);
  assert.equal(getPriority(command), 10);
  const session = `/proc/${command}/autogroup`;
  if (existsSync(session)) assert.match(readFileSync(session, 'utf8'), /nice 10$/m);
  run.cancel();
  await run.ended;
});

test('S09 should the memory of the machine run out, a run is ended before anything else, under every profile', async (t) => {
  const profiles: SandboxProfile[] = ['copy-on-write', 'read-only', 'private-copy', 'reduced'];
  for (const [index, profile] of profiles.entries()) {
    const runner = makeRunner(t, { without: profiles.slice(0, index) });
    if ((await runner.probeSandbox()).profile !== profile) continue;
    const project = makeProject(t, 'misbehaves');
    const run = begin(runner, project, { behaviour: 'forever' });
    const scores = (): string[] =>
      findProcesses(project).map((pid) => {
        const isCommand = readText(`/proc/${pid}/cmdline`).includes('manage.py\0check');
        return isCommand ? readText(`/proc/${pid}/oom_score_adj`).trim() : '';
      });
    await until(() => scores().includes('1000'), `${profile}: the score of the command`);
    run.cancel();
    await run.ended;
  }
});

test('S09 a fork bomb is ended and told, and the service stays responsive', async (t) => {
  const { end, latestMs } = await runWatched(t, 'forks', {}, 5000);
  assert.notEqual(end.exitCode, 0);
  // An ordinary user's run is bound by the kernel, which tells the command and nobody else.
  const expected = process.getuid?.() === 0 ? /more than the 100 processes/ : /did not end within/;
  assert.match(end.cause ?? '', expected);
  assert.ok(latestMs < 5000, `the service was ${latestMs} ms late`);
});

test('S09 a command that wants ten gigabytes is ended and told', async (t) => {
  const { end, latestMs } = await runWatched(t, 'allocates');
  assert.notEqual(end.exitCode, 0);
  assert.match(end.cause ?? '', /used more than 512 MiB of memory|needed more than the .* MiB of memory/);
  assert.ok(latestMs < 5000, `the service was ${latestMs} ms late`);
});

test('S09 ten gigabytes over many processes are counted together, with a control group and without, also of those that hide', async (t) => {
  const reduced = { controlGroups: false, without: ['copy-on-write', 'read-only', 'private-copy'] as SandboxProfile[] };
  for (const options of [{}, { controlGroups: false }, reduced]) {
    const environment = 'controlGroups' in options ? { HIDDEN: 'yes' } : {};
    const { end, latestMs } = await runWatched(t, 'allocates_apart', environment, 240_000, options);
    assert.notEqual(end.exitCode, 0);
    assert.match(end.cause ?? '', /used more than 512 MiB of memory/);
    assert.ok(latestMs < 5000, `the service was ${latestMs} ms late`);
  }
});

test('S09 what lies in the swap of the machine counts as memory does', async (t) => {
  const proc = makeFolder(t);
  const place = path.join(proc, '7');
  mkdirSync(place);
  writeFileSync(path.join(place, 'status'), 'VmRSS:\t  100 kB\nVmSwap:\t  900000 kB\n');
  writeFileSync(path.join(place, 'smaps_rollup'), 'Pss:  100 kB\nSwapPss:  900000 kB\n');
  const met = await new Promise((resolve) => {
    const limits = { ...defaultLimits, memoryBytes: 512 * MiB };
    const end = watchLimits({ proc, list: () => ['7'] }, limits, (excess) => {
      end();
      resolve(excess);
    });
    // The watch alone keeps nothing alive.
    const patience = setTimeout(resolve, 20_000, 'nothing');
    t.after(() => clearTimeout(patience));
  });
  assert.equal(met, 'memory');
});

/** Of its control group, where it has one and the kernel counts swap: how much memory and swap it may have, as `[file, value]`. */
const readSwapLimits = (pid: number): [string, string][] =>
  readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, controllers = '', own = ''] = line.split(':');
      if (!own.includes('/workspace-inspector/')) return [];
      const folder = path.join('/sys/fs/cgroup', controllers, own);
      return ['memory.swap.max', 'memory.memsw.limit_in_bytes', 'memory.limit_in_bytes']
        .map((name) => path.join(folder, name))
        .filter((file) => existsSync(file))
        .map((file) => [path.basename(file), readFileSync(file, 'utf8').trim()]);
    });

test('S09 a control group gives a command no swap beside its memory', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const run = begin(makeRunner(t), project, { behaviour: 'forever' });
  await until(() => run.text().includes('ready'), 'its first line');
  const command = findProcesses(project).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('python'));
  const limits = new Map(readSwapLimits(command ?? 0));
  run.cancel();
  await run.ended;
  const all = limits.get('memory.memsw.limit_in_bytes');
  if (limits.has('memory.swap.max')) assert.equal(limits.get('memory.swap.max'), '0');
  else if (all) assert.equal(all, limits.get('memory.limit_in_bytes'));
  else t.skip('this service makes no control groups, or this kernel counts no swap in them');
});

test('S09 filling the workspace, /tmp, home or shared memory ends the run and takes no disk', async (t) => {
  const free = (): number => {
    const { bavail, bsize } = statfsSync('/tmp');
    return bavail * bsize;
  };
  const home = makeFolder(t);
  const runner = makeRunner(t, { homeDir: home, limits: { scratchBytes: 64 * MiB } });
  for (const place of ['.', '/tmp', '/run', '/dev/shm', home]) {
    const project = makeProject(t, 'misbehaves');
    const before = free();
    const end = await runOnce(runner, project, { behaviour: 'fills', environment: { PLACE: place } });
    assert.notEqual(end.exitCode, 0, place);
    assert.match(end.cause ?? '', /wrote more than the 64 MiB/, place);
    const { bytes } = end.sandbox.discarded;
    assert.ok(bytes !== null && bytes > 50 * MiB && bytes <= 64 * MiB, place);
    assert.ok(before - free() < 50 * MiB, 'nothing went to disk');
  }
});

test('what a run writes to the disk where there is no layer ends it at the same limit, also in files without a name', async (t) => {
  const ways: SandboxProfile[][] = [
    ['copy-on-write', 'read-only'],
    ['copy-on-write', 'read-only', 'private-copy'],
  ];
  for (const without of ways) {
    const project = makeProject(t, 'misbehaves');
    const scratchDir = makeFolder(t);
    const runner = makeRunner(t, { scratchDir, without, limits: { scratchBytes: 64 * MiB, fileBytes: 16 * MiB } });
    const place = without.includes('private-copy') ? '' : project;
    for (const [NAMELESS, HIDDEN] of [
      ['', ''],
      ['yes', ''],
      ['yes', 'yes'],
    ] as const) {
      const environment = { ...(place ? { PLACE: place } : {}), NAMELESS, HIDDEN };
      const end = await runOnce(runner, project, { behaviour: 'fills_apart', environment, timeoutMs: 30_000 });
      assert.equal(end.ended, 'signalled', end.text);
      assert.match(end.cause ?? '', /wrote more than the 64 MiB/, `${end.sandbox.profile} ${NAMELESS} ${HIDDEN}`);
    }
  }
});

test('S09 more files than a run may write end it, be they empty, wherever it may write', async (t) => {
  const home = makeFolder(t);
  const script = `import os, sys, time
made = 0
for folder in ("/tmp", "/run", "/dev/shm", os.environ["HOME"]):
    for number in range(1500):
        try:
            open(os.path.join(folder, "empty%d" % number), "w").close()
            made += 1
        except OSError:
            pass
print(made, flush=True)
if made < 5000:
    sys.exit(1)
time.sleep(60)
`;
  const ways: SandboxProfile[][] = [[], ['copy-on-write'], ['copy-on-write', 'read-only']];
  for (const without of ways) {
    const project = makeProject(t, 'misbehaves');
    writeFileSync(path.join(project, 'manage.py'), script);
    const end = await runOnce(makeRunner(t, { homeDir: home, without, limits: { scratchFiles: 5000 } }), project);
    assert.match(end.cause ?? '', /wrote more than the 256 MiB or 5,000 files/, `${end.sandbox.profile} ${end.text}`);
    assert.notEqual(end.ended, 'timed_out');
  }
});

test('a file larger than the limit is refused and told', async (t) => {
  const runner = makeRunner(t, { limits: { fileBytes: 8 * MiB, scratchBytes: 64 * MiB } });
  const end = await runOnce(runner, makeProject(t, 'misbehaves'), {
    behaviour: 'fills',
    environment: { PLACE: '/tmp' },
  });
  assert.match(end.cause ?? '', /file larger than the 8 MiB/);
});

test('the limits are set inside and cannot be raised', async (t) => {
  const runner = makeRunner(t, {
    limits: { cpuSeconds: 7, addressSpaceBytes: 4096 * MiB, fileBytes: 32 * MiB, openFiles: 512, processes: 64 },
  });
  const { text } = await runOnce(runner, makeProject(t, 'misbehaves'), { behaviour: 'reports_limits' });
  assert.match(text, /RLIMIT_CPU 7 7/);
  assert.match(text, /RLIMIT_AS 4294967296 4294967296/);
  assert.match(text, /RLIMIT_FSIZE 33554432 33554432/);
  assert.match(text, /RLIMIT_NOFILE 512 512/);
  assert.match(text, /RLIMIT_NPROC 64 64/);
  assert.match(text, /RLIMIT_CORE ([01]) \1/);
});

test('a crash starts no program of this machine: the kernel keeps to a limit of one byte, and nobody inside changes it', async (t) => {
  // Whoever may have no dumps at all cannot ask for a byte of them.
  const mayHave = !/^Max core file size +\S+ +0 /m.test(readFileSync('/proc/self/limits', 'utf8'));
  const script = `import resource
for limit in ((0, 0), (0, 1)):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, limit)
    except (OSError, ValueError):
        print("kept")
print(*resource.getrlimit(resource.RLIMIT_CORE))
`;
  const profiles: SandboxProfile[] = ['copy-on-write', 'read-only', 'private-copy', 'reduced'];
  for (const [index, profile] of profiles.entries()) {
    const runner = makeRunner(t, { without: profiles.slice(0, index) });
    if ((await runner.probeSandbox()).profile !== profile) continue;
    const project = makeProject(t, 'misbehaves');
    writeFileSync(path.join(project, 'manage.py'), script);
    const { lines } = await runOnce(runner, project);
    assert.deepEqual(lines.slice(0, 2), ['kept', 'kept'], profile);
    assert.match(lines[2] ?? '', mayHave ? /^1 1$/ : /^([01]) \1$/, profile);
  }
});

test('whether a limit was met is told by last words at once, however they are made', () => {
  const process = { code: 1, signal: null, error: null };
  const end = { process, began: true, complaint: '', excess: null, layerFull: false, discarded: uncounted };
  const causeOf = (lastText: string) => outcomeOf(end, lastText, defaultLimits).cause;
  assert.match(
    causeOf('BlockingIOError: [Errno 11] Resource temporarily unavailable') ?? '',
    /more than the \d+ processes/,
  );
  assertWithin(2000, () => assert.equal(causeOf(`${'BlockingIOError'.repeat(1000)}\n`.repeat(200)), null));
});
