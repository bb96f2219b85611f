/**
 * `inspector mcp`: a coding agent starts it and speaks to it on stdin and stdout. It joins the running service; where there is none it is the service, for as
 * long as the agent works, so that the window and other agents can join it. Nothing is started before the agent asks for something.
 */
import { realpath } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Scan, Workspace } from '../../contract/index.ts';
import { InspectorError } from '../../kit/errors.ts';
import { shellWord } from '../../kit/shell.ts';
import { serveAgents } from '../../mcp/serve-agents.ts';
import type { Service as Asked } from '../../mcp/tool.ts';
import type { Service } from '../../serve.ts';
import { ask, type Client, findService, whileTaken } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { findAround, findOrAdd, findSlug, keeperOf, projectPath } from '../project.ts';
import { limitStop, listenForEnd } from '../stop-limit.ts';
import { keepYoungSpaceSmall } from '../young-space.ts';
import { runAndWait } from './runs.ts';
import { scanAndWait } from './status.ts';

// Agents give a call up after a minute. The text is read in a second; what takes longer is a project that starts slowly.
const patienceMs = 30_000;

type Door = { reach(): Promise<Client>; close(): Promise<void> };

/** The service as it is at each question: one that was joined may have ended since. */
const createDoor = (config: Config): Door => {
  let own: Service | undefined;
  const start = async (): Promise<Client | undefined> => {
    const { startService } = await import('../../serve.ts');
    keepYoungSpaceSmall();
    // Any port: nobody types the address of an agent's service, and the usual one is left to the user's.
    own = (await startService({ ...config, port: 0 })) ?? own;
    return findService(config, true);
  };
  let reaching: Promise<Client> | undefined;
  let isClosed = false;
  return {
    reach: async () => {
      // A question that goes on after the agent is gone would start one anew.
      if (isClosed) throw new InspectorError('unavailable', 'The agent is gone.');
      reaching ??= whileTaken(config, async () => (await findService(config)) ?? (await start())).finally(() => {
        reaching = undefined;
      });
      return reaching;
    },
    // One that is about to start would be left behind: who asked for it may be gone before it was there.
    close: async () => {
      isClosed = true;
      await reaching?.catch(() => undefined);
      await own?.stop();
    },
  };
};

/** Somebody may have removed the workspace since, or moved it to another folder. */
const isThere = async (client: Client, slug: string, path: string): Promise<boolean> => {
  const answer = await client.send('GET', `api/workspaces/${encodeURIComponent(slug)}/`);
  return answer.status === 200 && (JSON.parse(answer.text) as Workspace).path === path;
};

/** Under another name by now, perhaps. What a person removed while the agent works is not added behind their back. */
const findAgain = async (client: Client, path: string): Promise<string> => {
  const slug = await findSlug(keeperOf(client), path);
  if (slug !== undefined) return slug;
  throw new InspectorError(
    'not_found',
    `Somebody removed the workspace of ${path}. Ask your user before you have it added again: inspector add ${shellWord(path)}`,
  );
};

/** The workspace of the agent's project: asked for at each question, since it is not the agent's alone. */
const createHome = ({ reach }: Door, path: string): (() => Promise<string>) => {
  let known: { slug: string; path: string } | undefined;
  return async () => {
    const client = await reach();
    const real = await realpath(path).catch(() => path);
    if (known?.path !== real) known = { slug: await findOrAdd(keeperOf(client), path), path: real };
    else if (!(await isThere(client, known.slug, real))) known = { slug: await findAgain(client, real), path: real };
    return known.slug;
  };
};

const asked = (door: Door, path: string | undefined): Asked => {
  const { reach } = door;
  return {
    ask: async (method, resource, fields) => ask(await reach(), method, resource, fields),
    scan: async (workspace, kind, tell) => {
      const onOpen = ([open]: readonly Scan[]): void => {
        if (open) tell(open.progress);
      };
      const { done } = await scanAndWait(await reach(), workspace, kind, onOpen, patienceMs);
      return done;
    },
    run: async (order, tell, signal) =>
      runAndWait(await reach(), order, ({ progress }) => tell(progress), signal, patienceMs),
    home: path === undefined ? async () => findAround(keeperOf(await reach()), process.cwd()) : createHome(door, path),
  };
};

export const mcp = async ({ config, positionals }: Invocation): Promise<number> => {
  const door = createDoor(config);
  const { stop } = listenForEnd();
  try {
    await serveAgents(asked(door, projectPath(positionals[0])), stop);
  } finally {
    limitStop();
    await door.close();
  }
  return exitCodes.ok;
};
