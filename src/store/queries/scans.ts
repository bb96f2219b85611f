import type { ScanKind, ScanStatus } from '../../contract/index.ts';
import { isOpen, scanKinds } from '../../contract/words.ts';
import type { Database } from '../dialects/dialect.ts';
import { insertOne, noneOf, places, updateRows } from '../rows.ts';
import type { DocumentRow, InsightPointRow, New, ReadingRow, ScanRow } from '../tables.ts';

export type StoredScan = ScanRow;

/** In these words, so that SQLite uses the partial index of unfinished scans. */
const unfinished = "status IN ('pending', 'running')";

const lastEnded =
  "SELECT * FROM scans WHERE workspace_id = ? AND kind = ? AND status IN ('completed', 'failed') ORDER BY id DESC LIMIT 1";

export const scanQueries = (db: Database) => ({
  find: (id: number) => db.first<StoredScan>('SELECT * FROM scans WHERE id = ?', id),
  /**
   * Of each kind the newest, its last result and what has not ended, and the last `more` before them, newest first. Whoever waits for a scan finds it here,
   * though others of its kind were asked for and a log was read many times since.
   */
  listShown: async (workspaceId: number, more: number): Promise<StoredScan[]> => {
    const sql = 'SELECT * FROM scans WHERE workspace_id = ? ORDER BY id DESC LIMIT ?';
    const recent = await db.all<StoredScan>(sql, workspaceId, more + scanKinds.length);
    const open = await db.all<StoredScan>(`SELECT * FROM scans WHERE ${unfinished} AND workspace_id = ?`, workspaceId);
    const shown = new Map(open.map((scan) => [scan.id, scan]));
    for (const kind of scanKinds) {
      const isResult = (scan: StoredScan): boolean => scan.kind === kind && !isOpen(scan.status);
      const row = recent.find(isResult) ?? (await db.first<StoredScan>(lastEnded, workspaceId, kind));
      if (row) shown.set(row.id, row);
    }
    const others = recent.filter((scan) => !shown.has(scan.id)).slice(0, more);
    return [...shown.values(), ...others].sort((a, b) => b.id - a.id);
  },
  findPending: (workspaceId: number, kind: ScanKind) =>
    db.first<StoredScan>(
      `SELECT * FROM scans WHERE ${unfinished} AND status = 'pending' AND workspace_id = ? AND kind = ?`,
      workspaceId,
      kind,
    ),
  /** The newest of its kind that has ended. */
  lastEnded: (workspaceId: number, kind: ScanKind) => db.first<StoredScan>(lastEnded, workspaceId, kind),
  insert: (row: New<ScanRow>) => insertOne<StoredScan>(db, 'scans', row),
  nextPending: (kinds: readonly ScanKind[], busy: readonly number[]) =>
    db.first<StoredScan>(
      `SELECT * FROM scans WHERE ${unfinished} AND status = 'pending' AND kind IN (${places(kinds)}) AND ${noneOf('workspace_id', busy)} ORDER BY id LIMIT 1`,
      ...kinds,
      ...busy,
    ),
  transition: async (id: number, from: ScanStatus, changes: Partial<ScanRow>): Promise<boolean> =>
    (await updateRows(db, 'scans', changes, 'id = ? AND status = ?', id, from)) > 0,
  remove: async (id: number): Promise<boolean> => (await db.run('DELETE FROM scans WHERE id = ?', id)) > 0,
  failRunning: async (summary: string, endedAt: number): Promise<void> => {
    await updateRows(
      db,
      'scans',
      { status: 'failed', progress: 100, summary, ended_at: endedAt },
      `${unfinished} AND status = 'running'`,
    );
  },
  /** Beyond the newest `keep` of a kind; a log may be read hundreds of times until another kind is. What has not ended stays. */
  removeOlder: async (workspaceId: number, kind: ScanKind, keep: number): Promise<void> => {
    const ofKind = 'SELECT id FROM scans WHERE workspace_id = ? AND kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?';
    await db.run(
      `DELETE FROM scans WHERE workspace_id = ? AND kind = ? AND NOT (${unfinished}) AND id <= (${ofKind})`,
      workspaceId,
      kind,
      workspaceId,
      kind,
      keep,
    );
  },
});

export const documentQueries = (db: Database) => ({
  find: (workspaceId: number, kind: string) =>
    db.first<DocumentRow>('SELECT * FROM documents WHERE workspace_id = ? AND kind = ?', workspaceId, kind),
  save: async ({ workspace_id, kind, gzip, read_at }: DocumentRow): Promise<void> => {
    await db.run(
      `INSERT INTO documents (workspace_id, kind, gzip, read_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (workspace_id, kind) DO UPDATE SET gzip = excluded.gzip, read_at = excluded.read_at`,
      workspace_id,
      kind,
      gzip,
      read_at,
    );
  },
});

export const readingQueries = (db: Database) => ({
  find: (workspaceId: number, kind: string) =>
    db.first<ReadingRow>('SELECT * FROM readings WHERE workspace_id = ? AND kind = ?', workspaceId, kind),
  save: async (row: ReadingRow): Promise<void> => {
    await db.run(
      `INSERT INTO readings (workspace_id, kind, data, read_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (workspace_id, kind) DO UPDATE SET data = excluded.data, read_at = excluded.read_at`,
      row.workspace_id,
      row.kind,
      row.data,
      row.read_at,
    );
  },
  /** Keeps the newest `keep` points of each title. Later ones are of a clock that was set back since: they would stand for the newest until it is there again. */
  addInsightPoints: async (rows: readonly InsightPointRow[], keep: number): Promise<void> => {
    for (const { workspace_id, title, at, value } of rows) {
      const later = 'DELETE FROM insight_points WHERE workspace_id = ? AND title = ? AND at > ?';
      await db.run(later, workspace_id, title, at);
      await db.run(
        `INSERT INTO insight_points (workspace_id, title, at, value) VALUES (?, ?, ?, ?)
           ON CONFLICT (workspace_id, title, at) DO UPDATE SET value = excluded.value`,
        workspace_id,
        title,
        at,
        value,
      );
      await db.run(
        `DELETE FROM insight_points WHERE workspace_id = ? AND title = ?
           AND at <= (SELECT at FROM insight_points WHERE workspace_id = ? AND title = ? ORDER BY at DESC LIMIT 1 OFFSET ?)`,
        workspace_id,
        title,
        workspace_id,
        title,
        keep,
      );
    }
  },
  lastInsightPoint: (workspaceId: number, title: string) =>
    db.first<InsightPointRow>(
      'SELECT * FROM insight_points WHERE workspace_id = ? AND title = ? ORDER BY at DESC LIMIT 1',
      workspaceId,
      title,
    ),
  listInsightPoints: (workspaceId: number) =>
    db.all<InsightPointRow>('SELECT * FROM insight_points WHERE workspace_id = ? ORDER BY title, at', workspaceId),
});
