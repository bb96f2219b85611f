/** What the pages read, and how long it stays fresh. Everything that belongs to a workspace is woken by its status poll. */
import {
  type QueryClient,
  type QueryState,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RunStatus, Scan, Status, StatusWithRun, TaskRun } from '../contract/index.ts';
import { isOpen } from '../contract/words.ts';
import { api, type RunFilter } from './api.ts';
import { pollEveryMs } from './wire/connection.ts';
import { isMissing } from './wire/request.ts';

export const keys = {
  session: ['session'] as const,
  workspaces: ['workspaces'] as const,
  status: (slug: string) => ['status', slug] as const,
  schema: (slug: string) => ['schema', slug] as const,
  migrations: (slug: string) => ['migrations', slug] as const,
  fixtures: (slug: string) => ['fixtures', slug] as const,
  insights: (slug: string) => ['insights', slug] as const,
  logs: (slug: string) => ['logs', slug] as const,
  presets: (slug?: string) => ['presets', slug ?? ''] as const,
  addedPresets: ['presets', '', 'added'] as const,
  runs: (slug?: string) => (slug === undefined ? (['runs'] as const) : (['runs', slug] as const)),
  run: (id: number) => ['run', id] as const,
  docLinks: ['doc-links'] as const,
  users: ['users'] as const,
  sessions: ['sessions'] as const,
  service: ['service'] as const,
  /** What is asked for where no form would tell a refusal: the shell does. */
  actions: ['action'] as const,
  action: (name: ActionName) => [...keys.actions, name] as const,
};

export type ActionName = 'scan' | 'cancel' | 'logOut';

export const isFinal = (status: RunStatus): boolean => !isOpen(status);

/** Scans of these kinds go on and none has ended: what is not there may only not have been read yet. */
export const isFirstReading = (scans: readonly Scan[], ...kinds: readonly string[]): boolean => {
  const asked = scans.filter(({ kind }) => kinds.includes(kind));
  return asked.length > 0 && asked.every(({ status }) => isOpen(status));
};

export const useSession = () =>
  useQuery({
    queryKey: keys.session,
    queryFn: ({ signal }) => api.readSession(signal),
    refetchInterval: () => pollEveryMs() * 5,
    refetchIntervalInBackground: true,
  });

const workspacesQuery = queryOptions({
  queryKey: keys.workspaces,
  queryFn: ({ signal }) => api.listWorkspaces(signal),
});

const statusQuery = (slug: string) =>
  queryOptions({ queryKey: keys.status(slug), queryFn: ({ signal }) => api.readStatus(slug, signal) });

/** Asked for at once: what the first page needs does not wait until it is known who is asking. */
export function useReadAhead(slug: string | undefined): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is looked at first
  useEffect(() => {
    void client.prefetchQuery(workspacesQuery);
    if (slug !== undefined) void client.prefetchQuery(statusQuery(slug));
  }, []);
}

export const useWorkspaces = (enabled = true) =>
  useQuery({
    ...workspacesQuery,
    staleTime: 15_000,
    refetchInterval: () => pollEveryMs() * 10,
    enabled,
  });

export const useStatus = (slug: string, enabled = true) =>
  useQuery({
    ...statusQuery(slug),
    refetchInterval: () => pollEveryMs(),
    refetchIntervalInBackground: true,
    enabled,
  });

export const useSchema = (slug: string, enabled = true) =>
  useQuery({
    queryKey: keys.schema(slug),
    queryFn: ({ signal }) => api.readSchema(slug, signal),
    staleTime: Infinity,
    enabled,
  });

export const useMigrations = (slug: string, enabled = true) =>
  useQuery({
    queryKey: keys.migrations(slug),
    queryFn: ({ signal }) => api.readMigrations(slug, signal),
    staleTime: Infinity,
    enabled,
  });

export const useFixtures = (slug: string) =>
  useQuery({
    queryKey: keys.fixtures(slug),
    queryFn: ({ signal }) => api.readFixtures(slug, signal),
    staleTime: Infinity,
  });

export const useInsights = (slug: string) =>
  useQuery({
    queryKey: keys.insights(slug),
    queryFn: ({ signal }) => api.readInsights(slug, signal),
    staleTime: Infinity,
  });

export const usePresets = (slug?: string) =>
  useQuery({ queryKey: keys.presets(slug), queryFn: ({ signal }) => api.listPresets(slug, signal), staleTime: 60_000 });

export const useAddedPresets = () =>
  useQuery({ queryKey: keys.addedPresets, queryFn: ({ signal }) => api.listAddedPresets(signal) });

export const useRuns = (slug: string, filter: Omit<RunFilter, 'workspace'>) =>
  useQuery({
    queryKey: [...keys.runs(slug), filter],
    queryFn: ({ signal }) => api.listRuns({ workspace: slug, ...filter }, signal),
    placeholderData: (previous) => previous,
  });

/** The whole run carries its whole log, so it is read seldom; the log's own poll brings what changes all the time. */
const runPollMs = 5_000;
/** Counted from the last reading: every change of what is known begins the wait anew, and the log's poll changes it every half second. */
const nextReadMs = ({ fetchStatus, dataUpdatedAt, errorUpdatedAt }: QueryState<TaskRun>): number =>
  fetchStatus === 'fetching'
    ? runPollMs
    : Math.max(1, Math.max(dataUpdatedAt, errorUpdatedAt) + runPollMs - Date.now());

export const useRun = (id: number) =>
  useQuery({
    queryKey: keys.run(id),
    queryFn: ({ signal }) => api.readRun(id, signal),
    // A run that is gone does not come back: its number is not given twice.
    refetchInterval: ({ state }) =>
      isMissing(state.error) || (state.data && isFinal(state.data.status)) ? false : nextReadMs(state),
  });

/** What a POST answered goes into local state at once: nobody waits for the next poll. */
function mergeStatus(client: QueryClient, answer: Status | StatusWithRun): void {
  const { task_run: run, ...status } = answer as Status & { task_run?: TaskRun };
  // A poll that is under way was asked before the change: its answer would undo what is merged here.
  void client.cancelQueries({ queryKey: keys.status(status.workspace) });
  client.setQueryData(keys.status(status.workspace), status);
  if (run) client.setQueryData(keys.run(run.id), run);
  void client.invalidateQueries({ queryKey: keys.runs(status.workspace) });
}

export function useQueueRun() {
  const client = useQueryClient();
  return useMutation({ mutationFn: api.queueRun, onSuccess: (answer) => mergeStatus(client, answer) });
}

export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({ mutationFn: api.runAgain, onSuccess: (answer) => mergeStatus(client, answer) });
}

export function useCancelRun() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.action('cancel'),
    mutationFn: api.cancelRun,
    onSuccess: (run) => {
      // As with a status: a reading that is under way would bring back the run that goes on.
      void client.cancelQueries({ queryKey: keys.run(run.id) });
      client.setQueryData(keys.run(run.id), run);
      void client.invalidateQueries({ queryKey: keys.status(run.metadata.workspace) });
      void client.invalidateQueries({ queryKey: keys.runs(run.metadata.workspace) });
    },
  });
}

export function useStartScan(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.action('scan'),
    mutationFn: (kind?: string) => api.startScan(slug, kind),
    onSuccess: (status) => mergeStatus(client, status),
  });
}
