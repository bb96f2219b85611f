/** Which Django and which Python a project uses, from what lies in its folder, in those above it and in its installed packages. */
import type { Folder } from '../../../../folder/folder.ts';
import { LIMIT_BYTES, requirementFiles, requirementsText } from './requirement-files.ts';

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

/** `Django-4.2.16.dist-info` or `Django-3.2.25.egg-info` beside the package. */
const fromPackages = (packages: readonly Folder[]): VersionFinding => {
  for (const folder of packages)
    for (const { name } of folder.entries('')) {
      const version = /^django-(\d[\w.]*?)(?:\.dist-info|\.egg-info|-py[\d.]+\.egg-info)$/i.exec(name)?.[1];
      if (version !== undefined) return { version, source: `site-packages/${name}` };
    }
  return null;
};

/** A checkout of Django on the path has no such folder beside it, but says it itself: `VERSION = (5, 1, 2, "final", 0)`. */
const fromText = (packages: readonly Folder[]): VersionFinding => {
  for (const folder of packages) {
    const read = folder.readText('django/__init__.py', LIMIT_BYTES);
    const parts = read.ok ? /^VERSION\s*=\s*\((\d+),\s*(\d+),\s*(\d+)/m.exec(read.value) : null;
    if (parts !== null) return { version: parts.slice(1, 4).join('.'), source: 'site-packages/django/__init__.py' };
  }
  return null;
};

const locked = (folder: Folder, file: string, pattern: RegExp): VersionFinding => {
  const read = folder.readText(file, LIMIT_BYTES);
  const version = read.ok ? pattern.exec(read.value)?.[1] : undefined;
  return version === undefined ? null : { version, source: file, isExact: true };
};

/** Of every file that names packages which the project asks for. */
export const versionTexts = (folder: Folder): string[] =>
  [...requirementFiles(folder), ...packageFiles].flatMap((file) => {
    const text = requirementsText(folder, file);
    return text === undefined ? [] : [text];
  });

/** Of conda. */
const environmentFiles = ['environment.yml', 'environment.yaml'];

const packageFiles: readonly string[] =
  'pyproject.toml uv.lock poetry.lock pdm.lock pylock.toml Pipfile.lock Pipfile setup.cfg setup.py'
    .split(' ')
    .concat(environmentFiles);

const entry = /^name = "django"\s*\nversion = "([^"]+)"/gim;

/** A lock for several Pythons may hold several Djangos, and nothing says which of them is meant. */
const fromEntries = (folder: Folder, file: string): VersionFinding => {
  const read = folder.readText(file, LIMIT_BYTES);
  const versions = read.ok ? [...read.value.matchAll(entry)].flatMap(([, version]) => version ?? []) : [];
  return oneOf(versions.map((version) => ({ version, source: file, isExact: true })));
};

const fromLockFiles = (folder: Folder): VersionFinding =>
  fromEntries(folder, 'uv.lock') ??
  fromEntries(folder, 'poetry.lock') ??
  fromEntries(folder, 'pdm.lock') ??
  fromEntries(folder, 'pylock.toml') ??
  locked(folder, 'Pipfile.lock', /"django":\s*\{[^{}]*?"version":\s*"==([^"]+)"/i);

/** Few: what follows a name may be a hostile file of nothing else. */
const blanks = String.raw`\s{0,20}`;
const together = String.raw`(?:[<>=!~^]{0,3}${blanks}v?\d[\w.*]{0,40}[ \t]{0,20}(?:,[ \t]{0,20})?){1,20}`;
/** One bound after another: `>=4.2,<5`; with poetry also one or the other: `~4.2 || ~5.2`. */
const bounds = String.raw`(${together}(?:\|{1,2}[ \t]{0,20}${together}){0,5})`;
const named = String.raw`django(?:[ \t]{0,4}\[[\w, \t-]{0,200}\])?`;
/** `Django>=4.2`, and `django = "^5.2"` or `django = {version = "^5.2"}` of a table. */
const requirement = new RegExp(
  String.raw`^[ \t]*["']?${named}["']?${blanks}(?:=${blanks}(?:\{[^}\n]{0,500}?\bversion\s*=${blanks})?["']\(?|\(?(?=[<>=!~]))${blanks}${bounds}`,
  'gim',
);
const inList = String.raw`["']${named}${blanks}\(?(?=[<>=!~])${blanks}${bounds}`;
const firstInList = new RegExp(inList, 'i');
const allInList = new RegExp(inList, 'gi');

