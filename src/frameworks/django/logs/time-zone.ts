/** The zone that a project's logs are written in: Django puts TIME_ZONE in force for its whole process. */
import type { ReadingInput } from '../../framework.ts';
import { createRecorder, type Recorder } from '../project/recorder.ts';
import { readSettings } from '../project/settings/settings.ts';
import { openPackages } from '../world/modules/search-path.ts';
import { createWorld } from '../world/world.ts';

/**
 * Logs are looked at every second while a site is used. Its settings are read anew when a file changed that they rest on, which costs a few
 * stats a time; where that cannot be told, at most this often.
 */
const keepMs = 60_000;

/** `recorder`: null where it cannot tell whether anything changed. */
type Known = { zone: string | null; recorder: Recorder | null; readAt: number };

const known = new Map<string, Known>();

/** Django's own default, in force when settings say nothing. */
const djangoDefault = 'America/Chicago';

const readZone = (input: ReadingInput, { open }: Recorder): string | null => {
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
  if (settings.module === null || !settings.resolved) return null;
  const zone = settings.values.get('TIME_ZONE');
  if (zone === undefined) return world.areSettingsWhole ? djangoDefault : null;
  return typeof zone === 'string' ? zone : null;
};

const isStale = ({ recorder, readAt }: Known): boolean => {
  if (recorder === null) return performance.now() - readAt >= keepMs;
  const { texts, more } = recorder.findChanges();
  return more || texts.length > 0;
};

/** null: that of this machine, where the settings do not tell. */
export const timeZoneOf = (input: ReadingInput): string | null => {
  const before = known.get(input.root);
  if (before && !isStale(before)) return before.zone;
  const recorder = createRecorder();
  const zone = readZone(input, recorder);
  // One that tells of a change right away cannot tell, or a file was edited this very moment.
  const { texts, more } = recorder.findChanges();
  const readAt = texts.length > 0 ? Number.NEGATIVE_INFINITY : performance.now();
  known.set(input.root, { zone, recorder: more || texts.length > 0 ? null : recorder, readAt });
  return zone;
};
