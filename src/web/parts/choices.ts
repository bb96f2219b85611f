/** What a filter offers. */
export type Choice = { value: string; label: string };

/** What only an address names is offered, too: the browser would show the first choice in its place, as if nothing were filtered. */
export const withAsked = (known: readonly Choice[], asked: string, label = asked): Choice[] =>
  known.some(({ value }) => value === asked) ? [...known] : [...known, { value: asked, label }];
