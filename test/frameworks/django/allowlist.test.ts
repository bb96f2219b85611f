import assert from 'node:assert/strict';
import test from 'node:test';
import { djangoAllowlist } from '../../../src/frameworks/django/allowlist.ts';
import { djangoPresets } from '../../../src/frameworks/django/presets.ts';
import { checkAllowlist } from '../../../src/runner/allowlist.ts';

const verdictOf = (argv: readonly string[]) => checkAllowlist(argv, djangoAllowlist);
const words = (line: string): string[] => line.split(' ');
const refused = (argv: readonly string[]): void => {
  const verdict = verdictOf(argv);
  assert.equal(verdict.allowed, false, `must be refused: ${JSON.stringify(argv)}`);
  assert.ok('reason' in verdict && verdict.reason.length > 0);
};

test('every preset is allowed, and its safe prefix is the entry it matched', () => {
  const parameters = { pendingApp: 'books', pendingMigration: '0002_book_isbn' };
  for (const preset of djangoPresets) {
    const argv = preset.argv.map((token) => (typeof token === 'string' ? token : parameters[token.parameter]));
    const verdict = verdictOf(argv);
    assert.ok(verdict.allowed, `${preset.key}: ${'reason' in verdict ? verdict.reason : ''}`);
    assert.ok(argv.join(' ').startsWith(verdict.safePrefix));
  }
  assert.deepEqual(verdictOf(words('manage.py migrate --plan')), {
    allowed: true,
    safePrefix: 'manage.py migrate --plan',
  });
});

test('L01 commands that change something are refused', () => {
  for (const name of [
    'migrate',
    'shell',
    'flush',
    'runserver',
    'dbshell',
    'makemigrations',
    'loaddata',
    'test',
    'sqlflush',
  ]) {
    refused(['manage.py', name]);
  }
  refused(words('manage.py makemigrations --check'));
  refused(words('manage.py makemigrations --dry-run'));
  refused(words('manage.py migrate books --plan'));
  refused(['manage.py']);
  refused([]);
});

test('whoever names a command that may not run is told which may', () => {
  const verdict = verdictOf(['manage.py', 'shell']);
  assert.match(
    'reason' in verdict ? verdict.reason : '',
    /^"manage.py shell" is not an allowed command\. These are: manage.py check, .*manage.py migrate --plan, .*manage.py version\.$/,
  );
});

test('L02 settings and pythonpath have no way in, abbreviated or not', () => {
  for (const option of [
    '--settings=evil',
    '--sett=evil',
    '--settings',
    '--pythonpath=/tmp',
    '--pyth=/tmp',
    '--pythonpath',
  ]) {
    refused(['manage.py', 'check', option]);
    refused(['manage.py', 'check', option, 'evil']);
    refused(['manage.py', option, 'check']);
  }
});

test('L03 no spelling of an output file is allowed', () => {
  for (const line of ['-o x', '-ox', '--output=x', '--output x', '--out x', '--ou=x.gz', '-o=x']) {
    refused(words(`manage.py dumpdata ${line}`));
    refused(words(`manage.py diffsettings ${line}`));
  }
});

test('L04 look-alikes, spaces and control characters are refused', () => {
  for (const name of [
    'CHECK',
    ' check',
    'check\n',
    'check\0migrate',
    'chеck',
    'ｃｈｅｃｋ',
    'che\u200bck',
    '',
    'check ',
  ]) {
    refused(['manage.py', name]);
  }
  refused(['./manage.py', 'check']);
  refused(['manage.py check']);
});

test('L06 a migration name is a name, not a path and not SQL', () => {
  assert.ok(verdictOf(words('manage.py sqlmigrate books 0001_initial')).allowed);
  assert.ok(verdictOf(words('manage.py sqlmigrate books 0002-add-index')).allowed, 'named by its file');
  refused(words('manage.py sqlmigrate books -0002'));
  for (const name of ['../../x', "0001'", '-0001', '--backwards=1', '0001;', '0001\n']) {
    refused(['manage.py', 'sqlmigrate', 'books', name]);
    refused(['manage.py', 'sqlmigrate', name, '0001']);
  }
  refused(words('manage.py sqlmigrate books'));
  refused(words('manage.py sqlmigrate books 0001 0002'));
});

