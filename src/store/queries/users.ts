import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { SessionRow, Tables, UserRow } from '../tables.ts';

export type StoredUser = Selectable<UserRow>;
export type StoredSession = Selectable<SessionRow>;

export const userQueries = (db: Kysely<Tables>) => ({
  list: (): Promise<StoredUser[]> => db.selectFrom('users').selectAll().orderBy('name').execute(),
  find: (name: string): Promise<StoredUser | undefined> =>
    db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst(),
  /** False when the name is taken. */
  insert: async (row: Insertable<UserRow>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
  update: async (name: string, changes: Updateable<UserRow>): Promise<void> => {
    if (Object.keys(changes).length > 0) await db.updateTable('users').set(changes).where('name', '=', name).execute();
  },
  remove: async (name: string): Promise<void> => {
    await db.deleteFrom('users').where('name', '=', name).execute();
  },
});

export const sessionQueries = (db: Kysely<Tables>) => ({
  list: (): Promise<StoredSession[]> => db.selectFrom('sessions').selectAll().orderBy('last_seen_at', 'desc').execute(),
  findByHash: (hash: string): Promise<(StoredSession & { role: StoredUser['role'] }) | undefined> =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.name', 'sessions.user_name')
      .selectAll('sessions')
      .select('users.role')
      .where('token_hash', '=', hash)
      .executeTakeFirst(),
  insert: (row: Insertable<SessionRow>): Promise<StoredSession> =>
    db.insertInto('sessions').values(row).returningAll().executeTakeFirstOrThrow(),
  touch: async (id: number, seenAt: number): Promise<void> => {
    await db.updateTable('sessions').set({ last_seen_at: seenAt }).where('id', '=', id).execute();
  },
  remove: async (id: number): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  },
  removeOfUser: async (name: string): Promise<void> => {
    await db.deleteFrom('sessions').where('user_name', '=', name).execute();
  },
  removeOfKind: async (kind: SessionRow['kind']): Promise<void> => {
    await db.deleteFrom('sessions').where('kind', '=', kind).execute();
  },
  removeExpired: async (now: number, idleSince: number): Promise<void> => {
    await db
      .deleteFrom('sessions')
      .where((where) => where.or([where('expires_at', '<', now), where('last_seen_at', '<', idleSince)]))
      .execute();
  },
});
