/**
 * The status answer beside a bare `node:http` server that sends the same bytes, in one run: `npm run bench:status`.
 * Server and load live in processes of their own; pairs alternate, so that a noisy neighbour meets both.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGoals, type Goals, median } from './service/goals.ts';

type Target = { port: number; path: string; cookie: string; etag?: string };
type Measure = { perSecond: number; p50: number; p99: number };

const here = fileURLToPath(import.meta.url);
const connections = 16;
const secondsEach = 3;

/** Sends as many requests as it can for a while and reports rates. */
const load = async ({ port, path, cookie, etag }: Target, seconds: number): Promise<Measure> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { host: `127.0.0.1:${port}`, cookie, ...(etag ? { 'if-none-match': etag } : {}) };
  const times: number[] = [];
  const expected = etag ? 304 : 200;
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const sent = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        if (response.statusCode !== expected) reject(new Error(`status ${response.statusCode}`));
        response.resume();
        response.on('end', () => {
          times.push(performance.now() - started);
          resolve();
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await once();
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
};

const bare = (bytes: Buffer, etag: string): void => {
  const server = createServer((incoming, response) => {
    if (incoming.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag });
      response.end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
      etag,
    });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
};

const ours = async (dataDir: string, size: number, runs: number): Promise<void> => {
  const { readConfig } = await import('../src/config.ts');
  const { startService } = await import('../src/serve.ts');
  const config = readConfig(
    {
      port: '0',
      'data-dir': dataDir,
      'no-open': true,
      'no-watch': true,
      'log-level': 'silent',
      'keep-runs': '10000000',
    },
    {},
  );
  const service = await startService(config);
  if (!service) throw new Error('data folder taken');
  const { context } = service.app;
  const now = Date.now();
  const workspace = await context.store.workspaces.insert({
    slug: 'bench',
    name: 'bench',
    path: join(dataDir, '..', 'bench'),
    python: null,
    network: 0,
    environment: '',
    docs_url: null,
    description: '',
    colour: '#000000',
    created_at: now,
  });
  const nodes = Array.from({ length: Math.ceil(size / 102) }, (_, index) => ({
    name: `Model${index}`,
    fields: ['id', 'name', 'created_at', 'updated_at', 'owner'],
    relations: [`Model${index + 1}`],
  }));
  await context.store.readings.save({
    workspace_id: workspace.id,
    kind: 'nodes',
    data: JSON.stringify({ nodes }),
    read_at: now,
  });
  const row = {
    workspace_id: workspace.id,
    preset: 'check',
    label: 'Check project',
    status: 'succeeded' as const,
    progress: 100,
    user_name: 'owner',
    note: null,
    argv: '[]',
    raw: 'python manage.py check',
    safe_prefix: 'manage.py check',
    workspace_path: '/x',
    timeout_ms: 1,
    queued_at: now,
    started_at: now,
    ended_at: now,
    duration_ms: 1,
    output_lines: 1,
    exit_code: 0,
    timed_out: 0,
    error: null,
    sandbox: null,
    result: null,
    output_bytes: 0,
    output_truncated: 0,
    log_cut_lines: 0,
  };
  for (let done = 0; done < runs; done += 10_000) {
    await context.store.transaction(async (store) => {
      for (let index = done; index < Math.min(runs, done + 10_000); index++) await store.runs.insert(row);
    });
  }
  const link = new URL(service.link?.fallback_url ?? '');
  const answer = await fetch(link, { redirect: 'manual' });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const status = await fetch(new URL('/api/workspaces/bench/status/', link), { headers: { cookie } });
  const bytes = Buffer.from(await status.arrayBuffer());
  writeFileSync(join(dataDir, 'payload.json'), bytes);
  process.send?.({ port: context.address?.port, cookie, etag: status.headers.get('etag'), bytes: bytes.length });
};

