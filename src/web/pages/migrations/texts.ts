/** Every word of the migrations page, in one place for translation. */
import type { Migration } from '../../../contract/index.ts';
import { common } from '../../texts/common.ts';

const { plural: count } = common;

export const texts = {
  title: 'Migrations',
  source: {
    static: 'Read from the source text',
    live: 'Applied state asked from the project',
    database: 'Applied state read from the database',
    unknown: 'Applied state unknown',
  },
  database: (name: string) => `Database ${name}`,
  sum: {
    clean: 'All migrations are applied and the models have no unmade changes.',
    tables: (value: number) => `The database has the ${count(value, 'table', 'tables')} that they need.`,
    differ: 'Tables differ from the models',
    unclear:
      'All migrations are applied. Whether the models have unmade changes could not be decided everywhere: see the notes above.',
    closed: 'No migration was found that is not applied, but not all could be read: see the problems above.',
    unknown: 'What is applied is not known: every migration counts as pending.',
    pending: (value: number, apps: number) =>
      `${count(value, 'pending migration', 'pending migrations')} in ${count(apps, 'app', 'apps')}`,
    atLeast: (words: string) => `At least ${words}`,
    maybePending: (value: number, apps: number) =>
      `${count(value, 'migration', 'migrations')} in ${count(apps, 'app', 'apps')} may be pending`,
    conflict: (value: number) => `${count(value, 'app', 'apps')} in conflict`,
    unmade: (value: number) => count(value, 'unmade change', 'unmade changes'),
    missing: (value: number) => count(value, 'applied file missing', 'applied files missing'),
  },
  empty: {
    title: 'No migrations were found',
    hint: 'The apps that could be read have none. When makemigrations has made some in the project, they appear here by themselves.',
    problems: 'Perhaps because something could not be read: see the problems above.',
    calm: 'No app needs attention',
    seemsCalm: 'No app is known to need attention',
    foreign: 'None of these apps belongs to the project',
    filtered: 'No app matches',
    filteredHint: 'Try a shorter word, or show all apps.',
    reset: 'Show all apps',
  },
  search: 'Find an app or migration',
  show: { label: 'Show', all: 'All apps', attention: 'Needs attention', own: 'Own apps' },
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  maybePending: 'May be pending',
  state: common.migrationState satisfies Record<Migration['state'], string>,
  app: {
    none: 'No migrations',
    pending: (value: number) => `${value} pending`,
    maybePending: (value: number) => `${value} may be pending`,
    conflict: 'Conflict',
    unmade: (value: number) => `${value} unmade`,
    missing: (value: number) => `${value} missing`,
    thirdParty: 'Third-party',
    after: 'Needs',
    before: 'Needed by',
    timeline: (app: string) => `Migrations of ${app}`,
  },
  conflictHint: (ends: number) =>
    `${ends} migrations have no successor. Run makemigrations --merge in the project to join them.`,
  end: 'End of a branch',
  squashes: (value: number) => `squashes ${value}`,
  needs: (name: string) => `needs ${name}`,
  unmade: (value: number) => count(value, 'change without a migration', 'changes without a migration'),
  commands: {
    migrate: 'python manage.py migrate',
    makemigrations: 'python manage.py makemigrations',
    merge: 'python manage.py makemigrations --merge',
  },
  copy: (command: string) => `Copy ${command}`,
  earlier: (value: number) => `Show ${count(value, 'earlier migration', 'earlier migrations')}`,
  pendingHint: (value: number) => `Run migrate in the project to apply ${value === 1 ? 'it' : 'them'}.`,
  differHint: 'Their migrations are recorded as applied: see the problems above.',
  unmadeHint: 'Run makemigrations in the project.',
  stuckHint: 'Django makes and applies no migration until the problems above are gone.',
  sql: {
    next: (app: string, name: string) => `Show SQL of ${app} ${name}`,
    own: 'Show its SQL',
    only: (app: string, name: string) => `SQL can be shown for the next pending migration, ${app} ${name}.`,
  },
  panel: {
    label: (name: string) => `Details of ${name}`,
    close: 'Close details',
    gone: 'This migration is not there any more.',
    operations: 'Operations',
    noOperations: 'No operations: it only joins or orders others.',
    noFile:
      'The database has recorded it, but its file is not in the project: what it did cannot be read. Perhaps the file is on another branch, or was deleted.',
    dependencies: 'Needs',
    dependents: 'Needed by',
    runBefore: 'Has to run before',
    replaces: 'Squashes',
    replacedBy: 'Squashed into',
    lost: 'not found',
  },
};
