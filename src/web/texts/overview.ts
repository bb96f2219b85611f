export const overview = {
  insights: 'Insights',
  noInsights: 'No insights yet. They appear when the first scan has ended.',
  trend: (title: string, from: string, to: string) => `${title}: from ${from} to ${to} over the last scans`,
  since: (difference: string) => `${difference} since the scan before`,
  changes: { label: 'Since you last looked here,', to: 'to' },
  apps: {
    title: 'Apps',
    name: 'App',
    models: 'Models',
    pending: 'Pending',
    unknown: 'unknown',
    cut: 'Part of its text could not be read, so there may be more models than were found.',
    none: 'No app with models or migrations was found.',
  },
  scans: {
    title: 'Scans',
    none: 'No scan yet.',
    start: 'Start a scan',
    kinds: { schema: 'Schema', migrations: 'Migrations', logs: 'Logs', fixtures: 'Fixtures' },
  },
  runs: {
    title: 'Newest runs',
    none: 'Nothing has been run in this workspace.',
    start: 'Run a command',
    all: 'All runs',
  },
  log: {
    title: 'Log',
    none: 'No log lines. Log files that the settings name, or *.log below the project, appear here as they grow.',
    all: 'All logs',
  },
  docs: { title: 'Documentation', none: 'No documentation links.' },
  facts: {
    copyPath: 'Copy the path',
    none: 'No interpreter',
    django: 'Django',
  },
};
