/** `makemigrations --check --dry-run`: for each app the migrations it would write and what they hold. */
import type { RunResult } from '../../../contract/index.ts';

type ChangesResult = Extract<RunResult, { kind: 'changes' }>;
type Changes = ChangesResult['apps'][number];

const heading = /^Migrations for '([^']+)':$/;
/** A point stands for every sign of a line: what follows is then tried once, not from each place on. */
const file = /^ {2}(\S.*\.py)(?::.*)?$/s;
/** `- Add field …` up to Django 5.0, `+ Add`, `~ Alter`, `- Remove`, `s`, `p` since. */
const change = /^ {4}(?:[-+~ps?]|\W) (.+)$/;

export const parseChanges = (output: string): ChangesResult | null => {
  const apps: Changes[] = [];
  let app: string | undefined;
  let current: Changes | undefined;
  let understood = false;
  for (const line of output.split('\n')) {
    const named = heading.exec(line);
    const written = file.exec(line);
    const made = change.exec(line);
    if (/^No changes detected/.test(line)) understood = true;
    else if (named) {
      app = named[1];
      current = undefined;
      understood = true;
    } else if (app !== undefined && written) {
      current = { app, migration: (written[1] ?? '').replace(/^.*\//, '').replace(/\.py$/, ''), changes: [] };
      apps.push(current);
    } else if (current && made) current.changes.push(made[1] ?? '');
  }
  return understood ? { kind: 'changes', apps } : null;
};
