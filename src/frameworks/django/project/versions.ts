/** Which Django and which Python a project uses, from what lies in its folder and its installed packages. */
import type { Folder } from '../../../folder/folder.ts';

export type VersionFinding = { version: string; source: string } | null;

const LIMIT_BYTES = 4 * 1024 * 1024;

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
  return version === undefined ? null : { version, source: file };
};

const requirementFiles = (folder: Folder): string[] => {
  const top = folder.entries('').map((entry) => entry.name);
  const nested = ['requirements', 'reqs', 'deps'].flatMap((name) =>
    folder.entries(name).map((entry) => `${name}/${entry.name}`),
  );
  return [...top, ...nested]
    .filter((path) =>
      /(^|\/)(requirements[\w.-]*|base|common|prod\w*|dev\w*)\.(txt|in)$|(^|\/)constraints[\w.-]*\.txt$/i.test(path),
    )
    .slice(0, 30);
};

const fromLockFiles = (folder: Folder): VersionFinding =>
  locked(folder, 'uv.lock', /name = "django"\s*\nversion = "([^"]+)"/i) ??
  locked(folder, 'poetry.lock', /name = "django"\s*\nversion = "([^"]+)"/i) ??
  locked(folder, 'pdm.lock', /name = "django"\s*\nversion = "([^"]+)"/i) ??
  locked(folder, 'Pipfile.lock', /"django":\s*\{[^}]*?"version":\s*"==([^"]+)"/i);

/** A lower bound or a series still tells which documentation fits: `Django>=4.2,<5`. */
const requirement = /^\s*["']?django(?:\[[\w,]*\])?["']?\s*(?:===?|~=|>=|=\s*["']\^?~?(?:==|>=)?)\s*v?(\d[\w.]*)/im;
const inList = /["']django(?:\[[\w,]*\])?\s*(?:===?|~=|>=)\s*(\d[\w.]*)/i;

const fromRequirements = (folder: Folder): VersionFinding => {
  for (const file of requirementFiles(folder)) {
    const found = locked(folder, file, requirement);
    if (found !== null) return found;
  }
  return (
    locked(folder, 'pyproject.toml', inList) ??
    locked(folder, 'pyproject.toml', requirement) ??
    locked(folder, 'setup.cfg', requirement) ??
    locked(folder, 'setup.py', inList) ??
    locked(folder, 'Pipfile', requirement)
  );
};

/** The version in use before the version asked for. */
export const findDjangoVersion = (
  folder: Folder,
  packages: readonly Folder[],
  known: string | null,
): VersionFinding => {
  const installed = fromPackages(packages) ?? fromText(packages);
  if (installed !== null) return installed;
  if (known !== null) return { version: known, source: 'site-packages' };
  return fromLockFiles(folder) ?? fromRequirements(folder);
};

/** Where no interpreter says it: `.python-version`, `runtime.txt`, `requires-python`. */
export const findPythonVersion = (folder: Folder, known: string | null): string | null => {
  if (known !== null) return known;
  const found =
    locked(folder, '.python-version', /^\s*(\d+\.\d+[\w.]*)/) ??
    locked(folder, 'runtime.txt', /python-(\d+\.\d+[\w.]*)/i) ??
    locked(folder, 'pyproject.toml', /^\s*(?:requires-python|python)\s*=\s*["'][^\d"']*(\d+\.\d+[\w.]*)/m) ??
    locked(folder, 'Pipfile', /python_(?:full_)?version\s*=\s*["'](\d+\.\d+[\w.]*)/);
  return found?.version ?? null;
};
