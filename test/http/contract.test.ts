import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import Schema from 'typebox/schema';
import * as contract from '../../src/contract/index.ts';
import { makeProject, startTestService, type TestService, waitForRun } from '../service.ts';

/** The seed's tables, field by field: name → type word. `?` marks a field that may be absent. */
const seed: Record<string, Record<string, string>> = {
  Status: {
    workspace: 'string',
    insights: 'array',
    apps: 'array',
    schema: 'object',
    log_excerpt: 'array',
    scans: 'array',
    tasks: 'array',
    doc_links: 'array',
  },
  Insight: { title: 'string', value: 'string', 'delta?': 'string' },
  App: { label: 'string', pending_migrations: 'integer', 'models?': 'integer' },
  SchemaNode: { name: 'string', fields: 'array', relations: 'array' },
  LogEntry: { timestamp: 'string', level: 'string', message: 'string' },
  Scan: { id: 'integer', kind: 'words', status: 'words', progress: 'integer', summary: 'string' },
  Task: { id: 'integer', label: 'string', status: 'words', progress: 'integer' },
  DocLink: { title: 'string', url: 'string' },
  TaskRun: {
    id: 'integer',
    preset: 'string',
    label: 'string',
    status: 'words',
    progress: 'integer',
    log: 'string',
    metadata: 'object',
  },
  CommandMetadata: {
    raw: 'string',
    safe_prefix: 'string',
    workspace_path: 'string',
    'exit_code?': 'integer',
    duration_seconds: 'number',
    output_lines: 'integer',
    timed_out: 'boolean',
    'error?': 'string',
  },
};

type ObjectSchema = {
  properties: Record<string, { type?: string; enum?: string[] }>;
  required: string[];
  additionalProperties: boolean;
};

describe('the contract is the seed', () => {
  for (const [name, fields] of Object.entries(seed)) {
    test(`${name} has the seed's fields, in its order, with its types, and no other`, () => {
      const schema = (contract as unknown as Record<string, ObjectSchema>)[name] as ObjectSchema;
      const shape = Object.entries(schema.properties).map(([field, { type, enum: words }]) => [
        schema.required.includes(field) ? field : `${field}?`,
        words ? 'words' : type,
      ]);
      assert.deepEqual(shape, Object.entries(fields));
      assert.equal(schema.additionalProperties, false);
    });
  }
});

