/** The migrations whose operations name a model. */
import type { MigrationsDetail, Model } from '../contract/index.ts';
import { classOf } from './graph.ts';

export type Touched = { app: string; name: string; descriptions: string[] };

export const migrationsOf = (model: Model, detail: MigrationsDetail): Touched[] => {
  const name = classOf(model.id).toLowerCase();
  const migrations = detail.apps.find((app) => app.label === model.app)?.migrations ?? [];
  return migrations.flatMap((migration) => {
    const operations = migration.operations.filter(
      (operation) => classOf(operation.model ?? '').toLowerCase() === name,
    );
    if (operations.length === 0) return [];
    return [
      { app: migration.app, name: migration.name, descriptions: operations.map((operation) => operation.description) },
    ];
  });
};
