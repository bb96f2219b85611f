/** How well something is named by a word that was typed; wherever names are looked for, the same is the best. */

/** Where the word was found decides: whole name, start, start of a word, anywhere. 0: not at all. */
export function found(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at < 0) return 0;
  if (at === 0) return text.length === wanted.length ? 100 : 80;
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 60 : 40;
}

export const initialsOf = (label: string): string =>
  label
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? '')
    .join('')
    .toLowerCase();

/** All in lower case. */
export type Names = { label: string; initials: string; detail: string; dotted: string };

/** In its name or its whole name, then in what is said beside it, last as the first letters of its name. */
export function pointsOf({ label, initials, detail, dotted }: Names, word: string): number {
  const isInitials = word.length > 1 && initials.startsWith(word);
  return Math.max(found(label, word), found(dotted, word), found(detail, word) / 2, isInitials ? 30 : 0);
}

export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
