/** The closed lists of words of the contract, as plain lists: a schema is made of each in its resource's file. */
export const scanKinds = ['schema', 'migrations', 'logs', 'fixtures'] as const;
export const scanStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/** Of a scan or a run that has not ended. */
export const isOpen = (status: string): boolean => status === 'pending' || status === 'queued' || status === 'running';
/** A full page of runs may have more behind it: ask again with `before=<id of the last>`. */
export const runsPerPage = 50;
/** Why a run was cancelled where somebody just wanted it to end. */
export const plainCancel = 'The run was cancelled.';
/** Why a run did not succeed, where that says more than its status does. */
export const reasonBeside = (error: string | null | undefined): string | null =>
  error === plainCancel ? null : (error ?? null);
/** What may be given in place of something that was refused, in the sentence that leads up to it. */
export const withChoices = (lead: string, choices: readonly string[]): string => `${lead}: ${choices.join(', ')}.`;
/** The same for whoever shows each of them by itself below. */
export const withoutChoices = (words: string, choices: readonly string[]): string =>
  choices.length === 0 ? words : words.replace(withChoices('', choices), ':');
/** The time of day before each line of a run's log. */
export const lineTime = /^\[\d\d:\d\d:\d\d\] ?/;
/** The log of a run breaks a longer line into pieces of so many bytes, less the rest of a character. */
export const maxLogLineBytes = 16 * 1024;
/** The status is asked for every second or two: fifty lines of the longest kind had 800 KB. */
const excerptLength = 1000;
/** A line as the status has it. Where it is cut it says so; the stream of the logs has the whole. */
export const excerptOf = (message: string): string => {
  if (message.length <= excerptLength) return message;
  // Not in the middle of a character of two units.
  const start = message.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, '');
  return `${start} … (${message.length - start.length} more characters in the logs)`;
};
export const logLevels = ['debug', 'info', 'warning', 'error', 'critical'] as const;
/** From this level on a line counts as an error. */
export const errorLevels = ['error', 'critical'] as const satisfies readonly (typeof logLevels)[number][];
/** The source of our own events among the log lines. */
export const ownSource = 'inspector';
/** Asked for as the source of log lines: what the project wrote, without our own events. */
export const everyLogFile = '*';
/** Every title that an insight may have, in the order of the dashboard. */
export const insightTitles = [
  'Project',
  'Pending migrations',
  'Unmade changes',
  'Migration conflicts',
  'Migration problems',
  'Applied state',
  'Installed apps',
  'Own models',
  'System check',
  'Errors in the last hour',
  'Django',
  'Fixture problems',
] as const;
export type InsightTitle = (typeof insightTitles)[number];
