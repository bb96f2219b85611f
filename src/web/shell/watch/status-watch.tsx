/** Turns one poll into everything that follows from it: fresh details, the tab's icon and title, notifications. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Status, Task } from '../../../contract/index.ts';
import { isFinal, keys, useStatus, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { type Attention, setFavicon } from './favicon.ts';
import { notify } from './notify.ts';

const pendingOf = (status: Status): number => status.apps.reduce((sum, app) => sum + app.pending_migrations, 0);
const scanMarks = (status: Status, kind: string): string =>
  status.scans
    .filter((scan) => scan.kind === kind && (scan.status === 'completed' || scan.status === 'failed'))
    .map((scan) => scan.id)
    .join();
const taskMarks = (status: Status): string => status.tasks.map((task) => `${task.id}${task.status}`).join();

/** The details are read again only when the status says that they changed. */
function wake(client: QueryClient, before: Status, now: Status): void {
  const slug = now.workspace;
  const refresh = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  const hasEnded = (kind: string): boolean => scanMarks(before, kind) !== scanMarks(now, kind);
  // A scan shows what the text says before it ends: the project may take long to start, and there may be many migrations.
  const hasFigures = before.insights !== now.insights;
  if (hasEnded('schema') || before.schema !== now.schema || hasFigures) refresh(keys.schema(slug));
  if (hasEnded('migrations') || before.apps !== now.apps || hasFigures) {
    refresh(keys.migrations(slug));
    // The command that shows SQL names the next pending migration.
    refresh(keys.presets(slug));
  }
  if (hasEnded('fixtures')) refresh(keys.fixtures(slug));
  if (hasFigures) refresh(keys.insights(slug));
  if (before.log_excerpt !== now.log_excerpt) refresh(keys.logs(slug));
  if (taskMarks(before) !== taskMarks(now)) refresh(keys.runs(slug));
}

function endedBetween(before: Status, now: Status): Task[] {
  const open = new Set(before.tasks.filter(({ status }) => !isFinal(status)).map(({ id }) => id));
  return now.tasks.filter(({ id, status }) => open.has(id) && isFinal(status));
}

/** For who does not look at the window. */
function tell(before: Status, now: Status, ended: readonly Task[]): void {
  for (const { id, label, status } of ended) {
    const title = texts.shell.notify.ended(label, texts.status[status]);
    notify(title, now.workspace, `/w/${now.workspace}/runs/${id}`);
  }
  if (pendingOf(now) > pendingOf(before)) {
    notify(texts.shell.notify.drift, texts.shell.notify.pending(pendingOf(now)), `/w/${now.workspace}/migrations`);
  }
}

function attentionOf(status: Status): Attention {
  if (status.tasks[0]?.status === 'failed') return 'bad';
  if (status.tasks.some((task) => !isFinal(task.status))) return 'live';
  return pendingOf(status) > 0 ? 'warn' : null;
}

type Props = { slug: string; onEnded: (slug: string, tasks: readonly Task[]) => void };

export function StatusWatch({ slug, onEnded }: Props) {
  const { data: status } = useStatus(slug);
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const client = useQueryClient();
  const before = useRef<Status | undefined>(undefined);
  useEffect(() => {
    if (!status) return;
    if (before.current && before.current !== status) {
      wake(client, before.current, status);
      const newly = endedBetween(before.current, status);
      tell(before.current, status, newly);
      if (newly.length > 0) onEnded(slug, newly);
    }
    before.current = status;
  }, [status, client, slug, onEnded]);
  const colour = workspace?.colour ?? '';
  const attention = status ? attentionOf(status) : null;
  useEffect(() => setFavicon(colour, attention), [colour, attention]);
  useEffect(() => {
    document.documentElement.style.setProperty('--workspace', colour || 'var(--accent)');
  }, [colour]);
  return null;
}
