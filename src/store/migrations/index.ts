/**
 * Numbered changes of the schema, each in one transaction, in the words of SQLite: another dialect translates them (`dialects/postgres-words.ts`).
 * Released ones are never edited; a change is a new number at the end.
 */
import type { Database } from '../dialects/dialect.ts';
import { first } from './0001-first.ts';
import { documents } from './0002-documents.ts';
import { logSources } from './0003-log-sources.ts';
import { fixtureNeeds } from './0004-fixture-needs.ts';
import { compositeKeys } from './0005-composite-keys.ts';
import { heldTables } from './0006-held-tables.ts';

export const migrations: readonly ((database: Database) => Promise<void>)[] = [
  first,
  documents,
  logSources,
  fixtureNeeds,
  compositeKeys,
  heldTables,
];
