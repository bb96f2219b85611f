/** The home folder of whoever runs this. */
import { realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * `HOME` may be empty or relative, and would then mean the current folder: a project, which nothing may be written to. A user whom the system
 * does not know has none.
 */
export const homeFolder = (): string => {
  try {
    const named = homedir();
    return isAbsolute(named) ? named : userInfo().homedir;
  } catch {
    return '/';
  }
};

/** Where a folder really lies: it may be a link, and what is compared with it is named by where it lies. */
export const realFolder = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
};

export const realHome = (): string => realFolder(homeFolder());
