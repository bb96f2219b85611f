/**
 * One scan from `running` to its end: pending → running → completed or failed. A failed one keeps the last good result and says why. One that the end of the
 * service cuts short goes back to pending.
 */
import type { ScanKind } from '../../contract/index.ts';
import type { LogPosition } from '../../frameworks/framework.ts';
import { messageOf } from '../../kit/errors.ts';
import { plural, withThousands } from '../../kit/numbers.ts';
import type { FoundInterpreter, InterpreterFinding } from '../../runner/runner.ts';
import type { ModelsDigest, Reading, ScanInput } from '../../scanner/scanner.ts';
import type { StoredScan } from '../../store/queries/scans.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context } from '../context.ts';
import { untilStored } from '../until-stored.ts';
import { workspaceProblem } from '../workspaces/paths.ts';
import { keepAnswered, keepRecorded } from './databases.ts';
import { startFigures } from './figures.ts';
import { markStartInsights, renewInsights, renewLogInsights } from './insights.ts';
import { keepNewestLines } from './kept-lines.ts';
import { forgetWorkspace, memoryOf } from './memory.ts';
import { addOwnLogLine } from './own-log.ts';
import { probeProject } from './probe.ts';
import { findWatchedInterpreter, knownProject, rememberProject, scanInput, secretsOf } from './project.ts';
import { publishApps, publishFixtures, publishModels, publishNodes, publishReading, save } from './publish.ts';
import { requestScansSurely } from './request.ts';

/** Of each kind. */
const scansKept = 50;
/** Of a scan that asks the project too, reading its text is this part. */
const staticPart = 0.6;

type Work = {
  context: Context;
  scan: StoredScan;
  workspace: StoredWorkspace;
  finding: InterpreterFinding;
  found: FoundInterpreter | null;
};

export const claimScanOf =
  (...kinds: ScanKind[]) =>
  async (context: Context, busy: readonly number[]): Promise<StoredScan | undefined> => {
    for (;;) {
      const scan = await context.store.scans.nextPending(kinds, busy);
      if (!scan) return undefined;
      const claimed = { status: 'running', summary: 'Reading' } as const;
      if (await context.store.soon.scans.transition(scan.id, 'pending', claimed)) {
        context.board.touch(scan.workspace_id, 'scans');
        return { ...scan, ...claimed };
      }
    }
  };

const hasResult = async ({ store }: Context, { workspace_id, kind }: StoredScan): Promise<boolean> =>
  (kind === 'logs'
    ? await store.readings.find(workspace_id, 'log_position')
    : await store.documents.find(workspace_id, kind)) !== undefined;

const failureOf = async (context: Context, scan: StoredScan, error: unknown) => {
  const words = `Failed: ${messageOf(error).replace(/[.!?]?$/, '.')}`;
  const isKept = await hasResult(context, scan).catch(() => false);
  return { status: 'failed' as const, summary: isKept ? `${words} The last good result is kept.` : words };
};

/** A project is read hundreds of times a day: what each time is the same would push its own lines out of sight. */
const isNews = (
  { kind }: StoredScan,
  { status, summary }: Pick<StoredScan, 'status' | 'summary'>,
  before: StoredScan | undefined,
): boolean => (kind !== 'logs' || status === 'failed') && (before?.status !== status || before.summary !== summary);

/** Its workspace was removed while it was read, and all that was kept of it went with it. */
const isGone = async ({ store }: Context, { workspace_id }: StoredScan): Promise<boolean> =>
  (await store.workspaces.findById(workspace_id).catch(() => null)) === undefined;

/** Whether it waits again, for the next service or command: it was cut short by the end of this one, which is no fault of the project's. */
const waitsAgain = async ({ isStopping, store }: Context, { id, workspace_id, kind }: StoredScan): Promise<boolean> => {
  if (!isStopping) return false;
  // One that waits already stands for it.
  if (await store.scans.findPending(workspace_id, kind)) return store.soon.scans.remove(id);
  return store.soon.scans.transition(id, 'running', { status: 'pending', progress: 0, summary: 'Waiting' });
};