describe('answers from outside', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    const path = makeProject(service.folder, 'tiny');
    assert.equal((await service.owner.post('/api/workspaces/', { path })).status, 201);
  });
  after(() => service.end());

  const queue = (fields: Record<string, string> = {}) =>
    service.owner.post('/api/task-runs/', { workspace: 'tiny', preset: 'check', confirm_safe: 'on', ...fields });

  test('status is 200 with exactly the payload of the seed', async () => {
    const answer = await service.owner.get('/api/workspaces/tiny/status/');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const body = answer.json<contract.Status>();
    assert.deepEqual(Object.keys(body), Object.keys(seed.Status ?? {}));
    assert.ok(Schema.Check(contract.Status, body), 'valid by its schema');
  });

  test('the same path without its slash is accepted', async () => {
    assert.equal((await service.owner.get('/api/workspaces/tiny/status')).status, 200);
  });

  test('a known ETag is answered with 304 and a change with a new one', async () => {
    const first = await service.owner.get('/api/workspaces/tiny/status/');
    const etag = first.headers.etag ?? '';
    assert.match(etag, /^"[^"]+"$/, 'strong');
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const again = await service.owner.get('/api/workspaces/tiny/status/', { headers: { 'if-none-match': etag } });
    if (again.status === 304) assert.equal(again.text, '');
    else assert.notEqual(again.headers.etag, etag);
    await queue();
    const changed = await service.owner.get('/api/workspaces/tiny/status/', { headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.etag, etag);
  });

  test('an ETag among others, one that a proxy made weak, and any at all are known too', async () => {
    const etagNow = async () => (await service.owner.get('/api/workspaces/tiny/status/')).headers.etag ?? '';
    for (const ask of [(etag: string) => `"other", ${etag}`, (etag: string) => `W/${etag}`, () => '*']) {
      const etag = await etagNow();
      const again = await service.owner.get('/api/workspaces/tiny/status/', {
        headers: { 'if-none-match': ask(etag) },
      });
      if (again.headers.etag === etag) assert.deepEqual([again.status, again.text], [304, ''], ask(etag));
    }
    const other = await service.owner.get('/api/workspaces/tiny/status/', {
      headers: { 'if-none-match': '"a", W/"b"' },
    });
    assert.equal(other.status, 200);
  });

  test('a queued run is 201 with the status payload and the whole Task run', async () => {
    const answer = await queue({ note: 'from a test' });
    assert.equal(answer.status, 201);
    const body = answer.json<contract.StatusWithRun>();
    assert.deepEqual(Object.keys(body), [...Object.keys(seed.Status ?? {}), 'task_run']);
    assert.deepEqual(Object.keys(body.task_run), Object.keys(seed.TaskRun ?? {}));
    assert.ok(['queued', 'running'].includes(body.task_run.status));
    assert.ok(body.task_run.progress < 100);
    assert.equal(body.task_run.metadata.command.exit_code, undefined, 'no exit code before the end');
    assert.ok(
      body.tasks.some((task) => task.id === body.task_run.id),
      'and it stands in the tasks',
    );
  });

  test('a run that ends well is succeeded, at 100, with exit code 0 and no error', async () => {
    const { task_run } = (await queue({ note: 'kept' })).json<contract.StatusWithRun>();
    const run = await waitForRun(service.owner, task_run.id);
    assert.equal(run.status, 'succeeded', run.metadata.command.error);
    assert.equal(run.progress, 100);
    assert.equal(run.metadata.note, 'kept');
    assert.deepEqual(Object.keys(run.metadata)[0], 'command');
    const { command } = run.metadata;
    assert.deepEqual(Object.keys(command), [
      'raw',
      'safe_prefix',
      'workspace_path',
      'exit_code',
      'duration_seconds',
      'output_lines',
      'timed_out',
    ]);
    assert.equal(command.raw, 'python manage.py check');
    assert.equal(command.safe_prefix, 'manage.py check');
    assert.equal(command.exit_code, 0);
    assert.equal(command.timed_out, false);
    assert.match(run.log, /^\[\d\d:\d\d:\d\d\] System check identified no issues/);
    assert.ok(!run.log.endsWith('\n'));
    assert.ok(Schema.Check(contract.TaskRun, run), 'valid by its schema');
  });

  test('a missing field, an unknown workspace and preset and no acknowledgement are told at once', async () => {
    const answer = await service.owner.post('/api/task-runs/', { workspace: 'nowhere', preset: 'migrate' });
    assert.equal(answer.status, 400);
    const { errors, code } = answer.json();
    assert.equal(code, 'invalid');
    assert.deepEqual(Object.keys(errors).sort(), ['confirm_safe', 'preset', 'workspace']);
    assert.match(errors.preset?.[0] ?? '', /Allowed: .*showmigrations/);
  });

  test('confirm_safe is on for on, true, 1, yes in any case and off for anything else', async () => {
    for (const value of ['ON', 'True', '1', 'yes'])
      assert.equal((await queue({ confirm_safe: value })).status, 201, value);
    for (const value of ['off', 'false', '0', 'y', ''])
      assert.equal((await queue({ confirm_safe: value })).status, 400, value);
  });

  test('a note has at most 280 characters, counted as people count, and no control characters', async () => {
    assert.equal((await queue({ note: '🙂'.repeat(280) })).status, 201);
    assert.deepEqual(Object.keys((await queue({ note: 'x'.repeat(281) })).json().errors), ['note']);
    assert.deepEqual(Object.keys((await queue({ note: 'bell\u0007' })).json().errors), ['note']);
    assert.equal((await queue({ note: 'two\r\nlines\tand a tab' })).status, 201);
  });

  test('no session is 401, and a page leads to the log-in form', async () => {
    const stranger = service.client();
    const answer = await stranger.get('/api/workspaces/tiny/status/');
    assert.equal(answer.status, 401);
    assert.deepEqual(Object.keys(answer.json().errors), ['__all__']);
    assert.equal(answer.json().code, 'not_authenticated');
    const page = await stranger.get('/w/tiny/');
    assert.equal(page.status, 302);
    assert.equal(page.headers.location, '/login/?next=%2Fw%2Ftiny%2F');
  });

  test('unknown things are 404, an id that is no integer too', async () => {
    for (const path of [
      '/api/workspaces/nowhere/status/',
      '/api/task-runs/999999/',
      '/api/task-runs/x/',
      '/api/task-runs/0/',
      '/api/task-runs/99999999999999999999/',
      '/api/nothing/',
      '/nothing/',
    ]) {
      const answer = await service.owner.get(path);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.json().code, 'not_found', path);
    }
  });

  test('a wrong method is 405 with Allow, before any other check', async () => {
    const answer = await service.client().send('DELETE', '/api/task-runs/', { csrf: false });
    assert.equal(answer.status, 405);
    assert.equal(answer.json().code, 'method_not_allowed');
    assert.deepEqual((answer.headers.allow ?? '').split(', ').sort(), ['GET', 'HEAD', 'POST']);
  });

  test('a body that is too large is 413 and another media type 415', async () => {
    const large = await service.owner.send('POST', '/api/task-runs/', {
      body: `note=${'x'.repeat(70_000)}`,
      type: 'application/x-www-form-urlencoded',
    });
    assert.equal(large.status, 413);
    assert.equal(large.json().code, 'too_large');
    const json = await service.owner.send('POST', '/api/task-runs/', { body: '{}', type: 'application/json' });
    assert.equal(json.status, 415);
    assert.equal(json.json().code, 'unsupported_media_type');
  });

  test('the same Idempotency-Key answers with the first run, another body under it is 400', async () => {
    const headers = { 'idempotency-key': 'once' };
    const fields = { workspace: 'tiny', preset: 'version', confirm_safe: 'on' };
    const first = await service.owner.post('/api/task-runs/', fields, { headers });
    const second = await service.owner.post('/api/task-runs/', { ...fields, confirm_safe: 'yes' }, { headers });
    assert.equal(second.status, 201);
    assert.equal(second.json<contract.StatusWithRun>().task_run.id, first.json<contract.StatusWithRun>().task_run.id);
    const other = await service.owner.post('/api/task-runs/', { ...fields, preset: 'check' }, { headers });
    assert.equal(other.status, 400);
    assert.deepEqual(Object.keys(other.json().errors), ['__all__']);
  });

  test('a refused Idempotency-Key is told what one may hold', async () => {
    const fields = { workspace: 'tiny', preset: 'version', confirm_safe: 'on' };
    for (const key of ['a b', '\u00e9', '', 'a'.repeat(256)]) {
      const answer = await service.owner.post('/api/task-runs/', fields, { headers: { 'idempotency-key': key } });
      assert.equal(answer.status, 400, key);
      assert.match(answer.json().errors.__all__?.[0] ?? '', /1 to 255 .* ASCII .* no spaces\.$/);
    }
    const longest = { 'idempotency-key': `~!${'Z'.repeat(253)}` };
    assert.equal((await service.owner.post('/api/task-runs/', fields, { headers: longest })).status, 201);
  });

  test('D09 twenty requests at once with one Idempotency-Key start one run', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.owner.post(
          '/api/task-runs/',
          { workspace: 'tiny', preset: 'version', confirm_safe: 'on' },
          { headers: { 'idempotency-key': 'many' } },
        ),
      ),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
    assert.equal(new Set(answers.map((answer) => answer.json<contract.StatusWithRun>().task_run.id)).size, 1);
  });

  test('other API answers are not stored, all of them vary by cookie', async () => {
    const answer = await service.owner.get('/api/workspaces/');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers.vary, 'Cookie');
  });

  test('presets have the fields of the contract, the Django set among them', async () => {
    const presets = (await service.owner.get('/api/presets/?workspace=tiny')).json<contract.Preset[]>();
    const keys = presets.map((preset) => preset.key);
    for (const key of [
      'showmigrations',
      'showmigrations-plan',
      'check',
      'check-deploy',
      'check-database',
      'diffsettings',
      'inspectdb',
      'sqlmigrate',
      'makemigrations-check',
      'migrate-plan',
      'dumpdata',
      'version',
    ]) {
      assert.ok(keys.includes(key), key);
    }
    const fields = [
      'key',
      'label',
      'description',
      'documentation_url',
      'icon',
      'category',
      'requires_confirmation',
      'command',
    ];
    for (const preset of presets) assert.deepEqual(Object.keys(preset), fields);
  });

  test('the settings in force say what they are, and in which unit', async () => {
    const { settings } = (await service.owner.get('/api/service/')).json<contract.ServiceState>();
    const { unit, help } = settings['run-timeout'] ?? {};
    assert.deepEqual({ unit, help }, { unit: 'seconds', help: 'time a command may take' });
    assert.deepEqual([settings['log-limit']?.unit, settings['keep-runs']?.unit], ['bytes', null]);
  });

  test('the OpenAPI document names every route, and its page loads nothing from outside', async () => {
    const document = (await service.owner.get('/api/openapi.json')).json<{
      openapi: string;
      paths: Record<string, object>;
    }>();
    assert.equal(document.openapi, '3.1.0');
    for (const path of ['/api/workspaces/{slug}/status/', '/api/task-runs/', '/api/task-runs/{id}/'])
      assert.ok(document.paths[path], path);
    const page = await service.owner.get('/api/docs/');
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /https?:\/\//);
    assert.match((await service.owner.get('/api/docs/swagger-ui.css')).headers['content-type'] ?? '', /text\/css/);
  });

  test('the OpenAPI document tells what changes an answer, which answers are no errors, and what is plain text', async () => {
    type Operation = {
      parameters: { name: string; in: string; required?: boolean }[];
      security: Record<string, unknown>[];
      requestBody?: { required: boolean };
      responses: Record<string, { content?: Record<string, unknown> }>;
    };
    const { paths } = (await service.owner.get('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const headersOf = (operation: Operation | undefined) =>
      operation?.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    const queue = paths['/api/task-runs/']?.post;
    assert.deepEqual(headersOf(queue), ['Idempotency-Key', 'Prefer']);
    assert.deepEqual(queue?.security, [{ session: [], csrf: [] }]);
    assert.deepEqual(paths['/login/']?.post?.security, [{ csrf: [] }]);
    const status = paths['/api/workspaces/{slug}/status/']?.get;
    assert.deepEqual([headersOf(status), status?.security], [['If-None-Match'], [{ session: [] }]]);
    assert.ok(status?.responses[304]);
    const output = paths['/api/task-runs/{id}/output/']?.get;
    assert.deepEqual(Object.keys(output?.responses[200]?.content ?? {}), ['text/plain']);
    assert.ok(output?.responses[206]);
    const scan = paths['/api/workspaces/{slug}/scans/']?.post;
    assert.deepEqual([scan?.requestBody?.required, queue?.requestBody?.required], [false, true]);
  });

  test('an error inside is 500 with an id and no internals', async () => {
    const { context } = service.app;
    const list = context.store.presets.list;
    context.store.presets.list = () => Promise.reject(new Error('secret detail of the store'));
    const answer = await service.owner.get('/api/presets/');
    context.store.presets.list = list;
    assert.equal(answer.status, 500);
    assert.equal(answer.json().code, 'internal');
    assert.doesNotMatch(answer.text, /secret detail/);
    assert.match(answer.text, /Look for [a-z0-9]+-[a-z0-9]+ in its log/);
  });

  test('the version is that of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    assert.equal(service.app.context.options.version, version);
  });
});
