/** `check`: findings under a heading for each level, each `object: (id) message` with an indented hint. */
import type { RunResult } from '../../../contract/index.ts';

type CheckResult = Extract<RunResult, { kind: 'check' }>;
type Finding = CheckResult['findings'][number];

const levels: Record<string, Finding['level']> = {
  'CRITICALS:': 'critical',
  'ERRORS:': 'error',
  'WARNINGS:': 'warning',
  'INFOS:': 'info',
  'DEBUGS:': 'debug',
};
const summary = /^System check identified (?:no issues|\d+ issues?|some issues)\s*(?:\((\d+) silenced\))?/;
// A point stands for every sign of a line, also for those that end one elsewhere: what cannot fail at its end is tried once, not from each place on.
/** Objects are `app.Model.field`, `?`, a name in brackets or a URL pattern; ids look like `fields.E120`. */
const withId = /^(.*?): \(([\w-]+(?:\.[\w-]+)*\.[A-Z]\d+|[\w.-]+)\) (.*)$/s;
const beginsFinding = /^(?:\?|[\w.]+): /;
const withoutId = /^(\?|[\w.<>'"/ -]+?): (.+)$/s;

const readFinding = (line: string, level: Finding['level']): Finding => {
  const match = withId.exec(line);
  if (match) {
    const [, object = '', id = '', message = ''] = match;
    return { level, id, message, hint: null, object: object === '?' ? null : object };
  }
  const [, object = '?', message = line] = withoutId.exec(line) ?? [];
  return { level, id: null, message, hint: null, object: object === '?' ? null : object };
};

export const parseCheck = (output: string): CheckResult | null => {
  const findings: Finding[] = [];
  let level: Finding['level'] | undefined;
  let silenced: number | undefined;
  let current: Finding | undefined;
  for (const line of output.split('\n')) {
    const found = summary.exec(line);
    if (found) {
      if (found[1] !== undefined) silenced = Number(found[1]);
      level = undefined;
    } else if (Object.hasOwn(levels, line)) level = levels[line];
    else if (level === undefined || line === '') current = line === '' ? undefined : current;
    else if (line.startsWith('\tHINT: ') && current) current.hint = line.slice('\tHINT: '.length);
    else if (current && !withId.test(line) && !beginsFinding.test(line)) {
      // A message or hint of several lines.
      if (current.hint === null) current.message += `\n${line}`;
      else current.hint += `\n${line}`;
    } else {
      current = readFinding(line, level);
      findings.push(current);
    }
  }
  return silenced === undefined ? null : { kind: 'check', findings, silenced };
};
