/** Lists of what is required, by pip's names for them. */
import { dirname, join, normalize } from 'node:path';
import type { Folder } from '../../../../folder/folder.ts';

export const LIMIT_BYTES = 4 * 1024 * 1024;

/** Of conda. */
export const environmentFiles = ['environment.yml', 'environment.yaml'];

/** `.lock` as rye writes it: the same lines. */
const REQUIREMENTS =
  /(^|[/_.-])(requirements?|constraints)[\w.-]*\.(txt|in|pip|lock)$|(^|\/)(requirements?|reqs|deps)\/.*\.(txt|in|pip)$/i;
/** What people install by hand, for development or one tool, comes after what the project runs with. */
const ASIDE = /(^|[/_.-])(dev\w*|local|tests?|testing|ci|docs?|lint\w*|tools?|tox)(?=[/_.-])/i;

/** `requirements.txt`, and what lies in a folder of requirements and the folders in it. */
export const requirementFiles = (folder: Folder): string[] => {
  const inside = (path: string, depth: number): string[] =>
    folder.entries(path).flatMap(({ name, kind }) => {
      if (kind === 'folder') return depth > 0 ? inside(`${path}/${name}`, depth - 1) : [];
      return [`${path}/${name}`];
    });
  const top = folder.entries('').flatMap(({ name, kind }) => {
    if (kind !== 'folder') return [name];
    return /^(requirements?|reqs|deps)$/i.test(name) ? inside(name, 1) : [];
  });
  // One in the folder itself is the way in to those of a folder of them.
  const files = top
    .filter((path) => REQUIREMENTS.test(path))
    .sort((a, b) => Number(a.includes('/')) - Number(b.includes('/')));
  const sorted = [...files.filter((path) => !ASIDE.test(path)), ...files.filter((path) => ASIDE.test(path))].slice(
    0,
    40,
  );
  return withIncluded(folder, sorted);
};

/** Also of a file in UTF-16, as `pip freeze >` of Windows writes it and pip reads it: of what was read as UTF-8, the half that is plain. */
export const requirementsText = (folder: Folder, file: string): string | undefined => {
  const read = folder.readText(file, LIMIT_BYTES);
  if (!read.ok) return undefined;
  const isWide = read.value.startsWith('\ufffd\ufffd') && read.value.includes('\0');
  return isWide ? read.value.slice(2).replaceAll('\0', '') : read.value;
};

const include = /^[ \t]*(?:-r|-c|--requirement|--constraint)[ \t=]*["']?([\w./-]+)/gm;
/** They may lie anywhere, and name as many as someone likes. */
const most = 100;

/** Each followed by those that it takes in, which count for the same: `-r requirements/production.txt`. */
const withIncluded = (folder: Folder, files: readonly string[]): string[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path) || seen.size === most || /^(?:\.\.)?\//.test(path)) return;
    const text = requirementsText(folder, path);
    if (text === undefined) return;
    seen.add(path);
    for (const [, other = ''] of text.matchAll(include)) visit(normalize(join(dirname(path), other)));
  };
  for (const path of files) visit(path);
  return [...seen];
};

/** `django32.txt` and `django42.txt`, `requirements-py3.8.txt` and `requirements-py3.12.txt`: for one of them each. */
export const isVariant = (file: string, other: string): boolean => {
  const [name, ...names] = [file, other].map((path) => path.replaceAll(/\d+(?:[._-]\d+)*/g, '#'));
  return name?.includes('#') === true && names.includes(name);
};
