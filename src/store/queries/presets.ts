import type { Database } from '../dialects/dialect.ts';
import { insertRow, updateRows } from '../rows.ts';
import type { PresetRow } from '../tables.ts';

export type StoredPreset = PresetRow;

export const presetQueries = (db: Database) => ({
  list: () => db.all<StoredPreset>('SELECT * FROM presets ORDER BY label'),
  find: (key: string) => db.first<StoredPreset>('SELECT * FROM presets WHERE key = ?', key),
  /** False when the key is taken. */
  insert: async (row: PresetRow): Promise<boolean> =>
    (await insertRow(db, 'presets', row, 'ON CONFLICT DO NOTHING')) !== undefined,
  /** False when there is none of that key. */
  update: async (key: string, changes: Partial<PresetRow>): Promise<boolean> =>
    (await updateRows(db, 'presets', changes, 'key = ?', key)) > 0,
  remove: async (key: string): Promise<boolean> => (await db.run('DELETE FROM presets WHERE key = ?', key)) > 0,
});
