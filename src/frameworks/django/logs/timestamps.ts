/** Times as log files write them → milliseconds since the epoch. A time without a zone is in the project's own zone, else this machine's. */

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2025-11-15 03:07:10,123`, `2025-11-15T03:07:10.123Z`, `2025/11/15 03:07:10 +0100`. */
const isoPattern =
  /(\d{4})[-/.](\d\d)[-/.](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,:](\d{1,9}))?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?(?!:?\d)/;

/** `15/Nov/2025 03:07:10` (runserver) and `15/Nov/2025:03:07:10 +0000` (access logs). */
const dayFirstPattern =
  /(\d\d)\/([A-Z][a-z]{2})\/(\d{4})[: ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d\d:?\d\d))?/;

/** Either of the two, as the beginning of a larger pattern. Their groups are read by `parseTimestamp`. */
export const timestampSource = `(?:${[isoPattern, dayFirstPattern]
  .map((pattern) => pattern.source.replaceAll(/\((?!\?)/g, '(?:'))
  .join('|')})`;

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
const offsetMinutes = (timeZone: string, moment: number): number | undefined => {
  const format = formatOf(timeZone);
  if (!format) return undefined;
  const name = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name);
  if (!match) return undefined;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
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

const momentOf = (parts: Parts, zone: string | undefined, timeZone: string | null): number | undefined => {
  const { year, month, day, hour, minute, second } = parts;
  // JavaScript takes the years before 100 for those of the last century.
  if (year < 100) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return undefined;
  if (zone === undefined) return inZone(parts, timeZone);
  const match = /([+-])(\d\d):?(\d\d)/.exec(zone);
  const minutes = match ? Number(match[2]) * 60 + Number(match[3]) : 0;
  return asUtc(parts) - (match?.[1] === '-' ? -minutes : minutes) * 60_000;
};

const milliseconds = (fraction: string | undefined): number => Math.trunc(Number(`0.${fraction ?? '0'}`) * 1000);

export const parseTimestamp = (text: string, timeZone: string | null): number | undefined => {
  const iso = isoPattern.exec(text);
  if (iso) {
    const [year, month, day, hour, minute, second] = iso.slice(1, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return momentOf({ year, month, day, hour, minute, second, ms: milliseconds(iso[7]) }, iso[8], timeZone);
  }
  const dayFirst = dayFirstPattern.exec(text);
  if (!dayFirst) return undefined;
  const parts = {
    year: Number(dayFirst[3]),
    month: monthNames.indexOf((dayFirst[2] ?? '').toLowerCase()) + 1,
    day: Number(dayFirst[1]),
    hour: Number(dayFirst[4]),
    minute: Number(dayFirst[5]),
    second: Number(dayFirst[6]),
    ms: milliseconds(dayFirst[7]),
  };
  return momentOf(parts, dayFirst[8], timeZone);
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
