import type { Insertable, Kysely, Selectable } from 'kysely';
import type { PresetRow, Tables } from '../tables.ts';

export type StoredPreset = Selectable<PresetRow>;

export const presetQueries = (db: Kysely<Tables>) => ({
  list: (): Promise<StoredPreset[]> => db.selectFrom('presets').selectAll().orderBy('label').execute(),
  find: (key: string): Promise<StoredPreset | undefined> =>
    db.selectFrom('presets').selectAll().where('key', '=', key).executeTakeFirst(),
  insert: async (row: Insertable<PresetRow>): Promise<void> => {
    await db.insertInto('presets').values(row).execute();
  },
  remove: async (key: string): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('presets').where('key', '=', key).executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
