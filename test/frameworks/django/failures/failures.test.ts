import assert from 'node:assert/strict';
import test from 'node:test';
import { explainError, explainFailure } from '../../../../src/frameworks/django/failures/index.ts';
import { assertWithin } from '../../../processor-time.ts';

const traceback = (...exception: string[]): string =>
  [
    'Traceback (most recent call last):',
    '  File "/srv/site/manage.py", line 22, in <module>',
    '    main()',
    '  File "/srv/site/books/models.py", line 7, in <module>',
    '    boom()',
    '    ^^^^^^',
    '  File "/usr/lib/python3/dist-packages/django/db/x.py", line 3, in f',
    '    g()',
    ...exception,
    '',
  ].join('\n');

test('the last exception is told, with its place in the project', () => {
  assert.equal(explainFailure(traceback('shop.errors.Odd: not today'), 1), 'Odd: not today (books/models.py, line 7)');
  const chained = `${traceback('KeyError: 1')}\nDuring handling of the above exception, another exception occurred:\n\n${traceback('ValueError: second')}`;
  assert.equal(explainFailure(chained, 1), 'ValueError: second (books/models.py, line 7)');
});

test('a place is told by its path in the project, also where manage.py is not on the way, and in full where it lies elsewhere', () => {
  const raised = (...files: string[]): string =>
    [
      'Traceback (most recent call last):',
      ...files.map((file) => `  File "${file}", line 7, in f`),
      'shop.errors.Odd: not today',
    ].join('\n');
  const deep = '/srv/site/apps/shop/models/items.py';
  assert.equal(
    explainFailure(raised('/srv/site/manage.py', deep), 1),
    'Odd: not today (apps/shop/models/items.py, line 7)',
  );
  assert.equal(explainFailure(raised(deep), 1, '/srv/site'), 'Odd: not today (apps/shop/models/items.py, line 7)');
  assert.equal(
    explainFailure(raised(deep, '/srv/kit/lib/tools/read.py'), 1, '/srv/site'),
    'Odd: not today (/srv/kit/lib/tools/read.py, line 7)',
  );
  // Of a place that belongs to nothing known its end has to do.
  assert.equal(explainFailure(raised(deep), 1, '/srv/other'), 'Odd: not today (models/items.py, line 7)');
  const cause = `${raised(deep)}\n\nDuring handling of the above exception, another exception occurred:\n\n`;
  assert.equal(
    explainFailure(`${raised('/srv/site/manage.py')}\n\n${cause}${raised(deep)}`, 1),
    'Odd: not today (apps/shop/models/items.py, line 7)',
  );
});

test('a missing database or table says to run migrate', () => {
  const text = explainFailure(traceback('django.db.utils.OperationalError: no such table: books_book'), 1);
  assert.equal(
    text,
    'The table books_book does not exist: run migrate in the project first; one of an unmanaged model has to be made by hand.',
  );
  assert.match(
    explainFailure('CommandError: Unable to serialize database: no such table: books_book\n', 1) ?? '',
    /books_book does not exist: run migrate/,
  );
  assert.match(
    explainFailure(traceback('django.db.utils.OperationalError: unable to open database file'), 1) ?? '',
    /database file does not exist yet.*run migrate in the project first/,
  );
});

test('a column that is missing says to run migrate, also behind the start of what dumpdata had printed', () => {
  const told = 'Unable to serialize database: no such column: books_book.isbn';
  const missing =
    'The column books_book.isbn does not exist: run migrate in the project first, after makemigrations if no migration adds it yet.';
  for (const printed of [
    '',
    '[',
    '[{"pk": 1, "fields": {"title": "A"}}',
    '[\n{\n  "pk": 1\n}',
    '<?xml version="1.0"?><x>',
  ]) {
    const text = explainFailure(`${printed}CommandError: ${told}\n`, 1);
    assert.equal(text, missing, printed);
  }
  assert.equal(
    explainFailure(traceback('django.db.utils.OperationalError: no such column: books_book.isbn'), 1),
    missing,
  );
  assert.equal(
    explainFailure('[{"pk": 1}CommandError: Unable to serialize database: odd\n', 1),
    'Unable to serialize database: odd',
  );
  assert.equal(explainFailure('[{"title": "On CommandError: a book"}]\n', 1), null, 'data is no message');
});

