import type { Database } from '../dialects/dialect.ts';
import { insertRow } from '../rows.ts';
import type { PresetRow } from '../tables.ts';

export type StoredPreset = PresetRow;

export const presetQueries = (db: Database) => ({
  list: () => db.all<StoredPreset>('SELECT * FROM presets ORDER BY label'),
  find: (key: string) => db.first<StoredPreset>('SELECT * FROM presets WHERE key = ?', key),
  /** False when the key is taken. */
  insert: async (row: PresetRow): Promise<boolean> =>
    (await insertRow(db, 'presets', row, 'ON CONFLICT DO NOTHING')) !== undefined,
  remove: async (key: string): Promise<boolean> => (await db.run('DELETE FROM presets WHERE key = ?', key)) > 0,
});