const child = (...args: string[]): Promise<{ process: ChildProcess; message: Record<string, never> }> =>
  new Promise((resolve, reject) => {
    const started = fork(here, args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    started.once('message', (message) => resolve({ process: started, message: message as Record<string, never> }));
    started.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });

const show = (label: string, ourMeasure: Measure, bareMeasure: Measure): number => {
  const ratio = ourMeasure.perSecond / bareMeasure.perSecond;
  const words = ({ perSecond, p50, p99 }: Measure): string =>
    `${perSecond.toFixed(0).padStart(6)}/s p50 ${p50.toFixed(2)} ms p99 ${p99.toFixed(2)} ms`;
  console.log(`${label.padEnd(28)} ours ${words(ourMeasure)} | bare ${words(bareMeasure)} | ratio ${ratio.toFixed(2)}`);
  return ratio;
};

/** Three alternating rounds; the median by ratio. */
const compare = async (label: string, our: Target, bareTarget: Target): Promise<void> => {
  const rounds: [Measure, Measure][] = [];
  for (let round = 0; round < 3; round++)
    rounds.push([await load(our, secondsEach), await load(bareTarget, secondsEach)]);
  rounds.sort(([a, b], [c, d]) => a.perSecond / b.perSecond - c.perSecond / d.perSecond);
  const [ourMeasure, bareMeasure] = rounds[1] as [Measure, Measure];
  show(label, ourMeasure, bareMeasure);
};

const measure = async (size: number, runs: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-bench-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const { process: ourProcess, message } = await child('ours', dataDir, String(size), String(runs));
  const { port, cookie, etag, bytes } = message as unknown as {
    port: number;
    cookie: string;
    etag: string;
    bytes: number;
  };
  const { process: bareProcess, message: bareMessage } = await child('bare', join(dataDir, 'payload.json'));
  const path = '/api/workspaces/bench/status/';
  const bareTarget = { port: (bareMessage as unknown as { port: number }).port, path, cookie };
  const words = `${(bytes / 1024).toFixed(0)} KB, ${runs} runs`;
  await load({ port, path, cookie }, 1);
  await load(bareTarget, 1);
  await compare(`200, ${words}`, { port, path, cookie }, bareTarget);
  await compare(
    `304, ${words}`,
    { port, path, cookie, etag },
    { ...bareTarget, etag: createHash('sha1').update('x').digest('hex') },
  );
  ourProcess.kill();
  bareProcess.kill();
  rmSync(folder, { recursive: true, force: true });
};

/** Start on an existing data folder until the first answer, and memory at rest. */
const measureStart = async (goals: Goals): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-bench-'));
  const main = fileURLToPath(new URL('../bin/inspector.js', import.meta.url));
  const times: number[] = [];
  let memory = 0;
  for (let round = 0; round < 6; round++) {
    const started = performance.now();
    const service = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, '--data-dir', join(folder, 'data'), '--port', '0', '--no-open'],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const url = await new Promise<string>((resolve) =>
      service.stdout.on(
        'data',
        (chunk) =>
          /Listening on (\S+)/.exec(String(chunk))?.[1] && resolve(/Listening on (\S+)/.exec(String(chunk))?.[1] ?? ''),
      ),
    );
    await (await fetch(new URL('login/', url))).arrayBuffer();
    if (round > 0) times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const { readFileSync } = await import('node:fs');
    memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;
    service.kill('SIGTERM');
    await new Promise((resolve) => service.on('close', resolve));
  }
  goals.check('start until the first answer, median', median(times), 400, 'ms');
  goals.check('resident memory at rest', memory, 120, 'MiB');
  rmSync(folder, { recursive: true, force: true });
};

const [role, file = '', size = '', runs = ''] = process.argv.slice(2);
if (role === 'bare') {
  const { readFileSync } = await import('node:fs');
  bare(readFileSync(file), createHash('sha1').update('x').digest('hex'));
} else if (role === 'ours') await ours(file, Number(size), Number(runs));
else {
  const goals = createGoals();
  await measureStart(goals);
  for (const kilobytes of [5, 130]) await measure(kilobytes * 1024, 1);
  for (const count of [1000, 1_000_000]) await measure(5 * 1024, count);
  goals.end();
}
