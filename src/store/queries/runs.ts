import type { RunStatus } from '../../contract/index.ts';
import type { Database } from '../dialects/dialect.ts';
import { conditions, insertOne, noneOf, places, updateRows } from '../rows.ts';
import type { IdempotencyRow, New, RunLogRow, RunRow } from '../tables.ts';

export type StoredRun = RunRow;
export type RunChanges = Partial<RunRow>;
export type RunFilter = { workspaceId?: number; status?: RunStatus; preset?: string; before?: number; limit: number };

/** In these words, so that SQLite uses the partial index of unfinished runs. */
const unfinished = "status IN ('queued', 'running')";

/** A statement has room for some ten thousand values. */
const idsAtOnce = 500;

export const runQueries = (db: Database) => ({
  find: (id: number) => db.first<StoredRun>('SELECT * FROM runs WHERE id = ?', id),

  list: (filter: RunFilter): Promise<StoredRun[]> => {
    const where = conditions({
      'workspace_id = ?': filter.workspaceId,
      'status = ?': filter.status,
      'preset = ?': filter.preset,
      'id < ?': filter.before,
    });
    return db.all(`SELECT * FROM runs WHERE ${where.sql} ORDER BY id DESC LIMIT ?`, ...where.values, filter.limit);
  },

  newest: (workspaceId: number, limit: number) =>
    db.all<Pick<StoredRun, 'id' | 'label' | 'status' | 'progress'>>(
      'SELECT id, label, status, progress FROM runs WHERE workspace_id = ? ORDER BY id DESC LIMIT ?',
      workspaceId,
      limit,
    ),

  insert: (row: New<RunRow>) => insertOne<StoredRun>(db, 'runs', row),

  countQueued: async (): Promise<number> =>
    (await db.first<{ count: number }>(`SELECT count(*) AS count FROM runs WHERE ${unfinished} AND status = 'queued'`))
      ?.count ?? 0,

  /** The oldest queued run after that id whose workspace is not in `busy`. */
  nextQueued: (busy: readonly number[], after = 0) =>
    db.first<StoredRun>(
      `SELECT * FROM runs WHERE ${unfinished} AND status = 'queued' AND id > ? AND ${noneOf('workspace_id', busy)} ORDER BY id LIMIT 1`,
      after,
      ...busy,
    ),

  listUnfinished: () => db.all<StoredRun>(`SELECT * FROM runs WHERE ${unfinished} ORDER BY id`),

  /** Compare-and-set: changes the run only while it is in the state `from`. False when somebody was faster. */
  transition: async (id: number, from: RunStatus, changes: RunChanges): Promise<boolean> =>
    (await updateRows(db, 'runs', changes, 'id = ? AND status = ?', id, from)) > 0,

  /** Output lines of the last run of this preset that succeeded: what progress is measured against. */
  linesOfLastSuccess: async (workspaceId: number, preset: string): Promise<number | undefined> => {
    const sql =
      "SELECT output_lines FROM runs WHERE workspace_id = ? AND preset = ? AND status = 'succeeded' ORDER BY id DESC LIMIT 1";
    return (await db.first<Pick<StoredRun, 'output_lines'>>(sql, workspaceId, preset))?.output_lines;
  },

  /** The last run of this preset that came to an end by itself. */
  lastEnded: (workspaceId: number, preset: string) =>
    db.first<StoredRun>(
      "SELECT * FROM runs WHERE workspace_id = ? AND preset = ? AND status IN ('succeeded', 'failed') ORDER BY id DESC LIMIT 1",
      workspaceId,
      preset,
    ),

  findIdempotent: (userName: string, key: string) =>
    db.first<IdempotencyRow>('SELECT * FROM idempotency_keys WHERE user_name = ? AND key = ?', userName, key),
  rememberIdempotent: async (row: IdempotencyRow): Promise<void> => {
    await insertOne(db, 'idempotency_keys', row);
  },
  forgetIdempotentBefore: async (time: number): Promise<void> => {
    await db.run('DELETE FROM idempotency_keys WHERE created_at < ?', time);
  },

  listIds: async (): Promise<number[]> =>
    (await db.all<Pick<StoredRun, 'id'>>('SELECT id FROM runs')).map(({ id }) => id),
  listIdsOf: async (workspaceId: number): Promise<number[]> =>
    (await db.all<Pick<StoredRun, 'id'>>('SELECT id FROM runs WHERE workspace_id = ?', workspaceId)).map(
      ({ id }) => id,
    ),

  /** Ids of ended runs beyond the newest `keep` of a workspace. */
  listBeyond: async (workspaceId: number, keep: number, limit: number): Promise<number[]> => {
    const rows = await db.all<Pick<StoredRun, 'id'>>(
      `SELECT id FROM runs WHERE workspace_id = ? AND NOT (${unfinished})
         AND id <= (SELECT id FROM runs WHERE workspace_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?) ORDER BY id LIMIT ?`,
      workspaceId,
      workspaceId,
      keep,
      limit,
    );
    return rows.map((row) => row.id);
  },
  /** Ids of the runs whose outputs do not fit into so many bytes together with all newer ones. */
  listOutputsBeyond: async (bytes: number): Promise<number[]> => {
    const kept = 'SELECT id, sum(output_bytes) OVER (ORDER BY id DESC) AS bytes FROM runs WHERE output_bytes > 0';
    const rows = await db.all<Pick<StoredRun, 'id'>>(`SELECT id FROM (${kept}) AS kept WHERE bytes > ?`, bytes);
    return rows.map((row) => row.id);
  },
  forgetOutput: async (ids: readonly number[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce);
      await db.run(`UPDATE runs SET output_bytes = 0 WHERE id IN (${places(some)})`, ...some);
    }
  },
  remove: async (ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await db.run(`DELETE FROM runs WHERE id IN (${places(ids)})`, ...ids);
  },
});

export const runLogQueries = (db: Database) => ({
  /** `text` is that many lines, joined by line feeds. */
  append: async (runId: number, firstSeq: number, text: string, lines: number): Promise<void> => {
    await db.run(
      'INSERT INTO run_logs (run_id, first_seq, lines, text) VALUES (?, ?, ?, ?)',
      runId,
      firstSeq,
      lines,
      text,
    );
  },
  /** Drops whole batches that begin in [from, before). */
  cut: async (runId: number, from: number, before: number): Promise<void> => {
    await db.run('DELETE FROM run_logs WHERE run_id = ? AND first_seq >= ? AND first_seq < ?', runId, from, before);
  },
  read: async (runId: number, after = 0): Promise<{ firstSeq: number; lines: string[] }[]> => {
    const rows = await db.all<RunLogRow>(
      'SELECT * FROM run_logs WHERE run_id = ? AND first_seq + lines > ? ORDER BY first_seq',
      runId,
      after + 1,
    );
    return rows.map((row) => ({ firstSeq: row.first_seq, lines: row.text.split('\n') }));
  },
});
