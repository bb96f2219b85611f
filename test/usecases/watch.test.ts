import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { SchemaDetail } from '../../src/contract/index.ts';
import { readAfterWrite } from '../../src/usecases/scans/databases.ts';
import { copyDjangoInto, djangoPython } from '../django-python.ts';
import { countWatches, isLinux } from '../scanner/watching.ts';
import {
  askNoProject,
  givenUp,
  makeProject,
  neverAnswer,
  readStatus,
  startTestService,
  type TestService,
  until,
  waitForScans,
} from '../service.ts';
import { models, openShop, settings } from './shop.ts';

const shows = (service: TestService, title: string, value: string) =>
  until(
    async () => (await readStatus(service.owner, 'shop')).insights.find((insight) => insight.title === title)?.value,
    (shown) => shown === value,
    `${title}: ${value}`,
  );

// Beside each other: most of their time they wait for a folder to come to rest.
describe('what changes is shown by itself', { concurrency: 4 }, () => {
  test('a line written right after the first look at the logs is shown without another one', async (t) => {
    const service = await startTestService({ 'no-watch': false });
    askNoProject(service);
    t.after(() => service.end());
    const project = makeProject(service.folder, 'work/shop', { 'app.log': 'ERROR first\n' });
    const { scanner } = service.app.context;
    const { read, readLogs } = scanner;
    const looked = Promise.withResolvers<void>();
    scanner.readLogs = async (...args) => {
      const reading = await readLogs(...args);
      if (Object.keys(args[2]).length === 0) appendFileSync(join(project, 'app.log'), 'ERROR second\n');
      looked.resolve();
      return reading;
    };
    scanner.read = (...args) => looked.promise.then(() => read(...args));
    await service.owner.post('/api/workspaces/', { path: project });
    await until(
      async () => (await readStatus(service.owner, 'shop')).log_excerpt.map(({ message }) => message),
      (messages) => messages.some((message) => message.includes('second')),
      'the second line is shown',
      20_000,
    );
  });

  test('an edit that comes while the store cannot be written is read once it can be, and so is a migration that is applied then', async (t) => {
    const service = await openShop(t);
    const { project } = service;
    const { context } = service.app;
    await shows(service, 'Own models', '1');
    await waitForScans(service.owner, 'shop');
    const { transaction } = context.store;
    let refused = 0;
    const refuse = async (): Promise<never> => {
      refused += 1;
      throw new Error('The disk is full.');
    };
    context.store.transaction = (...args) => (refused < 2 ? refuse() : transaction(...args));
    writeFileSync(join(project, 'shop/models.py'), models('Order', 'Line'));
    await shows(service, 'Own models', '2');
    assert.equal(refused, 2, 'it was tried again');
    await waitForScans(service.owner, 'shop');
    const [workspace] = await context.store.workspaces.list();
    assert.ok(workspace);
    const last = async () =>
      (await readStatus(service.owner, 'shop')).scans.find(({ kind }) => kind === 'migrations')?.id;
    const before = await last();
    refused = 0;
    context.scanner.readMark = async () => 'another';
    await readAfterWrite(context, workspace, [join(project, 'db.sqlite3')]);
    await until(last, (id) => id !== before, 'the migrations are read');
  });

  test('why a project does not start is told as from before the last change until it is asked about the text that is there now', async (t) => {
    const service = await startTestService({ 'no-watch': false });
    t.after(() => service.end());
    const { runner } = service.app.context;
    const refuse = (cause: string) => {
      const end = { ...givenUp, ended: 'exited', exitCode: 1, cause } as const;
      runner.start = () => ({ ended: Promise.resolve(end), cancel: () => undefined });
    };
    refuse('NameError: first');
    const project = makeProject(service.folder, 'shop', { 'a.py': '' });
    await service.owner.post('/api/workspaces/', { path: project });
    await waitForScans(service.owner, 'shop');
    const told = async () => (await readStatus(service.owner, 'shop')).insights[0]?.delta ?? '';
    assert.match(await told(), /^NameError: first\. What/);
    await service.owner.post('/api/workspaces/shop/scans/', { kind: 'schema' });
    await waitForScans(service.owner, 'shop');
    assert.match(await told(), /^NameError: first\. What/, 'nothing was edited');
    const count = neverAnswer(service);
    for (const number of [1, 2]) {
      writeFileSync(join(project, 'a.py'), `x = ${number}\n`);
      await until(
        () => count.asked,
        (asked) => asked === number,
        'the project is asked anew',
      );
      assert.match(await told(), /^From before the last change: NameError: first\. What/);
    }
    refuse('NameError: second');
    writeFileSync(join(project, 'a.py'), 'x = 3\n');
    await until(told, (cause) => cause.startsWith('NameError: second'), 'the new cause is told');
  });

  test('a project that a copy took the place of, or that was moved, is shown as it is, and so are later edits', async (t) => {
    const service = await openShop(t);
    const { project } = service;
    await shows(service, 'Own models', '1');
    cpSync(project, `${project}-copy`, { recursive: true });
    writeFileSync(join(`${project}-copy`, 'shop/models.py'), models('Order', 'Line'));
    renameSync(project, `${project}-old`);
    renameSync(`${project}-copy`, project);
    await shows(service, 'Own models', '2');
    writeFileSync(join(project, 'shop/models.py'), models('Order', 'Line', 'Customer'));
    await shows(service, 'Own models', '3');
    const moved = `${project}-moved`;
    renameSync(project, moved);
    await service.owner.send('PATCH', '/api/workspaces/shop/', { fields: { path: moved } });
    await waitForScans(service.owner, 'shop');
    writeFileSync(join(moved, 'shop/models.py'), models('Order'));
    await shows(service, 'Own models', '1');
  });

  test('a project that is gone is said to be, and is read again by itself when it is back', async (t) => {
    const service = await openShop(t);
    const { project } = service;
    const schemaScan = (wanted: string) =>
      until(
        async () => (await readStatus(service.owner, 'shop')).scans.find(({ kind }) => kind === 'schema'),
        (scan) => scan?.status === wanted,
        `the newest scan has ${wanted}`,
      );
    const text = readFileSync(join(project, 'manage.py'));
    rmSync(join(project, 'manage.py'));
    await schemaScan('failed');
    writeFileSync(join(project, 'manage.py'), text);
    await schemaScan('completed');
    renameSync(project, `${project}-away`);
    await schemaScan('failed');
    writeFileSync(join(`${project}-away`, 'shop/models.py'), models('Order', 'Line'));
    renameSync(`${project}-away`, project);
    await schemaScan('completed');
    await shows(service, 'Own models', '2');
  });

  const appsFromFiles = `
INSTALLED_APPS = open(BASE_DIR / "conf/apps").read().split()
if (BASE_DIR / "DEVELOPMENT").exists():
    INSTALLED_APPS.append("tools")
`;

  const twoApps = {
    'config/settings.py': settings(appsFromFiles),
    'conf/apps': 'shop',
    'tools/__init__.py': '',
    'tools/models.py': models('Hammer', 'Saw'),
  };

  test('a file that settings read or look for is noticed, whatever it is called, also one that was not there', async (t) => {
    const service = await openShop(t, twoApps);
    await shows(service, 'Own models', '1');
    writeFileSync(join(service.project, 'DEVELOPMENT'), '');
    await shows(service, 'Own models', '3');
    rmSync(join(service.project, 'DEVELOPMENT'));
    await shows(service, 'Own models', '1');
    writeFileSync(join(service.project, 'conf/apps'), 'shop tools');
    await shows(service, 'Own models', '3');
  });

  test('a file that settings read is noticed when it is written while they are read for the first time', async (t) => {
    const service = await startTestService({ 'no-watch': false });
    askNoProject(service);
    t.after(() => service.end());
    const files = { ...twoApps, 'shop/__init__.py': '', 'shop/models.py': models('Order') };
    const project = makeProject(service.folder, 'work/shop', files);
    const { scanner } = service.app.context;
    const { read } = scanner;
    let readings = 0;
    scanner.read = async (...args) => {
      const reading = await read(...args);
      readings += 1;
      if (readings === 1) writeFileSync(join(project, 'conf/apps'), 'shop tools');
      return reading;
    };
    await service.owner.post('/api/workspaces/', { path: project });
    await shows(service, 'Own models', '3');
  });

  test('versions that are told above the project, in its repository, are shown as they are now', async (t) => {
    const service = await startTestService({ 'no-watch': false });
    askNoProject(service);
    t.after(() => service.end());
    const { runner } = service.app.context;
    runner.findInterpreter = async () => ({ problem: 'There is none.' });
    const project = makeProject(service.folder, 'work/shop', {
      '../.git/HEAD': '',
      '../requirements/base.txt': 'Django==4.2.7\n',
    });
    await service.owner.post('/api/workspaces/', { path: project });
    await shows(service, 'Django', '4.2.7');
    writeFileSync(join(project, '../requirements/base.txt'), 'Django==5.1.2\n');
    await shows(service, 'Django', '5.1.2');
    writeFileSync(join(project, '../uv.lock'), '[[package]]\nname = "django"\nversion = "5.2.1"\n');
    await shows(service, 'Django', '5.2.1');
  });

  /** What `import django` and the scan find; the whole of it is not needed to tell its version. */
  const packagesOf = (environment: string): string => {
    const python = execFileSync(join(environment, 'bin/python'), [
      '-c',
      'import sys; print("python%d.%d" % sys.version_info[:2])',
    ]);
    return join(environment, 'lib', String(python).trim(), 'site-packages');
  };

  const installDjango = (environment: string, version: string): void => {
    const packages = packagesOf(environment);
    rmSync(join(packages, 'django'), { recursive: true, force: true });
    mkdirSync(join(packages, 'django'));
    writeFileSync(join(packages, 'django/__init__.py'), `VERSION = (${version.replaceAll('.', ', ')}, "final", 0)\n`);
  };

  const makeEnvironment = (folder: string): void => {
    execFileSync(djangoPython, ['-m', 'venv', '--without-pip', folder]);
  };

  test('Django installed into a new environment, another version of it and its removal are shown by themselves', async (t) => {
    const service = await openShop(t);
    const environment = join(service.project, '.venv');
    makeEnvironment(environment);
    installDjango(environment, '4.2.7');
    await shows(service, 'Django', '4.2.7');
    installDjango(environment, '5.2.1');
    await shows(service, 'Django', '5.2.1');
    await shows(service, 'Own models', '1');
    const system = (await service.owner.get('/api/workspaces/shop/')).json<{ interpreter: { origin: string } }>();
    assert.equal(system.interpreter.origin, 'workspace');
    rmSync(environment, { recursive: true });
    await until(
      async () => (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title === 'Django')?.value,
      (shown) => shown !== '5.2.1',
      'the version of the system is shown',
    );
  });

  test('an install into an environment elsewhere, chosen by hand, is shown by itself', async (t) => {
    const service = await openShop(t);
    const environment = join(service.folder, 'environments/of/mine/shop');
    makeEnvironment(environment);
    installDjango(environment, '4.2.7');
    const fields = { python: join(environment, 'bin/python') };
    assert.equal((await service.owner.send('PATCH', '/api/workspaces/shop/', { fields })).status, 200);
    await shows(service, 'Django', '4.2.7');
    installDjango(environment, '5.2.1');
    await shows(service, 'Django', '5.2.1');
  });

  test('an edit in a checkout elsewhere that is installed as it lies there is shown by itself', async (t) => {
    const service = await startTestService({ 'no-watch': false });
    askNoProject(service);
    t.after(() => service.end());
    const project = makeProject(service.folder, 'work/shop', {
      'config/settings.py': settings('INSTALLED_APPS = ["kit"]'),
    });
    const checkout = makeProject(service.folder, 'elsewhere/kit', {
      'pyproject.toml': '[project]\nname = "kit"\n',
      'src/kit/__init__.py': '',
      'src/kit/models.py': models('Tool'),
    });
    const environment = join(project, '.venv');
    makeEnvironment(environment);
    copyDjangoInto(packagesOf(environment));
    writeFileSync(join(packagesOf(environment), 'kit.pth'), `${checkout}/src\n`);
    await service.owner.post('/api/workspaces/', { path: project });
    await waitForScans(service.owner, 'shop');
    const readModels = async () =>
      (await service.owner.get('/api/workspaces/shop/schema/')).json<SchemaDetail>().models.map(({ id }) => id);
    assert.deepEqual(await readModels(), ['kit.Tool']);
    writeFileSync(join(checkout, 'src/kit/models.py'), models('Tool', 'Hammer'));
    await until(readModels, (ids) => ids.includes('kit.Hammer'), 'the edit is shown', 30_000);
  });

  test('an install that comes between the first look at an environment and its watch is shown too', async (t) => {
    const service = await openShop(t);
    const environment = join(service.folder, 'environments/of/mine/shop');
    makeEnvironment(environment);
    installDjango(environment, '4.2.7');
    const python = join(environment, 'bin/python');
    const { runner } = service.app.context;
    const { findInterpreter } = runner;
    let looks = 0;
    runner.findInterpreter = async (...args) => {
      const finding = await findInterpreter(...args);
      looks += 1;
      // The first is for the form, the second for the scan.
      if (looks === 2) installDjango(environment, '5.2.1');
      return finding;
    };
    assert.equal((await service.owner.send('PATCH', '/api/workspaces/shop/', { fields: { python } })).status, 200);
    await shows(service, 'Django', '5.2.1');
  });
});

test('with --no-watch nothing is watched', { skip: !isLinux }, async (t) => {
  const before = countWatches();
  await openShop(t, {}, true);
  assert.equal(countWatches(), before);
});

test('a service that has ended watches nothing', { skip: !isLinux }, async (t) => {
  const before = countWatches();
  const service = await openShop(t);
  await until(countWatches, (count) => count > before, 'the project is watched');
  await service.stop();
  assert.equal(countWatches(), before);
});
