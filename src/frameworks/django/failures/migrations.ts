/** Migrations that do not fit together. */
import type { Rule } from './rule.ts';

export const migrationRules: readonly Rule[] = [
  {
    when: /CommandError: Conflicting migrations detected; .*: \((.+)\)\.$/,
    say: ([, names]) => `There are conflicting migrations (${names}): run makemigrations --merge in the project.`,
  },
  {
    when: /NodeNotFoundError: Migration (\S+) dependencies reference nonexistent parent node \('([^']+)', '([^']+)'\)/,
    say: ([, name, app, missing]) =>
      `The migration ${name} depends on ${app}.${missing}, which is not there: its file is gone, or another version of ${app} is installed.`,
  },
  {
    when: /^KeyError: (.+)$/,
    say: ([, key], { file }) =>
      file !== undefined && /\/django\/db\/migrations\/(?:state|operations\/\w+)\.py$/.test(file)
        ? `A migration changes ${key}, which the migrations before it do not make.`
        : undefined,
  },
  {
    when: /CircularDependencyError: (.+)/,
    say: ([, names]) => `Migrations depend on each other in a circle: ${names}.`,
  },
  {
    when: /InconsistentMigrationHistory: (.+)/,
    say: ([, text]) => `The record of the database does not fit the files of the migrations: ${text}`,
  },
];
