/** Masks secrets before a byte reaches disk, the log or a client. A masker follows a text line by line. */

import { mayHoldSecretKey } from '../kit/secret-keys.ts';
import { compileLiterals } from './literals.ts';
import { findFormedSpans, findKeyBlocks, findKeyedSpans, mayBeFormed, type OpenBrackets, type Span } from './spans.ts';

const maskText = '***';

export type Masker = {
  /** Whether whole lines hold nothing to mask, looked at together. False says only that each must be looked at. */
  isHarmless(lines: string): boolean;
  /** One whole line, without its end. */
  maskLine(line: string): string;
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

const followText = (literals: Literals): Masker => {
  let open: OpenBrackets | null = null;
  let keyBlockLines = 0;

  /** Most lines hold nothing that could be one; they cost three looks and no memory. No pattern here reaches over the end of a line. */
  const isHarmless = (lines: string): boolean =>
    open === null &&
    keyBlockLines === 0 &&
    !mayHoldSecretKey.test(lines) &&
    !mayBeFormed.test(lines) &&
    !literals?.any.test(lines);

  const findSpans = (text: string) => {
    const keyed = findKeyedSpans(text, open);
    const blocks = findKeyBlocks(text, keyBlockLines);
    const spans = [...keyed.spans, ...blocks.spans, ...findFormedSpans(text)];
    for (const { 0: secret, index } of literals ? text.matchAll(literals.all) : []) {
      spans.push({ from: index, start: index, end: index + secret.length });
    }
    const cutFrom = Math.min(keyed.cutFrom ?? text.length, blocks.cutFrom ?? text.length);
    return { spans: merge(spans), open: keyed.open, keyBlockLines: blocks.linesLeft, cutFrom };
  };

  return {
    isHarmless,
    maskLine: (line) => {
      if (isHarmless(line)) return line;
      const finding = findSpans(line);
      ({ open, keyBlockLines } = finding);
      return replace(line, finding.spans, line.length);
    },
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

export const createMasker = (secrets: readonly string[]): Masker => followText(literalsOf(secrets));

/** Masks whole texts, each for itself. Made once for many of them: the pattern of the secrets takes longer to make than a text to look through. */
export const createMask = (secrets: readonly string[]): ((text: string) => string) => {
  const literals = literalsOf(secrets);
  return (text) => {
    const masker = followText(literals);
    return text
      .split('\n')
      .map((line) => masker.maskLine(line))
      .join('\n');
  };
};
