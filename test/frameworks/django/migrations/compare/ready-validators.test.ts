/** Validators that Django has ready, by name in a model, held against what makemigrations wrote of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../untold.ts';

const IMPORT = `from django.core import validators\nfrom django.core.validators import int_list_validator, integer_validator, validate_email, validate_slug\nfrom django.core.validators import validate_comma_separated_integer_list\n`;
const regex = (pattern: string, rest: string): string =>
  `django.core.validators.RegexValidator(re.compile(${JSON.stringify(pattern)}), ${rest})`;
const slug = (pattern: string, message: string): string => regex(pattern, `"${message}", "invalid"`);
const letters = 'Enter a valid “slug” consisting of letters, numbers, underscores or hyphens.';
const unicode = 'Enter a valid “slug” consisting of Unicode letters, numbers, underscores, or hyphens.';
const list = (pattern: string, message = 'None'): string => regex(pattern, `code="invalid", message=${message}`);

/** As Django 5.2 writes them. */
const written: Readonly<Record<string, string>> = {
  validate_slug: slug('^[-a-zA-Z0-9_]+\\Z', letters),
  'validators.validate_unicode_slug': slug('^[-\\w]+\\Z', unicode),
  validate_email: 'django.core.validators.EmailValidator()',
  integer_validator: list('^-?\\d+\\Z', '"Enter a valid integer."'),
  validate_comma_separated_integer_list: list('^\\d+(?:,\\d+)*\\Z', '"Enter only digits separated by commas."'),
  'int_list_validator(sep=".", allow_negative=True)': list('^(-)?\\d+(?:\\.(-)?\\d+)*\\Z'),
};

const told = (
  context: Parameters<typeof tell>[0],
  pairs: readonly (readonly [now: string, before: string])[],
): ReturnType<typeof tell> => {
  const field = (validator: string): string => `models.CharField(max_length=9, validators=[${validator}])`;
  const now = pairs.map(([name], at) => `    f${at} = ${field(name)}\n`).join('');
  const before = pairs.map(([, text], at) => `, ("f${at}", ${field(text)})`).join('');
  return tell(context, `${IMPORT}class A(models.Model):\n${now}`, { A: before });
};

test('a ready validator is what a migration says that it is made of', (context) => {
  const { told: changes, open } = told(context, Object.entries(written));
  assert.deepEqual([changes, open], [[], 0]);
});

test('a ready validator in place of another one is a change', (context) => {
  const [texts, names] = [Object.values(written), Object.keys(written)];
  const shifted = names.map((name, at) => [name, texts[(at + 1) % texts.length] ?? ''] as const);
  const { told: changes, open } = told(context, shifted);
  assert.deepEqual([changes.length, open], [names.length, 0]);
});

test('whether one whose words were others is meant is left open', (context) => {
  const other = slug('^[-a-zA-Z0-9_]+\\Z', 'Enter a valid slug.');
  const { told: changes, open } = told(context, [['validate_slug', other]]);
  assert.deepEqual([changes, open], [[], 1]);
});

test('a pattern that is compiled when it is first asked for is written as one that is compiled at once', (context) => {
  const own = (pattern: string): string => `validators.RegexValidator(validators._lazy_re_compile(r"${pattern}"))`;
  const before = 'django.core.validators.RegexValidator(re.compile("^a"))';
  const { told: changes, open } = told(context, [
    [own('^a'), before],
    [own('^b'), before],
  ]);
  assert.deepEqual([changes, open], [['core field_altered a f1'], 0]);
});
