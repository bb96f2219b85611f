/** What the settings say about databases, log files and secrets. */
import { isAbsolute, join, normalize } from 'node:path';
import type { DatabaseFacts, Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import { isSecretKey, secretsIn } from '../../../kit/secret-keys.ts';
import { isA, isSequence, isTagged, textOf, type Value } from '../../../python/index.ts';
import type { ProjectEnvironment } from '../world/environment.ts';
import type { DjangoApp, Settings } from './project.ts';

const entry = (value: Value | undefined, key: string): Value | undefined =>
  isA(value, 'dict') ? value.entries.get(key) : undefined;

/** Names and paths carry no user or password: those are never shown. */
const withoutCredentials = (text: string): string => text.replace(/\/\/[^@/]*@/, '//');

export const isSqlite = (engine: string): boolean => /sqlite|spatialite/.test(engine);

/** Django itself puts one that refuses everything where the settings name none. */
export const isDatabase = (database: { engine: string } | undefined): boolean =>
  database !== undefined && database.engine !== '' && database.engine !== 'django.db.backends.dummy';

/** The file of an SQLite database by its name; null for one in memory. */
export const sqliteFile = (root: string, name: string): string | null => {
  if (name === '' || name === ':memory:' || name.startsWith('file::memory:') || /^file:.*mode=memory/.test(name))
    return null;
  const path = name.replace(/^file:(\/\/)?/, '').replace(/\?.*/, '');
  return normalize(isAbsolute(path) ? path : join(root, path));
};

const databaseFacts = (alias: string, value: Value, root: string): DatabaseFacts | null => {
  const engine = entry(value, 'ENGINE');
  if (typeof engine !== 'string') return null;
  const name = textOf(entry(value, 'NAME')) ?? '';
  return { alias, engine, name: withoutCredentials(name), file: isSqlite(engine) ? sqliteFile(root, name) : null };
};

/** The one that nobody asks, where every model has another: Django takes it for none. */
const isEmpty = (value: Value): boolean => isA(value, 'dict') && value.entries.size === 0 && !value.partial;

export const readDatabases = (settings: Settings, root: string, problems: Problem[]): DatabaseFacts[] => {
  const databases = settings.values.get('DATABASES');
  const facts: DatabaseFacts[] = [];
  const unresolved: string[] = databases === undefined || isA(databases, 'dict') ? [] : ['DATABASES'];
  for (const [alias, value] of isA(databases, 'dict') ? databases.entries : []) {
    if (isEmpty(value)) continue;
    const read = databaseFacts(String(alias), value, root);
    const name = entry(value, 'NAME');
    if (read === null || (name !== undefined && textOf(name) === undefined)) unresolved.push(String(alias));
    if (read !== null) facts.push(read);
  }
  if (unresolved.length > 0)
    problems.push({
      code: 'database_unresolved',
      severity: 'info',
      message: `${unresolved[0] === 'DATABASES' ? 'DATABASES' : `The database ${unresolved.join(', ')}`} could not be told from the text; it may be named by an environment variable.`,
      file: null,
      line: null,
    });
  return facts;
};

/** Whether the settings tell for sure that there is no default one. `areWhole`: they hold no more than was read of them. */
export const lacksDatabase = ({ values }: Settings, areWhole: boolean): boolean => {
  const databases = values.get('DATABASES');
  if (databases === undefined) return areWhole;
  if (!isA(databases, 'dict') || databases.partial) return false;
  const connection = databases.entries.get('default');
  return connection === undefined || isEmpty(connection) || entry(connection, 'ENGINE') === 'django.db.backends.dummy';
};

const sayUnresolved = (what: string, taken: string, severity: Problem['severity'], problems: Problem[]): void => {
  const message = `${what} could not be told from the text; ${taken}.`;
  problems.push({ code: 'setting_unresolved', severity, message, file: null, line: null });
};

/** Files that the handlers of LOGGING write to. */
export const readLogFiles = (settings: Settings, root: string, problems: Problem[]): string[] => {
  const logging = settings.values.get('LOGGING');
  const handlers = entry(logging, 'handlers');
  const files = new Set<string>();
  const unresolved: string[] = isA(logging, 'unknown') || isA(handlers, 'unknown') ? ['LOGGING'] : [];
  for (const [key, handler] of isA(handlers, 'dict') ? handlers.entries : []) {
    const written = entry(handler, 'filename');
    const name = textOf(written);
    if (name !== undefined && name !== '') files.add(normalize(isAbsolute(name) ? name : join(root, name)));
    else if (name === undefined && isTagged(written)) unresolved.push(`The file of the log handler ${String(key)}`);
  }
  if (unresolved.length > 0)
    sayUnresolved(unresolved.join(', '), 'logs are looked for by their file names', 'info', problems);
  return [...files];
};

/** Folders that settings make where they are missing. */
const madeFolders = ['MEDIA_ROOT', 'STATIC_ROOT', 'EMAIL_FILE_PATH', 'SESSION_FILE_PATH'];

/** Caches that are folders. */
const cacheFolders = (caches: Value | undefined): (Value | undefined)[] =>
  (isA(caches, 'dict') ? [...caches.entries.values()] : [])
    .filter((cache) => /FileBasedCache$/.test(textOf(entry(cache, 'BACKEND')) ?? ''))
    .map((cache) => entry(cache, 'LOCATION'));

/**
 * Folders that are looked for when a project starts: Django's checks want those of static files, each alone or behind its prefix, and that of
 * uploads; those of media and caches are made sure of by the settings themselves.
 */
export const readCheckedFolders = ({ values }: Settings, root: string): string[] => {
  const named = values.get('STATICFILES_DIRS');
  const listed = isSequence(named) ? named.items : [];
  const single = ['FILE_UPLOAD_TEMP_DIR', ...madeFolders].map((name) => values.get(name));
  return [...listed, ...single, ...cacheFolders(values.get('CACHES'))]
    .flatMap((item) => textOf(isSequence(item) ? item.items.at(-1) : item) || [])
    .map((name) => normalize(isAbsolute(name) ? name : join(root, name)));
};

/** A setting that is a text, and what counts where it cannot be told. */
export const readText = (
  settings: Settings,
  name: string,
  otherwise: string,
  problems: Problem[],
): { value: string; isUnresolved: boolean } => {
  const value = settings.values.get(name);
  if (typeof value === 'string') return { value, isUnresolved: false };
  if (value !== undefined) sayUnresolved(name, `${otherwise} was taken`, 'warning', problems);
  return { value: otherwise, isUnresolved: value !== undefined };
};

const MAX_DEPTH = 8;

const collect = (value: Value, secret: boolean, into: Set<string>, depth: number): void => {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    for (const text of secretsIn(value, secret)) into.add(text);
  } else if (!isTagged(value)) return;
  else if (value.type === 'dict') {
    for (const [key, part] of value.entries) collect(part, secret || isSecretKey(String(key)), into, depth + 1);
  } else if (isSequence(value)) for (const item of value.items) collect(item, secret, into, depth + 1);
};

