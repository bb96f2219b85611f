/** Times as log files write them → milliseconds since the epoch. A time without a zone is in the project's own zone, else this machine's. */

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * What %Z writes, where it means one zone alone; CST, IST, BST and MST are several, and in a log of the project's most likely its own.
 * Hours ahead of UTC.
 */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
  ...{ EST: -5, EDT: -4, CDT: -5, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10 },
  ...{ JST: 9, KST: 9, HKT: 8, SGT: 8, WIB: 7, AEST: 10, AEDT: 11, AWST: 8, NZST: 12, NZDT: 13 },
};
const severalZones: ReadonlySet<string> = new Set(['CST', 'IST', 'BST', 'MST']);
const zoneNames = [...Object.keys(zoneHours), ...severalZones].join('|');

const clock = String.raw`(?<hour>\d\d?):(?<minute>\d\d)`;
const end = String.raw`(?:[.,:](?<fraction>\d{1,9}))?(?: ?(?<half>[AP]M)\b)?(?<zone> ?(?:Z|${zoneNames})\b| ?[+-]\d\d:?\d\d|[+-]\d\d)?(?!:?\d)`;
const word = '[A-Z][a-z]{2}';

/**
 * `2025-11-15 03:07:10,123`, `2025-11-15T03:07:10.123Z`, `2025/11/15 03:07:10 +0100`. `03:07.10` is how structlog wrote it for years, and
 * seconds may be missing.
 */
const iso = String.raw`(?<year>\d{4})[-/.](?<month>\d\d)[-/.](?<day>\d\d)[T ]${clock}(?:[:.](?<second>\d\d))?${end}`;
/** `15/Nov/2025 03:07:10` (runserver), `15/Nov/2025:03:07:10 +0000` (access logs) and `Sat, 15 Nov 2025 03:07:10`. */
const dayFirst = String.raw`(?:${word}, )?(?<day>\d\d?)[-/ ](?<month>${word})[-/ ](?<year>\d{4})[: ]${clock}:(?<second>\d\d)${end}`;
/** `Sat Nov 15 03:07:10 2025`, as C writes it and with it uWSGI and Apache. */
const yearLast = String.raw`${word} (?<month>${word}) {1,2}(?<day>\d\d?) ${clock}:(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))? (?<year>\d{4})`;
const withPoints = String.raw`(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4}),? ${clock}(?::(?<second>\d\d))?${end}`;
/** `11/15/2025 03:07:10 PM`. Without a half of the day the first number may be the day or the month: see `unclear`. */
const monthFirst = String.raw`(?<month>\d\d?)[-/](?<day>\d\d?)[-/](?<year>\d{4}),? ${clock}(?::(?<second>\d\d))?(?= ?[AP]M)${end}`;

const sources = [iso, dayFirst, yearLast, withPoints, monthFirst];
const patterns = sources.map((source) => new RegExp(source));

const withoutGroups = (source: string): string => source.replaceAll(/\(\?<[a-z]+>/g, '(?:');

/** Any of them, as the beginning of a larger pattern. */
export const timestampSource = `(?:${sources.map(withoutGroups).join('|')})`;

/** What is a time, but does not tell which: no day, no year, or a day that may be a month. `03:07:10,123`, `11-15 03:07`, `03/04/25 03:07:10`. */
export const unclearSource = String.raw`(?:\d\d?[-/]\d\d?(?:[-/](?:\d\d){1,2})?,? \d\d?:\d\d(?::\d\d)?|\d\d?:\d\d:\d\d)(?:[.,]\d{1,9})?`;

/** Seconds since the epoch, with a fraction or without, and milliseconds. */
export const epochSource = String.raw`(?:\d{10}(?:\.\d{1,9})?|\d{13})`;

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number; ms: number };

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

const formatOf = (timeZone: string): Intl.DateTimeFormat | undefined => {
  if (!formats.has(timeZone)) {
    let format: Intl.DateTimeFormat | undefined;
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    } catch {
      format = undefined;
    }
    formats.set(timeZone, format);
  }
  return formats.get(timeZone);
};

/** Minutes that `timeZone` is ahead of UTC at a moment; undefined for a zone nobody knows. */
const readOffset = (timeZone: string, moment: number): number | undefined => {
  const format = formatOf(timeZone);
  if (!format) return undefined;
  const name = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name);
  if (!match) return undefined;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
};

/** Clocks are changed at a whole minute, and the lines of a log are mostly of the same: asking anew took most of the time of a line. */
const offsets = new Map<string, number | undefined>();
const offsetsLimit = 1000;

const offsetMinutes = (timeZone: string, moment: number): number | undefined => {
  const minute = `${Math.floor(moment / 60_000)} ${timeZone}`;
  if (!offsets.has(minute)) {
    if (offsets.size >= offsetsLimit) offsets.clear();
    offsets.set(minute, readOffset(timeZone, moment));
  }
  return offsets.get(minute);
};

