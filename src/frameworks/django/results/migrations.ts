/** `showmigrations`: a list under each app, or with `--plan` one line each in the order of applying. */
import type { RunResult } from '../../../contract/index.ts';

type MigrationsResult = Extract<RunResult, { kind: 'migrations' }>;
type Migration = MigrationsResult['apps'][number]['migrations'][number];

/** ` [X] 0001_initial`; `[-]` (Django 4.1) is a squashed migration whose parts are applied and which is not recorded yet. */
const listed = /^ \[([ X-])\] (\S+)(?: \((\d+) squashed migrations\))?/;
const planned = /^\[([ X-])\] {2}([^\s.]+)\.(\S+)/;
const heading = /^[A-Za-z_]\w*$/;

const readMigration = (mark: string, name: string, squashed: string | undefined): Migration => ({
  name,
  applied: mark !== ' ',
  squashed: squashed === undefined ? null : Number(squashed),
});

export const parseMigrations = (output: string): MigrationsResult | null => {
  const apps = new Map<string, Migration[]>();
  const lines = output.split('\n');
  let current: Migration[] | undefined;
  const of = (app: string): Migration[] => {
    const list = apps.get(app) ?? [];
    apps.set(app, list);
    return list;
  };
  lines.forEach((line, index) => {
    const inList = listed.exec(line);
    const inPlan = planned.exec(line);
    if (inList) current?.push(readMigration(inList[1] ?? ' ', inList[2] ?? '', inList[3]));
    else if (inPlan) of(inPlan[2] ?? '').push(readMigration(inPlan[1] ?? ' ', inPlan[3] ?? '', undefined));
    else if (heading.test(line) && /^ (?:\[[ X-]\] |\(no migrations\))/.test(lines[index + 1] ?? ''))
      current = of(line);
    else if (line !== ' (no migrations)') current = undefined;
  });
  if (apps.size === 0 && !lines.some((line) => line.trim() === '(no migrations)')) return null;
  return { kind: 'migrations', apps: [...apps].map(([app, migrations]) => ({ app, migrations })) };
};
