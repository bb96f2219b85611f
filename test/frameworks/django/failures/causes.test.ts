/** What looks alike and has another cause, as Django 3.2 and 5.2 print it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { explainFailure } from '../../../../src/frameworks/django/failures/index.ts';

const django = '/srv/site/.venv/lib/python3.11/site-packages/django';
const settings = '/srv/site/site1/settings.py';

const traceback = (exception: string, ...files: string[]): string =>
  [
    'Traceback (most recent call last):',
    ...['/srv/site/manage.py', ...files].flatMap((file) => [`  File "${file}", line 7, in f`, '    g()']),
    exception,
    '',
  ].join('\n');

const say = (exception: string, ...files: string[]): string =>
  explainFailure(traceback(exception, ...files), 1, '/srv/site') ?? '';

test('a key is said to be a variable of the environment only where it was looked up there', () => {
  for (const lookup of ['<frozen os>', '/usr/lib/python3.9/os.py'])
    for (const name of ['SHOP_TOKEN', 'db_host'])
      assert.match(
        say(`KeyError: '${name}'`, settings, lookup),
        new RegExp(
          `^The environment variable ${name} is asked for \\(site1/settings\\.py, line 7\\): name ${name} in `,
        ),
      );
  assert.equal(
    say("KeyError: 'SHOP_TOKEN'", '/srv/site/shop/models.py'),
    "KeyError: 'SHOP_TOKEN' (shop/models.py, line 7)",
  );
});

test('a word in capitals is said to be a variable only where the message says that it is one', () => {
  const improper = (words: string): string => say(`django.core.exceptions.ImproperlyConfigured: ${words}`, settings);
  for (const words of ['DEBUG has to be off in the production environment', 'The environment PROD has no SECRET_KEY'])
    assert.equal(improper(words), `The project is not configured properly: ${words}`);
  for (const words of [
    'Configuration cannot be imported, environment variable SHOP_TOKEN is undefined.',
    "Environment variable 'SHOP_TOKEN' is not set",
    'Please set SHOP_TOKEN as an environment variable, see README',
    'SHOP_TOKEN is missing from the environment.',
    'os.environ has no value for SHOP_TOKEN',
  ]) {
    assert.match(improper(words), /environment variable SHOP_TOKEN: name SHOP_TOKEN in/, words);
    const own = say(`RuntimeError: ${words}`, settings);
    assert.ok(own.startsWith(`RuntimeError: ${words.replace(/\.$/, '')} (site1/settings.py, line 7). `), own);
    assert.match(own, /name SHOP_TOKEN in the workspace's list/);
  }
});

test('a database server that answers is not said to be out of reach', () => {
  const failed = 'connection to server at "127.0.0.1", port 5432 failed';
  const operational = (words: string): string => say(`django.db.utils.OperationalError: ${words}`);
  for (const reason of [
    'FATAL:  sorry, too many clients already',
    'FATAL:  the database system is starting up',
    'server does not support SSL, but SSL was required',
    'SSL error: certificate verify failed',
  ])
    for (const words of [`${failed}: ${reason}`, `connection failed: ${failed}: ${reason}`])
      assert.equal(operational(words), `The database server let nobody in: ${reason.replace('FATAL:  ', '')}.`);
  assert.equal(
    operational("(1040, 'Too many connections')"),
    'The database server let nobody in: Too many connections.',
  );
  assert.match(operational(`${failed}: FATAL:  password authentication failed for user "a"`), /user name or password/);
  assert.match(operational(`${failed}: timeout expired`), /could not be reached/);
});

test('of an engine that cannot be loaded it is told why', () => {
  const engine = (name: string, cause: string): string =>
    explainFailure(
      `${traceback(cause, `${django}/db/utils.py`)}\nThe above exception was the direct cause of the following exception:\n\n${traceback(
        `django.core.exceptions.ImproperlyConfigured: '${name}' isn't an available database backend or couldn't be imported. Check the above exception. To use one of the built-in backends, use 'django.db.backends.XXX', where XXX is one of:`,
        `${django}/db/utils.py`,
      )}    'mysql', 'oracle', 'postgresql', 'sqlite3'\n`,
      1,
    ) ?? '';
  assert.equal(
    engine('tenants.backend', "ModuleNotFoundError: No module named 'tenants'"),
    `The database backend tenants.backend cannot be loaded: The module "tenants" is neither in the workspace nor installed for its interpreter: install the project's requirements, or choose another interpreter.`,
  );
  assert.equal(
    engine('django.db.backends.sqlite', "ModuleNotFoundError: No module named 'django.db.backends.sqlite'"),
    'The database backend django.db.backends.sqlite cannot be loaded: This Django has no django.db.backends.sqlite: the code was written for another version of it, or the name is wrong',
  );
});

test('a migration that changes what those before it do not have is told as that', () => {
  for (const [key, file] of [
    ["('shop', 'nope')", `${django}/db/migrations/state.py`],
    ["'nope'", `${django}/db/migrations/operations/fields.py`],
  ] as const)
    assert.equal(
      say(`KeyError: ${key}`, file),
      `A migration changes ${key}, which the migrations before it do not make.`,
    );
});

test('an exception that the project printed and lived on from does not explain what came after it', () => {
  const printed = traceback("ModuleNotFoundError: No module named 'sentry_sdk'", settings);
  assert.match(
    explainFailure(`${printed}Migrations for 'shop':\n  x.py\n`, 1) ?? '',
    /^The models of shop have changes/,
  );
  assert.equal(explainFailure(`${printed}Unknown command: 'x'\n`, 1), "Unknown command: 'x'");
  assert.match(explainFailure(`Migrations for 'shop':\n  x.py\n${printed}`, 1) ?? '', /"sentry_sdk" is neither/);
});
