import type { Model } from '../../../contract/index.ts';
import { isCounted } from '../../../diagram/graph.ts';
import { texts } from './texts.ts';

/** What is shown, counted as the overview counts models; all others by what they are. `hasMore`: part of an app could not be read. */
export const countWords = (shown: readonly Model[], all: readonly Model[], hasMore = false): string[] => {
  const own = (models: readonly Model[]) => models.filter((model) => model.own && isCounted(model)).length;
  const others = {
    thirdParty: shown.filter((model) => !model.own && isCounted(model)).length,
    abstract: shown.filter(({ kind }) => kind === 'abstract').length,
    swapped: shown.filter(({ kind }) => kind === 'swapped').length,
    through: shown.filter(({ kind }) => kind === 'through').length,
  };
  return [
    texts.shown.own(own(shown), own(all), hasMore),
    ...Object.entries(others).flatMap(([kind, value]) =>
      value === 0 ? [] : [texts.shown[kind as keyof typeof others](value)],
    ),
  ];
};
