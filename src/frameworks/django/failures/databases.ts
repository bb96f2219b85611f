/** Databases that are not there, cannot be reached, or do not have what is asked for. */
import type { Rule } from './rule.ts';
import { noNetwork } from './rule.ts';

const error = '(?:OperationalError|ProgrammingError|DatabaseError|InternalError|CommandError)\\b.*';
const told = (words: string): RegExp => new RegExp(error + words);

const migrateFirst = 'run migrate in the project first';

export const databaseRules: readonly Rule[] = [
  {
    when: told(`(?:no such table: (\\S+)|relation "([^"]+)" does not exist|Table '([^']+)' doesn't exist)`),
    say: ([, first, second, third]) => {
      const table = first ?? second ?? third;
      return table === 'django_migrations' || table === 'django_session'
        ? `The database has no tables yet: ${migrateFirst}.`
        : `The table ${table} does not exist: ${migrateFirst}; one of an unmanaged model has to be made by hand.`;
    },
  },
  {
    when: told(`(?:no such column: (\\S+)|[Cc]olumn "?([^\\s"]+)"? does not exist|Unknown column '([^']+)')`),
    say: ([, first, second, third]) =>
      `The column ${first ?? second ?? third} does not exist: ${migrateFirst}, after makemigrations if no migration adds it yet.`,
  },
  {
    // All that is left of the error where rows are read one by one, as dumpdata does.
    when: told('cursor "_django_curs_\\w+" does not exist'),
    say: () =>
      `A table or column that the models name is missing in the database: ${migrateFirst}; a table of an unmanaged model has to be made by hand. Behind a pooler in transaction mode it needs DISABLE_SERVER_SIDE_CURSORS instead.`,
  },
  {
    when: told('unable to open database file'),
    say: () =>
      `The database file does not exist yet or cannot be opened: ${migrateFirst}, which makes no folder for it.`,
  },
  {
    when: told('database is locked'),
    say: () => 'The database is locked by another program, most likely the running app. Try again when it is idle.',
  },
  {
    when: told('(?:attempt to write a readonly database|cannot execute [A-Z ]+ in a read-only transaction)'),
    say: () => 'The command tried to write to the database, which is read-only here.',
  },
  {
    when: told('(?:file is not a database|database disk image is malformed)'),
    say: () => 'The database file is damaged or is not an SQLite database.',
  },
  {
    when: told('permission denied for (?:table|relation|view|schema|sequence) (\\S+)'),
    say: ([, name]) =>
      `The user of the settings may not read ${name} in the database: grant it that, or choose another user.`,
  },
  // Before what could not be reached: a server that refuses names itself in the same words.
  {
    when: told(
      '(?:password authentication failed|no password supplied|Peer authentication failed|no pg_hba\\.conf entry|role "[^"]+" does not exist|Access denied for user)',
    ),
    say: () => 'The database server refused the user name or password of the settings.',
  },
  {
    when: told(`(?:database "([^"]+)" does not exist|Unknown database '([^']+)')`),
    say: ([, first, second]) =>
      `The database server has no database ${first ?? second}: make it, or correct the settings.`,
  },
  // It answers: that is no matter of the network.
  {
    when: told(
      '(?:failed: (?:FATAL: +)?((?:sorry, |the database system is|remaining connection|too many|server does not support|SSL error|root certificate).*)|\\(1040, .(Too many connections))',
    ),
    say: ([, first, second]) => `The database server let nobody in: ${first ?? second}.`,
  },
  {
    when: told(`(?:on socket "([^"]+)" failed|through socket '([^']+)')`),
    say: ([, first = '', second]) => {
      const socket = second ?? first;
      if (/^\/(?:var\/)?run\/(?:postgresql|mysqld)\/[^/]+$/.test(socket)) return undefined;
      return `The socket of the database server, ${socket}, cannot be reached by commands: they see those in /run/postgresql and /run/mysqld where the network is allowed, and reach a server over TCP where the settings name its host, as 127.0.0.1.`;
    },
  },
  {
    when: told(
      "(?:could not connect|connection to server|connection is bad|Connection refused|Can't connect|could not translate host|failed to resolve host|Network is unreachable|Name or service not known|Temporary failure in name resolution|connection timeout expired)",
    ),
    say: () => `The database server could not be reached. ${noNetwork}`,
  },
];
