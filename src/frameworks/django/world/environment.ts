/** Environment variables as the project would find them: none of the service's own, those of `.env` files where it loads them. */
import { dirname } from 'node:path';
import type { Folder } from '../../../folder/folder.ts';

export type ProjectEnvironment = {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** Variables of a file count where none is set. null: the places that loaders look at by themselves. */
  load(file: string | null, near: string): void;
  entries(): IterableIterator<[string, string]>;
};

const LIMIT_BYTES = 256 * 1024;

/** `KEY=value` lines, with `export`, quotes and comments. */
const parseLines = (text: string): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(rest);
    return [[name, quoted?.[2] ?? rest.replace(/\s+#.*$/, '')]];
  });

export const createEnvironment = (folder: Folder): ProjectEnvironment => {
  const variables = new Map<string, string>();
  const loadFile = (path: string): boolean => {
    const read = folder.readText(path, LIMIT_BYTES);
    if (!read.ok) return false;
    for (const [name, value] of parseLines(read.value)) if (!variables.has(name)) variables.set(name, value);
    return true;
  };
  return {
    get: (name) => variables.get(name),
    set: (name, value) => variables.set(name, value),
    load: (file, near) => {
      if (file !== null) {
        if (!loadFile(file)) loadFile(`${file}/.env`);
        return;
      }
      // From the file that asks up to the workspace's root.
      for (let at = dirname(near); at.startsWith(folder.root); at = dirname(at)) if (loadFile(`${at}/.env`)) return;
    },
    entries: () => variables.entries(),
  };
};
