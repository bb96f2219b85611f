/** The zone that a project's logs are written in: Django puts TIME_ZONE in force for its whole process. */
import { openFolder } from '../../../folder/folder.ts';
import type { ReadingInput } from '../../framework.ts';
import { readSettings } from '../project/settings.ts';
import { openPackages } from '../world/search-path.ts';
import { createWorld } from '../world/world.ts';

/** Logs are looked at every second while a site is used; its settings are read anew at most this often. */
const keepMs = 60_000;

const known = new Map<string, { zone: string | null; until: number }>();

/** Django's own default, in force when settings say nothing. */
const djangoDefault = 'America/Chicago';

const readZone = (input: ReadingInput): string | null => {
  const folder = openFolder(input.root);
  const { sitePackages, pythonVersion, djangoVersion } = input;
  const packages = openPackages(sitePackages);
  const world = createWorld({ folder, packages, pythonVersion, djangoVersion, problems: [] });
  const settings = readSettings(world, folder, []);
  if (settings.module === null || !settings.resolved) return null;
  const zone = settings.values.get('TIME_ZONE');
  if (zone === undefined) return djangoDefault;
  return typeof zone === 'string' ? zone : null;
};

/** null: that of this machine, where the settings do not tell. */
export const timeZoneOf = (input: ReadingInput): string | null => {
  const now = performance.now();
  const before = known.get(input.root);
  if (before && before.until > now) return before.zone;
  const zone = readZone(input);
  known.set(input.root, { zone, until: now + keepMs });
  return zone;
};
