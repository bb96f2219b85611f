import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Preset, StatusWithRun } from '../../src/contract/index.ts';
import { createHttpDoor } from '../../src/http/server.ts';
import type { StoredRun } from '../../src/store/queries/runs.ts';
import { executeRun } from '../../src/usecases/runs/execute.ts';
import { type Answer, makeProject, queueRun, scanOnly, startTestService, type TestService } from '../service.ts';

const form = 'application/x-www-form-urlencoded';
const boundary = 'edge';
const multipart = `multipart/form-data; boundary=${boundary}`;

const part = (name: string, value: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const whole = (...parts: string[]): string => `${parts.join('')}--${boundary}--\r\n`;

test('a body that comes byte by byte holds no connection for ever', async () => {
  const service = await startTestService();
  const nowhere = { webDir: service.folder, guideDir: service.folder };
  const door = await createHttpDoor(service.app.context, {
    host: '127.0.0.1',
    basePath: '/',
    publicUrl: null,
    ...nowhere,
  });
  const { requestTimeout, headersTimeout } = door.server.server;
  await door.close();
  await service.end();
  for (const timeout of [requestTimeout, headersTimeout]) assert.ok(timeout > 0 && timeout <= 60_000, String(timeout));
});

describe('bad input is told, never failed on', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'tiny') });
  });
  after(() => service.end());

  const send = (body: string | Buffer, type: string): Promise<Answer> =>
    service.owner.send('POST', '/api/task-runs/', { body, type });
  const asMultipart = (fields: Record<string, string>): string =>
    whole(...Object.entries(fields).map(([name, value]) => part(name, value)));

  /** Sends the fields both ways and expects the same. */
  const both = async (fields: Record<string, string>, check: (answer: Answer, kind: string) => void): Promise<void> => {
    check(await send(new URLSearchParams(fields).toString(), form), 'urlencoded');
    check(await send(asMultipart(fields), multipart), 'multipart');
  };

  test('both kinds of form are read', () =>
    both({ workspace: 'tiny', preset: 'version', confirm_safe: 'on' }, (answer, kind) =>
      assert.equal(answer.status, 201, kind),
    ));

  test('I01 missing, empty or blank fields are named', async () => {
    const required = ['This field is required.'];
    for (const blank of [undefined, '', '  ', '\t\n']) {
      const given = blank === undefined ? {} : { workspace: blank, preset: blank };
      await both({ ...given, confirm_safe: 'on' }, (answer, kind) => {
        assert.equal(answer.status, 400, kind);
        assert.deepEqual(answer.json().errors, { preset: required, workspace: required }, kind);
      });
    }
    const all = { workspace: 'ti\0ny', note: 'x'.repeat(281) };
    await both(all, (answer, kind) => {
      const named = Object.keys(answer.json().errors).sort();
      assert.deepEqual(named, ['confirm_safe', 'note', 'preset', 'workspace'], kind);
    });
  });

  test('I02 L01 L04 L07 what is no preset is 400 with the allowed list, and nothing runs', async () => {
    for (const preset of [
      'migrate',
      'shell',
      'flush',
      'runserver',
      'dbshell',
      'CHECK',
      ' check',
      'check\n',
      'chеck',
      'ｃｈｅｃｋ',
      'check\u200b',
      '0',
      '[object Object]',
      'toString',
      '__proto__',
      'constructor',
      'check --settings=evil',
      'check;id',
    ]) {
      await both({ workspace: 'tiny', preset, confirm_safe: 'on' }, (answer, kind) => {
        assert.equal(answer.status, 400, `${kind} ${preset}`);
        assert.match(answer.json().errors.preset?.[0] ?? '', /Allowed: (.*, )?check, (.*, )?version\b/, preset);
      });
    }
  });

  test('a NUL in a field is an error of that field', () =>
    both({ workspace: 'tiny', preset: 'check\0migrate', confirm_safe: 'on' }, (answer, kind) => {
      assert.equal(answer.status, 400, kind);
      assert.deepEqual(Object.keys(answer.json().errors), ['preset'], kind);
    }));

  test('a path that is not there is 404 and a method that is not for it 405, whatever method and body say', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'PUT', 'OPTIONS', 'TRACE']) {
      for (const path of ['/', '/w/tiny/', '/login/', '/api/workspaces/', '/api/openapi.json', '/docs/']) {
        const answer = await service.owner.send(method, path);
        assert.equal(answer.status, 405, `${method} ${path}`);
        assert.match(String(answer.headers.allow), /GET, HEAD/, `${method} ${path}`);
      }
      assert.equal((await service.owner.send(method, '/nowhere/')).status, 404, method);
    }
    const json = await service.owner.send('POST', '/nowhere/', { body: '{}', type: 'application/json' });
    assert.equal(json.status, 404);
  });

  test('of a repeated field the last counts, unknown ones are ignored', async () => {
    assert.equal(
      (await send('workspace=no&workspace=tiny&preset=version&confirm_safe=off&confirm_safe=on&surplus=1', form))
        .status,
      201,
    );
    assert.equal(
      (
        await send(
          whole(
            part('workspace', 'no'),
            part('workspace', 'tiny'),
            part('preset', 'version'),
            part('confirm_safe', 'on'),
          ),
          multipart,
        )
      ).status,
      201,
    );
  });

  const wanted = [part('workspace', 'tiny'), part('preset', 'version'), part('confirm_safe', 'on')];

  test('I05 floods of fields and parts are refused quickly', async () => {
    const started = performance.now();
    assert.equal((await send(`note=${'x'.repeat(1024 * 1024)}`, form).catch(() => ({ status: 413 }))).status, 413);
    // Each would be a good form but for their number.
    const names = Array.from({ length: 10_000 }, (_, index) => `a${index}`);
    const floods: [string, string][] = [
      [`workspace=tiny&preset=version&confirm_safe=on&${names.join('=&').slice(0, 60_000)}`, form],
      [whole(...wanted, ...names.slice(0, 200).map((name) => part(name, 'x'))), multipart],
    ];
    for (const [body, type] of floods) {
      const { status, text } = await send(body, type);
      assert.deepEqual([status, /at most 100 fields/.test(text)], [400, true], text);
    }
    assert.ok(performance.now() - started < 2000);
  });

  test('I06 a broken multipart body is 400', async () => {
    const good = wanted;
    const bad: [string, string][] = [
      [whole(...good), 'multipart/form-data'],
      [good.join(''), multipart],
      [whole(...good, part('note', 'x', '; filename="x.txt"')), multipart],
      [whole(...good).slice(0, -20), multipart],
      [
        whole(part('workspace', 'tiny'), part('preset', 'version', '; filename="x.txt"'), part('confirm_safe', 'on')),
        multipart,
      ],
      [
        whole(
          part('workspace', 'tiny'),
          `--${boundary}\r\nContent-Disposition: form-data; name="preset"\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nversion\r\n--in--\r\n`,
          part('confirm_safe', 'on'),
        ),
        multipart,
      ],
    ];
    for (const [body, type] of bad) {
      const answer = await send(body, type);
      assert.ok([400, 415].includes(answer.status), `${answer.status} ${body.slice(0, 200)}`);
    }
  });

  test('I07 invalid UTF-8 is 400, however it is written', async () => {
    for (const note of ['%C0%AF', '%ff', '%ED%A0%80', '%00', '%zz']) {
      assert.equal((await send(`workspace=tiny&preset=version&confirm_safe=on&note=${note}`, form)).status, 400, note);
    }
    assert.equal(
      (
        await send(
          Buffer.concat([Buffer.from('workspace=tiny&preset=version&confirm_safe=on&note='), Buffer.from([0xff])]),
          form,
        )
      ).status,
      400,
    );
    const body = Buffer.concat([
      Buffer.from(wanted.join('') + part('note', 'X').slice(0, -3)),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    assert.equal((await send(body, multipart)).status, 400);
  });

  test('a bare % is told as such, with what to write instead', async () => {
    for (const note of ['100% sure', '50%', '%zz', '%4']) {
      const answer = await send(`workspace=tiny&preset=version&confirm_safe=on&note=${note}`, form);
      assert.equal(answer.status, 400, note);
      assert.match(answer.text, /A % in the form .* written %25; curl .*--data-urlencode/, note);
    }
    const bytes = await send('workspace=tiny&preset=version&confirm_safe=on&note=%ff', form);
    assert.match(bytes.text, /not valid UTF-8/);
    const meant = await send('workspace=tiny&preset=version&confirm_safe=on&note=100%25+sure', form);
    assert.equal(meant.json<StatusWithRun>().task_run.metadata.note, '100% sure');
  });

  test('I08 I09 another type, none, another charset or a compressed body is 415', async () => {
    const body = 'workspace=tiny&preset=version&confirm_safe=on';
    for (const type of ['application/json', 'text/html', `${form}; charset=utf-7`, `${form}; charset=utf-16`])
      assert.equal((await send(body, type)).status, 415, type);
    assert.equal((await service.owner.send('POST', '/api/task-runs/', { body })).status, 415, 'none');
    const zipped = await service.owner.send('POST', '/api/task-runs/', {
      body,
      type: form,
      headers: { 'content-encoding': 'gzip' },
    });
    assert.equal(zipped.status, 415);
  });

  test('I12 odd run ids are 404', async () => {
    assert.equal((await service.owner.get('/api/task-runs/1/')).status, 200, 'there is one to be taken for');
    const spellings = ['01', '1.0', '1e0', '0x1', '+1', '%201', '1%20', '1%0A', '%EF%BC%91'];
    for (const id of ['..%2Fx', 'x'.repeat(10_000), "1'%20OR%201", '1.5', '-1', '9'.repeat(30), '%00', ...spellings]) {
      for (const path of ['', 'log/', 'output/']) {
        const answer = await service.owner.get(`/api/task-runs/${id}/${path}`);
        assert.equal(answer.status, 404, `${id.slice(0, 20)} ${path}`);
      }
    }
  });

  test('L02 L03 L06 L08 a preset that is not on the allowlist is never stored', async () => {
    const commands = [
      'manage.py migrate',
      'manage.py shell',
      'manage.py check --settings=evil',
      'manage.py check --sett=evil',
      'manage.py check --pyth=/tmp',
      'manage.py dumpdata -o x',
      'manage.py dumpdata -ox',
      'manage.py dumpdata --output=x',
      'manage.py dumpdata --out x',
      'manage.py dumpdata --ou=x.gz',
      'manage.py sqlmigrate shop ../../x',
      "manage.py sqlmigrate shop 0001' OR 1",
      'manage.py dumpdata --format ../../x',
      'bash -c id',
      'manage.py',
      'check',
    ];
    for (const [index, command] of commands.entries()) {
      const answer = await service.owner.post('/api/presets/', { key: `own-${index}`, label: 'Own', command });
      assert.equal(answer.status, 400, command);
      assert.ok(answer.json().errors.command, command);
    }
    const fine = await service.owner.post('/api/presets/', {
      key: 'own-check',
      label: 'Own check',
      command: 'python manage.py check --deploy',
    });
    assert.equal(fine.status, 201, fine.text);
    assert.equal(
      (await service.owner.post('/api/task-runs/', { workspace: 'tiny', preset: 'own-check', confirm_safe: 'on' }))
        .status,
      201,
    );
    const change = (key: string, form: Record<string, string>) =>
      service.owner.send('PATCH', `/api/presets/${key}/`, { fields: form });
    const refused = await change('own-check', { label: 'Own', command: 'manage.py flush' });
    assert.deepEqual([refused.status, Object.keys(refused.json().errors)], [400, ['command']]);
    assert.deepEqual((await change('own-check', { label: '' })).json().errors, { label: ['This field is required.'] });
    assert.deepEqual((await change('own-check', { description: 'Before a release', key: 'other' })).json(), {
      ...fine.json(),
      description: 'Before a release',
    });
    assert.equal((await change('check', { label: 'Mine' })).status, 403);
    assert.equal((await change('nothing', { label: 'Mine' })).status, 404);
    const added = (await service.owner.get('/api/presets/?added=true')).json<Preset[]>();
    assert.deepEqual(
      added.map((preset) => [preset.key, preset.label, preset.description, preset.command]),
      [['own-check', 'Own check', 'Before a release', 'python manage.py check --deploy']],
    );
    assert.equal((await service.owner.send('DELETE', '/api/presets/own-check/')).status, 204);
    assert.deepEqual((await service.owner.get('/api/presets/?added=true')).json(), []);
    assert.equal((await service.owner.send('DELETE', '/api/presets/check/')).status, 403);
  });

  test('L03 what an older list allowed is not run any more, as a preset or as a run that waits', async () => {
    const { runs, presets } = service.app.context.store;
    const argv = JSON.stringify(['manage.py', 'dumpdata', '-o', 'x']);
    const refusal = /^The command is not on the allowlist: The option "-o"/;
    const queued = await queueRun(service.owner, 'tiny', 'version');
    const row = { key: 'old', label: 'Old', description: '', documentation_url: '', icon: 'x', category: 'x' };
    await presets.insert({ ...row, requires_confirmation: 1, argv, created_at: 0 });
    const asPreset = await queueRun(service.owner, 'tiny', 'old');
    assert.deepEqual([asPreset.status, asPreset.metadata.command.exit_code], ['failed', 126]);
    assert.match(asPreset.metadata.command.error ?? '', refusal);
    const { id: _, ...stored } = (await runs.find(queued.id)) as StoredRun;
    const claimed = await runs.insert({ ...stored, status: 'running', ended_at: null, argv });
    await executeRun(service.app.context, claimed);
    const ended = await runs.find(claimed.id);
    assert.deepEqual([ended?.status, ended?.exit_code], ['failed', 126]);
    assert.match(ended?.error ?? '', refusal);
  });
});
