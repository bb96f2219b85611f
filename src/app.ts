/** The only place that opens real tools. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type Config, explainSettings } from './config.ts';
import { frameworks } from './frameworks/index.ts';
import { createClock } from './kit/clock.ts';
import { hidePassword } from './kit/database-url.ts';
import { InspectorError, messageOf, systemCodeOf } from './kit/errors.ts';
import { realHome } from './kit/home.ts';
import { randomToken } from './kit/ids.ts';
import { createLog } from './kit/log.ts';
import { version } from './kit/version.ts';
import { createRunner } from './runner/index.ts';
import { createScanner } from './scanner/create-scanner.ts';
import {
  backUpStore,
  isDataFolder,
  type Lock,
  openEmbeddedStore,
  openTeamStore,
  refuseBackup,
  type Store,
  takeLock,
} from './store/index.ts';
import { type Context, createContext } from './usecases/context.ts';

export type App = { context: Context; close(): Promise<void> };

/** One by one: Node's own way to make all of them tries for ever where a folder takes no others, as /proc. */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been a moment earlier.
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
};

/** The project that a folder lies in, there or not yet. Home is nobody's project, whatever lies there. */
const projectAround = (folder: string): string | undefined => {
  if (!existsSync(folder)) return projectAround(dirname(folder));
  const home = realHome();
  for (let at = realpathSync(folder); at !== dirname(at) && at !== home; at = dirname(at))
    if (frameworks.some(({ marker }) => existsSync(join(at, marker)))) return at;
  return undefined;
};

/** What may lie in a folder before it is ours: a file of our own, and what systems put everywhere. */
const expected = /^(?:\.|lost\+found$|(?:config|service|command)\.json$)/;

/** A folder of somebody's must not become ours: it would be closed to others, and what is called like a folder of ours swept away. */
const refuseStrangers = (dataDir: string): void => {
  if (isDataFolder(dataDir)) return;
  const project = projectAround(dataDir);
  if (project !== undefined)
    throw new InspectorError(
      'unavailable',
      `The data folder ${dataDir} would lie in the project ${project}, where nothing is written. Choose another with --data-dir.`,
    );
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory();
  const other = isFolder ? readdirSync(dataDir).find((name) => !expected.test(name)) : undefined;
  if (other !== undefined)
    throw new InspectorError(
      'unavailable',
      `The folder ${dataDir} holds something else already (${other}): a data folder is one of its own. Choose a new one with --data-dir.`,
    );
};

/** 0700, whatever the umask says: run logs and sessions are nobody else's business. */
const prepareDataDir = (dataDir: string): void => {
  process.umask(0o077);
  try {
    refuseStrangers(dataDir);
    makeFolders(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder');
    chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    if (error instanceof InspectorError) throw error;
    throw new InspectorError(
      'unavailable',
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}. Choose another with --data-dir.`,
      {
        cause: error,
      },
    );
  }
};

/** Runs of another store have the same numbers: each has a folder of its own. */
const outputFolder = async ({ database, dataDir }: Config, store: Store): Promise<string> => {
  const folder = join(dataDir, 'output');
  return database === null ? folder : join(folder, await store.remember('store_id', randomToken));
};

/** Around a store that is open; the lock of its folder is held. */
const assemble = async (config: Config, store: Store, lock: Lock): Promise<App> => {
  const log = createLog(config.logLevel);
  const runner = createRunner({
    scratchDir: join(config.dataDir, 'scratch'),
    sandbox: config.sandbox,
    servicePaths: [config.dataDir],
    fallbacks: { defaultPython: config.defaultPython, active: config.activeEnvironment },
    log,
  });
  const scanner = createScanner({
    frameworkModule: new URL(`./frameworks/index${extname(import.meta.url)}`, import.meta.url),
    scratchDir: join(config.dataDir, 'reading'),
  });
  const tools = { store, runner, scanner, framework: frameworks[0], clock: createClock(), log };
  const { database: _, ...options } = config;
  const context = await createContext(tools, {
    ...options,
    settings: explainSettings(config.settings),
    version,
    outputDir: await outputFolder(config, store),
  });
  return {
    context,
    close: async () => {
      await runner.close();
      await scanner.close();
      await store.close();
      lock.release();
    },
  };
};

/** Undefined when another process has the data folder. What could not be opened whole is closed: an agent tries again with every question. */
export const openApp = async (config: Config): Promise<App | undefined> => {
  prepareDataDir(config.dataDir);
  const lock = takeLock(config.dataDir);
  if (!lock) return undefined;
  let store: Store | undefined;
  try {
    store = await (config.database === null ? openEmbeddedStore(config.dataDir) : openTeamStore(config.database));
    return await assemble(config, store, lock);
  } catch (error) {
    await store?.close();
    lock.release();
    throw error;
  }
};

export const backUp = async (config: Config, file: string): Promise<void> => {
  if (config.database !== null) throw refuseBackup(hidePassword(config.database).replace(':***@', '@'), file);
  const project = projectAround(dirname(file));
  if (project !== undefined)
    throw new InspectorError(
      'unavailable',
      `The backup ${file} could not be written: it would lie in the project ${project}, where nothing is written. Choose another place.`,
    );
  await backUpStore(config.dataDir, file);
};
