/** Starts and stops the doors in order. */
import { fileURLToPath } from 'node:url';
import { type App, openApp } from './app.ts';
import type { Config } from './config.ts';
import type { LaunchLink } from './contract/index.ts';
import { createHttpDoor, type HttpDoor } from './http/server.ts';
import { type Queue, startLocalQueue, startWatching, tellWhatWasLost, type Work } from './queue/local.ts';
import { removeServiceFile, writeServiceFile } from './service-file.ts';
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

const openHttp = (app: App, config: Config): Promise<HttpDoor> =>
  createHttpDoor(app.context, {
    host: config.host,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    webDir,
    guideDir,
  });

const addressOf = (config: Config, port: number): NonNullable<App['context']['address']> => ({
  port,
  url: (host, path) => {
    if (config.publicUrl) return new URL(config.basePath + path, config.publicUrl).toString();
    return `http://${host}:${port}${config.basePath}${path}`;
  },
});

export type { Work };

export type Service = {
  app: App;
  url: string;
  /** null with `--auth off`. */
  link: LaunchLink | null;
  stop(): Promise<void>;
};

/** Undefined when another process has the data folder. */
export const startService = async (config: Config): Promise<Service | undefined> => {
  const app = await openApp(config);
  if (!app) return undefined;
  const { context } = app;
  let http: HttpDoor | undefined;
  let queue: Queue | undefined;
  let watching: { close(): void } | undefined;
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
    const cli = await openCliSession(app);
    http = await openHttp(app, config);
    const port = await http.listen(config.host, config.port);
    context.address = addressOf(config, port);
    const shownHost = config.host === '0.0.0.0' ? '127.0.0.1' : config.host.includes(':') ? '[::1]' : config.host;
    const url = `http://${shownHost}:${port}${config.basePath}`;
    writeServiceFile(config.dataDir, { pid: process.pid, url, ...cli });
    queue = await startLocalQueue(context, config.runsAtOnce);
    watching = await startWatching(context);
    return { app, url, link: config.auth === 'off' ? null : createLaunchLink(context), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The same use cases without a port, for a command line that finds no service. Undefined when another process has the data folder. */
export type InProcess = { http: HttpDoor; session: string; csrf: string; close(): Promise<void> };

/** `work`: what is asked for here must be carried out here. */
export const openInProcess = async (config: Config, work: Work | null): Promise<InProcess | undefined> => {
  const app = await openApp(config);
  if (!app) return undefined;
  const cli = await openCliSession(app);
  const http = await openHttp(app, config);
  await http.server.ready();
  const queue = work && (await startLocalQueue(app.context, config.runsAtOnce, [work]));
  if (!queue) await tellWhatWasLost(app.context);
  return {
    http,
    ...cli,
    close: async () => {
      await queue?.stop('The command line ended.');
      await http.close();
      await app.close();
    },
  };
};
