/** What each of the dashboard's figures says. One that is not known says so and why: it must not look like a 0. */
import type { Insight, RunResult } from '../../contract/index.ts';
import type { InsightTitle } from '../../contract/words.ts';
import { plural } from '../../kit/numbers.ts';
import type { FixturesReading, ModelsDigest, Reading } from '../../scanner/scanner.ts';
import type { Context } from '../context.ts';

/** `note`: said in place of a difference. `isHidden`: kept for the trend and the next difference alone. */
export type Figure = { title: InsightTitle; value: string; note?: string; isHidden?: boolean };

export const unknown = 'unknown';

/** None was found, in apps that are only those that could be found. */
const countOf = (title: InsightTitle, count: number, { appsProblem }: ModelsDigest): Figure =>
  count === 0 && appsProblem !== null
    ? { title, value: unknown, note: 'Which apps are installed is not known.' }
    : { title, value: String(count) };

/** Why the project was not asked stands with the project itself. */
const withoutCause = (note: string, { provenance }: ModelsDigest): string =>
  provenance.note === null ? note : note.replace(provenance.note, '').replace(/\s+\.?\s+/, ' ');

const pendingMigrations = (reading: Reading): Figure => {
  const { pending, closedApps } = reading.counts;
  const figure = countOf('Pending migrations', pending, reading);
  if (closedApps === 0 || figure.value === unknown) return figure;
  const note = `The migrations of ${plural(closedApps, 'app')} cannot be read.`;
  return { ...figure, value: pending === 0 ? unknown : `${pending}+`, note };
};

const unmadeChanges = (reading: Reading): Figure => {
  const { unmade, closedApps } = reading.counts;
  const unclear = reading.counts.unclear + closedApps;
  const figure = countOf('Unmade changes', unmade, reading);
  if (unmade > 0 || unclear === 0 || figure.value === unknown) return figure;
  return {
    ...figure,
    value: unknown,
    note: `None was found, but not all could be compared in ${plural(unclear, 'app')}.`,
  };
};

export const migrationFigures = (reading: Reading): Figure[] => {
  const { counts, applied } = reading;
  // Of a database in which nothing was ever applied.
  const untouched = applied.source === 'database' && applied.note !== null ? { note: applied.note } : {};
  const figures: Figure[] = [
    { ...untouched, ...pendingMigrations(reading) },
    unmadeChanges(reading),
    countOf('Migration conflicts', counts.conflicts, reading),
    // Nobody asks for none of them; but two that come after none are not the same as two before.
    {
      title: 'Migration problems',
      value: String(counts.migrationProblems),
      isHidden: counts.migrationProblems === 0,
    },
  ];
  if (applied.source === 'unknown')
    figures.push({
      title: 'Applied state',
      value: unknown,
      note: withoutCause(applied.note ?? 'Every migration counts as pending.', reading),
    });
  // An older answer of the project stands, because it could not be asked again.
  if (applied.source === 'live' && applied.note !== null)
    figures.push({ title: 'Applied state', value: 'not renewed', note: applied.note });
  return figures;
};

const installedApps = ({ counts: { installedApps, shownApps }, appsProblem }: ModelsDigest): Figure => {
  const title = 'Installed apps';
  if (appsProblem === null) {
    const others = installedApps === shownApps ? {} : { note: `${shownApps} with models or migrations` };
    return { title, value: String(installedApps), ...others };
  }
  const found = shownApps === 1 ? 'The one that was found is shown.' : `The ${shownApps} that were found are shown.`;
  return { title, value: unknown, note: `${appsProblem} ${shownApps === 0 ? 'None was found.' : found}` };
};

export const ownModels = (models: ModelsDigest): Figure => {
  const { counts, modelsProblem } = models;
  const figure = countOf('Own models', counts.ownModels, models);
  if (modelsProblem === null || figure.value === unknown) return figure;
  return { ...figure, value: counts.ownModels === 0 ? unknown : `${counts.ownModels}+`, note: modelsProblem };
};

export const schemaFigures = (context: Context, models: ModelsDigest): Figure[] => {
  const { djangoVersion } = models;
  const support = context.framework.versionSupport(djangoVersion, new Date(context.clock.now()));
  return [
    installedApps(models),
    ownModels(models),
    { title: 'Django', value: djangoVersion ?? unknown, note: support },
  ];
};

/** Begins the cause where the project was started; there are others why it was not. */
const refusal = /^The project (does not start|did not answer): /;

/** That a project does not start hides behind figures that look complete, so it is one of them. */
export const startFigures = ({ provenance: { source, note } }: ModelsDigest): Figure[] => {
  if (source === 'live' || note === null) return [];
  const [, words] = refusal.exec(note) ?? [];
  const isRefused = words !== undefined && words !== 'did not answer';
  const cause = note.replace(refusal, '').replace(/[^.!?]$/, '$&.');
  const where = isRefused ? ' Run the system check for the whole of it.' : '';
  return [
    {
      title: 'Project',
      value: isRefused ? 'does not start' : (words ?? 'not asked'),
      note: `${cause} What is shown comes from its text.${where}`,
    },
  ];
};

const fromBefore = 'From before the last change: ';

/** As long as it was not asked about the text that is there now: what it said of another one may be mended. */
export const startFiguresBefore = (shown: readonly Insight[]): Figure[] =>
  shown.map(({ title, value, delta = '' }) => ({
    title: title as InsightTitle,
    value,
    note: value === 'not asked' || delta.startsWith(fromBefore) ? delta : fromBefore + delta,
  }));

/** A check that failed on its way says nothing of what an earlier one found. */
export const checkFigures = (result: RunResult | null): Figure[] => {
  const title = 'System check';
  if (result?.kind !== 'check') return [{ title, value: unknown, note: 'The last one did not come to its findings.' }];
  const serious = result.findings.filter((finding) => finding.level === 'error' || finding.level === 'critical').length;
  const value = serious > 0 ? plural(serious, 'error') : plural(result.findings.length, 'finding');
  return [{ title, value: result.findings.length === 0 ? 'no findings' : value }];
};

export const fixtureFigures = ({ problems, unclear, foldersProblem }: FixturesReading): Figure[] => {
  const title = 'Fixture problems';
  const note =
    unclear > 0 ? `Whether all models of ${plural(unclear, 'fixture')} exist cannot be told.` : foldersProblem;
  return problems > 0 || note === null ? [{ title, value: String(problems) }] : [{ title, value: unknown, note }];
};

export const noLogFile = 'No log file was found.';

/**
 * `count` ends with a + where not every line of the hour was counted. `files`: log files of the project. A project that writes none may
 * have had any number of errors.
 */
export const errorFigures = (count: string, files: number): Figure[] => {
  const title = 'Errors in the last hour';
  if (count === '0' && files === 0) return [{ title, value: unknown, note: noLogFile }];
  if (!count.endsWith('+')) return [{ title, value: count }];
  return [{ title, value: count === '0+' ? unknown : count, note: 'The hour had more lines than are read and kept.' }];
};
