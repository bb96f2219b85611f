import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Problem } from '../../../../src/contract/index.ts';
import { type Folder, openFolder } from '../../../../src/folder/folder.ts';
import { sayOtherDjango } from '../../../../src/frameworks/django/project/versions/other-django.ts';
import { findPythonVersion } from '../../../../src/frameworks/django/project/versions/python.ts';
import { findAskedDjango, spanOf } from '../../../../src/frameworks/django/project/versions/versions.ts';

const within = <T>(files: Record<string, string>, look: (folder: Folder) => T): T => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'versions-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return look(openFolder(root));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const djangoOf = (files: Record<string, string>) => within(files, (folder) => findAskedDjango([folder]));
const pythonOf = (requires: string) =>
  within({ 'pyproject.toml': `[project]\nrequires-python = "${requires}"\n` }, (folder) =>
    findPythonVersion([folder], null),
  );

const lockOf = (...versions: string[]) =>
  versions.map((version) => `[[package]]\nname = "django"\nversion = "${version}"\n`).join('\n');

test('of a lock that holds a Django for each of several Pythons none is said to be the one', () => {
  for (const file of ['uv.lock', 'poetry.lock', 'pdm.lock']) {
    const found = djangoOf({ [file]: lockOf('5.2.1', '4.2.16') });
    assert.equal(found?.range?.written, '4.2.16 or 5.2.1', file);
    const { series, isSince, isBefore } = spanOf(found);
    assert.deepEqual(
      [series, isSince(4, 2), isSince(5, 0), isBefore(5, 2), isBefore(5, 3)],
      [null, true, false, false, true],
    );
  }
  assert.deepEqual(djangoOf({ 'uv.lock': lockOf('5.2.1') }), { version: '5.2.1', source: 'uv.lock', isExact: true });
  const { range, isExact } = djangoOf({ 'uv.lock': lockOf('5.2.1', '5.2.3') }) ?? {};
  assert.deepEqual([range, isExact], [undefined, false]);
});

test('of requirements that differ by the Python none is said to be the one', () => {
  const text = 'Django==4.2.16 ; python_version < "3.10"\nDjango==5.2.1 ; python_version >= "3.10"\n';
  assert.equal(djangoOf({ 'requirements.txt': text })?.range?.written, '4.2.16 or 5.2.1');
  const open = 'Django>=3.2,<4 ; python_version < "3.10"\nDjango>=5 ; python_version >= "3.10"\n';
  assert.deepEqual(djangoOf({ 'requirements.txt': open })?.range?.end, null);
  const later = 'Django==4.2.16 ; python_version < "3.10"\nDjango>=4.2 ; python_version >= "3.10"\n';
  assert.deepEqual(djangoOf({ 'requirements.txt': later })?.range, { written: '4.2.16 or >=4.2', end: null });
});

test('requirements that the first file takes in come before others that lie beside them', () => {
  const found = djangoOf({
    'requirements.txt': '-r requirements/production.txt\n',
    'requirements/legacy.txt': 'Django==3.2.1\n',
    'requirements/production.txt': '-r ./more/base.txt\n',
    'requirements/more/base.txt': '-r ../production.txt\nDjango==5.0.3\n',
  });
  assert.deepEqual([found?.version, found?.source], ['5.0.3', 'requirements/more/base.txt']);
});

test('the Python that is taken fits, in whatever order its bounds are written', () => {
  const shown = (requires: string) => {
    const found = pythonOf(requires);
    return found && [found.version, found.fits];
  };
  assert.deepEqual(shown('<4.0,>=3.9'), ['3.9', 'later']);
  assert.deepEqual(shown('!=3.9.7,>=3.8'), ['3.8', 'later']);
  assert.deepEqual(shown('<3.13'), ['3.12', 'some']);
  assert.deepEqual(shown('==3.12.*'), ['3.12', 'one']);
  assert.equal(shown('<4.0'), null);
});

const shownOf = (files: Record<string, string>) => {
  const found = djangoOf(files);
  return found && [found.range?.written ?? found.version, found.range?.end ?? null];
};

test('where only later versions are ruled out that is what is said, unless another file names one that fits', () => {
  const found = djangoOf({ 'requirements.txt': 'Django<5\n' });
  assert.deepEqual([found?.version, found?.range], ['', { written: '<5', end: [5, 0] }]);
  const { series, isSince, isBefore } = spanOf(found);
  assert.deepEqual([series, isSince(3, 2), isBefore(5, 0), isBefore(4, 2)], [null, false, true, false]);
  assert.deepEqual(shownOf({ 'requirements.txt': 'Django<=4.2\n' }), ['<=4.2', [4, 3]]);
  assert.deepEqual(shownOf({ 'requirements.txt': 'Django<5\n', 'constraints.txt': 'Django==4.2.7\n' })?.[0], '4.2.7');
  assert.equal(shownOf({ 'requirements.txt': 'Django<5\n', 'setup.cfg': '  Django>=4.2.1,<5\n' })?.[0], '4.2.1');
  assert.equal(djangoOf({ 'requirements.txt': 'Django\n' }), null);
});