const asUtc = (parts: Parts): number =>
  Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second, parts.ms);

const inZone = (parts: Parts, timeZone: string | null): number => {
  const utc = asUtc(parts);
  const first = timeZone === null ? undefined : offsetMinutes(timeZone, utc);
  if (timeZone === null || first === undefined) {
    return new Date(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second, parts.ms).getTime();
  }
  // The offset is that of the moment itself, which differs from `utc` around a change of clocks.
  const second = offsetMinutes(timeZone, utc - first * 60_000) ?? first;
  return utc - second * 60_000;
};

/** A name that means several zones, or none that is known here. */
const isOwnZone = (zone: string): boolean =>
  severalZones.has(zone) || (/^[A-Z]{2,}$/.test(zone) && !Object.hasOwn(zoneHours, zone));

const momentOf = (parts: Parts, zone: string | undefined, timeZone: string | null): number | undefined => {
  const { year, month, day, hour, minute, second } = parts;
  // JavaScript takes the years before 100 for those of the last century.
  if (year < 100) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31 || !(hour <= 23) || minute > 59 || second > 60) return undefined;
  if (zone === undefined || isOwnZone(zone)) return inZone(parts, timeZone);
  const match = /([+-])(\d\d):?(\d\d)?/.exec(zone);
  const minutes = match ? Number(match[2]) * 60 + Number(match[3] ?? 0) : (zoneHours[zone] ?? 0) * 60;
  return asUtc(parts) - (match?.[1] === '-' ? -minutes : minutes) * 60_000;
};

const milliseconds = (fraction: string | undefined): number => Math.trunc(Number(`0.${fraction ?? '0'}`) * 1000);

/** A clock of twelve hours begins its halves with 12. */
const hourOf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour;
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === 'PM' ? 12 : 0);
};

const monthOf = (month: string): number => Number(month) || monthNames.indexOf(month.slice(0, 3).toLowerCase()) + 1;

type Groups = Readonly<Record<string, string | undefined>>;

/** From the parts of a time by their names; undefined where they do not tell which day it is. */
export const momentOfGroups = (groups: Groups, timeZone: string | null): number | undefined => {
  const { year, month, day, hour, minute, second, fraction, half, zone } = groups;
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return undefined;
  const parts = {
    year: Number(year),
    month: monthOf(month),
    day: Number(day),
    hour: hourOf(Number(hour), half),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ms: milliseconds(fraction),
  };
  return momentOf(parts, zone?.trim(), timeZone);
};

export const parseTimestamp = (text: string, timeZone: string | null): number | undefined => {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return momentOfGroups(groups, timeZone);
  }
  return undefined;
};

/** `Nov 15 03:07:10` of this machine's clock: in the newest year in which that is not after `latest`. */
export const parseYearless = (text: string, latest: number): number | undefined => {
  const newest = new Date(latest).getFullYear();
  // The 29th of February is at most eight years ago.
  for (let year = newest; year >= newest - 8; year -= 1) {
    const [, month = '', day = '', time = ''] = /^(\w{3}) {1,2}(\d{1,2}) (\S+)$/.exec(text) ?? [];
    const at = parseTimestamp(`${day} ${month} ${year} ${time}`, null);
    if (at !== undefined && at <= latest && new Date(at).getDate() === Number(day)) return at;
  }
  return undefined;
};

const dayMs = 24 * 60 * 60 * 1000;
/** Of lines that several processes write, one may stand before an earlier one. */
const disorderMs = 5 * 60_000;

/** A time alone, as the beginning of a text. */
export const clockSource = String.raw`\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M\b)?`;

/** The latest moment with this time that is not after `latest`. */
export const parseClock = (clock: string, latest: number, timeZone: string | null): number | undefined => {
  for (const near of [latest + disorderMs, latest + disorderMs - dayMs]) {
    const offset = timeZone === null ? undefined : offsetMinutes(timeZone, near);
    const shifted = near + (offset ?? -new Date(near).getTimezoneOffset()) * 60_000;
    const at = parseTimestamp(`${new Date(shifted).toISOString().slice(0, 10)} ${clock}`, timeZone);
    if (at !== undefined && at <= latest + disorderMs) return at;
  }
  return undefined;
};

/** Beyond it there is no date. */
const lastMoment = 8.64e15;

/** The value of a JSON key that holds a time: text, or a number of seconds, milliseconds or nanoseconds since the epoch. */
export const parseTimeValue = (value: unknown, timeZone: string | null): number | undefined => {
  if (typeof value === 'string') {
    return (
      parseTimestamp(value, timeZone) ??
      (/^\d{9,}(\.\d+)?$/.test(value) ? parseTimeValue(Number(value), timeZone) : undefined)
    );
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 1e8) return undefined;
  const ms = Math.trunc(value < 1e11 ? value * 1000 : value < 1e14 ? value : value < 1e17 ? value / 1000 : value / 1e6);
  return ms <= lastMoment ? ms : undefined;
};
