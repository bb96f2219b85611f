import { resolve } from 'node:path';
import type { Workspace } from '../contract/index.ts';
import { ask, withClient } from './client.ts';
import type { Invocation } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { inert, paint, print, printError, printJson, printTable } from './print.ts';
import { askAtTerminal } from './prompt.ts';

const agrees = async (question: string): Promise<boolean> => /^y(es)?$/i.test((await askAtTerminal(question)).trim());

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const add = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const python = textOf(options.python);
    const workspace = await ask<Workspace>(client, 'POST', 'api/workspaces/', {
      path: resolve(positionals[0] ?? ''),
      slug: textOf(options.slug),
      name: textOf(options.name),
      python: python === undefined ? undefined : resolve(python),
    });
    if (options.json) printJson(workspace);
    else print(`Added ${paint('bold', workspace.slug)} (${inert(workspace.path)})`);
    return exitCodes.ok;
  });

export const move = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const [slug = '', path = ''] = positionals;
    const python = textOf(options.python);
    const workspace = await ask<Workspace>(client, 'PATCH', `api/workspaces/${encodeURIComponent(slug)}/`, {
      path: resolve(path),
      python: python === undefined ? undefined : resolve(python),
    });
    if (options.json) printJson(workspace);
    // Not "moved": to name the folder again is how another Python is chosen.
    else {
      const chosen = python === undefined ? '' : `, with the Python ${inert(resolve(python))}`;
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
