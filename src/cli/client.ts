/** Talks to the running service when there is one, else opens the store itself: the same requests either way. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { ErrorReply } from '../contract/index.ts';
import { timeOfDay } from '../kit/clock.ts';
import { hidePassword } from '../kit/database-url.ts';
import { InspectorError, systemCodeOf } from '../kit/errors.ts';
import type { Errand } from '../serve.ts';
import { readCommandFile, readServiceFile, removeCommandFile, writeCommandFile } from '../service-file.ts';
import { printError } from './print.ts';

export type Fields = Record<string, string | undefined>;
export type Answer = { status: number; text: string };

export type Client = {
  /** Where the service listens; null when the store was opened here. */
  url: string | null;
  send(method: string, path: string, fields?: Fields): Promise<Answer>;
  /** What is too long to be held at once, piece by piece; undefined when it is refused. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  close(): Promise<void>;
};

const bodyOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

const headersOf = (session: string, csrf: string): Record<string, string> => ({
  cookie: `inspector_session=${session}; csrftoken=${csrf}`,
  'x-csrftoken': csrf,
  // A run is followed, whatever `--tasks` says: until its end it could neither be watched nor be cancelled.
  prefer: 'respond-async',
});

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** A service that was stopped at its terminal (Ctrl-Z) takes a connection and says nothing. */
const answersWithinMs = 3000;

/** Enough of a command to know it by. */
const longestCommand = 200;

/** It may be another user's: then it may not be signalled, but is there. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
};

const gone = (url: string, cause: unknown): InspectorError => {
  const words = `The service at ${url} does not answer any more: it was stopped, or it ended.`;
  return new InspectorError('unavailable', `${words} Start it again with \`inspector\`.`, { cause });
};

/** A service may end while it is being read from. */
async function* untilGone(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw gone(url, cause);
  }
}

/**
 * The service of this data folder, if it answers. One that was killed leaves its file behind, and whoever listens there by now (any user of this
 * machine may) would be sent what is meant for it. `evenUnseen`: somebody has the data folder, so that its process lives where it is not seen from here (as from the
 * sandbox of an editor).
 */
export const findService = async (config: Config, evenUnseen = false): Promise<Client | undefined> => {
  const service = readServiceFile(config.dataDir);
  if (!service || !(evenUnseen || isAlive(service.pid))) return undefined;
  const reach = (method: string, path: string, fields?: Fields, signal?: AbortSignal): Promise<Response> =>
    fetch(new URL(path, service.url), {
      method,
      headers: { ...headersOf(service.session, service.csrf), ...(fields ? formType : {}) },
      ...(fields ? { body: bodyOf(fields) } : {}),
      redirect: 'manual',
      ...(signal && { signal }),
    });
  const send = async (method: string, path: string, fields?: Fields, signal?: AbortSignal): Promise<Answer> => {
    try {
      const response = await reach(method, path, fields, signal);
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw gone(service.url, cause);
    }
  };
  const open = async (path: string): Promise<AsyncIterable<Uint8Array> | undefined> => {
    const response = await reach('GET', path).catch((cause: unknown) => {
      throw gone(service.url, cause);
    });
    if (response.ok && response.body) return untilGone(response.body, service.url);
    await response.body?.cancel();
    return undefined;
  };
  try {
    const { status } = await send('GET', 'api/session/', undefined, AbortSignal.timeout(answersWithinMs));
    return status === 200 ? { url: service.url, send, open, close: async () => undefined } : undefined;
  } catch {
    return undefined;
  }
};

/** Whoever comes meanwhile is told by whom the data folder is held. It is only told, so that a disk that is full costs no more than that. */
const sayAtWork = ({ dataDir }: Config): void => {
  try {
    const command = hidePassword(['inspector', ...process.argv.slice(2)].join(' ')).slice(0, longestCommand);
    writeCommandFile(dataDir, { pid: process.pid, command, since: Date.now() });
  } catch {
    // Whoever comes waits without a name.
  }
};

