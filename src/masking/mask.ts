/** Masks secrets before a byte reaches disk, the log or a client. A masker follows a text line by line. */

import { mayHoldSecretKey } from '../kit/secret-keys.ts';
import { findCommandSpans, findNetrcSpans, linesOfNetrc } from './commands.ts';
import { compileLiterals } from './literals.ts';
import type { Span } from './span.ts';
import { findFormedSpans, findKeyBlocks, findKeyedSpans, mayBeFormed, type OpenBrackets } from './spans.ts';
import { findArgumentSpans, findSqlSpans } from './sql.ts';
import { findToldSpans } from './told.ts';

const maskText = '***';

export type Masker = {
  /** Whether whole lines hold nothing to mask, looked at together. False says only that each must be looked at. */
  isHarmless(lines: string): boolean;
  /** What follows is a statement of its own: no bracket is open any more. The lines of a private key may go on. */
  startEntry(): void;
  /** How many lines a private key may go on that has begun. */
  keyLines(): number;
  /** One whole line, without its end. */
  maskLine(line: string): string;
  /** Several of them. */
  maskText(text: string): string;
  /**
   * The first part of a line too long to hold: its masked text, how much of it is done (no secret, nor what tells that it is one,
   * begins before and ends after), and whether the rest of the line is inside a secret.
   */
  maskPart(part: string, wanted: number): { text: string; done: number; inSecret: boolean };
};

const merge = (spans: Span[]): Span[] => {
  const merged: Span[] = [];
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) {
      last.from = Math.min(last.from, span.from);
      last.end = Math.max(last.end, span.end);
    } else if (span.end > span.start) merged.push({ ...span });
  }
  return merged;
};

const replace = (text: string, spans: readonly Span[], end: number): string => {
  if (spans.length === 0) return text.slice(0, end);
  let masked = '';
  let from = 0;
  for (const span of spans) {
    if (span.start >= end) break;
    masked += text.slice(from, span.start) + maskText;
    from = span.end;
  }
  return masked + text.slice(from, Math.max(from, end));
};

/** The given secrets: wherever they stand, and whether any does. */
type Literals = { all: RegExp; any: RegExp } | null;

const literalsOf = (secrets: readonly string[]): Literals => {
  const all = compileLiterals(secrets);
  return all && { all, any: new RegExp(all.source) };
};

const followText = (literals: Literals, keyLines: number): Masker => {
  let open: OpenBrackets | null = null;
  let keyBlockLines = keyLines;
  /** How many lines a machine of a .netrc may go on. */
  let netrcLines = 0;

  /** Most lines hold nothing that could be one; they cost three looks and no memory. No pattern here reaches over the end of a line. */
  const isHarmless = (lines: string): boolean =>
    open === null &&
    keyBlockLines === 0 &&
    netrcLines === 0 &&
    !mayHoldSecretKey.test(lines) &&
    !mayBeFormed.test(lines) &&
    !literals?.any.test(lines);

  const findSpans = (text: string) => {
    const keyed = findKeyedSpans(text, open);
    const blocks = findKeyBlocks(text, keyBlockLines);
    const sql = findSqlSpans(text);
    const spans = [...keyed.spans, ...sql.spans];
    spans.push(...findArgumentSpans(text, spans), ...blocks.spans, ...findFormedSpans(text), ...findToldSpans(text));
    spans.push(...findCommandSpans(text), ...(netrcLines > 0 ? findNetrcSpans(text) : []));
    for (const { 0: secret, index } of literals ? text.matchAll(literals.all) : []) {
      spans.push({ from: index, start: index, end: index + secret.length });
    }
    const cutFrom = Math.min(...[keyed, sql, blocks].map((finding) => finding.cutFrom ?? text.length));
    return { spans: merge(spans), open: keyed.open, keyBlockLines: blocks.linesLeft, cutFrom };
  };

  const maskLine = (line: string): string => {
    if (isHarmless(line)) return line;
    const finding = findSpans(line);
    ({ open, keyBlockLines } = finding);
    netrcLines = linesOfNetrc(line, netrcLines);
    return replace(line, finding.spans, line.length);
  };

  return {
    isHarmless,
    startEntry: () => {
      open = null;
      netrcLines = 0;
    },
    keyLines: () => keyBlockLines,
    maskLine,
    maskText: (text) => text.split('\n').map(maskLine).join('\n'),
    maskPart: (part, wanted) => {
      if (open || keyBlockLines > 0) return { text: maskText, done: part.length, inSecret: true };
      const { spans, cutFrom } = findSpans(part);
      let done = wanted;
      for (const span of spans) if (span.from < done && span.end > done) done = span.end;
      const inSecret = done === part.length || cutFrom < done;
      if (inSecret) done = part.length;
      return { text: replace(part, spans, done), done, inSecret };
    },
  };
};

/**
 * Maskers for several texts. The pattern of the secrets takes longer to make than a text to look through: it is made once. `keyLines`: what a
 * masker of the text before said.
 */
export const createMaskers = (secrets: readonly string[]): ((keyLines?: number) => Masker) => {
  const literals = literalsOf(secrets);
  return (keyLines = 0) => followText(literals, keyLines);
};

export const createMasker = (secrets: readonly string[]): Masker => createMaskers(secrets)();

/** Masks whole texts, each for itself. */
export const createMask = (secrets: readonly string[]): ((text: string) => string) => {
  const create = createMaskers(secrets);
  return (text) => create().maskText(text);
};
