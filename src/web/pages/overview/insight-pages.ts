import { errorLevels, everyLogFile, type InsightTitle, insightTitles } from '../../../contract/words.ts';

/** Where a figure of the overview is told in full; null leads nowhere. */
const pages: Readonly<Record<InsightTitle, string | null>> = {
  Project: 'runs?preset=check',
  'Pending migrations': 'migrations?show=attention',
  'Unmade changes': 'migrations?show=attention',
  'Migration conflicts': 'migrations?show=attention',
  'Migration problems': 'migrations',
  'Applied state': 'migrations',
  'Installed apps': 'migrations',
  // Those that are counted, and no others: without abstract ones and those of packages.
  'Own models': 'schema?third=hidden&abstract=0',
  'System check': 'runs?preset=check',
  'Errors in the last hour': `logs?level=${errorLevels.join()}&source=${everyLogFile}&since=1h`,
  Django: null,
  'Fixture problems': 'fixtures',
};

/** Undefined too for a title that this window does not know. */
export const pageOf = (title: string): string | null | undefined => {
  const known = insightTitles.find((each) => each === title);
  return known && pages[known];
};
