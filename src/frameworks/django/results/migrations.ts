/** `showmigrations`: a list under each app, or with `--plan` one line each in the order of applying. */
import type { RunResult } from '../../../contract/index.ts';

type MigrationsResult = Extract<RunResult, { kind: 'migrations' }>;
type Migration = MigrationsResult['apps'][number]['migrations'][number];

/** ` [X] 0001_initial`; `[-]` (Django 4.1) is a squashed migration whose parts are applied and which is not recorded yet. */
const listed = /^ \[([ X-])\] (\S+)(?: \((\d+) squashed migrations\))?/;
const planned = /^\[([ X-])\] {2}([^\s.]+)\.(\S+)/;
/** An app is a name in any script. */
const heading = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

const readMigration = (mark: string, name: string, squashed: string | undefined): Migration => ({
  name,
  applied: mark !== ' ',
  squashed: squashed === undefined ? null : Number(squashed),
});

export const parseMigrations = (output: string): MigrationsResult | null => {
  const apps: MigrationsResult['apps'] = [];
  const lines = output.split('\n');
  let current: Migration[] | undefined;
  const begin = (app: string): Migration[] => {
    const migrations: Migration[] = [];
    apps.push({ app, migrations });
    return migrations;
  };
  lines.forEach((line, index) => {
    const inList = listed.exec(line);
    const [, mark = ' ', app = '', name = ''] = planned.exec(line) ?? [];
    if (inList) current?.push(readMigration(inList[1] ?? ' ', inList[2] ?? '', inList[3]));
    else if (app !== '') {
      // The order is what a plan is asked for: an app that comes again stands there again.
      const last = apps.at(-1);
      const list = last?.app === app ? last.migrations : begin(app);
      list.push(readMigration(mark, name, undefined));
    } else if (heading.test(line) && /^ (?:\[[ X-]\] |\(no migrations\))/.test(lines[index + 1] ?? ''))
      current = begin(line);
    else if (line !== ' (no migrations)') current = undefined;
  });
  if (apps.length === 0 && !lines.some((line) => line.trim() === '(no migrations)')) return null;
  return { kind: 'migrations', apps };
};
