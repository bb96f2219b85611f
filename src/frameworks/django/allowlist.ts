/**
 * The `manage.py` commands that may run, word for word. `--settings`, `--pythonpath` and `-o/--output` stand nowhere, so nothing
 * can bring them in; a command that is read-only only with an option has that option in its prefix.
 */
import type { AllowedCommand } from '../framework.ts';

/** A Python name, in any script and letter case, as Django takes them for labels and models. */
const NAME = String.raw`[\p{XID_Start}_]\p{XID_Continue}{0,99}`;
const appLabel = new RegExp(`^${NAME}$`, 'u');
/** A migration's name, which is that of its file, or the beginning of it. */
const migrationName = /^\p{XID_Continue}[\p{XID_Continue}-]{0,199}$/u;
const modelLabel = new RegExp(`^${NAME}(\\.${NAME})?$`, 'u');
const databaseAlias = /^[a-z_][a-z0-9_]{0,62}$/;

/** Options that change how much is said, never what is done. */
const commonFlags = ['--no-color', '--traceback'];
const commonOptions = { '--verbosity': /^[0-3]$/ };
const databaseOptions = { ...commonOptions, '--database': databaseAlias };

const allow = (
  prefix: readonly string[],
  flags: readonly string[] = [],
  options: Readonly<Record<string, RegExp>> = {},
  positionals: readonly RegExp[] = [],
): AllowedCommand => ({
  prefix: ['manage.py', ...prefix],
  flags: [...commonFlags, ...flags],
  options: { ...commonOptions, ...options },
  positionals,
});

const showmigrationsFlags = ['--list', '--plan'];
const dumpdataFlags = ['--natural-foreign', '--natural-primary'];
const dumpdataOptions = {
  ...databaseOptions,
  '--indent': /^[0-8]$/,
  '--format': /^(json|jsonl|xml|yaml)$/,
  '--exclude': modelLabel,
};
const planning = ['makemigrations', '--check', '--dry-run'];

export const djangoAllowlist: readonly AllowedCommand[] = [
  allow(['check'], ['--deploy', '--list-tags'], {
    ...databaseOptions,
    '--tag': /^[a-z_]{1,50}$/,
    '--fail-level': /^(CRITICAL|ERROR|WARNING|INFO|DEBUG)$/,
  }),
  allow(['showmigrations'], showmigrationsFlags, databaseOptions),
  allow(['showmigrations'], showmigrationsFlags, databaseOptions, [appLabel]),
  allow(['migrate', '--plan'], [], databaseOptions),
  allow(['migrate', '--plan'], [], databaseOptions, [appLabel]),
  allow(planning),
  allow(planning, [], {}, [appLabel]),
  allow(['sqlmigrate'], ['--backwards'], databaseOptions, [appLabel, migrationName]),
  allow(['diffsettings'], ['--all']),
  allow(['inspectdb'], ['--include-views', '--include-partitions'], databaseOptions),
  allow(['dumpdata'], dumpdataFlags, dumpdataOptions),
  allow(['dumpdata'], dumpdataFlags, dumpdataOptions, [modelLabel]),
  allow(['version']),
];
