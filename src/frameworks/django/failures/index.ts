/**
 * Why a command failed, in one or two sentences that a person can act on. Read from its output: the last exception of a
 * traceback rather than "exit code 1".
 */
import { codeRules } from './code.ts';
import { databaseRules } from './databases.ts';
import { migrationRules } from './migrations.ts';
import { at, type Rule, type Where } from './rule.ts';
import { sandboxRules } from './sandbox.ts';
import { settingsRules } from './settings.ts';
import {
  fileOf,
  isOfEnvironment,
  linesOf,
  packageOf,
  placeOf,
  readTracebacks,
  rootOf,
  shortLine,
  type Traceback,
} from './traceback.ts';

const known: readonly Rule[] = [...databaseRules, ...migrationRules, ...codeRules, ...settingsRules, ...sandboxRules];

const maxLength = 500;
const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

/** What stands behind the last part of the class name. */
const bareName = (line: string): string => line.replace(/^(?:[A-Za-z_]\w*\.)+(?=[A-Za-z]\w*(?::|$))/, '');

const explainKnown = (line: string, where: Where = {}): string | undefined => {
  const bare = bareName(line);
  for (const { when, say } of known) {
    const match = when.exec(bare);
    const said = match ? say(match, where) : undefined;
    if (said !== undefined) return said;
  }
  return undefined;
};

/** The names that stand alone on their lines in pydantic's message: each with what is wrong with it, indented, below. */
const explainFields = ({ exception, after }: Traceback): string | undefined => {
  const made = /ValidationError: \d+ validation errors? for (\w+)$/.exec(exception)?.[1];
  if (made === undefined) return undefined;
  const names = after.filter((line, at) => /^\S/.test(line) && /^ {2}\S/.test(after[at + 1] ?? ''));
  const first = after
    .find((line) => line.startsWith('  '))
    ?.trim()
    .replace(/ \[type=.*/, '');
  return `${made} cannot be made of the variables that a run has: ${names.join(', ')}: ${first}. Name what it needs in the workspace's list of variables, and start the service with it set.`;
};

const emptyFolder =
  'The folder of a log file has to be there, writable and not a hidden one; a run has an empty one in its place.';

const explainTraceback = (traceback: Traceback, cause: Traceback | undefined, root: string | undefined): string => {
  const { exception } = traceback;
  const [place, said] = [placeOf(traceback, root), bareName(exception)];
  // manage.py says so of whatever stands in the way of Django; and what a part of LOGGING lacks is told by the exception before.
  if (cause && /^ImportError: Couldn't import Django/.test(said)) return explainTraceback(cause, undefined, root);
  if (cause && /^ValueError: Unable to configure /.test(said)) {
    const isFile = /\[Errno (?:2|13|30)\]/.test(cause.exception);
    const why = isFile ? `${bareName(cause.exception)}. ${emptyFolder}` : explainTraceback(cause, undefined, root);
    return `LOGGING: ${said.replace('ValueError: ', '')}: ${why}`;
  }
  const backend = /^ImproperlyConfigured: '(\S+)' isn't an available database backend/.exec(said)?.[1];
  if (cause && backend)
    return `The database backend ${backend} cannot be loaded: ${explainTraceback(cause, undefined, root)}`;
  const isVariable = isOfEnvironment(traceback);
  const where = { isVariable, place, package: packageOf(traceback), root, file: fileOf(traceback) };
  return explainKnown(exception, where) ?? explainFields(traceback) ?? `${said}${at(where)}`;
};

const explainException = (lines: readonly string[], known?: string): string | undefined => {
  const tracebacks = readTracebacks(lines);
  const root = rootOf(tracebacks, known);
  const last = tracebacks.at(-1);
  if (!last) return undefined;
  const before = tracebacks.at(-2);
  // What another process of the project failed for is printed before the one that waited for it.
  if (before && last.exception === 'EOFError' && fileOf(last)?.endsWith('/multiprocessing/connection.py'))
    return explainTraceback(before, undefined, root);
  if (/^EOFError\b/.test(last.exception)) {
    const question = last.before === '' ? '' : `: ${last.before}`;
    return `The command asks something, and in a run nobody can answer${question}${/[?!.]$/.test(question) ? '' : '.'} Run it in the project itself.`;
  }
  return explainTraceback(last, before, root);
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
const commandError = /(?:^(?:\S+\.)?|[[\]{}>,])(CommandError: .*)$/s;

const explainCommandError = (lines: readonly string[]): string | undefined => {
  const at = lines.findLastIndex((line) => commandError.test(line));
  const traceback = lines.findLastIndex((line) => line.endsWith('Traceback (most recent call last):'));
  if (at < 0 || at < traceback) return undefined;
  const line = commandError.exec(lines[at] as string)?.[1] as string;
  return explainKnown(line) ?? line.replace('CommandError: ', '');
};

const explainChanges = (lines: readonly string[]): string | undefined => {
  const apps = lines.map((line) => /^Migrations for '([^']+)'/.exec(line)?.[1]).filter((app) => app !== undefined);
  if (apps.length === 0) return undefined;
  return `The models of ${apps.join(', ')} have changes that no migration holds yet: run makemigrations in the project.`;
};

const unreadable = /: can't open file '\S*manage\.py': \[Errno 13\] Permission denied$/;

const explainUsage = (lines: readonly string[]): string | undefined =>
  lines.some((line) => unreadable.test(line))
    ? 'manage.py may not be read in a run, which has none of the rights of root: its permissions, or those of its folders, forbid it.'
    : lines.findLast((line) =>
        /^Unknown command: |^No installed app with label |^\S*manage\.py .*: error: /.test(line),
      );

const explainRest = (lines: readonly string[]): string | undefined =>
  explainChecks(lines) ?? explainChanges(lines) ?? explainUsage(lines);

/** `root`: the folder of the project. */
export const explainFailure = (output: string, exitCode: number, root?: string): string | null => {
  if (exitCode === 0) return null;
  const lines = linesOf(output);
  // A project may print an exception and live on: what came after it was not for that.
  const printed = lines.findLastIndex((line) => line.endsWith('Traceback (most recent call last):'));
  const after = printed < 0 ? undefined : explainRest(lines.slice(printed));
  if (after) return shorten(after);
  for (const explain of [explainChecks, explainCommandError, explainException, explainChanges, explainUsage]) {
    const text = explain(lines, root);
    if (text) return shorten(text);
  }
  return null;
};

/** An exception that was told by itself, in one line and in words to act on where it is a known one. */
export const explainError = (error: string): string => {
  const line = shortLine(error.trim().replace(/\s+/g, ' '));
  return shorten(explainKnown(line) ?? line);
};
