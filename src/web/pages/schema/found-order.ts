import type { SchemaModel } from '../../../diagram/graph.ts';
import { initialsOf, pointsOf, wordsOf } from '../../parts/matching/name-points.ts';

/** A word that is found in a field or a table only gives no points: whoever types a name means the model that has it. */
const pointsFor = ({ model }: SchemaModel, words: readonly string[]): number => {
  const names = {
    label: model.name.toLowerCase(),
    initials: initialsOf(model.name),
    detail: model.app.toLowerCase(),
    dotted: model.id.toLowerCase(),
  };
  return words.reduce((sum, word) => sum + pointsOf(names, word), 0);
};

/** As the palette ranks models; of those that are named as well, the project's own come first. */
export const bestFirst = (models: readonly SchemaModel[], search: string): SchemaModel[] => {
  const words = wordsOf(search);
  return models
    .map((node) => ({ node, points: pointsFor(node, words) }))
    .sort((a, b) => b.points - a.points || Number(b.node.model.own) - Number(a.node.model.own))
    .map(({ node }) => node);
};
