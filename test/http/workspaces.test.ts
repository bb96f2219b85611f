import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type {
  DocLinkRecord,
  ErrorReply,
  RunSummary,
  StatusWithRun,
  TaskRun,
  Workspace,
} from '../../src/contract/index.ts';
import type { StoredWorkspace } from '../../src/store/queries/workspaces.ts';
import { addPreset } from '../../src/usecases/presets.ts';
import { addWorkspace } from '../../src/usecases/workspaces/workspaces.ts';
import { copyDjangoInto, djangoPython } from '../django-python.ts';
import {
  makeProject,
  readStatus,
  scanOnly,
  startTestService,
  type TestService,
  until,
  waitForRun,
} from '../service.ts';

describe('adding and removing workspaces', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
  });
  after(() => service.end());

  const add = (fields: Record<string, string>) => service.owner.post('/api/workspaces/', fields);
  const refusal = async (path: string): Promise<string> => {
    const answer = await add({ path });
    assert.equal(answer.status, 400, path);
    return answer.json().errors.path?.[0] ?? answer.text;
  };

  test('a workspace gets a readable slug, the second of that name another', async () => {
    const first = (await add({ path: makeProject(service.folder, 'one/atlas') })).json<Workspace>();
    const second = (await add({ path: makeProject(service.folder, 'two/atlas'), colour: '#00ff00' })).json<Workspace>();
    assert.equal(first.slug, 'atlas');
    assert.equal(second.slug, 'atlas-2');
    assert.equal(second.colour, '#00ff00');
    const named = (await add({ path: makeProject(service.folder, 'three'), name: 'Café Été 2000!' })).json<Workspace>();
    assert.equal(named.slug, 'cafe-ete-2000');
  });

  test('the same folder is not added twice, by whatever path', async () => {
    const path = makeProject(service.folder, 'once');
    await add({ path });
    symlinkSync(path, join(service.folder, 'link-to-once'));
    for (const twin of [
      path,
      `${path}/`,
      `${path}//`,
      join(service.folder, 'x/../once'),
      join(service.folder, 'link-to-once'),
    ]) {
      mkdirSync(join(service.folder, 'x'), { recursive: true });
      assert.match(await refusal(twin), /is the workspace "once" already/, twin);
    }
  });

  test('a folder whose name ends with a blank is added as that, and a blank that was pasted after a name is none of it', async () => {
    const blank = makeProject(service.folder, 'shop ');
    assert.equal((await add({ path: blank })).json<Workspace>().path, blank);
    assert.match(await refusal(blank), /is the workspace "shop" already/);
    const plain = makeProject(service.folder, 'kiosk');
    const looked = await service.owner.get(`/api/workspaces/detect/?${new URLSearchParams({ path: `${plain} ` })}`);
    assert.equal(looked.json<Workspace>().path, plain);
    assert.equal((await add({ path: `${plain}\t ` })).json<Workspace>().path, plain);
    rmSync(blank, { recursive: true });
    makeProject(service.folder, 'shop');
    const [gone] = (await service.owner.get('/api/workspaces/'))
      .json<Workspace[]>()
      .filter(({ path }) => path === blank);
    assert.match(gone?.interpreter_problem ?? '', /does not exist any more/, 'one beside it is not what it was');
  });

  test('what two ask for at the same moment is done for one and refused for the other in words', async () => {
    const python = djangoPython;
    const path = makeProject(service.folder, 'twice');
    const namesakes = ['left', 'right'].map((side) => makeProject(join(service.folder, side), 'namesake'));
    const preset = { key: 'twice', label: 'Twice', command: 'manage.py check' };
    const [same, named, presets] = await Promise.all([
      Promise.all([1, 2, 3].map(() => addWorkspace(service.app.context, { path, python }).catch(String))),
      Promise.all(namesakes.map((folder) => addWorkspace(service.app.context, { path: folder, python }).catch(String))),
      Promise.all([1, 2].map(() => addPreset(service.app.context, preset).catch(String))),
    ]);
    const refusals = (answers: unknown[]) => answers.filter((answer) => typeof answer === 'string');
    const already = 'InspectorError: This folder is the workspace "twice" already.';
    assert.deepEqual(refusals(same), [already, already]);
    assert.deepEqual(refusals(named), [], 'both have a slug of their own');
    assert.deepEqual(refusals(presets), ['InspectorError: There is a preset "twice" already.']);
  });

  test('P01 odd paths are refused with a reason', async () => {
    assert.match(await refusal('relative/path'), /whole path/);
    assert.match(await refusal('~/surely-not-there'), /does not exist/);
    assert.match(await refusal(`/${'x'.repeat(5000)}`), /characters|bytes/);
    assert.match(await refusal('/no/such\nfolder'), /does not exist/);
    assert.match(await refusal('/bad\0path'), /[Cc]ontrol|NUL/);
    assert.match(await refusal(''), /required/);
  });

  test('P02 P03 protected places are refused, behind a link too', async () => {
    for (const path of ['/', '/etc', '/proc', '/proc/self', '/sys', '/usr', '/tmp', '/run', '/dev'])
      assert.match(await refusal(path), /belongs to the system/, path);
    for (const path of [service.dataDir, makeProject(service.dataDir, 'inside'), service.folder])
      assert.match(await refusal(path), /holds the data of Workspace Inspector itself/, path);
    const link = join(service.folder, 'link-to-etc');
    symlinkSync('/etc', link);
    assert.match(await refusal(link), /belongs to the system/);
  });

  test('P02 the home folder, what is private in it and what lies around it are refused, also where it is a link', async (t) => {
    const [people, linked] = [join(service.folder, 'people'), join(service.folder, 'home-of-ada')];
    for (const name of ['ada/.ssh', 'ada/.config/shop', 'ada', '']) makeProject(people, name);
    symlinkSync(join(people, 'ada'), linked);
    const { HOME } = process.env;
    t.after(() => {
      process.env.HOME = HOME;
    });
    for (const home of [join(people, 'ada'), linked]) {
      process.env.HOME = home;
      for (const path of ['~', join(people, 'ada'), people])
        assert.match(await refusal(path), /your home folder/, path);
      for (const path of ['~/.ssh', '~/.config/shop']) assert.match(await refusal(path), /private settings/, path);
    }
  });

  test('P05 a manage.py that is none is refused and never hangs', async () => {
    const variants: Record<string, (file: string) => void> = {
      missing: () => undefined,
      directory: (file) => mkdirSync(file),
      dangling: (file) => symlinkSync('/nowhere/manage.py', file),
      fifo: (file) => execFileSync('mkfifo', [file]),
      device: (file) => symlinkSync('/dev/zero', file),
      empty: (file) => writeFileSync(file, ''),
    };
    for (const [name, make] of Object.entries(variants)) {
      const root = makeProject(service.folder, `manage-${name}`);
      unlinkSync(join(root, 'manage.py'));
      make(join(root, 'manage.py'));
      assert.match(await refusal(root), /manage\.py/, name);
    }
  });

  test('a folder around or inside of projects is refused with where they are', async () => {
    const mono = join(service.folder, 'mono');
    const inside = (path: string) => join(mono, path);
    for (const path of ['services/node_modules', 'docs/howto']) mkdirSync(inside(path), { recursive: true });
    assert.equal(await refusal(mono), `There is no manage.py in ${mono}. Choose the folder that holds it.`);
    makeProject(inside('services'), 'web');
    makeProject(inside('services/node_modules'), 'odd');
    const refused = async (path: string) => (await add({ path })).json<ErrorReply>();
    for (const path of [mono, inside('services/web/config')])
      assert.deepEqual(await refused(path), {
        errors: {
          path: [`There is no manage.py in ${path}. Choose the folder that holds it: ${inside('services/web')}.`],
        },
        code: 'invalid',
        choices: [inside('services/web')],
      });
    const found = Array.from({ length: 13 }, (_, index) => inside(`services/${index + 10}`));
    for (const path of found) makeProject(inside('services'), basename(path));
    const { errors, choices } = await refused(mono);
    const named = found.slice(0, 12);
    const words = `There is no manage.py in ${mono}. Choose one of these, or of 2 more: ${named.join(', ')}.`;
    assert.deepEqual([errors.path, choices], [[words], named]);
    const looked = await service.owner.get(`/api/workspaces/detect/?path=${encodeURIComponent(mono)}`);
    assert.deepEqual(looked.json<ErrorReply>().choices, choices, 'before it is added, too');
  });

  test('P05 a manage.py that cannot be read is refused', {
    skip: process.getuid?.() === 0 && 'root reads everything',
  }, async () => {
    const root = makeProject(service.folder, 'manage-locked');
    chmodSync(join(root, 'manage.py'), 0);
    assert.match(await refusal(root), /cannot be read/);
  });

  test('P07 a folder that is gone makes the run fail and say so', async () => {
    const path = makeProject(service.folder, 'gone');
    await add({ path });
    rmSync(path, { recursive: true });
    const { task_run } = (
      await service.owner.post('/api/task-runs/', { workspace: 'gone', preset: 'check', confirm_safe: 'on' })
    ).json<StatusWithRun>();
    const run = await waitForRun(service.owner, task_run.id);
    assert.equal(run.status, 'failed');
    assert.equal(run.metadata.command.exit_code, 126);
    assert.match(run.metadata.command.error ?? '', new RegExp(`${path} does not exist`));
    assert.equal((await service.owner.get('/api/workspaces/gone/')).json<Workspace>().available, false);
  });

  test('P07 a folder that is removed while a command runs is named as the cause', async () => {
    const path = makeProject(service.folder, 'going', {
      'manage.py':
        'import os, time\nprint("begun", flush=True)\nwhile os.listdir("config"):\n    time.sleep(0.05)\nimport never_seen_before\n',
    });
    await add({ path });
    const { id } = (
      await service.owner.post('/api/task-runs/', { workspace: 'going', preset: 'check', confirm_safe: 'on' })
    ).json<StatusWithRun>().task_run;
    await until(
      async () => (await service.owner.get(`/api/task-runs/${id}/`)).json<TaskRun>().log,
      (log) => log.includes('begun'),
      'the command has begun',
    );
    rmSync(path, { recursive: true });
    const run = await waitForRun(service.owner, id);
    assert.equal(run.status, 'failed');
    assert.match(run.metadata.command.error ?? '', new RegExp(`${path} does not exist`));
  });

  test('P08 a folder with an odd name runs', async () => {
    for (const name of ['a:b,c"d\'e\\f g', 'é\nnewline', '-x']) {
      const answer = await add({ path: makeProject(service.folder, `odd/${name}`) });
      assert.equal(answer.status, 201, answer.text);
      const { slug } = answer.json<Workspace>();
      const { task_run } = (
        await service.owner.post('/api/task-runs/', { workspace: slug, preset: 'check', confirm_safe: 'on' })
      ).json<StatusWithRun>();
      const run = await waitForRun(service.owner, task_run.id);
      assert.equal(run.status, 'succeeded', `${name}: ${run.metadata.command.error} ${run.log}`);
    }
  });

  test('fields can be changed, each refusal stands at its field', async () => {
    await add({ path: makeProject(service.folder, 'change') });
    const patch = (fields: Record<string, string>) =>
      service.owner.send('PATCH', '/api/workspaces/change/', { fields });
    const changed = (
      await patch({
        name: 'Changed',
        description: 'What it is',
        docs_url: 'https://docs.example/',
        network: 'on',
        environment: 'DB_URL, OTHER',
      })
    ).json<Workspace>();
    assert.deepEqual(
      [changed.name, changed.description, changed.docs_url, changed.network, changed.environment],
      ['Changed', 'What it is', 'https://docs.example/', true, ['DB_URL', 'OTHER']],
    );
    assert.ok(
      (await readStatus(service.owner, 'change')).doc_links.some((link) => link.url === 'https://docs.example/'),
    );
    const bad = await patch({
      docs_url: 'javascript:alert(1)',
      colour: 'red',
      environment: 'LD_PRELOAD',
      python: '/nowhere/python',
      name: ' ',
    });
    assert.equal(bad.status, 400);
    assert.deepEqual(Object.keys(bad.json().errors).sort(), ['colour', 'docs_url', 'environment', 'name', 'python']);
  });

  test('a project is read anew when it would be started otherwise, and only then', async () => {
    await add({ path: makeProject(service.folder, 'anew') });
    const { store } = service.app.context;
    const { id = 0 } = (await store.workspaces.findBySlug('anew')) ?? {};
    const isReadAfter = async (fields: Record<string, string>): Promise<boolean> => {
      const waiting = await store.scans.findPending(id, 'schema');
      if (waiting) await store.scans.transition(waiting.id, 'pending', { status: 'completed' });
      await service.owner.send('PATCH', '/api/workspaces/anew/', { fields });
      return (await store.scans.findPending(id, 'schema')) !== undefined;
    };
    assert.ok(await isReadAfter({ environment: 'DATABASE_URL' }), 'a variable may be what it waited for');
    assert.ok(await isReadAfter({ network: 'on' }));
    assert.ok(!(await isReadAfter({ name: 'Anew', network: 'on', environment: 'DATABASE_URL' })));
  });

  test('a workspace whose folder was moved is told so, with the checks of adding, and keeps its runs', async () => {
    const path = makeProject(service.folder, 'moved/here');
    const python = join(path, 'env/bin/python3');
    execFileSync(djangoPython, ['-m', 'venv', '--without-pip', join(path, 'env')]);
    const [packages = ''] = globSync(join(path, 'env/lib/python3.*/site-packages'));
    copyDjangoInto(packages);
    assert.equal((await add({ path, slug: 'moving', python })).status, 201);
    const runCheck = async () => {
      const fields = { workspace: 'moving', preset: 'check', confirm_safe: 'on' };
      const { task_run } = (await service.owner.post('/api/task-runs/', fields)).json<StatusWithRun>();
      return (await waitForRun(service.owner, task_run.id)).metadata.command;
    };
    assert.equal((await runCheck()).workspace_path, path);
    const there = join(service.folder, 'moved/there');
    renameSync(path, there);
    const move = (fields: Record<string, string>) => service.owner.send('PATCH', '/api/workspaces/moving/', { fields });
    const taken = makeProject(service.folder, 'moved/taken');
    await add({ path: taken });
    for (const [odd, reason] of [
      [taken, /is the workspace "taken" already/],
      [join(service.folder, 'moved'), /no manage\.py/],
      ['/etc', /belongs to the system/],
      ['there', /whole path/],
      ['', /whole path/],
    ] as const) {
      const refused = await move({ path: odd });
      assert.equal(refused.status, 400, odd);
      assert.match(refused.json().errors.path?.[0] ?? '', reason);
    }
    assert.equal((await move({ path, name: 'Gone' })).status, 200, 'what is not moved is not checked');
    const moved = (await move({ path: `${there}/`, python })).json<Workspace>();
    assert.deepEqual(
      [moved.path, moved.available, moved.python, moved.interpreter?.origin],
      [there, true, join(there, 'env/bin/python3'), 'override'],
    );
    const { error, workspace_path } = await runCheck();
    assert.deepEqual([error, workspace_path], [undefined, there]);
    const runs = (await service.owner.get('/api/task-runs/?workspace=moving')).json<RunSummary[]>();
    assert.deepEqual(
      runs.map(({ metadata }) => metadata.command.workspace_path),
      [there, path],
    );
  });

  test('documentation links are added for one or for all, changed, and removed', async () => {
    await add({ path: makeProject(service.folder, 'linked') });
    const link = (
      await service.owner.post('/api/doc-links/', {
        title: 'Runbook',
        url: 'https://runbook.example/',
        workspace: 'linked',
      })
    ).json<DocLinkRecord>();
    assert.ok((await readStatus(service.owner, 'linked')).doc_links.some((entry) => entry.title === 'Runbook'));
    assert.equal((await service.owner.post('/api/doc-links/', { title: 'x', url: 'ftp://x' })).status, 400);
    const change = (form: Record<string, string>) =>
      service.owner.send('PATCH', `/api/doc-links/${link.id}/`, { fields: form });
    assert.equal((await change({ url: 'ftp://x' })).status, 400);
    assert.equal((await change({ workspace: 'nowhere' })).status, 400);
    const changed = { ...link, url: 'https://runbook.example/new/' };
    assert.deepEqual((await change({ url: changed.url })).json(), changed);
    assert.ok((await readStatus(service.owner, 'linked')).doc_links.some((entry) => entry.url === changed.url));
    assert.deepEqual((await change({ workspace: '' })).json(), { ...changed, workspace: null }, 'for every workspace');
    assert.equal((await service.owner.send('DELETE', `/api/doc-links/${link.id}/`)).status, 204);
    assert.equal((await change({ title: 'Gone' })).status, 404);
    assert.ok(!(await readStatus(service.owner, 'linked')).doc_links.some((entry) => entry.title === 'Runbook'));
  });

  test('removing needs a confirmation, forgets our records and touches nothing in the folder', async () => {
    const path = makeProject(service.folder, 'bye');
    await add({ path });
    assert.equal((await service.owner.send('DELETE', '/api/workspaces/bye/')).status, 400);
    assert.equal((await service.owner.send('DELETE', '/api/workspaces/bye/?confirm=bye')).status, 204);
    assert.equal((await service.owner.get('/api/workspaces/bye/status/')).status, 404);
    assert.ok(existsSync(join(path, 'manage.py')));
    assert.equal((await add({ path })).status, 201, 'and it can be added again');
  });

  test('a run that is asked for while its workspace is removed is refused in words', async () => {
    const { sandbox, store } = service.app.context;
    const { onDisk } = store;
    const remove = async (): Promise<void> =>
      store.workspaces.remove((await store.workspaces.findBySlug('going'))?.id ?? 0);
    // When the form was found good and before the run is stored, and when it is stored and before it is answered for.
    const moments = {
      sandbox: () => remove().then(sandbox),
      onDisk: () => onDisk().then(remove),
    };
    for (const [name, moment] of Object.entries(moments)) {
      await add({ path: makeProject(service.folder, 'going') });
      Object.assign(name === 'onDisk' ? store : service.app.context, { [name]: moment });
      const answer = await service.owner.post('/api/task-runs/', {
        workspace: 'going',
        preset: 'check',
        confirm_safe: 'on',
      });
      Object.assign(service.app.context, { sandbox });
      Object.assign(store, { onDisk });
      const told = [answer.status, answer.json().errors.workspace];
      assert.deepEqual(told, [400, ['There is no workspace "going".']], name);
    }
  });

  test('of many workspaces a few are looked at together: whatever else is read does not wait behind all of them', async (t) => {
    const { context } = service.app;
    const { findInterpreter } = context.runner;
    t.after(() => Object.assign(context.runner, { findInterpreter }));
    let [going, most] = [0, 0];
    context.runner.findInterpreter = async (...asked) => {
      going += 1;
      most = Math.max(most, going);
      return findInterpreter(...asked).finally(() => {
        going -= 1;
      });
    };
    await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'among-many') });
    const { id: _, ...first } = (await context.store.workspaces.findBySlug('among-many')) as StoredWorkspace;
    for (let at = 0; at < 50; at += 1)
      await context.store.workspaces.insert({
        ...first,
        slug: `one-of-many-${at}`,
        path: makeProject(service.folder, `m${at}`),
      });
    const { length } = (await service.owner.get('/api/workspaces/')).json<Workspace[]>();
    for (let at = 0; at < 50; at += 1)
      await service.owner.send('DELETE', `/api/workspaces/one-of-many-${at}/?confirm=one-of-many-${at}`);
    assert.ok(length > 50);
    assert.ok(most <= 20, `${most} at once`);
  });

  test('the wizard sees folder names only, and what a project holds', async () => {
    const answer = (await service.owner.get(`/api/folders/?path=${encodeURIComponent(`${service.folder}/on`)}`)).json<{
      folders: { path: string; project: boolean }[];
    }>();
    assert.deepEqual(
      answer.folders.map((entry) => entry.path),
      [join(service.folder, 'once'), join(service.folder, 'one')],
    );
    assert.equal(answer.folders[0]?.project, true);
    const detection = await service.owner.get(
      `/api/workspaces/detect/?path=${encodeURIComponent(makeProject(service.folder, 'fresh'))}`,
    );
    assert.equal(detection.status, 200, detection.text);
    assert.equal(detection.json<{ slug: string }>().slug, 'fresh');
  });
});
