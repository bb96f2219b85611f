/** What a changed file means for a scan, by its name alone. */
import { basename, join } from 'node:path';

const rotatedLog = /\.log(?:[.-]\d[\w:-]*)?$/;
const database = /\.(?:sqlite3?|db3?)$/;
/** Source, fixtures, and what tells versions and settings. */
const source =
  /\.(?:py|toml|lock|cfg|ini|env|json|jsonl|xml|ya?ml|md|rst)$|^(?:requirements[\w.-]*\.txt|Pipfile|\.env[\w.-]*|\.python-version|pyvenv\.cfg)$/i;
/** What editors leave for a moment. */
const passing = /^(?:\.#.*|#.*#|.*~|.*\.sw[a-z]|4913|.*\.tmp)$/;

export const kindOfChange = (
  root: string,
  path: string,
  logFiles: ReadonlySet<string>,
): 'files' | 'logs' | 'database' | undefined => {
  const name = basename(path);
  if (logFiles.has(join(root, path)) || rotatedLog.test(name)) return 'logs';
  if (passing.test(name)) return undefined;
  if (database.test(name)) return 'database';
  return source.test(name) ? 'files' : undefined;
};
