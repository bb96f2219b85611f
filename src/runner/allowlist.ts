/**
 * Says whether a command line is one of the allowed ones, token by token. Never by text prefix: `manage.py` itself accepts
 * abbreviated options (`--sett=evil`, `-oF`), so whatever is not listed word for word is refused.
 */
import type { AllowlistEntry, AllowlistVerdict } from './runner.ts';

const maxTokens = 32;
const maxTokenLength = 200;
/** Printable ASCII without space: zero-width and control characters have no way in. */
const plainToken = /^[\x21-\x7e]+$/;
/** Letters, digits and marks of any script, which names of a project may have. */
const nameToken = /^[\p{XID_Continue}.]+$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Words of other scripts fit no command and no option, which are listed letter by letter, only a pattern that asks for names. Plain letters in
 * another dress (`ｃｈｅｃｋ`) fit nothing.
 */
const isWord = (token: string): boolean =>
  plainToken.test(token) || (nameToken.test(token) && !invisible.test(token) && token.normalize('NFKC') === token);

const refuse = (reason: string): AllowlistVerdict => ({ allowed: false, reason });

/** The whole token, whatever flags or missing anchors the pattern has. */
const fits = (pattern: RegExp, token: string): boolean => {
  const match = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).exec(token);
  return match !== null && match[0] === token;
};

const findUnfitToken = (argv: readonly string[]): string | undefined => {
  if (argv.length === 0) return 'The command is empty.';
  if (argv.length > maxTokens) return `The command has more than ${maxTokens} words.`;
  for (const token of argv) {
    if (typeof token !== 'string' || !isWord(token)) {
      return 'The command holds an empty word, a space, a control character or a character that stands in no name.';
    }
    if (token.length > maxTokenLength) return `A word of the command is longer than ${maxTokenLength} characters.`;
  }
  return undefined;
};

/** Why the tokens after the prefix do not fit the entry; undefined when they do. */
const findMisfit = (entry: AllowlistEntry, rest: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  let position = 0;
  for (let index = 0; index < rest.length; index += 1) {
    const token = rest[index] as string;
    const isOption = Object.hasOwn(entry.options, token);
    if (isOption || entry.flags.includes(token)) {
      if (seen.has(token)) return `"${token}" stands there twice.`;
      seen.add(token);
      if (!isOption) continue;
      index += 1;
      const value = rest[index];
      if (value === undefined) return `"${token}" needs a value.`;
      if (value.startsWith('-') || !fits(entry.options[token] as RegExp, value)) {
        return `"${value}" is not allowed as the value of "${token}".`;
      }
      continue;
    }
    if (token.startsWith('-')) return `The option "${token}" is not allowed here.`;
    const pattern = entry.positionals[position];
    if (!pattern || !fits(pattern, token)) return `"${token}" is not allowed here.`;
    position += 1;
  }
  return position < entry.positionals.length ? 'A parameter is missing.' : undefined;
};

export const checkAllowlist = (argv: readonly string[], allowlist: readonly AllowlistEntry[]): AllowlistVerdict => {
  const unfit = findUnfitToken(argv);
  if (unfit) return refuse(unfit);
  const candidates = allowlist
    .filter((entry) => entry.prefix.length > 0 && entry.prefix.every((token, index) => argv[index] === token))
    .sort((left, right) => right.prefix.length - left.prefix.length);
  let reason: string | undefined;
  for (const entry of candidates) {
    const misfit = findMisfit(entry, argv.slice(entry.prefix.length));
    if (!misfit) return { allowed: true, safePrefix: entry.prefix.join(' ') };
    reason ??= misfit;
  }
  const known = [...new Set(allowlist.map(({ prefix }) => prefix.join(' ')))].join(', ');
  return refuse(reason ?? `"${argv.slice(0, 2).join(' ')}" is not an allowed command. These are: ${known}.`);
};
