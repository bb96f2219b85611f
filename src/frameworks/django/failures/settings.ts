/** Settings that need a variable, a driver or a server, or are not as Django wants them. */
import { at, noNetwork, type Rule } from './rule.ts';

/** Right whichever is missing: the list only names what is handed on, the values are those that the service was started with. */
const giveVariable = (name: string | undefined): string =>
  `name ${name} in the workspace's list of variables, and start the service with it set. A file of variables outside of the project's folder is not seen.`;

const name = String.raw`['"]?\b([A-Z][A-Z0-9_]{2,})\b['"]?`;
/** An environment may as well be that of production, and a word in capitals a setting: only these say of a name that it is a variable. */
const variables = [
  `[Ee]nvironment variables?:? ${name}`,
  `${name} (?:[a-z]+ ){0,4}environment variable`,
  String.raw`${name} .{0,60}\b(?:in|from|of) (?:the |your )?environment\b(?! [A-Z])`,
  String.raw`\bos\.environ\b.{0,40} ${name}`,
  String.raw`${name} .{0,40}\bos\.environ\b`,
].map((pattern) => new RegExp(pattern));

const variableIn = (text: string): string | undefined => {
  for (const pattern of variables) {
    const match = pattern.exec(text);
    if (match) return match[1];
  }
  return undefined;
};

export const settingsRules: readonly Rule[] = [
  {
    when: /ImproperlyConfigured: Error loading (\S+(?: or \S+)?) module/,
    say: ([, name]) =>
      `The database driver ${name} is not installed for the workspace's interpreter: install it there, or choose another interpreter.`,
  },
  {
    // Before what names a variable: Django says which setting it happened to ask for first.
    when: /ImproperlyConfigured: Requested settings?\b.*settings are not configured/,
    say: () =>
      `No settings module is named: manage.py sets no DJANGO_SETTINGS_MODULE. Set it there; or ${giveVariable('DJANGO_SETTINGS_MODULE')}`,
  },
  {
    when: /ImproperlyConfigured: (?:Set the (\w+) environment variable)?(.*)/,
    say: ([, set, text = '']) => {
      const needed = set ?? variableIn(text);
      return needed && `The settings need the environment variable ${needed}: ${giveVariable(needed)}`;
    },
  },
  {
    when: /(?:UndefinedValueError|decouple\.\w+): (\w+) not found/,
    say: ([, name]) => `The settings need the environment variable ${name}: ${giveVariable(name)}`,
  },
  {
    when: /^KeyError: '(\w+)'$/,
    say: ([, key], where) =>
      where.isVariable ? `The environment variable ${key} is asked for${at(where)}: ${giveVariable(key)}` : undefined,
  },
  {
    // Told by itself: nobody knows where it was looked up.
    when: /^KeyError: '([A-Z][A-Z0-9_]+)'$/,
    say: ([, key], { file }) =>
      file === undefined
        ? `The settings need ${key}, most likely an environment variable: ${giveVariable(key)}`
        : undefined,
  },
  {
    when: /ImproperlyConfigured: (.+)/,
    say: ([, text]) => `The project is not configured properly: ${text}`,
  },
  {
    when: /^\w+: (.+)/,
    say: ([line, text = ''], where) => {
      const needed = variableIn(text);
      return needed && `${line.replace(/\.$/, '')}${at(where)}. For a run to have it, ${giveVariable(needed)}`;
    },
  },
  {
    when: /^(?:ConnectionRefusedError|ConnectionError|ConnectTimeout|gaierror|OSError: \[Errno 101\])\b.*/,
    say: ([text], where) => `The project could not reach a server: ${text}${at(where)}. ${noNetwork}`,
  },
];