/** Never throws. */
export const executeScan = async (context: Context, scan: StoredScan): Promise<void> => {
  const ending = await attempt(context, scan)
    .catch((error: unknown) => {
      if (error instanceof MovedAway) return 'The workspace was moved meanwhile: its new folder is read next';
      throw error;
    })
    .then(
      (summary) => ({ status: 'completed' as const, summary }),
      (error: unknown) => failureOf(context, scan, error),
    );
  try {
    if (ending.status === 'failed' && (await waitsAgain(context, scan))) return;
    let before: StoredScan | undefined;
    const store = async (): Promise<void> => {
      before = await context.store.scans.lastEnded(scan.workspace_id, scan.kind);
      const ended = { ...ending, progress: 100, ended_at: context.clock.now() };
      await context.store.soon.scans.transition(scan.id, 'running', ended);
    };
    await untilStored(context, { scan: scan.id }, store, () => context.isStopping);
    if (isNews(scan, ending, before))
      await addOwnLogLine(
        context,
        scan.workspace_id,
        ending.status === 'failed' ? 'error' : 'info',
        `Scan of ${scan.kind}: ${ending.summary}`,
      );
    await context.store.soon.scans.removeOlder(scan.workspace_id, scan.kind, scansKept);
  } catch (error) {
    if (!(await isGone(context, scan))) context.log.error({ err: error, scan: scan.id }, 'end of a scan not stored');
  }
  // What it found, secrets among it, it may have kept after the workspace was forgotten.
  if (await isGone(context, scan)) forgetWorkspace(context, scan.workspace_id);
  context.board.touch(scan.workspace_id, 'scans');
};

/** The workspace has another folder since: what was read of this one is nobody's. A scan of the new one was asked for with the move. */
class MovedAway extends Error {}

/**
 * A folder that goes while it is read, by a move or with its share, was read in part, and one that the workspace left is not its own any more:
 * that is asked before anything of a reading is shown.
 */
const needFolder = async (context: Context, workspace: StoredWorkspace): Promise<void> => {
  const now = await context.store.workspaces.findById(workspace.id);
  if (now && now.path !== workspace.path) throw new MovedAway();
  const problem = await workspaceProblem(context, workspace);
  if (problem) throw new Error(problem);
};

const attempt = async (context: Context, scan: StoredScan): Promise<string> => {
  const workspace = await context.store.workspaces.findById(scan.workspace_id);
  if (!workspace) throw new Error('The workspace was removed.');
  // What is edited after it was read is then noticed.
  await context.whenWatched(workspace);
  await needFolder(context, workspace);
  const { looks } = memoryOf(context, workspace.id);
  if (scan.kind !== 'logs') looks.isLooking = looks.scans.delete(scan.id);
  const finding = await findWatchedInterpreter(context, workspace);
  const found = 'found' in finding ? finding.found : null;
  return works[scan.kind]({ context, scan, workspace, finding, found }).finally(() => forgetFolder(context, workspace));
};

/** One that was removed or moved while it was read: that was the last reading of this folder. */
const forgetFolder = async ({ store, scanner }: Context, { id, path }: StoredWorkspace): Promise<void> => {
  const now = await store.workspaces.findById(id).catch(() => null);
  if (now !== null && now?.path !== path) scanner.forget(path);
};

/** What the scan is at. Nothing waits for it. */
const tell = ({ context, scan }: Work, step: { summary: string; progress?: number }): void => {
  context.store.soon.scans.transition(scan.id, 'running', step).then(
    () => context.board.touch(scan.workspace_id, 'scans'),
    (error) => context.log.warn({ err: error, scan: scan.id }, 'progress of a scan not stored'),
  );
};

/** Raises the progress, at most once per percent. */
const progressOf = (work: Work, from: number, to: number) => {
  let shown = work.scan.progress;
  return (done: number, total: number): void => {
    const percent = Math.min(99, Math.floor(100 * (from + (to - from) * (total === 0 ? 1 : done / total))));
    if (percent <= shown) return;
    shown = percent;
    tell(work, { progress: percent, summary: `${withThousands(done)} of ${withThousands(total)} files read` });
  };
};

/** A kind of scan that the reading of models and migrations answers. */
type ReadingKind = keyof typeof publishReading;