/** `- django=4.2`, and `- Django==4.2` among those of pip. */
const inEnvironment = new RegExp(
  String.raw`^[ \t]*-[ \t]{1,20}["']?(?:[\w-]{1,50}::)?${named}[ \t]{0,20}(?=[<>=!~])${bounds}`,
  'gim',
);
/** `django = [{version = "^4.2", python = "<3.10"}, …]`, of which each may be the one. */
const inTables = /^[ \t]*["']?django["']?[ \t]{0,20}=[ \t]{0,20}\[([^\]]{0,2000})\]/im;
/** `[tool.poetry.dependencies.django]`, up to the next table. */
const ownTable = new RegExp(
  String.raw`^\[(?:tool\.poetry\.dependencies|packages)\.django\](?:(?!^\[)[\s\S]){0,500}?^version[ \t]{0,20}=[ \t]{0,20}["']${bounds}`,
  'gim',
);
const ofTable = new RegExp(String.raw`\bversion[ \t]{0,20}=[ \t]{0,20}["']${bounds}`, 'g');

/** Where a rule of Django's changed with a version: of a project that may run on several, neither may be certain. */
export type DjangoSpan = {
  /** The one that all are of; null where several fit, or none is known. */
  series: Series | null;
  /** Whether all that fit are of this series or later. */
  isSince(major: number, minor: number): boolean;
  /** Whether all that fit are older. */
  isBefore(major: number, minor: number): boolean;
};

export const spanOf = (found: VersionFinding): DjangoSpan => {
  const [major, minor] = seriesOf(found?.version ?? '');
  const isKnown = found !== null && (major > 0 || found.range !== undefined);
  if (!isKnown) return { series: null, isSince: () => false, isBefore: () => false };
  const end = found.range === undefined ? ([major, minor + 1] as const) : found.range.end;
  return {
    series: found.range === undefined ? [major, minor] : null,
    isSince: (...series) => !isEarlier([major, minor], series),
    isBefore: (...series) => end !== null && !isEarlier(series, end),
  };
};

export const isEarlier = (left: Series, right: Series): boolean =>
  left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);

export const seriesOf = (version: string): Series => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor];
};

/** Where the versions that fit end, by the sign before the lowest: `~=5.2` and `^5.2` end before 6, `~=5.2.1` and `~5.2` before 5.3. */
const endOf = ({ sign, version, isStar }: Bound): Series | null => {
  const [major, minor] = seriesOf(version);
  // `==4.*`, and `=4` of conda.
  if (!version.includes('.') && (isStar || sign === '=')) return [major + 1, 0];
  if (sign === '^' || (sign === '~=' && version.split('.').length < 3)) return [major + 1, 0];
  return sign === '>=' ? null : [major, minor + 1];
};

/** The second is the last minor release of every major one. */
const isOneSeries = (version: string, end: Series | null): boolean => {
  const [major, minor] = seriesOf(version);
  if (end === null) return false;
  const isNext = end[0] === major && end[1] <= minor + 1;
  return isNext || (minor === 2 && end[0] === major + 1 && end[1] === 0);
};

type Bound = { sign: string; version: string; isStar?: boolean };

const boundsOf = (written: string): Bound[] =>
  [...written.matchAll(/([<>=!~^]*)\s*v?(\d[\w.]*)(\*?)/g)].map(([, sign = '', version = '', star]) => ({
    sign,
    version: version.replace(/\.$/, ''),
    isStar: star === '*',
  }));

const isLeast = ({ sign }: Bound): boolean => /^(?:={1,3}|~=?|>=|\^|)$/.test(sign);

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

/** A lower bound or a series still tells which documentation fits: `Django>=4.2,<5`. */
const findingOf = (written: string, source: string): NonNullable<VersionFinding> | null => {
  const each = boundsOf(written);
  const below = each.find(({ sign }) => sign === '<' || sign === '<=');
  const shown = written.replaceAll(/\s/g, '').replace(/,$/, '');
  const least = each.find(isLeast);
  if (least === undefined)
    return below === undefined ? null : { version: '', source, range: { written: shown, end: upperEnd(below) } };
  const { sign, version } = least;
  const end = below === undefined ? endOf(least) : upperEnd(below);
  if (isOneSeries(version, end)) return { version, source, isExact: sign.startsWith('==') && !least.isStar };
  return { version, source, range: { written: shown, end } };
};

