/** Which Python a project runs on, where no interpreter says it. */
import type { Folder } from '../../../../folder/folder.ts';
import { type Bound, boundsOf, inOrder, isLeast, seriesOf } from './bounds.ts';
import { environmentFiles, LIMIT_BYTES } from './requirement-files.ts';

const PYTHON = String.raw`(\d+\.\d+\w*(?:\.\w+)*)`;

/** Files that name one version of Python, the nearest to what is in use first. */
const pythonNamed: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['.python-version', new RegExp(String.raw`^[ \t]*(?:python-?|cpython-)?${PYTHON}`, 'im')],
  ['runtime.txt', new RegExp(`python-${PYTHON}`, 'i')],
  ['.tool-versions', new RegExp(String.raw`^python\s+${PYTHON}`, 'm')],
  ...['mise.toml', '.mise.toml'].map(
    (file) => [file, new RegExp(String.raw`^[ \t]*python[ \t]*=[ \t]*(?:\[\s*)?["']${PYTHON}`, 'm')] as const,
  ),
  ...environmentFiles.map(
    (file) =>
      [
        file,
        new RegExp(String.raw`^[ \t]*-[ \t]+["']?(?:[\w-]{1,50}::)?python[ \t]*={1,2}[ \t]*${PYTHON}`, 'm'),
      ] as const,
  ),
  ['Pipfile', new RegExp(String.raw`python_(?:full_)?version\s*=\s*["']${PYTHON}`)],
  ['Pipfile.lock', new RegExp(String.raw`"python_(?:full_)?version":\s*"${PYTHON}`)],
];

/** Files that say which versions fit: `>=3.10`. */
const pythonRequired: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['pyproject.toml', /^[ \t]*requires-python\s*=\s*["']([^"']*\d[^"']*)/m],
  // Others are those of a group or a feature.
  [
    'pyproject.toml',
    /^[ \t]*\[tool\.(?:poetry|pixi)\.dependencies\][^\n]*\n(?:(?![ \t]*\[)[^\n]*\n)*?[ \t]*python\s*=\s*["']([^"']*\d[^"']*)/m,
  ],
  ['uv.lock', /^requires-python\s*=\s*"([^"]*\d[^"]*)/m],
  ['poetry.lock', /^python-versions\s*=\s*"([^"]*\d[^"]*)"\s*\ncontent-hash/m],
  ['setup.cfg', /^[ \t]*python_requires\s*=\s*([^\s#][^#\n]*\d[^#\n]*)/m],
  ['setup.py', /^[^#\n]*\bpython_requires\s*=\s*["']([^"']*\d[^"']*)/m],
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
      const read = folder.readText(file, LIMIT_BYTES);
      const version = read.ok ? pattern.exec(read.value)?.[1] : undefined;
      if (version !== undefined) return version;
    }
  return null;
};

const leastOfPart = (part: string): Bound[] =>
  boundsOf(part)
    .filter((one) => isLeast(one) && one.sign !== '>' && one.version.includes('.'))
    .toSorted(inOrder)
    .slice(-1);

/** Of what stands on either side of `||` the earliest. */
const leastOf = (written: string): Bound | undefined => written.split('|').flatMap(leastOfPart).toSorted(inOrder)[0];

/** One that fits, in whatever order the bounds are written: `<4.0,>=3.9`. */
const leastPython = (written: string): Bound | null => {
  const each = boundsOf(written).filter(({ version }) => version.includes('.'));
  const least = leastOf(written) ?? each.find(isLeast);
  if (least !== undefined) return least;
  const below = each.find(({ sign }) => sign === '<' || sign === '<=');
  const [major, minor] = seriesOf(below?.version ?? '');
  if (below === undefined || (below.sign === '<' && minor === 0)) return null;
  return { sign: below.sign, version: below.sign === '<' ? `${major}.${minor - 1}` : below.version };
};

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
