/** What an interpreter has installed, read from names and text: folders of packages, extra import folders, the version of Django. */
import path from 'node:path';
import { findRealPath, findText, isFolder, isInside, listNames } from './reading.ts';
import { findSiblings } from './siblings.ts';

const maxPathFiles = 200;
/** Each of them is looked at, and a project that brings its environment along may name millions. */
const maxNamed = 1000;
/** Each of them is a folder that a sandbox shows, and bubblewrap takes some thousand arguments. */
const maxExtra = 100;

/** `python3.11` folders below `lib`, newest first; only those that hold packages count. */
export const listPythonFolders = async (prefix: string): Promise<string[]> => {
  const names = (await listNames(path.join(prefix, 'lib'))).filter((name) => /^python3\.\d+t?$/.test(name));
  return names.sort((left, right) => Number.parseInt(right.slice(8), 10) - Number.parseInt(left.slice(8), 10));
};

/** Packages of a Python: nothing else lies in a folder of such a name. Homebrew's Pythons have a link to one that they share. */
const namedLikePackages = /\/lib(64)?\/python3[^/]*\/(site|dist)-packages$/;

/** Folders where this prefix keeps packages; Debian's Python has its own under `dist-packages`. */
export const listPackageFolders = async (prefix: string, python: string): Promise<string[]> => {
  const candidates =
    prefix === '/usr'
      ? [
          `/usr/local/lib/${python}/dist-packages`,
          '/usr/lib/python3/dist-packages',
          `/usr/lib/${python}/dist-packages`,
          `/usr/lib/${python}/site-packages`,
          `/usr/lib64/${python}/site-packages`,
        ]
      : [
          path.join(prefix, 'lib', python, 'site-packages'),
          path.join(prefix, 'lib64', python, 'site-packages'),
          path.join(prefix, 'lib', python, 'dist-packages'),
        ];
  const folders: string[] = [];
  const seen = new Set<string>();
  const realPrefix = (await findRealPath(prefix)) ?? prefix;
  for (const candidate of candidates) {
    const real = await findRealPath(candidate);
    if (!real || seen.has(real) || !(await isFolder(real))) continue;
    // An environment that came with a project may have a link in their place that leads to any folder of this machine (`~/.ssh`).
    if (!isInside(real, realPrefix) && !namedLikePackages.test(real)) continue;
    seen.add(real);
    folders.push(candidate);
  }
  return folders;
};

