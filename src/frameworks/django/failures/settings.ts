/** Settings that need a variable, a driver or a server, or are not as Django wants them. */
import { at, noNetwork, type Rule } from './rule.ts';

/** Right whichever is missing: the list only names what is handed on, the values are those that the service was started with. */
const giveVariable = (name: string | undefined): string =>
  `name ${name} in the workspace's list of variables, and start the service with it set. A file of variables outside of the project's folder is not seen.`;

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
    when: /ImproperlyConfigured: (?:Set the (\w+) environment variable|.*\b([A-Z][A-Z0-9_]{2,})\b.*environ\w*)/,
    say: ([, first, second]) =>
      `The settings need the environment variable ${first ?? second}: ${giveVariable(first ?? second)}`,
  },
  {
    when: /(?:UndefinedValueError|decouple\.\w+): (\w+) not found/,
    say: ([, name]) => `The settings need the environment variable ${name}: ${giveVariable(name)}`,
  },
  {
    when: /^KeyError: '([A-Z][A-Z0-9_]+)'$/,
    say: ([, name]) => `The settings need ${name}, most likely an environment variable: ${giveVariable(name)}`,
  },
  {
    when: /ImproperlyConfigured: (.+)/,
    say: ([, text]) => `The project is not configured properly: ${text}`,
  },
  {
    when: /^(?:ConnectionRefusedError|ConnectionError|ConnectTimeout|gaierror|OSError: \[Errno 101\])\b.*/,
    say: ([text], where) => `The project could not reach a server: ${text}${at(where)}. ${noNetwork}`,
  },
];