test('an end within a series is the end of that series, and a star stands for all of them', () => {
  assert.deepEqual(shownOf({ 'requirements.txt': 'Django>=3.2,<4.2.5\n' }), ['>=3.2,<4.2.5', [4, 3]]);
  assert.deepEqual(shownOf({ 'requirements.txt': 'Django==4.*\n' }), ['==4.*', [5, 0]]);
  assert.deepEqual(shownOf({ 'requirements.txt': 'Django==4.2.*\n' }), ['4.2', null]);
});

test('versions are found in lists of tables, in environments of conda and of mise, and in UTF-16', () => {
  const tables =
    '[tool.poetry.dependencies]\ndjango = [\n  {version = "^3.1", python = "<3.10"},\n  {version = "^5.0"}\n]\n';
  assert.deepEqual(shownOf({ 'pyproject.toml': tables }), ['^3.1 or ^5.0', [6, 0]]);
  const conda = (...packages: string[]) => ({
    'environment.yml': `dependencies:\n${packages.map((one) => `  - ${one}\n`).join('')}`,
  });
  assert.deepEqual(shownOf(conda('django-extensions=3.2', 'django=4.2')), ['4.2', null]);
  assert.deepEqual(shownOf(conda('conda-forge::django=4')), ['=4', [5, 0]]);
  assert.deepEqual(shownOf(conda('pip:\n    - Django==4.2.7')), ['4.2.7', null]);
  const python = (files: Record<string, string>) => within(files, (folder) => findPythonVersion([folder], null))?.shown;
  assert.equal(python(conda('python=3.11')), '3.11');
  assert.equal(python(conda('python>=3.10,<3.13')), '>=3.10,<3.13');
  assert.equal(python({ 'mise.toml': '[tools]\nnode = "20"\npython = "3.12"\n' }), '3.12');
  assert.equal(python({ '.mise.toml': '[tools]\npython = ["3.12.1", "3.11"]\n' }), '3.12.1');
  const wide = Buffer.from('\ufeffasgiref==3.5\r\nDjango==4.2.7\r\n', 'utf16le');
  assert.deepEqual(shownOf({ 'requirements.txt': wide as never })?.[0], '4.2.7');
});

test('what a comment, an extra or a group of a pyproject asks for is not what the project runs with', () => {
  const project =
    '[project]\ndependencies = [\n  # "django>=3.2,<4",\n  "psycopg>=3", # "django==3.2.1"\n  "Django>=5.2,<5.3",\n]\n';
  for (const [pyproject, version] of [
    [project, '5.2'],
    [
      `[dependency-groups]\ndev = ["django==4.2.1"]\n[project.optional-dependencies]\nold = ["django==3.2.1"]\n${project}`,
      '5.2',
    ],
    ['[dependency-groups]\ndev = ["django==4.2.1"]\n[project]\ndependencies = []\n', '4.2.1'],
  ] as const)
    assert.deepEqual(djangoOf({ 'pyproject.toml': pyproject }), {
      version,
      source: 'pyproject.toml',
      isExact: version !== '5.2',
    });
  assert.equal(
    djangoOf({ 'setup.py': 'setup(install_requires=[\n  # "django==3.2.1",\n  "django==5.2.1"])' })?.version,
    '5.2.1',
  );
});

test('of a pyproject that asks for a Django for each of several Pythons, or for one of two, none is said to be the one', () => {
  const list = `[project]\ndependencies = [\n"django>=4.2,<4.3; python_version < '3.10'",\n"django>=5.2,<5.3; python_version >= '3.10'"]\n`;
  assert.equal(djangoOf({ 'pyproject.toml': list })?.range?.written, '4.2 or 5.2');
  const either = '[tool.poetry.dependencies]\ndjango = "~4.2 || ~5.2"\n';
  assert.equal(djangoOf({ 'pyproject.toml': either })?.range?.written, '4.2 or 5.2');
});

test('a release that a file for development names counts where it fits what the project asks for, and not otherwise', () => {
  const files = (asked: string) => ({ 'requirements.txt': asked, 'requirements-dev.txt': 'django==4.2.16\n' });
  assert.equal(djangoOf(files('django>=4.2\n'))?.version, '4.2.16');
  assert.deepEqual(djangoOf(files('django>=5.2,<5.3\n')), {
    version: '5.2',
    source: 'requirements.txt',
    isExact: false,
  });
  assert.equal(djangoOf(files('django<5\n'))?.version, '4.2.16');
});

