/** The home folder of whoever runs this. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** `HOME` may be empty or relative, and would then mean the current folder: a project, which nothing may be written to. */
export const homeFolder = (): string => {
  const named = homedir();
  return isAbsolute(named) ? named : userInfo().homedir;
};
