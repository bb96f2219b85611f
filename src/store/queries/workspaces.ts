import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { DocLinkRow, Tables, WorkspaceRow } from '../tables.ts';

export type StoredWorkspace = Selectable<WorkspaceRow>;
export type StoredDocLink = Selectable<DocLinkRow>;

export const workspaceQueries = (db: Kysely<Tables>) => ({
  list: (): Promise<StoredWorkspace[]> => db.selectFrom('workspaces').selectAll().orderBy('id').execute(),
  findBySlug: (slug: string): Promise<StoredWorkspace | undefined> =>
    db.selectFrom('workspaces').selectAll().where('slug', '=', slug).executeTakeFirst(),
  findByPath: (path: string): Promise<StoredWorkspace | undefined> =>
    db.selectFrom('workspaces').selectAll().where('path', '=', path).executeTakeFirst(),
  findById: (id: number): Promise<StoredWorkspace | undefined> =>
    db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst(),
  insert: (row: Insertable<WorkspaceRow>): Promise<StoredWorkspace> =>
    db.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow(),
  update: async (id: number, changes: Updateable<WorkspaceRow>): Promise<void> => {
    if (Object.keys(changes).length > 0) await db.updateTable('workspaces').set(changes).where('id', '=', id).execute();
  },
  /** Everything that belongs to it goes with it. */
  remove: async (id: number): Promise<void> => {
    await db.deleteFrom('workspaces').where('id', '=', id).execute();
  },
});

export const docLinkQueries = (db: Kysely<Tables>) => ({
  list: (): Promise<StoredDocLink[]> => db.selectFrom('doc_links').selectAll().orderBy('id').execute(),
  /** Those of one workspace and those of all. */
  listFor: (workspaceId: number): Promise<StoredDocLink[]> =>
    db
      .selectFrom('doc_links')
      .selectAll()
      .where((where) => where.or([where('workspace_id', '=', workspaceId), where('workspace_id', 'is', null)]))
      .orderBy('id')
      .execute(),
  insert: (row: Insertable<DocLinkRow>): Promise<StoredDocLink> =>
    db.insertInto('doc_links').values(row).returningAll().executeTakeFirstOrThrow(),
  remove: async (id: number): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('doc_links').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
