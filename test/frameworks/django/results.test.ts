import assert from 'node:assert/strict';
import test from 'node:test';
import Value from 'typebox/value';
import { RunResult } from '../../../src/contract/index.ts';
import { parseResult } from '../../../src/frameworks/django/results/index.ts';
import { assertWithin } from '../../processor-time.ts';

const parse = (command: string, output: string) => {
  const result = parseResult('x', ['manage.py', ...command.split(' ')], output);
  if (result) assert.ok(Value.Check(RunResult, result), 'the result is what the contract says');
  return result;
};

test('check gives each finding with level, id, object and hint', () => {
  const output = `SystemCheckError: System check identified some issues:

ERRORS:
books.Author.name: (fields.E120) CharFields must define a 'max_length' attribute.
?: (urls.E007) The custom handler404 view 'a.b' could not be imported.
	HINT: Move it,
or remove it.

WARNINGS:
books.Book: (models.W042) Auto-created primary key used when not defining a primary key type.
	HINT: Configure the DEFAULT_AUTO_FIELD setting.
?: A check of our own: without an id
books.Book.tags: (fields.W340) null has no effect on ManyToManyField.

System check identified 5 issues (2 silenced).
`;
  assert.deepEqual(parse('check', output), {
    kind: 'check',
    silenced: 2,
    findings: [
      {
        level: 'error',
        id: 'fields.E120',
        object: 'books.Author.name',
        message: "CharFields must define a 'max_length' attribute.",
        hint: null,
      },
      {
        level: 'error',
        id: 'urls.E007',
        object: null,
        message: "The custom handler404 view 'a.b' could not be imported.",
        hint: 'Move it,\nor remove it.',
      },
      {
        level: 'warning',
        id: 'models.W042',
        object: 'books.Book',
        message: 'Auto-created primary key used when not defining a primary key type.',
        hint: 'Configure the DEFAULT_AUTO_FIELD setting.',
      },
      { level: 'warning', id: null, object: null, message: 'A check of our own: without an id', hint: null },
      {
        level: 'warning',
        id: 'fields.W340',
        object: 'books.Book.tags',
        message: 'null has no effect on ManyToManyField.',
        hint: null,
      },
    ],
  });
  assert.deepEqual(parse('check', 'System check identified no issues (0 silenced).'), {
    kind: 'check',
    findings: [],
    silenced: 0,
  });
  assert.equal(parse('check', 'Traceback (most recent call last):\nKeyError: 1'), null);
});

/** Id, object and message of each. */
const found = (...lines: string[]) => {
  const result = parse('check', lines.join('\n'));
  return result?.kind === 'check' ? result.findings.map(({ id, object, message }) => [id, object, message]) : null;
};

test('check gives as many findings as Django says that it found, whatever lines their texts have', () => {
  const opening = ['System check identified some issues:', '', 'WARNINGS:'];
  const paragraphs = ['?: (x.W1) The cache is not shared.', '', 'Details: see the guide.', 'It is short.'];
  const whole = [['x.W1', null, 'The cache is not shared.\n\nDetails: see the guide.\nIt is short.']];
  assert.deepEqual(found(...opening, ...paragraphs, '', 'System check identified 1 issue (0 silenced).'), whole);
  const others = ["<URLPattern 'a/'>: (x.W2) It ends.", "<URLPattern 'b/'>: Nobody leads here.", 'shop: Odd name.'];
  assert.deepEqual(found(...opening, ...others, '', 'System check identified 3 issues (0 silenced).'), [
    ['x.W2', "<URLPattern 'a/'>", 'It ends.'],
    [null, "<URLPattern 'b/'>", 'Nobody leads here.'],
    [null, 'shop', 'Odd name.'],
  ]);
});

test('what a project prints before its check is no finding', () => {
  const before = ['WARNINGS:', 'cache: not configured'];
  assert.deepEqual(found(...before, 'System check identified no issues (0 silenced).'), []);
  const after = ['ERRORS:', '?: (x.E1) Bad.', '', 'System check identified 1 issue (0 silenced).'];
  const opening = 'SystemCheckError: System check identified some issues:';
  assert.deepEqual(found(...before, opening, '', ...after), [['x.E1', null, 'Bad.']]);
});

