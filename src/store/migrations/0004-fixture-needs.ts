/** What fixtures are held against holds more now, under a name of its own. */
import type { Database } from '../dialects/dialect.ts';

export const fixtureNeeds = async (database: Database): Promise<void> => {
  await database.run("DELETE FROM readings WHERE kind = 'known_models'");
};
