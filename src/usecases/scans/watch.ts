/** Scans again when files of a workspace or its packages change. One watch per workspace, told after each reading what that found. */
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanKind } from '../../contract/index.ts';
import { scanKinds } from '../../contract/words.ts';
import { isIgnoredPath } from '../../folder/ignored.ts';
import { realHome } from '../../kit/home.ts';
import { hasSameItems } from '../../kit/same-items.ts';
import type { FoundInterpreter } from '../../runner/runner.ts';
import type { FolderWatch, WatchEvents, Watched } from '../../scanner/scanner.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context } from '../context.ts';
import { pathWithin } from '../workspaces/paths.ts';
import { readAfterWrite } from './databases.ts';
import { forgetWorkspace, memoryOf } from './memory.ts';
import { addOwnLogLine } from './own-log.ts';
import { knownProject } from './project.ts';
import { requestScans, requestScansSurely } from './request.ts';

/** A project in which folders come and go all the time is read before all of it is watched: it is told as changed soon anyway. */
const readyLimitMs = 5000;

/**
 * Of one workspace; `root` is where it was when the watch began, `beside` the folders of code beside it by their paths, `packages` those that
 * its interpreter imports from, as it was told.
 */
type Watch = {
  root: string;
  folder: FolderWatch;
  beside: Map<string, FolderWatch>;
  ready: Promise<void>;
  packages: readonly string[];
};

export type Watching = { close(): void };

/** An environment that was chosen stays watched when it is removed: it may be made again. */
const chosenEnvironments = ({ path, python }: StoredWorkspace): string[] => {
  if (python === null) return [];
  const chosen = resolve(path, python);
  // `…/bin/python`, or the environment itself.
  return [chosen, dirname(dirname(chosen))];
};

/**
 * Checkouts elsewhere that are installed as they lie there: their files are edited like the project's own, and not only come and go. A folder that
 * holds the workspace or somebody's home holds much besides.
 */
const isCheckout = (folder: string, { path }: StoredWorkspace): boolean =>
  !isIgnoredPath(folder) &&
  pathWithin(path, folder) === undefined &&
  [path, realHome()].every((inside) => pathWithin(folder, inside) === undefined);

const watchedOf = (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null = knownProject(context, workspace)?.interpreter ?? null,
): Watched => {
  const project = knownProject(context, workspace);
  const isEnvironment = interpreter && interpreter.prefix !== interpreter.basePrefix;
  return {
    logFiles: project?.logFiles ?? [],
    databaseFiles: project?.sqliteFiles ?? [],
    dataFiles: project?.dataFiles ?? [],
    sitePackages: interpreter?.sitePackages.filter((folder) => !isCheckout(folder, workspace)) ?? [],
    environments: [...(isEnvironment ? [interpreter.prefix] : []), ...chosenEnvironments(workspace)],
  };
};

/** What a change may have made untrue. */
const kindsAfter: Record<'files' | 'logs', readonly ScanKind[]> = { files: scanKinds, logs: ['logs'] };

const notForEver = (ready: Promise<void>): Promise<void> =>
  Promise.race([ready, sleep(readyLimitMs, undefined, { ref: false })]);

const eventsOf = (context: Context, workspace: StoredWorkspace): WatchEvents => ({
  // What is known of the settings tells what to watch, but no longer what to mask and where logs and databases are.
  onTouch: () => {
    const memory = memoryOf(context, workspace.id);
    memory.changedAt = Math.max(memory.changedAt, context.clock.ticks());
  },
  onChange: (what, databases) => {
    const asked =
      what === 'database'
        ? readAfterWrite(context, workspace, databases)
        : requestScansSurely(context, workspace.id, kindsAfter[what]);
    asked.catch((error) => context.log.warn({ err: error }, 'a change not looked at'));
  },
  onPartly: (message) => {
    addOwnLogLine(context, workspace.id, 'warning', message).catch((error) =>
      context.log.warn({ err: error }, message),
    );
  },
});

