/** Rich resources as they are sent. What was read before is left behind: the scan at the next start reads it anew. */
import type { Database } from '../dialects/dialect.ts';

export const documents = async (database: Database): Promise<void> => {
  await database.run(
    `CREATE TABLE documents (
      workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE, kind TEXT NOT NULL, gzip BLOB NOT NULL, read_at INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, kind))`,
  );
  await database.run("DELETE FROM readings WHERE kind IN ('schema', 'migrations', 'fixtures')");
};
