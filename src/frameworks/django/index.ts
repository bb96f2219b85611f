/** Django, as the rest of the house knows it. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { djangoAllowlist } from './allowlist.ts';
import { explainHang } from './failures/hang.ts';
import { explainFailure } from './failures/index.ts';
import { djangoPresets } from './presets.ts';
import { parseResult } from './results/index.ts';
import { versionSupport } from './support.ts';

/** Documentation of the version's own series, of a range that of the lowest; `stable` where the version is not known or has none of its own. */
const documentationUrl = (version: string | null, path: string): string => {
  const series = /^[^\d<]*(\d+\.\d+)/.exec(version ?? '')?.[1];
  return `https://docs.djangoproject.com/en/${series ?? 'stable'}/${path}`;
};

export const django: Framework = {
  name: 'django',
  marker: 'manage.py',
  presets: djangoPresets,
  allowlist: djangoAllowlist,
  probeScript: join(import.meta.dirname, 'probe/probe.py'),
  parseDatabases: async (root, output) => (await import('./probe/parse-probe.ts')).parseDatabases(root, output),
  documentationUrl,
  versionSupport,
  // Readers are loaded by the processes that read: the service itself starts without them.
  prepare: async () => {
    await import('./read.ts');
  },
  look: async (input) => (await import('./read.ts')).look(input),
  read: async (input) => (await import('./read.ts')).read(input),
  readFixtures: async (input, models) => (await import('./fixtures/read-fixtures.ts')).readFixtures(input, models),
  readMark: async (root, file) => (await import('./database.ts')).readMark(root, file),
  readLogs: async (input, logFiles, position) =>
    (await import('./logs/read-logs.ts')).readLogs(input, logFiles, position),
  parseResult,
  explainFailure,
  explainHang,
};