const beginWatch = (context: Context, workspace: StoredWorkspace): Watch => {
  const folder = context.scanner.watch(workspace.path, watchedOf(context, workspace), eventsOf(context, workspace));
  const memory = memoryOf(context, workspace.id);
  memory.changedAt = Number.POSITIVE_INFINITY;
  const ready = folder.ready.then(() => {
    memory.changedAt = context.clock.ticks();
  });
  return { root: workspace.path, folder, beside: new Map(), ready: notForEver(ready), packages: [] };
};

const endWatch = ({ folder, beside }: Watch): void => {
  for (const watch of [folder, ...beside.values()]) watch.close();
};

const nothingMore: Watched = { logFiles: [], databaseFiles: [], dataFiles: [], sitePackages: [], environments: [] };

const besideOf = (context: Context, workspace: StoredWorkspace, { packages }: Watch): readonly string[] => [
  ...(knownProject(context, workspace)?.siblings ?? []),
  ...packages.filter((folder) => isCheckout(folder, workspace)),
];

/** Of code beside the workspace only files count: its logs and databases are none of the project's. */
const watchBeside = (context: Context, workspace: StoredWorkspace, watch: Watch): void => {
  const wanted = new Set(besideOf(context, workspace, watch));
  for (const [path, folder] of watch.beside) {
    if (wanted.has(path)) continue;
    folder.close();
    watch.beside.delete(path);
  }
  const { onChange, ...events } = eventsOf(context, workspace);
  const onFiles: WatchEvents['onChange'] = (what, databases) => {
    if (what === 'files') onChange(what, databases);
  };
  const added = [...wanted].filter((path) => !watch.beside.has(path));
  for (const path of added)
    watch.beside.set(path, context.scanner.watch(path, nothingMore, { ...events, onChange: onFiles }));
  if (added.length === 0) return;
  const all = [watch.folder, ...watch.beside.values()].map(({ ready }) => ready);
  watch.ready = notForEver(Promise.all([watch.ready, ...all]).then(events.onTouch));
};

const watchWorkspaces = async (context: Context): Promise<Watching> => {
  const watches = new Map<number, Watch>();
  let closed = false;

  const renew = async (workspaceId: number): Promise<void> => {
    const workspace = await context.store.workspaces.findById(workspaceId);
    if (closed) return;
    const known = watches.get(workspaceId);
    if (workspace && known?.root === workspace.path) {
      void known.folder.renew(watchedOf(context, workspace));
      watchBeside(context, workspace, known);
      return;
    }
    if (known) endWatch(known);
    watches.delete(workspaceId);
    // An event may have come after it was forgotten.
    if (!workspace) return forgetWorkspace(context, workspaceId);
    const begun = beginWatch(context, workspace);
    watches.set(workspaceId, begun);
    watchBeside(context, workspace, begun);
  };

  const isWatched = (workspace: StoredWorkspace): boolean => {
    const watch = watches.get(workspace.id);
    return (
      watch?.root === workspace.path && besideOf(context, workspace, watch).every((path) => watch.beside.has(path))
    );
  };

  if (context.options.watch) {
    context.onWorkspaceChange((workspaceId) => {
      renew(workspaceId).catch((error) => context.log.warn({ err: error }, 'workspace not watched'));
    });
    context.whenWatched = async (workspace) => {
      if (!isWatched(workspace)) await renew(workspace.id);
      await watches.get(workspace.id)?.ready;
    };
    context.whenInstallsWatched = async (workspace, interpreter) => {
      const watch = watches.get(workspace.id);
      if (!watch || hasSameItems(watch.packages, interpreter.sitePackages)) return false;
      watch.packages = interpreter.sitePackages;
      watchBeside(context, workspace, watch);
      await notForEver(watch.folder.renew(watchedOf(context, workspace, interpreter)));
      await watch.ready;
      return true;
    };
    for (const workspace of await context.store.workspaces.list()) await renew(workspace.id);
  }
  return {
    close: () => {
      closed = true;
      for (const watch of watches.values()) endWatch(watch);
      watches.clear();
    },
  };
};

/** Reads every workspace anew and then whenever its files change. */
export const startWatching = async (context: Context): Promise<Watching> => {
  const watching = await watchWorkspaces(context);
  for (const workspace of await context.store.workspaces.list()) await requestScans(context, workspace.id);
  return watching;
};
