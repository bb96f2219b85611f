import type { SchemaModel } from '../../../../diagram/graph.ts';
import { byName } from '../../../order.ts';

/** The project's own models first, by app and name: a reading has them as Django was told of them. */
export const inTableOrder = (models: readonly SchemaModel[]): SchemaModel[] =>
  models.toSorted(
    ({ model: a }, { model: b }) =>
      Number(b.own) - Number(a.own) || byName(a.app, b.app) || byName(a.name, b.name) || byName(a.id, b.id),
  );
