/** What `inspector run` can be told to run, as it would be typed. */
import type { Preset } from '../../contract/index.ts';
import { ask, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { printJson, printTable } from '../print.ts';

export const presets = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const slug = encodeURIComponent(positionals[0] ?? '');
    const list = await ask<Preset[]>(client, 'GET', `api/presets/?workspace=${slug}`);
    if (options.json) printJson(list);
    else printTable(list.map(({ key, command, description }) => [key, command, description]));
    return exitCodes.ok;
  });
