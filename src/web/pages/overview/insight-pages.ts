/** Where a figure of the overview is told in full. One that is not listed leads nowhere. */
const pages: Readonly<Record<string, string>> = {
  Project: 'runs?preset=check',
  'Pending migrations': 'migrations?show=attention',
  'Unmade changes': 'migrations?show=attention',
  'Migration conflicts': 'migrations?show=attention',
  'Migration problems': 'migrations',
  'Applied state': 'migrations',
  'Installed apps': 'migrations',
  'Own models': 'schema',
  'System check': 'runs?preset=check',
  'Errors in the last hour': 'logs?level=error',
  'Fixture problems': 'fixtures',
};

export const pageOf = (title: string): string | undefined => pages[title];
