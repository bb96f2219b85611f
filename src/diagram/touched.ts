/** Which model an operation is about, by the name that it has today, and so the migrations that touched a model. */
import type { Migration, MigrationOperation, MigrationsDetail, Model } from '../contract/index.ts';
import { classOf } from './graph.ts';
import { idOf, inOrder } from './migration-order.ts';

export type Touched = { app: string; name: string; descriptions: string[] };

/** By a name that was, in small letters, what it is today; null for a model that is gone. */
type Names = Map<string, string | null>;

const small = (model: string): string => classOf(model).toLowerCase();

/** Django's own words: the operation itself tells its old name alone. */
const newNameOf = ({ kind, description }: MigrationOperation): string | undefined =>
  kind === 'RenameModel' ? /^Rename model \S+ to (\S+)$/.exec(description)?.[1] : undefined;

/** What the operation's model is called today, and, in `names`, what those before it call theirs. */
function stepBack(operation: MigrationOperation, names: Names): string | null {
  const { kind, model } = operation;
  if (model === null) return null;
  const before = small(model);
  if (kind === 'DeleteModel') {
    names.set(before, null);
    return null;
  }
  const after = small(newNameOf(operation) ?? model);
  const known = names.get(after);
  const today = known === undefined ? after : known;
  if (kind === 'RenameModel') {
    names.set(after, null);
    names.set(before, today);
  }
  return today;
}

/**
 * The model of each operation of an app by the name that it has today, in small letters as migrations write it. Without those
 * whose model is gone; a later one of the same name is another.
 */
export function modelsToday(migrations: readonly Migration[]): Map<MigrationOperation, string> {
  const today = new Map<MigrationOperation, string>();
  const there = new Set(migrations.map(idOf));
  const names: Names = new Map();
  for (const { operations, replaces } of inOrder(migrations).toReversed()) {
    // A squashing migration and those that it replaces end alike: both are read back from there.
    const own = replaces.some((id) => there.has(id)) ? new Map(names) : names;
    for (const operation of operations.toReversed()) {
      const name = stepBack(operation, own);
      if (name !== null) today.set(operation, name);
    }
  }
  return today;
}

export const migrationsOf = (model: Model, detail: MigrationsDetail): Touched[] => {
  const migrations = detail.apps.find((app) => app.label === model.app)?.migrations ?? [];
  const today = modelsToday(migrations);
  return migrations.flatMap(({ app, name, operations }) => {
    const own = operations.filter((operation) => today.get(operation) === small(model.id));
    return own.length === 0 ? [] : [{ app, name, descriptions: own.map(({ description }) => description) }];
  });
};