/**
 * The names by which a project is shown everywhere: of its apps, its settings and its databases. On a developer's machine a password is often one of
 * them ("shop"); to hide the name would make everything that is shown untrue, and the key beside the password still hides it.
 */
export const readShownNames = ({ module, values }: Settings, apps: readonly DjangoApp[]): string[] => {
  const databases = values.get('DATABASES');
  const ofDatabases = isA(databases, 'dict')
    ? [...databases.entries.values()].flatMap((one) =>
        ['ENGINE', 'NAME', 'USER'].map((key) => textOf(entry(one, key)) ?? ''),
      )
    : [];
  const paths = [module ?? '', ...apps.flatMap(({ label, name }) => [label, name]), ...ofDatabases];
  return [...new Set(paths.flatMap((path) => path.split('.')))];
};

/** Literals under secret-looking keys, in the settings and in the `.env` files they load. Never shown, only masked. */
export const readSecrets = (
  settings: Settings,
  environment: ProjectEnvironment,
  shownNames: readonly string[],
): string[] => {
  const secrets = new Set<string>();
  for (const [key, value] of settings.values) collect(value, isSecretKey(key), secrets, 0);
  for (const [key, value] of [...environment.entries(), ...environment.aside])
    collect(value, isSecretKey(key), secrets, 0);
  return [...secrets].filter((secret) => !shownNames.includes(secret));
};

export const findReadme = (folder: Folder): string | null =>
  folder.entries('').find((item) => item.kind === 'file' && /^readme(\.(md|rst|txt|markdown|adoc))?$/i.test(item.name))
    ?.name ?? null;
