/** Which Django a project uses, from what lies in its folder, in those above it and in its installed packages. */
import type { Folder } from '../../../../folder/folder.ts';
import { findingsOf, isAsked, isEarlier, oneOf, type Series, seriesOf, type VersionFinding } from './bounds.ts';
import { environmentFiles, isVariant, LIMIT_BYTES, requirementFiles, requirementsText } from './requirement-files.ts';

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

const packageFiles: readonly string[] =
  'pyproject.toml uv.lock poetry.lock pdm.lock pylock.toml Pipfile.lock Pipfile setup.cfg setup.py'
    .split(' ')
    .concat(environmentFiles);

/** What is said of one package, without the tables below it. Older poetry sorts it: the version comes last. */
const entry = /^\[\[packages?\]\]\r?\n((?:(?!\[)[^\n]*\n?)*)/gm;

const lockedVersion = ([, said = '']: RegExpExecArray): string[] =>
  /^name = "django"\s*$/im.test(said) ? [/^version = "([^"]+)"/m.exec(said)?.[1] ?? []].flat() : [];

/** A lock for several Pythons may hold several Djangos, and nothing says which of them is meant. */
const fromEntries = (folder: Folder, file: string): VersionFinding => {
  const read = folder.readText(file, LIMIT_BYTES);
  const versions = read.ok ? [...read.value.matchAll(entry)].flatMap(lockedVersion) : [];
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

/** What tests and tools of a setup ask for. */
const aside = [
  /\b(?:tests|setup)_require\w*\s{0,9}=\s{0,9}\[(?:[^[\]]|\[[^[\]]{0,200}\]){0,5000}\]/g,
  /\bextras_require\s{0,9}=\s{0,9}\{[^{}]{0,5000}\}/g,
];

const fromSetup = (folder: Folder): VersionFinding => {
  const text = withoutComments(requirementsText(folder, 'setup.py') ?? '');
  return findIn(
    aside.reduce((left, pattern) => left.replaceAll(pattern, ''), text),
    'setup.py',
    firstInList,
  );
};

/** Of other sections some belong to tests and tools. */
const fromOptions = (folder: Folder): VersionFinding => {
  const sections = (requirementsText(folder, 'setup.cfg') ?? '').split(/^(?=\[)/m);
  const own = sections.filter((section) => !section.startsWith('[') || /^\[(?:options|metadata)\]/.test(section));
  return findIn(own.join('').replaceAll(/^install_requires[ \t]*=/gm, '\n'), 'setup.cfg', requirement);
};

const fromTables = (folder: Folder, file: string): VersionFinding => {
  const tables = inTables.exec(requirementsText(folder, file) ?? '')?.[1] ?? '';
  return oneOf([...tables.matchAll(ofTable)].flatMap((match) => findingsOf(match[1] ?? '', file)));
};

const fromRequirements = (folder: Folder): VersionFinding => {
  const found = requirementFiles(folder).flatMap((file) => required(folder, file, requirement) ?? []);
  const isNamed = ({ version }: NonNullable<VersionFinding>): boolean => version !== '';
  // `Django==4.2.7` is what `Django>=4.2` in the file beside it comes to; `Django==4.2.*` is no release.
  const first = found.find(isNamed);
  const asked = first && oneOf(found.filter((each) => each === first || isVariant(each.source, first.source)));
  const isRelease = ({ version, isExact }: NonNullable<VersionFinding>): boolean =>
    isExact === true && version.split('.').length > 2;
  if (asked) return found.find((each) => isRelease(each) && isAsked(each, asked)) ?? asked;
  const others = [
    fromLists(folder, 'pyproject.toml'),
    required(folder, 'pyproject.toml', requirement),
    fromTables(folder, 'pyproject.toml'),
    required(folder, 'pyproject.toml', ownTable),
    fromOptions(folder),
    fromSetup(folder),
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
