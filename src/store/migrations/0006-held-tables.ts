/** Migrations tell whether tables were held against the models now. What was kept before is left behind: the scan at the next start reads it anew. */
import type { Database } from '../dialects/dialect.ts';

export const heldTables = async (database: Database): Promise<void> => {
  await database.run("DELETE FROM documents WHERE kind = 'migrations'");
};
