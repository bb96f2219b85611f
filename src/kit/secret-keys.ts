/** Which names hold a secret. Wide on purpose: a masked time-out costs a look at the settings, a shown password costs more. */

const secretParts = [
  'secret',
  'passw(?:or)?d',
  'passphrase',
  'passcode',
  'bearer$',
  '(?:^|_)pass(?:_|$)',
  '_pwd$',
  'token',
  'api[_-]?key',
  'access[_-]?key',
  'account[_-]?key',
  'auth[_-]?key',
  'private[_-]?key',
  'signing[_-]?key',
  'encryption[_-]?key',
  'credential',
  '(?:^|_)dsn(?:_|$)',
  'signature',
  'connection_?string',
  '^(?:http_)?(?:set-)?cookie$',
  'session_data',
  '(?:^|-|^j)sessionid$',
  '^phpsessid$',
  '^(?:http_|proxy-)?authorization$',
];
const secretName = new RegExp(secretParts.join('|'), 'i');
/** A setting that ends in KEY; in lower case that is a primary key or a dictionary's. And what numbers are hidden with. */
const upperKey = /^[A-Z0-9_]*_(?:KEYS?|SALT)$/;
/** Names that speak about secrets and hold none. */
const harmless =
  /(?:validators?|hashers?|timeout|lifetime|_age|_name|_url|_path|_file|_length|_days|_hours|_minutes|_class(?:es)?|_backends?|_field|_form|_serializer|_model|_view|_prefix|_algorithm|_expir\w*|_reset_timeout_days|error|exception|warning)$|public|primary_key|foreign_key|csrf_token_required/i;

/** `InvalidToken: …` is the class of an error, with what it says. */
const errorClass = /^(?:Bad|Expired|Invalid|Missing)[A-Z][a-z]/;

export const isSecretKey = (name: string): boolean =>
  (secretName.test(name) || upperKey.test(name)) && !harmless.test(name) && !errorClass.test(name);

/**
 * Names that hold a secret in a line of text, going by the value: `Pwd=` of a connection string, but not the folder of a shell; a code
 * that is sent to a user; the signature of an address, but not the number of a signal; a user and a password, but not whatever else is called
 * auth; the key of a session, but not the code that asks for it. As a setting they are something else.
 */
const shortNames: Readonly<Record<string, RegExp>> = {
  pwd: /^=\s?["']?(?![/~$.%]|[A-Za-z]:[\\/]|pwd\b)[^\s"']/,
  pw: /^=\s?["']?[^\s"'/~$.%]/,
  otp: /^[=:]\s?["']?[A-Za-z]?\d{4}/,
  totp: /^[=:]\s?["']?[A-Za-z]?\d{4}/,
  otp_code: /^[=:]\s?["']?[A-Za-z]?\d{4}/,
  sig: /^=["']?[\w%+/-]{8}/,
  auth: /^=\(\s?["']|^:\s?["'](?=[a-z+/]{0,16}[A-Z0-9])[\w+/]{12}/,
  session_key: /^[=:]\s?["']?[a-z0-9]{14}/i,
  session_id: /^[=:]\s?["']?(?=[a-z]{0,31}\d)[a-z0-9]{32}/i,
  session: /^[=:]\s?["']?(?=[a-z]{0,31}\d)[a-z0-9]{32}/i,
};
const longestShortName = 'session_key'.length;

/** `rest`: from the sign behind the name. */
export const isSecretInText = (name: string, rest: string): boolean =>
  isSecretKey(name) ||
  (name.length <= longestShortName &&
    Object.hasOwn(shortNames, name.toLowerCase()) &&
    (shortNames[name.toLowerCase()]?.test(rest) ?? false));

// Shorter values are words like "x" or "dev": masking those would eat harmless text.
const minSecret = 4;

/** So are words that fields, apps and programs are called by; developers like them for passwords. */
const everydayWord =
  /^(?:none|true|false|null|password|passwd|secret|token|user|username|name|email|root|admin|guest|test|default|django|postgres|mysql|redis)$/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What of a value must not be shown: all of it where its name is that of a secret, and a password in an address under any name. */
export const secretsIn = (value: string, isSecret: boolean): string[] => {
  const password = /^[\w+.-]+:\/\/[^:@/\s]*:([^/\s]+)@/.exec(value)?.[1] ?? '';
  // As it is written there, and as the project has it.
  const found = [...(isSecret ? [value] : []), password, decoded(password)];
  return found.filter((text) => text.length >= minSecret && !everydayWord.test(text));
};

/** A cheap look whether a line can hold anything that the rules of keys, or of commands, would find. */
export const mayHoldSecretKey =
  /sec(?:ret|urity code)|passw|passphrase|passcode|pass\b|pass_|pwd|pw=|otp|sig=|auth(?:=\(|["']:)|token|key|credential|dsn|signature|connection|cookie|session(?:_data|_?id|["']?[=:])|sessid|_salt|authorization|curl|mysql|mariadb|(?:redis|valkey)-cli|mongo|(?:docker|podman) login/i;
