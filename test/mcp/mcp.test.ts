/** `inspector mcp` as a coding agent starts it: a process of its own, asked by a client of the protocol. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TaskRun, Workspace } from '../../src/contract/index.ts';
import { environment, folder, inspector, main, serve, start } from '../cli/rig.ts';
import { makeProject, slowSettings, until } from '../service.ts';

type Facts = Record<string, unknown>;
type Options = Parameters<Client['callTool']>[1];

type Agent = {
  client: Client;
  pid: number;
  /** The answer as data; a refusal throws with its words. */
  ask<T = Facts>(tool: string, input?: Facts, options?: Options): Promise<T>;
};

const agents: Client[] = [];

/** Of the protocol of 2025 with its handshake, unless told otherwise: both are spoken by agents of today. */
const startAgent = async (
  data: string,
  cwd: string,
  args: readonly string[] = [],
  options: ConstructorParameters<typeof Client>[1] = {},
): Promise<Agent> => {
  const env = environment(data) as Record<string, string>;
  const command = { command: process.execPath, args: ['--disable-warning=ExperimentalWarning', main, 'mcp', ...args] };
  const transport = new StdioClientTransport({ ...command, cwd, env, stderr: 'ignore' });
  const client = new Client({ name: 'an-agent', version: '1' }, options);
  await client.connect(transport);
  agents.push(client);
  const ask = async <T>(name: string, input: Facts = {}, options?: Options): Promise<T> => {
    const { content, isError } = await client.callTool({ name, arguments: input }, options);
    const [first] = content as { type: string; text: string }[];
    if (isError) throw new Error(first?.text);
    return JSON.parse(first?.text ?? '') as T;
  };
  return { client, pid: transport.pid ?? 0, ask };
};