test('a Django with extras is found however they are written, and one that has a table of its own', () => {
  for (const written of ['django[argon2, bcrypt]==5.2.1', 'Django [argon2] == 5.2.1'])
    assert.equal(djangoOf({ 'requirements.txt': `${written}\n` })?.version, '5.2.1', written);
  for (const [file, table] of [
    ['pyproject.toml', 'tool.poetry.dependencies'],
    ['Pipfile', 'packages'],
  ] as const)
    assert.equal(
      djangoOf({ [file]: `[${table}.django]\nextras = ["argon2"]\nversion = "~5.2"\n[x]\n` })?.version,
      '5.2',
      file,
    );
  assert.equal(djangoOf({ Pipfile: '[packages.django]\ngit = "x"\n\n[packages.other]\nversion = "==1.2"\n' }), null);
});

test('a project that asks for another Django than its interpreter has says so, once and only then', () => {
  const saidOf = (installed: string, files: Record<string, string>): string[] => {
    const problems: Problem[] = [];
    sayOtherDjango({ version: installed, source: 'site-packages' }, djangoOf(files), problems);
    return problems.map(({ code, message, file }) => `${code} ${file}: ${message}`);
  };
  const [said = '', ...others] = saidOf('3.2.25', { 'requirements.txt': 'Django==5.2.1\n' });
  assert.match(
    said,
    /^other_django requirements\.txt: requirements\.txt asks for Django 5\.2\.1, and the interpreter has 3\.2\.25: /,
  );
  assert.deepEqual(others, []);
  assert.equal(saidOf('3.2.25', { 'uv.lock': lockOf('5.2.1') }).length, 1);
  assert.equal(saidOf('6.0', { 'pyproject.toml': '[project]\ndependencies = ["django>=4.2,<6"]\n' }).length, 1);
  for (const [installed, asked] of [
    ['5.2.17', 'Django==5.2.1'],
    ['5.2.17', 'Django>=4.2'],
    ['5.2.17', 'Django>=4.2,<6'],
    ['5.2.17', 'Django~=5.2'],
    ['5.2.17', 'Django<6'],
    ['5.2.17', 'Django'],
    ['4.2.1', 'Django==4.2.16 ; python_version < "3.10"\nDjango==5.2.1 ; python_version >= "3.10"'],
  ] as const)
    assert.deepEqual(saidOf(installed, { 'requirements.txt': `${asked}\n` }), [], `${installed} for ${asked}`);
});

test('of several bounds the highest lower one and the lowest upper one count', () => {
  for (const [written, shown] of [
    ['>=3.2,>=4.2,<4.3', ['4.2', null]],
    ['>=3.2,==4.2.*', ['4.2', null]],
    ['>=4.2.1,==4.2.*', ['4.2.1', null]],
    ['>=3.2,==4.2.7', ['4.2.7', null]],
    ['>=3.2,~=5.0', ['>=3.2,~=5.0', [6, 0]]],
    ['>=4.1,<6,<5.1', ['>=4.1,<6,<5.1', [5, 1]]],
    ['~=4.1.2,<5', ['4.1.2', null]],
    ['>4.1,<4.3', ['>4.1,<4.3', [4, 3]]],
    ['>3', ['>3', null]],
  ] as const)
    assert.deepEqual(shownOf({ 'requirements.txt': `Django${written}\n` }), shown, written);
  const found = djangoOf({ 'requirements.txt': 'Django>=3.2,~=5.0\n' });
  assert.deepEqual([found?.version, djangoOf({ 'requirements.txt': 'Django>3\n' })?.version], ['5.0', '3']);
});

test('a major version behind a tilde of poetry stands for all of its releases, and one without a sign for itself', () => {
  const poetry = (written: string) =>
    djangoOf({ 'pyproject.toml': `[tool.poetry.dependencies]\ndjango = "${written}"\n` });
  assert.deepEqual(poetry('~4')?.range, { written: '~4', end: [5, 0] });
  assert.deepEqual(poetry('4.2.1'), { version: '4.2.1', source: 'pyproject.toml', isExact: true });
});

