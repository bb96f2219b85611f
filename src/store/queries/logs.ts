import { errorLevels } from '../../contract/words.ts';
import type { Database } from '../dialects/dialect.ts';
import { conditions, places } from '../rows.ts';
import type { LogLineRow, New } from '../tables.ts';

type StoredLogLine = LogLineRow;
export type LogFilter = {
  /** None: every level. */
  levels?: readonly LogLineRow['level'][];
  source?: string;
  /** Every source but this one. */
  exceptSource?: string;
  /** First and last moment. */
  from?: number;
  to?: number;
  text?: string;
  before?: number;
  limit: number;
};

const searched = "message || ' ' || coalesce(logger, '') || ' ' || coalesce(detail, '')";

/**
 * In small letters, as what is looked for. `lower` may know ASCII alone, but is faster: 20,000 lines in 100 ms instead of 180. Not `LIKE`, which tries
 * every beginning sign by sign: words that a log repeats held up the whole service for seconds.
 */
const holding = (text = ''): string =>
  `instr(${/^[\x20-\x7e]*$/.test(text) ? 'lower' : 'lower_letters'}(${searched}), ?) > 0`;

export const logQueries = (db: Database) => ({
  append: async (rows: readonly New<LogLineRow>[]): Promise<void> => {
    const sql =
      'INSERT INTO log_lines (workspace_id, at, level, source, logger, message, detail) VALUES (?, ?, ?, ?, ?, ?, ?)';
    for (const { workspace_id, at, level, source, logger, message, detail } of rows) {
      await db.run(sql, workspace_id, at, level, source, logger, message, detail);
    }
  },
  newest: (workspaceId: number, limit: number) =>
    db.all<StoredLogLine>(
      'SELECT * FROM log_lines WHERE workspace_id = ? ORDER BY id DESC LIMIT ?',
      workspaceId,
      limit,
    ),
  list: (workspaceId: number, { levels = [], text, limit, ...filter }: LogFilter): Promise<StoredLogLine[]> => {
    const where = conditions({
      'workspace_id = ?': workspaceId,
      'source = ?': filter.source,
      'source <> ?': filter.exceptSource,
      'at >= ?': filter.from,
      'at <= ?': filter.to,
      'id < ?': filter.before,
      [holding(text)]: text?.toLowerCase(),
    });
    const ofLevels = levels.length === 0 ? '' : ` AND level IN (${places(levels)})`;
    return db.all(
      `SELECT * FROM log_lines WHERE ${where.sql}${ofLevels} ORDER BY id DESC LIMIT ?`,
      ...where.values,
      ...levels,
      limit,
    );
  },
  listSources: async (workspaceId: number): Promise<string[]> => {
    const rows = await db.all<{ source: string }>(
      'SELECT DISTINCT source FROM log_lines WHERE workspace_id = ? ORDER BY source',
      workspaceId,
    );
    return rows.map((row) => row.source);
  },
  /** Of lines that did not come from `except`. */
  countErrors: async (workspaceId: number, from: number, to: number, except: string): Promise<number> => {
    const sql = `SELECT count(*) AS count FROM log_lines WHERE workspace_id = ? AND level IN (${places(errorLevels)}) AND at BETWEEN ? AND ? AND source <> ?`;
    return (await db.first<{ count: number }>(sql, workspaceId, ...errorLevels, from, to, except))?.count ?? 0;
  },
  /** The first of the newest `count` lines, if there are so many. */
  firstOf: (workspaceId: number, count: number) =>
    db.first<StoredLogLine>(
      'SELECT * FROM log_lines WHERE workspace_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
      workspaceId,
      count - 1,
    ),
  removeOlder: async (workspaceId: number, keep: number): Promise<void> => {
    await db.run(
      'DELETE FROM log_lines WHERE workspace_id = ? AND id <= (SELECT id FROM log_lines WHERE workspace_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
      workspaceId,
      workspaceId,
      keep,
    );
  },
});
