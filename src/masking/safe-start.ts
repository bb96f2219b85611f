/**
 * Where a text may be shown from when what came before it is unknown. A secret of several lines (the brackets under a secret key, a
 * private key) may have been open; it is told by what closes without having been opened.
 */
import { keyBlockEnd, keyBlockStart, maxOpenLines } from './spans.ts';

/** And what is escaped outside of them: from each quote of `\"\"\"…` to the end of the line took seconds. */
const strings = /\\.|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/g;
const newline = 0x0a;

/** Whether a line closes more than the lines before it opened, and how deep it leaves the text. */
const follow = (line: string, depth: number): { depth: number; closes: boolean } => {
  let [now, closes] = [depth, false];
  for (const sign of line.replace(strings, '')) {
    if ('[({'.includes(sign)) now += 1;
    else if ('])}'.includes(sign)) {
      now -= 1;
      if (now < 0) [now, closes] = [0, true];
    }
  }
  return { depth: now, closes };
};

/** Whether a private key that began before these texts ends in them. */
export const endsOpenKey = (texts: readonly string[]): boolean => {
  for (const text of texts) {
    const [start, end] = [text.search(keyBlockStart), text.search(keyBlockEnd)];
    if (start >= 0 || end >= 0) return end >= 0 && (start < 0 || end < start);
  }
  return false;
};

/** Bytes to leave out: up to the last of the first lines (no secret is believed to go on for longer) that closes something from before. */
export const findSafeStart = (bytes: Uint8Array): number => {
  let safe = 0;
  let depth = 0;
  let blockOpen = false;
  let from = 0;
  for (let seen = 0; seen < maxOpenLines; seen += 1) {
    const end = bytes.indexOf(newline, from);
    if (end < 0) break;
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('utf8');
    const step = follow(line, depth);
    depth = step.depth;
    if (keyBlockStart.test(line)) blockOpen = true;
    const endsBlock = keyBlockEnd.test(line);
    if (step.closes || (endsBlock && !blockOpen)) safe = end + 1;
    if (endsBlock) blockOpen = false;
    from = end + 1;
  }
  return safe;
};
