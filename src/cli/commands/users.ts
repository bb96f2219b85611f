import { text as readAll } from 'node:stream/consumers';
import type { LaunchLink, UserRecord } from '../../contract/index.ts';
import { InspectorError, notFound } from '../../kit/errors.ts';
import { ask, type Client, connectService, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printError, printJson, printTable } from '../print.ts';
import { askAtTerminal } from '../prompt.ts';

/** At a prompt that shows nothing, twice because nobody sees what they type. */
const askPassword = async (): Promise<string> => {
  const password = await askAtTerminal('Password: ', true);
  if (password === '' || password === (await askAtTerminal('Once more: ', true))) return password;
  throw new InspectorError('invalid', 'The two passwords differ. Nothing was changed.');
};

/** From a prompt or, when there is no terminal, the first line of stdin. */
const readPassword = async (): Promise<string> => {
  const password = process.stdin.isTTY
    ? await askPassword()
    : ((await readAll(process.stdin)).split(/\r?\n/, 1)[0] ?? '');
  // Left empty in a form of changes it would mean: as it is.
  if (password === '') throw new InspectorError('invalid', 'The password is required.');
  return password;
};

/** What was done, in words; `record`: the resource that the service answered with, if it has one. */
type Done = { words: string; record?: UserRecord };

const actions: Record<string, (client: Client, name: string, role: string | undefined) => Promise<Done>> = {
  add: async (client, name, role) => {
    const record = await ask<UserRecord>(client, 'POST', 'api/users/', { name, role, password: await readPassword() });
    return { words: `Added ${record.name} (${record.role})`, record };
  },
  password: async (client, name) => {
    // Who is not there is told before anybody types a password.
    const known = await ask<UserRecord[]>(client, 'GET', 'api/users/');
    if (!known.some((user) => user.name === name)) throw notFound(`There is no user "${name}".`);
    const path = `api/users/${encodeURIComponent(name)}/`;
    const record = await ask<UserRecord>(client, 'PATCH', path, { password: await readPassword() });
    return { words: `New password for ${name}; their sessions have ended`, record };
  },
  remove: async (client, name) => {
    await ask(client, 'DELETE', `api/users/${encodeURIComponent(name)}/`);
    return { words: `Removed ${name}; their sessions have ended` };
  },
};

const printUsers = (users: readonly UserRecord[]): void =>
  printTable(
    users.map((user) => [
      user.name,
      user.role,
      user.built_in ? 'built in' : '',
      user.has_password ? 'password' : 'launch link only',
    ]),
  );

export const users = async ({ config, positionals, options }: Invocation): Promise<number> => {
  const [action, name] = positionals;
  const act = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (action !== undefined && (!act || !name)) {
    printError('Use: inspector users [add|remove|password NAME]\nTry: inspector users --help');
    return exitCodes.usage;
  }
  // Not passed over: somebody would count on it.
  if (options.role !== undefined && action !== 'add') {
    printError('A role is given to a new user only: inspector users add NAME --role …');
    return exitCodes.usage;
  }
  return withClient(config, async (client) => {
    if (act && name) {
      const { words, record } = await act(client, name, typeof options.role === 'string' ? options.role : undefined);
      if (options.json && record) printJson(record);
      else print(words);
      return exitCodes.ok;
    }
    const all = await ask<UserRecord[]>(client, 'GET', 'api/users/');
    if (options.json) printJson(all);
    else printUsers(all);
    return exitCodes.ok;
  });
};

export const link = async ({ config, options }: Invocation): Promise<number> => {
  const client = await connectService(config);
  const fresh = await ask<LaunchLink>(client, 'POST', 'api/launch-links/');
  if (options.json) printJson(fresh);
  else {
    print(fresh.url);
    if (fresh.fallback_url !== fresh.url) print(fresh.fallback_url);
  }
  return exitCodes.ok;
};