test('a lock of poetry is read in whatever order it names things', () => {
  const packages = (version: string) =>
    `[[package]]\ncategory = "main"\ndescription = "x"\nname = "asgiref"\nversion = "3.4.1"\n\n[[package]]\ncategory = "main"\nname = "django"\noptional = false\nversion = "${version}"\n\n[package.dependencies]\nasgiref = ">=3.3.2,<4"\n\n[[package]]\nname = "django-cors"\nversion = "4.0"\n`;
  const files = { 'poetry.lock': packages('3.2.16'), 'pyproject.toml': '[tool.poetry.dependencies]\ndjango = "*"\n' };
  assert.deepEqual(djangoOf(files), { version: '3.2.16', source: 'poetry.lock', isExact: true });
});

test('lists that another takes in are found wherever they lie and however that is written, and those of other names', () => {
  for (const line of ['-rparts/live.txt', '-r "parts/live.txt"', '--requirement=./parts/live.txt', '-r parts/live.pip'])
    assert.equal(
      djangoOf({
        'requirements.txt': `${line}\n`,
        'requirements/a.txt': 'Django==3.2.1\n',
        [line.endsWith('pip') ? 'parts/live.pip' : 'parts/live.txt']: 'Django==5.2.1\n',
      })?.version,
      '5.2.1',
      line,
    );
  for (const name of ['requirement.txt', 'pip-requirements.txt', 'requirements/base.pip', 'requirements.lock'])
    assert.equal(djangoOf({ [name]: 'Django==5.2.1\n' })?.source, name);
  const beside = { 'dev-requirements.txt': 'Django==4.2.1\n', 'prod-requirements.txt': 'Django==5.2.1\n' };
  assert.equal(djangoOf(beside)?.version, '5.2.1');
  assert.equal(djangoOf({ 'requirements.txt': '-r ../../outside.txt\nDjango==5.2.1\n' })?.version, '5.2.1');
});

test('of lists for several Djangos or Pythons that lie side by side none is said to be the one', () => {
  const written = (...names: string[]) =>
    djangoOf(Object.fromEntries(names.map((name, at) => [name, `Django~=${at + 4}.2.0\n`])))?.range?.written;
  assert.equal(written('requirements/django42.txt', 'requirements/django52.txt'), '4.2.0 or 5.2.0');
  assert.equal(written('requirements-py3.8.txt', 'requirements-py3.12.txt'), '4.2.0 or 5.2.0');
  assert.equal(written('requirements.txt', 'requirements-2.txt'), undefined);
});

test('what tests, extras and tools of a setup ask for is not what the project runs with', () => {
  const setup = (...lists: string[]) => djangoOf({ 'setup.py': `setup(${lists.join(', ')})\n` });
  const tests = 'tests_require=["Django==3.2.1"]';
  assert.equal(setup(tests, 'install_requires=["x[y]>1", "Django>=5.2,<5.3"]')?.version, '5.2');
  assert.equal(setup(tests, 'install_requires=["Django"]'), null);
  assert.equal(setup('extras_require={"a": ["x[y]", "Django==3.2.1"], "b": []}', 'install_requires=wanted'), null);
  const sections = (install: string) =>
    djangoOf({
      'setup.cfg': `[options.extras_require]\ntest =\n    Django==3.2.1\n[options]\ninstall_requires =\n    x>1\n    ${install}\nzip_safe = no\n[testenv]\ndeps =\n    Django==3.2.1\n`,
    });
  assert.equal(sections('Django>=5.2,<5.3')?.version, '5.2');
  assert.equal(sections('Django'), null);
  assert.equal(djangoOf({ 'setup.cfg': '[options]\ninstall_requires = Django>=5.2,<5.3\n' })?.version, '5.2');
});

test('the Python of a project is found as conda writes it, and is not that of a feature, a group or a comment', () => {
  const python = (file: string, text: string) =>
    within({ [file]: text }, (folder) => findPythonVersion([folder], null))?.shown;
  for (const written of ['python=3.11.*', '"python=3.11"', 'conda-forge::python=3.11', 'python ==3.11'])
    assert.equal(python('environment.yml', `dependencies:\n  - ${written}\n`), '3.11', written);
  const feature = '[tool.pixi.feature.old.dependencies]\npython = "3.8.*"\n';
  const own = '[project]\nrequires-python = ">=3.12"\n';
  assert.equal(python('pyproject.toml', feature + own), '>=3.12');
  const poetry = '[tool.poetry.dependencies]\ndjango = "^5.2"\npython = "^3.12"\n';
  assert.equal(python('pyproject.toml', feature + poetry), '^3.12');
  assert.equal(python('pyproject.toml', feature), undefined);
  assert.equal(python('setup.py', '# python_requires=">=3.5"\nsetup(python_requires=">=3.12")\n'), '>=3.12');
  assert.equal(pythonOf('>=3.8,>=3.10')?.version, '3.10');
  assert.equal(pythonOf('~3.11 || ~3.8')?.version, '3.8');
});
