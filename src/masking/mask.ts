/** Masks secrets before a byte reaches disk, the log or a client. A masker follows a text line by line. */

import { mayHoldSecretKey } from '../kit/secret-keys.ts';
import { compileLiterals } from './literals.ts';
import {
  findFormedSpans,
  findKeyedSpans,
  keyBlockEnd,
  keyBlockStart,
  maxOpenLines,
  mayBeFormed,
  type OpenBrackets,
  type Span,
} from './spans.ts';

const maskText = '***';

export type Masker = {
  /** Whether whole lines hold nothing to mask, looked at together. False says only that each must be looked at. */
  isHarmless(lines: string): boolean;
  /** One whole line, without its end. */
  maskLine(line: string): string;
  /**
   * The first part of a line too long to hold: its masked text, how much of it is done (no secret begins before and ends
   * after), and whether the rest of the line is inside a secret.
   */
  maskPart(part: string, wanted: number): { text: string; done: number; inSecret: boolean };
};

const merge = (spans: Span[]): Span[] => {
  const merged: Span[] = [];
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) merged.push({ ...span });
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

  const findSpans = (text: string): { spans: Span[]; open: OpenBrackets | null } => {
    const keyed = findKeyedSpans(text, open);
    const spans = [...keyed.spans, ...findFormedSpans(text)];
    for (const match of literals ? text.matchAll(literals.all) : []) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
    return { spans: merge(spans), open: keyed.open };
  };

  /** A private key printed over several lines; only its frame stays readable. */
  const maskKeyBlock = (line: string): string | undefined => {
    const start = keyBlockStart.exec(line);
    const end = keyBlockEnd.exec(line);
    const from = keyBlockLines > 0 ? 0 : start ? start.index + start[0].length : -1;
    if (from < 0) return undefined;
    keyBlockLines = end ? 0 : start ? maxOpenLines : keyBlockLines - 1;
    return line.slice(0, from) + maskText + (end ? line.slice(end.index) : '');
  };

  return {
    isHarmless,
    maskLine: (line) => {
      if (isHarmless(line)) return line;
      const text = maskKeyBlock(line) ?? line;
      const finding = findSpans(text);
      open = finding.open;
      return replace(text, finding.spans, text.length);
    },
    maskPart: (part, wanted) => {
      if (open || keyBlockLines > 0) return { text: maskText, done: part.length, inSecret: true };
      const finding = findSpans(part);
      const last = finding.spans.at(-1);
      const reachesEnd = last !== undefined && last.end >= part.length && last.start < wanted;
      if (finding.open || reachesEnd) {
        open = null;
        return {
          text: replace(part, finding.spans, reachesEnd ? last.end : part.length),
          done: part.length,
          inSecret: true,
        };
      }
      const across = finding.spans.find((span) => span.start < wanted && span.end > wanted);
      const done = across ? across.end : wanted;
      return { text: replace(part, finding.spans, done), done, inSecret: false };
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
