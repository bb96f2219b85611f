/** Numbered changes of the schema, each in one transaction. Released ones are never edited; a change is a new number at the end. */
import type { Kysely } from 'kysely';
import { first } from './0001-first.ts';

export const migrations: readonly ((db: Kysely<unknown>) => Promise<void>)[] = [first];
