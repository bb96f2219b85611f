/** Which of some lines a regular expression matches, and whether trying it costs too much to be tried again where the page is drawn. */
export type Question = { source: string; flags: string; texts: readonly string[] };
export type Answer = { hits: readonly number[]; slow: boolean };

/** A line that takes longer is slow: a screen of fifty such lines would still be marked within half a second. */
const slowLineMs = 10;

/** All of its matches, as marking them will ask for. */
function timeOf(text: string, pattern: RegExp): { found: boolean; ms: number } {
  const start = performance.now();
  let found = false;
  for (const _ of text.matchAll(pattern)) found = true;
  return { found, ms: performance.now() - start };
}

/** Ends at the first slow line. A machine that was busy elsewhere is given a second chance. */
export function matchLines({ source, flags, texts }: Question): Answer {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const hits: number[] = [];
  for (const [index, text] of texts.entries()) {
    const { found, ms } = timeOf(text, pattern);
    if (ms > slowLineMs && timeOf(text, pattern).ms > slowLineMs) return { hits, slow: true };
    if (found) hits.push(index);
  }
  return { hits, slow: false };
}
