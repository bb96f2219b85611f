import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InspectorError, messageOf } from '../kit/errors.ts';
import { findService } from './client.ts';
import type { Invocation } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { paint, print, printJson, printTable } from './print.ts';

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
      source === 'default' ? paint('dim', source) : source,
    ]),
  );
  const service = await findService(invocation.config);
  if (service)
    print(`\nA service runs at ${service.url} on this data folder. It keeps the settings that it was started with.`);
  return exitCodes.ok;
};

const findFolderProblem = (folder: string): string | undefined => {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return `the folder ${folder} does not exist.`;
  return found.isDirectory() ? undefined : `${folder} is not a folder.`;
};

/** A file that is there is never written over: it may be the only good backup. Half a backup is none. */
export const backup = async ({ config: settings, positionals }: Invocation): Promise<number> => {
  const file = resolve(positionals[0] ?? '');
  if (existsSync(file)) throw new InspectorError('invalid', { file: [`${file} exists already. Choose another name.`] });
  const refuse = (reason: string): InspectorError =>
    new InspectorError('unavailable', `The backup ${file} could not be written: ${reason}`);
  const problem = findFolderProblem(dirname(file));
  if (problem) throw refuse(problem);
  const { backUp } = await import('../app.ts');
  await backUp(settings, file).catch((error: unknown) => {
    rmSync(file, { force: true });
    throw error instanceof InspectorError ? error : refuse(messageOf(error));
  });
  print(`Saved ${file}`);
  return exitCodes.ok;
};