/** Whoever needs to know the project meanwhile waits for it. */
const readText = (work: Work, input: ScanInput, kinds: readonly ReadingKind[]): Promise<Reading> => {
  const reading = readAndShowText(work, input, kinds);
  const memory = memoryOf(work.context, work.workspace.id);
  const settled = reading.then(
    () => {},
    () => {},
  );
  memory.textReading = settled;
  void settled.then(() => {
    if (memory.textReading === settled) memory.textReading = null;
  });
  return reading;
};

/** Models may be shown before the migrations are read. */
const readAndShowText = async (work: Work, input: ScanInput, kinds: readonly ReadingKind[]): Promise<Reading> => {
  const { context, workspace, found } = work;
  const begunAt = context.clock.ticks();
  let modelsShown: Promise<void> | undefined;
  const showModels = (models: ModelsDigest): void => {
    modelsShown = needFolder(context, workspace).then(() => publishModels(context, workspace.id, models));
    // Awaited below, after the reading, which may fail before.
    modelsShown.catch(() => {});
  };
  const reading = await context.scanner.read(input, {
    onProgress: progressOf(work, 0, staticPart),
    onModels: kinds.includes('schema') ? showModels : undefined,
  });
  await modelsShown;
  await needFolder(context, workspace);
  const { secrets, shownNames, sqliteFiles, areDatabasesTold, logFiles, checkedFolders, dataFiles } = reading;
  const siblings = await context.runner.findSiblings(workspace.path, reading.pathFolders);
  const read = { secrets, shownNames, sqliteFiles, areDatabasesTold, siblings, logFiles, checkedFolders, dataFiles };
  memoryOf(context, workspace.id).project = { root: workspace.path, begunAt, ...read, interpreter: found };
  context.workspaceChanged(workspace.id);
  // Models that are shown already are not stored again: those of a large project keep the service busy for a moment.
  if (modelsShown) {
    await publishNodes(context, workspace.id, reading);
    await publishApps(context, workspace.id, reading);
  }
  for (const kind of kinds)
    if (kind !== 'schema' || !modelsShown) await publishReading[kind](context, workspace.id, reading, false);
  if (reading.recorded) await keepRecorded(context, workspace.id, reading.recorded, begunAt);
  return reading;
};

/** With the code beside the workspace that it is known to put on its path. */
const inputOf = ({ context, workspace, found }: Work, lastRecord: string | null): ScanInput => ({
  ...scanInput(workspace.path, found, knownProject(context, workspace)?.siblings),
  lastRecord,
});

/** From the text first, so that something true is shown within a second; then with what the live project says. */
const readTextThenLive = async (work: Work, kinds: readonly ReadingKind[]): Promise<Reading> => {
  const { context, workspace, finding, found } = work;
  const begunAt = context.clock.ticks();
  const lastRecord = (await context.store.readings.find(workspace.id, 'record'))?.data ?? null;
  const readNow = async () => {
    const input = inputOf(work, lastRecord);
    return { input, readFrom: context.clock.ticks(), first: await readText(work, input, kinds) };
  };
  let text = await readNow();
  // It puts other code beside the workspace on its path than it was read with: with that, it is another project.
  if (String(inputOf(work, lastRecord).sitePackages) !== String(text.input.sitePackages)) {
    await context.whenWatched(workspace);
    text = await readNow();
  }
  const { input, readFrom, first } = text;
  await markStartInsights(context, workspace.id, readFrom);
  if (found) tell(work, { summary: 'Asking the project itself' });
  const outcome = await probeProject(context, workspace, finding, readFrom);
  // The scan for which it was cut short asks again.
  if (outcome === 'outdated') return first;
  const reading = await context.scanner.read({ ...input, ...outcome }, { onProgress: progressOf(work, staticPart, 1) });
  await needFolder(context, workspace);
  const isAnswered = reading.provenance.source === 'live';
  await keepAnswered(context, workspace, isAnswered, { files: reading.sqliteFiles, begunAt });
  await renewInsights(context, workspace.id, 'start', startFigures(reading));
  if (reading.record !== null) await save(context, workspace.id, 'record', reading.record);
  return reading;
};

/**
 * Schema and migrations come from the same reading: the scan of one that begins while the other waits answers both, and the project is
 * read and started once.
 */
