import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { LaunchLink, Session } from '../../contract/index.ts';
import { tooFewFiles } from '../../kit/errors.ts';
import { type Service, startService } from '../../serve.ts';
import type { Context } from '../../usecases/context.ts';
import { expectReading } from '../../usecases/scans/request.ts';
import { createLaunchLink } from '../../usecases/sessions/sessions.ts';
import { requirePlace } from '../../usecases/workspaces/paths.ts';
import { addFolder, listWorkspaces } from '../../usecases/workspaces/workspaces.ts';
import { ask, type Client, findService, whileTaken } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { sayIgnoredFlags } from '../ignored-flags.ts';
import { print, printError } from '../print.ts';
import { findOrAdd, keeperOf, projectPath } from '../project.ts';
import { isEverywhere, reachOf } from '../reach.ts';
import { limitStop } from '../stop-limit.ts';
import { openWindow, windowMachine } from '../window.ts';
import { keepYoungSpaceSmall } from '../young-space.ts';

const addHere = ({ app: { context } }: Service, path: string): Promise<string> =>
  findOrAdd({ add: (folder) => addFolder(context, folder), list: () => listWorkspaces(context) }, path);

/** `host`: where it listens, where that is known. */
const printLinks = (url: string, link: LaunchLink | null, openUrl: string, host = ''): void => {
  print(`Listening on ${url}${isEverywhere(host) ? ' and all other addresses of this machine' : ''}`);
  print(`Open ${link?.url ?? openUrl}`);
  if (link && link.fallback_url !== link.url) print(`  or ${link.fallback_url}`);
};

const stopped = (service: Service, onAsked: () => void): Promise<number> =>
  new Promise((done) => {
    let stopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      // A second Ctrl-C is an order.
      if (stopping) process.exit(128 + (signal === 'SIGINT' ? 2 : 15));
      stopping = true;
      onAsked();
      limitStop();
      service.stop().then(
        () => done(exitCodes.ok),
        (error: unknown) => {
          printError(`The service did not stop cleanly: ${error}`);
          done(exitCodes.failed);
        },
      );
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
  });

const openUrlOf = (config: Config, url: string): string =>
  (config.publicUrl && new URL(config.basePath, config.publicUrl).toString()) ??
  url.replace(/\/\/(127\.0\.0\.1|localhost|\[::1\])/, '//inspector.localhost');

/** Where the window opens: a link that lets in once. It is used up by the window, so people get one of their own. */
const showWindow = async (config: Config, url: string): Promise<void> => {
  if (config.open) await openWindow(url, join(config.dataDir, 'window'), windowMachine(config));
};

const joinRunning = async (config: Config, client: Client, path: string | undefined): Promise<number> => {
  if (path !== undefined) await findOrAdd(keeperOf(client), path);
  // Whether one has to log in was settled when the service was started, not by this call.
  const { auth } = await ask<Session>(client, 'GET', 'api/session/');
  const link = auth === 'off' ? null : await ask<LaunchLink>(client, 'POST', 'api/launch-links/');
  const url = client.url ?? '';
  printLinks(url, link, openUrlOf(config, url));
  await sayIgnoredFlags(config, client);
  if (config.open) {
    const own = auth === 'off' ? null : await ask<LaunchLink>(client, 'POST', 'api/launch-links/');
    await showWindow(config, own?.url ?? openUrlOf(config, url));
  }
  return exitCodes.ok;
};

export const serve = async ({ config, positionals }: Invocation): Promise<number> => {
  const path = projectPath(positionals[0]);
  // Later, runs that were waiting would have begun, and would end with the service.
  const check = async (context: Context): Promise<void> => {
    if (path === undefined) return;
    await requirePlace(context, path);
    expectReading(context);
  };
  const door = await whileTaken(
    config,
    async () => (await findService(config)) ?? (await startService(config, check)) ?? (await findService(config, true)),
  );
  return 'send' in door ? joinRunning(config, door, path) : serveUntilStopped(config, door, path);
};

const serveUntilStopped = async (config: Config, service: Service, path: string | undefined): Promise<number> => {
  keepYoungSpaceSmall();
  let asked = false;
  const end = stopped(service, () => {
    asked = true;
  });
  try {
    if (path !== undefined) await addHere(service, path);
    printLinks(service.url, service.link, openUrlOf(config, service.url), config.host);
    await sayWhatMatters(config, service);
    const window = service.link ? createLaunchLink(service.app.context).url : openUrlOf(config, service.url);
    await showWindow(config, window);
  } catch (error) {
    // Asked to stop while it was still telling: the store is closed under it, and that is no fault.
    if (asked) return end;
    await service.stop();
    throw error;
  }
  return end;
};

/** An idle service holds some forty; each window and each command adds to them. Node has taken what the system gives already. */
const fewFiles = 256;

const sayFewFiles = (): void => {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    if (limit < fewFiles) printError(`At most ${limit} files may be open at once here. ${tooFewFiles}`);
  } catch {
    // No Linux.
  }
};

/** After the lines that scripts read: what a person should know. */
const sayWhatMatters = async (config: Config, service: Service): Promise<void> => {
  const { context } = service.app;
  const sandbox = await context.sandbox();
  if (!sandbox.available) printError(`No sandbox: runs are refused. ${sandbox.reason ?? ''} ${sandbox.remedy ?? ''}`);
  if (config.sandbox === 'none')
    printError('The sandbox is off (--sandbox none): commands of a project can change anything.');
  const reach = reachOf(config.host, config.publicUrl?.href ?? null);
  if (reach) printError(`The service ${reach.found}. ${reach.advice}`);
  sayFewFiles();
  if (config.auth === 'off') printError('Log-in is off (--auth off): every program on this machine may ask.');
  if ((await listWorkspaces(context)).length === 0)
    printError('No workspace yet: inspector add PATH, or add one in the window.');
};
