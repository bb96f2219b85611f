import type { Database } from '../dialects/dialect.ts';
import { insertOne, insertRow, updateRows } from '../rows.ts';
import type { New, SessionRow, UserRow } from '../tables.ts';

export type StoredUser = UserRow;
type StoredSession = SessionRow;

export const userQueries = (db: Database) => ({
  list: () => db.all<StoredUser>('SELECT * FROM users ORDER BY name'),
  find: (name: string) => db.first<StoredUser>('SELECT * FROM users WHERE name = ?', name),
  /** False when the name is taken. */
  insert: async (row: UserRow): Promise<boolean> =>
    (await insertRow(db, 'users', row, 'ON CONFLICT DO NOTHING')) !== undefined,
  update: async (name: string, changes: Partial<UserRow>): Promise<void> => {
    await updateRows(db, 'users', changes, 'name = ?', name);
  },
  remove: async (name: string): Promise<void> => {
    await db.run('DELETE FROM users WHERE name = ?', name);
  },
});

export const sessionQueries = (db: Database) => ({
  list: () => db.all<StoredSession>('SELECT * FROM sessions ORDER BY last_seen_at DESC'),
  findByHash: (hash: string) =>
    db.first<StoredSession & Pick<StoredUser, 'role'>>(
      'SELECT sessions.*, users.role FROM sessions JOIN users ON users.name = sessions.user_name WHERE token_hash = ?',
      hash,
    ),
  insert: (row: New<SessionRow>) => insertOne<StoredSession>(db, 'sessions', row),
  touch: async (id: number, seenAt: number): Promise<void> => {
    await db.run('UPDATE sessions SET last_seen_at = ? WHERE id = ?', seenAt, id);
  },
  remove: async (id: number): Promise<boolean> => (await db.run('DELETE FROM sessions WHERE id = ?', id)) > 0,
  removeOfUser: async (name: string, kind: SessionRow['kind']): Promise<void> => {
    await db.run('DELETE FROM sessions WHERE user_name = ? AND kind = ?', name, kind);
  },
  removeOfKind: async (kind: SessionRow['kind']): Promise<void> => {
    await db.run('DELETE FROM sessions WHERE kind = ?', kind);
  },
  /** Of browsers; those of command lines end with their process. */
  removeEnded: async (now: number, idleSince: number): Promise<void> => {
    await db.run(
      "DELETE FROM sessions WHERE kind = 'browser' AND (expires_at < ? OR last_seen_at < ?)",
      now,
      idleSince,
    );
  },
});
