/** The only reader of flags, environment and config file. A flag beats the environment, which beats the file, which beats the default. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { hidePassword } from './kit/database-url.ts';
import { InspectorError, messageOf, systemCodeOf } from './kit/errors.ts';
import { homeFolder } from './kit/home.ts';

type Value = string | number | boolean | null;
type Rule = {
  fallback: Value;
  help: string;
  /** What the help shows after the flag; a switch has none. */
  hint?: string;
  choices?: readonly string[];
  /** Inclusive bounds of a number. */
  range?: readonly [number, number];
};

const mebibyte = 1024 * 1024;

/** Every setting there is: flag `--<key>`, environment `INSPECTOR_<KEY>`, key in config.json. */
export const settingRules = {
  host: { fallback: '127.0.0.1', hint: 'ADDRESS', help: 'address to listen on' },
  port: { fallback: 8765, hint: 'N', help: 'port to listen on; 0 = any free one', range: [0, 65535] },
  'data-dir': { fallback: null, hint: 'DIR', help: 'where the service keeps its own data' },
  'base-path': { fallback: '/', hint: 'PATH', help: 'serve everything below this path' },
  'public-url': { fallback: null, hint: 'URL', help: 'address that others use, best of an https proxy in front' },
  'no-open': { fallback: false, help: 'do not open a window' },
  'no-watch': { fallback: false, help: 'do not rescan when files change' },
  auth: { fallback: 'on', hint: 'on|off', choices: ['on', 'off'], help: 'off: no log-in, loopback only' },
  tasks: {
    fallback: 'background',
    hint: 'background|immediate',
    choices: ['background', 'immediate'],
    help: 'immediate: a run is answered when it has ended',
  },
  sandbox: {
    fallback: 'auto',
    hint: 'auto|none',
    choices: ['auto', 'none'],
    help: 'none: run commands unconfined (every run says so)',
  },
  'default-python': { fallback: null, hint: 'FILE', help: 'Python of projects without an environment of their own' },
  database: {
    fallback: null,
    hint: 'URL',
    help: 'PostgreSQL database of a team, in place of a file in the data folder',
  },
  'run-timeout': { fallback: 60, hint: 'SECONDS', help: 'time a command may take', range: [1, 86_400] },
  'queue-limit': { fallback: 200, hint: 'N', help: 'runs that may wait', range: [1, 100_000] },
  'runs-at-once': {
    fallback: Math.max(1, availableParallelism()),
    hint: 'N',
    help: 'workspaces that may run at once',
    range: [1, 256],
  },
  'posts-per-minute': {
    fallback: 60,
    hint: 'N',
    help: 'changes a session may ask for in a minute',
    range: [1, 1_000_000],
  },
  'log-limit': { fallback: mebibyte, hint: 'BYTES', help: 'log kept of a run', range: [4096, 64 * mebibyte] },
  'output-limit': {
    fallback: 64 * mebibyte,
    hint: 'BYTES',
    help: 'whole output kept of a run',
    range: [4096, 4096 * mebibyte],
  },
  'keep-runs': { fallback: 2000, hint: 'N', help: 'ended runs kept for each workspace', range: [1, 10_000_000] },
  'keep-output': {
    fallback: 1024 * mebibyte,
    hint: 'BYTES',
    help: 'whole outputs kept altogether',
    range: [0, 1024 * 1024 * mebibyte],
  },
  'session-idle-hours': { fallback: 168, hint: 'N', help: 'a session unused for so long ends', range: [1, 8760] },
  'session-max-days': { fallback: 30, hint: 'N', help: 'a session ends after so long in any case', range: [1, 365] },
  'log-level': {
    fallback: 'warn',
    hint: 'debug|info|warn|error|silent',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    help: "the service's own log on stderr",
  },
} as const satisfies Record<string, Rule>;

export type SettingKey = keyof typeof settingRules;
type SettingSource = 'default' | 'file' | 'environment' | 'flag';
export type Settings = Record<SettingKey, { value: Value; source: SettingSource }>;

export type Config = {
  settings: Settings;
  host: string;
  port: number;
  dataDir: string;
  /** Starts and ends with `/`. */
  basePath: string;
  publicUrl: URL | null;
  open: boolean;
  watch: boolean;
  auth: 'on' | 'off';
  tasks: 'background' | 'immediate';
  sandbox: 'auto' | 'none';
  /** With its password: never to be shown. */
  database: string | null;
  /** An absolute path. */
  defaultPython: string | null;
  /** The folder of the Python environment that is active in the shell, of venv or conda. */
  activeEnvironment: string | null;
  runTimeoutMs: number;
  queueLimit: number;
  runsAtOnce: number;
  postsPerMinute: number;
  logLimitBytes: number;
  outputLimitBytes: number;
  keepRuns: number;
  keepOutputBytes: number;
  sessionIdleMs: number;
  sessionMaxMs: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The service's own environment, for the few variables that a workspace may ask to hand on to its runs. */
  environment: Readonly<Record<string, string | undefined>>;
};

