import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { djangoPython } from '../django-python.ts';
import { checkout, type Machine, makeMachine } from './machine.ts';

const run = promisify(execFile);
const now = '2026-11-15T09:00:00';

describe('the sample project', () => {
  let machine: Machine;
  let project: string;
  before(async () => {
    machine = makeMachine();
    project = join(machine.root, 'samples/atlas');
    await make();
  });
  after(() => machine.remove());

  const make = (...more: string[]) =>
    python(['samples/make-sample.py', '--project', project, '--now', now, ...more], machine.root);
  const manage = (...words: string[]) => python(['manage.py', ...words], project);

  async function python(words: string[], cwd: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1' };
    try {
      return { code: 0, ...(await run(djangoPython, words, { cwd, env, timeout: 60_000, maxBuffer: 2 ** 24 })) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  }

  const digestLogs = () =>
    readdirSync(join(project, 'logs')).map((name) => [name, digest(join(project, 'logs', name))]);
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

  test('passes the system check with the one warning its README names', async () => {
    const { code, stdout, stderr } = await manage('check');
    assert.equal(code, 0);
    assert.match(stdout + stderr, /publishing\.Edition\.manuscript: \(fields\.W342\)/);
    assert.match(stdout + stderr, /identified 1 issue \(0 silenced\)/);
  });

  test('has exactly four unapplied migrations', async () => {
    const { stdout } = await manage('showmigrations', '--plan');
    const pending = stdout.split('\n').filter((line) => line.startsWith('[ ]'));
    assert.deepEqual(pending.map((line) => line.slice(5)).sort(), [
      'catalogue.0005_item_shelfmark_index',
      'lending.0005_one_open_loan_per_copy',
      'lending.0006_lapse_old_reservations',
      'publishing.0003_manuscript_withdrawn',
    ]);
  });

  test('has exactly one change that no migration describes', async () => {
    const { code, stdout } = await manage('makemigrations', '--check', '--dry-run');
    assert.equal(code, 1);
    assert.deepEqual(
      stdout.match(/^ {4}[-+~] .*$/gm)?.map((line) => line.slice(6)),
      ['Alter field phone on reader'],
    );
  });

  test('can be dumped whole, old card index included', async () => {
    const { code, stdout } = await manage('dumpdata', '--natural-foreign', '--indent', '2');
    assert.equal(code, 0);
    const models = new Set((JSON.parse(stdout) as { model: string }[]).map(({ model }) => model));
    for (const model of [
      'cards.cataloguecard',
      'catalogue.mapsheet',
      'core.note',
      'lending.loan',
      'surveys.observation',
    ])
      assert.ok(models.has(model), model);
  });

  test('its unapplied migrations apply, and its own tests pass', async () => {
    const copy = join(project, 'db.sqlite3');
    const untouched = digest(copy);
    const env = { ATLAS_DATABASE: join(machine.root, 'trial.sqlite3'), PATH: process.env.PATH };
    const { stdout } = await run(djangoPython, ['manage.py', 'migrate'], { cwd: project, env });
    assert.match(stdout, /Applying lending\.0006_lapse_old_reservations\.\.\. OK/);
    const tests = await manage('test');
    assert.equal(tests.code, 0, tests.stderr);
    assert.equal(digest(copy), untouched);
  });

  test('what exists is left alone when it is made again, and --fresh with the same moment gives the same logs', async () => {
    const database = digest(join(project, 'db.sqlite3'));
    const logs = digestLogs();
    assert.equal((await make()).stdout, '');
    assert.equal(digest(join(project, 'db.sqlite3')), database);
    assert.match((await make('--fresh')).stdout, /made db\.sqlite3/);
    assert.deepEqual(digestLogs(), logs);
  });

  test('no database, log file or venv of it is kept by git', async () => {
    const { stdout } = await run('git', ['ls-files', 'samples'], { cwd: checkout });
    assert.match(stdout, /samples\/atlas\/manage\.py/);
    assert.doesNotMatch(stdout, /\.sqlite3|\/logs\/|\.venv|__pycache__/);
  });
});
