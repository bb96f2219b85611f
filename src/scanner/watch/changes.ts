/** What a changed file means for a scan, by its name alone. */
import { basename, join } from 'node:path';
import type { Kind } from './delays.ts';

const rotatedLog = /\.log(?:[.-]\d[\w:-]*)?$/;
const database = /\.(?:sqlite3?|db3?)$/;
/** Source, fixtures, and what tells versions and settings. */
const source =
  /\.(?:py|toml|lock|cfg|ini|env|json|jsonl|xml|ya?ml|md|rst)$|^(?:requirements[\w.-]*\.txt|Pipfile|\.env[\w.-]*|\.python-version)$/i;
/** What editors leave for a moment. */
const passing = /^(?:\.#.*|#.*#|.*~|.*\.sw[a-z]|4913|.*\.tmp)$/;

/** Names that nothing but a virtual environment has: while one is made, it cannot be told by what lies in it yet. */
const environment = /^(?:\.venv|venv|virtualenv|pyvenv\.cfg)$/;

/** `path`: relative to the project, with `/`. */
export const isOfEnvironment = (path: string): boolean => path.split('/').some((part) => environment.test(part));

export const kindOfChange = (root: string, path: string, logFiles: ReadonlySet<string>): Kind | undefined => {
  if (isOfEnvironment(path)) return 'packages';
  const name = basename(path);
  if (logFiles.has(join(root, path)) || rotatedLog.test(name)) return 'logs';
  if (passing.test(name)) return undefined;
  if (database.test(name)) return 'database';
  return source.test(name) ? 'files' : undefined;
};
