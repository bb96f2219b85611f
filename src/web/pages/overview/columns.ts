/** As few rows as so many columns allow, then no more columns than these rows need: nine cards are 5 + 4 or 3 × 3, never 4 + 4 + 1. */
export const balancedColumns = (cards: number, mostColumns: number): number =>
  Math.ceil(cards / Math.ceil(cards / mostColumns));
