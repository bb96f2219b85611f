/** Which of the differences between text and running project are about a model. */
import type { Difference, Model } from '../contract/index.ts';

/** Names the model (`shop.Order`), something of it (`shop.Order.total`), or what it has (`fields of shop.Order`). */
export const differencesOf = ({ id }: Pick<Model, 'id'>, differences: readonly Difference[]): Difference[] =>
  differences.filter(({ subject }) => subject === id || subject.startsWith(`${id}.`) || subject.endsWith(` of ${id}`));
