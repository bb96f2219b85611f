/** `from`: where that begins which tells that it is a secret. A text that is cut in between would show what comes after. */
export type Span = { from: number; start: number; end: number };
