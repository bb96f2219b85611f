import { resolve } from 'node:path';
import type { Workspace } from '../../contract/index.ts';
import { ask, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { inert, paint, print, printError, printJson, printTable } from '../print.ts';
import { askAtTerminal } from '../prompt.ts';

const agrees = async (question: string): Promise<boolean> => /^y(es)?$/i.test((await askAtTerminal(question)).trim());

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

type Options = Invocation['options'];

/** A file is named from where one stands; no name at all leaves the choice to the project. */
const pythonOf = ({ python }: Options): string | undefined => {
  const file = textOf(python);
  return file === undefined || file === '' ? file : resolve(file);
};

/** As the form of a workspace has them. */
const fieldsOf = (options: Options) => ({
  name: textOf(options.name),
  python: pythonOf(options),
  network: textOf(options.network),
  environment: textOf(options.environment),
});

/** Undefined where nothing is wrong, else how the command ends. */
const refuseNetwork = ({ network }: Options): number | undefined => {
  if (network === undefined || network === 'on' || network === 'off') return undefined;
  printError('--network is on or off.');
  return exitCodes.usage;
};

const warnOfNetwork = ({ network }: Options): void => {
  if (network === 'on')
    printError(
      'Its runs can reach whatever this machine can reach. Give Django a database role that can only read: no sandbox holds the server.',
    );
};

export const add = async ({ config, positionals, options }: Invocation): Promise<number> =>
  refuseNetwork(options) ??
  withClient(config, async (client) => {
    const workspace = await ask<Workspace>(client, 'POST', 'api/workspaces/', {
      path: resolve(positionals[0] ?? ''),
      slug: textOf(options.slug),
      ...fieldsOf(options),
    });
    if (options.json) printJson(workspace);
    else print(`Added ${paint('bold', workspace.slug)} (${inert(workspace.path)})`);
    warnOfNetwork(options);
    return exitCodes.ok;
  });

/** What of it can be changed, as it is now. */
const describe = ({ name, interpreter, network, environment }: Workspace): string[][] => [
  ['name', name],
  ['python', interpreter?.path ?? 'no interpreter'],
  ['network', network ? 'on' : 'off'],
  ['environment', environment.join(' ') || 'none'],
];

export const change = async ({ config, positionals, options }: Invocation): Promise<number> =>
  refuseNetwork(options) ??
  withClient(config, async (client) => {
    const [slug = ''] = positionals;
    const workspace = await ask<Workspace>(
      client,
      'PATCH',
      `api/workspaces/${encodeURIComponent(slug)}/`,
      fieldsOf(options),
    );
    if (options.json) printJson(workspace);
    else printTable(describe(workspace));
    warnOfNetwork(options);
    return exitCodes.ok;
  });

export const move = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const [slug = '', path = ''] = positionals;
    const python = pythonOf(options);
    const workspace = await ask<Workspace>(client, 'PATCH', `api/workspaces/${encodeURIComponent(slug)}/`, {
      path: resolve(path),
      python,
    });
    if (options.json) printJson(workspace);
    else {
      const chosen = !python ? '' : `, with the Python ${inert(python)}`;
      print(`${paint('bold', workspace.slug)} is at ${inert(workspace.path)}${chosen}`);
    }
    return exitCodes.ok;
  });

export const list = ({ config, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const workspaces = await ask<Workspace[]>(client, 'GET', 'api/workspaces/');
    if (options.json) printJson(workspaces);
    else if (workspaces.length === 0) printError('No workspace yet: inspector add PATH');
    else
      printTable(
        workspaces.map((row) => [
          row.slug,
          row.name,
          row.available ? (row.interpreter?.path ?? 'no interpreter') : 'folder cannot be used',
          row.path,
        ]),
      );
    return exitCodes.ok;
  });

/** Undefined when it may be removed, else how the command ends. */
const findObjection = async (slug: string): Promise<number | undefined> => {
  if (!process.stdin.isTTY) {
    printError(
      `There is no terminal to ask at whether ${slug} may be forgotten with all its runs and scans. If it may: inspector remove ${slug} --yes`,
    );
    return exitCodes.usage;
  }
  const question = `Forget ${slug} with all its runs and scans? Nothing in its folder is touched. [y/N] `;
  if (await agrees(question)) return undefined;
  printError('Nothing was removed.');
  return exitCodes.failed;
};

export const remove = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const path = `api/workspaces/${encodeURIComponent(positionals[0] ?? '')}/`;
    // What is not there is told before anybody is asked about it.
    const { slug } = await ask<Workspace>(client, 'GET', path);
    const objection = options.yes ? undefined : await findObjection(slug);
    if (objection !== undefined) return objection;
    await ask(client, 'DELETE', `${path}?confirm=${encodeURIComponent(slug)}`);
    print(`Removed ${slug}`);
    return exitCodes.ok;
  });
