import { initialsOf, type Names, pointsOf, wordsOf } from '../../parts/matching/name-points.ts';

const groupOrder = [
  'page',
  'action',
  'workspace',
  'preset',
  'model',
  'field',
  'migration',
  'run',
  'doc',
  'search',
] as const;
type PaletteGroup = (typeof groupOrder)[number];

export type PaletteItem = {
  id: string;
  group: PaletteGroup;
  label: string;
  detail: string;
  /** Its whole name, where people type that too: `lending.Loan.due_on`. */
  dotted?: string;
  act: () => void;
  prepared?: Names;
};

/** Too many to be of use before a word is typed. */
const onRequest: ReadonlySet<PaletteGroup> = new Set(['model', 'field', 'migration']);
const shownPerGroup = 8;

/**
 * A project of 5,000 models has 60,000 items, each tried at every letter: what does not change is worked out once, and kept by the item
 * itself, because a map of so many would take longer than the search.
 */
function prepared(item: PaletteItem): Names {
  if (item.prepared) return item.prepared;
  const { label, detail, dotted = '' } = item;
  item.prepared = {
    label: label.toLowerCase(),
    // Nobody looks for one of thousands of fields by them.
    initials: item.group === 'field' || item.group === 'migration' ? '' : initialsOf(label),
    detail: detail.toLowerCase(),
    dotted: dotted.toLowerCase(),
  };
  return item.prepared;
}

/** Well below what is felt. */
const sliceMs = 8;

/** Before the first letter comes, a little at a time: all of it at once is felt when one types. Gives what ends it. */
export function prepareAhead(items: readonly PaletteItem[]): () => void {
  let next = 0;
  const slice = (): void => {
    const until = performance.now() + sliceMs;
    for (; next < items.length && performance.now() < until; next++) prepared(items[next] as PaletteItem);
    if (next < items.length) timer = setTimeout(slice);
  };
  let timer = setTimeout(slice);
  return () => clearTimeout(timer);
}

/** A field is found by its own name. By its model's alone, the fields of one model would be all that is shown of thousands. */
const isNamed = ({ label }: Names, words: readonly string[]): boolean =>
  words.some((word) => word.includes('.') || label.includes(word));

/** Every word counts, wherever it is found, last as the first letters of a name; one that is found nowhere leaves the item out. */
export function score(item: PaletteItem, words: readonly string[]): number {
  const names = prepared(item);
  if (item.group === 'field' && !isNamed(names, words)) return 0;
  let sum = 0;
  for (const word of words) {
    const points = pointsOf(names, word);
    if (points === 0) return 0;
    sum += points;
  }
  return sum / words.length;
}

type Scored = { item: PaletteItem; points: number };

/** Into its place among the best so far, after those that are as good: sorting all that a single letter finds would be felt. */
function keepBest(best: Scored[], scored: Scored): void {
  if (best.length === shownPerGroup && scored.points <= (best.at(-1)?.points ?? 0)) return;
  const place = best.findIndex(({ points }) => points < scored.points);
  best.splice(place < 0 ? best.length : place, 0, scored);
  best.length = Math.min(best.length, shownPerGroup);
}

/** A name that begins with what was typed, or is it. */
const sure = 80;
const isSure = ([best]: readonly Scored[]): boolean => best !== undefined && best.points >= sure;

/**
 * The best of each group, groups in a fixed order, so that the list does not jump while one types. But what Enter opens is what was
 * named: groups where it was only found somewhere come after those.
 */
export function rank(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const words = wordsOf(text);
  const groups = new Map(groupOrder.map((group): [PaletteGroup, Scored[]] => [group, []]));
  for (const item of items) {
    const points = words.length > 0 ? score(item, words) : Number(!onRequest.has(item.group));
    if (points > 0) keepBest(groups.get(item.group) ?? [], { item, points });
  }
  const inOrder = [...groups.values()];
  const shown = [...inOrder.filter(isSure), ...inOrder.filter((group) => !isSure(group))];
  return shown.flat().map(({ item }) => item);
}
