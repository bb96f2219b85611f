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
    else print(`Moved ${paint('bold', workspace.slug)} to ${inert(workspace.path)}`);
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

export const remove = async ({ config, positionals, options }: Invocation): Promise<number> => {
  const slug = positionals[0] ?? '';
  if (!options.yes && !process.stdin.isTTY) {
    printError(
      `There is no terminal to ask at whether ${slug} may be forgotten with all its runs and scans. If it may: inspector remove ${slug} --yes`,
    );
    return exitCodes.usage;
  }
  return withClient(config, async (client) => {
    if (
      !options.yes &&
      !(await agrees(`Forget ${slug} with all its runs and scans? Nothing in its folder is touched. [y/N] `))
    ) {
      printError('Nothing was removed.');
      return exitCodes.failed;
    }
    await ask(client, 'DELETE', `api/workspaces/${encodeURIComponent(slug)}/?confirm=${encodeURIComponent(slug)}`);
    print(`Removed ${slug}`);
    return exitCodes.ok;
  });
};
