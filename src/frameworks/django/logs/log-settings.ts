/** What a project's settings say of its logs: the zone of their times, since Django puts TIME_ZONE in force for its whole process, and their formats. */
import { type DictValue, isA, type Value } from '../../../python/index.ts';
import type { ReadingInput } from '../../framework.ts';
import type { Settings } from '../project/project.ts';
import { createRecorder, type Recorder } from '../project/recorder.ts';
import { readSettings } from '../project/settings/settings.ts';
import { openPackages } from '../world/modules/search-path.ts';
import { createWorld } from '../world/world.ts';
import { type ReadWritten, readWrittenBy, type WrittenFormat } from './lines/written-format.ts';

/**
 * Logs are looked at every second while a site is used. Its settings are read anew when a file changed that they rest on, which costs a few
 * stats a time; where that cannot be told, at most this often.
 */
const keepMs = 60_000;

/** `timeZone`: null means that of this machine. */
export type LogSettings = { timeZone: string | null; formats: readonly ReadWritten[] };

/** `recorder`: null where it cannot tell whether anything changed. */
type Known = { settings: LogSettings; recorder: Recorder | null; readAt: number };

const known = new Map<string, Known>();

/** What workers of Celery write, and tasks in them. */
const celerySettings = [
  'WORKER_LOG_FORMAT',
  'WORKER_TASK_LOG_FORMAT',
  'CELERYD_LOG_FORMAT',
  'CELERYD_TASK_LOG_FORMAT',
].flatMap((name) => [name, `CELERY_${name}`]);
/** Each is tried on every line. */
const formatsLimit = 20;

/** Django's own default, in force when settings say nothing. */
const djangoDefault = 'America/Chicago';

const zoneOf = (values: Settings['values'], areWhole: boolean): string | null => {
  const zone = values.get('TIME_ZONE');
  if (zone === undefined) return areWhole ? djangoDefault : null;
  return typeof zone === 'string' ? zone : null;
};

const textAt = ({ entries }: DictValue, ...keys: string[]): string | undefined =>
  keys.map((key) => entries.get(key)).find((value) => typeof value === 'string' && value !== '') as string | undefined;

/** A class of somebody's may call what it is given as its own `__init__` does. */
const formatOf = (formatter: Value): WrittenFormat | undefined => {
  if (!isA(formatter, 'dict')) return undefined;
  const format = textAt(formatter, 'format', 'fmt');
  if (format === undefined) return undefined;
  return { format, datefmt: textAt(formatter, 'datefmt') ?? null, style: textAt(formatter, 'style') ?? '%' };
};

/** Those that tell more are tried first: of one that begins with what another is whole, both may read a line. */
const formatsOf = (values: Settings['values']): ReadWritten[] => {
  const logging = values.get('LOGGING');
  const [formatters, configured] = ['formatters', 'loggers'].map((key) =>
    isA(logging, 'dict') ? logging.entries.get(key) : undefined,
  );
  const loggers = new Set(isA(configured, 'dict') ? [...configured.entries.keys()].map(String) : []);
  const named = isA(formatters, 'dict') ? [...formatters.entries.values()].flatMap((each) => formatOf(each) ?? []) : [];
  const celery = celerySettings.flatMap((name) => {
    const format = values.get(name);
    return typeof format === 'string' ? { format, datefmt: null, style: '%' } : [];
  });
  return [...named, ...celery]
    .slice(0, formatsLimit)
    .sort((a, b) => b.format.length - a.format.length)
    .flatMap((written) => readWrittenBy(written, loggers) ?? []);
};

const readLogSettings = (input: ReadingInput, { open }: Recorder): LogSettings => {
  const folder = open(input.root);
  const { sitePackages, pythonVersion, djangoVersion } = input;
  const packages = openPackages(sitePackages, open);
  const world = createWorld({
    folder,
    packages,
    pythonVersion,
    pythonFit: 'one',
    djangoVersion,
    isDjangoExact: djangoVersion !== null,
    problems: [],
  });
  const settings = readSettings(world, folder, []);
  if (settings.module === null || !settings.resolved) return { timeZone: null, formats: [] };
  const { values } = settings;
  return { timeZone: zoneOf(values, world.areSettingsWhole), formats: formatsOf(values) };
};

const isStale = ({ recorder, readAt }: Known): boolean => {
  if (recorder === null) return performance.now() - readAt >= keepMs;
  const { texts, more } = recorder.findChanges();
  return more || texts.length > 0;
};

export const logSettingsOf = (input: ReadingInput): LogSettings => {
  const before = known.get(input.root);
  if (before && !isStale(before)) return before.settings;
  const recorder = createRecorder();
  const settings = readLogSettings(input, recorder);
  // One that tells of a change right away cannot tell, or a file was edited this very moment.
  const { texts, more } = recorder.findChanges();
  const readAt = texts.length > 0 ? Number.NEGATIVE_INFINITY : performance.now();
  known.set(input.root, { settings, recorder: more || texts.length > 0 ? null : recorder, readAt });
  return settings;
};
