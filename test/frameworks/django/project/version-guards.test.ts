/** Code that asks which Django or Python it has, in a clone of which only requirements say which releases fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isA, isSequence } from '../../../../src/python/index.ts';
import { inputFor, plainSettings, readAll, writeProject } from '../throwaway.ts';

/** What each of these is, `?` where it cannot be told. */
const answersOf = (
  context: Parameters<typeof writeProject>[0],
  files: Record<string, string>,
  questions: readonly string[],
): string => {
  const root = writeProject(context, {
    ...files,
    'proj/settings.py': `import django\nimport sys\nfrom django import VERSION\n${plainSettings(['shop'])}
${questions.map((question, at) => `Q${at} = ${question}`).join('\n')}\n`,
    'shop/__init__.py': '',
  });
  const { project } = readAll(root, { sitePackages: [] });
  const answers = questions.map((_, at) => {
    const value = project.settings.values.get(`Q${at}`);
    return value === undefined || isA(value, 'unknown') || isA(value, 'call')
      ? '?'
      : JSON.stringify(isSequence(value) ? value.items : value);
  });
  return answers.join(' ');
};

test('what several releases of Django would answer otherwise is not known, and what all answer alike is', (context) => {
  const questions = [
    'VERSION >= (3, 2)',
    'VERSION < (4,)',
    'VERSION[:2] >= (4, 2)',
    'VERSION >= (4, 2, 4)',
    'VERSION[0] >= 5',
    '(5, 0) > VERSION',
    'VERSION[:2] == (6, 0)',
    'VERSION[:2] != (3, 2)',
    'VERSION[:2]',
    'django.__version__',
    'django.get_version()',
  ];
  for (const [requirement, answers] of [
    ['Django==4.2\n', 'true false true false false true false true [4,2] "4.2" "4.2"'],
    ['Django==4.2.7\n', 'true false true true false true false true [4,2] "4.2.7" "4.2.7"'],
    ['Django==4.2.*\n', 'true false true ? false true false true [4,2] ? ?'],
    ['Django~=4.2.3\n', 'true false true ? false true false true [4,2] ? ?'],
    ['Django>=4.2.5,<5\n', 'true false true true false true false true [4,2] ? ?'],
    ['Django>=4.2\n', 'true false true ? ? ? ? true ? ? ?'],
    ['Django>=4.1,<6\n', 'true false ? ? ? ? false true ? ? ?'],
    ['Django<4\n', 'true true false false false true false ? ? ? ?'],
    ['', 'true ? ? ? ? ? ? ? ? ? ?'],
  ] as const)
    assert.equal(answersOf(context, { 'requirements.txt': requirement }, questions), answers, requirement);
});

test('an error that only some of the releases that fit would raise is not told', (context) => {
  const settings = `import django
if django.VERSION >= (5, 0):
    raise RuntimeError("not ready for Django 5")
${plainSettings(['shop'])}`;
  for (const [requirement, codes] of [
    ['Django>=4.2\n', []],
    ['', []],
    ['Django>=4.2,<5\n', []],
    ['Django==5.2\n', ['Python raises RuntimeError here: not ready for Django 5']],
  ] as const) {
    const root = writeProject(context, {
      'requirements.txt': requirement,
      'proj/settings.py': settings,
      'shop/__init__.py': '',
    });
    const { project } = readAll(root, { sitePackages: [] });
    const raised = project.problems.map(({ message }) => message).filter((message) => message.includes('raises'));
    assert.deepEqual(raised, codes, requirement);
    assert.deepEqual(
      project.apps.map(({ label }) => label),
      ['auth', 'contenttypes', 'shop'],
      requirement,
    );
  }
});

test('the tuple of a release is the one that it has itself', (context) => {
  for (const [djangoVersion, tuple] of [
    ['4.2', '[4,2,0,"final",0]'],
    ['5.2.17', '[5,2,17,"final",0]'],
    ['6.0b1', '[6,0,0,"beta",1]'],
    ['6.1rc2', '[6,1,0,"rc",2]'],
  ] as const) {
    const root = writeProject(context, {
      'proj/settings.py': `import django\n${plainSettings([])}\nQ = django.VERSION\n`,
    });
    const { project } = readAll(root, { ...inputFor(root, { sitePackages: [] }), djangoVersion });
    const value = project.settings.values.get('Q');
    assert.equal(value !== undefined && isSequence(value) ? JSON.stringify(value.items) : '?', tuple);
  }
});

test('what several Pythons would answer otherwise is not known, and what all answer alike is', (context) => {
  const questions = [
    'sys.version_info >= (3, 10)',
    'sys.version_info < (3, 13)',
    'sys.version_info[:2] == (3, 12)',
    'sys.version_info[0] == 3',
    'sys.version_info.major > 2',
    'sys.version_info.minor',
    'sys.version_info[:2]',
  ];
  for (const [files, answers] of [
    [{ '.python-version': '3.12.4\n' }, 'true true true true true 12 [3,12]'],
    [{ '.python-version': '3.12\n' }, 'true true true true true 12 [3,12]'],
    [{ 'pyproject.toml': '[project]\nrequires-python = ">=3.10"\n' }, 'true ? ? true true ? ?'],
    [{ 'pyproject.toml': '[project]\nrequires-python = "<3.12"\n' }, '? ? ? true true ? ?'],
    [{}, '? ? ? true true ? ?'],
  ] as const)
    assert.equal(answersOf(context, files, questions), answers, JSON.stringify(files));
});