/** What stands in the braces of `MAPPING: dict[str, str] = {…}`. Looked for step by step: a pattern for all of it tries each line up to the end of the text. */
const mappingIn = (text: string): string => {
  const start = /^MAPPING\b[^=\n]{0,100}=\s*\{/m.exec(text);
  const from = start ? start.index + start[0].length : text.length;
  return text.slice(from, Math.max(from, text.indexOf('}', from)));
};

/** Files of a folder of packages that name others, and what they name. `isOnPath`: Python looks there right behind the folder itself. */
const naming: readonly {
  files: RegExp;
  isOnPath?: true;
  read(text: string, packages: string): Iterable<string>;
}[] = [
  {
    files: /\.pth$/,
    isOnPath: true,
    *read(text, packages) {
      // A line that starts with `import` is code; we read, we do not run.
      for (const [line] of text.matchAll(/[^\r\n]+/g))
        if (line.trim() && !/^(#|import[ \t])/.test(line)) yield path.resolve(packages, line.trim());
    },
  },
  {
    files: /^__editable___.*_finder\.py$/,
    *read(text) {
      for (const [, , file = ''] of mappingIn(text).matchAll(/:\s*(['"])(\/[^'"]+)\1/g)) yield path.dirname(file);
    },
  },
  {
    // The package `editables` (hatch, pdm) keeps where each module lies in a module of its own, which a `.pth` file imports.
    files: /^_\w+\.py$/,
    *read(text) {
      for (const [, file = ''] of text.matchAll(/\bmap_module\('[\w.]+', '(\/[^']+)'\)/g))
        yield path.dirname(file.replace(/\/__init__\.py$/, ''));
    },
  },
];

/** Finders are asked when no folder of the path has it. */
type Named = { folder: string; isOnPath: boolean };

/** Folders that an editable install points to: plain lines of `.pth` files and the maps of finders. */
const listNamedFolders = async (packages: string): Promise<Named[]> => {
  const names = await listNames(packages);
  const named: Named[] = [];
  for (const { files, isOnPath = false, read } of naming) {
    for (const name of names.filter((entry) => files.test(entry)).slice(0, maxPathFiles)) {
      for (const folder of read((await findText(path.join(packages, name))) ?? '', packages)) {
        if (named.length >= maxNamed) return named;
        named.push({ folder, isOnPath });
      }
    }
  }
  return named;
};

const projectMarks = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

/** A source checkout: it, or a folder at most two above it, says how to build it. */
const isCheckout = async (folder: string): Promise<boolean> => {
  for (let current = folder, level = 0; level < 3 && current !== '/'; level += 1) {
    if ((await listNames(current)).some((name) => projectMarks.has(name))) return true;
    current = path.dirname(current);
  }
  return false;
};

/**
 * Folders of packages and those that they name, in the order in which Python looks through them. A venv that came with the project could
 * name any folder of this machine (`~/.ssh`) to have it shown inside the sandbox; so outside the workspace only the packages of another
 * environment count, a source checkout with no hidden folder on its way, or a folder of the same repository.
 */
export const listImportFolders = async (
  packageFolders: readonly string[],
  workspacePath: string,
  homeDir: string,
): Promise<string[]> => {
  const extra = new Set<string>();
  const [onPath, last]: [string[], string[]] = [[], []];
  for (const packages of packageFolders) {
    onPath.push(packages);
    for (const { folder, isOnPath } of await listNamedFolders(packages)) {
      if (extra.size >= maxExtra) break;
      const real = await findRealPath(folder);
      if (!real || extra.has(real) || !(await isFolder(real)) || packageFolders.includes(real)) continue;
      const own = isInside(real, workspacePath) || packageFolders.some((folder) => isInside(real, folder));
      const hidden = real.split('/').some((part) => part.startsWith('.'));
      const tooWide = isInside(homeDir, real) || real.split('/').length < 3 || isInside(workspacePath, real);
      const isShown = own || namedLikePackages.test(real) || (!hidden && !tooWide && (await isCheckout(real)));
      if (!isShown && (await findSiblings(workspacePath, [real], homeDir)).length === 0) continue;
      extra.add(real);
      (isOnPath ? onPath : last).push(real);
    }
  }
  return [...onPath, ...last];
};

const versionTuple = /^VERSION\s*=\s*\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*['"](\w+)['"]\s*,\s*(\d+)/m;
const stages: Record<string, string> = { alpha: 'a', beta: 'b', rc: 'rc' };

const readVersionTuple = (text: string): string | undefined => {
  const match = versionTuple.exec(text);
  if (!match) return undefined;
  const [, major, minor, patch, stage = '', serial] = match;
  const release = patch === '0' ? `${major}.${minor}` : `${major}.${minor}.${patch}`;
  return stage in stages ? `${release}${stages[stage]}${serial}` : release;
};

/** The version of the Django that `import django` would give: the first one in import order. */
export const findDjangoVersion = async (folders: readonly string[]): Promise<string | null> => {
  for (const folder of folders) {
    const text = await findText(path.join(folder, 'django', '__init__.py'));
    if (text === undefined) continue;
    const stated = readVersionTuple(text);
    if (stated) return stated;
    for (const name of await listNames(folder)) {
      const match = /^django-(\d[\w.]*?)(?:-py[\d.]+)?\.(?:dist|egg)-info$/i.exec(name);
      if (match) return match[1] as string;
    }
    return null;
  }
  return null;
};