const keys = Object.keys(settingRules) as SettingKey[];

const wrong = (where: string, what: string): InspectorError => new InspectorError('invalid', { [where]: [what] });

const parse = (key: SettingKey, raw: unknown, where: string): Value => {
  const rule: Rule = settingRules[key];
  if (typeof rule.fallback === 'boolean') {
    if (raw === true || raw === false) return raw;
    if (/^(1|true|yes|on)$/i.test(String(raw))) return true;
    if (/^(0|false|no|off|)$/i.test(String(raw))) return false;
    throw wrong(where, `${where} must be true or false, not "${raw}".`);
  }
  if (typeof rule.fallback === 'number') {
    const number = typeof raw === 'number' ? raw : /^\d+$/.test(String(raw)) ? Number(raw) : Number.NaN;
    const [least, most] = rule.range ?? [0, Number.MAX_SAFE_INTEGER];
    if (!Number.isInteger(number) || number < least || number > most) {
      throw wrong(where, `${where} must be a whole number from ${least} to ${most}, not "${raw}".`);
    }
    return number;
  }
  if (raw === null) return null;
  if (typeof raw !== 'string' || raw === '') throw wrong(where, `${where} must be a text that is not empty.`);
  if (rule.choices && !rule.choices.includes(raw))
    throw wrong(where, `${where} must be one of ${rule.choices.join(', ')}, not "${raw}".`);
  return raw;
};

const defaultDataDir = (env: Config['environment']): string => {
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Workspace Inspector');
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local'), 'Workspace Inspector');
  // A relative one is to be ignored, says its specification.
  const shared = isAbsolute(env.XDG_DATA_HOME ?? '') ? env.XDG_DATA_HOME : undefined;
  return join(shared ?? join(homeFolder(), '.local', 'share'), 'workspace-inspector');
};

/** Of JSON that is none the text would be told around the fault, and it may be a password. */
const faultOf = (error: unknown): string =>
  error instanceof SyntaxError
    ? messageOf(error).replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, ' in its JSON')
    : messageOf(error);

const readFile = (dataDir: string): Record<string, unknown> => {
  const file = join(dataDir, 'config.json');
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('it must hold one JSON object');
    for (const key of Object.keys(value)) {
      if (!(key in settingRules) || key === 'data-dir') throw new Error(`it has no setting "${key}"`);
    }
    return value as Record<string, unknown>;
  } catch (error) {
    // A data folder that is none is told by whoever opens it.
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return {};
    throw wrong('config.json', `${file} cannot be used: ${faultOf(error)}.`);
  }
};

const environmentName = (key: SettingKey): string => `INSPECTOR_${key.toUpperCase().replaceAll('-', '_')}`;

const basePathOf = (raw: string): string => {
  const path = `/${raw.split('/').filter(Boolean).join('/')}/`.replace('//', '/');
  if (!/^[A-Za-z0-9._~/-]*$/.test(path))
    throw wrong('base-path', `base-path may hold letters, digits and ._~-/ only, not "${raw}".`);
  // A browser takes these out of an address before it asks for it.
  if (path.split('/').some((part) => part === '.' || part === '..'))
    throw wrong('base-path', `base-path is a whole path, without . and .. in it, not "${raw}".`);
  return path;
};

const publicUrlOf = (raw: string | null, basePath: string): URL | null => {
  if (raw === null) return null;
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol))
    throw wrong('public-url', `public-url must be an http or https address, not "${raw}".`);
  const url = new URL(raw);
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  // Where the service is found there is told once, by its base path.
  if (!isBare || !['/', basePath].includes(url.pathname.replace(/(?<!\/)$/, '/')))
    throw wrong(
      'public-url',
      `public-url is a host alone, such as ${url.origin}, not "${raw}": name a path with --base-path, which the proxy hands on.`,
    );
  return url;
};

