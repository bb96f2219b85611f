/**
 * Why a command failed, in one or two sentences that a person can act on. Read from its output: the last exception of a
 * traceback rather than "exit code 1".
 */

/** Right whichever is missing: the list only names what is handed on, the values are those that the service was started with. */
const giveVariable = (name: string | undefined): string =>
  `name ${name} in the workspace's list of variables, and start the service with it set.`;

type Rule = { when: RegExp; say: (match: RegExpExecArray) => string };

/** What is behind an exception line that everybody meets sooner or later. */
const known: Rule[] = [
  {
    when: /(?:OperationalError|CommandError: .*): no such table: (\S+)/,
    say: ([, table]) =>
      table === 'django_migrations' || table === 'django_session'
        ? 'The database has no tables yet: run migrate in the project first.'
        : `The table ${table} does not exist: run migrate in the project first.`,
  },
  {
    when: /(?:OperationalError|CommandError: .*): no such column: (\S+)/,
    say: ([, column]) =>
      `The column ${column} does not exist: run migrate in the project first, after makemigrations if no migration adds it yet.`,
  },
  {
    when: /OperationalError: unable to open database file/,
    say: () => 'The database file does not exist yet or cannot be opened: run migrate in the project first.',
  },
  {
    when: /OperationalError: database is locked/,
    say: () => 'The database is locked by another program, most likely the running app. Try again when it is idle.',
  },
  {
    when: /OperationalError: attempt to write a readonly database/,
    say: () => 'The command tried to write to the database, which is read-only here.',
  },
  {
    when: /DatabaseError: (?:file is not a database|database disk image is malformed)/,
    say: () => 'The database file is damaged or is not an SQLite database.',
  },
  {
    when: /OperationalError:.*(?:could not connect|connection to server|Connection refused|Can't connect|could not translate host|Network is unreachable|Name or service not known|Temporary failure in name resolution)/,
    say: () =>
      'The database server could not be reached. Commands have no network unless it is allowed for this workspace; if it is, check that the server runs.',
  },
  {
    when: /OperationalError:.*(?:password authentication failed|Access denied for user)/,
    say: () => 'The database server refused the user name or password of the settings.',
  },
  {
    when: /ModuleNotFoundError: No module named '(django)'|ImportError: Couldn't import Django/,
    say: () =>
      "Django is not installed for the workspace's interpreter: install the project's requirements, or choose another interpreter.",
  },
  {
    when: /ModuleNotFoundError: No module named '([^']+)'/,
    say: ([, name]) =>
      `The module "${name}" is not installed for the workspace's interpreter: install the project's requirements, or choose another interpreter.`,
  },
  {
    when: /ImproperlyConfigured: Error loading (\S+)(?: or \S+)? module/,
    say: ([, name]) => `The database driver ${name} is not installed for the workspace's interpreter.`,
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
    when: /django\.core\.exceptions\.ImproperlyConfigured: (.+)/,
    say: ([, text]) => `The settings are not complete: ${text}`,
  },
  {
    when: /^(SyntaxError|IndentationError|TabError): (.+)/,
    say: ([, name, text]) => `The project's code cannot be read: ${name}: ${text}`,
  },
];

const maxLength = 500;
const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

/** What stands behind the last part of the class name. */
const bareName = (line: string): string => line.replace(/^(?:[A-Za-z_]\w*\.)+(?=[A-Z]\w*(?::|$))/, '');

const findTraceback = (lines: readonly string[]): number =>
  lines.findLastIndex((line) => line.startsWith('Traceback (most recent call last)'));

/** Frames are indented; the first line that is not is the exception. */
const findLastException = (lines: readonly string[]): string | undefined => {
  const start = findTraceback(lines);
  const at = start < 0 ? -1 : lines.findIndex((line, index) => index > start && /^\S/.test(line));
  if (at < 0) return undefined;
  const first = lines[at] as string;
  if (!first.endsWith(':')) return first;
  // The message stands on the lines after it.
  return [first, ...lines.slice(at + 1, at + 3).filter((line) => line !== '')].join(' ');
};

/** Where in the project it happened: the last place that is not an installed package. */
const findPlace = (lines: readonly string[]): string | undefined => {
  const places = lines.map((line) => /^ {2}File "([^"]+)", line (\d+)/.exec(line)).filter((match) => match !== null);
  const own = places.findLast(([, file = '']) => !/(site|dist)-packages\/|\/lib\/python3|^<|manage\.py$/.test(file));
  return own ? `${(own[1] ?? '').split('/').slice(-2).join('/')}, line ${own[2]}` : undefined;
};

const explainKnown = (line: string): string | undefined => {
  for (const { when, say } of known) {
    const match = when.exec(line) ?? when.exec(bareName(line));
    if (match) return say(match);
  }
  return undefined;
};

const explainException = (lines: readonly string[]): string | undefined => {
  const exception = findLastException(lines);
  if (!exception) return undefined;
  const told = explainKnown(exception);
  if (told) return told;
  const place = findPlace(lines);
  return place ? `${bareName(exception)} (${place})` : bareName(exception);
};

const explainChecks = (lines: readonly string[]): string | undefined => {
  const found = lines.some((line) => /^(?:\S+\.)?SystemCheckError: System check identified some issues/.test(line));
  if (!found) return undefined;
  const at = lines.findIndex((line) => line === 'ERRORS:' || line === 'CRITICALS:');
  const first = at < 0 ? undefined : lines[at + 1];
  const count = lines.map((line) => /^System check identified (\d+ issues?)/.exec(line)?.[1]).findLast(Boolean);
  return `The system check found ${count ?? 'issues'}.${first ? ` The first: ${first}` : ''}`;
};

/** At the start of a line, or right behind what dumpdata had printed of its JSON or XML: that does not end its line. */
const commandError = /(?:^(?:\S+\.)?|[[\]{}>,])(CommandError: .*)$/;

const explainCommandError = (lines: readonly string[]): string | undefined => {
  const at = lines.findLastIndex((line) => commandError.test(line));
  if (at < 0 || at < findTraceback(lines)) return undefined;
  const line = commandError.exec(lines[at] as string)?.[1] as string;
  return explainKnown(line) ?? line.replace('CommandError: ', '');
};

const explainChanges = (lines: readonly string[]): string | undefined => {
  const apps = lines.map((line) => /^Migrations for '([^']+)'/.exec(line)?.[1]).filter((app) => app !== undefined);
  if (apps.length === 0) return undefined;
  return `The models of ${apps.join(', ')} have changes that no migration holds yet: run makemigrations in the project.`;
};

const explainUsage = (lines: readonly string[]): string | undefined =>
  lines.findLast((line) => /^Unknown command: |^No installed app with label |^\S*manage\.py .*: error: /.test(line));

export const explainFailure = (output: string, exitCode: number): string | null => {
  if (exitCode === 0) return null;
  const lines = output.split('\n').map((line) => line.trimEnd());
  for (const explain of [explainChecks, explainCommandError, explainException, explainChanges, explainUsage]) {
    const text = explain(lines);
    if (text) return shorten(text);
  }
  return null;
};

/** An exception that was told by itself, in one line and in words to act on where it is a known one. */
export const explainError = (error: string): string => {
  const line = error.trim().replace(/\s+/g, ' ');
  return shorten(explainKnown(line) ?? line);
};