const findingsOf = (written: string, source: string): NonNullable<VersionFinding>[] =>
  written.split(/\|{1,2}/).flatMap((part) => findingOf(part, source) ?? []);

const compare = (left: string, right: string): number => {
  const [a, b] = [seriesOf(left), seriesOf(right)];
  return a[0] - b[0] || a[1] - b[1];
};

/** One finding of several for the same file: for each Python another, say. */
const oneOf = (found: readonly NonNullable<VersionFinding>[]): VersionFinding => {
  const sorted = found.toSorted((left, right) => compare(left.version, right.version));
  const [first] = sorted;
  if (first === undefined || found[0] === undefined) return null;
  if (sorted.every(({ version }) => compare(version, first.version) === 0))
    return sorted.every(({ version }) => version === first.version) ? found[0] : { ...found[0], isExact: false };
  const ends = sorted.map(({ version, range }) => (range ? range.end : endOf({ sign: '==', version })));
  const end = ends.includes(null) ? null : ends.reduce((a, b) => (a && b && isEarlier(a, b) ? b : a), [0, 0] as Series);
  const written = sorted.map(({ version, range }) => range?.written ?? version);
  return { version: first.version, source: first.source, range: { written: [...new Set(written)].join(' or '), end } };
};

const findIn = (text: string, source: string, pattern: RegExp): VersionFinding => {
  const written = pattern.global ? [...text.matchAll(pattern)] : [pattern.exec(text)];
  return oneOf(written.flatMap((match) => findingsOf(match?.[1] ?? '', source)));
};

const required = (folder: Folder, file: string, pattern: RegExp): VersionFinding =>
  findIn(requirementsText(folder, file) ?? '', file, pattern);

