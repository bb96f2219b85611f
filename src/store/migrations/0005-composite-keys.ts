/** A schema tells composite keys now. One that was kept before is left behind: the scan at the next start reads it anew. */
import type { Database } from '../dialects/dialect.ts';

export const compositeKeys = async (database: Database): Promise<void> => {
  await database.run("DELETE FROM documents WHERE kind = 'schema'");
};
