/** `1234567` → `1,234,567`. By hand: Node's own way loads its languages first, 27 ms of a start. */
export const withThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 model`, `2,000 models`. */
export const plural = (number: number, noun: string): string =>
  `${withThousands(number)} ${noun}${number === 1 ? '' : 's'}`;
