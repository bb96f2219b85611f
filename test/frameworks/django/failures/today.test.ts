/** What Django 5.2, Python 3.12 and newer and psycopg print, word for word. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { explainFailure } from '../../../../src/frameworks/django/failures/index.ts';

const packages = '/srv/site/.venv/lib/python3.13/site-packages';

const traceback = (frames: readonly string[], ...exception: string[]): string =>
  [
    'Traceback (most recent call last):',
    '  File "/srv/site/manage.py", line 22, in <module>',
    '    main()',
    '    ~~~~^^',
    ...frames.flatMap((frame) => [
      `  File "${frame}, in <module>`,
      '    import_it(',
      '        ...<2 lines>...',
      '    )',
    ]),
    ...exception,
    '',
  ].join('\n');

const say = (exception: string, frames: readonly string[] = ['/srv/site/shop/models.py", line 1']): string =>
  explainFailure(traceback(frames, ...exception.split('\n')), 1) ?? '';

const utils = 'django.db.utils';
const failed = 'connection failed: connection to server at "127.0.0.1", port 5432 failed';

test('a database server that refuses is told from one that cannot be reached', () => {
  for (const words of [
    `${failed}: FATAL:  password authentication failed for user "shop"`,
    'connection to server at "127.0.0.1", port 5432 failed: FATAL:  password authentication failed for user "shop"',
    'connection to server at "127.0.0.1", port 5432 failed: fe_sendauth: no password supplied',
  ])
    assert.match(say(`${utils}.OperationalError: ${words}`), /refused the user name or password/);
  assert.equal(
    say(`${utils}.OperationalError: ${failed}: FATAL:  database "shop" does not exist`),
    'The database server has no database shop: make it, or correct the settings.',
  );
  for (const words of [
    `${failed}: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?`,
    "failed to resolve host 'db': [Errno -2] Name or service not known",
    'connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
  ])
    assert.match(say(`${utils}.OperationalError: ${words}`), /could not be reached\. Commands have no network unless/);
  const dump = `CommandError: Unable to serialize database: ${failed}: Connection refused\n\tIs the server running?\n`;
  assert.match(explainFailure(dump, 1) ?? '', /could not be reached/);
});

test('a cursor of PostgreSQL that is gone stands for the table that is missing', () => {
  const words = 'Unable to serialize database: cursor "_django_curs_281473517614848_sync_19" does not exist';
  assert.match(
    explainFailure(`CommandError: ${words}\n`, 1) ?? '',
    /^A table or column that the models name is missing in the database: run migrate/,
  );
});

test('a socket of a database server that no command sees is told by its name', () => {
  for (const words of [
    'connection to server on socket "/home/dev/shop/.pg/.s.PGSQL.5432" failed: No such file or directory',
    `connection failed: connection to server on socket "/tmp/.s.PGSQL.5432" failed: No such file or directory`,
    `(2002, "Can't connect to local MySQL server through socket '/tmp/mysql.sock' (2)")`,
  ]) {
    const said = say(`${utils}.OperationalError: ${words}`);
    assert.match(
      said,
      /^The socket of the database server, \/[\w./-]+(?:PGSQL\.5432|mysql\.sock), cannot be reached by commands: /,
    );
    assert.match(said, /over TCP where the settings name its host/);
  }
});

test('what a database server does not have, or may not show, is named', () => {
  assert.match(
    say(
      `${utils}.ProgrammingError: relation "shop_item" does not exist\nLINE 1: SELECT "shop_item"."id" FROM "shop_item"`,
    ),
    /^The table shop_item does not exist: run migrate/,
  );
  assert.match(
    explainFailure(
      '[CommandError: Unable to serialize database: column shop_item.paid does not exist\nLINE 1: …\n',
      1,
    ) ?? '',
    /^The column shop_item\.paid does not exist: run migrate/,
  );
  assert.match(
    say(`${utils}.ProgrammingError: (1146, "Table 'site.shop_item' doesn't exist")`),
    /^The table site\.shop_item does not exist/,
  );
  assert.match(
    say(`${utils}.ProgrammingError: permission denied for table django_migrations`),
    /user of the settings may not read django_migrations/,
  );
  assert.match(
    say(`${utils}.InternalError: cannot execute CREATE TABLE in a read-only transaction`),
    /tried to write to the database, which is read-only here/,
  );
  assert.doesNotMatch(say(`${utils}.ProgrammingError: relation "shop_item" already exists`), /does not exist/);
});

test('a name that this Django does not have is told with its place and what is there instead', () => {
  const where = `(${packages}/django/utils/translation/__init__.py)`;
  const gone = `ImportError: cannot import name 'ugettext_lazy' from 'django.utils.translation' ${where}`;
  assert.equal(
    say(gone),
    'This Django has no django.utils.translation.ugettext_lazy: use gettext_lazy (shop/models.py, line 1)',
  );
  assert.equal(
    say(gone, [`${packages}/old_forms/models.py", line 3`]),
    'The package old_forms asks for django.utils.translation.ugettext_lazy, which this Django does not have: install a version of it that fits.',
  );
  assert.equal(
    say("ModuleNotFoundError: No module named 'django.core.urlresolvers'"),
    'This Django has no django.core.urlresolvers: use django.urls (shop/models.py, line 1)',
  );
  assert.equal(
    say("ImportError: cannot import name 'is_odd' from 'django.http' (/x/__init__.py)"),
    'This Django has no django.http.is_odd: the code was written for another version of it, or the name is wrong (shop/models.py, line 1)',
  );
  assert.equal(
    say("TypeError: 'class Meta' got invalid attribute(s): index_together"),
    'This Django has no Meta.index_together: use Meta.indexes (shop/models.py, line 1)',
  );
});

test('a module is said to be missing from the environment only where installing would help', () => {
  assert.match(
    say("ModuleNotFoundError: No module named 'config.settings.local'; 'config.settings' is not a package", []),
    /^There is no module "config\.settings\.local": "config\.settings" has none of that name$/,
  );
  assert.match(
    say("ModuleNotFoundError: No module named 'cgi'", [`${packages}/django/http/request.py", line 1`]),
    /^Python 3\.13 and newer have no module "cgi" any more, and the package django asks for it: .*older interpreter/,
  );
  assert.match(say("ModuleNotFoundError: No module named 'pkg_resources'"), /part of setuptools.*Install setuptools/);
  const first = traceback(
    [`${packages}/django/utils/version.py", line 7`],
    "ModuleNotFoundError: No module named 'distutils'",
  );
  const cause = '\nThe above exception was the direct cause of the following exception:\n\n';
  const second = traceback([], "ImportError: Couldn't import Django. Are you sure it's installed and available?");
  assert.match(explainFailure(first + cause + second, 1) ?? '', /^Python 3\.12 and newer have no module "distutils"/);
  const none = traceback([], "ModuleNotFoundError: No module named 'django'");
  assert.match(explainFailure(none + cause + second, 1) ?? '', /^Django is not installed/);
});

test('a part of LOGGING that cannot be set up is told with what stands in its way, and what a run has in the place of its folder', () => {
  const first = traceback([], "FileNotFoundError: [Errno 2] No such file or directory: '/var/log/shop/site.log'");
  const cause = '\nThe above exception was the direct cause of the following exception:\n\n';
  assert.equal(
    explainFailure(first + cause + traceback([], "ValueError: Unable to configure handler 'file'"), 1),
    "LOGGING: Unable to configure handler 'file': FileNotFoundError: [Errno 2] No such file or directory: '/var/log/shop/site.log'. The folder of a log file has to be there, writable and not a hidden one; a run has an empty one in its place.",
  );
});

test('a file that is not there in a run is told with what a run sees, unless it would lie in the project', () => {
  const missing = (file: string) => `FileNotFoundError: [Errno 2] No such file or directory: '${file}'`;
  assert.equal(
    say(missing('/etc/shop/secret.txt'), ['/srv/site/config/settings.py", line 9']),
    `${missing('/etc/shop/secret.txt')} (config/settings.py, line 9). If it is there, the sandbox hides it: a run sees the project and its Python only.`,
  );
  const inside = missing('/srv/site/secret.txt');
  assert.equal(say(inside, ['/srv/site/config/settings.py", line 9']), `${inside} (config/settings.py, line 9)`);
});

test('a question that nobody can answer is told as one', () => {
  const asked = `Was item.name renamed to item.title (a CharField)? [y/N] ${traceback([], 'EOFError: EOF when reading a line')}`;
  assert.equal(
    explainFailure(asked, 1),
    'The command asks something, and in a run nobody can answer: Was item.name renamed to item.title (a CharField)? [y/N]. Run it in the project itself.',
  );
});

test('a project that wants a server while it starts is told that runs have no network', () => {
  for (const exception of [
    'ConnectionRefusedError: [Errno 111] Connection refused',
    'redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.',
    'socket.gaierror: [Errno -3] Temporary failure in name resolution',
  ])
    assert.match(
      say(exception),
      /^The project could not reach a server: .*\(shop\/models\.py, line 1\)\. Commands have no network/,
    );
});

test('migrations that do not fit together are told by name', () => {
  assert.equal(
    explainFailure(
      "CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (0002_a, 0002_b in shop).\nTo fix them run 'python manage.py makemigrations --merge'\n",
      1,
    ),
    'There are conflicting migrations (0002_a, 0002_b in shop): run makemigrations --merge in the project.',
  );
  const exceptions = 'django.db.migrations.exceptions';
  assert.match(
    say(
      `${exceptions}.NodeNotFoundError: Migration shop.0002_a dependencies reference nonexistent parent node ('blog', '0001_gone')`,
    ),
    /^The migration shop\.0002_a depends on blog\.0001_gone, which is not there/,
  );
  assert.equal(
    say(`${exceptions}.CircularDependencyError: shop.0003_b, shop.0002_a`),
    'Migrations depend on each other in a circle: shop.0003_b, shop.0002_a.',
  );
  assert.match(
    say(
      `${exceptions}.InconsistentMigrationHistory: Migration shop.0002_a is applied before its dependency shop.0001_b on database 'default'.`,
    ),
    /record of the database does not fit the files.*shop\.0002_a is applied before its dependency/,
  );
});

test('variables that a settings class lacks are named', () => {
  const lines = [
    'pydantic_core._pydantic_core.ValidationError: 2 validation errors for Settings',
    'database_url',
    '  Field required [type=missing, input_value={}, input_type=dict]',
    '    For further information visit https://errors.pydantic.dev/2.9/v/missing',
    'secret_key',
    '  Field required [type=missing, input_value={}, input_type=dict]',
  ];
  assert.match(say(lines.join('\n')), /^Settings .*: database_url, secret_key: Field required\. .*list of variables/);
});

test('of exceptions in a group the last that is told whole is the cause', () => {
  const group = `  + Exception Group Traceback (most recent call last):
  |   File "/srv/site/manage.py", line 22, in <module>
  |     main()
  |   File "/srv/site/config/settings.py", line 125, in <module>
  |     raise ExceptionGroup("settings", errors)
  | ExceptionGroup: settings (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/site/config/read.py", line 7, in read
    |     return int(text)
    | ValueError: invalid literal for int() with base 10: 'x'
    +------------------------------------
`;
  assert.equal(
    explainFailure(group, 1),
    "ValueError: invalid literal for int() with base 10: 'x' (config/read.py, line 7)",
  );
});

test('what the sandbox does not have is told as that', () => {
  const library = '/usr/lib/python3.13';
  const settings = '/srv/site/shop/settings.py", line 9';
  const told = (exception: string, file?: string): string =>
    say(exception, file === undefined ? [settings] : [settings, `${library}/${file}", line 5`]);
  assert.match(
    told("OSError: [Errno 30] Read-only file system: '/srv/media'", '<frozen os>'),
    /'\/srv\/media' \(shop\/settings\.py, line 9\)\. In a run only the project, home and \/tmp can be written to/,
  );
  assert.match(
    told("OSError: [Errno 30] Read-only file system: b'/srv/keys'", 'site-packages/locks.py'),
    /b'\/srv\/keys' \(shop\/settings\.py, line 9\)\. In a run only the project, home and \/tmp can be written to/,
  );
  assert.match(
    told("FileNotFoundError: [Errno 2] No such file or directory: 'npm'", 'subprocess.py'),
    /program npm is not there/,
  );
  assert.match(
    told('KeyError: "getgrnam(): name not found: \'www-data\'"'),
    /knows no user and no group of this machine/,
  );
  assert.match(told('ValueError: not allowed to raise maximum limit'), /limits of its own/);
  const command = "Command '['git', 'rev-parse', 'HEAD']' returned non-zero exit status 128.";
  assert.match(
    told(`subprocess.CalledProcessError: ${command}`, 'subprocess.py'),
    /a run sees the folder of the project only/,
  );
  assert.match(told('git.exc.InvalidGitRepositoryError: /srv/site'), /a run sees the folder of the project only/);
  const refused = traceback(
    [settings, `${library}/socket.py", line 2`],
    'OSError: [Errno 97] Address family not supported by protocol',
  );
  const waited = traceback([settings, `${library}/multiprocessing/connection.py", line 3`], 'EOFError');
  assert.match(explainFailure(`Process SyncManager-1:\n${refused}${waited}`, 1) ?? '', /opens a UNIX socket \(shop/);
  const hidden = "python: can't open file '/srv/site/manage.py': [Errno 13] Permission denied";
  assert.match(explainFailure(hidden, 2) ?? '', /none of the rights of root/);
});