test('showmigrations gives apps with applied and squashed migrations, in both forms', () => {
  const list = `some warning
admin
 [X] 0001_initial
auth
 [X] 0001_initial
 [ ] 0002_alter
books
 [X] 0001_squashed_0003 (3 squashed migrations)
 [-] 0004_squashed_0009 (6 squashed migrations) Run 'manage.py migrate' to finish recording.
empty
 (no migrations)
`;
  assert.deepEqual(parse('showmigrations', list), {
    kind: 'migrations',
    apps: [
      { app: 'admin', migrations: [{ name: '0001_initial', applied: true, squashed: null }] },
      {
        app: 'auth',
        migrations: [
          { name: '0001_initial', applied: true, squashed: null },
          { name: '0002_alter', applied: false, squashed: null },
        ],
      },
      {
        app: 'books',
        migrations: [
          { name: '0001_squashed_0003', applied: true, squashed: 3 },
          { name: '0004_squashed_0009', applied: true, squashed: 6 },
        ],
      },
      { app: 'empty', migrations: [] },
    ],
  });
  const plan = '[X]  auth.0001_initial\n[ ]  books.0001_initial ... (auth.0001_initial)\n[X]  auth.0002_alter\n';
  assert.deepEqual(parse('showmigrations --plan', plan), {
    kind: 'migrations',
    apps: [
      { app: 'auth', migrations: [{ name: '0001_initial', applied: true, squashed: null }] },
      { app: 'books', migrations: [{ name: '0001_initial', applied: false, squashed: null }] },
      { app: 'auth', migrations: [{ name: '0002_alter', applied: true, squashed: null }] },
    ],
  });
  assert.deepEqual(parse('showmigrations --plan', '(no migrations)\n'), { kind: 'migrations', apps: [] });
  assert.equal(parse('showmigrations', 'nothing of the kind'), null);
});

test('diffsettings gives keys with their values and what is changed', () => {
  const output = `### APPEND_SLASH = True
BASE_DIR = PosixPath('/srv/site')  ###
DEBUG = True
ODD = <Thing
 of two lines>  ###
SECRET_KEY = '***'
`;
  assert.deepEqual(parse('diffsettings --all', output), {
    kind: 'settings',
    settings: [
      { key: 'APPEND_SLASH', value: 'True', changed: false },
      { key: 'BASE_DIR', value: "PosixPath('/srv/site')", changed: true },
      { key: 'DEBUG', value: 'True', changed: true },
      { key: 'ODD', value: '<Thing\n of two lines>', changed: true },
      { key: 'SECRET_KEY', value: "'***'", changed: true },
    ],
  });
});

test('what a project prints of its settings as it starts is none that diffsettings tells: it sorts them', () => {
  const told = "BASE_DIR = '/srv/site'  ###\nINSTALLED_APPS = ['shop']\nROOT_URLCONF = 'config.urls'  ###\n";
  const settings = parse('diffsettings', told);
  for (const printed of [
    'DEBUG = False\n',
    'ROOT_URLCONF = x\nDATABASE_URL = postgres://db\n',
    'USE_S3 = True\nBASE_DIR = /srv\n',
  ])
    assert.deepEqual(parse('diffsettings', printed + told), settings, printed);
});

test('what a project prints as it ends does not get into the last setting', () => {
  const values = (output: string) => {
    const result = parse('diffsettings', output);
    return result?.kind === 'settings' ? result.settings.map(({ value }) => value) : null;
  };
  const ending = 'Waiting up to 2 seconds\nPress Ctrl-C to quit\n';
  assert.deepEqual(values(`DEBUG = True\nROOT_URLCONF = 'config.urls'  ###\n${ending}`), ['True', "'config.urls'"]);
  assert.deepEqual(values(`TIME_ZONE = "it's (late"\n${ending}`), ['"it\'s (late"']);
  assert.deepEqual(values(`DIRS = [<Lazy\nthing>,\n 'a']\n${ending}`), ["[<Lazy\nthing>,\n 'a']"]);
});

test('apps of other scripts and migrations with hyphens in their names are told with the others', () => {
  const plan =
    'Planned operations:\ncafé.0001_initial\n    Create model Thing\nshop.0002-data\n    Raw SQL operation -> SELECT 1\n';
  assert.deepEqual(parse('migrate --plan', plan), {
    kind: 'plan',
    migrations: [
      { app: 'café', name: '0001_initial', operations: ['Create model Thing'] },
      { app: 'shop', name: '0002-data', operations: ['Raw SQL operation -> SELECT 1'] },
    ],
  });
  const pending = (name: string) => ({ name, applied: false, squashed: null });
  assert.deepEqual(parse('showmigrations', 'café\n [ ] 0001_initial\nshop\n [ ] 0002-data\n'), {
    kind: 'migrations',
    apps: [
      { app: 'café', migrations: [pending('0001_initial')] },
      { app: 'shop', migrations: [pending('0002-data')] },
    ],
  });
});

test('migrate --plan gives the operations of each migration', () => {
  const output = `Planned operations:
books.0001_initial
    Create model Author
    Raw Python operation -> Fill in the    titles.
auth.0006_require_contenttypes_0002
`;
  assert.deepEqual(parse('migrate --plan', output), {
    kind: 'plan',
    migrations: [
      {
        app: 'books',
        name: '0001_initial',
        operations: ['Create model Author', 'Raw Python operation -> Fill in the    titles.'],
      },
      { app: 'auth', name: '0006_require_contenttypes_0002', operations: [] },
    ],
  });
  const nothing = 'Planned operations:\n  No planned migration operations.\n';
  assert.deepEqual(parse('migrate --plan', nothing), { kind: 'plan', migrations: [] });
});

