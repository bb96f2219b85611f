import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InspectorError } from '../kit/errors.ts';
import type { Invocation } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { paint, print, printJson, printTable } from './print.ts';

export const config = async (invocation: Invocation): Promise<number> => {
  const { settings } = invocation.config;
  if (invocation.options.json) printJson(settings);
  else
    printTable(
      Object.entries(settings).map(([key, { value, source }]) => [
        key,
        String(value ?? '–'),
        source === 'default' ? paint('dim', source) : source,
      ]),
    );
  return exitCodes.ok;
};

/** A file that is there is never written over: it may be the only good backup. */
export const backup = async ({ config: settings, positionals }: Invocation): Promise<number> => {
  const file = resolve(positionals[0] ?? '');
  if (existsSync(file)) throw new InspectorError('invalid', { file: [`${file} exists already. Choose another name.`] });
  const { backUp } = await import('../app.ts');
  await backUp(settings, file);
  print(`Saved ${file}`);
  return exitCodes.ok;
};