const openHere = async (config: Config, errand: Errand | null): Promise<Client | undefined> => {
  const { openInProcess } = await import('../serve.ts');
  const inside = await openInProcess(config, errand);
  if (!inside) return undefined;
  sayAtWork(config);
  const headers = { host: 'inspector.localhost', ...headersOf(inside.session, inside.csrf) };
  return {
    url: null,
    send: async (method, path, fields) => {
      const response = await inside.http.server.inject({
        method: method as 'GET',
        url: config.basePath + path,
        headers: { ...headers, ...(fields ? formType : {}) },
        ...(fields ? { payload: bodyOf(fields) } : {}),
      });
      return { status: response.statusCode, text: response.body };
    },
    open: async (path) => {
      const request = { method: 'GET', url: config.basePath + path, headers, payloadAsStream: true } as const;
      const response = await inside.http.server.inject(request);
      const body = response.stream();
      if (response.statusCode === 200) return body;
      body.destroy();
      return undefined;
    },
    close: async () => {
      // Before the data folder is let go: later the file may be another's.
      removeCommandFile(config.dataDir);
      await inside.close();
    },
  };
};

const takenForMs = 10_000;
/** Most commands have let go by then, and nobody has to read of them. */
const quietForMs = 500;

/** The command that has the data folder, in words; undefined when none says so, or the one that did was killed. */
const findAtWork = ({ dataDir }: Config): string | undefined => {
  const held = readCommandFile(dataDir);
  if (!held || !isAlive(held.pid)) return undefined;
  const who = `\`${held.command}\` (process ${held.pid}, since ${timeOfDay(held.since)})`;
  return `Another command is at work on the data folder ${dataDir}: ${who}.`;
};

/** Tries again for a while: the other process may be between taking the data folder and listening, or between stopping and letting go. */
export const whileTaken = async <T>(config: Config, attempt: () => Promise<T | undefined>): Promise<T> => {
  const startedAt = performance.now();
  let said: string | undefined;
  for (let waitedMs = 0; waitedMs < takenForMs; waitedMs = performance.now() - startedAt) {
    const made = await attempt();
    if (made !== undefined) return made;
    const atWork = waitedMs > quietForMs ? findAtWork(config) : undefined;
    if (atWork !== undefined && atWork !== said) printError(`${atWork} Waiting for it …`);
    said = atWork ?? said;
    await sleep(100);
  }
  const atWork = findAtWork(config);
  throw new InspectorError(
    'unavailable',
    atWork === undefined
      ? `Another process has the data folder ${config.dataDir} but does not answer. End it, or use another --data-dir.`
      : `${atWork} Try again when it has ended, start \`inspector\` first next time (commands share a service), or use another --data-dir.`,
  );
};

/** `errand`: what is asked for must be carried out here when there is no service. */
export const connect = (config: Config, errand: Errand | null = null): Promise<Client> =>
  whileTaken(
    config,
    async () => (await findService(config)) ?? (await openHere(config, errand)) ?? (await findService(config, true)),
  );

/** For what only a service can do. One that is there and busy, or stopped at its terminal, is not told as none. */
export const connectService = (config: Config): Promise<Client> =>
  whileTaken(config, async () => {
    const client = await findService(config);
    const service = client ? undefined : readServiceFile(config.dataDir);
    if (!client && !(service && isAlive(service.pid)))
      throw new InspectorError('unavailable', 'No service runs on this data folder. Start it with `inspector`.');
    return client;
  });

/** A form shows a message beside its field; here the field is named. */
const named = (errors: ErrorReply['errors']): ErrorReply['errors'] =>
  Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      messages.map((message) => message.replace(/^This field /, `The ${field} `)),
    ]),
  );

/** What was refused before our own words could be found (a name of many kilobytes) has others. */
const errorOf = ({ status, text }: Answer): InspectorError => {
  try {
    const reply = JSON.parse(text) as Partial<ErrorReply>;
    const { errors, code, choices } = reply;
    if (errors) return new InspectorError(code as InspectorError['code'], named(errors), { choices });
  } catch {
    // Not in our words either.
  }
  return new InspectorError('unavailable', `The service refused the request (HTTP ${status}).`);
};

/** The answer as data, or the service's own words as an error. */
export const ask = async <T>(client: Client, method: string, path: string, fields?: Fields): Promise<T> => {
  const answer = await client.send(method, path, fields);
  if (answer.status < 200 || answer.status >= 300) throw errorOf(answer);
  return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
};

/** Connects, works, closes, whatever happens. */
export const withClient = async <T>(
  config: Config,
  use: (client: Client) => Promise<T>,
  errand: Errand | null = null,
): Promise<T> => {
  const client = await connect(config, errand);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
};
