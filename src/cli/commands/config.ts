import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InspectorError, messageOf, systemCodeOf } from '../../kit/errors.ts';
import { findService } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson, printTable } from '../print.ts';

/** The settings of this call. A service that runs already may have been started with others, so that is said. */
export const config = async (invocation: Invocation): Promise<number> => {
  const { settings } = invocation.config;
  if (invocation.options.json) {
    printJson(settings);
    return exitCodes.ok;
  }
  printTable(
    Object.entries(settings).map(([key, { value, source }]) => [
      key,
      String(value ?? '–'),
      source === 'default' ? { text: source, style: 'dim' } : source,
    ]),
  );
  const service = await findService(invocation.config);
  if (service)
    print(`\nA service runs at ${service.url} on this data folder. It keeps the settings that it was started with.`);
  return exitCodes.ok;
};

const findProblem = (file: string): string | undefined => {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder. Name a file in it.';
  const folder = dirname(file);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return `the folder ${folder} does not exist.`;
  return found.isDirectory() ? undefined : `${folder} is not a folder.`;
};

export const backup = async ({ config: settings, positionals }: Invocation): Promise<number> => {
  const file = resolve(positionals[0] ?? '');
  const refuse = (reason: string): InspectorError =>
    new InspectorError('unavailable', `The backup ${file} could not be written: ${reason}`);
  const problem = findProblem(file);
  if (problem) throw refuse(problem);
  const { backUp } = await import('../../app.ts');
  await backUp(settings, file).catch((error: unknown) => {
    if (error instanceof InspectorError) throw error;
    throw refuse(systemCodeOf(error) === 'EEXIST' ? 'there is a file already. Choose another name.' : messageOf(error));
  });
  print(`Saved ${file}`);
  return exitCodes.ok;
};
