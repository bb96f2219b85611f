/** The programs that the sandbox is made of, looked up in the system's own folders: a `bwrap` in a workspace or on PATH is never run. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

const systemFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];
const names = ['bwrap', 'unshare', 'setpriv', 'sh', 'mount', 'mkdir', 'mkfifo', 'python3', 'sandbox-exec'] as const;

export type ToolName = (typeof names)[number];
/** Absolute path of each program that is there. */
export type Tools = Partial<Record<ToolName, string>>;

export const findTools = async (folders: readonly string[] = systemFolders): Promise<Tools> => {
  const tools: Tools = {};
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        await access(file, constants.X_OK);
        tools[name] = file;
        break;
      } catch {
        // Not here; the next folder may have it.
      }
    }
  }
  return tools;
};
