/** The order in which an app's migrations run. */
import type { Migration } from '../contract/index.ts';

export const idOf = (migration: Pick<Migration, 'app' | 'name'>): string => `${migration.app}.${migration.name}`;

type Follows = (migration: Migration) => string[];

/** What comes before a migration. Who needs one that was squashed away follows the one that took its place, as in Django. */
export const follows = (migrations: readonly Migration[]): Follows => {
  const squashed = new Set(migrations.filter((one) => one.state === 'squashed').map(idOf));
  const heirs = new Map(migrations.flatMap((one) => one.replaces.map((id): [string, string] => [id, idOf(one)])));
  return (migration) => {
    const heirOf = (id: string) => (squashed.has(id) && migration.state !== 'squashed' ? (heirs.get(id) ?? id) : id);
    return [...new Set([...migration.dependencies.map(heirOf), ...migration.replaces])].filter(
      (id) => id !== idOf(migration),
    );
  };
};

/** After what they need and what they replace, then by name. A circle, which Django would refuse, is cut where it is met. */
export const inOrder = (migrations: readonly Migration[], before = follows(migrations)): Migration[] => {
  const byName = [...migrations].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const byId = new Map(byName.map((migration) => [idOf(migration), migration]));
  const ordered: Migration[] = [];
  const seen = new Set<string>();
  for (const start of byName) {
    // By hand rather than by recursion: an app may have a thousand migrations in one chain.
    const stack = [start];
    while (stack.length > 0) {
      const current = stack.at(-1) as Migration;
      const waiting = seen.has(idOf(current))
        ? []
        : before(current).flatMap((id) => {
            const other = byId.get(id);
            return other === undefined || seen.has(id) || stack.includes(other) ? [] : [other];
          });
      if (waiting[0] !== undefined) {
        stack.push(waiting[0]);
        continue;
      }
      stack.pop();
      if (seen.has(idOf(current))) continue;
      seen.add(idOf(current));
      ordered.push(current);
    }
  }
  return ordered;
};
