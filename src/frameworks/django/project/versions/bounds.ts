/** What bounds as `>=4.2,<5` allow. */
export type VersionFinding = {
  /** Empty where only versions are named that do not fit: `<5`. */
  version: string;
  source: string;
  /** Where versions of more than one series fit: `>=4.2,<6` as it is written, and the first that does not; null: any later one fits. */
  range?: { written: string; end: Series | null };
  /** `==`, or of a lock file: this one and no other. */
  isExact?: boolean;
} | null;

export type Series = readonly [major: number, minor: number];

export const isEarlier = (left: Series, right: Series): boolean =>
  left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);

export const seriesOf = (version: string): Series => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor];
};

/** Where the versions that fit end, by the sign before one: `~=5.2` and `^5.2` end before 6, `~=5.2.1` and `~5.2` before 5.3. */
const endOf = ({ sign, version, isStar }: Bound): Series | null => {
  const [major, minor] = seriesOf(version);
  if (sign.startsWith('>')) return null;
  // `==4.*`, `~4` of poetry, and `=4` of conda.
  if (!version.includes('.') && (isStar || sign === '=' || sign === '~')) return [major + 1, 0];
  if (sign === '^' || (sign === '~=' && version.split('.').length < 3)) return [major + 1, 0];
  return [major, minor + 1];
};

/** The second is the last minor release of every major one since 2. */
const isOneSeries = (version: string, end: Series | null): boolean => {
  const [major, minor] = seriesOf(version);
  if (end === null) return false;
  const isNext = end[0] === major && end[1] <= minor + 1;
  return isNext || (major > 1 && minor === 2 && end[0] === major + 1 && end[1] === 0);
};

export type Bound = { sign: string; version: string; isStar?: boolean };

export const boundsOf = (written: string): Bound[] =>
  [...written.matchAll(/([<>=!~^]*)\s*v?(\d[\w.]*)(\*?)/g)].map(([, sign = '', version = '', star]) => ({
    sign,
    version: version.replace(/\.$/, ''),
    isStar: star === '*',
  }));

export const isLeast = ({ sign }: Bound): boolean => /^(?:={1,3}|~=?|>=?|\^|)$/.test(sign);

/** The first series that does not fit: of `<4.2.5` and of `<=4.2` that is 4.3. */
const upperEnd = ({ sign, version }: Bound): Series => {
  const [major, minor] = seriesOf(version);
  const isWhole =
    sign === '<' &&
    version
      .split('.')
      .slice(2)
      .every((part) => /^0*$/.test(part));
  return isWhole ? [major, minor] : [major, minor + 1];
};

/** By all of their numbers. */
export const inOrder = (left: Bound, right: Bound): number => {
  const [a = [], b = []] = [left, right].map(({ version }) =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
};

const firstOf = (ends: readonly (Series | null)[]): Series | null =>
  ends.reduce((a, b) => (a === null || (b !== null && isEarlier(b, a)) ? b : a), null);

/** `4.2.1` of poetry is that one, too. */
const isRelease = ({ sign, isStar }: Bound): boolean => /^(?:={2,3}|)$/.test(sign) && !isStar;

/** A lower bound or a series still tells which documentation fits: `Django>=4.2,<5`. */
const findingOf = (written: string, source: string): NonNullable<VersionFinding> | null => {
  const each = boundsOf(written);
  const shown = written.replaceAll(/\s/g, '').replace(/,$/, '');
  const least = each.filter(isLeast);
  const below = each.filter(({ sign }) => sign === '<' || sign === '<=');
  const end = firstOf([...below.map(upperEnd), ...least.map(endOf)]);
  const first = least.find(isRelease) ?? least.toSorted(inOrder).at(-1);
  if (first === undefined) return end === null ? null : { version: '', source, range: { written: shown, end } };
  const { version } = first;
  if (isOneSeries(version, end)) return { version, source, isExact: isRelease(first) };
  return { version, source, range: { written: shown, end } };
};

export const findingsOf = (written: string, source: string): NonNullable<VersionFinding>[] =>
  written.split(/\|{1,2}/).flatMap((part) => findingOf(part, source) ?? []);

const compare = (left: string, right: string): number => {
  const [a, b] = [seriesOf(left), seriesOf(right)];
  return a[0] - b[0] || a[1] - b[1];
};

/** One finding of several for the same file: for each Python another, say. */
export const oneOf = (found: readonly NonNullable<VersionFinding>[]): VersionFinding => {
  const sorted = found.toSorted((left, right) => compare(left.version, right.version));
  const [first] = sorted;
  if (first === undefined || found[0] === undefined) return null;
  if (found.length === 1) return first;
  if (sorted.every(({ version, range }) => compare(version, first.version) === 0 && range === undefined))
    return sorted.every(({ version }) => version === first.version) ? found[0] : { ...found[0], isExact: false };
  const ends = sorted.map(({ version, range }) => (range ? range.end : endOf({ sign: '==', version })));
  const end = ends.includes(null) ? null : ends.reduce((a, b) => (a && b && isEarlier(a, b) ? b : a), [0, 0] as Series);
  const written = sorted.map(({ version, range }) => range?.written ?? version);
  return { version: first.version, source: first.source, range: { written: [...new Set(written)].join(' or '), end } };
};

/** Whether a release is one of those that are asked for, by its series. */
export const isAsked = ({ version }: NonNullable<VersionFinding>, asked: NonNullable<VersionFinding>): boolean => {
  const end = asked.range === undefined ? endOf({ sign: '==', version: asked.version }) : asked.range.end;
  return compare(version, asked.version) >= 0 && (end === null || isEarlier(seriesOf(version), end));
};