const readOnce = async (work: Work, kind: ReadingKind, sibling: ReadingKind): Promise<Reading> => {
  const { context, scan, workspace } = work;
  const memory = memoryOf(context, workspace.id);
  const { shared } = memory;
  memory.shared = null;
  const answered = shared?.scanId === scan.id && (await shared.reading.catch(() => undefined));
  if (answered) return answered;
  const waiting = await context.store.scans.findPending(workspace.id, sibling);
  const reading = readTextThenLive(work, waiting ? [kind, sibling] : [kind]);
  if (waiting) memory.shared = { scanId: waiting.id, reading };
  return reading;
};

const readProject = async (work: Work, kind: ReadingKind, sibling: ReadingKind): Promise<string> => {
  const reading = await readOnce(work, kind, sibling);
  await needFolder(work.context, work.workspace);
  return publishReading[kind](work.context, work.workspace.id, reading, true);
};

const readFixtures = async (work: Work): Promise<string> => {
  const { context, workspace, found } = work;
  const stored = await context.store.readings.find(workspace.id, 'fixture_needs');
  const project = await rememberProject(context, workspace, found);
  const secrets = secretsOf(context, workspace, project);
  const input = scanInput(workspace.path, found, project.siblings);
  const reading = await context.scanner.readFixtures(input, stored?.data ?? null, secrets, progressOf(work, 0, 1));
  await needFolder(context, workspace);
  return publishFixtures(context, workspace.id, reading);
};

/** Once what was still being written can be taken for whole: nobody may write to it again, and no change would tell of it. */
const lookLater = (context: Context, workspaceId: number, afterMs: number): void => {
  const memory = memoryOf(context, workspaceId);
  if (!context.options.watch || context.isStopping || memory.laterLook) return;
  memory.laterLook = setTimeout(() => {
    memory.laterLook = null;
    void requestScansSurely(context, workspaceId, ['logs']);
  }, afterMs).unref();
};

const readLogs = async ({ context, workspace, found }: Work): Promise<string> => {
  const project = await rememberProject(context, workspace, found);
  const stored = await context.store.readings.find(workspace.id, 'log_position');
  const position = stored ? (JSON.parse(stored.data) as LogPosition) : {};
  const input = scanInput(workspace.path, found);
  const reading = await context.scanner.readLogs(
    input,
    project.logFiles,
    position,
    secretsOf(context, workspace, project),
  );
  await needFolder(context, workspace);
  const rows = reading.lines.map((line) => ({ ...line, workspace_id: workspace.id, at: Date.parse(line.at) }));
  const now = context.clock.now();
  // Lines and position in one transaction: after a crash no line is lost and none stands twice.
  await context.store.transaction(async (store) => {
    await store.logs.append(rows);
    await store.readings.save({
      workspace_id: workspace.id,
      kind: 'log_position',
      data: JSON.stringify(reading.position),
      read_at: now,
    });
    await store.readings.save({
      workspace_id: workspace.id,
      kind: 'log_problems',
      data: JSON.stringify(reading.problems),
      read_at: now,
    });
    if (reading.unreadUntil !== null) {
      // The latest of them: the hour that is counted may still hold it.
      const before = Number((await store.readings.find(workspace.id, 'log_unread'))?.data ?? 0);
      const data = String(Math.max(before, Math.min(reading.unreadUntil, now)));
      await store.readings.save({ workspace_id: workspace.id, kind: 'log_unread', data, read_at: now });
    }
  }, 'soon');
  await keepNewestLines(context, workspace.id, rows);
  context.board.touch(workspace.id, 'log_excerpt');
  await renewLogInsights(context, workspace.id, reading.files);
  if (reading.lookAgainMs !== null) lookLater(context, workspace.id, reading.lookAgainMs);
  const problems = reading.problems.filter(({ severity }) => severity !== 'info').length;
  return `${plural(rows.length, 'new line')} in ${plural(reading.files, 'log file')}, ${plural(problems, 'problem')}`;
};

const works: Record<ScanKind, (work: Work) => Promise<string>> = {
  schema: (work) => readProject(work, 'schema', 'migrations'),
  migrations: (work) => readProject(work, 'migrations', 'schema'),
  fixtures: readFixtures,
  logs: readLogs,
};
