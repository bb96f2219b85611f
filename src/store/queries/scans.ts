import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { ScanKind, ScanStatus } from '../../contract/index.ts';
import type { InsightPointRow, LogLineRow, ReadingRow, ScanRow, Tables } from '../tables.ts';

export type StoredScan = Selectable<ScanRow>;
export type StoredLogLine = Selectable<LogLineRow>;
export type LogFilter = { level?: LogLineRow['level']; source?: string; text?: string; before?: number; limit: number };

const unfinished = ['pending', 'running'] as const;
const scanKinds: readonly ScanKind[] = ['schema', 'migrations', 'logs', 'fixtures'];

export const scanQueries = (db: Kysely<Tables>) => ({
  find: (id: number): Promise<StoredScan | undefined> =>
    db.selectFrom('scans').selectAll().where('id', '=', id).executeTakeFirst(),
  /** The newest of each kind and the last `more` before them, newest first. */
  listShown: async (workspaceId: number, more: number): Promise<StoredScan[]> => {
    const recent = await db
      .selectFrom('scans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .limit(more + scanKinds.length)
      .execute();
    const newest: StoredScan[] = [];
    for (const kind of scanKinds) {
      const row =
        recent.find((scan) => scan.kind === kind) ??
        (await db
          .selectFrom('scans')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst());
      if (row) newest.push(row);
    }
    const ids = new Set(newest.map((scan) => scan.id));
    const others = recent.filter((scan) => !ids.has(scan.id)).slice(0, more);
    return [...newest, ...others].sort((a, b) => b.id - a.id);
  },
  findPending: (workspaceId: number, kind: ScanKind): Promise<StoredScan | undefined> =>
    db
      .selectFrom('scans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('status', 'in', unfinished)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  insert: (row: Insertable<ScanRow>): Promise<StoredScan> =>
    db.insertInto('scans').values(row).returningAll().executeTakeFirstOrThrow(),
  nextPending: (busy: readonly number[]): Promise<StoredScan | undefined> => {
    let query = db
      .selectFrom('scans')
      .selectAll()
      .where('status', 'in', unfinished)
      .where('status', '=', 'pending')
      .orderBy('id')
      .limit(1);
    if (busy.length > 0) query = query.where('workspace_id', 'not in', busy);
    return query.executeTakeFirst();
  },
  transition: async (id: number, from: ScanStatus, changes: Updateable<ScanRow>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('scans')
      .set(changes)
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  failRunning: async (summary: string, endedAt: number): Promise<void> => {
    await db
      .updateTable('scans')
      .set({ status: 'failed', progress: 100, summary, ended_at: endedAt })
      .where('status', '=', 'running')
      .execute();
  },
  removeOlder: async (workspaceId: number, keep: number): Promise<void> => {
    const edge = await db
      .selectFrom('scans')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    if (edge) await db.deleteFrom('scans').where('workspace_id', '=', workspaceId).where('id', '<', edge.id).execute();
  },
});

export const readingQueries = (db: Kysely<Tables>) => ({
  find: (workspaceId: number, kind: string): Promise<ReadingRow | undefined> =>
    db.selectFrom('readings').selectAll().where('workspace_id', '=', workspaceId).where('kind', '=', kind).executeTakeFirst(),
  save: async (row: ReadingRow): Promise<void> => {
    await db
      .insertInto('readings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'kind']).doUpdateSet({ data: row.data, read_at: row.read_at }))
      .execute();
  },
  /** Keeps the newest `keep` points of each title. */
  addInsightPoints: async (rows: readonly InsightPointRow[], keep: number): Promise<void> => {
    for (const row of rows) {
      await db
        .insertInto('insight_points')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'title', 'at']).doUpdateSet({ value: row.value }))
        .execute();
      const edge = await db
        .selectFrom('insight_points')
        .select('at')
        .where('workspace_id', '=', row.workspace_id)
        .where('title', '=', row.title)
        .orderBy('at', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      if (!edge) continue;
      await db
        .deleteFrom('insight_points')
        .where('workspace_id', '=', row.workspace_id)
        .where('title', '=', row.title)
        .where('at', '<=', edge.at)
        .execute();
    }
  },
  listInsightPoints: (workspaceId: number): Promise<InsightPointRow[]> =>
    db.selectFrom('insight_points').selectAll().where('workspace_id', '=', workspaceId).orderBy('title').orderBy('at').execute(),
});

export const logQueries = (db: Kysely<Tables>) => ({
  append: async (rows: readonly Insertable<LogLineRow>[]): Promise<void> => {
    // SQLite binds at most 32,766 values in a statement.
    for (let start = 0; start < rows.length; start += 1000) {
      await db.insertInto('log_lines').values(rows.slice(start, start + 1000)).execute();
    }
  },
  newest: (workspaceId: number, limit: number): Promise<StoredLogLine[]> =>
    db.selectFrom('log_lines').selectAll().where('workspace_id', '=', workspaceId).orderBy('id', 'desc').limit(limit).execute(),
  list: (workspaceId: number, filter: LogFilter): Promise<StoredLogLine[]> => {
    let query = db.selectFrom('log_lines').selectAll().where('workspace_id', '=', workspaceId).orderBy('id', 'desc').limit(filter.limit);
    if (filter.level !== undefined) query = query.where('level', '=', filter.level);
    if (filter.source !== undefined) query = query.where('source', '=', filter.source);
    if (filter.before !== undefined) query = query.where('id', '<', filter.before);
    if (filter.text !== undefined) {
      const pattern = `%${filter.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      query = query.where((where) =>
        where.or((['message', 'detail', 'logger'] as const).map((column) => sql<boolean>`lower(${where.ref(column)}) like ${pattern} escape '\\'`)),
      );
    }
    return query.execute();
  },
  listSources: async (workspaceId: number): Promise<string[]> => {
    const rows = await db.selectFrom('log_lines').select('source').distinct().where('workspace_id', '=', workspaceId).orderBy('source').execute();
    return rows.map((row) => row.source);
  },
  countErrorsSince: async (workspaceId: number, since: number): Promise<number> => {
    const row = await db
      .selectFrom('log_lines')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('level', 'in', ['error', 'critical'])
      .where('at', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  },
  removeOlder: async (workspaceId: number, keep: number): Promise<void> => {
    const edge = await db
      .selectFrom('log_lines')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    if (edge) await db.deleteFrom('log_lines').where('workspace_id', '=', workspaceId).where('id', '<=', edge.id).execute();
  },
  /** A file that is read from its start again must not stand in the stream twice. */
  removeSource: async (workspaceId: number, source: string): Promise<void> => {
    await db.deleteFrom('log_lines').where('workspace_id', '=', workspaceId).where('source', '=', source).execute();
  },
});