const models = `from django.db import models

class Customer(models.Model):
    name = models.CharField(max_length=80)

class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="orders")
    note = models.TextField(null=True)
`;
const initial = `from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = []
    operations = [
        migrations.CreateModel("Customer", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("name", models.CharField(max_length=80)),
        ]),
    ]
`;
const shop = {
  'config/settings.py':
    'SECRET_KEY = "x"\nINSTALLED_APPS = ["sales"]\nDEFAULT_AUTO_FIELD = "django.db.models.AutoField"\n',
  'sales/__init__.py': '',
  'sales/models.py': models,
  'sales/migrations/__init__.py': '',
  'sales/migrations/0001_initial.py': initial,
};

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('a coding agent', () => {
  const data = join(folder, 'agents');
  let project: string;
  let agent: Agent;
  before(async () => {
    project = makeProject(folder, 'shop', shop);
    agent = await startAgent(data, project);
  });
  after(() => Promise.all(agents.map((client) => client.close())));

  test('nothing is started before it asks', () => {
    assert.ok(!existsSync(join(data, 'service.json')));
  });

  test('is offered tools that only read, and three that say that they do more: they start and end code of the project', async () => {
    const { tools } = await agent.client.listTools();
    const acting = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    assert.deepEqual(
      acting.map(({ name }) => name),
      ['scan', 'run_preset', 'cancel_run'],
    );
    const starting = tools.filter(({ description }) => description?.includes('executes code of the project'));
    assert.deepEqual(
      starting.map(({ name }) => name),
      ['scan', 'run_preset'],
      'and those that start it say so in words',
    );
    assert.ok(tools.every(({ annotations }) => annotations?.destructiveHint === false));
    const [scan] = acting as { inputSchema: { properties?: Record<string, Facts> } }[];
    assert.deepEqual(scan?.inputSchema.properties?.kind?.enum, ['schema', 'migrations', 'logs', 'fixtures']);
  });

  test('finds the project that it works in among those that are known from its first question on', async () => {
    const { workspaces, you_work_in } = await agent.ask<{ workspaces: Facts[]; you_work_in: string }>(
      'list_workspaces',
    );
    assert.deepEqual([workspaces?.map(({ slug }) => slug), you_work_in], [['shop'], 'shop']);
  });

  test('is told about the project that it works in without naming it', async () => {
    const status = await agent.ask<{ workspace: string; project: Facts; insights: Facts[] }>('read_status');
    assert.equal(status.workspace, 'shop');
    assert.equal(status.project.settings_module, 'config.settings');
    assert.deepEqual((await agent.ask('list_problems')).problems, [], 'that there are none is an answer');
    const { models: found } = await agent.ask<{ models: Facts[] }>('list_models');
    assert.deepEqual(
      found.map(({ id, at }) => [id, at]),
      [
        ['sales.Customer', 'sales/models.py:3'],
        ['sales.Order', 'sales/models.py:6'],
      ],
    );
    const order = await agent.ask<{ fields: Facts[]; unmade_changes: string[] }>('read_model', { model: 'order' });
    assert.deepEqual(
      order.fields.map(({ name }) => name),
      ['id', 'customer', 'note'],
    );
    assert.deepEqual(order.fields[1]?.relation, {
      kind: 'foreign_key',
      to: 'sales.Customer',
      cardinality: 'n:1',
      on_delete: 'PROTECT',
      related_name: 'orders',
    });
    assert.deepEqual(order.unmade_changes, ['Create model Order']);
    const customer = await agent.ask('read_model', { model: 'sales.Customer' });
    assert.deepEqual(customer.pointed_at_by, ['sales.Order.customer']);
    assert.deepEqual(customer.migrations, ['0001_initial: Create model Customer']);
    const { apps } = await agent.ask<{ apps: Facts[] }>('list_migrations');
    assert.deepEqual(apps[0]?.pending, ['0001_initial']);
    const whole = await agent.ask<{ migrations: Facts[] }>('list_migrations', { app: 'sales' });
    assert.deepEqual(whole.migrations[0]?.operations, ['Create model Customer']);
  });

  /** On a machine with much to do a scan takes longer than an agent waits for. */
  const scanWhole = (input: Facts = {}): Promise<unknown> =>
    until(
      () => agent.ask<{ scans: Facts[] }>('scan', input),
      ({ scans }) => scans.length > 0 && scans.every(({ status }) => status === 'completed'),
      'a scan ends',
    );

  test('sees what it has just written once it has scanned, and what cannot be told of it', async () => {
    const file = join(project, 'sales/models.py');
    writeFileSync(file, `${models}\n    paid = models.BooleanField(default=False)\n`);
    await scanWhole({ kind: 'schema' });
    const order = await agent.ask<{ fields: Facts[] }>('read_model', { model: 'Order' });
    assert.equal(order.fields.at(-1)?.name, 'paid');
    writeFileSync(file, `${models}\n    broken = (\n`);
    await scanWhole();
    const { problems } = await agent.ask<{ problems: Facts[] }>('list_problems');
    assert.ok(problems.some(({ code, at }) => code === 'syntax_error' && String(at).startsWith('sales/models.py:')));
    const missing = /Models may be missing: list_problems tells \d+ problems?\./;
    assert.match(String((await agent.ask('list_models')).incomplete), missing);
    await assert.rejects(agent.ask('read_model', { model: 'Invoice' }), missing);
    // A key that is left out is none: what is not known has one of its own.
    for (const [tool, input] of [
      ['list_migrations', { app: 'sales' }],
      ['read_model', { model: 'Customer' }],
    ] as const)
      assert.match(String((await agent.ask(tool, input)).unmade_changes_undecided), /in sales could not be decided/);
    writeFileSync(file, models);
    await scanWhole();
  });

  test('runs a read-only command and is told how it ended, also later', async () => {
    const { presets } = await agent.ask<{ presets: Facts[] }>('list_presets');
    assert.ok(presets.some(({ key }) => key === 'check'));
    const progress: number[] = [];
    const begun = await agent.ask(
      'run_preset',
      { preset: 'check', confirm_safe: true, note: 'after the edit' },
      { onprogress: (step) => progress.push(step.progress) },
    );
    const run = await until(
      () => agent.ask('read_run', { run: begun.run }),
      ({ status }) => status !== 'running',
      'the run ends',
    );
    assert.equal(run.status, 'succeeded');
    assert.equal(run.exit_code, 0);
    assert.match(String(run.log), /^System check identified no issues/);
    assert.deepEqual(
      progress,
      [...new Set(progress)].sort((left, right) => left - right),
      'only ever further',
    );
    assert.ok(progress.length > 0);
    const { runs } = await agent.ask<{ runs: Facts[] }>('list_runs');
    assert.equal(runs[0]?.run, run.run);
    assert.equal(run.note, 'after the edit');
    assert.ok(String(run.log).startsWith(String(begun.log ?? '')), 'told at once as far as it had got');
    const { lines } = await agent.ask<{ lines: Facts[] }>('read_logs', {
      source: 'inspector',
      query: 'check',
      levels: ['info', 'warning'],
    });
    assert.ok(lines.length > 0);
  });

  test('is told where lines were cut out of a log', async () => {
    const small = join(folder, 'small-logs');
    mkdirSync(small);
    writeFileSync(join(small, 'config.json'), '{"log-limit": 4096}');
    const flood = 'print("\\n".join(f"line number {at}" for at in range(2000)))';
    makeProject(folder, 'flood', { 'config/settings.py': slowSettings(flood) });
    const other = await startAgent(small, folder, [join(folder, 'flood')]);
    const { run } = await other.ask('run_preset', { preset: 'version', confirm_safe: true });
    const { log } = await until(
      () => other.ask('read_run', { run }),
      ({ status }) => status !== 'running',
      'the run ends',
    );
    assert.match(String(log), /^line number 0\n[^…]*\n… [\d,]+ lines cut …\nline number \d+\n[^…]*line number 1999\n/);
  });

  test('is told the log of a run also where its findings are too many to be told', async () => {
    const many = 'print("ERRORS:")\nfor at in range(1000): print(f"a.B: (x.E{at}) Something is wrong here.")\n';
    const whole = `${many}print("System check identified 1000 issues (0 silenced).")\n`;
    makeProject(folder, 'faulty', { 'manage.py': whole });
    const other = await startAgent(data, folder, [join(folder, 'faulty')]);
    const order = { name: 'run_preset', arguments: { preset: 'check', confirm_safe: true } };
    const { content } = await other.client.callTool(order);
    const [{ text } = { text: '' }] = content as { text: string }[];
    assert.match(
      text,
      /"log":"a\.B: .*System check identified 1000 issues .*"result":.* characters more: ask for less/,
    );
    const { runs } = await other.ask<{ runs: Facts[] }>('list_runs');
    const read = await other.client.callTool({ name: 'read_run', arguments: { run: runs[0]?.run } });
    assert.match((read.content as { text: string }[])[0]?.text ?? '', /"log":"ERRORS:.*"last":\d+,"result":/);
    await other.client.close();
    await inspector(['remove', 'faulty', '--yes'], data);
  });

  test('what is refused is told in words that it can act on', async () => {
    const refused = (tool: string, input: Facts, words: RegExp): Promise<void> =>
      assert.rejects(agent.ask(tool, input), ({ message }: Error) => words.test(message));
    await refused('run_preset', { preset: 'check' }, /confirm_safe/);
    await refused('run_preset', { preset: 'flush', confirm_safe: true }, /"flush" is not a preset. Allowed: .*check/);
    await refused('read_model', { model: 'Nobody' }, /no model "Nobody": list_models/);
    await refused('read_status', { workspace: 'nowhere' }, /no workspace "nowhere"/);
    await refused('read_status', { workspace: '.' }, /no workspace "\."/);
    await refused('list_models', { app: 'nothing' }, /There is no app "nothing"\. Those there are: sales\./);
    await refused('list_migrations', { app: 'nothing' }, /No app "nothing" has migrations. Those that do: sales/);
    await refused('read_run', { run: 99_999 }, /99999/);
    const levels = 'debug, info, warning, error, critical';
    await refused(
      'read_logs',
      { levels: ['error', 'loud'] },
      new RegExp(`read_logs: levels must be one of ${levels}, not "loud"\\.$`),
    );
    await refused(
      'scan',
      { kind: 'models' },
      /: kind must be one of schema, migrations, logs, fixtures, not "models"\.$/,
    );
    await refused('run_preset', { preset: 'check', confirm_safe: false }, /: confirm_safe must be true, not false\.$/);
    await refused('read_logs', { levels: 'error' }, /levels must be array/);
    const others = 'workspace, levels, source, since, query, before';
    await refused('read_logs', { level: 'error' }, new RegExp(`no argument "level"\\. Those there are: ${others}\\.$`));
    await refused(
      'list_runs',
      { preset: 'check', limit: 1 },
      /no argument "preset", "limit"\. Those there are: workspace\.$/,
    );
  });

  test('a call that it gives up cancels its run, and it can end one itself', async () => {
    makeProject(folder, 'forever', { 'config/settings.py': slowSettings('import time\ntime.sleep(600)') });
    const other = await startAgent(data, folder, [join(folder, 'forever')]);
    const giveUp = new AbortController();
    const given = other.ask('run_preset', { preset: 'check', confirm_safe: true }, { signal: giveUp.signal });
    const newest = async (): Promise<Facts | undefined> => (await other.ask<{ runs?: Facts[] }>('list_runs')).runs?.[0];
    const running = await until(newest, (run) => run?.status === 'running', 'the run has begun');
    giveUp.abort();
    await assert.rejects(given);
    const { out } = await inspector(['log', String(running?.run), '--json'], data);
    await until(newest, (run) => run?.status === 'cancelled', `the run is cancelled ${out}`);
    const second = other.ask('run_preset', { preset: 'check', confirm_safe: true });
    const again = await until(newest, (run) => run?.status === 'running', 'the second run has begun');
    await other.ask('cancel_run', { run: again?.run });
    assert.equal((await second).status, 'cancelled');
    await other.client.close();
  });

  test('where it works in no project it has to say which', async () => {
    const nowhere = await startAgent(data, folder, [], { versionNegotiation: { mode: 'auto' } });
    await assert.rejects(nowhere.ask('read_status'), /Say which workspace: shop, forever\./);
    const { workspaces } = await nowhere.ask<{ workspaces: Facts[] }>('list_workspaces');
    assert.deepEqual(
      workspaces.map(({ slug }) => slug),
      ['shop', 'forever'],
    );
    const wrong = await startAgent(data, folder, [join(folder, 'nothing-here')]);
    await assert.rejects(wrong.ask('read_status'), /nothing-here/);
    assert.equal(nowhere.client.getNegotiatedProtocolVersion(), '2026-07-28');
    await Promise.all([nowhere.client.close(), wrong.client.close()]);
  });
});

test('an agent at the top of a repository, or inside of a project, speaks of the workspace that lies there; of two it has to say which', async (context) => {
  const data = join(folder, 'repository-data');
  const [top, backend] = [join(folder, 'repository'), makeProject(join(folder, 'repository'), 'backend', shop)];
  makeProject(folder, 'elsewhere');
  for (const path of [backend, 'elsewhere']) assert.equal((await inspector(['add', path], data)).code, 0);
  const agent = await startAgent(data, top);
  context.after(() => agent.client.close());
  const homeOf = async (at: Agent) => (await at.ask('list_workspaces')).you_work_in;
  assert.equal(await homeOf(agent), 'backend');
  assert.equal((await agent.ask('read_model', { model: 'Order' })).id, 'sales.Order');
  const inside = await startAgent(data, join(backend, 'sales'));
  context.after(() => inside.client.close());
  assert.equal(await homeOf(inside), 'backend');
  makeProject(top, 'worker');
  assert.equal((await inspector(['add', join(top, 'worker')], data)).code, 0);
  assert.equal(await homeOf(agent), undefined);
  await assert.rejects(agent.ask('read_status'), /Say which workspace: backend, elsewhere, worker\./);
  assert.equal(await homeOf(inside), 'backend');
});

describe('the service behind an agent', () => {
  test('is asked for the workspace of its project again when that is another one by now; one that was removed stays removed', async () => {
    const data = join(folder, 'removed-under-agents');
    const project = makeProject(folder, 'booth', shop);
    const service = await serve(['booth'], data);
    const agent = await startAgent(data, project);
    const spokenOf = async () => (await agent.ask<{ workspace: string }>('read_status')).workspace;
    assert.equal(await spokenOf(), 'booth');
    assert.equal((await inspector(['remove', 'booth', '--yes'], data)).code, 0);
    assert.equal((await inspector(['add', project, '--slug', 'kiosk'], data)).code, 0);
    assert.equal(await spokenOf(), 'kiosk');
    assert.equal((await inspector(['remove', 'kiosk', '--yes'], data)).code, 0);
    await assert.rejects(spokenOf(), /removed the workspace of \S+booth\. .*inspector add \S+booth/);
    assert.deepEqual((await agent.ask('list_workspaces')).workspaces ?? [], []);
    assert.equal((await inspector(['add', project], data)).code, 0);
    assert.equal(await spokenOf(), 'booth', 'it is there again');
    await agent.client.close();
    service.child.kill('SIGTERM');
    await service.ended;
  });

  test('is joined where one runs; when that ends, the agent goes on with one of its own, which others join', async () => {
    const data = join(folder, 'joined-by-agents');
    const project = makeProject(folder, 'stall', shop);
    const service = await serve(['stall'], data);
    const agent = await startAgent(data, project);
    await agent.ask('list_models');
    const { url } = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8')) as { url: string };
    assert.equal(`Listening on ${url}`, service.lines[0], 'the one that runs');
    service.child.kill('SIGTERM');
    await service.ended;
    const { models: found } = await agent.ask<{ models: Facts[] }>('list_models');
    assert.equal(found.length, 2);
    const list = await inspector(['list', '--json'], data);
    assert.deepEqual(
      (JSON.parse(list.out) as Workspace[]).map(({ slug }) => slug),
      ['stall'],
    );
    const ran = await inspector(['run', 'stall', 'version', '--confirm-safe', '--json'], data);
    assert.equal((JSON.parse(ran.out) as TaskRun).status, 'succeeded');
    await agent.client.close();
    await until(
      () => isAlive(agent.pid),
      (alive) => !alive,
      'the agent’s process is gone',
    );
    assert.ok(!existsSync(join(data, 'service.json')), 'and its service with it');
  });

  /** An agent by hand, past its handshake. */
  const startByHand = (data: string, cwd: string) => {
    const child = start(['mcp'], data, cwd);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    const send = (message: Facts): void => {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    const answered = (id: number) =>
      until(
        () => out,
        (text) => text.includes(`"id":${id}`),
        `message ${id} is answered`,
      );
    const clientInfo = { name: 'by-hand', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return { child, send, answered, ended, said: () => out };
  };

  test('says nothing on stdout that is not the protocol, and ends with its input', async () => {
    const { child, send, answered, ended, said } = startByHand(
      join(folder, 'quiet-data'),
      makeProject(folder, 'quiet', shop),
    );
    child.stdin?.write('this is no message\n');
    send({ id: 2, method: 'tools/call', params: { name: 'list_models', arguments: {} } });
    await answered(2);
    child.stdin?.end();
    assert.equal(await ended, 0);
    for (const line of said().trim().split('\n')) assert.equal((JSON.parse(line) as Facts).jsonrpc, '2.0');
  });

  test('that is gone before the service it asked for was there leaves none behind', async () => {
    const gone = join(folder, 'gone-data');
    const { child, send, answered, ended } = startByHand(gone, makeProject(folder, 'gone', shop));
    await answered(1);
    send({ id: 2, method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } });
    child.stdin?.end();
    assert.equal(await ended, 0);
    assert.ok(!existsSync(join(gone, 'service.json')));
  });
});
