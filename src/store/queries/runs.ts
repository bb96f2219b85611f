import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { RunStatus } from '../../contract/index.ts';
import type { IdempotencyRow, RunRow, Tables } from '../tables.ts';

export type StoredRun = Selectable<RunRow>;
export type RunChanges = Updateable<RunRow>;
export type RunFilter = { workspaceId?: number; status?: RunStatus; preset?: string; before?: number; limit: number };

const unfinished = ['queued', 'running'] as const;

export const runQueries = (db: Kysely<Tables>) => ({
  find: (id: number): Promise<StoredRun | undefined> => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst(),

  list: (filter: RunFilter): Promise<StoredRun[]> => {
    let query = db.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(filter.limit);
    if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    if (filter.preset !== undefined) query = query.where('preset', '=', filter.preset);
    if (filter.before !== undefined) query = query.where('id', '<', filter.before);
    return query.execute();
  },

  newest: (workspaceId: number, limit: number): Promise<Pick<StoredRun, 'id' | 'label' | 'status' | 'progress'>[]> =>
    db
      .selectFrom('runs')
      .select(['id', 'label', 'status', 'progress'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  insert: (row: Insertable<RunRow>): Promise<StoredRun> =>
    db.insertInto('runs').values(row).returningAll().executeTakeFirstOrThrow(),

  countQueued: async (): Promise<number> => {
    const row = await db
      .selectFrom('runs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', 'in', unfinished)
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow();
    return Number(row.count);
  },

  /** The oldest queued run whose workspace is not in `busy`. */
  nextQueued: (busy: readonly number[]): Promise<StoredRun | undefined> => {
    let query = db
      .selectFrom('runs')
      .selectAll()
      .where('status', 'in', unfinished)
      .where('status', '=', 'queued')
      .orderBy('id')
      .limit(1);
    if (busy.length > 0) query = query.where('workspace_id', 'not in', busy);
    return query.executeTakeFirst();
  },

  listUnfinished: (): Promise<StoredRun[]> =>
    db.selectFrom('runs').selectAll().where('status', 'in', unfinished).orderBy('id').execute(),

  /** Compare-and-set: changes the run only while it is in the state `from`. False when somebody was faster. */
  transition: async (id: number, from: RunStatus, changes: RunChanges): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('runs')
      .set(changes)
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Output lines of the last run of this preset that succeeded: what progress is measured against. */
  linesOfLastSuccess: async (workspaceId: number, preset: string): Promise<number | undefined> => {
    const row = await db
      .selectFrom('runs')
      .select('output_lines')
      .where('workspace_id', '=', workspaceId)
      .where('preset', '=', preset)
      .where('status', '=', 'succeeded')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.output_lines;
  },

  lastResult: (workspaceId: number, presets: readonly string[]): Promise<StoredRun | undefined> =>
    db
      .selectFrom('runs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('preset', 'in', presets)
      .where('result', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  findIdempotent: (userName: string, key: string): Promise<IdempotencyRow | undefined> =>
    db.selectFrom('idempotency_keys').selectAll().where('user_name', '=', userName).where('key', '=', key).executeTakeFirst(),
  rememberIdempotent: async (row: IdempotencyRow): Promise<void> => {
    await db.insertInto('idempotency_keys').values(row).execute();
  },
  forgetIdempotentBefore: async (time: number): Promise<void> => {
    await db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute();
  },

  /** Ids of ended runs beyond the newest `keep` of a workspace. */
  listBeyond: async (workspaceId: number, keep: number, limit: number): Promise<number[]> => {
    const edge = await db
      .selectFrom('runs')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    if (!edge) return [];
    const rows = await db
      .selectFrom('runs')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '<=', edge.id)
      .where('status', 'not in', unfinished)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  },
  listWithOutput: (): Promise<Pick<StoredRun, 'id' | 'output_bytes'>[]> =>
    db.selectFrom('runs').select(['id', 'output_bytes']).where('output_bytes', '>', 0).orderBy('id', 'desc').execute(),
  forgetOutput: async (ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await db.updateTable('runs').set({ output_bytes: 0 }).where('id', 'in', ids).execute();
  },
  remove: async (ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await db.deleteFrom('runs').where('id', 'in', ids).execute();
  },

  appendLog: async (runId: number, firstSeq: number, lines: readonly string[]): Promise<void> => {
    await db.insertInto('run_logs').values({ run_id: runId, first_seq: firstSeq, lines: lines.length, text: lines.join('\n') }).execute();
  },
  /** Drops whole batches whose lines all lie in [from, before). */
  cutLog: async (runId: number, from: number, before: number): Promise<void> => {
    await db.deleteFrom('run_logs').where('run_id', '=', runId).where('first_seq', '>=', from).where('first_seq', '<', before).execute();
  },
  readLog: async (runId: number, after = 0): Promise<{ firstSeq: number; lines: string[] }[]> => {
    const rows = await db
      .selectFrom('run_logs')
      .selectAll()
      .where('run_id', '=', runId)
      .where((where) => where.eb(where('first_seq', '+', where.ref('lines')), '>', after + 1))
      .orderBy('first_seq')
      .execute();
    return rows.map((row) => ({ firstSeq: row.first_seq, lines: row.text.split('\n') }));
  },
});
