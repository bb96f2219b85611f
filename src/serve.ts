/** Starts and stops the doors in order. */
import { fileURLToPath } from 'node:url';
import { type App, openApp } from './app.ts';
import type { Config } from './config.ts';
import type { LaunchLink } from './contract/index.ts';
import type { HttpDoor } from './http/server.ts';
import { InspectorError, messageOf, systemCodeOf } from './kit/errors.ts';
import { type Errand, type Queue, shareOfCommand, startLocalQueue } from './queue/local.ts';
import { removeServiceFile, writeServiceFile } from './service-file.ts';
import type { Context } from './usecases/context.ts';
import { tellWhatWasLost } from './usecases/recovery.ts';
import { expectReading } from './usecases/scans/request.ts';
import { startWatching, type Watching } from './usecases/scans/watch.ts';
import { makeCsrfToken } from './usecases/sessions/csrf.ts';
import { createLaunchLink, createSession, forgetCliSessions } from './usecases/sessions/sessions.ts';
import { ensureOwner, ownerName } from './usecases/sessions/users.ts';

const webDir = fileURLToPath(new URL('../dist/web', import.meta.url));
const guideDir = fileURLToPath(new URL('../docs/guide', import.meta.url));

/** The command line is an ordinary client with a session of its own, which ends with the process. */
const openCliSession = async (app: App): Promise<{ session: string; csrf: string }> => {
  await ensureOwner(app.context);
  await forgetCliSessions(app.context);
  const { token, session } = await createSession(app.context, { name: ownerName, role: 'admin' }, 'cli', 'inspector');
  return { session: token, csrf: makeCsrfToken(app.context, app.context.options.auth === 'off' ? null : session) };
};

/** Loaded here: it is half of what a start loads, and a reader process starts beside it. */
const openHttp = async (app: App, config: Config): Promise<HttpDoor> => {
  const { createHttpDoor } = await import('./http/server.ts');
  return createHttpDoor(app.context, {
    host: config.host,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    webDir,
    guideDir,
  });
};

/** A friendly name where the service listens on this machine's own addresses, and one for programs that do not resolve it. */
const hostNamesOf = (listenHost: string): { friendly: string; plain: string } => {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[listenHost] ?? listenHost;
  const plain = reached.includes(':') ? `[${reached}]` : reached;
  return { friendly: ['127.0.0.1', '::1', 'localhost'].includes(reached) ? 'inspector.localhost' : plain, plain };
};

const addressOf = (config: Config, port: number): { url: string; address: NonNullable<App['context']['address']> } => {
  const { friendly, plain } = hostNamesOf(config.host);
  const homeAt = (host: string): string =>
    config.publicUrl ? new URL(config.basePath, config.publicUrl).toString() : `http://${host}${config.basePath}`;
  const shown =
    (host: string) =>
    (path: string): string =>
      homeAt(`${host}:${port}`) + path;
  const url = `http://${plain}:${port}${config.basePath}`;
  return { url, address: { port, url: shown(friendly), plainUrl: shown(plain), homeAt } };
};

/** What a person can do about a port or an address that is not to be had. */
const refusals: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Choose another with --port, or --port 0 for any free one.`,
  EACCES: ({ port }) => `Port ${port} is closed to you. Choose one from 1024 on with --port.`,
};

const listen = async (http: HttpDoor, config: Config): Promise<number> => {
  try {
    return await http.listen(config.host, config.port);
  } catch (cause) {
    const known = refusals[systemCodeOf(cause) ?? ''];
    const words =
      known?.(config) ??
      `Nothing can listen at ${config.host} (${messageOf(cause)}). Choose another address with --host.`;
    throw new InspectorError('unavailable', words, { cause });
  }
};

export type { Errand };

export type Service = {
  app: App;
  url: string;
  /** null with `--auth off`. */
  link: LaunchLink | null;
  stop(): Promise<void>;
};

/** `before`: asked once the store is open, before anything is started. Undefined when another process has the data folder. */
export const startService = async (
  config: Config,
  before?: (context: Context) => Promise<void>,
): Promise<Service | undefined> => {
  const app = await openApp(config);
  if (!app) return undefined;
  const { context } = app;
  let http: HttpDoor | undefined;
  let queue: Queue | undefined;
  let watching: Watching | undefined;
  const stopDoors = async (): Promise<void> => {
    watching?.close();
    removeServiceFile(config.dataDir);
    await queue?.stop('The service was stopped.');
    await http?.close();
    await app.close();
  };
  // A signal and a fault may both ask for it: the second waits for the first.
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopDoors();
    return stopping;
  };
  try {
    await before?.(context);
    if ((await context.store.workspaces.list()).length > 0) expectReading(context);
    const cli = await openCliSession(app);
    http = await openHttp(app, config);
    const { url, address } = addressOf(config, await listen(http, config));
    context.address = address;
    writeServiceFile(config.dataDir, { pid: process.pid, url, ...cli });
    queue = await startLocalQueue(context, config.runsAtOnce);
    watching = await startWatching(context);
    return { app, url, link: config.auth === 'off' ? null : createLaunchLink(context), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

type InProcess = { http: HttpDoor; session: string; csrf: string; close(): Promise<void> };

/**
 * The same use cases without a port, for a command line that finds no service. `errand`: what is asked for here must be carried out here.
 * Undefined when another process has the data folder.
 */
export const openInProcess = async (config: Config, errand: Errand | null): Promise<InProcess | undefined> => {
  const app = await openApp(config);
  if (!app) return undefined;
  let http: HttpDoor | undefined;
  let queue: Queue | undefined;
  const close = async (): Promise<void> => {
    await queue?.stop('The command line ended.');
    await http?.close();
    await app.close();
  };
  try {
    if (errand) expectReading(app.context);
    const cli = await openCliSession(app);
    http = await openHttp(app, config);
    await http.server.ready();
    if (errand)
      queue = await startLocalQueue(app.context, config.runsAtOnce, await shareOfCommand(app.context, errand));
    else await tellWhatWasLost(app.context);
    return { http, ...cli, close };
  } catch (error) {
    await close();
    throw error;
  }
};
