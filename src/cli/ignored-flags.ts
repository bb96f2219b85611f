/** A flag without effect on a service that runs already is said: with `--auth off` or `--sandbox none` somebody counts on it. */
import type { Config, SettingKey } from '../config.ts';
import type { ServiceState } from '../contract/index.ts';
import { readServiceFile } from '../service-file.ts';
import { ask, type Client } from './client.ts';
import { printError } from './print.ts';

/** Where the address of the service says more than the settings that it was started with. */
const heldByAddress: Partial<Record<SettingKey, (config: Config, url: URL) => boolean>> = {
  port: ({ port }, url) => port === 0 || port === Number(url.port || 80),
  'base-path': ({ basePath }, url) => basePath === url.pathname,
};

/** These are about this call. */
const ownFlags: readonly SettingKey[] = ['data-dir', 'no-open'];

const shown = ({ settings }: Config, key: SettingKey): string => {
  const { value } = settings[key];
  return typeof value === 'boolean' ? `--${key}` : `--${key} ${value}`;
};

export const sayIgnoredFlags = async (config: Config, client: Client): Promise<void> => {
  const keys = Object.keys(config.settings) as SettingKey[];
  const given = keys.filter((key) => config.settings[key].source === 'flag' && !ownFlags.includes(key));
  if (given.length === 0 || client.url === null) return;
  const url = new URL(client.url);
  const { settings: running } = await ask<ServiceState>(client, 'GET', 'api/service/');
  const ignored = given.filter(
    (key) => !(heldByAddress[key]?.(config, url) ?? running[key]?.value === config.settings[key].value),
  );
  if (ignored.length === 0) return;
  const pid = readServiceFile(config.dataDir)?.pid;
  const stop = `stop it (Ctrl-C where it runs${pid === undefined ? '' : `, or kill ${pid}`})`;
  printError(
    `The service runs already and keeps the settings that it was started with. Without effect: ${ignored.map((key) => shown(config, key)).join(', ')}. To have them, ${stop} and give this command again.`,
  );
};