test('labels, models and migrations are names in any script and letter case, and nothing that passes for one', () => {
  for (const label of ['Books', 'книги', 'größe', '书店', '_x', 'booksX2']) {
    assert.ok(verdictOf(['manage.py', 'sqlmigrate', label, '0001_initial']).allowed, label);
    assert.ok(verdictOf(['manage.py', 'showmigrations', label]).allowed, label);
    assert.ok(verdictOf(['manage.py', 'dumpdata', `${label}.Книга`]).allowed, label);
    assert.ok(verdictOf(['manage.py', 'dumpdata', '--exclude', label]).allowed, label);
    assert.ok(verdictOf(['manage.py', 'sqlmigrate', 'books', `0002_${label}`]).allowed, label);
    refused(['manage.py', label]);
  }
  refused(['manage.py', 'check', '--tag', 'книги']);
  refused(['manage.py', 'check', '--database', 'книги']);
  for (const label of [
    '-books',
    '‐books',
    '—settings',
    'ｂｏｏｋｓ',
    'ﬁction',
    'bo\u200boks',
    'bo\u200doks',
    'bo\u00adoks',
    'book\ufe0f',
    '\u202ebooks',
    'e\u0301tage',
    'книги пол',
    'книги/пол',
    'книги=1',
    '1книга',
    'книги.',
    '.книги',
    'a.b.c',
    '\ud800',
    'к'.repeat(101),
  ]) {
    refused(['manage.py', 'showmigrations', label]);
    refused(['manage.py', 'sqlmigrate', label, '0001']);
    refused(['manage.py', 'dumpdata', label]);
    refused(['manage.py', 'dumpdata', '--exclude', label]);
  }
});

test('L07 tokens that are not text are refused', () => {
  for (const token of [1, null, ['check'], { toString: () => 'check' }])
    refused(['manage.py', token as unknown as string]);
  refused(['manage.py', 'toString']);
  refused(['manage.py', 'dumpdata', 'toString', 'hasOwnProperty']);
});

test('L08 option values are of the listed kind, once, and never options', () => {
  assert.ok(verdictOf(words('manage.py dumpdata --format json --indent 2 auth.User')).allowed);
  for (const rest of [
    '--format ../../x',
    '--format',
    '--indent -1',
    '--indent 2 --indent 4',
    '--format=json',
    '--form json',
  ]) {
    refused(words(`manage.py dumpdata ${rest}`));
  }
  refused(words('manage.py check --natural-foreign'));
  refused(words('manage.py check --deploy --deploy'));
});

test('a pattern that is too loose still has to fit the whole token, and lets no option in', () => {
  const looser = [{ prefix: ['x'], flags: [], options: { '--indent': /.*/ }, positionals: [] }];
  assert.ok(checkAllowlist(['x', '--indent', '2'], looser).allowed);
  assert.equal(checkAllowlist(['x', '--indent', '--output'], looser).allowed, false);
  assert.equal(checkAllowlist(['x', '--indent', '2'.repeat(201)], looser).allowed, false);
  const loose = [{ prefix: ['x'], flags: [], options: {}, positionals: [/[a-z]+/g] }];
  assert.ok(checkAllowlist(['x', 'abc'], loose).allowed);
  assert.equal(checkAllowlist(['x', 'abc9'], loose).allowed, false);
  const loosest = [{ prefix: ['x'], flags: [], options: {}, positionals: [/.*/] }];
  assert.ok(checkAllowlist(['x', 'o'], loosest).allowed);
  assert.equal(checkAllowlist(['x', '-o'], loosest).allowed, false);
});

test('the presets are the twelve of the product, each with all that a window shows', () => {
  assert.deepEqual(djangoPresets.map((preset) => preset.key).sort(), [
    'check',
    'check-database',
    'check-deploy',
    'diffsettings',
    'dumpdata',
    'inspectdb',
    'makemigrations-check',
    'migrate-plan',
    'showmigrations',
    'showmigrations-plan',
    'sqlmigrate',
    'version',
  ]);
  assert.equal(djangoPresets.find((preset) => preset.key === 'showmigrations')?.label, 'List of migrations');
  for (const preset of djangoPresets) {
    for (const text of [preset.label, preset.description, preset.documentationPath, preset.icon, preset.category]) {
      assert.ok(text.length > 0, preset.key);
    }
    assert.match(preset.icon, /^[a-z0-9-]+$/);
  }
});