/** What is wrong with it is told without it: it may hold a password. */
const databaseOf = (raw: string | null): string | null => {
  const url = raw !== null && URL.canParse(raw) ? new URL(raw) : undefined;
  // An @ behind the host is the end of a password with a / in it.
  if (raw === null || (/^postgres(?:ql)?:$/.test(url?.protocol ?? '') && !url?.pathname.includes('@'))) return raw;
  const form =
    'postgresql://USER:PASSWORD@HOST/NAME, with signs such as / and @ in the password written as %2F and %40';
  throw wrong('--database', `--database must be the address of a PostgreSQL database: ${form}.`);
};

export const readConfig = (
  flags: Partial<Record<SettingKey, unknown>>,
  env: Config['environment'] = process.env,
): Config => {
  const given = (key: SettingKey, file: Record<string, unknown>): { value: Value; source: SettingSource } => {
    const variable = env[environmentName(key)];
    if (flags[key] !== undefined) return { value: parse(key, flags[key], `--${key}`), source: 'flag' };
    if (variable !== undefined) return { value: parse(key, variable, environmentName(key)), source: 'environment' };
    if (file[key] !== undefined) return { value: parse(key, file[key], `"${key}" in config.json`), source: 'file' };
    return { value: settingRules[key].fallback, source: 'default' };
  };
  const place = given('data-dir', {});
  const dataDir = resolve(typeof place.value === 'string' ? place.value : defaultDataDir(env));
  const file = readFile(dataDir);
  const settings = Object.fromEntries(
    keys.map((key) => [key, key === 'data-dir' ? { ...place, value: dataDir } : given(key, file)]),
  ) as Settings;
  const database = databaseOf(settings.database.value as string | null);
  if (database !== null) settings.database.value = hidePassword(database);
  const active = env.VIRTUAL_ENV || env.CONDA_PREFIX || '';
  const activeEnvironment = isAbsolute(active) ? active : null;
  // A run may ask for any variable by its name, but not for the way into our own store.
  const environment = { ...env, [environmentName('database')]: undefined };
  return { settings, dataDir, database, environment, activeEnvironment, ...typed(settings) };
};

const units: Readonly<Record<string, 'seconds' | 'bytes'>> = { SECONDS: 'seconds', BYTES: 'bytes' };

/** For someone who reads them without the help at hand. */
export const explainSettings = (settings: Settings) =>
  Object.fromEntries(
    keys.map((key) => {
      const { help, hint }: Rule = settingRules[key];
      return [key, { ...settings[key], unit: units[hint ?? ''] ?? null, help }];
    }),
  );

/** Of addresses that lead to this machine from itself alone. */
const isOwnName = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Without a log-in everybody whom a request comes from is an administrator: no address may be named that others use. */
const refuseOthers = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): void => {
  const own = "--auth off is for one's own machine";
  if (!['127.0.0.1', '::1', 'localhost'].includes(host))
    throw wrong('--auth', `${own}: it cannot listen on ${host}. Leave --host out, or --auth on.`);
  if (publicUrl !== null && !isOwnName(publicUrl.hostname))
    throw wrong('--auth', `${own}: it cannot be reached at ${publicUrl.origin}. Leave --public-url out, or --auth on.`);
};

type Read = 'settings' | 'dataDir' | 'database' | 'environment' | 'activeEnvironment';

const typed = (settings: Settings): Omit<Config, Read> => {
  const text = (key: SettingKey): string => String(settings[key].value);
  const number = (key: SettingKey): number => Number(settings[key].value);
  const basePath = basePathOf(text('base-path'));
  const config = {
    host: text('host'),
    port: number('port'),
    basePath,
    publicUrl: publicUrlOf(settings['public-url'].value as string | null, basePath),
    open: settings['no-open'].value !== true,
    watch: settings['no-watch'].value !== true,
    auth: text('auth') as Config['auth'],
    tasks: text('tasks') as Config['tasks'],
    sandbox: text('sandbox') as Config['sandbox'],
    defaultPython: settings['default-python'].value === null ? null : resolve(text('default-python')),
    runTimeoutMs: number('run-timeout') * 1000,
    queueLimit: number('queue-limit'),
    runsAtOnce: number('runs-at-once'),
    postsPerMinute: number('posts-per-minute'),
    logLimitBytes: number('log-limit'),
    outputLimitBytes: number('output-limit'),
    keepRuns: number('keep-runs'),
    keepOutputBytes: number('keep-output'),
    sessionIdleMs: number('session-idle-hours') * 3_600_000,
    sessionMaxMs: number('session-max-days') * 86_400_000,
    logLevel: text('log-level') as Config['logLevel'],
  };
  if (config.auth === 'off') refuseOthers(config);
  return config;
};