test('a missing variable says both what the workspace lists and what the service is started with', () => {
  for (const line of [
    'django.core.exceptions.ImproperlyConfigured: Set the SITE_ID environment variable',
    'decouple.UndefinedValueError: SITE_ID not found. Declare it as envvar or define a default value.',
    'RuntimeError: SITE_ID environment variable is not set',
  ]) {
    const text = explainFailure(traceback(line), 1) ?? '';
    assert.match(text, /SITE_ID.*workspace's list of variables.*start the service with it/);
  }
});

test('settings that nobody names are said to be that, not to need the first of them as a variable', () => {
  const line =
    'django.core.exceptions.ImproperlyConfigured: Requested setting LOGGING_CONFIG, but settings are not configured. You must either define the environment variable DJANGO_SETTINGS_MODULE or call settings.configure() before accessing settings.';
  const text = explainFailure(traceback(line), 1) ?? '';
  assert.match(text, /^No settings module is named: manage\.py sets no DJANGO_SETTINGS_MODULE\./);
  assert.match(text, /list of variables/);
  assert.doesNotMatch(text, /LOGGING_CONFIG/);
});

test('a locked database, a missing module, driver or variable each say what to do', () => {
  const say = (line: string): string => explainFailure(traceback(line), 1) ?? '';
  assert.match(say('django.db.utils.OperationalError: database is locked'), /locked by another program/);
  assert.match(
    say("ModuleNotFoundError: No module named 'crispy_forms'"),
    /"crispy_forms" is neither in the workspace nor installed/,
  );
  assert.match(say("ModuleNotFoundError: No module named 'django'"), /Django is not installed/);
  assert.match(
    say('django.core.exceptions.ImproperlyConfigured: Error loading psycopg2 or psycopg module'),
    /driver psycopg2 or psycopg is not installed.*: install it there/,
  );
  assert.match(explainError("KeyError: 'DATABASE_HOST'"), /DATABASE_HOST.*environment variable/);
  assert.match(
    say('django.core.exceptions.ImproperlyConfigured: Set the SITE_ID environment variable'),
    /variable SITE_ID/,
  );
  assert.match(
    say('django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.'),
    /not configured properly: The SECRET_KEY setting must not be empty/,
  );
  assert.match(
    say('psycopg2.OperationalError: connection to server at "db" failed: Connection refused'),
    /no network unless/,
  );
});

test("Django's own errors are told in Django's words", () => {
  assert.equal(explainFailure('CommandError: No installed app with label x.\n', 1), 'No installed app with label x.');
  const checks =
    'SystemCheckError: System check identified some issues:\n\nERRORS:\nbooks.A.b: (fields.E1) Bad.\n\nSystem check identified 3 issues (0 silenced).';
  assert.equal(explainFailure(checks, 1), 'The system check found 3 issues. The first: books.A.b: (fields.E1) Bad.');
  assert.match(explainFailure("Migrations for 'books':\n  x.py\n    - Add\n", 1) ?? '', /models of books have changes/);
  assert.equal(explainFailure("Unknown command: 'x'\nType help", 1), "Unknown command: 'x'");
});

test('a syntax error is told as one, with its place, and an unknown failure is left to others', () => {
  const text =
    'Traceback (most recent call last):\n  File "/srv/site/a/urls.py", line 3\n    foo(\n       ^\nSyntaxError: \'(\' was never closed\n';
  assert.equal(
    explainFailure(text, 1),
    "The project's code cannot be read: SyntaxError: '(' was never closed (a/urls.py, line 3)",
  );
  assert.equal(explainFailure('just words', 3), null);
  assert.equal(explainFailure(traceback('KeyError: 1'), 0), null);
});

test('an error that is told by itself stands in one line, with what to do where that is known', () => {
  const refused =
    'OperationalError: connection to server at "127.0.0.1", port 5432 failed: Connection refused\n\tIs the server running on that host?\n';
  assert.match(explainError(refused), /^The database server could not be reached\. Commands have no network unless/);
  assert.equal(explainError('Odd: one\n  two\n'), 'Odd: one two');
});

/** A log breaks lines at this length; none of the patterns may take longer for being led astray all the way. */
const longest = 16 * 1024;
const fill = (...words: string[]): string =>
  words.map((word) => word.repeat(longest / words.length / word.length)).join('');

test('lines that lead patterns astray keep nobody waiting', () => {
  const lines = [
    fill('ImproperlyConfigured: ', 'AAA '),
    fill('CommandError: Conflicting migrations detected; : ('),
    fill('OperationalError ', 'column '),
    fill('a.'),
    fill(' '),
  ];
  assertWithin(10_000, () => {
    for (const line of lines) {
      explainFailure(traceback('x:', line, line), 1);
      explainFailure(fill(`${line}\n`).repeat(16), 1);
      explainError(line);
    }
  });
  assert.match(explainFailure(traceback(`ValueError: ${'x'.repeat(longest)}`), 1) ?? '', /^ValueError: x{400,}…$/);
  assert.equal(explainFailure(`[{"a": "${'x'.repeat(longest)}"CommandError: Unknown model: b`, 1), null);
  assert.equal(explainFailure(`[{"a": "${'x'.repeat(longest)}"}CommandError: Unknown model: b`, 1), 'Unknown model: b');
});
