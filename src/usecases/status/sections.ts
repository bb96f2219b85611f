/** Each section of the status payload as JSON text, from a bounded number of rows. */
import type { DocLink, LogEntry, Scan, Task } from '../../contract/index.ts';
import { excerptOf } from '../../contract/words.ts';
import { timeOfDay } from '../../kit/clock.ts';
import type { Context } from '../context.ts';
import { listDocLinksOf } from '../doc-links.ts';
import type { StatusSection } from './board.ts';

const tasksShown = 20;
const scansShownBefore = 8;
const logLinesShown = 50;

/** One that differs by where the service was asked is a function of that address. */
export type SectionReader = (context: Context, workspaceId: number) => Promise<string | ((home: string) => string)>;

/** Readings are stored as the JSON that the payload needs, so that a restart costs no scan. */
const reading =
  (kind: string, empty: string): SectionReader =>
  async (context, workspaceId) =>
    (await context.store.readings.find(workspaceId, kind))?.data ?? empty;

export const sections: Record<StatusSection, SectionReader> = {
  insights: reading('insights', '[]'),
  apps: reading('apps', '[]'),
  schema: reading('nodes', '{"nodes":[]}'),
  log_excerpt: async (context, workspaceId) => {
    const rows = await context.store.logs.newest(workspaceId, logLinesShown);
    const entries: LogEntry[] = rows.map((row) => ({
      timestamp: timeOfDay(row.at),
      level: row.level,
      message: excerptOf(row.message),
    }));
    return JSON.stringify(entries.reverse());
  },
  scans: async (context, workspaceId) => {
    const rows = await context.store.scans.listShown(workspaceId, scansShownBefore);
    const scans: Scan[] = rows.map(({ id, kind, status, progress, summary }) => ({
      id,
      kind,
      status,
      progress,
      summary,
    }));
    return JSON.stringify(scans);
  },
  tasks: async (context, workspaceId) => {
    const rows = await context.store.runs.newest(workspaceId, tasksShown);
    const tasks: Task[] = rows.map(({ id, label, status, progress }) => ({ id, label, status, progress }));
    return JSON.stringify(tasks);
  },
  doc_links: async (context, workspaceId) => {
    const linksAt = await listDocLinksOf(context, workspaceId);
    return (home) => JSON.stringify(linksAt(home) satisfies DocLink[]);
  },
};
