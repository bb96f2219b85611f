/** A format of `time.strftime` → how to read the times that it writes. */
import { momentOfGroups } from './timestamps.ts';

const names = (words: string): string => `(?:${words})`;
const months =
  'January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec';
const days = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';

/** Those of the C locale, which Python has unless it is told otherwise. */
const directives: Readonly<Record<string, string>> = {
  Y: String.raw`(?<year>\d{4})`,
  y: String.raw`(?<shortYear>\d\d)`,
  m: String.raw`(?<month>\d\d?)`,
  ...Object.fromEntries([...'bBh'].map((letter) => [letter, `(?<month>${months})`])),
  ...Object.fromEntries([...'aA'].map((letter) => [letter, names(days)])),
  ...Object.fromEntries([...'de'].map((letter) => [letter, String.raw` ?(?<day>\d\d?)`])),
  ...Object.fromEntries([...'HIkl'].map((letter) => [letter, String.raw` ?(?<hour>\d\d?)`])),
  M: String.raw`(?<minute>\d\d)`,
  S: String.raw`(?<second>\d\d)`,
  p: '(?<half>[AP]M)',
  P: '(?<half>[ap]m)',
  z: String.raw`(?<zone>[+-]\d\d:?\d\d|Z)`,
  Z: '(?<zone>[A-Z]{1,5})',
  j: String.raw`\d{3}`,
  n: String.raw`\s`,
  t: String.raw`\s`,
  '%': '%',
};

/** What stands for several others. */
const longDirectives: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  r: '%I:%M:%S %p',
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/** `at`: undefined where the time does not tell which, as one without a day; `end`: where it ends. */
export type ReadTime = (
  text: string,
  start: number,
  timeZone: string | null,
) => { at: number | undefined; end: number } | undefined;

const patternOf = (format: string): string | undefined => {
  const long = format.replaceAll(/%([FTRDrcxX])/g, (whole, letter: string) => longDirectives[letter] ?? whole);
  let pattern = '';
  let end = 0;
  for (const found of long.matchAll(/%[-_0^#]?(.)/gs)) {
    const directive = directives[found[1] ?? ''];
    if (directive === undefined) return undefined;
    pattern += RegExp.escape(long.slice(end, found.index)) + directive;
    end = found.index + found[0].length;
  }
  return pattern + RegExp.escape(long.slice(end));
};

/** Undefined for a format with something that is not known, or with the same twice. */
export const readTimesOf = (format: string): ReadTime | undefined => {
  const source = patternOf(format);
  if (source === undefined) return undefined;
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, 'y');
  } catch {
    return undefined;
  }
  return (text, start, timeZone) => {
    pattern.lastIndex = start;
    const groups = pattern.exec(text)?.groups;
    if (!groups) return pattern.lastIndex > start ? { at: undefined, end: pattern.lastIndex } : undefined;
    const { shortYear, year = shortYear && `20${shortYear}`, half } = groups;
    const end = pattern.lastIndex;
    return { at: momentOfGroups({ ...groups, year, half: half?.toUpperCase() }, timeZone), end };
  };
};
