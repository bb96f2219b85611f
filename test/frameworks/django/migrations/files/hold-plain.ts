/** A migration that is read straight from its text, held against what the evaluator makes of the same text. */
import assert from 'node:assert/strict';
import {
  migrationWorld,
  readMigrationFile,
  readPlainMigration,
} from '../../../../../src/frameworks/django/migrations/files/migration-file.ts';

const world = migrationWorld((name) => (name === 'AUTH_USER_MODEL' ? 'people.Person' : undefined));

/** Whether it was read so at all; whatever else it may be is the evaluator's to say. */
export const holdPlain = (text: string): boolean => {
  const migration = {
    text,
    app: 'shop',
    name: '0002_more',
    module: 'shop.migrations',
    file: 'shop/migrations/0002_more.py',
    path: '/w/shop/migrations/0002_more.py',
  };
  const plain = readPlainMigration(migration, world);
  if (plain === null) return false;
  assert.deepStrictEqual(plain, readMigrationFile(migration, world), text);
  return true;
};