test('makemigrations gives the changes it would make, in the forms of Django 3.2 and 5.2', () => {
  const old = `Migrations for 'books':
  books/migrations/0003_auto_20261115_0333.py
    - Add field isbn to book
    - Alter unique_together for book (1 constraint(s))
`;
  const recent = `Migrations for 'books':
  /srv/site/books/migrations/0003_book_isbn.py
    + Add field isbn to book
    ~ Alter unique_together for book (1 constraint(s))
Migrations for 'shop':
  shop/migrations/0002_x.py
    - Remove field y from z
`;
  const changes = ['Add field isbn to book', 'Alter unique_together for book (1 constraint(s))'];
  assert.deepEqual(parse('makemigrations --check --dry-run', old), {
    kind: 'changes',
    apps: [{ app: 'books', migration: '0003_auto_20261115_0333', changes }],
  });
  assert.deepEqual(parse('makemigrations --check --dry-run', recent), {
    kind: 'changes',
    apps: [
      { app: 'books', migration: '0003_book_isbn', changes },
      { app: 'shop', migration: '0002_x', changes: ['Remove field y from z'] },
    ],
  });
  assert.deepEqual(parse('makemigrations --check --dry-run', 'No changes detected\n'), { kind: 'changes', apps: [] });
  assert.equal(parse('makemigrations --check --dry-run', 'Traceback'), null);
});

test('what Django 5.2 says before a result does not get into it', () => {
  const warnings = `System check identified some issues:

WARNINGS:
catalog.Product: (models.W047) SQLite does not support unique constraints with nulls distinct.
	HINT: A constraint won't be created. Silence this warning if you don't care about it.
catalog.Tag: (models.W046) SQLite does not support comments on tables (db_table_comment).
`;
  const check = parse('check --database default', `${warnings}\nSystem check identified 2 issues (0 silenced).\n`);
  assert.deepEqual(
    check?.kind === 'check' ? check.findings.map(({ id, object, hint }) => [id, object, hint?.slice(0, 12)]) : null,
    [
      ['models.W047', 'catalog.Product', 'A constraint'],
      ['models.W046', 'catalog.Tag', undefined],
    ],
  );
  const plan = `${warnings}Planned operations:
orders.0002_more
    Add field paid to order
    Raw SQL operation -> SELECT 1
`;
  assert.deepEqual(parse('migrate --plan', plan), {
    kind: 'plan',
    migrations: [
      { app: 'orders', name: '0002_more', operations: ['Add field paid to order', 'Raw SQL operation -> SELECT 1'] },
    ],
  });
  const unreachable = `/srv/.venv/django/makemigrations.py:161: RuntimeWarning: Got an error checking a consistent migration history performed for database connection 'default': connection failed: Connection refused
	Is the server running on that host and accepting TCP/IP connections?
  warnings.warn(
Migrations for 'catalog':
  catalog/migrations/0002_extra.py
    + Create model Extra
    ~ Alter field data on product
    - Remove constraint price_pos from model product
    ~ Rename index price_desc on product to price_desc_2
`;
  assert.deepEqual(parse('makemigrations --check --dry-run', unreachable), {
    kind: 'changes',
    apps: [
      {
        app: 'catalog',
        migration: '0002_extra',
        changes: [
          'Create model Extra',
          'Alter field data on product',
          'Remove constraint price_pos from model product',
          'Rename index price_desc on product to price_desc_2',
        ],
      },
    ],
  });
});

test('version gives the version, whatever was printed before it', () => {
  assert.deepEqual(parse('version', 'warming up\n5.2.17\n'), { kind: 'version', version: '5.2.17' });
  assert.deepEqual(parse('version', '6.0b1\n'), { kind: 'version', version: '6.0b1' });
  assert.equal(parse('version', 'no idea\n'), null);
});

test('a command without a known form has no result', () => {
  assert.equal(parse('dumpdata', '[]'), null);
  assert.equal(parse('toString', '[]'), null);
});

test('lines that lead patterns astray keep nobody waiting, and no word of a line is taken for one of ours', () => {
  const many = (line: string): string => `${line.repeat(16_000 / line.length)}\u2028x\n`.repeat(250);
  assertWithin(10_000, () => {
    assert.equal(parse('version', `1.${many('1')} x`), null);
    const check = parse('check', `ERRORS:\n${many(': (a) ')}System check identified 250 issues (0 silenced).`);
    assert.equal(check?.kind === 'check' && check.findings.length, 250);
    parse('check', `ERRORS:\n${many('?: ')}System check identified 9 issues (0 silenced).`);
    parse('makemigrations --check', `Migrations for 'a':\n  x${many('.py:').replaceAll('\n', '\n  x')}`);
    for (const command of ['showmigrations', 'diffsettings', 'migrate --plan'])
      for (const line of ['[X]  a.', 'A = ', ' [X] ', 'a.b ']) parse(command, `Planned operations:\n${many(line)}`);
  });
  for (const word of ['toString', '__proto__', 'constructor'])
    assert.deepEqual(parse('check', `${word}\n?: (a.E1) x\nSystem check identified no issues (0 silenced).`), {
      kind: 'check',
      findings: [],
      silenced: 0,
    });
});