/** In a list a comment looks like what is asked for. */
const withoutComments = (text: string): string => text.replaceAll(/(?:^|[ \t])#.*$/gm, '');

/** What the project asks for itself, before what one of its extras or groups does. */
const fromLists = (folder: Folder, file: string): VersionFinding => {
  const text = withoutComments(requirementsText(folder, file) ?? '');
  const [, project = ''] = text.split(/^\[project\]/m);
  return findIn(project.split(/^\[/m, 1)[0] ?? '', file, allInList) ?? findIn(text, file, firstInList);
};

const fromTables = (folder: Folder, file: string): VersionFinding => {
  const tables = inTables.exec(requirementsText(folder, file) ?? '')?.[1] ?? '';
  return oneOf([...tables.matchAll(ofTable)].flatMap((match) => findingsOf(match[1] ?? '', file)));
};

/** Whether a release is one of those that are asked for, by its series. */
export const isAsked = ({ version }: NonNullable<VersionFinding>, asked: NonNullable<VersionFinding>): boolean => {
  const end = asked.range === undefined ? endOf({ sign: '==', version: asked.version }) : asked.range.end;
  return compare(version, asked.version) >= 0 && (end === null || isEarlier(seriesOf(version), end));
};

const fromRequirements = (folder: Folder): VersionFinding => {
  const found = requirementFiles(folder).flatMap((file) => required(folder, file, requirement) ?? []);
  const isNamed = ({ version }: NonNullable<VersionFinding>): boolean => version !== '';
  // `Django==4.2.7` is what `Django>=4.2` in the file beside it comes to; `Django==4.2.*` is no release.
  const asked = found.find(isNamed);
  const isRelease = ({ version, isExact }: NonNullable<VersionFinding>): boolean =>
    isExact === true && version.split('.').length > 2;
  if (asked !== undefined) return found.find((each) => isRelease(each) && isAsked(each, asked)) ?? asked;
  const others = [
    fromLists(folder, 'pyproject.toml'),
    required(folder, 'pyproject.toml', requirement),
    fromTables(folder, 'pyproject.toml'),
    required(folder, 'pyproject.toml', ownTable),
    required(folder, 'setup.cfg', requirement),
    fromLists(folder, 'setup.py'),
    required(folder, 'Pipfile', requirement),
    required(folder, 'Pipfile', ownTable),
    ...environmentFiles.map((file) => required(folder, file, inEnvironment)),
  ].filter((each) => each !== null);
  return others.find(isNamed) ?? [...found, ...others][0] ?? null;
};

/** What locks and requirements name. `folders`: the workspace and those above it that count, in order. */
export const findAskedDjango = (folders: readonly Folder[]): VersionFinding => {
  for (const [level, folder] of folders.entries()) {
    const found = fromLockFiles(folder) ?? fromRequirements(folder);
    if (found !== null) return { ...found, source: '../'.repeat(level) + found.source };
  }
  return null;
};

export const findInstalledDjango = (packages: readonly Folder[], known: string | null): VersionFinding =>
  fromPackages(packages) ?? fromText(packages) ?? (known === null ? null : { version: known, source: 'site-packages' });

const PYTHON = String.raw`(\d+\.\d+[\w.]*)`;

/** Files that name one version of Python, the nearest to what is in use first. */
const pythonNamed: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['.python-version', new RegExp(String.raw`^[ \t]*(?:python-?|cpython-)?${PYTHON}`, 'im')],
  ['runtime.txt', new RegExp(`python-${PYTHON}`, 'i')],
  ['.tool-versions', new RegExp(String.raw`^python\s+${PYTHON}`, 'm')],
  ...['mise.toml', '.mise.toml'].map(
    (file) => [file, new RegExp(String.raw`^[ \t]*python[ \t]*=[ \t]*(?:\[\s*)?["']${PYTHON}`, 'm')] as const,
  ),
  ...environmentFiles.map(
    (file) => [file, new RegExp(String.raw`^[ \t]*-[ \t]+python[ \t]*={1,2}[ \t]*${PYTHON}`, 'm')] as const,
  ),
  ['Pipfile', new RegExp(String.raw`python_(?:full_)?version\s*=\s*["']${PYTHON}`)],
  ['Pipfile.lock', new RegExp(String.raw`"python_(?:full_)?version":\s*"${PYTHON}`)],
];

/** Files that say which versions fit: `>=3.10`. */
const pythonRequired: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['pyproject.toml', /^[ \t]*(?:requires-python|python)\s*=\s*["']([^"']*\d[^"']*)/m],
  ['uv.lock', /^requires-python\s*=\s*"([^"]*\d[^"]*)/m],
  ['poetry.lock', /^python-versions\s*=\s*"([^"]*\d[^"]*)"\s*\ncontent-hash/m],
  ['setup.cfg', /^[ \t]*python_requires\s*=\s*([^\s#][^#\n]*\d[^#\n]*)/m],
  ['setup.py', /\bpython_requires\s*=\s*["']([^"']*\d[^"']*)/],
  ...environmentFiles.map((file) => [file, /^[ \t]*-[ \t]+python[ \t]*([<>~][^#\n]*\d[\w.]*)/m] as const),
];

export type PythonFit = 'one' | 'later' | 'some';

type PythonFinding = {
  /** As it is shown: `3.12.4`, or the versions that fit as they are written. */
  shown: string;
  /** One that fits. */
  version: string;
  /** Whether it is the only one, the earliest, or just one of those that fit. */
  fits: PythonFit;
} | null;

const firstLocked = (folders: readonly Folder[], files: typeof pythonNamed): string | null => {
  for (const folder of folders)
    for (const [file, pattern] of files) {
      const found = locked(folder, file, pattern);
      if (found !== null) return found.version;
    }
  return null;
};

/** One that fits, in whatever order the bounds are written: `<4.0,>=3.9`. */
const leastPython = (written: string): Bound | null => {
  const each = boundsOf(written).filter(({ version }) => version.includes('.'));
  const least = each.find(isLeast) ?? each.find(({ sign }) => sign === '>');
  if (least !== undefined) return least;
  const below = each.find(({ sign }) => sign === '<' || sign === '<=');
  const [major, minor] = seriesOf(below?.version ?? '');
  if (below === undefined || (below.sign === '<' && minor === 0)) return null;
  return { sign: below.sign, version: below.sign === '<' ? `${major}.${minor - 1}` : below.version };
};

/** Where no interpreter says it. */
export const findPythonVersion = (folders: readonly Folder[], known: string | null): PythonFinding => {
  const one = known ?? firstLocked(folders, pythonNamed);
  if (one !== null) return { shown: one, version: one, fits: 'one' };
  const written = firstLocked(folders, pythonRequired)?.replaceAll(/\s/g, '');
  const least = leastPython(written ?? '');
  if (written === undefined || least === null) return null;
  const shown = written.replace(/^={2,3}/, '');
  const { version, sign } = least;
  const isOne = shown === version || shown === `${version}.*`;
  return { shown, version, fits: isOne ? 'one' : /^(?:>=|~=?|\^)$/.test(sign) ? 'later' : 'some' };
};
