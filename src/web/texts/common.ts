const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const common = {
  product: 'Workspace Inspector',
  plural,
  /** What was found, and at which of them one is: 0 before one went to the first. */
  matches: (at: number, count: number): string =>
    count === 0
      ? 'No match'
      : at === 0
        ? plural(count, 'match', 'matches')
        : `${at.toLocaleString()} of ${count.toLocaleString()}`,
  actions: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied: the browser does not allow it here',
    retry: 'Try again',
    save: 'Save',
    remove: 'Remove',
    add: 'Add',
    search: 'Search',
  },
  errors: {
    unknown: 'The service answered with an error it did not explain.',
    unreachable: 'The service is not reachable. It may have been stopped: start it again with the command inspector.',
    foreign:
      'The answer is not one that this window understands: something in between, a proxy perhaps, gave it, or the service is of another version now. Load the page again.',
    perhapsDone: 'Whether what you asked for was done is not known.',
    status: (status: number) => `The service answered with status ${status}.`,
    title: 'This could not be loaded',
    forbidden: 'Your user may look but not change this. Ask an administrator of this service.',
    crashed: 'This page ran into an error of its own',
    crashedHint: 'Nothing in your project was touched. Load the page again; if it comes back, please report it.',
    reload: 'Load again',
  },
  times: {
    now: 'just now',
    never: 'never',
    unknown: 'unknown',
    seconds: (seconds: number) => (seconds < 10 ? `${seconds.toFixed(2)} s` : `${seconds.toFixed(1)} s`),
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },
  status: {
    queued: 'Queued',
    pending: 'Waiting',
    running: 'Running',
    succeeded: 'Succeeded',
    completed: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  migrationState: { applied: 'Applied', pending: 'Pending', file_missing: 'File missing', squashed: 'Squashed' },
  level: { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error', critical: 'Critical' },
  problems: {
    /** Notes are no problems: the figures of the overview leave them out, too. */
    title: (count: number, notes: number) =>
      [count > 0 || notes === 0 ? plural(count, 'problem') : '', notes > 0 ? plural(notes, 'note') : '']
        .filter(Boolean)
        .join(', '),
    rest: (count: number) => `Show ${count.toLocaleString()} more`,
  },
  files: {
    line: (file: string, line: number | null) => (line === null ? file : `${file}:${line}`),
    copy: 'Copy file and line',
    open: (file: string, editor: string) => `Open ${file} in ${editor}`,
    editor: 'Open files in',
    noEditor: 'No editor',
  },
  scanned: {
    reading: 'Being read for the first time',
    readingHint: 'This takes seconds, of a large project a minute. The page fills by itself.',
    failed: 'Not read yet: the first scan failed',
    appsUnknown: 'Which apps are installed is not known, so what they hold is not known either.',
    appsProblems: 'See why',
  },
};
