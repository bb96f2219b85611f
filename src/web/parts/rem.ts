/** What so many `rem` are here: a reader may have set the browser's text larger, and what is reckoned in pixels goes along. */
export const inPixels = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
