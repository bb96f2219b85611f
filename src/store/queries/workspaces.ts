import type { Database } from '../dialects/dialect.ts';
import { insertOne, updateRows } from '../rows.ts';
import type { DocLinkRow, New, WorkspaceRow } from '../tables.ts';

export type StoredWorkspace = WorkspaceRow;
export type StoredDocLink = DocLinkRow;

export const workspaceQueries = (db: Database) => ({
  list: () => db.all<StoredWorkspace>('SELECT * FROM workspaces ORDER BY id'),
  findBySlug: (slug: string) => db.first<StoredWorkspace>('SELECT * FROM workspaces WHERE slug = ?', slug),
  findByPath: (path: string) => db.first<StoredWorkspace>('SELECT * FROM workspaces WHERE path = ?', path),
  findById: (id: number) => db.first<StoredWorkspace>('SELECT * FROM workspaces WHERE id = ?', id),
  insert: (row: New<WorkspaceRow>) => insertOne<StoredWorkspace>(db, 'workspaces', row),
  update: async (id: number, changes: Partial<WorkspaceRow>): Promise<void> => {
    await updateRows(db, 'workspaces', changes, 'id = ?', id);
  },
  /** Everything that belongs to it goes with it. */
  remove: async (id: number): Promise<void> => {
    await db.run('DELETE FROM workspaces WHERE id = ?', id);
  },
});

export const docLinkQueries = (db: Database) => ({
  list: () => db.all<StoredDocLink>('SELECT * FROM doc_links ORDER BY id'),
  /** Those of one workspace and those of all. */
  listFor: (workspaceId: number) =>
    db.all<StoredDocLink>(
      'SELECT * FROM doc_links WHERE workspace_id = ? OR workspace_id IS NULL ORDER BY id',
      workspaceId,
    ),
  find: (id: number) => db.first<StoredDocLink>('SELECT * FROM doc_links WHERE id = ?', id),
  insert: (row: New<DocLinkRow>) => insertOne<StoredDocLink>(db, 'doc_links', row),
  update: async (id: number, changes: New<DocLinkRow>): Promise<boolean> =>
    (await updateRows(db, 'doc_links', changes, 'id = ?', id)) > 0,
  remove: async (id: number): Promise<boolean> => (await db.run('DELETE FROM doc_links WHERE id = ?', id)) > 0,
});
