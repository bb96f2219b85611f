/**
 * Which Django series are supported until when, as djangoproject.com/download announced it. Last looked at: November 2026, with 6.1 the
 * newest release. A series that is not in the table is not guessed at.
 */

/** The month in whose course security fixes end. */
type Series = { series: string; lts: boolean; untilYear: number; untilMonth: number };

const table: readonly Series[] = [
  { series: '1.8', lts: true, untilYear: 2018, untilMonth: 4 },
  { series: '1.9', lts: false, untilYear: 2017, untilMonth: 4 },
  { series: '1.10', lts: false, untilYear: 2017, untilMonth: 12 },
  { series: '1.11', lts: true, untilYear: 2020, untilMonth: 4 },
  { series: '2.0', lts: false, untilYear: 2019, untilMonth: 4 },
  { series: '2.1', lts: false, untilYear: 2019, untilMonth: 12 },
  { series: '2.2', lts: true, untilYear: 2022, untilMonth: 4 },
  { series: '3.0', lts: false, untilYear: 2021, untilMonth: 4 },
  { series: '3.1', lts: false, untilYear: 2021, untilMonth: 12 },
  { series: '3.2', lts: true, untilYear: 2024, untilMonth: 4 },
  { series: '4.0', lts: false, untilYear: 2023, untilMonth: 4 },
  { series: '4.1', lts: false, untilYear: 2023, untilMonth: 12 },
  { series: '4.2', lts: true, untilYear: 2026, untilMonth: 4 },
  { series: '5.0', lts: false, untilYear: 2025, untilMonth: 4 },
  { series: '5.1', lts: false, untilYear: 2025, untilMonth: 12 },
  { series: '5.2', lts: true, untilYear: 2028, untilMonth: 4 },
  { series: '6.0', lts: false, untilYear: 2027, untilMonth: 4 },
  { series: '6.1', lts: false, untilYear: 2027, untilMonth: 12 },
];

const oldest = [1, 8] as const;

// Not from the system's languages: to load them takes longer than everything else that is done here.
const months = 'January February March April May June July August September October November December'.split(' ');

/** Major and minor of `4.2.16`, `5.1rc1`, `4.2` …; undefined for what is not a version. */
const seriesOf = (version: string): [number, number] | undefined => {
  const match = /^(\d+)\.(\d+)/.exec(version.trim());
  return match ? [Number(match[1]), Number(match[2])] : undefined;
};

/** In words, on a day. */
export const versionSupport = (version: string | null, now: Date): string => {
  if (version === null) return 'Neither packages nor requirements name it';
  // `>=4.2`: a requirement that several series fit.
  if (/^[<>=!~^]/.test(version)) return 'The version in use is not known here';
  const series = seriesOf(version);
  const entry = table.find((row) => row.series === series?.join('.'));
  if (!entry) {
    const isOlder = series && (series[0] < oldest[0] || (series[0] === oldest[0] && series[1] < oldest[1]));
    return isOlder ? 'No longer supported' : 'Support status not known here';
  }
  const until = `${months[entry.untilMonth - 1]} ${entry.untilYear}`;
  // Through the end of the month that was announced.
  const isSupported = now.getTime() < Date.UTC(entry.untilYear, entry.untilMonth);
  if (isSupported) return `${entry.lts ? 'LTS' : 'Supported'} until ${until}`;
  return `${entry.lts ? 'LTS, support' : 'Support'} ended in ${until}`;
};
