/** Validators that Django has ready: a model names them, a migration says what they are made of. */
import { type CallValue, isA, nameOf, type Value } from '../../../../../python/index.ts';

const VALIDATORS = 'django.core.validators.';
const LIST = `${VALIDATORS}int_list_validator`;

/** `isNamed`: message and code are handed over by their names, and a migration keeps the way. */
type ReadyMade = { class: string; pattern?: string; message?: Value; code?: Value; isNamed?: true };

const pattern = (text: string, message: Value, more: Partial<ReadyMade> = {}): ReadyMade => ({
  class: `${VALIDATORS}RegexValidator`,
  pattern: text,
  message,
  code: 'invalid',
  ...more,
});

/** As Python's `re.escape` has it since 3.7. */
const escaped = (text: string): string => text.replaceAll(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g, '\\$&');

const integers = (separator: string, message: Value, isNegativeToo: boolean, code: Value = 'invalid'): ReadyMade => {
  const number = `${isNegativeToo ? '(-)?' : ''}\\d+`;
  return pattern(`^${number}(?:${escaped(separator)}${number})*\\Z`, message, { isNamed: true, code });
};

// The same from Django 2.0 to 6.0, but for a message: what is made of another one is not called changed.
const ready: Readonly<Record<string, ReadyMade>> = {
  validate_email: { class: `${VALIDATORS}EmailValidator` },
  validate_domain_name: { class: `${VALIDATORS}DomainNameValidator` },
  validate_slug: pattern(
    '^[-a-zA-Z0-9_]+\\Z',
    'Enter a valid “slug” consisting of letters, numbers, underscores or hyphens.',
  ),
  validate_unicode_slug: pattern(
    '^[-\\w]+\\Z',
    'Enter a valid “slug” consisting of Unicode letters, numbers, underscores, or hyphens.',
  ),
  integer_validator: pattern('^-?\\d+\\Z', 'Enter a valid integer.', { isNamed: true }),
  validate_comma_separated_integer_list: integers(',', 'Enter only digits separated by commas.', false),
};

/** `int_list_validator(sep=":")`, where all it is handed is written out. */
const listValidator = ({ args, keywords }: CallValue): ReadyMade | undefined => {
  const given = (at: number, name: string, usual: Value): Value => args[at] ?? keywords.get(name) ?? usual;
  const [separator, isNegativeToo] = [given(0, 'sep', ','), given(3, 'allow_negative', false)];
  if (typeof separator !== 'string' || typeof isNegativeToo !== 'boolean') return undefined;
  return integers(separator, given(1, 'message', null), isNegativeToo, given(2, 'code', 'invalid'));
};

/** What a name or a call of Django's validators stands for. */
export const readyMade = (value: Value): ReadyMade | undefined => {
  if (isA(value, 'call')) return value.name === LIST ? listValidator(value) : undefined;
  const name = isA(value, 'reference') ? (nameOf(value) ?? '') : '';
  return name.startsWith(VALIDATORS) ? ready[name.slice(VALIDATORS.length)] : undefined;
};

/** Whether the object that a migration writes out is that one; undefined where only its words differ, or the way they are handed over. */
export const isMadeLike = (
  { name, args, keywords }: CallValue,
  made: ReadyMade,
  isSame: (left: Value, right: Value) => boolean | undefined,
): boolean | undefined => {
  if (name !== made.class) return name.startsWith(VALIDATORS) && name !== LIST ? false : undefined;
  if (made.pattern === undefined) return args.length === 0 && keywords.size === 0;
  const regex = args[0] ?? keywords.get('regex');
  const [text, ...flags] = isA(regex, 'call') && regex.name === 're.compile' ? regex.args : [regex];
  if (typeof text !== 'string') return undefined;
  if (text !== made.pattern) return false;
  if (flags.length > 0) return undefined;
  const [message, code] = made.isNamed ? [keywords.get('message'), keywords.get('code')] : args.slice(1);
  const size = made.isNamed ? 1 : 3;
  if (args.length !== size || keywords.size !== 3 - size || message === undefined || code === undefined)
    return undefined;
  return isSame(message, made.message ?? null) && isSame(code, made.code ?? null) ? true : undefined;
};
