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

/** It may be a link; a folder is compared with where it really lies. */
export const realHome = (home = homeFolder()): string => {
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
};
