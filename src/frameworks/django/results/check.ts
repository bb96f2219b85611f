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
/** Before the first level; in front of it stands the exception where there are errors. */
const opening = /^(?:\S+: )?System check identified some issues:$/;
const summary = /^System check identified (no|\d+) issues?\s*\((\d+) silenced\)/;
// A point stands for every sign of a line, also for those that end one elsewhere: what cannot fail at its end is tried once, not from each place on.
/** Objects are `app.Model.field`, `?`, a name in brackets or a URL pattern; ids look like `fields.E120`. */
const withId = /^(.*?): \(([\w-]+(?:\.[\w-]+)*\.[A-Z]\d+|[\w.-]+)\) (.*)$/s;
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

/**
 * What a finding without an id begins with, as far as a line can tell it from one that goes on with a message or hint: a name, a name with a
 * dot, anything. Django says how many there are, and so which of them it was.
 */
const beginnings = [/^(?:\?|[\w.]+): /, /^(?:\?|\w+(?:\.\w+)+): /, /: /];

/** `count`: as Django says it; undefined where it did not come to that. */
type Findings = { findings: Finding[]; count: number | undefined; silenced: number };

const readFindings = (lines: readonly string[], beginning: RegExp): Findings => {
  const read: Findings = { findings: [], count: undefined, silenced: 0 };
  let level: Finding['level'] | undefined;
  let current: Finding | undefined;
  let blank = '';
  for (const line of lines) {
    const ended = summary.exec(line);
    if (opening.test(line)) {
      // What the project printed before is none of it.
      read.findings = [];
      level = undefined;
    } else if (ended) {
      read.count = ended[1] === 'no' ? 0 : Number(ended[1]);
      read.silenced = Number(ended[2]);
      level = undefined;
    } else if (Object.hasOwn(levels, line)) {
      level = levels[line];
      current = undefined;
    } else if (level !== undefined && line === '') {
      blank += '\n';
      continue;
    } else if (line.startsWith('\tHINT: ') && current) current.hint = line.slice('\tHINT: '.length);
    else if (level !== undefined && current && !withId.test(line) && !beginning.test(line)) {
      // A message or hint of several lines.
      if (current.hint === null) current.message += `\n${blank}${line}`;
      else current.hint += `\n${blank}${line}`;
    } else if (level !== undefined) {
      current = readFinding(line, level);
      read.findings.push(current);
    }
    blank = '';
  }
  return read;
};

export const parseCheck = (output: string): CheckResult | null => {
  const lines = output.split('\n');
  let found: Findings | undefined;
  for (const beginning of beginnings) {
    const read = readFindings(lines, beginning);
    found ??= read;
    if (read.findings.length !== read.count) continue;
    found = read;
    break;
  }
  if (found?.count === undefined) return null;
  return { kind: 'check', findings: found.count === 0 ? [] : found.findings, silenced: found.silenced };
};
