/** Django, as the rest of the house knows it. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { djangoAllowlist } from './allowlist.ts';
import { explainFailure } from './failures.ts';
import { readFixtures } from './fixtures/read-fixtures.ts';
import { readLogs } from './logs/read-logs.ts';
import { djangoPresets } from './presets.ts';
import { parseProbe } from './probe/parse-probe.ts';
import { look, read } from './read.ts';
import { parseResult } from './results/index.ts';
import { versionSupport } from './support.ts';

/** Documentation of the version's own series; `stable` where the version is not known or has none of its own. */
const documentationUrl = (version: string | null, path: string): string => {
  const series = /^(\d+)\.(\d+)/.exec(version ?? '')?.[0];
  return `https://docs.djangoproject.com/en/${series ?? 'stable'}/${path}`;
};

export const django: Framework = {
  name: 'django',
  marker: 'manage.py',
  presets: djangoPresets,
  allowlist: djangoAllowlist,
  probeScript: join(import.meta.dirname, 'probe/probe.py'),
  documentationUrl,
  versionSupport,
  look: async (input) => look(input),
  read: async (input) => read(input),
  readFixtures: async (input, models) => readFixtures(input, models),
  readLogs: async (input, logFiles, position) => readLogs(input, logFiles, position),
  parseProbe,
  parseResult,
  explainFailure,
};
