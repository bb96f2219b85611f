/** A window of its own: app mode of an installed browser, else the default browser, else nothing but the printed link. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, parse } from 'node:path';
import type { Config } from '../config.ts';

const appBrowsers: Record<string, string[]> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const defaultOpeners: Record<string, string[]> = {
  linux: ['xdg-open'],
  darwin: ['/usr/bin/open'],
  win32: ['C:\\Windows\\explorer.exe'],
};

const findProgram = (names: readonly string[], searchPath: string): string | undefined => {
  for (const name of names) {
    const places =
      name.includes('/') || name.includes('\\')
        ? [name]
        : searchPath
            .split(delimiter)
            // One that is not whole leads into the folder that one stands in: a project may have a program of that name there.
            .filter(isAbsolute)
            .map((folder) => join(folder, name));
    for (const place of places) {
      try {
        accessSync(place, constants.X_OK);
        return place;
      } catch {}
    }
  }
  return undefined;
};

export const windowMachine = ({ environment }: Pick<Config, 'environment'>): WindowMachine => ({
  platform: process.platform,
  searchPath: environment.PATH ?? '',
  hasDisplay: process.platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY),
});

export const findAppBrowser = (machine: WindowMachine): string | undefined =>
  findProgram(appBrowsers[machine.platform] ?? [], machine.searchPath);

type WindowMachine = { platform: string; searchPath: string; hasDisplay: boolean };

/** The program and its arguments; undefined where there is no screen or nothing to open with. */
const windowCommand = (
  url: string,
  profileDir: string,
  machine: WindowMachine,
): { file: string; args: string[] } | undefined => {
  if (!machine.hasDisplay) return undefined;
  const app = findAppBrowser(machine);
  if (app)
    return {
      file: app,
      args: [`--app=${url}`, `--user-data-dir=${profileDir}`, '--no-first-run', '--no-default-browser-check'],
    };
  const opener = findProgram(defaultOpeners[machine.platform] ?? [], machine.searchPath);
  return opener === undefined ? undefined : { file: opener, args: [url] };
};

/** Never fails: the link is printed in any case. */
export const openWindow = async (url: string, profileDir: string, machine: WindowMachine): Promise<void> => {
  const command = windowCommand(url, profileDir, machine);
  if (!command) return;
  // Away from the folder that one stands in: openers look for browsers by PATH themselves.
  const cwd = parse(command.file).root;
  const child = spawn(command.file, command.args, { cwd, detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};
