/** What a changed file means for a scan, by its name alone. */
import { basename, dirname, join } from 'node:path';
import type { Kind } from './delays.ts';

const rotatedLog = /\.log(?:[.-]\d[\w:-]*)?$/;
const database = /\.(?:sqlite3?|db3?)$/;
/** Where a database in write-ahead mode is written to for as long as somebody has it open. */
const aheadEnding = /-wal$/;
export const databaseOf = (path: string): string => path.replace(aheadEnding, '');
/** Source, fixtures, and what tells versions and settings. */
const source =
  /\.(?:py|toml|lock|cfg|ini|env|(?:json|jsonl|xml|ya?ml)(?:\.(?:gz|bz2|zip|lzma|xz))?|md|rst)$|^(?:(?:requirements|constraints)[\w.-]*\.(?:txt|in)|runtime\.txt|Pipfile|\.env[\w.-]*|\.python-version)$/i;
/** Lists of what is required that are named by their folder: `requirements/base.txt`. */
const requirements = /(?:^|\/)(?:requirements|reqs|deps)\/.+\.(?:txt|in)$/i;
/** What editors and databases leave for a moment. */
const passing = /^(?:\.#.*|#.*#|.*~|.*\.sw[a-z]|4913|.*\.tmp|.*-(?:shm|journal))$/;

/** Names that nothing but a virtual environment has: while one is made, it cannot be told by what lies in it yet. */
const environment = /^(?:\.venv|venv|virtualenv|pyvenv\.cfg)$/;

/** `path`: relative to the project, with `/`. */
export const isOfEnvironment = (path: string): boolean => path.split('/').some((part) => environment.test(part));

/** Files that a reading found to be something, whatever they are called; of `data` with a final `/`, folders whose names count. */
export type KnownFiles = { logs: ReadonlySet<string>; databases: ReadonlySet<string>; data: ReadonlySet<string> };

/** `rename`: a name came or went. */
export type Event = 'rename' | 'change';

const isData = (file: string, { data }: KnownFiles, event: Event): boolean =>
  data.has(file) || (event === 'rename' && data.has(`${dirname(file)}/`) && !aheadEnding.test(file));

export const kindOfChange = (
  root: string,
  path: string,
  known: KnownFiles,
  event: Event = 'change',
): Kind | undefined => {
  if (isOfEnvironment(path)) return 'packages';
  const name = basename(path);
  if (known.logs.has(join(root, path)) || rotatedLog.test(name)) return 'logs';
  if (passing.test(name)) return undefined;
  // It comes and goes with whoever merely reads; what it held when it goes is in the database.
  const main = event === 'change' ? databaseOf(path) : path;
  if (known.databases.has(join(root, main)) || database.test(main)) return 'database';
  return source.test(name) || requirements.test(path) || isData(join(root, path), known, event) ? 'files' : undefined;
};
